import * as z from 'zod/mini';
import { activeFlag, id, imageUrl, text, timestamp } from '../kit/fields';
import { resource } from '../kit/resource';

export const trainingTypes = resource({
  path: '/training-type',
  noun: ['tipo de entrenamiento', 'tipos de entrenamiento'],
  image: 'image_url',
  input: { title: text('El título es obligatorio'), status: z.optional(activeFlag) },
  added: { id, image_url: imageUrl, created_at: timestamp, updated_at: timestamp },
});
export type TrainingType = z.infer<typeof trainingTypes.row>;

/** Offered by a form when the list cannot be loaded. */
export const TRAINING_TYPE_NAMES = ['Fuerza', 'Resistencia', 'Flexibilidad', 'Cardio'] as const;
