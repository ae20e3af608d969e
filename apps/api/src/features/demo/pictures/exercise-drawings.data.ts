import {
  barbell,
  bench,
  cable,
  crate,
  dumbbell,
  dumbbellEnd,
  grip,
  inclineBench,
  kettlebell,
  mat,
  plate,
  tower,
} from './equipment';
import { figure, type Person, type Pose } from './figure';
import { frontFigure, type FrontPose } from './front-figure';
import { machines, rowSeat, type MachineName } from './machine-drawings.data';
import { paint, scene, type GroundName } from './palette';
import { athlete, type OutfitName } from './people';
import { box, circle, stroke, type Point } from './svg';

type Look = {
  ground: GroundName;
  who: [number: number, outfit: OutfitName];
  zoom?: number;
  lift?: number;
  shadow?: [number, number];
};
export type ExerciseDrawing = { look: Look; draw: (person: Person) => string };

const side = (look: Look, pose: Pose): ExerciseDrawing => ({
  look: { zoom: 1.14, shadow: [400, 260], ...look },
  draw: (person) => figure(person, pose),
});
/** On the floor: nearer, and a little higher. */
const lying = (look: Look, pose: Pose) => side({ zoom: 1.24, lift: 46, shadow: [400, 440], ...look }, pose);
const front = (look: Look, pose: FrontPose): ExerciseDrawing => ({
  look: { zoom: 1.14, shadow: [400, 240], ...look },
  draw: (person) => frontFigure(person, pose),
});
const inMachine = (name: MachineName, look: Look, pose: Pose) => {
  const { behind, front: before } = machines[name]();
  const surrounded = { ...pose, behind: behind + (pose.behind ?? ''), front: (pose.front ?? '') + before };
  return side({ zoom: 1.06, shadow: [400, 480], ...look }, surrounded);
};
const standing = (x: number): Pose['legs'] => [{ foot: [x - 6, 482] }, { foot: [x + 20, 482] }];
const both = (hand: Point, bend: 1 | -1 = 1): Pose['arms'] => [
  { hand, bend },
  { hand: [hand[0] + 8, hand[1] - 2], bend },
];

