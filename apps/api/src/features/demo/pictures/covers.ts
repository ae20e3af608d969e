import { exerciseDrawings, type ExercisePicture } from './exercise-drawings.data';
import { canvas, paint } from './palette';
import { athlete, type OutfitName } from './people';
import { circle, ellipse, FLOOR, path, placed, ring, stroke } from './svg';

/** Posters of the trainings: the people of the exercises on a louder stage. */

type Poster = {
  from: string;
  to: string;
  glow: string;
  ground: string;
  who: [number: number, outfit: OutfitName];
  pose: ExercisePicture;
  zoom?: number;
};

const themes = {
  sunrise: { from: '#ff9a5a', to: '#f4466b', glow: '#ffd08a', ground: '#b92f5c' },
  ocean: { from: '#39c6d8', to: '#2a5bd6', glow: '#b9f1ff', ground: '#1e3f9e' },
  forest: { from: '#8ed95c', to: '#129482', glow: '#e6ffc2', ground: '#0c6a62' },
  dusk: { from: '#9a6bff', to: '#3a2f9c', glow: '#d9c8ff', ground: '#28206f' },
  steel: { from: '#5b6fa8', to: '#1d2845', glow: '#a9bbee', ground: '#121a30' },
  sand: { from: '#ffd76a', to: '#ff8a3d', glow: '#fff3c4', ground: '#d2601c' },
} as const;

const covers = {
  'full-body': { theme: 'sunrise', who: [0, 'teal'], pose: 'sentadilla-barra' },
  'first-steps': { theme: 'forest', who: [1, 'amber'], pose: 'zancadas' },
  hypertrophy: { theme: 'steel', who: [4, 'coral'], pose: 'press-banca' },
  strength: { theme: 'dusk', who: [2, 'amber'], pose: 'peso-muerto' },
  glutes: { theme: 'sunrise', who: [3, 'sky'], pose: 'hip-thrust' },
  'fat-loss': { theme: 'sand', who: [6, 'violet'], pose: 'burpees', zoom: 0.98 },
  hiit: { theme: 'ocean', who: [1, 'coral'], pose: 'saltos-tijera', zoom: 1.08 },
  core: { theme: 'forest', who: [5, 'coral'], pose: 'plancha' },
  mobility: { theme: 'ocean', who: [7, 'amber'], pose: 'flexor-cadera' },
  stretching: { theme: 'dusk', who: [5, 'teal'], pose: 'perro-boca-abajo' },
  running: { theme: 'sand', who: [9, 'violet'], pose: 'cinta', zoom: 1.04 },
  home: { theme: 'forest', who: [8, 'sky'], pose: 'flexiones' },
  'push-pull': { theme: 'steel', who: [0, 'amber'], pose: 'press-militar', zoom: 0.98 },
  kettlebell: { theme: 'sunrise', who: [9, 'sky'], pose: 'swing' },
  seniors: { theme: 'ocean', who: [2, 'amber'], pose: 'sillita' },
  pullups: { theme: 'dusk', who: [4, 'coral'], pose: 'dominadas', zoom: 1 },
} as const satisfies Record<string, Pick<Poster, 'who' | 'pose' | 'zoom'> & { theme: keyof typeof themes }>;

export type CoverPicture = keyof typeof covers;

export function coverPicture(name: CoverPicture): string {
  const cover = covers[name];
  const { from, to, glow, ground, who, pose, zoom = 1.16 }: Poster = { ...themes[cover.theme], ...cover };
  const rays = [-64, -44, -24, -4, 16, 36, 56]
    .map((turn) =>
      path('M-22 0L22 0L70 -640L-70 -640Z', glow, `fill-opacity=".1" transform="translate(400 470) rotate(${turn})"`),
    )
    .join('');
  return canvas(
    from,
    to,
    rays,
    circle([400, 330], 236, glow, 'fill-opacity=".38"'),
    circle([400, 330], 186, glow, 'fill-opacity=".45"'),
    ring([400, 330], 268, glow, 5, 'stroke-opacity=".4" stroke-dasharray="4 22" stroke-linecap="round"'),
    path('M0 486C160 452 300 466 430 476C560 486 680 466 800 448L800 600L0 600Z', ground),
    stroke('M0 542C200 516 360 524 520 532C640 538 720 530 800 522', paint.white, 5, 'stroke-opacity=".16"'),
    placed(
      { at: [400 * (1 - zoom), 532 - FLOOR * zoom], scale: zoom },
      ellipse([400, FLOOR + 4], 190, 16, '#000000', 'fill-opacity=".2"'),
      exerciseDrawings[pose]().draw(athlete(...who)),
    ),
  );
}
