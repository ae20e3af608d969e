import * as z from 'zod/mini';
import { activeFlag, id, imageUrl, text, timestamp } from '../kit/fields';
import { resource } from '../kit/resource';

export const bodyParts = resource({
  path: '/body-part',
  noun: ['parte del cuerpo', 'partes del cuerpo'],
  feminine: true,
  image: 'image_url',
  input: { title: text('El título es obligatorio'), status: z.optional(activeFlag) },
  added: { id, image_url: imageUrl, created_at: timestamp },
});
export type BodyPart = z.infer<typeof bodyParts.row>;
