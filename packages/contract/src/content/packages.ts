import * as z from 'zod/mini';
import type { FieldErrors } from '../kit/envelope';
import {
  choice,
  activeFlag,
  extra,
  flag,
  id,
  integer,
  longText,
  money,
  reference,
  references,
  text,
  timestamp,
} from '../kit/fields';
import { genders } from '../kit/labels';
import { resource, withRule } from '../kit/resource';
import { packageAnswer } from './package-answer';

export const INVALID_TRAININGS = 'Hay entrenamientos que no son válidos';
const NOT_POSITIVE = 'El precio debe ser un número positivo';
const NOTHING_INCLUDED = 'Debe seleccionar al menos un entrenamiento o una dieta';
const titledRow = z.object({ title: z.string() });

export const packages = resource({
  path: '/package',
  noun: ['paquete', 'paquetes'],
  input: {
    title: text('El título es obligatorio'),
    description: longText('La descripción es obligatoria'),
    duration_days: integer({ min: 1, max: 600, message: 'Debe seleccionar una duración' }),
    amount: money({ min: 0, message: NOT_POSITIVE }),
    status: z.optional(activeFlag),
    gender: choice(genders, 'Debe seleccionar un género'),
    level_id: reference('Debe seleccionar un nivel'),
  },
  added: {
    id,
    price: z.number(),
    level: extra(z.optional(z.nullable(titledRow))),
    package_trainings: z.array(
      z.object({
        training_id: id,
        training: z.object({
          id,
          title: z.string(),
          level: z.nullable(titledRow),
          training_type: z.nullable(titledRow),
        }),
      }),
    ),
    package_diets: z.array(
      z.object({
        diet_id: id,
        diet: z.object({ id, title: z.string(), category: z.string(), description: z.string() }),
      }),
    ),
    created_at: extra(z.optional(timestamp)),
  },
  answered: packageAnswer,
});
export type Package = z.infer<typeof packages.row>;

type IncludedIds = { trainings?: readonly number[]; diets?: readonly number[] };

const isEmpty = (ids: unknown) => !Array.isArray(ids) || ids.length === 0;

/** The error is on both fields, because filling either one is enough. */
export function includedProblems({ trainings, diets }: IncludedIds): FieldErrors | undefined {
  return isEmpty(trainings) && isEmpty(diets) ? { trainings: NOTHING_INCLUDED, diets: NOTHING_INCLUDED } : undefined;
}

const packageInputFields = z.extend(packages.create, {
  /** Says that a price of 0 is meant; without it the specification's rule holds. */
  free: extra(z.optional(flag)),
  trainings: z.optional(references(INVALID_TRAININGS)),
  diets: z.optional(references('Hay dietas que no son válidas')),
});

function priceProblems({ amount, free }: { amount?: number; free?: boolean }): FieldErrors | undefined {
  return amount === 0 && free !== true ? { amount: NOT_POSITIVE } : undefined;
}

export const packageCreate = withRule(withRule(packageInputFields, includedProblems), priceProblems);
export type PackageInput = z.infer<typeof packageCreate>;
/** The patch lacks the rule of what is included, which has to be checked on the stored package with the changes. */
export const packagePatch = withRule(z.partial(packageInputFields), priceProblems);
export type PackagePatch = z.infer<typeof packagePatch>;
