import { barbell, cable, grip, plate, tower } from './equipment';
import { paint, scene, type GroundName } from './palette';
import { around, box, capsule, circle, FLOOR, path, placed, ring, stroke, toward, type Point } from './svg';

/** The big ones, alone or with somebody in them: what is drawn before the person, and after. */
export type Machine = { behind: string; front: string };

const FRAME = paint.ink;
const STEEL = paint.steelDeep;

const beam = (points: readonly Point[], width = 16, color: string = FRAME) => stroke(points, color, width);
const foot = (from: number, to: number) =>
  stroke(
    [
      [from, FLOOR - 7],
      [to, FLOOR - 7],
    ],
    paint.inkSoft,
    15,
  );
const roller = (at: Point, r = 17) =>
  circle(at, r, paint.coralDeep) + circle(at, r - 4, paint.coral) + circle(at, r * 0.28, paint.ink);

function pad(from: Point, to: Point, width = 26): string {
  return stroke([from, to], paint.coralDeep, width) + stroke([from, to], paint.coral, width - 9);
}

function stack(x: number, rows = 7, top = 210): string {
  const weights = Array.from({ length: rows }, (_, index) =>
    box(x - 26, FLOOR - 38 - index * 21, 52, 17, 4, index > rows - 4 ? paint.amber : paint.slate),
  ).join('');
  return (
    beam(
      [
        [x - 34, top],
        [x - 34, FLOOR - 10],
      ],
      12,
    ) +
    beam(
      [
        [x + 34, top],
        [x + 34, FLOOR - 10],
      ],
      12,
    ) +
    beam(
      [
        [x - 34, top],
        [x + 34, top],
      ],
      16,
    ) +
    stroke(
      [
        [x, top],
        [x, FLOOR - 40],
      ],
      STEEL,
      4,
    ) +
    weights
  );
}

