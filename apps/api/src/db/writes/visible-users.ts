import { sql, type RawBuilder } from 'kysely';
import type { Asker } from '#db/writes/write';

/** For queries over `users u`: deleted users stay in the table because of their payments. */
export const notDeleted = sql<boolean>`u.deleted_at is null`;

const isOwnOnly = (actor: Asker): boolean => actor.id !== null && actor.permission === 'own';

/** Condition for queries over `users u`: the asker may know of the user. */
export function visibleUsers(actor: Asker): RawBuilder<boolean> {
  return isOwnOnly(actor) ? sql<boolean>`${notDeleted} and u.id = ${actor.id}` : notDeleted;
}

/** Name of what `visibleUsers` lets pass, for caches: two askers of one scope may share an answer. */
export const scopeOf = (actor: Asker): string => (isOwnOnly(actor) ? `own:${actor.id}` : 'all');
