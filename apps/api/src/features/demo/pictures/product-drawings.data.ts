import { dumbbell, kettlebell } from './equipment';
import { paint, scene, type GroundName } from './palette';
import { around, box, capsule, circle, ellipse, FLOOR, path, placed, ring, stroke, toward, type Point } from './svg';

/** What the shop links to, on its plinth. */

const PLINTH = 452;

function onPlinth(ground: GroundName, drawn: string, width = 330): string {
  const [left, right] = [400 - width / 2, 400 + width / 2];
  return scene(
    { ground, zoom: 1.14, lift: 22 },
    ellipse([400, FLOOR + 2], width / 2 + 26, 15, paint.ink, 'fill-opacity=".1"'),
    path(
      `M${left} ${PLINTH}L${right} ${PLINTH}L${right} ${FLOOR - 12}A${width / 2} 17 0 0 1 ${left} ${FLOOR - 12}Z`,
      paint.mist,
    ),
    ellipse([400, PLINTH], width / 2, 17, paint.white),
    drawn,
  );
}

type Colors = [body: string, deep: string];
const coral: Colors = [paint.coral, paint.coralDeep];
const teal: Colors = [paint.teal, paint.tealDeep];
const violet: Colors = [paint.violet, paint.violetDeep];
const amber: Colors = [paint.amber, paint.amberDeep];
const sky: Colors = [paint.sky, paint.skyDeep];
const rose: Colors = [paint.rose, paint.roseDeep];
const leaf: Colors = [paint.leaf, paint.leafDeep];
const ink: Colors = [paint.inkSoft, paint.ink];

/** A round container from the side: lid, body, label with a sign of what is inside. */
function tub([body, deep]: Colors, [lid, lidDeep]: Colors, width: number, height: number, sign: string): string {
  const [left, top] = [400 - width / 2, PLINTH + 4 - height];
  return (
    box(left, top, width, height, 26, body) +
    path(
      `M${left + width * 0.72} ${top}L${left + width - 26} ${top}Q${left + width} ${top} ${left + width} ${top + 26}L${left + width} ${top + height - 26}Q${left + width} ${top + height} ${left + width - 26} ${top + height}L${left + width * 0.72} ${top + height}Z`,
      deep,
    ) +
    box(left - 6, top - 50, width + 12, 62, 14, lid) +
    box(left + width * 0.74, top - 50, width * 0.26 + 6, 62, 14, lidDeep) +
    Array.from({ length: 7 }, (_, index) =>
      stroke(
        [
          [left + 8 + (index * (width - 16)) / 6, top - 38],
          [left + 8 + (index * (width - 16)) / 6, top],
        ],
        lidDeep,
        4,
        'stroke-opacity=".6"',
      ),
    ).join('') +
    box(left, top + height * 0.26, width, height * 0.5, 0, paint.cream) +
    box(
      left + width * 0.72,
      top + height * 0.26,
      width * 0.28,
      height * 0.5,
      0,
      paint.creamDeep,
      'fill-opacity=".55"',
    ) +
    placed({ at: [400 - width * 0.08, top + height * 0.51], scale: Math.min(width, height) / 230 }, sign)
  );
}

const scoop =
  circle([0, 0], 46, paint.amber) +
  path('M-46 0A46 46 0 0 1 46 0Z', paint.coral) +
  stroke(
    [
      [-24, -16],
      [0, -30],
      [24, -16],
    ],
    paint.white,
    8,
  );
const bolt = path('M12 -54L-36 10L-4 10L-14 54L38 -14L6 -14Z', paint.violet);
const molecule =
  stroke(
    [
      [-44, 22],
      [0, -24],
      [44, 22],
    ],
    paint.teal,
    9,
  ) +
  circle([-44, 22], 18, paint.coral) +
  circle([0, -26], 22, paint.teal) +
  circle([44, 22], 18, paint.amber);
const fish =
  path('M-50 0C-24 -34 20 -34 38 0C20 34 -24 34 -50 0Z', paint.sky) +
  path('M28 0L58 -26L58 26Z', paint.skyDeep) +
  circle([-26, -6], 6, paint.white);
const sun =
  around(8, (turn) => stroke([toward([0, 0], turn, 38), toward([0, 0], turn, 52)], paint.amberDeep, 9)) +
  circle([0, 0], 28, paint.amber);
