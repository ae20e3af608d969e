import { z } from 'zod';
import {
  decimal,
  flag,
  id,
  imageUrl,
  integer,
  link,
  list,
  longText,
  nullable,
  optionalText,
  reference,
  text,
  timestamp,
} from './fields';
import { resource } from './resource';

export const SET_DEFAULTS = { reps: 12, duration_seconds: 30, rest_seconds: 60 };
export const WEIGHT_STEP_KG = 0.5;
const LONGEST_SET_LIST = 100;
const MANY = 1_000_000;

const POSITIVE = 'Debe ser un número positivo';
const NOT_NEGATIVE = 'Debe ser un número no negativo';
export const NO_SETS = 'Debe haber al menos un set de ejercicio';
export const INVALID_SETS = 'Hay sets con valores inválidos';
export const MACHINE_REQUIRED = 'La máquina es obligatoria cuando se selecciona "Usa máquina"';

const setFields = {
  set_number: integer({ min: 1, max: MANY, message: POSITIVE, required: 'El número de set es obligatorio' }),
  reps: nullable(integer({ min: 1, max: MANY, message: POSITIVE })),
  duration_seconds: nullable(integer({ min: 1, max: MANY, message: POSITIVE })),
  weight: nullable(decimal({ min: 0, max: 9_999, decimals: 2, message: NOT_NEGATIVE })),
  rest_seconds: integer({ min: 0, max: MANY, message: NOT_NEGATIVE, required: 'El descanso es obligatorio' }),
};

type SetKind = { reps?: number | null; duration_seconds?: number | null };

/** A set counts repetitions or seconds, never both and never neither. */
export function setKindProblem({ reps, duration_seconds }: SetKind): { field: string; message: string } | undefined {
  const counted = typeof reps === 'number';
  const timed = typeof duration_seconds === 'number';
  if (counted && timed) return { field: 'duration_seconds', message: 'Elige repeticiones o duración, no ambas' };
  if (!counted && !timed) return { field: 'reps', message: 'Las repeticiones son obligatorias' };
  return undefined;
}

const setOfExercise = z.object(setFields).superRefine((set, context) => {
  const problem = setKindProblem(set);
  if (problem) context.addIssue({ code: 'custom', path: [problem.field], message: problem.message });
});

/** One set by itself, for the calls that keep an exercise's sets after an update. */
export const exerciseSets = resource({
  path: '/exercise-set',
  input: { ...setFields, exercise_id: reference('El ejercicio es obligatorio') },
  added: { id },
});
export type ExerciseSet = z.infer<typeof exerciseSets.row>;

const titled = z.object({ title: z.string() });

export const exercises = resource({
  path: '/exercise',
  image: 'image_url',
  input: {
    title: text('El título es obligatorio'),
    description: longText('La descripción es obligatoria'),
    body_part_id: reference('La parte del cuerpo es obligatoria'),
    uses_machine: flag.optional(),
    machine_id: nullable(reference(MACHINE_REQUIRED)),
    video_url: nullable(link('El enlace del video no es válido')),
    tips: optionalText,
    status: flag.optional(),
  },
  added: {
    id,
    body_part: titled.nullable(),
    machine: titled.nullable(),
    image_url: imageUrl,
    created_at: timestamp,
    sets: z.array(exerciseSets.row),
  },
});
export type Exercise = z.infer<typeof exercises.row>;

/** Only a new exercise brings its sets along; afterwards each set has its own calls. */
export const exerciseCreate = exercises.create.extend({
  sets: list(setOfExercise, { empty: NO_SETS, invalid: INVALID_SETS, longest: LONGEST_SET_LIST }),
});
export type ExerciseInput = z.infer<typeof exerciseCreate>;
