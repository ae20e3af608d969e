/** Colours as '#rrggbb', and how well one can be told from another: WCAG 2. */

export const isColour = (text: string) => /^#[\da-f]{6}$/i.test(text);

/** Red, green and blue, from 0 to 1. */
export const channelsOf = (colour: string) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255) as [number, number, number];

/** Relative luminance, from 0 to 1. */
export function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((share) =>
    share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1, the same luminance, to 21, black and white. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

export const MIN_TEXT_CONTRAST = 4.5;
/** Of bars, rings and signs. */
export const MIN_MARK_CONTRAST = 3;

/** White where it can be read, else black, which then can. */
export const readableOn = (ground: string) =>
  contrast('#ffffff', ground) >= MIN_TEXT_CONTRAST ? '#ffffff' : '#000000';