export const machines = {
  'leg-press': () => ({
    behind:
      foot(200, 640) +
      beam(
        [
          [312, 492],
          [620, 236],
        ],
        16,
      ) +
      beam(
        [
          [600, 254],
          [600, FLOOR - 8],
        ],
        16,
      ) +
      beam(
        [
          [262, 430],
          [262, FLOOR - 8],
        ],
        14,
      ) +
      plate([556, 286], 62, paint.amber, paint.amberDeep) +
      pad([316, 462], [226, 362], 34) +
      pad([320, 466], [372, 478], 28),
    front:
      beam(
        [
          [452, 262],
          [528, 352],
        ],
        22,
        paint.inkSoft,
      ) +
      stroke(
        [
          [486, 300],
          [520, 272],
        ],
        STEEL,
        12,
      ),
  }),
  'leg-curl': () => ({
    behind:
      stack(628) +
      foot(190, 680) +
      beam([
        [300, 410],
        [270, FLOOR - 8],
      ]) +
      beam([
        [470, 410],
        [500, FLOOR - 8],
      ]) +
      pad([222, 408], [520, 396], 34),
    front:
      beam(
        [
          [226, 412],
          [206, 300],
        ],
        13,
        paint.inkSoft,
      ) +
      roller([214, 296], 19) +
      circle([226, 412], 15, paint.amber),
  }),
  'leg-extension': () => ({
    behind:
      stack(208) +
      foot(160, 560) +
      beam(
        [
          [250, 300],
          [300, 300],
        ],
        13,
      ) +
      beam([
        [330, 430],
        [330, FLOOR - 8],
      ]) +
      beam([
        [420, 424],
        [452, FLOOR - 8],
      ]) +
      pad([296, 408], [272, 268], 34) +
      pad([318, 420], [418, 416], 32),
    front:
      beam(
        [
          [430, 412],
          [528, 400],
        ],
        13,
        paint.inkSoft,
      ) +
      circle([430, 412], 16, paint.amber) +
      roller([530, 384], 19),
  }),
  smith: () => ({
    behind:
      foot(176, 624) +
      [210, 590]
        .map((x) =>
          beam(
            [
              [x, 72],
              [x, FLOOR - 8],
            ],
            18,
          ),
        )
        .join('') +
      beam(
        [
          [200, 74],
          [600, 74],
        ],
        20,
      ) +
      [246, 554]
        .map((x) =>
          stroke(
            [
              [x, 84],
              [x, FLOOR - 16],
            ],
            paint.steel,
            8,
          ),
        )
        .join('') +
      [0, 1, 2, 3, 4]
        .map((row) => circle([210, 170 + row * 62], 6, paint.amber) + circle([590, 170 + row * 62], 6, paint.amber))
        .join(''),
    front: '',
  }),
  'lat-pulldown': () => ({
    behind:
      tower(604, 96, paint.amber, 424) +
      beam(
        [
          [600, 84],
          [412, 84],
        ],
        18,
      ) +
      circle([416, 96], 18, paint.inkSoft) +
      circle([416, 96], 7, paint.steel) +
      foot(296, 640) +
      beam([
        [372, 446],
        [372, FLOOR - 8],
      ]) +
      pad([322, 446], [424, 446], 30),
    front:
      beam(
        [
          [470, 486],
          [470, 392],
        ],
        13,
        paint.inkSoft,
      ) + roller([456, 386], 20),
  }),
  'low-row': () => ({
    behind:
      tower(624, 372, paint.amber, 330) +
      foot(220, 660) +
      beam([
        [280, 466],
        [280, FLOOR - 8],
      ]) +
      beam([
        [450, 466],
        [450, FLOOR - 8],
      ]) +
      pad([246, 462], [452, 462], 30) +
      beam(
        [
          [498, 492],
          [534, 406],
        ],
        16,
        paint.inkSoft,
      ),
    front: '',
  }),
  crossover: () => ({
    behind:
      beam(
        [
          [140, 92],
          [660, 92],
        ],
        20,
      ) +
      tower(148, 122, paint.amber, 410) +
      tower(652, 122, paint.amber, 410),
    front: '',
  }),
  'chest-press': () => ({
    behind:
      stack(196) +
      foot(160, 560) +
      beam([
        [330, 150],
        [330, FLOOR - 8],
      ]) +
      beam(
        [
          [196, 216],
          [330, 160],
        ],
        14,
      ) +
      pad([336, 424], [330, 262], 36) +
      pad([352, 432], [432, 430], 32),
    front:
      beam(
        [
          [338, 156],
          [506, 196],
          [506, 300],
        ],
        15,
        paint.inkSoft,
      ) +
      capsule([490, 300], [524, 300], 10, 10, paint.coral) +
      circle([338, 156], 16, paint.amber),
  }),
  'peck-deck': () => ({
    behind:
      foot(250, 550) +
      beam(
        [
          [400, 96],
          [400, FLOOR - 8],
        ],
        30,
      ) +
      beam(
        [
          [226, 122],
          [574, 122],
        ],
        20,
      ) +
      pad([400, 220], [400, 380], 74) +
      pad([346, 420], [454, 420], 36),
    front: '',
  }),
  abductor: () => ({
    behind:
      foot(250, 550) +
      beam(
        [
          [400, 240],
          [400, FLOOR - 8],
        ],
        26,
      ) +
      pad([400, 196], [400, 372], 84) +
      pad([338, 424], [462, 424], 38) +
      beam(
        [
          [400, 460],
          [256, 436],
        ],
        14,
        paint.inkSoft,
      ) +
      beam(
        [
          [400, 460],
          [544, 436],
        ],
        14,
        paint.inkSoft,
      ),
    front:
      [256, 544]
        .map((x) => box(x - 15, 374, 30, 84, 14, paint.coralDeep) + box(x - 11, 378, 22, 76, 11, paint.coral))
        .join('') + circle([400, 462], 17, paint.amber),
  }),
  treadmill: () => ({
    behind:
      beam(
        [
          [596, 470],
          [560, 236],
        ],
        18,
      ) +
      beam(
        [
          [560, 300],
          [470, 306],
        ],
        13,
      ) +
      placed(
        { at: [548, 226], turn: -18 },
        box(-44, -24, 88, 46, 12, paint.inkSoft),
        box(-34, -16, 68, 26, 6, paint.teal),
      ),
    front:
      path('M190 488L200 466L600 448C616 448 624 460 624 474L624 488Z', FRAME) +
      stroke(
        [
          [216, 472],
          [590, 456],
        ],
        paint.slate,
        9,
      ) +
      [230, 590].map((x) => circle([x, 488], 13, paint.inkSoft)).join('') +
      stroke(
        [
          [300, 484],
          [520, 480],
        ],
        paint.coral,
        6,
      ),
  }),
  bike: () => ({
    behind:
      foot(250, 330) +
      foot(480, 580) +
      beam(
        [
          [294, FLOOR - 10],
          [400, 424],
          [530, FLOOR - 12],
        ],
        16,
      ) +
      beam(
        [
          [400, 424],
          [352, 336],
        ],
        15,
      ) +
      beam(
        [
          [400, 424],
          [520, 296],
        ],
        15,
      ) +
      circle([516, 424], 66, paint.coralDeep) +
      circle([516, 424], 58, paint.coral) +
      ring([516, 424], 36, paint.coralDeep, 6) +
      circle([516, 424], 14, paint.ink) +
      stroke(
        [
          [520, 296],
          [508, 262],
          [546, 250],
        ],
        FRAME,
        14,
      ) +
      placed(
        { at: [536, 226], turn: -16 },
        box(-28, -18, 56, 34, 8, paint.inkSoft),
        box(-20, -11, 40, 18, 4, paint.teal),
      ) +
      path('M312 330C318 318 350 318 392 326C396 336 372 342 352 342C330 344 312 342 312 330Z', paint.inkSoft),
    front: circle([400, 424], 26, paint.inkSoft) + circle([400, 424], 10, paint.amber),
  }),
  elliptical: () => ({
    behind:
      foot(220, 620) +
      beam(
        [
          [580, FLOOR - 10],
          [548, 206],
        ],
        18,
      ) +
      placed(
        { at: [540, 190], turn: -14 },
        box(-34, -20, 68, 40, 10, paint.inkSoft),
        box(-25, -12, 50, 21, 5, paint.teal),
      ) +
      circle([264, 418], 66, paint.coralDeep) +
      circle([264, 418], 58, paint.coral) +
      ring([264, 418], 34, paint.coralDeep, 6) +
      circle([264, 418], 13, paint.ink) +
      stroke(
        [
          [290, 448],
          [548, 452],
        ],
        paint.slate,
        13,
      ) +
      stroke(
        [
          [548, 452],
          [556, 330],
          [486, 196],
        ],
        paint.slate,
        12,
      ),
    front:
      stroke(
        [
          [236, 390],
          [556, 428],
        ],
        paint.inkSoft,
        14,
      ) +
      stroke(
        [
          [556, 428],
          [552, 320],
          [532, 214],
        ],
        paint.inkSoft,
        13,
      ) +
      box(326, 398, 76, 16, 8, paint.amber),
  }),
  rower: () => ({
    behind:
      stroke(
        [
          [190, 466],
          [560, 446],
        ],
        paint.slate,
        15,
      ) +
      beam(
        [
          [206, 466],
          [196, FLOOR - 8],
        ],
        13,
      ) +
      foot(176, 216) +
      foot(540, 660) +
      beam(
        [
          [560, 446],
          [600, FLOOR - 10],
        ],
        15,
      ) +
      circle([600, 404], 68, FRAME) +
      circle([600, 404], 56, paint.inkSoft) +
      around(10, (turn) => stroke([toward([600, 404], turn, 22), toward([600, 404], turn + 24, 48)], paint.slate, 7)) +
      circle([600, 404], 15, paint.coral) +
      beam(
        [
          [606, 346],
          [576, 262],
        ],
        10,
        paint.inkSoft,
      ) +
      placed({ at: [572, 248], turn: -12 }, box(-26, -18, 52, 36, 8, FRAME), box(-18, -11, 36, 19, 4, paint.teal)) +
      beam(
        [
          [512, 466],
          [536, 400],
        ],
        14,
        paint.inkSoft,
      ),
    front: '',
  }),
} satisfies Record<string, () => Machine>;

