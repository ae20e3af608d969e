import * as z from 'zod/mini';
import {
  choice,
  date,
  flag,
  id,
  integer,
  isCleanText,
  INVALID_CHARACTERS,
  MAX_ID,
  nullable,
  timestamp,
} from '../kit/fields';
import {
  MAX_PLACES,
  MAX_SETS,
  MAX_WORKOUT_BYTES,
  NOTE_LENGTH,
  REASON_LENGTH,
  skipReasonLabels,
  type SkipReason,
} from './workouts.labels';

const TITLE_LENGTH = 200;
const MAX_COUNT = 1_000_000;
const INVALID = 'El entrenamiento no es válido';

const skipReasons = Object.keys(skipReasonLabels) as [SkipReason, ...SkipReason[]];
export const setStates = ['todo', 'done', 'gone'] as const;

const count = (min: number, max: number) => integer({ min, max, message: INVALID });
const words = (max: number) =>
  z.string(INVALID).check(z.maxLength(max, INVALID), z.refine(isCleanText, INVALID_CHARACTERS));
const moment = z.iso.datetime({ error: INVALID });
/** Version of a cell, and the device that wrote it. */
export const versioned = {
  v: count(1, MAX_ID),
  by: z.string(INVALID).check(z.regex(/^[\w-]{1,16}$/, INVALID)),
};

/** A set as a place asks for it; exactly one of `reps` and `seconds` is a number. */
export const targetSet = z.object({
  reps: z.nullable(count(1, MAX_COUNT)),
  reps_max: z.nullable(count(1, MAX_COUNT)),
  seconds: z.nullable(count(1, MAX_COUNT)),
  weight: z.nullable(z.number(INVALID).check(z.gte(0, INVALID), z.lte(9_999, INVALID))),
  rest: z.nullable(count(0, MAX_COUNT)),
});
export type TargetSet = z.infer<typeof targetSet>;

const KEY_FORMAT = /^([1-9]\d{0,2})-([1-9]\d{0,9})$/;

/** An exercise as it was shown; it never changes. */
const place = z.object({
  key: z.string(INVALID).check(z.regex(KEY_FORMAT, INVALID)),
  exercise_id: count(1, MAX_ID),
  title: z.optional(words(TITLE_LENGTH)),
  targets: z.array(targetSet, INVALID).check(z.maxLength(MAX_SETS, INVALID)),
  superset: flag,
  note: words(REASON_LENGTH),
});
export type Place = z.infer<typeof place>;

const nullableCount = z.nullable(count(0, MAX_COUNT));

const endCell = z.object({
  ended_at: z.nullable(moment),
  effort: z.nullable(count(1, 3)),
  gone: z.boolean(INVALID),
  ...versioned,
});
const noteCell = z.object({ text: words(NOTE_LENGTH), ...versioned });
/** The exercise that is done instead, with its name, or null if it was taken back. */
const swapCell = z.object({
  exercise_id: z.nullable(count(1, MAX_ID)),
  title: z.optional(words(TITLE_LENGTH)),
  ...versioned,
});
const skipCell = z.object({
  reason: z.nullable(z.enum(skipReasons, { error: INVALID })),
  text: words(REASON_LENGTH),
  ...versioned,
});
const setCell = z.object({
  state: z.enum(setStates, { error: INVALID }),
  exercise_id: count(1, MAX_ID),
  /** Of an exercise that is not the planned one. */
  title: z.optional(words(TITLE_LENGTH)),
  reps: nullableCount,
  seconds: nullableCount,
  weight: z.nullable(z.number(INVALID).check(z.gte(0, INVALID), z.lte(9_999, INVALID))),
  at: z.nullable(moment),
  ...versioned,
});
export type EndCell = z.infer<typeof endCell>;
export type NoteCell = z.infer<typeof noteCell>;
export type SwapCell = z.infer<typeof swapCell>;
export type SkipCell = z.infer<typeof skipCell>;
export type SetCell = z.infer<typeof setCell>;
export type Cell = EndCell | NoteCell | SwapCell | SkipCell | SetCell;

const CELL_NAMES: [format: RegExp, cell: z.ZodMiniObject][] = [
  [/^end$/, endCell],
  [/^note$/, noteCell],
  [/^x:[1-9]\d{0,2}-[1-9]\d{0,9}$/, swapCell],
  [/^k:[1-9]\d{0,2}-[1-9]\d{0,9}$/, skipCell],
  [/^s:[1-9]\d{0,2}-[1-9]\d{0,9}\.[1-9]\d?$/, setCell],
];