const drop =
  path('M0 -54C30 -14 40 6 40 22C40 44 22 56 0 56C-22 56 -40 44 -40 22C-40 6 -30 -14 0 -54Z', paint.sky) +
  path('M-20 20C-20 34 -12 42 0 44', 'none', `stroke="${paint.white}" stroke-width="8" stroke-linecap="round"`);

const capsules = (at: Point) =>
  placed(
    { at, turn: -24 },
    capsule([-20, 0], [0, 0], 14, 14, paint.coral),
    capsule([4, 0], [22, 0], 14, 14, paint.white),
  ) +
  placed(
    { at: [at[0] + 58, at[1] + 6], turn: 30 },
    capsule([-20, 0], [0, 0], 14, 14, paint.amber),
    capsule([4, 0], [22, 0], 14, 14, paint.white),
  );

function pouch([body, deep]: Colors, sign: string): string {
  return (
    path(
      'M288 196L512 196C504 270 520 380 530 440C534 456 520 462 506 462L294 462C280 462 266 456 270 440C280 380 296 270 288 196Z',
      body,
    ) +
    path('M450 196L512 196C504 270 520 380 530 440C534 456 520 462 506 462L446 462C462 380 456 270 450 196Z', deep) +
    box(280, 172, 240, 38, 8, deep) +
    stroke(
      [
        [290, 222],
        [510, 222],
      ],
      paint.white,
      5,
      'stroke-opacity=".6"',
    ) +
    ellipse([392, 340], 84, 78, paint.cream) +
    placed({ at: [392, 340], scale: 1.1 }, sign)
  );
}

const shirt = ([body, deep]: Colors) =>
  path(
    'M316 158L248 190L196 276L258 314L282 284L282 444C282 454 290 460 300 460L500 460C510 460 518 454 518 444L518 284L542 314L604 276L552 190L484 158C462 190 338 190 316 158Z',
    body,
  ) +
  path(
    'M484 158L552 190L604 276L542 314L518 284L518 444C518 454 510 460 500 460L452 460C476 380 470 260 446 176C462 172 476 166 484 158Z',
    deep,
  ) +
  stroke('M316 158C338 194 462 194 484 158', deep, 13) +
  path('M306 322L494 262L494 296L306 356Z', paint.white, 'fill-opacity=".9"');

const leggings = ([body, deep]: Colors) =>
  path(
    'M310 120L490 120C508 210 504 330 488 456L420 456C424 370 416 290 400 226C384 290 376 370 380 456L312 456C296 330 292 210 310 120Z',
    body,
  ) +
  path('M446 120L490 120C508 210 504 330 488 456L450 456C470 340 470 220 446 120Z', deep) +
  box(306, 112, 188, 44, 12, deep) +
  path('M306 190C330 260 330 340 318 440L312 440C298 340 296 260 302 190Z', paint.white, 'fill-opacity=".75"');

const shorts = ([body, deep]: Colors) =>
  path('M270 190L530 190C548 260 562 330 566 404L424 418L400 304L376 418L234 404C238 330 252 260 270 190Z', body) +
  path('M474 190L530 190C548 260 562 330 566 404L500 411C508 330 496 250 474 190Z', deep) +
  box(264, 180, 272, 44, 14, deep) +
  stroke(
    [
      [390, 204],
      [376, 262],
    ],
    paint.white,
    7,
  ) +
  stroke(
    [
      [410, 204],
      [420, 268],
    ],
    paint.white,
    7,
  ) +
  path('M252 330L238 404L262 406L276 334Z', paint.white, 'fill-opacity=".85"');

const jacket = ([body, deep]: Colors) =>
  path(
    'M318 140L246 176C214 240 200 330 196 420L256 430L284 300L284 462L516 462L516 300L544 430L604 420C600 330 586 240 554 176L482 140Z',
    body,
  ) +
  path('M482 140L554 176C586 240 600 330 604 420L544 430L516 300L516 462L400 462L400 160Z', deep) +
  path('M318 140C330 100 470 100 482 140L440 176L360 176Z', deep) +
  stroke(
    [
      [400, 172],
      [400, 458],
    ],
    paint.white,
    8,
  ) +
  stroke(
    [
      [322, 376],
      [322, 420],
    ],
    paint.white,
    8,
  ) +
  stroke(
    [
      [478, 376],
      [478, 420],
    ],
    paint.white,
    8,
  ) +
  box(284, 448, 232, 20, 8, paint.ink);

