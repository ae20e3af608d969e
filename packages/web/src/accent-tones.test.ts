import { readFileSync } from 'node:fs';
import { channelsOf, contrast, luminance } from '@pulso/contract/kit/contrast';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accentTones, HARDEST_GROUNDS } from './accent-tones';

const THEMES = ['light', 'dark'] as const;
const GROUNDS = ['ground', 'surface', 'raised', 'sunken'];
const anyColour = fc.nat({ max: 0xff_ff_ff }).map((number) => `#${number.toString(16).padStart(6, '0')}`);

/** Degrees between the hues of two colours, and how many of them rounding to whole channels may account for. */
function compareHues(one: string, other: string) {
  const measured = [one, other].map((colour) => {
    const [red, green, blue] = channelsOf(colour);
    const chroma = Math.max(red, green, blue) - Math.min(red, green, blue);
    return { degrees: (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI, chroma };
  });
  const [first, second] = measured as [(typeof measured)[0], (typeof measured)[0]];
  const apart = Math.abs(first.degrees - second.degrees);
  const smallest = Math.min(first.chroma, second.chroma) * 255;
  return { apart: Math.min(apart, 360 - apart), tolerance: 90 / smallest, isGrey: smallest < 2 };
}

describe('the colour of a business', () => {
  it('PWA-03 can be read and seen in the light theme and in the dark one, and keeps its hue', () => {
    fc.assert(
      fc.property(anyColour, (accent) => {
        const tones = accentTones(accent);
        for (const theme of THEMES) {
          const { text, mark, onMark, soft } = tones[theme];
          expect(contrast(text, HARDEST_GROUNDS[theme])).toBeGreaterThanOrEqual(4.5);
          expect(contrast(text, soft)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(onMark, mark)).toBeGreaterThanOrEqual(4.5);
          expect(contrast(mark, HARDEST_GROUNDS[theme])).toBeGreaterThanOrEqual(3);
          for (const tone of [text, mark, soft]) {
            const { apart, tolerance, isGrey } = compareHues(accent, tone);
            if (!isGrey) expect(apart).toBeLessThanOrEqual(tolerance);
          }
        }
      }),
      { numRuns: 500, examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#c23a12'], ['#0000ff'], ['#808080']] },
    );
  });

  it('PWA-03 the grounds that it is measured on are the hardest ones of the theme', () => {
    const theme = readFileSync('packages/web/src/theme.css', 'utf8');
    const grounds = GROUNDS.map(
      (name) => new RegExp(`--c-${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(theme) ?? [],
    );
    const darkest = Math.min(...grounds.map(([, light = '']) => luminance(light)));
    const lightest = Math.max(...grounds.map(([, , dark = '']) => luminance(dark)));
    expect([luminance(HARDEST_GROUNDS.light), luminance(HARDEST_GROUNDS.dark)]).toEqual([darkest, lightest]);
  });

  it('PWA-03 a colour that will do is left as it is', () => {
    expect(accentTones('#1a5fb4').light).toMatchObject({ text: '#1a5fb4', mark: '#1a5fb4', onMark: '#ffffff' });
    expect(accentTones('#ffd400').dark).toMatchObject({ text: '#ffd400', mark: '#ffd400', onMark: '#000000' });
  });
});
