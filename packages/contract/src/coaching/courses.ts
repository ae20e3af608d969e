import * as z from 'zod/mini';
import { userListQuery } from '../accounts/users.questions';
import { lapsedChoices } from '../billing/business.labels';
import { addDays, type DateText } from '../kit/dates';
import { pageBody, type FieldErrors } from '../kit/envelope';
import {
  choice,
  date,
  flag,
  id,
  imageUrl,
  integer,
  nullable,
  reference,
  references,
  timestamp,
  INVALID_DATE,
} from '../kit/fields';
import { withRule } from '../kit/resource';
import { planStates } from './coverage';
import { courseModes } from './next-turn';
import { targetSet } from './workouts';

/** How far ahead something may be assigned. */
export const MAX_START_DAYS = 90;
export const MAX_ASSIGNED_AT_ONCE = 500;
/** How many trainings and diets a client may follow at once. */
export const MAX_FOLLOWED = { training: 10, diet: 30 };
const MAX_DAYS = 366;

export const NO_WEEKDAY = 'Elige al menos un día de la semana';
export const WRONG_FIRST_DAY = 'Elige un día del entrenamiento';
const INVALID_CLIENTS = 'Hay clientes que no son válidos';
const NOTHING_CHOSEN = 'Elige un entrenamiento o una dieta';
const NO_CLIENTS = 'Elige al menos un cliente';
const TOO_MANY = `Elige hasta ${MAX_ASSIGNED_AT_ONCE} clientes por vez`;

const weekdays = z.pipe(
  z.array(integer({ min: 1, max: 7, message: NO_WEEKDAY }), NO_WEEKDAY).check(z.maxLength(7, NO_WEEKDAY)),
  z.transform((days: number[]) => [...new Set(days)].toSorted((one, other) => one - other)),
);

const scheduleFields = {
  starts_on: date(INVALID_DATE),
  /** The day after the last one. */
  ends_on: nullable(date(INVALID_DATE)),
  mode: z.optional(choice(courseModes, 'La forma de avanzar no es válida')),
  /** ISO, 1 Monday to 7 Sunday; of a diet the days on which it is followed. */
  weekdays: z.optional(weekdays),
  first_day: nullable(integer({ min: 1, max: MAX_DAYS, message: WRONG_FIRST_DAY })),
};

const clientIds = references(INVALID_CLIENTS, MAX_ASSIGNED_AT_ONCE, TOO_MANY);

/** The filters of the users list as the person had them, and how many clients they showed. */
const listFilters = z.omit(userListQuery, { page: true, limit: true });

const assignmentShape = {
  training_id: nullable(reference(NOTHING_CHOSEN)),
  diet_id: nullable(reference(NOTHING_CHOSEN)),
  user_ids: z.optional(clientIds),
  query: z.optional(listFilters),
  count: z.optional(integer({ min: 0, max: 10_000_000, message: 'La cantidad no es válida' })),
  ...scheduleFields,
  /** Ends the other trainings that were assigned to the client. */
  replace: z.optional(flag),
};

export const assignmentInput = withRule(z.object(assignmentShape), (values): FieldErrors | undefined => {
  const problems: FieldErrors = {};
  if ((typeof values.training_id === 'number') === (typeof values.diet_id === 'number'))
    problems.training_id = NOTHING_CHOSEN;
  const isByQuery = values.query !== undefined && values.count !== undefined;
  const named = Array.isArray(values.user_ids) ? values.user_ids.length : values.user_ids === undefined ? 0 : 1;
  if (isByQuery === (values.user_ids !== undefined) || (!isByQuery && named === 0)) problems.user_ids = NO_CLIENTS;
  return Object.keys(problems).length > 0 ? problems : undefined;
});
export type AssignmentInput = z.infer<typeof assignmentInput>;

export const scheduleInput = z.object(scheduleFields);
export type Schedule = z.infer<typeof scheduleInput>;

/** Fault of a schedule's days; a start is judged only if it is another than before. */
export function scheduleProblems(
  { starts_on, ends_on, mode, weekdays: chosen }: Omit<Schedule, 'first_day'>,
  today: DateText,
  { isDiet = false, startBefore }: { isDiet?: boolean; startBefore?: DateText } = {},
): FieldErrors | undefined {
  const problems: FieldErrors = {};
  if (starts_on !== startBefore && (starts_on < today || starts_on > addDays(today, MAX_START_DAYS)))
    problems.starts_on = `La fecha debe estar entre hoy y ${MAX_START_DAYS} días`;
  if (ends_on && ends_on <= starts_on) problems.ends_on = 'El último día no puede ser anterior al primero';
  const needsWeekdays = isDiet ? chosen !== undefined : mode === 'weekdays';
  if (needsWeekdays && !chosen?.length) problems.weekdays = NO_WEEKDAY;
  return Object.keys(problems).length > 0 ? problems : undefined;
}

export const courseKinds = ['training', 'diet'] as const;
export type CourseKind = (typeof courseKinds)[number];

