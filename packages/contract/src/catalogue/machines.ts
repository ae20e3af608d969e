import type * as z from 'zod/mini';
import { id, imageUrl, optionalText, text, timestamp } from '../kit/fields';
import { resource } from '../kit/resource';

export const machines = resource({
  path: '/machine',
  noun: ['máquina', 'máquinas'],
  feminine: true,
  image: 'image_url',
  input: { title: text('El título es obligatorio'), description: optionalText },
  added: { id, image_url: imageUrl, created_at: timestamp },
});
export type Machine = z.infer<typeof machines.row>;
