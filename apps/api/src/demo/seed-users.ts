import { randomBytes } from 'node:crypto';
import type { DateText } from '@pulso/contract/kit/dates';
import type { Passwords } from '#access/passwords';
import type { Db } from '#db/schema/database';
import { analyzeSeededTables, insertSeededUsers, nextUserNumber, type SeedCounts } from '#demo/seed.queries';

// Small enough that no statement comes near its time-out on a slow machine.
const BATCH_SIZE = 2_500;
const MAX_CONCURRENT_BATCHES = 2;

type Options = { db: Db; passwords: Passwords; today: DateText; users: number; progress?: (done: number) => void };

/** Adds believable users with their history and payments, in batches of one transaction each. */
export async function seedUsers({ db, passwords, today, users, progress }: Options): Promise<SeedCounts> {
  // A random password, so that nobody can log in as these users.
  const passwordHash = await passwords.hash(randomBytes(32).toString('base64url'));
  const total: SeedCounts = { users: 0, history: 0, packages: 0, payments: 0 };
  let first = await nextUserNumber(db);
  let missing = users;
  const work = async () => {
    while (missing > 0) {
      const count = Math.min(BATCH_SIZE, missing);
      const batch = { first, count, today, passwordHash };
      first += count;
      missing -= count;
      const batchCounts = await db.transaction().execute((transaction) => insertSeededUsers(transaction, batch));
      // Usernames that are taken are skipped, and made up for with the next numbers.
      missing += count - batchCounts.users;
      for (const list of ['users', 'history', 'packages', 'payments'] as const) total[list] += batchCounts[list];
      progress?.(total.users);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_BATCHES }, work));
  await analyzeSeededTables(db);
  return total;
}
