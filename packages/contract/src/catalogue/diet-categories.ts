import * as z from 'zod/mini';
import { activeFlag, id, optionalText, text } from '../kit/fields';
import { resource } from '../kit/resource';

export const dietCategories = resource({
  path: '/type-diet',
  noun: ['categoría de dietas', 'categorías de dietas'],
  feminine: true,
  input: { name: text('El nombre es obligatorio'), description: optionalText, status: z.optional(activeFlag) },
  added: { id },
});
export type DietCategory = z.infer<typeof dietCategories.row>;
