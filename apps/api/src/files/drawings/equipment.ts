/** Shapes of equipment as the pictures that are files have them. The ground is at 500; a hand holds a shape by its point. */

const NAVY = '#1d2845';
const STEEL = '#66759a';

const at = (x: number, y: number, turn: number, scale: number, shapes: string) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${shapes}</g>`;
const line = (d: string, stroke: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
const box = (x: number, y: number, width: number, height: number, rx: number, fill: string) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${rx}" fill="${fill}"/>`;
const disc = (x: number, y: number, r: number, fill: string) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

export const dumbbell = (x: number, y: number, turn = 0, scale = 0.95) =>
  at(
    x,
    y,
    turn,
    scale,
    box(-20, -6, 40, 12, 5, '#aeb9d0') +
      box(-40, -21, 15, 42, 6, NAVY) +
      box(25, -21, 15, 42, 6, NAVY) +
      box(-27, -26, 14, 52, 6, '#33426b') +
      box(13, -26, 14, 52, 6, '#33426b'),
  );

export const kettlebell = (x: number, y: number, scale = 0.9, turn = 0) =>
  at(
    x,
    y,
    turn,
    scale,
    line('M-20 38C-30 8-16 0 0 0C16 0 30 8 20 38', '#33426b', 12) +
      `<path d="M-30 30C-50 54-44 86-24 94L24 94C44 86 50 54 30 30C14 22-14 22-30 30Z" fill="${NAVY}"/>` +
      '<ellipse cx="-14" cy="50" rx="9" ry="14" fill="#fff" fill-opacity=".16"/>',
  );

/** A barbell seen from its end. */
export const plate = (x: number, y: number, r = 50) =>
  disc(x, y, r, '#dd4a30') +
  disc(x, y, r * 0.9, '#ff6a4d') +
  `<circle cx="${x}" cy="${y}" r="${r * 0.62}" fill="none" stroke="#dd4a30" stroke-width="5"/>` +
  disc(x, y, r * 0.3, NAVY) +
  disc(x, y, r * 0.15, '#aeb9d0');

/** A barbell seen along its whole length. */
export const barbell = (x: number, y: number, half = 150, turn = 0) =>
  at(
    x,
    y,
    turn,
    1,
    line(`M${-half - 34} 0L${half + 34} 0`, '#8794b2', 9) +
      [-1, 1]
        .map(
          (side) =>
            box(side * half - 9, -44, 18, 88, 7, '#ff6a4d') + box(side * (half + 19) - 7, -30, 14, 60, 6, '#dd4a30'),
        )
        .join(''),
  );

/** A handle, or a bar of a pulley, of half this length. */
export const handle = (x: number, y: number, turn = 0, half = 20) =>
  at(x, y, turn, 1, line(`M${-half} 0L${half} 0`, NAVY, 14));

export const cable = (x: number, y: number, toX: number, toY: number) => line(`M${x} ${y}L${toX} ${toY}`, NAVY, 4);
export const rope = (d: string) => line(d, '#a86c3b', 12);
export const band = (...points: number[]) =>
  line(`M${points.join(' ').replaceAll(/(\S+ \S+) /g, '$1L')}`, '#d13f70', 11);

/** A column with a stack of weights, and its pulley. */
export const stack = (x: number, top: number, pulleyY: number, color = '#ffb52e') =>
  box(x - 42, top - 10, 84, 20, 10, NAVY) +
  line(`M${x - 34} ${top}L${x - 34} 492M${x + 34} ${top}L${x + 34} 492`, NAVY, 13) +
  line(`M${x} ${top}L${x} 350`, '#8794b2', 4) +
  [460, 438, 416].map((y) => box(x - 27, y, 54, 18, 4, STEEL)).join('') +
  [394, 372, 350].map((y) => box(x - 27, y, 54, 18, 4, color)).join('') +
  box(x - 62, 484, 124, 16, 8, '#33426b') +
  pulley(x, pulleyY);
export const pulley = (x: number, y: number) => disc(x, y, 17, '#33426b') + disc(x, y, 7, '#aeb9d0');

export const mat = (from = 150, to = 650) =>
  box(from, 496, to - from, 14, 7, '#5a3fd0') + box(from, 494, to - from, 10, 5, '#7a5cf5');

export const bench = (from: number, to: number, top = 410) =>
  line(`M${from + 34} ${top + 14}L${from + 34} 494M${to - 34} ${top + 14}L${to - 34} 494`, STEEL, 14) +
  line(`M${from + 10} 496L${from + 58} 496M${to - 58} 496L${to - 10} 496`, STEEL, 12) +
  box(from, top + 8, to - from, 16, 8, '#2a64d6') +
  box(from, top, to - from, 18, 9, '#3f86ff');

/** Upholstery along a line. */
export const pad = (x: number, y: number, toX: number, toY: number) =>
  line(`M${x} ${y}L${toX} ${toY}`, '#dd4a30', 30) + line(`M${x} ${y}L${toX} ${toY}`, '#ff6a4d', 21);
export const roller = (x: number, y: number) =>
  disc(x, y, 19, '#dd4a30') + disc(x, y, 15, '#ff6a4d') + disc(x, y, 5.5, NAVY);
export const frame = (d: string, width = 14) => line(d, NAVY, width);
export const steel = (d: string, width = 14) => line(d, STEEL, width);

export const crate = (x: number, y: number, width: number) =>
  box(x, y, width, 500 - y, 8, '#c98a55') +
  line(`M${x + 14} ${y + 14}L${x + width - 14} 486M${x + width - 14} ${y + 14}L${x + 14} 486`, '#a86c3b', 9) +
  `<rect x="${x + 5}" y="${y + 5}" width="${width - 10}" height="${490 - y}" rx="6" fill="none" stroke="#a86c3b" stroke-width="10"/>`;

export const ball = (x: number, y: number, r = 30) =>
  disc(x, y, r, '#ffb52e') +
  `<path d="M${x - r} ${y}Q${x} ${y + r * 0.5} ${x + r} ${y}" fill="none" stroke="#e8921a" stroke-width="5"/>`;
export const wheel = (x: number, y: number) => disc(x, y, 34, NAVY) + disc(x, y, 22, '#ff6a4d') + disc(x, y, 8, NAVY);
export const wall = (x: number, top = 150) =>
  box(x - 22, top, 44, 500 - top, 6, '#8f9dba') +
  line(`M${x - 22} 240L${x + 22} 240M${x - 22} 330L${x + 22} 330M${x - 22} 420L${x + 22} 420`, STEEL, 4);

/** Which way it goes. */
export const arrow = (x: number, y: number, turn = 0) =>
  at(x, y, turn, 1, line('M0 24L0-24M-16-8L0-26L16-8', '#66759a', 8));
/** A bench whose back leans, with its seat. */
export const incline =
  steel('M438 454L438 492M303 495L480 495', 13) +
  line('M402 440L306 344', '#2a64d6', 30) +
  line('M408 448L486 446', '#2a64d6', 26) +
  line('M400 438L308 346', '#3f86ff', 20);
/** The seat and back of somebody seen from the front. */
export const seat =
  box(350, 236, 100, 170, 26, '#0d8b80') +
  box(356, 236, 88, 166, 22, '#16b3a0') +
  box(330, 404, 140, 24, 12, '#16b3a0') +
  steel('M400 430L400 490M350 494L450 494', 15);