const day = z.iso.date();
const schedule = {
  starts_on: day,
  ends_on: z.nullable(day),
  mode: z.enum(courseModes),
  weekdays: z.array(z.int()),
  first_day: z.nullable(z.int()),
};

export const assignmentRow = z.object({
  id,
  user_id: id,
  kind: z.enum(courseKinds),
  /** Null once it was deleted; its title stays. */
  training_id: z.nullable(id),
  diet_id: z.nullable(id),
  title: z.string(),
  ...schedule,
  /** The assignment that this one goes on with. */
  follows_id: z.nullable(id),
  version: z.int(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Assignment = z.infer<typeof assignmentRow>;

export const skipWords = {
  follows: 'Ya lo sigue',
  inactive: 'Está inactivo',
  role: 'No es cliente',
  full: `Ya sigue ${MAX_FOLLOWED.training}`,
} as const;
export type SkipWhy = keyof typeof skipWords;
const skipReasons = Object.keys(skipWords) as [SkipWhy, ...SkipWhy[]];

export function skipLabel(why: SkipWhy, kind: CourseKind): string {
  return why === 'full' ? `Ya sigue ${MAX_FOLLOWED[kind]}` : skipWords[why];
}

export const assignmentAnswer = z.object({
  made: z.array(assignmentRow),
  skipped: z.array(z.object({ user_id: id, name: z.string(), why: z.enum(skipReasons) })),
});
export type AssignmentAnswer = z.infer<typeof assignmentAnswer>;

/** Answer before anybody is assigned: who follows it by a package, and who would stop following another. */
export const assignmentCheckInput = z.pick(z.object(assignmentShape), {
  training_id: true,
  diet_id: true,
  user_ids: true,
  query: true,
});
export type AssignmentCheckInput = z.infer<typeof assignmentCheckInput>;
export const assignmentCheck = z.object({ count: z.int(), by_package: z.int(), replaced: z.int() });
export type AssignmentCheck = z.infer<typeof assignmentCheck>;

const titled = z.object({ id, title: z.string() });

/** Next turn of a course. */
const nextDay = z.object({
  state: z.enum(['train', 'done', 'rest', 'starts']),
  turn: z.nullable(z.int()),
  round: z.nullable(z.int()),
  day_number: z.nullable(z.int()),
  title: z.nullable(z.string()),
  next_on: z.nullable(day),
});
export type NextDay = z.infer<typeof nextDay>;

export const followerRow = z.object({
  user: z.object({ id, name: z.string(), phone: z.string() }),
  /** One of the two is null. */
  assignment: z.nullable(assignmentRow),
  package: z.nullable(titled),
  starts_on: day,
  ends_on: z.nullable(day),
  /** Null of diets. */
  next: z.nullable(nextDay),
});
export type Follower = z.infer<typeof followerRow>;
export const followerPage = pageBody(followerRow);
export const followersQuery = z.strictObject({
  page: z.optional(integer({ min: 1, max: 1_000_000, message: 'La página no es válida' })),
  limit: z.optional(integer({ min: 1, max: 100, message: 'El límite debe ser un número de 1 a 100' })),
});

const followed = {
  /** One of the two is null. */
  assignment: z.nullable(assignmentRow),
  package: z.nullable(titled),
  ...schedule,
};

export const followedCourse = z.object({
  course: z.string(),
  training: z.object({
    id,
    title: z.string(),
    /** An inactive one is shown to no client. */
    status: z.boolean(),
    /** True of a copy that is his alone. */
    personal: z.boolean(),
    days: z.array(z.object({ day_number: z.int(), title: z.string(), is_rest_day: z.boolean() })),
  }),
  ...followed,
  /** Null of one that is inactive. */
  next: z.nullable(nextDay),
  /** The last day on which a session of it was done. */
  last_on: z.nullable(day),
});
export type FollowedCourse = z.infer<typeof followedCourse>;

export const followedDiet = z.object({ diet: z.object({ id, title: z.string(), status: z.boolean() }), ...followed });
export type FollowedDiet = z.infer<typeof followedDiet>;

/** Courses and diets in force or to come, and assignments that ended, newest first. */
export const userCourses = z.object({
  courses: z.array(followedCourse),
  diets: z.array(followedDiet),
  ended: z.array(assignmentRow),
});
export type UserCourses = z.infer<typeof userCourses>;

/** `POST user/{id}/personal` names the course of a package besides the fields of the training. */
export const personalCourse = z.object({
  course: z.string('El entrenamiento no es válido').check(z.maxLength(40, 'El entrenamiento no es válido')),
});

/* What the client's app reads under /my. */

const dayHead = {
  day_number: z.int(),
  title: z.string(),
  exercises: z.int(),
  minutes: z.int(),
};

/** All that the next turn of a course follows from, so that a phone without signal knows it too. */
const courseRule = z.object({
  days: z.array(z.object({ ...dayHead, is_rest_day: z.boolean() })),
  weekdays: z.array(z.int()),
  starts_on: day,
  ends_on: z.nullable(day),
  first_day: z.nullable(z.int()),
  closed: z.array(z.object({ turn: z.int(), day_number: z.int(), day })),
});

const missedTurn = z.object({ turn: z.int(), day_number: z.int(), on: day, title: z.string() });

export const todayCourse = z.object({
  course: z.string(),
  training_id: id,
  title: z.string(),
  cover_image: imageUrl,
  mode: z.enum(courseModes),
  state: z.enum(['train', 'done', 'rest', 'starts']),
  /** The turn to send with a session; of what is done by weekdays it is today's, otherwise the one that comes. */
  turn: z.nullable(z.int()),
  round: z.nullable(z.int()),
  /** The day of the training that comes; null where nothing comes. */
  day: z.nullable(
    z.object({
      ...dayHead,
      /** How many training days there are. */
      of: z.int(),
    }),
  ),
  next_on: z.nullable(day),
  missed: z.array(missedTurn),
  /** Today's closed session of it, for 'Deshacer'. */
  done_id: z.nullable(z.string()),
  rule: courseRule,
});
export type TodayCourse = z.infer<typeof todayCourse>;

export const todayMeal = z.object({
  id,
  title: z.string(),
  category: z.string(),
  calories: z.number(),
  image_url: imageUrl,
});
export type TodayMeal = z.infer<typeof todayMeal>;

export const myToday = z.object({
  day,
  sees: z.enum(lapsedChoices),
  plan: z.object({
    state: z.enum(planStates),
    end: z.nullable(day),
    /** Days until its end; below zero those since. */
    days: z.nullable(z.int()),
    owed: z.number(),
    /** An open 'Ya transferí' waits. */
    claimed: z.boolean(),
  }),
  courses: z.array(todayCourse),
  meals: z.array(todayMeal),
  /** The session that was begun and not ended. */
  workout: z.nullable(
    z.object({
      id: z.string(),
      version: z.int(),
      course: z.nullable(z.string()),
      title: z.string(),
      done: z.int(),
      planned: z.int(),
    }),
  ),
  /** The first day on which kept contents may no longer be shown; null without limit. */
  shown_until: z.nullable(day),
});
export type MyToday = z.infer<typeof myToday>;

export const trainingPlace = z.object({
  /** '{position}-{exercise_id}', counted from 1 in its day. */
  key: z.string(),
  exercise_id: id,
  /** Sets prescribed here, or else the exercise's own; each with its rest. */
  sets: z.array(targetSet),
  superset: z.boolean(),
  note: z.string(),
});
export type TrainingPlace = z.infer<typeof trainingPlace>;

export const myTrainingDay = z.object({
  day_number: z.int(),
  is_rest_day: z.boolean(),
  title: z.string(),
  description: z.string(),
  minutes: z.int(),
  places: z.array(trainingPlace),
});
export type MyTrainingDay = z.infer<typeof myTrainingDay>;

const lastTime = z.object({
  day,
  /** Its session, which is not to be counted as last time while it is itself open. */
  workout_id: z.string(),
  sets: z.array(
    z.object({
      n: z.int(),
      reps: z.nullable(z.int()),
      seconds: z.nullable(z.int()),
      weight: z.nullable(z.number()),
    }),
  ),
});
export type LastTime = z.infer<typeof lastTime>;
export const MAX_SWAPS = 12;

export const myTraining = z.object({
  course: z.string(),
  training_id: id,
  title: z.string(),
  description: z.string(),
  cover_image: imageUrl,
  /** Next turn, as `my/today` has it. */
  turn: z.nullable(z.int()),
  /** The number of the day that is next. */
  next_day: z.nullable(z.int()),
  days: z.array(myTrainingDay),
  /** Each exercise once, by its id; also those that are offered instead of one of the training. */
  exercises: z.record(
    z.string(),
    z.object({
      title: z.string(),
      description: z.string(),
      tips: z.string(),
      body_part: z.nullable(z.string()),
      machine: z.nullable(z.string()),
      image_url: imageUrl,
      video_url: z.nullable(z.string()),
      /** The done sets of the newest closed session with it, of whatever training; null of one that was never done. */
      last: z.nullable(lastTime),
      /** Exercises of the same part of the body that may be done instead, at most 12; none of those that are themselves offered. */
      swaps: z.array(id),
    }),
  ),
});
export type MyTraining = z.infer<typeof myTraining>;

export const myDiet = z.object({
  id,
  title: z.string(),
  category: z.string(),
  /** ISO weekdays on which it is followed. */
  weekdays: z.array(z.int()),
  calories: z.number(),
  protein: z.number(),
  carbs: z.number(),
  fats: z.number(),
  portions: z.string(),
  total_time: z.string(),
  ingredients: z.string(),
  instructions: z.string(),
  image_url: imageUrl,
});
export type MyDiet = z.infer<typeof myDiet>;
