import * as z from 'zod/mini';
import type { FieldErrors } from '../kit/envelope';
import {
  decimal,
  activeFlag,
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
} from '../kit/fields';
import { resource, withRule } from '../kit/resource';

export const SET_DEFAULTS = { reps: 12, duration_seconds: 30, rest_seconds: 60 };
export const WEIGHT_STEP_KG = 0.5;
export const MAX_SETS = 100;
const MAX_COUNT = 1_000_000;

const MUST_BE_POSITIVE = 'Debe ser un número positivo';
const MUST_NOT_BE_NEGATIVE = 'Debe ser un número no negativo';
export const NO_SETS = 'Debe haber al menos un set de ejercicio';
export const INVALID_SETS = 'Hay sets con valores inválidos';
export const MACHINE_REQUIRED = 'La máquina es obligatoria cuando se selecciona "Usa máquina"';

const REPS_REQUIRED = 'Las repeticiones son obligatorias';

const effortField = (required?: string) => integer({ min: 1, max: MAX_COUNT, message: MUST_BE_POSITIVE, required });

const setFields = {
  set_number: effortField('El número de set es obligatorio'),
  reps: nullable(effortField()),
  duration_seconds: nullable(effortField()),
  weight: nullable(decimal({ min: 0, max: 9_999, decimals: 2, message: MUST_NOT_BE_NEGATIVE })),
  rest_seconds: integer({
    min: 0,
    max: MAX_COUNT,
    message: MUST_NOT_BE_NEGATIVE,
    required: 'El descanso es obligatorio',
  }),
};

type Effort = { reps?: number | null; duration_seconds?: number | null };

const isPresent = (value: unknown) => value !== null && value !== undefined;

/** A set has either repetitions or seconds. */
export function setKindProblems({ reps, duration_seconds }: Effort): FieldErrors | undefined {
  if (isPresent(reps) && isPresent(duration_seconds))
    return { duration_seconds: 'Elige repeticiones o duración, no ambas' };
  if (!isPresent(reps) && !isPresent(duration_seconds)) return { reps: REPS_REQUIRED };
  return undefined;
}

const { weight, rest_seconds } = setFields;

/** The form's row of a set, by its kind. */
export const setRows = {
  reps: z.object({ reps: effortField(REPS_REQUIRED), weight, rest_seconds }),
  duration_seconds: z.object({ duration_seconds: effortField('La duración es obligatoria'), weight, rest_seconds }),
};
export type SetKind = keyof typeof setRows;

/** A single set, for the calls that change the sets of an existing exercise. */
export const exerciseSets = resource({
  path: '/exercise-set',
  noun: ['set de ejercicio', 'sets de ejercicio'],
  input: { ...setFields, exercise_id: reference('El ejercicio es obligatorio') },
  added: { id },
});
export type ExerciseSet = z.infer<typeof exerciseSets.row>;

export const exerciseSetCreate = withRule(exerciseSets.create, setKindProblems);
export type ExerciseSetInput = z.infer<typeof exerciseSetCreate>;
/** The patch lacks the rule on its kind, which has to be checked on the whole set. */
export const exerciseSetPatch = z.omit(exerciseSets.patch, { exercise_id: true });
export type ExerciseSetPatch = z.infer<typeof exerciseSetPatch>;

const titledRow = z.object({ title: z.string() });

export const exercises = resource({
  path: '/exercise',
  noun: ['ejercicio', 'ejercicios'],
  image: 'image_url',
  input: {
    title: text('El título es obligatorio'),
    description: longText('La descripción es obligatoria'),
    body_part_id: reference('La parte del cuerpo es obligatoria'),
    uses_machine: z.optional(flag),
    machine_id: nullable(reference(MACHINE_REQUIRED)),
    video_url: nullable(link('El enlace del video no es válido')),
    tips: optionalText,
    status: z.optional(activeFlag),
  },
  added: {
    id,
    body_part: z.nullable(titledRow),
    machine: z.nullable(titledRow),
    image_url: imageUrl,
    created_at: timestamp,
    sets: z.array(exerciseSets.row),
  },
});
export type Exercise = z.infer<typeof exercises.row>;

type MachineUse = { uses_machine?: boolean; machine_id?: number | null };

export function machineProblems({ uses_machine, machine_id }: MachineUse): FieldErrors | undefined {
  return uses_machine === true && !isPresent(machine_id) ? { machine_id: MACHINE_REQUIRED } : undefined;
}

const setsOfExercise = list(withRule(z.object(setFields), setKindProblems), {
  empty: NO_SETS,
  invalid: INVALID_SETS,
  max: MAX_SETS,
}).check(z.refine((sets) => new Set(sets.map((set) => set.set_number)).size === sets.length, INVALID_SETS));

/** Only POST takes the sets; afterwards each set has its own calls. */
export const exerciseCreate = withRule(z.extend(exercises.create, { sets: setsOfExercise }), machineProblems);
export type ExerciseInput = z.infer<typeof exerciseCreate>;
export type ExercisePatch = z.infer<typeof exercises.patch>;
