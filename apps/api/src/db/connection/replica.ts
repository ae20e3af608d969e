import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/schema/database';

/** A replica that failed is left alone for so long, because waiting for it would cost every request its time-out. */
const REPLICA_RETRY_MS = 5_000;

/** Log position that a replica must have replayed to know every write so far: an expression for the primary. */
export const walPosition = sql<string>`pg_current_wal_flush_lsn()::text`;

type ReadRow = { read: string | null };

/**
 * Reads from the replica if it has caught up with what had been written when the request came, and from the primary if it
 * has not: nobody sees a list without what they have just saved.
 */
export function openReplicaReader(db: Db, replica: Db) {
  let restingUntil = 0;
  const readBehind = async (expression: RawBuilder<unknown>, written: string): Promise<ReadRow | undefined> => {
    if (performance.now() < restingUntil) return undefined;
    try {
      const { rows } = await sql<ReadRow>`
        select ${expression} as read where pg_last_wal_replay_lsn() >= ${written}::pg_lsn`.execute(replica);
      return rows[0];
    } catch {
      restingUntil = performance.now() + REPLICA_RETRY_MS;
      return undefined;
    }
  };
  return async (expression: RawBuilder<unknown>, written: string): Promise<string | null> => {
    const replicaRow = await readBehind(expression, written);
    return (replicaRow ?? (await sql<ReadRow>`select ${expression} as read`.execute(db)).rows[0])?.read ?? null;
  };
}
