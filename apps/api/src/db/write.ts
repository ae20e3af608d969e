import { randomUUID } from 'node:crypto';
import type { Role } from '@pulso/contract/accounts/users.labels';
import type { DateText } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { inTransaction, withRetries } from '#db/transaction';

/** Who makes a change, in which session, from where, and on which day in Buenos Aires. */
export type Actor = { id: number; role: Role; sessionId: string; address: string; today: DateText };

/** The transaction of a change, and who makes it. What is told of it (`db/events.ts`) shares the act. */
export type Write = { db: Db; actor: Actor; act: string };

/** The seam of every change that a person makes. */
export function write<T>(db: Db, actor: Actor, work: (write: Write) => Promise<T>): Promise<T> {
  return inTransaction(db, (transaction) => work({ db: transaction, actor, act: randomUUID() }));
}

/** The same for work that is one statement: to begin and to commit around it would take a third of the time. */
export function writeAlone<T>(db: Db, actor: Actor, work: (write: Write) => Promise<T>): Promise<T> {
  return withRetries(() => work({ db, actor, act: randomUUID() }));
}

/** Tells the triggers of this transaction who makes the change, and on which day. */
export async function introduceActor({ db, actor }: Write): Promise<void> {
  await sql`
    select set_config('pulso.actor', ${String(actor.id)}, true), set_config('pulso.today', ${actor.today}, true)`.execute(
    db,
  );
}