const sock = (x: number, [body, deep]: Colors) =>
  path(
    `M${x} 150L${x + 92} 150L${x + 92} 340C${x + 92} 400 ${x + 40} 456 ${x - 30} 456C${x - 86} 456 ${x - 96} 400 ${x - 50} 376C${x - 10} 356 ${x} 346 ${x} 318Z`,
    body,
  ) +
  box(x - 4, 146, 100, 36, 12, deep) +
  stroke(
    [
      [x + 4, 206],
      [x + 88, 206],
    ],
    paint.white,
    12,
  ) +
  stroke(
    [
      [x + 4, 234],
      [x + 88, 234],
    ],
    deep,
    12,
  ) +
  path(`M${x - 30} 456C${x - 86} 456 ${x - 96} 400 ${x - 50} 376C${x - 34} 396 ${x - 26} 426 ${x - 30} 456Z`, deep);

const sneaker = ([body, deep]: Colors, turn = 0) =>
  placed(
    { at: [400, 372], turn },
    path(
      'M-190 -96C-176 -70 -136 -72 -116 -108L-44 -92C-10 -40 60 -16 150 0C186 8 196 40 190 60L-200 60C-208 10 -206 -50 -190 -96Z',
      body,
    ),
    path('M-190 -96C-176 -70 -136 -72 -116 -108L-92 -102C-116 -50 -160 -20 -202 0C-204 -30 -200 -66 -190 -96Z', deep),
    path('M30 -36C70 -14 110 -8 150 0C186 8 196 40 190 60L74 60C84 20 66 -14 30 -36Z', deep),
    path('M-206 48L194 48C206 78 196 92 170 92L-180 92C-204 92 -212 76 -206 48Z', paint.white),
    stroke(
      [
        [-200, 82],
        [184, 82],
      ],
      paint.steel,
      7,
    ),
    path('M-150 36C-96 20 -40 -20 -20 -66L10 -48C-10 4 -60 36 -108 44Z', paint.white, 'fill-opacity=".9"'),
    [0, 1, 2, 3]
      .map((lace) =>
        stroke(
          [
            [-36 + lace * 26, -78 + lace * 17],
            [-10 + lace * 26, -98 + lace * 17],
          ],
          paint.white,
          10,
        ),
      )
      .join(''),
  );

const bottle = ([body, deep]: Colors) =>
  box(330, 176, 140, 282, 40, body) +
  path('M430 176L430 458C452 458 470 440 470 418L470 216C470 194 452 176 430 176Z', deep) +
  box(346, 118, 108, 66, 16, paint.ink) +
  stroke('M366 120C366 74 434 74 434 120', paint.ink, 16) +
  stroke(
    [
      [352, 230],
      [352, 400],
    ],
    paint.white,
    9,
    'stroke-opacity=".5"',
  ) +
  placed(
    { at: [396, 320], scale: 0.9 },
    path('M-34 0C-20 -40 20 -40 34 0C20 40 -20 40 -34 0Z', paint.white, 'fill-opacity=".9"'),
    path('M-4 -22L-18 6L0 6L-6 26L18 -6L2 -6Z', deep),
  );

const shaker =
  path('M310 200L490 200L468 440C467 452 460 460 448 460L352 460C340 460 333 452 332 440Z', paint.mist) +
  path(
    'M322 330L478 330L468 440C467 452 460 460 448 460L352 460C340 460 333 452 332 440Z',
    paint.coral,
    'fill-opacity=".85"',
  ) +
  path('M436 200L490 200L468 440C467 452 460 460 448 460L420 460Z', paint.ink, 'fill-opacity=".12"') +
  [250, 290, 330, 370, 410]
    .map((y) =>
      stroke(
        [
          [342, y],
          [366, y],
        ],
        paint.ink,
        5,
        'stroke-opacity=".45"',
      ),
    )
    .join('') +
  box(298, 150, 204, 60, 18, paint.ink) +
  box(318, 118, 92, 44, 12, paint.inkSoft) +
  stroke('M440 150C440 96 510 96 506 150', paint.coral, 14);

