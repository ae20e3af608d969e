import { paint } from './palette';
import { around, box, capsule, circle, ellipse, path, placed, ring, stroke, toward, type Point } from './svg';

/** What lies on the plates, seen from above and drawn around the origin of its place. */

/** The same scatter every time: a handful of points inside a circle. */
export function scatter(count: number, radius: number, draw: (at: Point, index: number) => string): string {
  return Array.from({ length: count }, (_, index) => {
    // Sunflower seeds: even, and without a pattern that the eye would catch.
    const distance = radius * Math.sqrt((index + 0.5) / count);
    return draw(toward([0, 0], index * 137.5, distance), index);
  }).join('');
}

export const leafy = (at: Point, turn: number, scale = 1, color: string = paint.leaf) =>
  placed(
    { at, turn, scale },
    path('M0 -46C28 -36 36 -8 22 20C14 36 6 42 0 46C-6 42 -14 36 -22 20C-36 -8 -28 -36 0 -46Z', color),
    stroke(
      [
        [0, -32],
        [0, 36],
      ],
      paint.leafDeep,
      4,
    ),
    stroke(
      [
        [0, -6],
        [14, -18],
      ],
      paint.leafDeep,
      3,
    ),
    stroke(
      [
        [0, 10],
        [-14, -2],
      ],
      paint.leafDeep,
      3,
    ),
  );

export const lettuce = (at: Point, scale = 1, color = '#7ccf5a') =>
  placed(
    { at, scale },
    around(7, (turn) => circle(toward([0, 0], turn, 34), 24, color)) +
      circle([0, 0], 36, color) +
      around(5, (turn) => stroke([[0, 0], toward([0, 0], turn, 40)], '#a9e28b', 5)),
  );

export const tomato = (at: Point, r = 30) =>
  placed(
    { at },
    circle([0, 0], r, '#d8392b'),
    circle([0, 0], r * 0.86, '#f2594b'),
    around(5, (turn) => ellipse([0, -r * 0.48], r * 0.2, r * 0.28, '#ffb3a3', `transform="rotate(${turn})"`)),
  );

export const cherry = (at: Point, r = 20) =>
  circle(at, r, '#e2402f') +
  ellipse([at[0] - r * 0.3, at[1] - r * 0.35], r * 0.28, r * 0.2, paint.white, 'fill-opacity=".7"');

export const egg = (at: Point, r = 40) =>
  placed(
    { at },
    ellipse([0, 0], r, r * 0.92, '#fffdf6'),
    ellipse([0, 0], r, r * 0.92, 'none', 'stroke="#efe3c8" stroke-width="4"'),
    circle([2, 1], r * 0.46, paint.amber),
    circle([-4, -5], r * 0.14, '#ffe39a'),
  );

export const halfEgg = (at: Point, turn = 0, scale = 1) =>
  placed(
    { at, turn, scale },
    ellipse([0, 0], 25, 33, '#fffdf6', 'stroke="#efe3c8" stroke-width="4"'),
    circle([0, 5], 15, paint.amber),
  );

export const avocado = (at: Point, turn = 0, scale = 1) =>
  placed(
    { at, turn, scale },
    path('M0 -66C26 -60 50 -10 46 24C42 54 22 66 0 66C-22 66 -42 54 -46 24C-50 -10 -26 -60 0 -66Z', '#4c7a34'),
    path('M0 -54C20 -48 40 -8 37 22C34 46 18 56 0 56C-18 56 -34 46 -37 22C-40 -8 -20 -48 0 -54Z', '#cfe58a'),
    circle([0, 18], 21, paint.brown),
    circle([-6, 12], 6, '#a3683f'),
  );

export const avocadoSlices = (at: Point, turn = 0) =>
  placed(
    { at, turn },
    [0, 1, 2, 3]
      .map((slice) =>
        placed(
          { at: [slice * 20 - 30, 0], turn: 14 },
          path('M0 -40C18 -30 18 30 0 40C6 20 6 -20 0 -40Z', '#cfe58a', 'stroke="#5d8f3f" stroke-width="5"'),
        ),
      )
      .join(''),
  );

