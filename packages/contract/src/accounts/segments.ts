import * as z from 'zod/mini';
import { id, text, timestamp } from '../kit/fields';
import { resource } from '../kit/resource';
import { userQuestion } from './users.questions';

/** A saved filter of the users list: a name for a question, the same for all administrators. */
export const segments = resource({
  path: '/segment',
  noun: ['filtro guardado', 'filtros guardados'],
  extra: true,
  input: {
    name: text('El nombre es obligatorio', 60),
    query: userQuestion.check(
      z.refine((query) => Object.keys(query).length > 0, 'Elige al menos un filtro, o busca algo'),
    ),
  },
  added: {
    id,
    created_at: timestamp,
    /** True if it names a tag or a plan that was deleted: then it finds nobody. */
    gone: z.boolean(),
  },
});
export type Segment = z.infer<typeof segments.row>;
export type SegmentInput = z.infer<typeof segments.create>;