export type MachineName = keyof typeof machines;

export const rowSeat = (x: number) => pad([x - 24, 446], [x + 24, 444], 22);

/** What hangs in a machine while nobody holds it. */
const idle: Partial<Record<MachineName, () => string>> = {
  smith: () => barbell([400, 220], 236),
  'lat-pulldown': () =>
    cable([416, 96], [416, 196]) +
    stroke(
      [
        [340, 212],
        [366, 196],
        [466, 196],
        [492, 212],
      ],
      paint.ink,
      14,
    ),
  'low-row': () => cable([624, 372], [500, 372]) + grip([494, 372], 90, 24),
  crossover: () =>
    [148, 652]
      .map((x) => cable([x, 122], [x < 400 ? 250 : 550, 230]) + ring([x < 400 ? 256 : 544, 250], 20, paint.coral, 10))
      .join(''),
  'peck-deck': () =>
    [262, 538]
      .map(
        (x) =>
          beam(
            [
              [x, 130],
              [x, 200],
            ],
            14,
            paint.inkSoft,
          ) +
          box(x - 20, 190, 40, 132, 18, paint.coralDeep) +
          box(x - 15, 195, 30, 122, 14, paint.coral),
      )
      .join(''),
  rower: () => rowSeat(330) + cable([566, 366], [486, 356]) + grip([482, 356], 80, 24),
};

export function machinePicture(name: MachineName): string {
  const { behind, front } = machines[name]();
  return scene(
    { ground: GROUNDS[name] ?? 'stone', shadow: [400, 460], zoom: 1.08 },
    behind,
    idle[name]?.() ?? '',
    front,
  );
}

const GROUNDS: Partial<Record<MachineName, GroundName>> = {
  treadmill: 'sky',
  bike: 'sky',
  elliptical: 'sky',
  rower: 'sky',
  'leg-press': 'lilac',
  'leg-curl': 'lilac',
  'leg-extension': 'lilac',
  abductor: 'lilac',
  'chest-press': 'peach',
  'peck-deck': 'peach',
  'lat-pulldown': 'mint',
  'low-row': 'mint',
};
