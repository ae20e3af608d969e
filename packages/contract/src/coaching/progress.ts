import * as z from 'zod/mini';
import { id, reference } from '../kit/fields';
import { trainingWeek } from './weeks';

const setValues = z.object({
  reps: z.nullable(z.int()),
  seconds: z.nullable(z.int()),
  weight: z.nullable(z.number()),
});
const bestOn = z.object({ day: z.iso.date(), set: setValues });

/** An exercise that somebody has done, with the best set of the last day and of all days. */
export const exerciseProgress = z.object({
  exercise_id: id,
  title: z.string(),
  /** On how many days it was done. */
  times: z.int(),
  last: bestOn,
  best: bestOn,
});
export type ExerciseProgress = z.infer<typeof exerciseProgress>;

export { EXERCISES_SHOWN } from './progress.labels';

export const myProgress = z.object({
  /** The newest stands last. */
  weeks: z.array(trainingWeek),
  /** Weeks in a row with a session each. */
  run: z.int(),
  /** The last done first, at most 50. */
  exercises: z.array(exerciseProgress),
});
export type MyProgress = z.infer<typeof myProgress>;

/** The exercises after this one, which is the last of those that were read. */
export const progressQuery = z.strictObject({ before: z.optional(reference('El ejercicio no es válido')) });

/** The best set of each of the last 60 days with it, oldest first. */
export const progressDay = z.object({ day: z.iso.date(), best: setValues, sets: z.int() });
export type ProgressDay = z.infer<typeof progressDay>;
export const PROGRESS_DAYS = 60;