/** The end, the note, and of each place its swap, its skip and its sets: 's:1-7.2' is the second set of place '1-7'. */
const cells = z.pipe(
  z.record(z.string(), z.unknown(), INVALID),
  z.transform((sent: Record<string, unknown>, context) => {
    const read: Record<string, Cell> = {};
    for (const [name, value] of Object.entries(sent)) {
      const parsed = CELL_NAMES.find(([format]) => format.test(name))?.[1].safeParse(value);
      if (parsed?.success && isSetInRange(name)) read[name] = parsed.data as Cell;
      else context.issues.push({ code: 'custom', message: INVALID, path: [name], input: value });
      if (context.issues.length > 0) break;
    }
    return read;
  }),
);

const isSetInRange = (name: string) => !name.startsWith('s:') || Number(name.split('.')[1]) <= MAX_SETS;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isWorkoutId = (text: string): boolean => UUID.test(text);

const shared = {
  /** A UUID of version 7, which the phone gives. */
  id: z.string(INVALID).check(z.regex(UUID, INVALID)),
  schema: count(1, 1_000),
  /** Null for a session of nobody's plan. */
  course: z.nullable(z.string(INVALID).check(z.maxLength(40, INVALID))),
  /** The n-th time that the course is due; null where another day was taken by weekdays. */
  turn: z.nullable(count(1, MAX_COUNT)),
  training_id: z.nullable(count(1, MAX_ID)),
  day_number: z.nullable(count(1, 1_000)),
  title: words(TITLE_LENGTH),
  day: date(INVALID),
  started_at: moment,
  /** Milliseconds that the phone's clock was behind the server's; the times have them already. */
  offset: z.int(INVALID),
  /** The greatest `v` of its cells. */
  version: count(0, MAX_ID),
  places: z.array(place, INVALID).check(z.maxLength(MAX_PLACES, INVALID)),
};

/** Limit of a body: room for a session of a thousand sets, and no more. */
const BOUNDS = { bytes: MAX_WORKOUT_BYTES, values: 6_000, keys: 6_000 };

export const workoutInput = z.object({ ...shared, cells }).register(z.globalRegistry, { bounds: BOUNDS });
export type Workout = z.infer<typeof workoutInput>;

/** The same as it is answered, for documentation and readers. */
export const workoutDocument = z.object({ ...shared, cells: z.record(z.string(), z.any()) });

export const workoutAnswer = z.object({
  workout: workoutDocument,
  /** False if the server had all of it already. */
  changed: z.boolean(),
});
export type WorkoutAnswer = { workout: Workout; changed: boolean };

/** A session in a list. */
export const workoutRow = z.object({
  id: z.string(),
  course: z.nullable(z.string()),
  turn: z.nullable(z.int()),
  training_id: z.nullable(id),
  day_number: z.nullable(z.int()),
  title: z.string(),
  day: z.iso.date(),
  started_at: timestamp,
  ended_at: z.nullable(timestamp),
  effort: z.nullable(z.int()),
  done: z.int(),
  planned: z.int(),
  note: z.string(),
  version: z.int(),
});
export type WorkoutRow = z.infer<typeof workoutRow>;

/** The sessions before this one, which is an id of the page that was read. */
export const workoutsQuery = z.strictObject({
  before: z.optional(z.string().check(z.regex(UUID, 'La sesión no es válida'))),
  limit: z.optional(integer({ min: 1, max: 100, message: 'El límite debe ser un número de 1 a 100' })),
});
export type WorkoutsQuery = z.infer<typeof workoutsQuery>;

export const workoutVersion = z.object({ id: z.string(), version: z.int() });

/* What the panel reads of a client's sessions. */

/** A session as the client's page lists it. */
export const clientWorkoutRow = z.extend(workoutRow, {
  /** Exercises that were skipped, and those that were swapped. */
  skipped: z.array(z.object({ title: z.string(), reason: z.enum(skipReasons), text: z.string() })),
  swapped: z.array(z.object({ from: z.string(), to: z.string() })),
  /** When the note was answered, and by whom; null of a note that is open, and of a session without one. */
  answered_at: z.nullable(timestamp),
  answered_by: z.nullable(z.string()),
});
export type ClientWorkoutRow = z.infer<typeof clientWorkoutRow>;

/** The same with its document, set by set. */
export const clientWorkout = z.extend(clientWorkoutRow, { document: workoutDocument });
export type ClientWorkout = ClientWorkoutRow & { document: Workout };

/** `?note=open`: those with a note that nobody answered. */
export const clientWorkoutsQuery = z.extend(workoutsQuery, {
  note: z.optional(choice(['open'], 'La nota no es válida')),
});
export type ClientWorkoutsQuery = z.infer<typeof clientWorkoutsQuery>;

/** `POST workout/{id}/answer`: the moment of the answer that the row showed, or null. */
export const answerInput = z.object({ after: nullable(z.iso.datetime({ error: 'La fecha no es válida' })) });
export type AnswerInput = z.infer<typeof answerInput>;
export const answeredNote = z.object({ answered_at: timestamp, answered_by: z.nullable(z.string()) });
export type AnsweredNote = z.infer<typeof answeredNote>;
