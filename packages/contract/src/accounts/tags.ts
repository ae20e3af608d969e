import * as z from 'zod/mini';
import { choice, id, references, text, timestamp } from '../kit/fields';
import { resource } from '../kit/resource';
import { MAX_TAGS, tagColours } from './tags.labels';

export const tags = resource({
  path: '/tag',
  noun: ['etiqueta', 'etiquetas'],
  feminine: true,
  extra: true,
  input: { name: text('El nombre es obligatorio', 30), colour: choice(tagColours, 'El color no es válido') },
  added: { id, created_at: timestamp },
});
export type Tag = z.infer<typeof tags.row>;
export type TagInput = z.infer<typeof tags.create>;

/** A tag with the users who have it, counted up to a limit. */
export const tagDetail = z.extend(tags.row, { users: z.int(), more: z.boolean() });
export type TagDetail = z.infer<typeof tagDetail>;

export const userTagsInput = z.object({
  tag_ids: references('Las etiquetas no son válidas', MAX_TAGS, `Elige hasta ${MAX_TAGS} etiquetas`),
});
