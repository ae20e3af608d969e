import { foldName } from '@pulso/contract/content/find-exercises';
import { NO_PRESCRIPTION, type Prescription } from '@pulso/contract/content/sets-line';
import type { TrainingDay } from '@pulso/contract/content/trainings';

/** The field of the days. */
export const DAYS_FIELD = 'training_days';

export type ExerciseEntry = {
  key: string;
  /** Below zero for an exercise that is made with the training; the same in each of its places. */
  id: number;
  title: string;
  /** The body part of a new exercise, once it is chosen. */
  part?: number;
  /** Sets prescribed here; drafts of earlier days have none. */
  prescription?: Prescription;
  /** The line of its sets, while it is typed or not understood. */
  line?: string;
};
/** A day while the training is edited; its number is its position. */
export type PlannedDay = {
  key: string;
  isRest: boolean;
  title: string;
  description: string;
  exercises: ExerciseEntry[];
};

// Rows may come back from an earlier load of the page, with the keys that they had there.
let lastKey = Date.now();
const nextKey = () => String((lastKey += 1));

export const newEntry = (id: number, title: string, prescription = NO_PRESCRIPTION): ExerciseEntry => ({
  key: nextKey(),
  id,
  title,
  prescription,
});

export const isNew = ({ id }: Pick<ExerciseEntry, 'id'>) => id < 0;

/** The new exercises of a plan, each once. */
export function newExercisesOf(plan: readonly PlannedDay[]): ExerciseEntry[] {
  const entries = plan.flatMap(({ exercises }) => exercises.filter(isNew));
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

/** The id of a new exercise: that of the one with the same name, or the next free one. */
export function idForNew(plan: readonly PlannedDay[], title: string): number {
  const entries = newExercisesOf(plan);
  const same = entries.find((entry) => foldName(entry.title) === foldName(title));
  return same?.id ?? Math.min(0, ...entries.map(({ id }) => id)) - 1;
}

/** Key by which a sent day names a new exercise. */
const keyOfNew = (id: number) => `n${-id}`;

/** Body of the exercises that are made with the training. */
export const toNewExercisesInput = (plan: readonly PlannedDay[]) =>
  newExercisesOf(plan).map(({ id, title, part }) => ({ key: keyOfNew(id), title, body_part_id: part }));

/** True for a plan in which nothing stands yet. */
export const isBlankPlan = (plan: readonly PlannedDay[]) =>
  plan.every(
    ({ isRest, title, description, exercises }) => !isRest && !title && !description && exercises.length === 0,
  );

export const newDay = (): PlannedDay => ({ key: nextKey(), isRest: false, title: '', description: '', exercises: [] });

/** Copies a day, with new keys. */
export const clonePlannedDay = (day: PlannedDay): PlannedDay => ({
  ...day,
  key: nextKey(),
  exercises: day.exercises.map((entry) => ({ ...entry, key: nextKey() })),
});

/** Editable days of the stored training, which has at least one. */
export function toPlannedDays(stored: readonly TrainingDay[] | undefined): PlannedDay[] {
  const days = (stored ?? [])
    .toSorted((one, other) => one.day_number - other.day_number)
    .map((day) => ({
      key: nextKey(),
      isRest: day.is_rest_day,
      title: day.title,
      description: day.description,
      exercises: day.training_day_exercises
        .toSorted((one, other) => one.order_index - other.order_index)
        .map(({ exercise_id, exercise, sets = null, superset = false, note = '' }) =>
          newEntry(exercise_id, exercise?.title || 'Ejercicio no disponible', { sets, superset, note }),
        ),
    }));
  return days.length > 0 ? days : [newDay()];
}

const asksSomething = ({ sets, superset, note }: Partial<Prescription> = {}) => Boolean(sets ?? (superset || note));

/** True if anything is asked for in these stored days. */
export const havePrescriptions = (stored: readonly TrainingDay[]) =>
  stored.some((day) => day.training_day_exercises.some(asksSomething));

/** Body of the days, numbered from 1 in their order. What each exercise is asked for is sent if `prescribes`, or if anything is. */
export function toDaysInput(plan: readonly PlannedDay[], prescribes: boolean) {
  const sends =
    prescribes || plan.some(({ exercises }) => exercises.some(({ prescription }) => asksSomething(prescription)));
  return plan.map(({ isRest, title, description, exercises }, index) => ({
    day_number: index + 1,
    is_rest_day: isRest,
    title,
    description,
    exercises: exercises.map(({ id }) => (isNew({ id }) ? keyOfNew(id) : id)),
    ...(sends && !isRest && { prescriptions: exercises.map(({ prescription }) => prescription ?? null) }),
  }));
}

/** The first exercise of the days as their field sends them. */
export function findFirstExerciseId(sentDays: unknown): number | undefined {
  if (typeof sentDays !== 'string') return undefined;
  const days = JSON.parse(sentDays) as ReturnType<typeof toDaysInput>;
  const [first] = days.find(({ is_rest_day, exercises }) => !is_rest_day && exercises.length > 0)?.exercises ?? [];
  return typeof first === 'number' ? first : undefined;
}
