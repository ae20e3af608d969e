import {
  avocado,
  avocadoSlices,
  banana,
  basil,
  berry,
  broccoli,
  carrot,
  cherry,
  chicken,
  chickpea,
  cube,
  cucumber,
  egg,
  empanada,
  halfEgg,
  leafy,
  lemon,
  lettuce,
  mash,
  milanesa,
  noodles,
  olive,
  onion,
  parsley,
  pea,
  peach,
  potato,
  rice,
  salmon,
  scatter,
  steak,
  strawberry,
  toast,
  tomato,
  walnut,
  whiteFish,
} from './food-drawings.data';
import { canvas, grounds, paint, type GroundName } from './palette';
import { around, box, capsule, circle, ellipse, path, placed, ring, stroke, toward, type Point } from './svg';

/** The table from above: cloth, cutlery, and a plate or a bowl in the middle. */

const MIDDLE: Point = [400, 300];

function fork(x: number): string {
  return (
    capsule([x, 330], [x, 470], 8, 10, paint.steel) +
    stroke(
      [
        [x, 340],
        [x, 250],
      ],
      paint.steel,
      12,
    ) +
    path(
      `M${x - 24} 130L${x - 24} 220C${x - 24} 244 ${x + 24} 244 ${x + 24} 220L${x + 24} 130L${x + 15} 130L${x + 15} 204L${x + 5} 204L${x + 5} 130L${x - 5} 130L${x - 5} 204L${x - 15} 204L${x - 15} 130Z`,
      paint.steel,
    )
  );
}

const knife = (x: number) =>
  capsule([x, 330], [x, 470], 8, 10, paint.steel) +
  path(`M${x - 9} 330L${x - 9} 140C${x + 14} 150 ${x + 20} 230 ${x + 14} 330Z`, paint.steel);

const spoon = (x: number) =>
  capsule([x, 260], [x, 470], 6, 10, paint.steel) +
  ellipse([x, 190], 27, 46, paint.steel) +
  ellipse([x - 3, 186], 17, 34, paint.mist);

function table(ground: GroundName, ...parts: string[]): string {
  const { from, to, disc, floor } = grounds[ground];
  const stripes = [60, 110, 690, 740]
    .map((x) =>
      stroke(
        [
          [x, -10],
          [x, 610],
        ],
        disc,
        14,
        'stroke-opacity=".55"',
      ),
    )
    .join('');
  return canvas(from, to, stripes, ellipse([408, 318], 262, 258, floor, 'fill-opacity=".35"'), ...parts);
}

const plate = (...food: string[]) =>
  circle(MIDDLE, 254, '#f4f6fb') +
  ring(MIDDLE, 252, '#d5dcea', 5) +
  circle(MIDDLE, 196, '#e6ebf4') +
  circle([400, 304], 190, paint.white) +
  placed({ at: MIDDLE, scale: 1.14 }, ...food);

function bowl(color: string, deep: string, inside: string, ...food: string[]): string {
  return (
    circle(MIDDLE, 244, deep) +
    circle([396, 294], 240, color) +
    circle(MIDDLE, 206, deep) +
    circle(MIDDLE, 198, inside) +
    placed({ at: MIDDLE }, ...food)
  );
}

const board = (...food: string[]) =>
  box(150, 84, 500, 432, 46, paint.woodDeep) +
  box(150, 76, 500, 430, 46, paint.wood) +
  [150, 230, 330, 420]
    .map((y) =>
      stroke(
        [
          [184, y],
          [616, y + 6],
        ],
        paint.woodDeep,
        4,
        'stroke-opacity=".35"',
      ),
    )
    .join('') +
  circle([612, 116], 15, paint.woodDeep) +
  placed({ at: [400, 292] }, ...food);

const plated = (ground: GroundName, ...food: string[]) => table(ground, fork(92), knife(708), plate(...food));
const inBowl = (ground: GroundName, [color, deep]: [string, string], inside: string, ...food: string[]) =>
  table(ground, spoon(712), bowl(color, deep, inside, ...food));

