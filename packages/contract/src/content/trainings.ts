import * as z from 'zod/mini';
import {
  choice,
  activeFlag,
  decimal,
  extra,
  flag,
  id,
  idOrKeyList,
  imageUrl,
  integer,
  list,
  longText,
  newKey,
  optionalText,
  optionalTextUpTo,
  preprocess,
  reference,
  text,
  timestamp,
} from '../kit/fields';
import type { FieldErrors } from '../kit/envelope';
import { genders } from '../kit/labels';
import { resource, withRule } from '../kit/resource';
import { INVALID_SETS } from './exercises';
import { PRESCRIPTION_LIMITS, readSets, type Prescription } from './sets-line';

const COVER_REQUIRED = 'Debe seleccionar una imagen de portada';
const NO_EXERCISES = 'Debe seleccionar al menos un ejercicio para días activos';
export const INVALID_DAYS = 'Hay días con valores inválidos';
export const MAX_DAYS = 366;

export const INVALID_EXERCISES = 'Hay ejercicios que no son válidos';
const MAX_EXERCISES_PER_DAY = 100;

/** Exercises in the order sent, with duplicates: a circuit repeats exercises. New ones stand there with their keys. */
const dayExercises = idOrKeyList(INVALID_EXERCISES, MAX_EXERCISES_PER_DAY);

export const INVALID_NEW_EXERCISES = 'Hay ejercicios nuevos con valores inválidos';
const MAX_NEW_EXERCISES = 400;

/** Exercises that are made with the training: inactive, without a picture. Days name them by their keys. */
const newExercises = list(
  z.object({
    key: newKey(INVALID_NEW_EXERCISES),
    title: text('El título es obligatorio'),
    body_part_id: reference('La parte del cuerpo es obligatoria'),
  }),
  { invalid: INVALID_NEW_EXERCISES, max: MAX_NEW_EXERCISES },
).check(z.refine((sent) => new Set(sent.map(({ key }) => key)).size === sent.length, INVALID_NEW_EXERCISES));
export type NewExercise = z.infer<typeof newExercises>[number];

export const PRESCRIPTIONS_MISMATCH = 'Las series no corresponden a los ejercicios del día';

const count = (min: number, max: number) => z.nullable(integer({ min, max, message: INVALID_SETS }));
const { sets, reps, seconds, weight, rest, note } = PRESCRIPTION_LIMITS;

const prescribedSets = z
  .array(
    z.object({
      reps: count(1, reps),
      reps_max: count(1, reps),
      seconds: count(1, seconds),
      weight: z.nullable(decimal({ min: 0, max: weight, decimals: 2, message: INVALID_SETS })),
      rest: count(0, rest),
    }),
    INVALID_SETS,
  )
  .check(z.minLength(1, INVALID_SETS), z.maxLength(sets, INVALID_SETS));

const place = z.object({
  sets: z.optional(z.nullable(prescribedSets)),
  superset: z.optional(flag),
  note: optionalTextUpTo(note),
});

/** The sets of each place, up to the first that are none: thousands may be sent, and an error for each would take long. */
function readPlaces(sent: unknown): unknown {
  if (!Array.isArray(sent)) return sent;
  let isRefused = false;
  return (sent as Partial<Prescription | undefined>[]).map((one) => {
    if (isRefused) return null;
    if (!one?.sets) return one;
    const read = readSets(one.sets);
    isRefused = read === undefined;
    return { ...one, sets: read ?? INVALID_SETS };
  });
}

/** Prescribed sets of each exercise of the day; null stands for the exercise's own. */
const prescriptions = preprocess(
  readPlaces,
  z.array(z.nullable(place), PRESCRIPTIONS_MISMATCH).check(z.maxLength(MAX_EXERCISES_PER_DAY, PRESCRIPTIONS_MISMATCH)),
);