const rope =
  stroke(
    'M300 210C210 330 250 452 350 446C450 440 430 330 350 336C270 342 300 452 420 446C560 440 600 330 500 210',
    paint.violet,
    13,
  ) +
  placed({ at: [288, 176], turn: -22 }, box(-17, -66, 34, 120, 15, paint.ink), box(-17, -66, 34, 40, 15, paint.coral)) +
  placed({ at: [512, 176], turn: 22 }, box(-17, -66, 34, 120, 15, paint.ink), box(-17, -66, 34, 40, 15, paint.coral));

const glove = (flip: boolean, x: number) =>
  placed(
    { at: [x, 310], flip },
    path(
      'M-66 148L-72 10C-74 -10 -50 -14 -46 6L-44 40L-46 -60C-46 -82 -18 -82 -18 -60L-16 -80C-16 -102 12 -102 12 -80L14 -66C16 -86 42 -84 42 -62L44 -20C48 -38 72 -34 70 -12L60 148Z',
      paint.inkSoft,
    ),
    path('M-66 148L-70 40C-30 20 30 20 66 40L60 148Z', paint.ink),
    box(-72, 96, 138, 46, 12, paint.coral),
    box(-20, 104, 72, 30, 8, paint.white, 'fill-opacity=".9"'),
  );

const belt =
  path('M190 300C230 250 570 250 610 300L610 390C570 340 230 340 190 390Z', paint.woodDeep) +
  path('M190 304C190 240 610 240 610 304L610 404C610 470 190 470 190 404Z', paint.wood) +
  path('M190 304C190 240 610 240 610 304C610 350 190 350 190 304Z', paint.brown) +
  stroke('M206 366C240 420 560 420 594 366', paint.woodDeep, 5, 'stroke-dasharray="14 12"') +
  box(346, 344, 108, 96, 18, paint.steel) +
  box(366, 364, 68, 56, 10, paint.wood) +
  stroke(
    [
      [400, 392],
      [452, 392],
    ],
    paint.steelDeep,
    12,
  );

const backpack = ([body, deep]: Colors) =>
  stroke('M356 150C356 96 444 96 444 150', paint.ink, 17) +
  path(
    'M292 220C292 150 340 140 400 140C460 140 508 150 508 220L520 420C520 448 502 462 478 462L322 462C298 462 280 448 280 420Z',
    body,
  ) +
  path('M452 150C488 160 508 176 508 220L520 420C520 448 502 462 478 462L448 462C480 380 474 220 452 150Z', deep) +
  box(316, 316, 168, 120, 24, deep) +
  stroke(
    [
      [334, 348],
      [466, 348],
    ],
    paint.white,
    8,
  ) +
  stroke(
    [
      [330, 214],
      [470, 214],
    ],
    paint.white,
    8,
  ) +
  box(392, 346, 16, 42, 6, paint.amber) +
  box(392, 212, 16, 42, 6, paint.amber);

const watch =
  path('M346 96L454 96L470 200L330 200Z', paint.ink) +
  path('M330 372L470 372L454 470L346 470Z', paint.ink) +
  box(290, 166, 220, 240, 62, paint.inkSoft) +
  box(306, 182, 188, 208, 48, paint.ink) +
  box(506, 250, 18, 62, 8, paint.slate) +
  ring([400, 268], 56, '#34436b', 15) +
  path('M400 212A56 56 0 1 1 348 290', 'none', `stroke="${paint.coral}" stroke-width="15" stroke-linecap="round"`) +
  stroke(
    [
      [326, 356],
      [366, 356],
      [380, 334],
      [398, 374],
      [414, 344],
      [424, 356],
      [474, 356],
    ],
    paint.teal,
    9,
  ) +
  path(
    'M400 288C384 276 376 266 380 256C386 246 396 250 400 258C404 250 414 246 420 256C424 266 416 276 400 288Z',
    paint.rose,
  );

const headphones =
  stroke('M262 330C240 110 560 110 538 330', paint.ink, 34) +
  stroke('M280 300C270 150 530 150 520 300', paint.inkSoft, 12) +
  box(222, 296, 86, 148, 40, paint.coral) +
  box(270, 306, 46, 128, 22, paint.ink) +
  box(492, 296, 86, 148, 40, paint.coralDeep) +
  box(484, 306, 46, 128, 22, paint.ink) +
  box(236, 320, 16, 90, 8, paint.white, 'fill-opacity=".5"');

