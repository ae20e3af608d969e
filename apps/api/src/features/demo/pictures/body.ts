import { paint, stage, type GroundName } from './palette';
import { box, capsule, circle, ellipse, path, placed, type Point } from './svg';

/** A lay figure with its muscles, near enough to see the one that is meant. */

const SKIN = '#8fa0c4';
const SHADE = '#7b8db5';
const LIGHT = '#a5b4d3';

type Muscle = 'chest' | 'shoulders' | 'arms' | 'abs' | 'quads' | 'calves' | 'neck' | 'back' | 'glutes' | 'hamstrings';

const mirrored = (right: string) => right + placed({ flip: true }, right);

function frontBody(lit: readonly Muscle[]): string {
  const color = (muscle: Muscle) => (lit.includes(muscle) ? paint.coral : LIGHT);
  const deep = (muscle: Muscle) => (lit.includes(muscle) ? paint.coralDeep : SHADE);
  const abs = [0, 1, 2].map((row) => box(4, -102 + row * 32, 27 - row * 2, 27, 9, color('abs'))).join('');
  const right = [
    capsule([38, 44], [46, 160], 38, 25, SKIN),
    capsule([46, 160], [46, 262], 25, 13, SKIN),
    path('M34 254L60 254C66 268 70 280 64 284L32 284Z', SKIN),
    path('M14 52C16 96 30 134 44 146C64 128 74 88 68 46C52 34 26 36 14 52Z', deep('quads')),
    path('M38 48C32 92 36 126 46 142C64 124 74 88 68 46C58 40 46 40 38 48Z', color('quads')),
    ellipse([44, 164], 15, 13, LIGHT),
    path('M30 182C24 208 30 236 38 248L44 184Z', deep('calves')),
    path('M48 182C58 196 66 214 56 248L46 250Z', color('calves')),
    capsule([84, -158], [104, -66], 25, 20, SKIN),
    capsule([104, -66], [124, 22], 20, 12, SKIN),
    ellipse([128, 36], 13, 17, SKIN),
    path('M94 -134C112 -126 120 -94 110 -72C98 -76 84 -100 84 -126Z', color('arms')),
    path('M80 -122C78 -98 88 -80 98 -70C94 -92 88 -108 86 -124Z', deep('arms')),
    path(
      'M98 -56C96 -34 108 -8 116 6C128 -12 128 -38 118 -60C112 -64 104 -62 98 -56Z',
      lit.includes('arms') ? paint.coral : LIGHT,
    ),
    path('M62 -190C88 -194 112 -172 108 -136C96 -128 84 -132 74 -146Z', color('shoulders')),
    path('M62 -190C66 -172 70 -156 78 -140L70 -142C62 -158 58 -174 62 -190Z', deep('shoulders')),
  ].join('');
  const torso = path(
    'M0 -206L22 -204C44 -196 66 -190 80 -182C86 -152 76 -112 64 -74C58 -40 64 0 74 40C50 62 20 66 0 66' +
      'C-20 66 -50 62 -74 40C-64 0 -58 -40 -64 -74C-76 -112 -86 -152 -80 -182C-66 -190 -44 -196 -22 -204Z',
    SKIN,
  );
  const overTorso = [
    path('M36 -96C48 -92 58 -84 62 -72C56 -40 58 -18 62 2C50 6 42 2 36 -8Z', SHADE),
    abs,
    path('M4 -6L27 -6C24 16 14 34 4 44Z', color('abs')),
    path('M4 -168C28 -186 62 -184 76 -166C80 -136 60 -112 34 -112C18 -112 8 -118 4 -124Z', deep('chest')),
    path('M4 -168C28 -186 62 -184 74 -166C76 -142 56 -122 34 -122C18 -122 8 -126 4 -130Z', color('chest')),
  ].join('');
  return (
    mirrored(right) +
    torso +
    mirrored(overTorso) +
    capsule([0, -196], [0, -226], 20, 18, color('neck')) +
    mirrored(path('M10 -214C20 -200 40 -194 58 -190C40 -184 18 -186 6 -190Z', deep('neck'))) +
    ellipse([0, -258], 32, 39, SKIN) +
    mirrored(circle([32, -254], 6, SHADE))
  );
}