const dayInput = withRule(
  z.object({
    day_number: integer({ min: 1, max: MAX_DAYS, message: 'El número de día no es válido' }),
    is_rest_day: z.optional(flag),
    title: optionalText,
    description: optionalText,
    exercises: z.optional(dayExercises),
    prescriptions: extra(z.optional(prescriptions)),
  }),
  ({ is_rest_day, exercises, prescriptions: asked }): FieldErrors | undefined => {
    if (is_rest_day) return undefined;
    if (!exercises?.length) return { exercises: NO_EXERCISES };
    return asked && asked.length !== exercises.length ? { prescriptions: PRESCRIPTIONS_MISMATCH } : undefined;
  },
);

export type TrainingDayInput = {
  day_number: number;
  is_rest_day: boolean;
  title: string;
  description: string;
  exercises: (number | string)[];
  /** One for each exercise; undefined if the client says nothing of them. */
  prescriptions?: Prescription[];
};

/** The link of a day's last exercise leads nowhere. */
const prescriptionsOf = (asked: z.infer<typeof prescriptions>): Prescription[] =>
  asked.map((one, index) => ({
    sets: one?.sets ?? null,
    superset: one?.superset === true && index < asked.length - 1,
    note: one?.note ?? '',
  }));

/** A rest day keeps only its number. */
const trainingDay = z.pipe(
  dayInput,
  z.transform(
    ({
      is_rest_day = false,
      title = '',
      description = '',
      exercises = [],
      prescriptions: asked,
      day_number,
    }: z.infer<typeof dayInput>): TrainingDayInput =>
      is_rest_day
        ? { day_number, is_rest_day, title: '', description: '', exercises: [] }
        : {
            day_number,
            is_rest_day,
            title,
            description,
            exercises,
            ...(asked && { prescriptions: prescriptionsOf(asked) }),
          },
  ),
);

const trainingDays = list(trainingDay, {
  empty: 'Debe haber al menos un día de entrenamiento',
  invalid: INVALID_DAYS,
  max: MAX_DAYS,
}).check(
  z.refine((days) => new Set(days.map((day) => day.day_number)).size === days.length, 'Hay días con el mismo número'),
);

const titledRow = z.object({ title: z.string() });

const trainingDayRow = z.object({
  id,
  day_number: z.int(),
  is_rest_day: z.boolean(),
  title: z.string(),
  description: z.string(),
  training_day_exercises: z.array(
    z.object({
      id,
      exercise_id: id,
      exercise: z.nullable(titledRow),
      order_index: z.int(),
      sets: extra(z.optional(z.nullable(prescribedSets))),
      superset: extra(z.optional(z.boolean())),
      note: extra(z.optional(z.string())),
    }),
  ),
});
export type TrainingDay = z.infer<typeof trainingDayRow>;

export const trainings = resource({
  path: '/training',
  noun: ['entrenamiento', 'entrenamientos'],
  image: 'cover_image',
  upload: 'cover_image',
  imageRequired: COVER_REQUIRED,
  input: {
    title: text('El título es obligatorio'),
    description: longText('La descripción es obligatoria'),
    level_id: reference('Debe seleccionar un nivel'),
    training_type_id: reference('Debe seleccionar un tipo de entrenamiento'),
    gender: choice(genders, 'Debe seleccionar un género'),
    is_premium: z.optional(flag),
    status: z.optional(activeFlag),
  },
  added: {
    id,
    level: z.nullable(titledRow),
    training_type: z.nullable(titledRow),
    cover_image: imageUrl,
    created_at: timestamp,
    updated_at: timestamp,
    training_days: z.array(trainingDayRow),
    /** The client whose alone it is; such a copy is in no list. */
    owner: extra(z.optional(z.object({ id, name: z.string() }))),
  },
});
export type Training = z.infer<typeof trainings.row>;

export const trainingCreate = z.extend(trainings.create, {
  training_days: trainingDays,
  new_exercises: extra(z.optional(newExercises)),
});
export const trainingPatch = z.partial(trainingCreate);
export type TrainingInput = z.infer<typeof trainingCreate>;
export type TrainingPatch = z.infer<typeof trainingPatch>;
