import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { notFound, Refusal } from '#db/writes/refusal';
import { removeInBatches } from '#db/writes/remove-in-batches';
import type { Values } from '#db/stores/rows';
import { write, type Person, type Write } from '#db/writes/write';

/** A request with an idempotency key: a retry gets the first answer again. */
export type IdempotentRequest = {
  route: string;
  key: string;
  body: unknown;
  /** The user that the request is about. */
  userId?: number;
};

/** Only the answer says whose payment, debt or period a request is about; the answer is forgotten with that person. */
function userIdOf(answer: unknown): number | null {
  const { user_id, user } = (answer ?? {}) as { user_id?: number; user?: { id: number } | null };
  return user_id ?? user?.id ?? null;
}

/** An answer that was forgotten is null. */
type StoredAnswer<T> = { request_hash: Buffer; answer: T | null };

/**
 * Runs the work in a transaction that also stores the answer under the key. A retry waits for the first request and
 * gets its answer, even if the process died before it replied. Work that throws stores nothing, so the key can be reused.
 */
export async function writeOnce<T>(
  db: Db,
  actor: Person,
  request: IdempotentRequest | undefined,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  if (!request) return write(db, actor, work);
  const { route, key, body, userId } = request;
  const hash = createHash('sha256').update(JSON.stringify(body)).digest();
  const isOwnRequest = sql`admin_id = ${actor.id} and route = ${route} and key = ${key}`;
  return write(db, actor, async (writing) => {
    const { db: transaction } = writing;
    const claimed = await sql`
      insert into idempotent_answers (admin_id, route, key, request_hash) values (${actor.id}, ${route}, ${key}, ${hash})
      on conflict do nothing returning 1`.execute(transaction);
    if (claimed.rows.length > 0) {
      const answer = await work(writing);
      // `user_id` only now: the work has checked that the user exists.
      await sql`
        update idempotent_answers set answer = ${JSON.stringify(answer)}::json, user_id = ${userId ?? userIdOf(answer)}
        where ${isOwnRequest}`.execute(transaction);
      return answer;
    }
    const { rows } = await sql<
      StoredAnswer<T>
    >`select request_hash, answer from idempotent_answers where ${isOwnRequest}`.execute(transaction);
    const storedAnswer = rows[0];
    if (!storedAnswer?.request_hash.equals(hash))
      throw new Refusal({ 'Idempotency-Key': 'Esa clave ya se usó con otros datos' });
    if (storedAnswer.answer === null) throw notFound();
    return storedAnswer.answer;
  });
}

/**
 * Forgets the answers about a deleted user, so that a retry gets a 404. An answer that names him among others keeps its
 * key, because that business is not his alone: a retry gets a 404 too, and does nothing a second time.
 */
export async function forgetAnswers(transaction: Db, userId: number): Promise<void> {
  await sql`delete from idempotent_answers where user_id = ${userId}`.execute(transaction);
  await sql`
    update idempotent_answers set answer = 'null' where people @> to_jsonb(${userId}::int)`.execute(transaction);
}

/**
 * A condition on rows with equal values within ten seconds: a request that was sent twice. On both sides of now, because
 * the clock may have been set back.
 */
export function isRecentDuplicate(sentValues: Values) {
  // Not `is not distinct from`, which uses no index.
  const same = Object.entries(sentValues).map(([column, value]) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
  );
  return sql<boolean>`${sql.join(same, sql` and `)}
    and created_at between now() - interval '10 seconds' and now() + interval '10 seconds'`;
}

/** No client retries after two days. */
export async function removeOldAnswers(db: Db): Promise<void> {
  await removeInBatches(db, 'idempotent_answers', sql`created_at < now() - interval '2 days'`);
}