const bands = [coral, amber, teal, violet, sky]
  .map(([body, deep], index) => {
    const x = 400 + (index - 2) * 62;
    return ring([x, 340], 92, deep, 26) + ring([x - 4, 336], 92, body, 17);
  })
  .join('');

const rolledMat =
  box(196, 322, 330, 132, 66, paint.violet) +
  box(196, 390, 330, 64, 32, paint.violetDeep, 'fill-opacity=".7"') +
  circle([526, 388], 66, paint.violetDeep) +
  circle([526, 388], 56, '#a08bff') +
  stroke('M526 388C540 376 548 396 530 404C504 412 492 376 524 362C566 348 588 412 540 430', paint.violetDeep, 9) +
  [280, 420].map((x) => box(x, 318, 22, 140, 8, paint.ink)).join('');

const foamRoller =
  box(206, 300, 340, 152, 70, paint.teal) +
  [0, 1, 2, 3, 4].map((row) => box(240 + row * 54, 312, 30, 128, 12, paint.tealDeep, 'fill-opacity=".75"')).join('') +
  ellipse([536, 376], 56, 76, paint.tealDeep) +
  ellipse([536, 376], 42, 60, paint.teal) +
  ellipse([536, 376], 24, 38, paint.ink);

const abWheel =
  stroke(
    [
      [236, 356],
      [564, 356],
    ],
    paint.steelDeep,
    17,
  ) +
  box(196, 334, 108, 44, 20, paint.ink) +
  box(496, 334, 108, 44, 20, paint.ink) +
  box(206, 338, 56, 14, 7, paint.slate) +
  circle([400, 356], 100, paint.ink) +
  circle([400, 356], 74, paint.coral) +
  ring([400, 356], 50, paint.coralDeep, 9) +
  circle([400, 356], 22, paint.ink) +
  circle([400, 356], 9, paint.steel);

const gymBall =
  circle([400, 318], 142, paint.skyDeep) +
  circle([392, 310], 132, paint.sky) +
  [0.3, 0.62, 0.92]
    .map((part) =>
      ellipse([396, 314], 138 * part, 138, 'none', `stroke="${paint.skyDeep}" stroke-width="6" stroke-opacity=".55"`),
    )
    .join('') +
  ellipse([344, 248], 32, 22, paint.white, 'fill-opacity=".55" transform="rotate(-34 344 248)"');

const pullUpBar =
  stroke(
    [
      [200, 220],
      [600, 220],
    ],
    paint.steelDeep,
    24,
  ) +
  [250, 360, 440, 550].map((x) => box(x - 32, 206, 64, 28, 12, paint.ink)).join('') +
  [214, 586]
    .map((x) => box(x - 20, 160, 40, 230, 14, paint.inkSoft) + box(x - 34, 148, 68, 30, 12, paint.coral))
    .join('') +
  stroke(
    [
      [214, 380],
      [330, 240],
    ],
    paint.inkSoft,
    17,
  ) +
  stroke(
    [
      [586, 380],
      [470, 240],
    ],
    paint.inkSoft,
    17,
  );

const bar = ([body, deep]: Colors, at: Point, turn: number) =>
  placed(
    { at, turn },
    path('M-150 -44L-132 -32L-132 32L-150 44L150 44L132 32L132 -32L150 -44Z', deep),
    box(-134, -40, 268, 80, 10, body),
    box(-60, -26, 120, 52, 14, paint.cream),
    placed({ scale: 0.44 }, bolt),
    box(-128, -34, 30, 66, 6, paint.white, 'fill-opacity=".25"'),
  );