export const broccoli = (at: Point, scale = 1) =>
  placed(
    { at, scale },
    capsule([0, 26], [0, 44], 12, 14, '#a5d977'),
    [
      [-24, 4],
      [24, 4],
      [0, -18],
      [-14, -10],
      [14, -10],
      [0, 10],
    ]
      .map(([x, y]) => circle([x!, y!], 19, paint.leafDeep))
      .join(''),
    [
      [-22, -2],
      [20, 0],
      [0, -20],
      [4, 4],
    ]
      .map(([x, y]) => circle([x!, y!], 9, paint.leaf))
      .join(''),
  );

export const carrot = (at: Point, r = 17) =>
  circle(at, r, '#f07f1c') + circle(at, r * 0.72, '#ff9d3c') + circle(at, r * 0.26, '#f07f1c');

export const cucumber = (at: Point, r = 22) =>
  circle(at, r, '#3f9a45') +
  circle(at, r * 0.82, '#d9f2b4') +
  placed(
    { at },
    around(6, (turn) =>
      ellipse(
        toward([0, 0], turn, r * 0.4),
        r * 0.1,
        r * 0.18,
        '#a9d27c',
        `transform="rotate(${turn} ${toward([0, 0], turn, r * 0.4).join(' ')})"`,
      ),
    ),
  );

export const lemon = (at: Point, r = 36) =>
  placed(
    { at },
    circle([0, 0], r, '#f6c527'),
    circle([0, 0], r * 0.84, '#fff4b8'),
    around(8, (turn) =>
      path(
        `M0 ${-r * 0.12}L${r * 0.2} ${-r * 0.68}Q0 ${-r * 0.84} ${-r * 0.2} ${-r * 0.68}Z`,
        '#ffdb4d',
        `transform="rotate(${turn})"`,
      ),
    ),
  );

export const onion = (at: Point, r = 24) => ring(at, r, '#b45ac0', 5) + ring(at, r * 0.66, '#e3b5ea', 4);

export const strawberry = (at: Point, turn = 0, scale = 1) =>
  placed(
    { at, turn, scale },
    path('M0 36C-30 16 -34 -12 -20 -24C-8 -32 8 -32 20 -24C34 -12 30 16 0 36Z', '#ee3d50'),
    [
      [-12, -8],
      [10, -10],
      [0, 6],
      [-8, 18],
      [12, 12],
    ]
      .map(([x, y]) => ellipse([x!, y!], 2.4, 4, '#ffd98a'))
      .join(''),
    path('M-20 -26L-6 -22L0 -36L6 -22L20 -26L10 -14L-10 -14Z', paint.leaf),
  );

export const berry = (at: Point, r = 15) =>
  circle(at, r, '#4a4fb0') +
  circle(at, r * 0.36, '#343a8c') +
  circle([at[0] - r * 0.36, at[1] - r * 0.4], r * 0.22, '#8f95e6');

export const banana = (at: Point, r = 25) =>
  circle(at, r, '#f4dc8f') +
  circle(at, r * 0.86, '#fff1bf') +
  placed(
    { at },
    around(3, (turn) => ellipse([0, -r * 0.24], r * 0.08, r * 0.16, '#c9a85c', `transform="rotate(${turn})"`)),
  );

export const peach = (at: Point, turn = 0) =>
  placed(
    { at, turn },
    path('M-36 -12C-20 24 20 24 36 -12C16 0 -16 0 -36 -12Z', '#ffa43d'),
    path('M-36 -12C-16 0 16 0 36 -12C14 -8 -14 -8 -36 -12Z', '#ffce73'),
  );

export const walnut = (at: Point, turn = 0) =>
  placed(
    { at, turn },
    path('M0 -20C18 -22 24 -6 18 2C24 14 10 24 0 16C-10 24 -24 14 -18 2C-24 -6 -18 -22 0 -20Z', paint.wood),
    stroke('M0 -16L0 14M-10 -6Q-4 0 -10 8M10 -6Q4 0 10 8', paint.woodDeep, 4),
  );

export const olive = (at: Point, r = 11) => circle(at, r, '#5b6b2c') + circle(at, r * 0.42, '#c9463a');

export const chickpea = (at: Point, r = 11) =>
  circle(at, r, '#e2b866') + circle([at[0] - 2, at[1] - 3], r * 0.4, '#f3d697');

export const pea = (at: Point, r = 9) => circle(at, r, '#6cc04a') + circle([at[0] - 2, at[1] - 3], r * 0.35, '#b4e69a');

