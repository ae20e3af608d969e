import { randomUUID } from 'node:crypto';
import { permissions, type Permission } from '@pulso/contract/accounts/permissions';
import type { DateText } from '@pulso/contract/kit/dates';
import { sql, type RawBuilder } from 'kysely';
import { pipelineWithNext } from '#db/connection/connect';
import type { Db } from '#db/schema/database';
import { inTransaction, withRetries } from '#db/writes/transaction';

/** A person who makes a change, with session, permission, address, and the day in Buenos Aires. */
export type Person = {
  id: number;
  sessionId: string;
  permission: Permission;
  /** True of a trainer where he is let in: his right ends at his own clients, and before money. */
  isTrainer?: true;
  address: string;
  today: DateText;
};

/** Pulso itself, or a command on its machine: no account, no session. */
export type SystemActor = { id: null; sessionId: null; address: null; name: string; today: DateText };

export type Actor = Person | SystemActor;

/** The asker of a question, as far as he is known before his session is: the answer depends on him. */
export type Requester = Pick<Person, 'id' | 'permission' | 'isTrainer' | 'today'> | SystemActor;

/** A question to the database, and who asks it. */
export type Read<A extends Requester = Requester> = { db: Db; actor: A };

/** The transaction of a change, and who makes it. Its events (`db/writes/events.ts`) share the act. */
export type Write<A extends Actor = Person> = Read<A> & {
  act: string;
  /** A condition that fails without the actor's right, for a write that is one statement. */
  right?: RawBuilder<boolean>;
};

/**
 * Fails where the actor's session, status or role no longer give the right that the request began with. Tells the triggers of the
 * transaction who acts, and as part of which act.
 */
export function claimRight(
  { sessionId, id, permission, isTrainer, today, address }: Person,
  act: string,
): RawBuilder<boolean> {
  const roles = isTrainer ? ['TRAINER'] : permissions[permission];
  return sql<boolean>`
    (select claim_right(${sessionId}::uuid, ${id}::integer, ${roles}::text[], ${today}::date, ${act}::uuid, ${address}))`;
}

/** The seam of every change that a person makes. */
export function write<T>(db: Db, actor: Person, work: (write: Write) => Promise<T>): Promise<T> {
  return inTransaction(db, async (transaction) => {
    const act = randomUUID();
    await sql`select ${claimRight(actor, act)} ${pipelineWithNext}`.execute(transaction);
    return work({ db: transaction, actor, act });
  });
}

/** `write` for work that is one statement: to begin and to commit around it would take a third of the time. */
export function writeInOneStatement<T>(db: Db, actor: Person, work: (write: Write) => Promise<T>): Promise<T> {
  return withRetries(() => {
    const act = randomUUID();
    return work({ db, actor, act, right: claimRight(actor, act) });
  });
}

/** The seam of every change by Pulso or its operator: nobody's right is asked for. */
export function writeAsSystem<T>(
  db: Db,
  { name, today }: Pick<SystemActor, 'name' | 'today'>,
  work: (write: Write<SystemActor>) => Promise<T>,
): Promise<T> {
  const actor: SystemActor = { id: null, sessionId: null, address: null, name, today };
  return inTransaction(db, async (transaction) => {
    const act = randomUUID();
    await sql`
      select set_config('pulso.system', ${name}, true), set_config('pulso.act', ${act}, true) ${pipelineWithNext}`.execute(
      transaction,
    );
    return work({ db: transaction, actor, act });
  });
}
