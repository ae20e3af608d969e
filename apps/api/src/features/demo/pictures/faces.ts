import { circle, ellipse, path, placed, stroke } from './svg';
import { grounds, paint, type GroundName } from './palette';

/** Portraits of people who do not exist: one of each trait, as many combinations as wanted. */

const SIDE = 512;

type Tone = readonly [skin: string, deep: string, lips: string];
const fair: Tone = ['#f6cba6', '#e3a987', '#f0a58c'];
const light: Tone = ['#f2b98f', '#d99a70', '#e98f74'];
const tan: Tone = ['#dd9c6e', '#bf7d52', '#cf7a58'];
const brown: Tone = ['#b97549', '#9a5c36', '#a85c3e'];
const dark: Tone = ['#8d5533', '#713f24', '#7d4128'];
const tones: Tone[] = [light, tan, fair, brown, light, tan, fair, light, dark, tan, fair];

const lightHair = ['#2b1d1a', '#5b3421', '#c98b3b', '#1b1b28', '#8a4b22'] as const;
const darkHair = ['#1b1b28', '#2b1d1a', '#3b251c'] as const;
const GREY = '#9aa2b1';
const shirts = [
  [paint.coral, paint.coralDeep],
  [paint.teal, paint.tealDeep],
  [paint.violet, paint.violetDeep],
  [paint.sky, paint.skyDeep],
  [paint.inkSoft, paint.ink],
  [paint.rose, paint.roseDeep],
  [paint.amber, paint.amberDeep],
] as const;
const backs: GroundName[] = ['mint', 'peach', 'sky', 'lilac', 'butter', 'rose', 'stone'];

/** What is behind the head, then what is before it. */
type Hair = (color: string) => [behind: string, before: string];

const fringe =
  'M164 214C156 110 220 80 262 82C320 84 360 124 348 216C338 176 320 160 296 152C256 168 204 166 186 164C174 178 168 192 164 214Z';
const parted =
  'M166 220C150 112 210 82 256 82C312 82 364 112 346 220C340 180 322 152 276 138C250 166 200 176 180 178C172 190 168 204 166 220Z';

const women: Hair[] = [
  // Long and straight.
  (color) => [
    path('M150 230C140 100 210 66 256 66C302 66 372 100 362 230L378 400C330 420 182 420 134 400Z', color),
    path(parted, color),
  ],
  // Bob.
  (color) => [
    path(
      'M146 232C138 104 206 70 256 70C306 70 374 104 366 232C374 290 368 318 352 332L160 332C144 318 138 290 146 232Z',
      color,
    ),
    path(fringe, color),
  ],
  // Bun.
  (color) => [
    circle([256, 74], 42, color),
    path(
      'M166 214C160 116 206 92 256 92C306 92 352 116 346 214C336 164 300 138 256 138C212 138 176 164 166 214Z',
      color,
    ),
  ],
  // Tail at one side.
  (color) => [path('M330 120C412 130 420 260 384 370C360 330 352 240 326 190Z', color), path(parted, color)],
  // Curls.
  (color) => [
    [
      [160, 190],
      [150, 240],
      [168, 290],
      [352, 190],
      [362, 240],
      [344, 290],
      [190, 130],
      [256, 106],
      [322, 130],
      [150, 216],
      [362, 216],
    ]
      .map(([x, y]) => circle([x!, y!], 44, color))
      .join(''),
    path(
      'M166 214C150 100 220 90 256 90C292 90 362 100 346 214C336 178 306 160 256 164C206 160 176 178 166 214Z',
      color,
    ),
  ],
];
const men: Hair[] = [
  // Short, combed.
  (color) => [
    '',
    path(
      'M162 208C146 110 206 74 262 78C332 80 368 128 350 210C344 176 334 160 322 150C280 156 220 150 196 136C176 152 166 178 162 208Z',
      color,
    ),
  ],
  // Very short.
  (color) => [
    '',
    path(
      'M166 204C160 118 206 98 256 98C306 98 352 118 346 204C340 164 318 146 256 146C194 146 172 164 166 204Z',
      color,
    ),
  ],
  // Upright.
  (color) => [
    '',
    path(
      'M164 206C150 130 170 86 210 92C220 62 280 58 292 84C336 78 364 128 348 206C340 168 320 150 256 152C192 150 172 168 164 206Z',
      color,
    ),
  ],
  // Curly top.
  (color) => [
    '',
    [
      [186, 138],
      [222, 116],
      [262, 108],
      [302, 118],
      [330, 142],
      [172, 170],
      [342, 172],
    ]
      .map(([x, y]) => circle([x!, y!], 33, color))
      .join(''),
  ],
  // None left.
  () => ['', ''],
];

