import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { claimRight, type Person } from '#db/writes/write';

const RECHECK_MS = 1_000;

/** Passes chunks on for as long as the actor may have them, and fails once that is over: an answer may take minutes. */
export async function* streamWhileAllowed<T>(db: Db, actor: Person, chunks: AsyncIterable<T>, recheckMs = RECHECK_MS) {
  let checkedAt = performance.now();
  for await (const chunk of chunks) {
    if (performance.now() - checkedAt >= recheckMs) {
      await sql`select ${claimRight(actor, randomUUID())}`.execute(db);
      checkedAt = performance.now();
    }
    yield chunk;
  }
}