export const basil = (at: Point, turn = 0, scale = 0.5) => leafy(at, turn, scale, '#4fae4a');

const grills = (lines: number, color: string) =>
  Array.from({ length: lines }, (_, index) =>
    stroke(
      [
        [-58 + index * 34, 34],
        [-28 + index * 34, -34],
      ],
      color,
      9,
      'stroke-opacity=".75"',
    ),
  ).join('');

/** A grilled breast. */
export const chicken = (at: Point, turn = 0, scale = 1) =>
  placed(
    { at, turn, scale },
    path('M-104 6C-100 -46 -40 -66 20 -58C80 -50 116 -20 108 16C100 52 40 62 -20 58C-70 56 -106 44 -104 6Z', '#c98b4b'),
    path('M-96 2C-92 -42 -38 -58 18 -51C72 -44 104 -16 98 12C90 42 38 50 -18 48C-64 46 -98 36 -96 2Z', '#eeb977'),
    grills(4, '#9a5a26'),
  );

export const steak = (at: Point, turn = 0, scale = 1) =>
  placed(
    { at, turn, scale },
    path('M-112 0C-110 -60 -50 -74 10 -66C70 -60 124 -40 112 14C102 60 40 70 -20 66C-74 64 -112 50 -112 0Z', '#6f3322'),
    path(
      'M-102 -2C-100 -54 -46 -66 10 -58C64 -52 110 -34 100 10C92 48 38 58 -18 55C-68 53 -102 42 -102 -2Z',
      '#9a4a31',
    ),
    path('M-98 -10C-92 -52 -44 -60 6 -54C-30 -44 -66 -36 -98 -10Z', '#f0c9a0'),
    grills(4, '#4d2015'),
  );

export const milanesa = (at: Point, turn = 0, scale = 1) =>
  placed(
    { at, turn, scale },
    path('M-118 4C-124 -52 -60 -82 4 -78C74 -76 128 -44 122 8C116 64 50 80 -16 76C-76 74 -114 58 -118 4Z', '#c07f2d'),
    path('M-106 2C-110 -44 -54 -70 4 -66C66 -64 114 -38 108 6C102 54 46 68 -14 64C-68 62 -102 48 -106 2Z', '#e9b157'),
    scatter(34, 84, ([x, y], index) =>
      circle([x * 1.1, y * 0.66], 3 + (index % 3) * 1.6, index % 2 ? '#c98a35' : '#ffd990'),
    ),
  );

export const salmon = (at: Point, turn = 0) =>
  placed(
    { at, turn },
    path(
      'M-116 26C-120 -30 -60 -58 20 -54C84 -50 122 -26 118 10C114 42 60 54 -10 54C-70 54 -112 52 -116 26Z',
      '#e0694a',
    ),
    path(
      'M-106 20C-108 -24 -54 -48 20 -44C78 -42 112 -20 108 6C104 32 56 42 -10 42C-66 42 -104 42 -106 20Z',
      '#ff9272',
    ),
    [-70, -34, 2, 38, 72].map((x) => stroke(`M${x - 10} 30Q${x + 12} 0 ${x + 4} -34`, '#ffc5b0', 6)).join(''),
  );

export const whiteFish = (at: Point, turn = 0) =>
  placed(
    { at, turn },
    path(
      'M-118 14C-112 -36 -40 -56 30 -48C84 -42 124 -16 116 14C106 44 40 52 -20 50C-76 50 -118 44 -118 14Z',
      '#e6d3ae',
    ),
    path(
      'M-108 10C-100 -30 -36 -46 28 -39C78 -34 112 -12 106 10C96 34 38 40 -18 39C-70 39 -108 34 -108 10Z',
      '#fff6e0',
    ),
    [-60, -20, 20, 60].map((x) => stroke(`M${x - 8} 26Q${x + 10} 0 ${x} -30`, '#ecd9b4', 6)).join(''),
    scatter(12, 70, ([x, y]) => circle([x, y * 0.4], 4, paint.leaf)),
  );

export const potato = (at: Point, turn = 0, scale = 1) =>
  placed(
    { at, turn, scale },
    path('M-34 0C-34 -22 -12 -28 8 -26C30 -24 38 -8 34 8C28 26 4 28 -14 24C-28 22 -34 14 -34 0Z', '#e0a83f'),
    path('M-26 -2C-26 -18 -8 -22 8 -20C24 -18 30 -6 26 6C20 18 4 20 -10 17C-22 14 -26 8 -26 -2Z', '#ffdf8c'),
  );

