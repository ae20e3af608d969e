import {
  channelsOf,
  contrast,
  luminance,
  MIN_MARK_CONTRAST,
  MIN_TEXT_CONTRAST,
  readableOn,
} from '@pulso/contract/kit/contrast';

/** Grounds of the theme that are hardest to be told from: its darkest light one and its lightest dark one. */
export const HARDEST_GROUNDS = { light: '#efedea', dark: '#262422' };

export type Tones = {
  /** The accent as text, on any ground of the theme and on `soft`. */
  text: string;
  /** Tone of a button, mark, ring or bar. */
  mark: string;
  /** Text on `mark`. */
  onMark: string;
  /** Tone of a ground. */
  soft: string;
};

type Hue = { hue: number; saturation: number; lightness: number };

/** Hue in sixths of the circle, saturation and lightness from 0 to 1 (HSL). */
function hueOf(colour: string): Hue {
  const [red, green, blue] = channelsOf(colour);
  const max = Math.max(red, green, blue);
  const span = max - Math.min(red, green, blue);
  const lightness = max - span / 2;
  if (span === 0) return { hue: 0, saturation: 0, lightness };
  const hue = max === red ? (green - blue) / span : max === green ? 2 + (blue - red) / span : 4 + (red - green) / span;
  return { hue: (hue + 6) % 6, saturation: span / (1 - Math.abs(2 * lightness - 1)), lightness };
}

function colourOf({ hue, saturation, lightness }: Hue): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number) => {
    const at = (offset + 2 * hue) % 12;
    return lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1));
  };
  return `#${[0, 8, 4]
    .map((offset) =>
      Math.round(channel(offset) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

const LIGHTNESS_STEP = 0.005;

/** The colour itself, or the nearest one of its hue and saturation in this direction that will do; black or white always do. */
function shift(colour: string, direction: 1 | -1, willDo: (colour: string) => boolean): string {
  const from = hueOf(colour);
  let shifted = colour;
  for (let steps = 1; !willDo(shifted); steps += 1) {
    const lightness = Math.min(1, Math.max(0, from.lightness + direction * steps * LIGHTNESS_STEP));
    shifted = colourOf({ ...from, lightness });
  }
  return shifted;
}

function tonesOn(ground: string, accent: string, away: 1 | -1): Tones {
  const reaches = (min: number) => (colour: string) => contrast(colour, ground) >= min;
  const isPale = (colour: string) => away * (luminance(ground) - luminance(colour)) >= 0;
  const mark = shift(accent, away, reaches(MIN_MARK_CONTRAST));
  return {
    text: shift(accent, away, reaches(MIN_TEXT_CONTRAST)),
    mark,
    onMark: readableOn(mark),
    soft: shift(accent, away === 1 ? -1 : 1, isPale),
  };
}

/**
 * What a business's colour becomes in the light theme and in the dark one, so that it can be read in both: only its lightness
 * changes, and no more than it has to.
 */
export const accentTones = (accent: string) => ({
  light: tonesOn(HARDEST_GROUNDS.light, accent, -1),
  dark: tonesOn(HARDEST_GROUNDS.dark, accent, 1),
});
