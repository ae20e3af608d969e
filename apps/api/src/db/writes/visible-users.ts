import { sql, type RawBuilder } from 'kysely';
import type { Requester } from '#db/writes/write';

/** For queries over `users u`: deleted users stay in the table because of their payments. */
export const isNotDeleted = sql<boolean>`u.deleted_at is null`;

const isLimitedToSelf = (actor: Requester): boolean => actor.id !== null && actor.permission === 'own';

/** Condition for queries over `users u`: the asker may know of the user. */
export function visibleUsers(actor: Requester): RawBuilder<boolean> {
  return isLimitedToSelf(actor) ? sql<boolean>`${isNotDeleted} and u.id = ${actor.id}` : isNotDeleted;
}

/** Name of what `visibleUsers` lets pass, for caches: two askers of one scope may share an answer. */
export const scopeOf = (actor: Requester): string => (isLimitedToSelf(actor) ? `own:${actor.id}` : 'all');