export const mash = (at: Point, color: string, deep: string, scale = 1) =>
  placed(
    { at, scale },
    path('M-88 10C-98 -30 -56 -54 -28 -48C-6 -76 50 -66 56 -40C92 -38 104 6 82 30C60 62 -60 62 -88 10Z', deep),
    path('M-78 6C-86 -26 -50 -44 -24 -38C-4 -62 42 -54 48 -32C80 -30 90 4 72 24C52 50 -52 50 -78 6Z', color),
    stroke('M-50 8C-30 -20 -6 16 16 -8C34 -28 46 4 60 -2', deep, 7),
  );

export const rice = (radius: number, color = '#f7e7c4', deep = '#e3cb98') =>
  circle([0, 0], radius, deep) +
  circle([0, -3], radius - 5, color) +
  scatter(46, radius - 14, ([x, y], index) =>
    ellipse(
      [x, y],
      9,
      4,
      index % 2 ? '#fffaf0' : deep,
      `transform="rotate(${(index * 53) % 180} ${x.toFixed(1)} ${y.toFixed(1)})"`,
    ),
  );

export const noodles = (radius: number, color = '#f6d583', deep = '#dfb458') =>
  circle([0, 0], radius, deep) +
  Array.from({ length: 11 }, (_, index) => {
    const r = radius - 10 - (index % 5) * (radius / 7);
    const turn = index * 47;
    return `<g transform="rotate(${turn})">${stroke(`M${-r} ${8 - index}C${-r * 0.5} ${-r * 0.9} ${r * 0.6} ${-r * 0.8} ${r} ${index * 2 - 8}`, color, 12)}${stroke(`M${-r} ${8 - index}C${-r * 0.5} ${-r * 0.9} ${r * 0.6} ${-r * 0.8} ${r} ${index * 2 - 8}`, '#ffeab3', 3)}</g>`;
  }).join('');

export const toast = (at: Point, turn = 0) =>
  placed(
    { at, turn },
    path(
      'M-88 -60C-100 -92 -60 -106 0 -106C60 -106 100 -92 88 -60L84 78C84 90 76 96 64 96L-64 96C-76 96 -84 90 -84 78Z',
      '#a8683a',
    ),
    path(
      'M-76 -56C-86 -82 -50 -94 0 -94C50 -94 86 -82 76 -56L73 74C73 82 68 86 60 86L-60 86C-68 86 -73 82 -73 74Z',
      '#e8bd82',
    ),
    scatter(16, 64, ([x, y]) => circle([x, y], 3, '#c08a4e')),
  );

export const empanada = (at: Point, turn = 0) =>
  placed(
    { at, turn },
    path('M-92 34C-96 -44 -44 -72 0 -72C44 -72 96 -44 92 34C60 56 -60 56 -92 34Z', '#c68736'),
    path('M-78 24C-80 -36 -38 -58 0 -58C38 -58 80 -36 78 24C50 38 -50 38 -78 24Z', '#eeb866'),
    Array.from({ length: 9 }, (_, index) => {
      const x = -80 + index * 20;
      return stroke(
        [
          [x, 40 - Math.abs(index - 4) * 1.6],
          [x + 8, 28 - Math.abs(index - 4) * 1.6],
        ],
        '#a96d24',
        7,
      );
    }).join(''),
    ellipse([-20, -24], 26, 11, '#f8d391', 'transform="rotate(-24 -20 -24)"'),
  );

export const parsley = (at: Point, scale = 1) =>
  placed(
    { at, scale },
    [
      [0, -12],
      [-12, 0],
      [12, 0],
      [0, 8],
    ]
      .map(([x, y]) => circle([x!, y!], 9, paint.leaf))
      .join(''),
    stroke(
      [
        [0, 10],
        [0, 26],
      ],
      paint.leafDeep,
      4,
    ),
  );

export const cube = (at: Point, turn: number, color: string, deep: string, size = 26) =>
  placed(
    { at, turn },
    box(-size / 2, -size / 2, size, size, 7, deep),
    box(-size / 2, -size / 2, size - 4, size - 5, 6, color),
  );