const coral: [string, string] = [paint.coral, paint.coralDeep];
const teal: [string, string] = [paint.teal, paint.tealDeep];
const ink: [string, string] = [paint.inkSoft, paint.ink];
const amber: [string, string] = [paint.amber, paint.amberDeep];
const cream: [string, string] = ['#fff1d8', '#e2c99c'];

const salad = (at: Point, scale = 1) =>
  placed(
    { at, scale },
    lettuce([-34, -12], 1),
    lettuce([36, 14], 0.95, '#69bd4c'),
    lettuce([4, 44], 0.7),
    tomato([16, -30], 30),
    cherry([-30, 34], 17),
    cucumber([54, 52], 22),
    onion([-8, 8], 20),
  );

export const dishPictures = {
  oats: () =>
    inBowl(
      'sky',
      coral,
      '#efdcb8',
      scatter(60, 178, ([x, y], index) =>
        ellipse(
          [x, y],
          12,
          8,
          index % 2 ? '#e0c592' : '#f9ecd0',
          `transform="rotate(${(index * 67) % 180} ${x.toFixed(1)} ${y.toFixed(1)})"`,
        ),
      ),
      [-96, -52, -8, 36].map((x, index) => banana([x, -84 + index * 8], 36)).join(''),
      strawberry([-70, 58], -20, 1.3),
      strawberry([-4, 84], 10, 1.35),
      berry([78, 40], 22),
      berry([112, 2], 19),
      berry([66, 88], 21),
      berry([108, 64], 16),
      walnut([120, -70], 20),
      walnut([-124, 12], -30),
    ),
  'avocado-toast': () =>
    table(
      'mint',
      board(
        toast([-112, 20], -7),
        toast([112, 0], 6),
        path('M-176 -40C-170 -80 -60 -84 -46 -50L-50 70C-60 96 -160 100 -172 70Z', '#a9d067'),
        egg([-112, 14], 54),
        scatter(9, 60, ([x, y]) => circle([x - 112, y + 14], 3.4, paint.ink)),
        avocadoSlices([100, -40], 10),
        avocadoSlices([124, 34], -6),
        cherry([70, 70], 18),
        cherry([156, 88], 17),
        basil([112, 96], 30),
      ),
      avocado([676, 452], 24, 0.95),
    ),
  yogurt: () =>
    inBowl(
      'lilac',
      teal,
      '#fffdf7',
      stroke('M-120 -20C-80 -90 60 -110 110 -40', '#f1eadb', 15),
      path('M-160 20C-130 120 120 140 168 10C110 50 -90 60 -160 20Z', '#d9a55c'),
      scatter(40, 96, ([x, y], index) =>
        ellipse(
          [x * 1.5, 72 + y * 0.42],
          13,
          8,
          ['#e9bd78', '#b97c3a', '#f4d7a0'][index % 3]!,
          `transform="rotate(${(index * 41) % 180} ${(x * 1.5).toFixed(1)} ${(72 + y * 0.42).toFixed(1)})"`,
        ),
      ),
      peach([-76, -34], -30),
      peach([-20, -70], 8),
      peach([50, -50], 34),
      peach([-6, -14], -8),
      berry([110, -10], 18),
      berry([-130, 10], 16),
      basil([16, -104], 60, 0.6),
    ),
  omelette: () =>
    plated(
      'butter',
      path('M-150 30C-150 -80 -70 -120 10 -118C100 -116 156 -60 150 20C60 -10 -60 -6 -150 30Z', '#f2b632'),
      path('M-150 30C-60 -6 60 -10 150 20C140 96 60 120 -20 116C-90 114 -146 90 -150 30Z', '#ffd45e'),
      scatter(14, 90, ([x, y], index) =>
        circle([x, y * 0.4 - 54], 5 + (index % 3) * 2, '#e59a1c', 'fill-opacity=".7"'),
      ),
      [-110, -60, -6, 50, 104]
        .map((x, index) => leafy([x, 6 - Math.abs(index - 2) * -6], 70 + index * 16, 0.62))
        .join(''),
      stroke('M-130 34C-60 12 60 8 132 26', paint.white, 9, 'stroke-opacity=".75"'),
      cherry([-96, 150], 20),
      cherry([-52, 162], 18),
      parsley([60, 148], 1.3),
    ),
  pancakes: () =>
    plated(
      'rose',
      circle([8, 12], 142, '#b9742f'),
      circle([0, 0], 142, '#d9964a'),
      circle([0, -4], 130, '#efb76b'),
      circle([6, 4], 104, '#c98339', 'fill-opacity=".5"'),
      circle([0, -6], 102, '#f6c67e'),
      path(
        'M-70 -40C-40 -90 60 -80 76 -34C90 6 60 20 66 56C70 80 44 84 40 60C34 34 4 40 -10 64C-20 84 -44 78 -40 52C-40 20 -92 0 -70 -40Z',
        '#b8641c',
        'fill-opacity=".85"',
      ),
      strawberry([-34, -34], -24, 1.3),
      strawberry([34, -30], 20, 1.3),
      strawberry([4, 24], 170, 1.2),
      berry([70, 34], 19),
      berry([-66, 40], 18),
      basil([-4, -70], 10, 0.6),
    ),
  smoothie: () =>
    table(
      'butter',
      circle([400, 326], 250, paint.cream),
      path(
        'M296 150L504 150L472 494C470 512 456 520 440 520L360 520C344 520 330 512 328 494Z',
        paint.white,
        'fill-opacity=".8"',
      ),
      path('M306 200L494 200L466 486C464 500 454 508 440 508L360 508C346 508 336 500 334 486Z', '#f4d69a'),
      path('M440 200L494 200L466 486C464 500 454 508 440 508L418 508Z', '#e0b766', 'fill-opacity=".7"'),
      ellipse([400, 200], 94, 20, '#fff0cd'),
      stroke(
        [
          [452, 190],
          [500, 70],
        ],
        paint.coral,
        15,
      ),
      banana([360, 192], 34),
      banana([404, 204], 30),
      scatter(7, 60, ([x, y]) => circle([400 + x, 206 + y * 0.16], 4, paint.brown)),
      placed(
        { at: [196, 440], turn: -24 },
        path(
          'M-92 10C-60 66 60 66 98 -10C104 -20 92 -30 84 -20C50 22 -40 20 -84 -8C-94 -14 -100 -2 -92 10Z',
          '#ffd23f',
        ),
        path('M-92 10C-60 66 60 66 98 -10C60 40 -40 46 -92 10Z', '#e9ae1e'),
      ),
      walnut([596, 470], 10),
      walnut([640, 440], -30),
      walnut([622, 496], 60),
    ),
  'chicken-squash': () =>
    plated(
      'peach',
      mash([-70, -66], '#ffa83f', '#e98a1c', 1.05),
      chicken([26, 52], -14, 1.15),
      leafy([104, -72], 40, 0.9),
      leafy([134, -34], 80, 0.85),
      leafy([84, -112], 10, 0.8),
      parsley([-96, 24], 1.2),
    ),
  milanesa: () => plated('butter', milanesa([-34, 34], -10, 1.2), salad([96, -70], 0.9), lemon([-98, -98], 38)),
  steak: () =>
    plated(
      'peach',
      steak([-22, 46], -8, 1.18),
      potato([-92, -84], 10, 1.1),
      potato([-28, -112], -20, 1),
      potato([-44, -56], 40, 0.9),
      leafy([70, -92], 30, 0.9),
      leafy([112, -56], 76, 0.85),
      cherry([56, -50], 19),
      cherry([134, -6], 17),
      parsley([-20, -86], 0.9),
    ),
  'white-fish': () =>
    plated(
      'sky',
      whiteFish([-6, 60], -8),
      carrot([-104, -66], 24),
      carrot([-62, -98], 22),
      carrot([-64, -50], 20),
      broccoli([20, -92], 0.95),
      broccoli([80, -70], 0.9),
      potato([128, -12], 30, 0.8),
      lemon([-128, 20], 34),
      parsley([40, -30], 0.9),
    ),
  caesar: () =>
    inBowl(
      'mint',
      ink,
      '#f3f7e6',
      lettuce([-90, -70], 1.4),
      lettuce([60, -96], 1.4, '#69bd4c'),
      lettuce([100, 26], 1.4),
      lettuce([-40, 70], 1.45, '#69bd4c'),
      lettuce([-120, 30], 1.1),
      lettuce([20, -10], 1.2),
      chicken([-20, -20], -20, 0.72),
      chicken([56, 60], 24, 0.62),
      cube([-100, -30], 20, '#e8b765', '#bf8838', 34),
      cube([96, -60], 50, '#e8b765', '#bf8838', 32),
      cube([-40, 108], 10, '#e8b765', '#bf8838', 34),
      cube([10, -118], 70, '#e8b765', '#bf8838', 30),
      cherry([-110, 86], 19),
      cherry([128, 10], 18),
      [
        [-70, 40],
        [40, -60],
        [100, 90],
      ]
        .map(([x, y]) => path(`M${x! - 24} ${y}L${x! + 22} ${y! - 14}L${x! + 12} ${y! + 10}Z`, '#fff6d8'))
        .join(''),
    ),
  quinoa: () =>
    inBowl(
      'lilac',
      amber,
      '#ecd9a8',
      scatter(110, 188, ([x, y], index) => ring([x, y], 5, index % 3 ? '#cdae67' : '#fff3cf', 4)),
      scatter(22, 150, ([x, y], index) => (index % 2 ? chickpea([x, y], 15) : '')),
      avocadoSlices([-96, -50], -30),
      avocadoSlices([-110, 40], -70),
      tomato([60, -96], 32),
      cherry([104, -40], 20),
      cherry([116, 20], 19),
      cucumber([20, 110], 28),
      cucumber([70, 92], 26),
      onion([-20, -110], 24),
      leafy([-30, 110], 60, 0.7),
      lemon([112, 84], 32),
    ),
  'rice-tuna': () =>
    inBowl(
      'sky',
      coral,
      '#f7e7c4',
      rice(196),
      path('M-120 -30C-110 -90 20 -110 60 -60C90 -20 20 40 -50 36C-100 32 -128 10 -120 -30Z', '#d99a7a'),
      scatter(22, 64, ([x, y], index) =>
        placed(
          { at: [x - 34, y * 0.8 - 34], turn: index * 50 },
          ellipse([0, 0], 17, 9, index % 2 ? '#f0bfa4' : '#c4805f'),
        ),
      ),
      halfEgg([92, -52], 30, 1.3),
      halfEgg([118, 24], 70, 1.3),
      scatter(18, 66, ([x, y]) => pea([x + 30, y * 0.7 + 104], 11)),
      scatter(9, 40, ([x, y]) => circle([x - 84, y + 84], 11, '#ffcf4a')),
      olive([-10, 50], 14),
      olive([26, 40], 13),
      parsley([-120, 40], 1.1),
    ),
  bolognese: () =>
    plated(
      'rose',
      noodles(160),
      path('M-78 -30C-90 -80 -20 -100 20 -84C80 -84 100 -20 76 20C70 64 0 80 -40 58C-84 50 -90 0 -78 -30Z', '#9c2f1f'),
      path('M-66 -30C-74 -68 -16 -84 18 -70C66 -70 84 -18 62 14C58 50 0 62 -34 44C-70 38 -76 -4 -66 -30Z', '#c8452f'),
      scatter(24, 58, ([x, y], index) => circle([x, y - 8], 8 + (index % 3) * 2, index % 2 ? '#8a3b22' : '#de6a4f')),
      basil([-10, -30], -30, 0.75),
      basil([26, -16], 50, 0.7),
      scatter(12, 90, ([x, y]) => circle([x, y], 4, '#fff3cf')),
    ),
  lentils: () =>
    inBowl(
      'butter',
      ink,
      '#a4562c',
      scatter(120, 190, ([x, y], index) => ellipse([x, y], 11, 9, ['#8a4a22', '#b9713c', '#753a18'][index % 3]!)),
      carrot([-80, -60], 30),
      carrot([40, -100], 28),
      carrot([100, 30], 30),
      carrot([-50, 80], 28),
      cube([-10, -30], 20, '#ffdf8c', '#d8a13a', 46),
      cube([60, 90], 50, '#ffdf8c', '#d8a13a', 44),
      cube([-120, 20], 70, '#ffdf8c', '#d8a13a', 42),
      circle([20, 40], 32, '#a83224'),
      circle([20, 40], 24, '#cf5340'),
      circle([110, -60], 28, '#a83224'),
      circle([110, -60], 21, '#cf5340'),
      parsley([-20, 20], 1.2),
      parsley([70, -20], 1),
    ),
  wok: () =>
    inBowl(
      'peach',
      coral,
      '#9a6a45',
      scatter(9, 140, ([x, y], index) =>
        stroke(`M${x - 40} ${y}Q${x} ${y - 30 + index * 6} ${x + 40} ${y}`, '#f3d489', 12),
      ),
      broccoli([-84, -70], 1.1),
      broccoli([86, 70], 1.1),
      chicken([-10, -10], -10, 0.56),
      chicken([64, -66], 40, 0.5),
      chicken([-60, 70], -50, 0.5),
      carrot([-120, 10], 26),
      carrot([10, 110], 26),
      carrot([30, -116], 24),
      [
        [120, -10, '#e2402f'],
        [-20, 56, '#ffb52e'],
        [-40, -110, '#e2402f'],
        [30, 40, '#e2402f'],
        [120, 40, '#ffb52e'],
      ]
        .map(([x, y, color], index) =>
          stroke(
            `M${Number(x) - 26} ${Number(y)}q26 -30 52 0`,
            String(color),
            15,
            `transform="rotate(${index * 60} ${x} ${y})"`,
          ),
        )
        .join(''),
      scatter(16, 150, ([x, y]) => ellipse([x, y], 4, 6, '#fff6dd')),
    ),
  burger: () =>
    plated(
      'mint',
      lettuce([-20, -6], 2, '#69bd4c'),
      circle([-18, 4], 100, '#5e2b1b'),
      circle([-18, 0], 92, '#8a4630'),
      scatter(30, 84, ([x, y], index) => circle([x - 18, y], 5 + (index % 3) * 2, index % 2 ? '#74371f' : '#a85c3e')),
      path('M-92 -40L30 -62L66 44L-60 64Z', '#ffc845'),
      tomato([-36, -6], 40),
      tomato([20, 16], 36),
      onion([-8, 0], 30),
      salad([122, -92], 0.72),
      potato([-130, 96], 20, 0.9),
      potato([-84, 128], -20, 0.85),
      potato([-144, 46], 60, 0.8),
    ),
  tart: () =>
    plated(
      'lilac',
      circle([0, 0], 168, '#b0732d'),
      around(28, (turn) => circle(toward([0, 0], turn, 158), 20, '#d99a49')),
      circle([0, 0], 142, '#e8c45b'),
      scatter(40, 132, ([x, y], index) =>
        circle([x, y], 9 + (index % 3) * 4, index % 2 ? '#f3d985' : '#cfa63c', 'fill-opacity=".8"'),
      ),
      scatter(15, 124, ([x, y], index) => cucumber([x, y], 26 - (index % 3) * 2)),
      stroke(
        [
          [0, 0],
          [0, -164],
        ],
        '#b0732d',
        8,
      ),
      stroke(
        [
          [0, 0],
          [128, -104],
        ],
        '#b0732d',
        8,
      ),
    ),
  'salmon-broccoli': () =>
    plated(
      'mint',
      salmon([-4, 56], -10),
      broccoli([-104, -64], 1.05),
      broccoli([-44, -96], 1.1),
      broccoli([20, -84], 1),
      lemon([96, -70], 36),
      lemon([120, -24], 32),
      leafy([-140, 30], 20, 0.6),
    ),
  'squash-soup': () =>
    inBowl(
      'sky',
      cream,
      '#ff9f3a',
      circle([0, 0], 196, '#ff9f3a'),
      stroke('M-110 20C-60 -70 40 90 110 -20', '#ffe7c2', 17),
      stroke('M-80 70C-30 0 40 130 100 50', '#ffe7c2', 12),
      scatter(16, 120, ([x, y]) => placed({ at: [x, y - 20], turn: x }, ellipse([0, 0], 6, 12, '#6f9a3a'))),
      chicken([-60, -76], -30, 0.44),
      chicken([10, -100], 10, 0.42),
      parsley([50, -50], 1.4),
      cube([110, -70], 20, '#e8b765', '#bf8838', 34),
      cube([134, -20], 50, '#e8b765', '#bf8838', 30),
    ),
  zucchini: () =>
    plated(
      'butter',
      scatter(15, 138, ([x, y], index) => circle([x, y], 44, index % 2 ? '#ffe08a' : '#fff3c4')),
      scatter(16, 128, ([x, y], index) => cucumber([x, y], 30 - (index % 4) * 2)),
      scatter(9, 104, ([x, y]) => circle([x + 20, y - 10], 13, '#f7b733')),
      cherry([-60, -40], 20),
      cherry([66, 30], 19),
      cherry([-20, 90], 18),
      onion([30, -70], 26),
      onion([-90, 40], 22),
      parsley([10, 10], 1.3),
    ),
  'shepherd-pie': () =>
    table(
      'peach',
      box(166, 100, 468, 400, 60, paint.tealDeep),
      box(166, 92, 468, 396, 60, paint.teal),
      box(196, 122, 408, 336, 40, '#7b3f22'),
      box(196, 122, 408, 336, 40, '#f0c766'),
      box(196, 372, 150, 86, 30, '#8a4630'),
      Array.from({ length: 6 }, (_, row) =>
        stroke(`M${216} ${154 + row * 44}q32 -26 64 0t64 0t64 0t64 0t64 0t44 0`, row % 2 ? '#d99a3a' : '#fbe3a4', 10),
      ).join(''),
      path('M196 350C260 330 330 350 356 380C372 410 366 458 340 458L236 458C210 458 196 440 196 420Z', '#7b3f22'),
      placed(
        { at: [276, 408] },
        scatter(24, 62, ([x, y], index) =>
          circle([x, y * 0.66], 8 + (index % 3) * 2, ['#a85c3e', '#5e2b1b', '#c77f4f'][index % 3]!),
        ),
        pea([-30, 10], 9),
        pea([20, -14], 9),
        carrot([26, 20], 13),
        carrot([-10, -16], 12),
      ),
      halfEgg([470, 250], 20, 1.2),
      olive([420, 330], 15),
      olive([530, 360], 15),
      olive([330, 200], 15),
      parsley([560, 190], 1.2),
      spoon(706),
    ),
  pizza: () =>
    table(
      'rose',
      board(
        circle([0, 0], 206, '#b9762f'),
        circle([0, -3], 200, '#e2a857'),
        circle([0, 0], 172, '#d8432f'),
        circle([0, 0], 164, '#ffd66b'),
        scatter(16, 150, ([x, y], index) => circle([x, y], 22 + (index % 3) * 7, '#ffe59a')),
        tomato([-80, -70], 32),
        tomato([70, -90], 32),
        tomato([100, 50], 32),
        tomato([-50, 100], 32),
        tomato([6, -10], 30),
        [
          [-110, 20],
          [30, 70],
          [20, -110],
          [-20, 40],
        ]
          .map(([x, y], index) =>
            stroke(`M${x! - 24} ${y}q24 -30 48 0`, paint.leafDeep, 13, `transform="rotate(${index * 70} ${x} ${y})"`),
          )
          .join(''),
        olive([-30, -50], 14),
        olive([60, 0], 14),
        olive([-70, 50], 14),
        olive([70, 110], 13),
        olive([-10, -140], 13),
        basil([-10, 90], 20, 0.7),
        basil([120, -30], 80, 0.7),
        basil([-130, -30], -40, 0.7),
        around(4, (turn) => stroke([[0, 0], toward([0, 0], turn + 22, 204)], '#a9641f', 5, 'stroke-opacity=".6"')),
      ),
    ),
  empanadas: () =>
    table(
      'butter',
      board(
        empanada([-104, -78], -12),
        empanada([98, -86], 8),
        empanada([-92, 78], 6),
        empanada([104, 74], -8),
        lemon([0, 0], 36),
        parsley([6, -150], 1.1),
      ),
    ),
} satisfies Record<string, () => string>;

export type DishPicture = keyof typeof dishPictures;