const jar =
  box(298, 196, 204, 262, 40, paint.wood) +
  path(
    'M444 196C476 196 502 216 502 240L502 420C502 442 484 458 462 458L436 458C464 380 462 270 444 196Z',
    paint.woodDeep,
  ) +
  box(290, 138, 220, 70, 18, paint.coral) +
  box(452, 138, 58, 70, 18, paint.coralDeep) +
  box(298, 270, 204, 126, 0, paint.cream) +
  placed(
    { at: [392, 334], turn: -20, scale: 1.1 },
    path('M-46 0C-46 -28 -14 -30 0 -14C14 -30 46 -28 46 0C46 28 14 30 0 14C-14 30 -46 28 -46 0Z', paint.amber),
    [
      [-28, -6],
      [-20, 8],
      [22, -8],
      [30, 6],
    ]
      .map(([x, y]) => circle([x!, y!], 4, paint.amberDeep))
      .join(''),
  );

/** By name in the data. */
export const productPictures = {
  whey: () => onPlinth('peach', tub(ink, coral, 230, 280, scoop)),
  creatine: () => onPlinth('lilac', tub([paint.white, paint.mist], violet, 216, 210, bolt)),
  omega: () => onPlinth('sky', tub(amber, [paint.white, paint.mist], 168, 240, fish) + capsules([506, 436])),
  vitamins: () => onPlinth('butter', tub(leaf, [paint.white, paint.mist], 168, 240, sun) + capsules([506, 436])),
  electrolytes: () => onPlinth('sky', pouch(sky, drop)),
  bars: () => onPlinth('rose', bar(violet, [404, 400], -4) + bar(coral, [396, 314], 5) + bar(teal, [406, 226], -6)),
  peanut: () => onPlinth('butter', jar),
  dumbbells: () => onPlinth('stone', dumbbell([370, 384], -8, 2.5) + dumbbell([440, 300], 12, 2.2)),
  kettlebell: () => onPlinth('peach', kettlebell([400, 246], 3)),
  mat: () => onPlinth('lilac', rolledMat, 400),
  bands: () => onPlinth('mint', bands, 400),
  roller: () => onPlinth('mint', foamRoller, 400),
  wheel: () => onPlinth('peach', abWheel, 400),
  ball: () => onPlinth('sky', gymBall),
  bar: () => onPlinth('stone', placed({ at: [0, 62] }, pullUpBar), 420),
  shirt: () => onPlinth('peach', placed({ at: [0, -8] }, shirt(coral))),
  leggings: () => onPlinth('lilac', leggings(violet)),
  shorts: () => onPlinth('sky', shorts(ink), 360),
  jacket: () => onPlinth('mint', placed({ at: [0, -8] }, jacket(teal)), 360),
  socks: () => onPlinth('butter', sock(362, coral) + sock(500, sky)),
  running: () => onPlinth('rose', sneaker(rose), 440),
  training: () => onPlinth('stone', sneaker(ink), 440),
  bottle: () => onPlinth('sky', bottle(sky)),
  shaker: () => onPlinth('peach', shaker),
  rope: () => onPlinth('lilac', rope, 400),
  gloves: () => onPlinth('butter', glove(false, 480) + glove(true, 320), 380),
  belt: () => onPlinth('peach', belt, 440),
  backpack: () => onPlinth('mint', backpack(teal)),
  watch: () => onPlinth('rose', watch),
  headphones: () => onPlinth('lilac', headphones),
} satisfies Record<string, () => string>;

export type ProductPicture = keyof typeof productPictures;

/** The shelves of the shop: several things of a kind, drawn together. */
const small = (drawn: string, x: number, scale: number) =>
  placed({ at: [x - 400 * scale, PLINTH * (1 - scale)], scale }, drawn);

export const categoryPictures = {
  supplements: () =>
    onPlinth(
      'peach',
      small(tub(violet, ink, 190, 250, molecule), 506, 0.74) + small(tub(ink, coral, 230, 280, scoop), 330, 0.94),
      420,
    ),
  equipment: () => onPlinth('stone', kettlebell([326, 288], 2.3) + dumbbell([504, 404], 0, 1.9), 440),
  clothing: () => onPlinth('lilac', placed({ at: [0, -8] }, shirt(violet))),
  shoes: () => onPlinth('butter', sneaker(amber), 440),
  accessories: () => onPlinth('sky', small(bottle(teal), 316, 0.95) + small(backpack(coral), 474, 0.86), 420),
  technology: () => onPlinth('mint', small(headphones, 466, 0.86) + small(watch, 310, 0.78), 440),
} satisfies Record<string, () => string>;

export type CategoryPicture = keyof typeof categoryPictures;
