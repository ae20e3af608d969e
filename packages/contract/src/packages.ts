import { z } from 'zod';
import { choice, flag, id, integer, longText, money, reference, references, text } from './fields';
import type { FieldErrors } from './envelope';
import { genders } from './labels';
import { resource } from './resource';

const NOTHING_INCLUDED = 'Debe seleccionar al menos un entrenamiento o una dieta';
const titled = z.object({ title: z.string() });

export const packages = resource({
  path: '/package',
  input: {
    title: text('El título es obligatorio'),
    description: longText('La descripción es obligatoria'),
    duration_days: integer({ min: 1, max: 600, message: 'Debe seleccionar una duración' }),
    amount: money({ min: 0.01, message: 'El precio debe ser un número positivo' }),
    status: flag.optional(),
    gender: choice(genders, 'Debe seleccionar un género'),
    level_id: reference('Debe seleccionar un nivel'),
  },
  added: {
    id,
    price: z.number(),
    level: titled.nullable(),
    package_trainings: z.array(
      z.object({
        training_id: id,
        training: z.object({ id, title: z.string(), level: titled.nullable(), training_type: titled.nullable() }),
      }),
    ),
    package_diets: z.array(
      z.object({
        diet_id: id,
        diet: z.object({ id, title: z.string(), category: z.string(), description: z.string() }),
      }),
    ),
    created_at: z.iso.datetime(),
  },
});
export type Package = z.infer<typeof packages.row>;

export const packageCreate = packages.create.extend({
  trainings: references('Hay entrenamientos que no son válidos').optional(),
  diets: references('Hay dietas que no son válidas').optional(),
});
export const packagePatch = packageCreate.partial();
export type PackageInput = z.infer<typeof packageCreate>;

/** Shown on both fields, because either would mend it. */
export function includedProblems(trainings: number, diets: number): FieldErrors | undefined {
  return trainings + diets > 0 ? undefined : { trainings: NOTHING_INCLUDED, diets: NOTHING_INCLUDED };
}
