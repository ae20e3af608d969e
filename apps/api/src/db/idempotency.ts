import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { Refusal } from '#db/refusal';
import { removeInBatches } from '#db/remove-in-batches';
import type { Values } from '#db/rows';
import { write, type Actor, type Write } from '#db/write';

/** One call under an idempotency key: however often an administrator sends it, it happens once. */
export type Intention = {
  route: string;
  key: string;
  body: unknown;
  /** Whom it is about. */
  userId?: number;
};

type Kept<T> = { request_hash: Buffer; answer: T };

/**
 * Runs the work in a transaction. Under a key the answer is kept in that same transaction: a second call with the key
 * waits for the first, then gets its answer, also when the process died between the commit and the reply. Work that
 * throws keeps nothing, so the key is still good.
 */
export async function writeOnce<T>(
  db: Db,
  actor: Actor,
  intention: Intention | undefined,
  work: (write: Write) => Promise<T>,
): Promise<T> {
  if (!intention) return write(db, actor, work);
  const { route, key, body, userId = null } = intention;
  const hash = createHash('sha256').update(JSON.stringify(body)).digest();
  const mine = sql`admin_id = ${actor.id} and route = ${route} and key = ${key}`;
  return write(db, actor, async (writing) => {
    const { db: transaction } = writing;
    const claimed = await sql`
      insert into idempotent_answers (admin_id, route, key, request_hash) values (${actor.id}, ${route}, ${key}, ${hash})
      on conflict do nothing returning 1`.execute(transaction);
    if (claimed.rows.length > 0) {
      const answer = await work(writing);
      // Whom it is about is written only now: by now it is somebody.
      await sql`
        update idempotent_answers set answer = ${JSON.stringify(answer)}::json, user_id = ${userId}
        where ${mine}`.execute(transaction);
      return answer;
    }
    const { rows } = await sql<Kept<T>>`select request_hash, answer from idempotent_answers where ${mine}`.execute(
      transaction,
    );
    const kept = rows[0];
    if (!kept?.request_hash.equals(hash))
      throw new Refusal({ 'Idempotency-Key': 'Esa clave ya se usó con otros datos' });
    return kept.answer;
  });
}

/**
 * With a person goes what was answered about him, or to him: a call under one of those keys is judged anew, and finds
 * nobody.
 */
export async function forgetAnswers(transaction: Db, userId: number): Promise<void> {
  await sql`delete from idempotent_answers where user_id = ${userId} or admin_id = ${userId}`.execute(transaction);
}

/**
 * Two rows that are alike in all that was sent, and were written this close together, are one that was sent twice. On
 * both sides of now, because the server's clock may have been put back.
 */
export function sentTwice(sent: Values) {
  // Not `is not distinct from`, which no index serves.
  const same = Object.entries(sent).map(([column, value]) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
  );
  return sql<boolean>`${sql.join(same, sql` and `)}
    and created_at between now() - interval '10 seconds' and now() + interval '10 seconds'`;
}

/** Nobody repeats a call after two days. */
export async function removeOldAnswers(db: Db): Promise<void> {
  await removeInBatches(db, 'idempotent_answers', sql`created_at < now() - interval '2 days'`);
}
