import { dumbbell, kettlebell } from './equipment';
import { exerciseDrawings } from './exercise-drawings.data';
import { frontFigure } from './front-figure';
import { canvas, paint, scene, stage } from './palette';
import { athlete } from './people';
import { around, box, circle, ellipse, path, polygon, stroke, toward, type Point } from './svg';

/** Levels: the same mountain, climbed higher each time. */

const SUMMIT: Point = [420, 138];
const trail: Point[] = [[250, 512], [352, 470], [300, 414], [412, 372], [362, 318], [440, 276], [404, 226], SUMMIT];

type Climb = {
  from: string;
  to: string;
  sun: Point;
  sunColor: string;
  hills: [far: string, near: string];
  rock: [string, string];
  reached: number;
  flag: string;
};

const climbs = {
  beginner: {
    from: '#dff5ff',
    to: '#b5e3c9',
    sun: [618, 150],
    sunColor: paint.lemon,
    hills: ['#9ad3b0', '#6fbf8f'],
    rock: ['#8fb2c9', '#7399b5'],
    reached: 2,
    flag: paint.leaf,
  },
  intermediate: {
    from: '#fff1c4',
    to: '#ffc58a',
    sun: [620, 190],
    sunColor: paint.amber,
    hills: ['#f0b56f', '#de9750'],
    rock: ['#b58a94', '#97707f'],
    reached: 4,
    flag: paint.violet,
  },
  advanced: {
    from: '#ffd9c2',
    to: '#ff8f86',
    sun: [170, 170],
    sunColor: paint.coral,
    hills: ['#d9717f', '#b9566d'],
    rock: ['#7d5b86', '#64466f'],
    reached: 7,
    flag: paint.coral,
  },
  athlete: {
    from: '#3a4a8c',
    to: '#151d3a',
    sun: [616, 148],
    sunColor: '#f5efff',
    hills: ['#2f3c72', '#232d58'],
    rock: ['#5a6aa8', '#46538a'],
    reached: 7,
    flag: paint.violet,
  },
} as const satisfies Record<string, Climb>;

export type LevelPicture = keyof typeof climbs;

export function levelPicture(name: LevelPicture): string {
  const { from, to, sun, sunColor, hills, rock, reached, flag }: Climb = climbs[name];
  const at = trail[reached]!;
  const night = name === 'athlete';
  const stars = [
    [96, 90],
    [180, 180],
    [250, 70],
    [520, 70],
    [700, 250],
    [140, 300],
    [730, 90],
  ] as const;
  return canvas(
    from,
    to,
    night
      ? stars.map(([x, y], index) => circle([x, y], 3 + (index % 3), paint.white, 'fill-opacity=".8"')).join('')
      : '',
    circle(sun, 92, sunColor, 'fill-opacity=".3"'),
    circle(sun, 62, sunColor),
    night ? circle([640, 132], 54, '#3a4a8c') : '',
    path('M0 470C110 380 190 400 280 450C420 380 540 360 640 420C700 400 760 400 800 420L800 600L0 600Z', hills[0]),
    polygon([[120, 560], SUMMIT, [720, 560]], rock[0]),
    polygon([SUMMIT, [720, 560], [470, 560], [500, 420], [440, 330], [470, 260]], rock[1]),
    path('M420 138L346 248L382 234L404 270L436 236L466 262L482 228Z', paint.white, 'fill-opacity=".92"'),
    path('M0 540C140 480 260 500 400 530C540 560 660 500 800 510L800 600L0 600Z', hills[1]),
    stroke(trail, paint.white, 9, 'stroke-opacity=".4" stroke-dasharray="1 20"'),
    stroke(trail.slice(0, reached + 1), paint.white, 11, 'stroke-dasharray="1 20"'),
    trail
      .slice(0, reached)
      .map((point) => circle(point, 9, paint.white))
      .join(''),
    stroke([at, [at[0], at[1] - 96]], paint.ink, 9),
    path(`M${at[0]} ${at[1] - 96}L${at[0] + 74} ${at[1] - 74}L${at[0]} ${at[1] - 48}Z`, flag),
    circle(at, 14, paint.ink),
    circle(at, 6, paint.white),
  );
}