function backBody(lit: readonly Muscle[]): string {
  const color = (muscle: Muscle) => (lit.includes(muscle) ? paint.coral : LIGHT);
  const deep = (muscle: Muscle) => (lit.includes(muscle) ? paint.coralDeep : SHADE);
  const right = [
    capsule([38, 44], [46, 160], 38, 25, SKIN),
    capsule([46, 160], [46, 262], 25, 13, SKIN),
    path('M34 262L62 262C66 274 66 284 60 284L34 284Z', SKIN),
    path('M22 92C20 120 30 148 42 160C62 148 74 118 68 88C54 96 36 98 22 92Z', color('hamstrings')),
    path('M26 172C20 196 28 222 42 232L46 172Z', deep('calves')),
    path('M48 170L48 232C66 220 72 194 64 172Z', color('calves')),
    capsule([84, -158], [104, -66], 25, 20, SKIN),
    capsule([104, -66], [124, 22], 20, 12, SKIN),
    ellipse([128, 36], 13, 17, SKIN),
    path('M86 -132C104 -140 120 -104 112 -74C98 -76 84 -100 86 -132Z', color('arms')),
    path('M62 -190C88 -194 112 -172 108 -136C96 -128 84 -132 74 -146Z', color('shoulders')),
  ].join('');
  const torso = path(
    'M0 -206L22 -204C44 -196 66 -190 80 -182C86 -152 76 -112 64 -74C58 -40 64 0 74 40C50 62 20 66 0 66' +
      'C-20 66 -50 62 -74 40C-64 0 -58 -40 -64 -74C-76 -112 -86 -152 -80 -182C-66 -190 -44 -196 -22 -204Z',
    SKIN,
  );
  const overTorso = [
    path('M3 -212C14 -196 40 -190 60 -186C44 -168 20 -150 3 -108Z', deep('back')),
    path('M8 -112C26 -148 50 -160 78 -156C80 -122 66 -76 22 -24C12 -44 6 -80 8 -112Z', color('back')),
    path('M30 -150C44 -168 62 -168 76 -162L74 -148C58 -152 44 -152 32 -142Z', deep('back')),
    path('M3 -100C6 -60 12 -36 18 -22L3 12Z', deep('back')),
    path('M4 22C24 2 64 6 74 38C80 70 50 92 20 82C8 78 4 66 4 54Z', deep('glutes')),
    path('M4 22C24 2 62 6 72 34C74 60 48 76 22 70C10 66 4 58 4 48Z', color('glutes')),
  ].join('');
  return (
    mirrored(right) +
    torso +
    mirrored(overTorso) +
    capsule([0, -196], [0, -226], 20, 18, SHADE) +
    ellipse([0, -258], 32, 39, SKIN) +
    mirrored(circle([32, -254], 6, SHADE))
  );
}

type View = { ground: GroundName; lit: Muscle[]; from?: 'back'; focus: Point; zoom: number };

const views = {
  chest: { ground: 'peach', lit: ['chest'], focus: [0, -140], zoom: 1.9 },
  back: { ground: 'sky', lit: ['back'], from: 'back', focus: [0, -120], zoom: 1.75 },
  shoulders: { ground: 'butter', lit: ['shoulders'], focus: [0, -172], zoom: 1.9 },
  arms: { ground: 'rose', lit: ['arms'], focus: [0, -96], zoom: 1.6 },
  abs: { ground: 'mint', lit: ['abs'], focus: [0, -60], zoom: 1.85 },
  legs: { ground: 'lilac', lit: ['quads'], focus: [0, 110], zoom: 1.55 },
  glutes: { ground: 'rose', lit: ['glutes', 'hamstrings'], from: 'back', focus: [0, 56], zoom: 1.8 },
  calves: { ground: 'stone', lit: ['calves'], from: 'back', focus: [0, 164], zoom: 1.8 },
  whole: {
    ground: 'butter',
    lit: ['chest', 'shoulders', 'arms', 'abs', 'quads', 'calves'],
    focus: [0, -6],
    zoom: 0.92,
  },
  neck: { ground: 'sky', lit: ['neck'], focus: [0, -220], zoom: 2.2 },
} as const satisfies Record<string, View>;

export type BodyView = keyof typeof views;

export function bodyPicture(name: BodyView): string {
  const { ground, lit, from, focus, zoom }: View = views[name];
  const drawn = from === 'back' ? backBody(lit) : frontBody(lit);
  return stage(ground, placed({ at: [400 - focus[0] * zoom, 300 - focus[1] * zoom], scale: zoom }, drawn));
}
