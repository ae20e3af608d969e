import { randomBytes } from 'node:crypto';
import type { DateText } from '@pulso/contract/kit/dates';
import type { PoolConfig } from 'pg';
import { inDedicatedTransaction } from '#archive/connect';
import type { Passwords } from '#access/passwords';
import { dbForClient } from '#db/connection/connect';
import { withoutIndexes } from '#db/schema/bulk-load';
import { stopRecording } from '#db/writes/events';
import {
  analyzeSeededTables,
  insertSeededUsers,
  nextUserNumber,
  SEEDED_TABLES,
  withMilestonesLast,
  type SeedCounts,
} from '#demo/seed.queries';

/** Rows of a batch and of what its triggers compare fit into memory. */
const BATCH_SIZE = 50_000;

type Options = {
  connection: PoolConfig;
  passwords: Passwords;
  today: DateText;
  users: number;
  progress?: (done: number) => void;
};

/**
 * Adds believable users with their history and payments, all in one transaction without time-outs: a million take minutes, and
 * whatever goes wrong leaves nobody.
 */
export async function seedUsers({ connection, passwords, today, users, progress }: Options): Promise<SeedCounts> {
  // A random password, so that nobody can log in as these users.
  const passwordHash = await passwords.hash(randomBytes(32).toString('base64url'));
  return inDedicatedTransaction(connection, 'pulso-seed', 'writing', async (client) => {
    const db = dbForClient(client);
    await stopRecording(db);
    const total: SeedCounts = { users: 0, history: 0, packages: 0, payments: 0 };
    let first = await nextUserNumber(db);
    const insertBatches = async () => {
      while (total.users < users) {
        const count = Math.min(BATCH_SIZE, users - total.users);
        const added = await insertSeededUsers(db, { first, count, today, passwordHash });
        // Usernames that are taken are skipped, and made up for with the next numbers.
        first += count;
        for (const list of ['users', 'history', 'packages', 'payments'] as const) total[list] += added[list];
        progress?.(total.users);
      }
    };
    await withoutIndexes(db, SEEDED_TABLES, () => withMilestonesLast(db, first, insertBatches));
    await analyzeSeededTables(db);
    return total;
  });
}
