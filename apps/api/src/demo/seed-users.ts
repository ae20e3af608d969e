import { randomBytes } from 'node:crypto';
import type { DateText } from '@pulso/contract/dates';
import type { Db } from '#db/database';
import { analyzeSeeded, insertSeededUsers, nextNumber, type Seeded } from '#demo/seed.queries';
import type { Passwords } from '#http/passwords';

// Small enough that no statement comes near its time-out on a slow machine.
const BATCH = 2_500;
const BATCHES_AT_ONCE = 2;

type Setting = { db: Db; passwords: Passwords; today: DateText; users: number; progress?: (done: number) => void };

/** Adds believable users with their history and payments, where there are plans, and takes nothing away. A batch is there whole or not at all. */
export async function seedUsers({ db, passwords, today, users, progress }: Setting): Promise<Seeded> {
  // Nobody can log in as a person who does not exist.
  const passwordHash = await passwords.hash(randomBytes(32).toString('base64url'));
  const total: Seeded = { users: 0, history: 0, packages: 0, payments: 0 };
  let first = await nextNumber(db);
  let missing = users;
  const work = async () => {
    while (missing > 0) {
      const count = Math.min(BATCH, missing);
      const batch = { first, count, today, passwordHash };
      first += count;
      missing -= count;
      const added = await db.transaction().execute((transaction) => insertSeededUsers(transaction, batch));
      // A name that somebody had chosen already is left out; the next number takes its place.
      missing += count - added.users;
      for (const list of ['users', 'history', 'packages', 'payments'] as const) total[list] += added[list];
      progress?.(total.users);
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, work));
  await analyzeSeeded(db);
  return total;
}
