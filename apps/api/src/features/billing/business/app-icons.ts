import { readableOn } from '@pulso/contract/kit/contrast';
import { loadSharp } from '#files/load-sharp';
import type { PictureStore } from '#files/picture-store';
import { readPicture } from '#files/read-picture';
import { pictureNameOf } from '#files/uploads';
import { initialOf, type Brand, type Icon } from '#http/pages/client-app';

/** Letters and figures as lines in a square of 100: a server need not have a font. */
const LETTERS: Record<string, string> = {
  A: 'M18 100 50 0 82 100M30 66H70',
  B: 'M24 0V100H54a26 26 0 0 0 0-52H24M24 0H50a24 24 0 0 1 0 48',
  C: 'M84 24A42 50 0 1 0 84 76',
  D: 'M22 0H44A42 50 0 0 1 44 100H22Z',
  E: 'M78 0H24V100H78M24 48H70',
  F: 'M78 0H24V100M24 48H68',
  G: 'M84 24A42 50 0 1 0 84 76V54H56',
  H: 'M20 0V100M80 0V100M20 48H80',
  I: 'M50 0V100',
  J: 'M70 0V68A26 32 0 0 1 18 74',
  K: 'M22 0V100M78 0 22 58M42 40 80 100',
  L: 'M26 0V100H78',
  M: 'M12 100V0L50 62 88 0V100',
  N: 'M20 100V0L80 100V0',
  Ñ: 'M20 100V26L80 100V26M30 4q10-12 20-3t20-3',
  O: 'M50 0A44 50 0 1 1 50 100 44 50 0 1 1 50 0Z',
  P: 'M24 100V0H52a27 27 0 0 1 0 54H24',
  Q: 'M50 0A44 50 0 1 1 50 100 44 50 0 1 1 50 0ZM62 72 88 102',
  R: 'M24 100V0H52a27 27 0 0 1 0 54H24M52 54 80 100',
  S: 'M78 18C70 4 56 0 48 0 32 0 20 10 20 25 20 58 80 42 80 74 80 90 66 100 50 100 36 100 24 94 18 80',
  T: 'M12 0H88M50 0V100',
  U: 'M20 0V64A30 36 0 0 0 80 64V0',
  V: 'M16 0 50 100 84 0',
  W: 'M6 0 28 100 50 20 72 100 94 0',
  X: 'M18 0 82 100M82 0 18 100',
  Y: 'M14 0 50 52 86 0M50 52V100',
  Z: 'M20 0H80L20 100H80',
  0: 'M50 0A34 50 0 1 1 50 100 34 50 0 1 1 50 0Z',
  1: 'M32 20 54 0V100',
  2: 'M22 28A28 28 0 0 1 78 28C78 54 22 70 22 100H80',
  3: 'M24 0H76L46 40A30 30 0 1 1 20 82',
  4: 'M66 100V0L16 70H86',
  5: 'M74 0H32L28 42C60 30 82 46 80 70A30 30 0 0 1 22 84',
  6: 'M70 2C40 14 20 40 20 70A30 30 0 1 0 80 70 30 30 0 0 0 21 64',
  7: 'M20 0H80L40 100',
  8: 'M50 0A26 23 0 1 1 50 46 26 23 0 1 1 50 0ZM50 46A30 27 0 1 1 50 100 30 27 0 1 1 50 46Z',
  9: 'M30 98C60 86 80 60 80 30A30 30 0 1 0 20 30 30 30 0 0 0 79 36',
};
/** Pulso's line, for a letter of another alphabet. */
const OTHER_LETTER = 'M2 50H26L38 24 58 80 70 50H98';

const pathOf = (letter: string) => LETTERS[letter] ?? LETTERS[letter.normalize('NFD').slice(0, 1)] ?? OTHER_LETTER;

/** Share of an icon's side that the drawing takes; a phone may cut all but a circle out of a maskable one. */
const shareOf = (icon: Icon) => (icon.includes('maskable') ? 0.5 : 0.72);
const INITIAL_SHARE = { any: 0.52, maskable: 0.4 };

function initialIcon({ name, accent }: Brand, icon: Icon, side: number): Buffer {
  const size = side * (icon.includes('maskable') ? INITIAL_SHARE.maskable : INITIAL_SHARE.any);
  const margin = (side - size) / 2;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="100%" height="100%" fill="${accent}"/>` +
      `<path transform="translate(${margin} ${margin}) scale(${size / 100})" d="${pathOf(initialOf(name))}" fill="none" ` +
      `stroke="${readableOn(accent)}" stroke-width="17" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  );
}

/** The app's icon: the logo on white, else the initial on the business's colour. */
export async function drawIcon(pictures: Pick<PictureStore, 'source'>, brand: Brand, icon: Icon): Promise<Buffer> {
  const sharp = await loadSharp();
  const side = icon.endsWith('192') ? 192 : 512;
  const name = pictureNameOf(brand.logo);
  const logo = name && (await readPicture(pictures, name)).find(({ file }) => file === 'card.webp')?.bytes;
  if (!logo)
    return sharp(initialIcon(brand, icon, side))
      .png()
      .toBuffer();
  const box = Math.round(side * shareOf(icon));
  const drawn = await sharp(logo)
    .resize({ width: box, height: box, fit: 'contain', background: '#ffffff00' })
    .png()
    .toBuffer();
  return sharp({ create: { width: side, height: side, channels: 3, background: '#ffffff' } })
    .composite([{ input: drawn, gravity: 'centre' }])
    .png()
    .toBuffer();
}
