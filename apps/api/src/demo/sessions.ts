import { summaryOf } from '@pulso/contract/coaching/merge';
import type { MyTrainingDay, TrainingPlace } from '@pulso/contract/coaching/courses';
import { setName } from '@pulso/contract/coaching/sets';
import { skipName, type CellValue } from '@pulso/contract/coaching/session';
import type { TargetSet, Workout } from '@pulso/contract/coaching/workouts';
import type { SkipReason } from '@pulso/contract/coaching/workouts.labels';
import { addDays, type DateText } from '@pulso/contract/kit/dates';
import type { DemoClient } from '#demo/courses';
import type { Random } from '#demo/random';

/** An exercise with the weight of its own sets; null is own body. */
export type DemoExercise = { id: number; title: string; weight: number | null };

const NOTES = [
  'Me molestó un poco la rodilla en las sentadillas, ¿sigo igual?',
  '¿Puedo subir el peso en el press? Me quedaron cómodas las últimas.',
  'Este fin de semana viajo: ¿qué hago sin máquinas?',
];
/** Sessions with a note that waits for an answer. */
export const NOTE_COUNT = NOTES.length;

const MINUTE_MS = 60_000;
const STEP_KG = 2.5;
const SKIPS: [SkipReason, string][] = [
  ['machine', ''],
  ['time', ''],
  ['pain', 'Me tiró el hombro'],
];

type Done = { at: Date; exercise: DemoExercise; growth: number };

function cellOf(random: Random, target: TargetSet, { at, exercise, growth }: Done): CellValue {
  const { reps, reps_max, seconds } = target;
  const weight = target.weight ?? exercise.weight;
  return {
    state: 'done',
    exercise_id: exercise.id,
    reps: reps === null ? null : reps_max === null ? Math.max(1, reps - random.int(0, 1)) : random.int(reps, reps_max),
    seconds,
    weight: weight === null ? null : Math.max(STEP_KG, Math.round((weight * growth) / STEP_KG) * STEP_KG),
    at: at.toISOString(),
  };
}

type Told = {
  day: Pick<MyTrainingDay, 'places'>;
  exercises: ReadonlyMap<number, DemoExercise>;
  nth: number;
  note: number;
};

/** Tells what was done of a day's places in the nth session: weights grow from one to the next, and something is left out now and then. */
export function tellSets(random: Random, workout: Workout, { day, exercises, nth, note }: Told): Workout {
  const at = new Date(workout.started_at);
  const growth = 0.7 + 0.012 * nth;
  const values: Record<string, CellValue> = {};
  const tellPlace = ({ key, exercise_id, sets }: TrainingPlace) => {
    const exercise = exercises.get(exercise_id)!;
    if (random.chance(0.03)) {
      const [reason, text] = random.pick(SKIPS);
      values[skipName(key)] = { reason, text };
      return;
    }
    for (const [index, target] of sets.entries()) {
      at.setTime(at.getTime() + 2 * MINUTE_MS);
      if (random.chance(0.96)) values[setName(key, index + 1)] = cellOf(random, target, { at, exercise, growth });
    }
  };
  day.places.forEach(tellPlace);
  at.setTime(at.getTime() + 2 * MINUTE_MS);
  values.end = { ended_at: at.toISOString(), effort: random.int(1, 3), gone: false };
  if (NOTES[note] !== undefined) values.note = { text: NOTES[note] };
  return {
    ...workout,
    places: day.places.map(({ key, exercise_id, sets, superset, note: asked }) => ({
      ...{ key, exercise_id, title: exercises.get(exercise_id)!.title, targets: sets, superset, note: asked },
    })),
    cells: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, { ...value, v: 1, by: 'muestra1' }]),
    ),
  };
}

/** Columns of a session's row that follow from its document. */
export function rowOf(user_id: number, document: Workout) {
  const { done, planned, effort, note, ended_at, last_at } = summaryOf(document);
  return { user_id, document, done, planned, effort, note, ended_at, last_at };
}

/** Weights of a client, one a week, which rise or fall slowly, and the waist that follows them. */
export function tellMeasures(random: Random, today: DateText, { id, weight: known, since }: DemoClient) {
  const direction = random.chance(0.7) ? -1 : 1;
  // They began with what their data say.
  const begin = known ?? random.around(74, 22);
  return Array.from({ length: 12 }, (_, week) => week).flatMap((week) => {
    const day = addDays(today, -7 * (12 - week));
    if (day < since || random.chance(0.15)) return [];
    const row = (kind: string, value: number) => ({ user_id: id, kind, day, value: Math.round(value * 10) / 10 });
    const weight = begin + direction * week * 0.3 + random.around(0, 0.6);
    return [row('weight', weight), ...(week % 3 === 0 ? [row('waist', weight * 1.08 + random.around(0, 0.8))] : [])];
  });
}
