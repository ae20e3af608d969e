import type { LibraryKind } from '@pulso/contract/content/library';
import { readLine } from '@pulso/contract/content/sets-line';
import { caloriesOf, libraryDiets } from '#features/content/library/diets.data';
import type { BodyPartTitle } from '#features/content/library/catalogues.data';
import { drawnExercises } from '#features/content/library/drawn-exercises.data';
import { libraryExercises, videoLink, type LibraryExercise } from '#features/content/library/exercises.data';
import { libraryTrainings } from '#features/content/library/trainings.data';
import type { Tint } from '#files/drawings/figure';
import type { Drawing } from '#files/drawings/render-picture';

/** The library as rows. `drawing` is a picture of `files/drawings`; `key` is stable, whatever the row is called. */

const FOLDERS: Record<LibraryKind, string> = { exercise: 'exercises', training: 'trainings', diet: 'diets' };

function withKeys<Row extends { picture: string }>(kind: LibraryKind, rows: readonly Row[]) {
  return rows.map(({ picture, ...row }) => ({
    ...row,
    key: `${kind}/${picture}`,
    drawing: `${FOLDERS[kind]}/${picture}`,
  }));
}

/** Reads a place of a day: the exercise's title, and the line of its sets as trainers write it. */
function readPlace(place: string | readonly [title: string, line: string]) {
  const [title, line] = typeof place === 'string' ? [place, ''] : place;
  const { prescription, problem } = readLine(line);
  if (problem !== undefined) throw new Error(`${title}: ${problem}`);
  return { title, ...prescription };
}

type KeyedExercise = Omit<LibraryExercise, 'picture'> & { key: string };
const toRow = <Picture extends Drawing>({
  reps = [],
  seconds = [],
  rest,
  video,
  inactive,
  machine,
  ...exercise
}: KeyedExercise & { drawing: Picture }) => ({
  ...exercise,
  machine: machine ?? null,
  video_url: video ? videoLink(exercise.title) : null,
  status: !inactive,
  sets: [
    ...reps.map(([count, weight = null]) => ({ reps: count, duration_seconds: null, weight, rest_seconds: rest })),
    ...seconds.map((duration_seconds) => ({ reps: null, duration_seconds, weight: null, rest_seconds: rest })),
  ],
});

/** Exercises whose pictures are files; the demonstration has these. */
export const exerciseRows = withKeys('exercise', libraryExercises).map((row) => toRow(row));

/** The paper of a drawn exercise. */
const TINTS: Record<BodyPartTitle, Tint> = {
  Pecho: 'orange',
  Espalda: 'blue',
  Hombros: 'yellow',
  Brazos: 'pink',
  Abdomen: 'green',
  Piernas: 'violet',
  Glúteos: 'pink',
  Pantorrillas: 'grey',
  'Cuerpo completo': 'grey',
  Cuello: 'yellow',
};

export const drawnExerciseRows = drawnExercises.map(({ picture, scene, ...exercise }) =>
  toRow({
    ...exercise,
    key: `exercise/${picture}`,
    drawing: { name: picture, tint: TINTS[exercise.part], scene },
  }),
);

export const dietRows = withKeys('diet', libraryDiets).map(
  ({ time, premium = false, inactive, ingredients, steps, gender = 'Unisex', ...diet }) => ({
    ...diet,
    gender,
    calories: caloriesOf(diet),
    total_time: time,
    is_premium: premium,
    status: !inactive,
    ingredients: ingredients.join('\n'),
    instructions: steps.map((step, index) => `${index + 1}. ${step}`).join('\n'),
  }),
);

export const trainingRows = withKeys('training', libraryTrainings).map(
  ({ premium = false, inactive, days, ...training }) => ({
    ...training,
    is_premium: premium,
    status: !inactive,
    days: days.map((day) =>
      day === 'rest'
        ? { is_rest_day: true, title: '', description: '', exercises: [] }
        : { is_rest_day: false, ...day, exercises: day.exercises.map(readPlace) },
    ),
  }),
);

const keyOfExercise = new Map<string, string>(exerciseRows.map(({ title, key }) => [title, key]));

/** Keys of the exercises of a training. */
export const broughtBy = ({ days }: (typeof trainingRows)[number]): string[] => [
  ...new Set(days.flatMap(({ exercises }) => exercises.flatMap(({ title }) => keyOfExercise.get(title) ?? []))),
];
