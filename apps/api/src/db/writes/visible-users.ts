import { sql, type RawBuilder } from 'kysely';
import type { Requester } from '#db/writes/write';

/** For queries over `users u`: deleted users stay in the table because of their payments. */
export const isNotDeleted = sql<boolean>`u.deleted_at is null`;

const isLimitedToSelf = (actor: Requester): boolean => actor.id !== null && actor.permission === 'own';

export const isTrainer = (actor: Requester): boolean => actor.id !== null && actor.isTrainer === true;

/** Condition for queries over `users u`: the asker may know of the user. */
export function visibleUsers(actor: Requester): RawBuilder<boolean> {
  if (isLimitedToSelf(actor)) return sql<boolean>`${isNotDeleted} and u.id = ${actor.id}`;
  return isTrainer(actor) ? sql<boolean>`${isNotDeleted} and u.trainer_id = ${actor.id}` : isNotDeleted;
}

/** Name of what `visibleUsers` lets pass, for caches: two askers of one scope may share an answer. */
export function scopeOf(actor: Requester): string {
  if (isLimitedToSelf(actor)) return `own:${actor.id}`;
  return isTrainer(actor) ? `trainer:${actor.id}` : 'all';
}