/** Training types. */

const heart = (color: string) =>
  path(
    'M400 500C250 400 196 330 200 254C204 180 262 142 318 146C356 150 386 172 400 204C414 172 444 150 482 146C538 142 596 180 600 254C604 330 550 400 400 500Z',
    color,
  );

function stopwatch(): string {
  const center: Point = [400, 326];
  return (
    box(374, 96, 52, 48, 10, paint.ink) +
    box(352, 84, 96, 26, 13, paint.inkSoft) +
    stroke(
      [
        [538, 186],
        [562, 162],
      ],
      paint.ink,
      24,
    ) +
    circle(center, 184, paint.ink) +
    circle(center, 160, paint.white) +
    path('M400 326L400 186A140 140 0 0 1 521.2 396Z', paint.coral, 'fill-opacity=".9"') +
    around(12, (turn) =>
      stroke(
        [toward(center, turn, 142), toward(center, turn, turn % 90 === 0 ? 120 : 130)],
        paint.ink,
        turn % 90 === 0 ? 9 : 6,
      ),
    ) +
    stroke([center, toward(center, 120, 112)], paint.ink, 11) +
    stroke([center, toward(center, 0, 92)], paint.ink, 11) +
    circle(center, 17, paint.ink) +
    circle(center, 7, paint.amber)
  );
}

const flame =
  path(
    'M412 60C430 150 560 210 560 356C560 460 486 532 400 532C314 532 240 462 240 362C240 290 280 250 304 204C316 240 330 256 352 264C346 190 366 110 412 60Z',
    paint.coral,
  ) +
  path(
    'M408 190C424 260 506 300 506 390C506 468 458 510 400 510C342 510 296 468 296 398C296 350 322 326 340 296C350 318 364 328 380 330C376 280 386 230 408 190Z',
    paint.amber,
  ) +
  path(
    'M404 320C414 366 458 384 458 434C458 478 434 502 402 502C368 502 344 476 344 440C344 410 360 396 372 376C380 390 388 394 396 394C392 366 396 340 404 320Z',
    paint.lemon,
  );

export const trainingTypePictures = {
  strength: () => stage('peach', dumbbell([400, 306], -32, 5.4)),
  endurance: () => stage('sky', stopwatch()),
  flexibility: () => {
    const { draw } = exerciseDrawings['flexor-cadera']();
    return scene({ ground: 'mint', shadow: [390, 440], zoom: 1.14 }, draw(athlete(3, 'violet')));
  },
  cardio: () =>
    stage(
      'rose',
      heart(paint.roseDeep),
      `<g transform="translate(16 12) scale(.96)">${heart(paint.rose)}</g>`,
      path(
        'M262 216C274 190 300 178 324 182C296 194 280 218 276 250C264 244 258 230 262 216Z',
        paint.white,
        'fill-opacity=".5"',
      ),
      stroke(
        [
          [96, 322],
          [268, 322],
          [306, 262],
          [352, 400],
          [398, 220],
          [440, 360],
          [466, 322],
          [704, 322],
        ],
        paint.white,
        17,
      ),
    ),
  hiit: () =>
    stage(
      'butter',
      flame,
      path('M430 176L322 352L392 352L362 486L486 290L412 290Z', paint.white),
      path('M430 176L412 290L486 290L362 486L392 352L398 340Z', paint.ink, 'fill-opacity=".08"'),
    ),
  functional: () =>
    scene(
      { ground: 'lilac', shadow: [400, 420], zoom: 1.1 },
      kettlebell([346, 286], 3),
      kettlebell([548, 386], 1.6, paint.coral, paint.coralDeep),
    ),
  yoga: () =>
    scene(
      { ground: 'stone', shadow: [400, 420], zoom: 1.2 },
      ellipse([400, 498], 210, 15, paint.teal),
      frontFigure(athlete(1, 'teal'), {
        hip: [400, 438],
        hand: [496, 424],
        elbow: [470, 372],
        foot: [352, 486],
        otherFoot: [448, 486],
        knee: [502, 470],
      }),
    ),
} satisfies Record<string, () => string>;

export type TrainingTypePicture = keyof typeof trainingTypePictures;
