import * as z from 'zod/mini';
import {
  choice,
  activeFlag,
  flag,
  id,
  idList,
  imageUrl,
  integer,
  list,
  longText,
  optionalText,
  reference,
  text,
  timestamp,
} from '../kit/fields';
import { genders } from '../kit/labels';
import { resource, withRule } from '../kit/resource';

const COVER_REQUIRED = 'Debe seleccionar una imagen de portada';
const NO_EXERCISES = 'Debe seleccionar al menos un ejercicio para días activos';
export const INVALID_DAYS = 'Hay días con valores inválidos';
export const MAX_DAYS = 366;

const INVALID_EXERCISES = 'Hay ejercicios que no son válidos';
const MAX_EXERCISES_PER_DAY = 100;

/** Exercises in the order sent, with duplicates: a circuit repeats exercises. */
const dayExercises = idList(INVALID_EXERCISES, MAX_EXERCISES_PER_DAY);

const dayInput = withRule(
  z.object({
    day_number: integer({ min: 1, max: MAX_DAYS, message: 'El número de día no es válido' }),
    is_rest_day: z.optional(flag),
    title: optionalText,
    description: optionalText,
    exercises: z.optional(dayExercises),
  }),
  ({ is_rest_day, exercises }) => (is_rest_day || exercises?.length ? undefined : { exercises: NO_EXERCISES }),
);

export type TrainingDayInput = {
  day_number: number;
  is_rest_day: boolean;
  title: string;
  description: string;
  exercises: number[];
};

/** A rest day keeps only its number. */
const trainingDay = z.pipe(
  dayInput,
  z.transform(
    ({
      is_rest_day = false,
      title = '',
      description = '',
      exercises = [],
      day_number,
    }: z.infer<typeof dayInput>): TrainingDayInput =>
      is_rest_day
        ? { day_number, is_rest_day, title: '', description: '', exercises: [] }
        : { day_number, is_rest_day, title, description, exercises },
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
    z.object({ id, exercise_id: id, exercise: z.nullable(titledRow), order_index: z.int() }),
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
  },
});
export type Training = z.infer<typeof trainings.row>;

export const trainingCreate = z.extend(trainings.create, { training_days: trainingDays });
export const trainingPatch = z.partial(trainingCreate);
export type TrainingInput = z.infer<typeof trainingCreate>;
export type TrainingPatch = z.infer<typeof trainingPatch>;