/** So many of each; from `GREY_FROM` on they are older. */
export const FACES = 24;
export const GREY_FROM = 20;

export type Face = { woman: boolean; number: number };

export function facePicture({ woman, number }: Face): string {
  // Steps without a common divisor, so that neighbours differ in everything.
  const tone = tones[(number * 5 + (woman ? 3 : 0)) % tones.length]!;
  const [skin, deep, lips] = tone;
  const [shirt, shirtDeep] = shirts[(number * 2 + (woman ? 3 : 0)) % shirts.length]!;
  const style = (woman ? women : men)[number % 5]!;
  const natural = tone === brown || tone === dark ? darkHair : lightHair;
  const color =
    number >= GREY_FROM ? GREY : natural[(number * 2 + Math.floor(number / 5) + (woman ? 1 : 0)) % natural.length]!;
  const { from, to, disc } = grounds[backs[(number * 3 + (woman ? 2 : 5)) % backs.length]!];
  const [behind, before] = style(color);
  const beard = !woman && number % 3 === 1;
  const glasses = number % 7 === 3;
  const brow = color === GREY ? '#7c8494' : color;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><defs>` +
    `<linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>` +
    `</defs><rect width="${SIDE}" height="${SIDE}" fill="url(#g)"/>` +
    circle([256, 250], 196, disc, 'fill-opacity=".75"') +
    behind +
    path('M216 290L296 290L300 400L212 400Z', deep) +
    path('M60 520C62 420 130 388 210 372C226 406 286 406 302 372C382 388 450 420 452 520Z', shirt) +
    path('M302 372C382 388 450 420 452 520L372 520C380 460 352 410 302 372Z', shirtDeep) +
    path('M198 374C214 424 298 424 314 374L302 368C288 400 224 400 210 368Z', shirtDeep) +
    ellipse([162, 236], 20, 26, deep) +
    ellipse([350, 236], 20, 26, deep) +
    path(
      'M166 200C166 130 206 108 256 108C306 108 346 130 346 200C346 270 318 334 256 334C194 334 166 270 166 200Z',
      skin,
    ) +
    (beard
      ? path(
          'M168 232C172 300 206 350 256 350C306 350 340 300 344 232C330 262 310 268 256 262C202 268 182 262 168 232Z',
          color,
        )
      : '') +
    before +
    ellipse([218, 222], 8, 10, paint.ink) +
    ellipse([294, 222], 8, 10, paint.ink) +
    stroke('M200 196Q218 184 236 194', brow, 8) +
    stroke('M276 194Q294 184 312 196', brow, 8) +
    stroke('M256 226Q246 250 258 254', deep, 6) +
    (woman
      ? path('M226 284Q256 314 286 284Q256 292 226 284Z', lips)
      : stroke('M230 288Q256 308 282 288', beard ? paint.white : lips, 8)) +
    circle([196, 262], 16, lips, 'fill-opacity=".22"') +
    circle([316, 262], 16, lips, 'fill-opacity=".22"') +
    (glasses
      ? placed(
          {},
          circle([218, 224], 31, 'none', `stroke="${paint.ink}" stroke-width="7"`),
          circle([294, 224], 31, 'none', `stroke="${paint.ink}" stroke-width="7"`),
          stroke('M249 220Q256 214 263 220', paint.ink, 7),
        )
      : '') +
    '</svg>'
  );
}
