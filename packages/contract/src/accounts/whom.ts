import * as z from 'zod/mini';
import type { FieldErrors } from '../kit/envelope';
import { choice, integer, nullable, preprocess, readJson, reference, references } from '../kit/fields';
import { withRule } from '../kit/resource';
import { INVALID_TRAINER } from './users.labels';
import { NO_SEGMENT, userQuestion, type UserQuestion } from './users.questions';

export const MAX_AT_ONCE = 10_000;
export const TOO_MANY_AT_ONCE = 'Elige hasta 10.000 usuarios por vez';
const userIds = references('La lista de usuarios no es válida', MAX_AT_ONCE, TOO_MANY_AT_ONCE);

/** The users whom a call is about: a question, a saved filter, or those who were ticked. */
export const whomShape = {
  query: z.optional(userQuestion),
  segment_id: z.optional(reference(NO_SEGMENT)),
  ids: z.optional(userIds),
};
export type Whom = { query?: UserQuestion; segment_id?: number; ids?: number[] };

/** A fault of who is meant, which has to be said in one way. */
export const whomProblem = ({ query, segment_id, ids }: Whom): string | undefined =>
  [query, segment_id, ids].filter((way) => way !== undefined).length === 1
    ? undefined
    : 'Elige a quiénes: un filtro, uno guardado o una lista';

/** The same as one value; in an address it is JSON. */
export const whomParameter = preprocess(
  readJson,
  withRule(z.strictObject(whomShape, 'Elige a quiénes'), (values): FieldErrors | undefined => {
    const problem = whomProblem(values);
    return problem === undefined ? undefined : { ids: problem };
  }),
);

/** What is done to many at once. */
export const bulkActions = ['activate', 'deactivate', 'add_tag', 'remove_tag', 'assign_trainer'] as const;
export type BulkAction = (typeof bulkActions)[number];

export const bulkInput = withRule(
  z.object({
    ...whomShape,
    action: choice(bulkActions, 'La acción no es válida'),
    tag_id: z.optional(reference('La etiqueta no es válida')),
    /** Null takes the trainer away. */
    trainer_id: nullable(reference(INVALID_TRAINER)),
    /** How many the person was shown. */
    count: integer({ min: 0, max: 1_000_000_000, message: 'La cantidad no es válida' }),
  }),
  (values): FieldErrors | undefined => {
    const problem = whomProblem(values);
    if (problem) return { ids: problem };
    const isAboutTag = values.action === 'add_tag' || values.action === 'remove_tag';
    if (isAboutTag && values.tag_id === undefined) return { tag_id: 'Elige una etiqueta' };
    return values.action === 'assign_trainer' && values.trainer_id === undefined
      ? { trainer_id: 'Elige un entrenador' }
      : undefined;
  },
);
export type BulkInput = z.infer<typeof bulkInput>;

/** Of those who were meant: changed now, so before, and left out, each for a reason. */
export const bulkResult = z.object({
  action: z.enum(bulkActions),
  changed: z.int(),
  unchanged: z.int(),
  skipped: z.array(z.object({ count: z.int(), why: z.string() })),
});
export type BulkResult = z.infer<typeof bulkResult>;

const doneWords: Record<BulkAction, (count: string, isOne: boolean) => string> = {
  activate: (count, isOne) => `${isOne ? 'Se activó' : 'Se activaron'} ${count}.`,
  deactivate: (count, isOne) => `${isOne ? 'Se desactivó' : 'Se desactivaron'} ${count}.`,
  add_tag: (count) => `Se agregó la etiqueta a ${count}.`,
  remove_tag: (count) => `Se quitó la etiqueta a ${count}.`,
  assign_trainer: (count) => `Se cambió el entrenador de ${count}.`,
};

/** 'Se desactivaron 127. Se omitió 1: tu propio usuario.' */
export function describeBulk({ action, changed, unchanged, skipped }: BulkResult): string {
  return [
    changed === 0 ? 'No cambió nada.' : doneWords[action](String(changed), changed === 1),
    ...(unchanged === 0 ? [] : [`${unchanged} ya ${unchanged === 1 ? 'estaba' : 'estaban'} así.`]),
    ...skipped.map(({ count, why }) => `${count === 1 ? 'Se omitió' : 'Se omitieron'} ${count}: ${why}.`),
  ].join(' ');
}
