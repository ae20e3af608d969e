import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { Refusal } from '#db/refusal';
import { removeInBatches } from '#db/remove-in-batches';
import { inTransaction } from '#db/transaction';

/** One intention of one administrator: however often it is sent, it happens once. */
export type Intention = { adminId: number; route: string; key: string; body: unknown };

type Kept<T> = { request_hash: Buffer; answer: T };

/**
 * Runs the work in a transaction. Under a key the answer is kept in that same transaction: a second call with the key
 * waits for the first, then gets its answer, also when the process died between the commit and the reply. Work that
 * throws keeps nothing, so the key is still good.
 */
export async function once<T>(
  db: Db,
  intention: Intention | undefined,
  work: (transaction: Db) => Promise<T>,
): Promise<T> {
  if (!intention) return inTransaction(db, work);
  const { adminId, route, key, body } = intention;
  const hash = createHash('sha256').update(JSON.stringify(body)).digest();
  const mine = sql`admin_id = ${adminId} and route = ${route} and key = ${key}`;
  return inTransaction(db, async (transaction) => {
    const claimed = await sql`
      insert into idempotent_answers (admin_id, route, key, request_hash) values (${adminId}, ${route}, ${key}, ${hash})
      on conflict do nothing returning 1`.execute(transaction);
    if (claimed.rows.length > 0) {
      const answer = await work(transaction);
      await sql`update idempotent_answers set answer = ${JSON.stringify(answer)}::json where ${mine}`.execute(
        transaction,
      );
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
 * Two of the same that were written this close together are one that was sent twice. On both sides of now, because the
 * server's clock may have been put back.
 */
export const justWritten = sql<boolean>`
  created_at between now() - interval '10 seconds' and now() + interval '10 seconds'`;

/** Nobody repeats a call after two days. */
export async function removeOldAnswers(db: Db): Promise<void> {
  await removeInBatches(db, 'idempotent_answers', sql`created_at < now() - interval '2 days'`);
}
