import { CANVAS, circle, ellipse, FLOOR, placed, ring, stroke, type Point } from './svg';

/** One illustrator, one paint box. `Deep` is the same paint in the shade. */
export const paint = {
  ink: '#1d2845',
  inkSoft: '#33426b',
  slate: '#66759a',
  steel: '#aeb9d0',
  steelDeep: '#8794b2',
  mist: '#dfe6f2',
  white: '#ffffff',
  cream: '#fff6e6',
  creamDeep: '#f3dfbf',
  coral: '#ff6a4d',
  coralDeep: '#dd4a30',
  amber: '#ffb52e',
  amberDeep: '#e8921a',
  lemon: '#ffe169',
  teal: '#16b3a0',
  tealDeep: '#0d8b80',
  sky: '#3f86ff',
  skyDeep: '#2a64d6',
  violet: '#7a5cf5',
  violetDeep: '#5a3fd0',
  rose: '#f4608f',
  roseDeep: '#d13f70',
  leaf: '#5cb84a',
  leafDeep: '#3c9334',
  wood: '#c98a55',
  woodDeep: '#a86c3b',
  brown: '#7a4a2b',
} as const;

type Ground = { from: string; to: string; disc: string; floor: string };

export const grounds = {
  peach: { from: '#ffe6d3', to: '#ffbf98', disc: '#fff1e4', floor: '#e89a6c' },
  mint: { from: '#d9f6ec', to: '#9fe2cf', disc: '#edfcf6', floor: '#62bca4' },
  sky: { from: '#dfedff', to: '#a9ccff', disc: '#eff6ff', floor: '#6f9fe0' },
  lilac: { from: '#ebe5ff', to: '#c6b6ff', disc: '#f5f1ff', floor: '#937fdb' },
  butter: { from: '#fff2c9', to: '#ffd67a', disc: '#fff9e3', floor: '#dba53a' },
  rose: { from: '#ffe2ea', to: '#ffb3c8', disc: '#fff1f5', floor: '#df7f9b' },
  stone: { from: '#eef2f8', to: '#c6d1e3', disc: '#f8fafd', floor: '#8f9dba' },
  night: { from: '#3a4a7d', to: '#1d2845', disc: '#475a94', floor: '#141c33' },
} as const satisfies Record<string, Ground>;

export type GroundName = keyof typeof grounds;

type Scene = {
  ground: GroundName;
  /** Where the thing meets the floor; none for what hangs, or is seen from above. */
  shadow?: [center: number, width: number];
  zoom?: number;
  /** How far the floor rises, for what lies on it. */
  lift?: number;
};

const STAGE_FLOOR = 530;

/** A picture's frame with its ground, blended from one corner to the other. */
export function canvas(from: string, to: string, ...parts: string[]): string {
  const { width, height } = CANVAS;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><defs>` +
    `<linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>` +
    `</defs><rect width="${width}" height="${height}" fill="url(#g)"/>${parts.join('')}</svg>`
  );
}

/** The stage that most pictures share: ground, disc, ring and a few dots. */
export function stage(ground: GroundName, ...parts: string[]): string {
  const { from, to, disc, floor } = grounds[ground];
  const middle: Point = [CANVAS.width / 2, CANVAS.height / 2];
  const dash = (points: [Point, Point]) => stroke(points, floor, 12, 'stroke-opacity=".45"');
  return canvas(
    from,
    to,
    circle(middle, 250, disc),
    ring(middle, 284, disc, 6, 'stroke-dasharray="420 60 120 60" stroke-opacity=".8"'),
    ...[0, 1, 2].map((dot) => circle([70 + dot * 26, 74], 7, floor, 'fill-opacity=".55"')),
    dash([
      [676, 540],
      [732, 484],
    ]),
    dash([
      [712, 552],
      [744, 520],
    ]),
    ...parts,
  );
}

/** The stage with a floor, and the shadow of what stands on it. */
export function scene({ ground, shadow, zoom = 1, lift = 0 }: Scene, ...parts: string[]): string {
  const shade =
    shadow && ellipse([shadow[0], FLOOR + 3], shadow[1] / 2, 15, grounds[ground].floor, 'fill-opacity=".55"');
  const at: Point = [(CANVAS.width / 2) * (1 - zoom), STAGE_FLOOR - lift - FLOOR * zoom];
  return stage(ground, placed({ at, scale: zoom }, shade ?? '', ...parts));
}