/** One drawing for each exercise, by its name in the data. */
export const exerciseDrawings = {
  // Pecho
  'press-banca': () =>
    side(
      { ground: 'peach', who: [4, 'teal'], shadow: [400, 420] },
      {
        hip: [470, 384],
        lean: -90,
        nod: 4,
        arms: both([366, 250]),
        legs: [{ foot: [560, 482] }, { foot: [582, 482] }],
        behind: bench(236, 410, 290),
        front: plate([368, 244], 54),
      },
    ),
  'press-inclinado': () =>
    side(
      { ground: 'peach', who: [1, 'teal'], shadow: [410, 380] },
      {
        hip: [430, 412],
        lean: -45,
        arms: both([374, 212]),
        legs: [{ foot: [536, 482] }, { foot: [556, 482] }],
        behind: inclineBench([402, 440], [306, 344]),
        front: dumbbellEnd([378, 206], 27),
      },
    ),
  flexiones: () =>
    lying(
      { ground: 'peach', who: [2, 'teal'] },
      {
        hip: [368, 408],
        lean: 72,
        nod: -8,
        arms: both([488, 482]),
        legs: [
          { foot: [186, 474], toe: 160 },
          { foot: [196, 476], toe: 160 },
        ],
        behind: mat(130, 660, paint.sky, paint.skyDeep),
      },
    ),
  'press-maquina': () =>
    inMachine(
      'chest-press',
      { ground: 'peach', who: [5, 'sky'], shadow: [360, 420] },
      { hip: [384, 400], lean: -3, arms: both([498, 300]), legs: [{ foot: [462, 482] }, { foot: [480, 482] }] },
    ),
  contractora: () =>
    front(
      { ground: 'peach', who: [0, 'teal'], zoom: 1.06, shadow: [400, 320] },
      {
        hip: [400, 384],
        hand: [486, 196],
        elbow: [500, 268],
        foot: [452, 480],
        knee: [446, 410],
        behind: machines['peck-deck']().behind,
        front: [310, 490]
          .map(
            (x) =>
              stroke(
                [
                  [x, 130],
                  [x, 168],
                ],
                paint.inkSoft,
                13,
              ) +
              box(x - 15, 160, 30, 104, 14, paint.coralDeep) +
              box(x - 11, 164, 22, 96, 11, paint.coral),
          )
          .join(''),
      },
    ),
  'cruce-poleas': () =>
    front(
      { ground: 'peach', who: [8, 'violet'], zoom: 1.02, shadow: [400, 460] },
      {
        hip: [400, 284],
        hand: [428, 262],
        elbow: [488, 226],
        foot: [434, 482],
        behind: machines.crossover().behind + cable([148, 122], [372, 262]) + cable([652, 122], [428, 262]),
        front: grip([428, 262], 70, 15) + grip([372, 262], -70, 15),
      },
    ),

  // Espalda
  dominadas: () =>
    front(
      { ground: 'sky', who: [4, 'coral'], zoom: 1, shadow: [400, 160] },
      {
        hip: [400, 330],
        hand: [492, 112],
        bend: -1,
        elbow: [500, 186],
        foot: [424, 466],
        knee: [424, 414],
        behind:
          stroke(
            [
              [220, 100],
              [220, 490],
            ],
            paint.ink,
            18,
          ) +
          stroke(
            [
              [580, 100],
              [580, 490],
            ],
            paint.ink,
            18,
          ) +
          stroke(
            [
              [180, 494],
              [260, 494],
            ],
            paint.inkSoft,
            15,
          ) +
          stroke(
            [
              [540, 494],
              [620, 494],
            ],
            paint.inkSoft,
            15,
          ),
        front:
          stroke(
            [
              [212, 104],
              [588, 104],
            ],
            paint.steelDeep,
            13,
          ) +
          [308, 492]
            .map((x) =>
              stroke(
                [
                  [x - 12, 104],
                  [x + 12, 104],
                ],
                paint.coral,
                15,
              ),
            )
            .join(''),
      },
    ),
  'jalon-pecho': () =>
    inMachine(
      'lat-pulldown',
      { ground: 'sky', who: [3, 'coral'], zoom: 1.04, shadow: [440, 420] },
      {
        hip: [366, 416],
        lean: -10,
        arms: both([420, 226]),
        legs: [{ foot: [440, 482] }, { foot: [456, 482] }],
        behind: cable([416, 96], [424, 222]),
        front: grip([424, 222], -14, 44),
      },
    ),
  'remo-barra': () =>
    side(
      { ground: 'sky', who: [0, 'coral'] },
      {
        hip: [346, 318],
        lean: 58,
        nod: -26,
        arms: both([430, 352]),
        legs: [{ foot: [372, 482] }, { foot: [396, 482] }],
        front: plate([434, 356], 46, paint.amber, paint.amberDeep),
      },
    ),
  'remo-mancuerna': () =>
    side(
      { ground: 'sky', who: [1, 'coral'], shadow: [390, 420] },
      {
        hip: [318, 318],
        lean: 74,
        nod: -16,
        arms: [{ hand: [404, 372] }, { hand: [452, 404] }],
        legs: [{ foot: [306, 482] }, { foot: [224, 398], toe: 200 }],
        behind: bench(236, 410, 300, paint.violet, paint.violetDeep),
        front: dumbbell([404, 378], 8, 1),
      },
    ),
  'remo-sentado': () =>
    inMachine(
      'low-row',
      { ground: 'sky', who: [5, 'amber'], shadow: [440, 460] },
      {
        hip: [330, 426],
        lean: -4,
        arms: both([416, 366]),
        legs: [
          { foot: [502, 444], toe: 20 },
          { foot: [512, 442], toe: 20 },
        ],
        behind: cable([624, 372], [420, 366]),
        front: grip([424, 366], 90, 18),
      },
    ),
  'peso-muerto': () =>
    side(
      { ground: 'sky', who: [2, 'coral'] },
      {
        hip: [336, 368],
        lean: 52,
        nod: -30,
        arms: both([432, 430]),
        legs: [{ foot: [394, 482] }, { foot: [414, 482] }],
        front: plate([434, 440], 58),
      },
    ),
  superman: () =>
    lying(
      { ground: 'sky', who: [7, 'coral'] },
      {
        hip: [372, 466],
        lean: 72,
        nod: -22,
        arms: both([606, 404]),
        legs: [
          { foot: [182, 430], toe: 262 },
          { foot: [190, 422], toe: 262 },
        ],
        behind: mat(140, 660),
      },
    ),

  // Hombros
  'press-militar': () =>
    front(
      { ground: 'butter', who: [0, 'violet'], zoom: 0.98 },
      { hip: [400, 284], hand: [486, 56], elbow: [490, 120], foot: [434, 482], front: barbell([400, 52], 210) },
    ),
  'press-mancuernas': () =>
    front(
      { ground: 'butter', who: [1, 'violet'], zoom: 1.08 },
      {
        hip: [400, 382],
        hand: [492, 156],
        elbow: [512, 238],
        foot: [448, 480],
        knee: [444, 408],
        behind:
          box(350, 236, 100, 170, 26, paint.tealDeep) +
          box(356, 236, 88, 166, 22, paint.teal) +
          box(330, 404, 140, 24, 12, paint.teal) +
          stroke(
            [
              [400, 430],
              [400, 490],
            ],
            paint.slate,
            16,
          ) +
          stroke(
            [
              [350, 494],
              [450, 494],
            ],
            paint.slate,
            13,
          ),
        front: dumbbell([494, 148], 0, 1.05) + dumbbell([306, 148], 0, 1.05),
      },
    ),
  'elevaciones-laterales': () =>
    front(
      { ground: 'butter', who: [3, 'violet'] },
      {
        hip: [400, 284],
        hand: [572, 188],
        bend: 1,
        foot: [430, 482],
        front: dumbbell([578, 190], 90, 0.9) + dumbbell([222, 190], 90, 0.9),
      },
    ),
  'face-pull': () =>
    side(
      { ground: 'butter', who: [5, 'teal'], zoom: 1.05, shadow: [440, 380] },
      {
        hip: [344, 294],
        lean: -4,
        arms: both([404, 152], -1),
        legs: standing(344),
        behind: tower(600, 150, paint.coral) + cable([600, 150], [412, 150]),
        front: grip([410, 150], 80, 18),
      },
    ),

  // Brazos
  'curl-barra': () =>
    side(
      { ground: 'rose', who: [2, 'sky'] },
      {
        hip: [388, 294],
        lean: 0,
        arms: both([446, 210]),
        legs: standing(388),
        front: plate([450, 206], 42, paint.amber, paint.amberDeep),
      },
    ),
  'curl-martillo': () =>
    side(
      { ground: 'rose', who: [6, 'sky'] },
      {
        hip: [388, 294],
        lean: 0,
        arms: [{ hand: [454, 226] }, { hand: [404, 312] }],
        legs: standing(388),
        behind: dumbbell([406, 316], 0, 0.85),
        front: dumbbell([458, 222], 60, 0.95),
      },
    ),
  'curl-concentrado': () =>
    side(
      { ground: 'rose', who: [0, 'teal'], shadow: [400, 360] },
      {
        hip: [336, 392],
        lean: 30,
        nod: -6,
        arms: [{ hand: [446, 322] }, { hand: [420, 396] }],
        legs: [{ foot: [432, 482] }, { foot: [452, 482] }],
        behind: bench(236, 420, 170, paint.sky, paint.skyDeep),
        front: dumbbell([452, 314], 70, 0.95),
      },
    ),
  'triceps-polea': () =>
    side(
      { ground: 'rose', who: [7, 'sky'], zoom: 1.05, shadow: [430, 360] },
      {
        hip: [360, 296],
        lean: 8,
        arms: both([436, 296]),
        legs: standing(360),
        behind:
          tower(590, 112, paint.coral, 410) +
          stroke(
            [
              [590, 100],
              [444, 100],
            ],
            paint.ink,
            16,
          ) +
          circle([444, 112], 16, paint.inkSoft) +
          cable([444, 112], [442, 290]),
        front: grip([442, 294], 0, 26),
      },
    ),
  'press-frances': () =>
    side(
      { ground: 'rose', who: [4, 'sky'], shadow: [400, 420] },
      {
        hip: [470, 384],
        lean: -90,
        nod: 4,
        arms: both([300, 300], -1),
        legs: [{ foot: [560, 482] }, { foot: [582, 482] }],
        behind: bench(236, 410, 290, paint.teal, paint.tealDeep),
        front: plate([296, 296], 38, paint.amber, paint.amberDeep),
      },
    ),
  'fondos-banco': () =>
    side(
      { ground: 'rose', who: [3, 'teal'], shadow: [420, 440] },
      {
        hip: [392, 420],
        lean: -4,
        arms: both([336, 396]),
        legs: [
          { foot: [560, 474], toe: 50 },
          { foot: [576, 474], toe: 50 },
        ],
        behind: bench(196, 408, 170, paint.violet, paint.violetDeep),
      },
    ),

  // Abdomen
  plancha: () =>
    lying(
      { ground: 'mint', who: [3, 'violet'] },
      {
        hip: [372, 414],
        lean: 78,
        nod: -6,
        arms: [{ hand: [534, 484] }, { hand: [546, 484] }],
        legs: [
          { foot: [184, 472], toe: 160 },
          { foot: [194, 474], toe: 160 },
        ],
        behind: mat(130, 660, paint.coral, paint.coralDeep),
      },
    ),
  'plancha-lateral': () =>
    lying(
      { ground: 'mint', who: [1, 'coral'] },
      {
        hip: [366, 424],
        lean: 68,
        nod: -8,
        arms: [{ hand: [470, 250] }, { hand: [530, 484] }],
        legs: [
          { foot: [180, 478], toe: 90 },
          { foot: [192, 476], toe: 90 },
        ],
        behind: mat(130, 660, paint.violet, paint.violetDeep),
      },
    ),
  crunch: () =>
    lying(
      { ground: 'mint', who: [0, 'violet'] },
      {
        hip: [416, 462],
        lean: -56,
        nod: 18,
        arms: both([300, 350], -1),
        legs: [{ foot: [532, 482] }, { foot: [548, 482] }],
        behind: mat(180, 640, paint.coral, paint.coralDeep),
      },
    ),
  'elevacion-piernas': () =>
    lying(
      { ground: 'mint', who: [7, 'violet'] },
      {
        hip: [430, 466],
        lean: -89,
        nod: 4,
        arms: [
          { hand: [448, 482], bend: -1 },
          { hand: [456, 482], bend: -1 },
        ],
        legs: [
          { foot: [482, 282], toe: 20 },
          { foot: [500, 286], toe: 20 },
        ],
        behind: mat(180, 660, paint.coral, paint.coralDeep),
      },
    ),
  'bicicleta-abdominal': () =>
    lying(
      { ground: 'mint', who: [4, 'coral'] },
      {
        hip: [392, 462],
        lean: -54,
        nod: 20,
        arms: both([280, 346], -1),
        legs: [
          { foot: [440, 386], toe: 110 },
          { foot: [574, 420], toe: 100 },
        ],
        behind: mat(170, 640, paint.violet, paint.violetDeep),
      },
    ),
  escaladores: () =>
    lying(
      { ground: 'mint', who: [6, 'coral'] },
      {
        hip: [360, 388],
        lean: 70,
        nod: -12,
        arms: both([488, 484]),
        legs: [
          { foot: [400, 470], toe: 140 },
          { foot: [188, 476], toe: 160 },
        ],
        behind: mat(130, 660, paint.violet, paint.violetDeep),
      },
    ),
  'giros-rusos': () =>
    lying(
      { ground: 'mint', who: [5, 'violet'] },
      {
        hip: [356, 456],
        lean: -30,
        nod: 14,
        arms: both([392, 398]),
        legs: [
          { foot: [508, 432], toe: 70 },
          { foot: [522, 428], toe: 70 },
        ],
        behind: mat(200, 640, paint.coral, paint.coralDeep),
        front:
          circle([406, 392], 34, paint.amberDeep) +
          circle([404, 390], 30, paint.amber) +
          stroke('M380 376Q404 394 428 374', paint.amberDeep, 5),
      },
    ),
  'bicho-muerto': () =>
    lying(
      { ground: 'mint', who: [3, 'sky'] },
      {
        hip: [420, 462],
        lean: -90,
        nod: 2,
        arms: [{ hand: [330, 332] }, { hand: [196, 410], bend: -1 }],
        legs: [
          { foot: [514, 376], toe: 70 },
          { foot: [604, 440], toe: 50 },
        ],
        behind: mat(170, 660, paint.coral, paint.coralDeep),
      },
    ),

  // Piernas
  'sentadilla-barra': () =>
    side(
      { ground: 'lilac', who: [0, 'coral'] },
      {
        hip: [346, 380],
        lean: 34,
        nod: -28,
        arms: both([410, 266]),
        legs: [{ foot: [396, 482] }, { foot: [418, 482] }],
        behind: plate([386, 262], 58),
        front: circle([388, 264], 13, paint.steel),
      },
    ),
  'sentadilla-goblet': () =>
    side(
      { ground: 'lilac', who: [1, 'amber'] },
      {
        hip: [348, 384],
        lean: 22,
        nod: -14,
        arms: both([446, 290]),
        legs: [{ foot: [400, 482] }, { foot: [424, 482] }],
        front: kettlebell([452, 278], 0.9),
      },
    ),
  prensa: () =>
    inMachine(
      'leg-press',
      { ground: 'lilac', who: [4, 'teal'] },
      {
        hip: [338, 436],
        lean: -46,
        nod: 14,
        arms: [{ hand: [352, 448], bend: 1 }, { hand: [360, 446] }],
        legs: [
          { foot: [466, 328], toe: 42 },
          { foot: [478, 322], toe: 42 },
        ],
      },
    ),
  zancadas: () =>
    side(
      { ground: 'lilac', who: [7, 'coral'], shadow: [390, 360] },
      {
        hip: [386, 372],
        lean: 2,
        arms: [{ hand: [386, 394] }, { hand: [404, 394] }],
        legs: [{ foot: [488, 482] }, { foot: [266, 466], toe: 140 }],
        behind: dumbbell([408, 404], 0, 0.85),
        front: dumbbell([386, 404], 0, 0.95),
      },
    ),
  bulgara: () =>
    side(
      { ground: 'lilac', who: [6, 'teal'], shadow: [390, 400] },
      {
        hip: [396, 366],
        lean: 12,
        nod: -8,
        arms: [{ hand: [418, 382] }, { hand: [432, 382] }],
        legs: [{ foot: [470, 482] }, { foot: [252, 394], toe: 200 }],
        behind: bench(180, 410, 150, paint.amber, paint.amberDeep) + dumbbell([436, 392], 0, 0.85),
        front: dumbbell([418, 392], 0, 0.95),
      },
    ),
  'extension-cuadriceps': () =>
    inMachine(
      'leg-extension',
      { ground: 'lilac', who: [3, 'sky'], shadow: [360, 420] },
      {
        hip: [330, 388],
        lean: -10,
        arms: [{ hand: [342, 404] }, { hand: [352, 404] }],
        legs: [
          { foot: [508, 392], toe: 30 },
          { foot: [512, 390], toe: 30 },
        ],
      },
    ),
  'curl-femoral': () =>
    inMachine(
      'leg-curl',
      { ground: 'lilac', who: [1, 'teal'] },
      {
        hip: [322, 372],
        lean: 86,
        nod: -10,
        arms: both([478, 446]),
        legs: [
          { foot: [238, 282], toe: 350, bend: -1 },
          { foot: [244, 280], toe: 350, bend: -1 },
        ],
      },
    ),
  'sentadilla-smith': () =>
    front(
      { ground: 'lilac', who: [8, 'coral'], zoom: 1.02, shadow: [400, 440] },
      {
        hip: [400, 366],
        hand: [480, 236],
        elbow: [478, 300],
        foot: [462, 482],
        knee: [474, 404],
        behind: machines.smith().behind + barbell([400, 236], 236),
      },
    ),
  'peso-muerto-rumano': () =>
    side(
      { ground: 'lilac', who: [5, 'coral'] },
      {
        hip: [340, 318],
        lean: 66,
        nod: -34,
        arms: both([432, 398]),
        legs: [{ foot: [376, 482] }, { foot: [398, 482] }],
        front: plate([434, 406], 46, paint.teal, paint.tealDeep),
      },
    ),
  sillita: () =>
    side(
      { ground: 'lilac', who: [2, 'amber'], shadow: [400, 300] },
      {
        hip: [334, 386],
        lean: 0,
        arms: [{ hand: [420, 366] }, { hand: [432, 366] }],
        legs: [{ foot: [430, 482] }, { foot: [448, 482] }],
        behind:
          box(262, 130, 40, 372, 8, paint.slate) +
          [0, 1, 2, 3, 4]
            .map((row) =>
              stroke(
                [
                  [268, 190 + row * 66],
                  [296, 190 + row * 66],
                ],
                paint.steelDeep,
                5,
              ),
            )
            .join(''),
      },
    ),

  // Glúteos
  'hip-thrust': () =>
    side(
      { ground: 'rose', who: [1, 'violet'], shadow: [400, 400] },
      {
        hip: [410, 388],
        lean: -84,
        nod: 14,
        arms: [
          { hand: [404, 352], bend: -1 },
          { hand: [414, 350], bend: -1 },
        ],
        legs: [{ foot: [512, 482] }, { foot: [530, 482] }],
        behind: bench(196, 414, 140, paint.teal, paint.tealDeep),
        front: plate([414, 346], 48),
      },
    ),
  puente: () =>
    lying(
      { ground: 'rose', who: [3, 'sky'] },
      {
        hip: [410, 410],
        lean: -112,
        nod: 26,
        arms: [
          { hand: [400, 484], bend: -1 },
          { hand: [410, 484], bend: -1 },
        ],
        legs: [{ foot: [504, 482] }, { foot: [520, 482] }],
        behind: mat(180, 640, paint.violet, paint.violetDeep),
      },
    ),
  'patada-polea': () =>
    side(
      { ground: 'rose', who: [7, 'teal'], zoom: 1.05, shadow: [430, 420] },
      {
        hip: [396, 306],
        lean: 24,
        nod: -14,
        arms: both([552, 232]),
        legs: [{ foot: [250, 422], toe: 150, bend: -1 }, { foot: [412, 482] }],
        behind: tower(596, 474, paint.coral) + cable([590, 474], [262, 434]),
        front: circle([254, 418], 15, paint.amber),
      },
    ),
  abduccion: () =>
    front(
      { ground: 'rose', who: [5, 'teal'], shadow: [400, 360] },
      {
        hip: [400, 388],
        hand: [440, 400],
        elbow: [474, 340],
        foot: [532, 482],
        knee: [520, 412],
        behind: machines.abductor().behind,
        front: machines.abductor().front,
      },
    ),

  // Pantorrillas
  'talones-pie': () =>
    side(
      { ground: 'stone', who: [8, 'coral'], zoom: 1.04 },
      {
        hip: [398, 254],
        lean: 0,
        arms: [{ hand: [404, 274] }, { hand: [420, 274] }],
        legs: [
          { foot: [390, 442], toe: 138 },
          { foot: [412, 444], toe: 138 },
        ],
        behind: crate(366, 150, 36) + dumbbell([424, 284], 0, 0.85),
        front: dumbbell([404, 284], 0, 0.95),
      },
    ),

  // Cuerpo completo
  burpees: () =>
    side(
      { ground: 'butter', who: [0, 'coral'], zoom: 0.98, shadow: [400, 150] },
      {
        hip: [394, 254],
        lean: 4,
        nod: -14,
        arms: [
          { hand: [426, 18], bend: -1 },
          { hand: [450, 22], bend: -1 },
        ],
        legs: [
          { foot: [372, 438], toe: 150 },
          { foot: [346, 420], toe: 150 },
        ],
        behind: [330, 400, 470]
          .map((x) =>
            stroke(
              [
                [x, 462],
                [x, 482],
              ],
              paint.amber,
              8,
            ),
          )
          .join(''),
      },
    ),
  'saltos-tijera': () =>
    front(
      { ground: 'sky', who: [1, 'coral'], zoom: 1.08 },
      { hip: [400, 300], hand: [522, 84], elbow: [494, 138], foot: [496, 474] },
    ),
  swing: () =>
    side(
      { ground: 'peach', who: [5, 'sky'] },
      {
        hip: [362, 304],
        lean: 8,
        arms: both([504, 210]),
        legs: [{ foot: [352, 482] }, { foot: [392, 482] }],
        front: kettlebell([530, 208]),
      },
    ),
  soga: () =>
    front(
      { ground: 'mint', who: [3, 'coral'], zoom: 1.02, shadow: [400, 130] },
      {
        hip: [400, 280],
        hand: [482, 262],
        elbow: [466, 232],
        foot: [418, 448],
        knee: [422, 362],
        behind: stroke('M318 262C150 60 650 60 482 262', paint.violet, 7),
        front:
          stroke('M318 262C210 420 300 492 400 492C500 492 590 420 482 262', paint.violet, 7) +
          grip([318, 262], 60, 15) +
          grip([482, 262], -60, 15),
      },
    ),
  cinta: () =>
    inMachine(
      'treadmill',
      { ground: 'stone', who: [1, 'coral'] },
      {
        hip: [376, 280],
        lean: 10,
        arms: [{ hand: [446, 218] }, { hand: [352, 286] }],
        legs: [
          { foot: [284, 430], toe: 140 },
          { foot: [462, 418], toe: 76 },
        ],
      },
    ),
  bicicleta: () =>
    inMachine(
      'bike',
      { ground: 'stone', who: [4, 'teal'] },
      {
        hip: [352, 302],
        lean: 30,
        nod: -18,
        arms: both([516, 262]),
        legs: [
          { foot: [402, 468], toe: 96 },
          { foot: [414, 386], toe: 84 },
        ],
      },
    ),
  eliptico: () =>
    inMachine(
      'elliptical',
      { ground: 'stone', who: [7, 'violet'] },
      {
        hip: [392, 232],
        lean: 8,
        arms: [{ hand: [528, 214] }, { hand: [486, 196] }],
        legs: [
          { foot: [352, 386], toe: 96 },
          { foot: [450, 420], toe: 88 },
        ],
      },
    ),
  remoergometro: () =>
    inMachine(
      'rower',
      { ground: 'stone', who: [0, 'coral'] },
      {
        hip: [330, 418],
        lean: -20,
        nod: 8,
        arms: both([390, 336]),
        legs: [
          { foot: [506, 436], toe: 26 },
          { foot: [514, 432], toe: 26 },
        ],
        behind: rowSeat(330) + cable([566, 366], [392, 336]),
        front: grip([394, 336], 80, 20),
      },
    ),
  'salto-cajon': () =>
    side(
      { ground: 'lilac', who: [6, 'amber'], zoom: 1.05, shadow: [300, 130] },
      {
        hip: [348, 268],
        lean: 34,
        nod: -26,
        arms: [{ hand: [500, 156] }, { hand: [510, 150] }],
        legs: [
          { foot: [424, 352], toe: 80 },
          { foot: [404, 366], toe: 84 },
        ],
        behind: crate(410, 170, 118) + stroke('M250 440Q262 380 300 340', paint.violet, 8, 'stroke-dasharray="2 18"'),
      },
    ),
  granjero: () =>
    side(
      { ground: 'butter', who: [2, 'teal'], shadow: [400, 280] },
      {
        hip: [396, 294],
        lean: 2,
        arms: [{ hand: [384, 318] }, { hand: [424, 316] }],
        legs: [
          { foot: [336, 470], toe: 112 },
          { foot: [462, 478], toe: 80 },
        ],
        behind: kettlebell([428, 326], 0.85, paint.coralDeep, paint.coralDeep),
        front: kettlebell([384, 328], 0.95, paint.coral, paint.coralDeep),
      },
    ),
  'estiramiento-isquios': () =>
    lying(
      { ground: 'mint', who: [3, 'violet'] },
      {
        hip: [312, 458],
        lean: 48,
        nod: 6,
        arms: both([486, 436]),
        legs: [
          { foot: [504, 472], toe: 8 },
          { foot: [508, 470], toe: 8 },
        ],
        behind: mat(200, 640, paint.coral, paint.coralDeep),
      },
    ),
  nino: () =>
    lying(
      { ground: 'lilac', who: [1, 'teal'] },
      {
        hip: [302, 426],
        lean: 102,
        nod: 10,
        arms: [{ hand: [544, 484] }, { hand: [552, 484] }],
        legs: [
          { foot: [292, 478], toe: 270 },
          { foot: [300, 478], toe: 270 },
        ],
        behind: mat(170, 640, paint.rose, paint.roseDeep),
      },
    ),
  'perro-boca-abajo': () =>
    lying(
      { ground: 'sky', who: [5, 'rose'] },
      {
        hip: [384, 304],
        lean: 136,
        nod: 8,
        arms: [{ hand: [552, 482] }, { hand: [564, 482] }],
        legs: [
          { foot: [286, 474], toe: 100 },
          { foot: [300, 474], toe: 100 },
        ],
        behind: mat(160, 660, paint.teal, paint.tealDeep),
      },
    ),
  'flexor-cadera': () =>
    side(
      { ground: 'butter', who: [7, 'sky'], shadow: [390, 440] },
      {
        hip: [380, 386],
        lean: -8,
        nod: 6,
        arms: [
          { hand: [396, 148], bend: -1 },
          { hand: [418, 154], bend: -1 },
        ],
        legs: [{ foot: [490, 482] }, { foot: [232, 484], toe: 262 }],
        behind: mat(150, 640, paint.coral, paint.coralDeep),
      },
    ),
} satisfies Record<string, () => ExerciseDrawing>;

export type ExercisePicture = keyof typeof exerciseDrawings;

export function exercisePicture(name: ExercisePicture): string {
  const { look, draw } = exerciseDrawings[name]();
  return scene(look, draw(athlete(...look.who)));
}
