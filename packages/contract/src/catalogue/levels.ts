import * as z from 'zod/mini';
import { activeFlag, id, imageUrl, optionalText, text, timestamp } from '../kit/fields';
import { resource } from '../kit/resource';

export const levels = resource({
  path: '/level',
  noun: ['nivel', 'niveles'],
  image: 'cover_image',
  input: {
    title: text('El nombre del nivel es obligatorio'),
    description: optionalText,
    status: z.optional(activeFlag),
  },
  added: { id, cover_image: imageUrl, updated_at: timestamp },
});
export type Level = z.infer<typeof levels.row>;

/** Offered by a form when the list cannot be loaded. */
export const LEVEL_NAMES = ['Principiante', 'Intermedio', 'Avanzado'] as const;
