import type { Role } from '@pulso/contract/accounts/users.labels';
import type { Db } from '#db/database';
import { inTransaction } from '#db/transaction';

/** Who makes a change, and in which session. */
export type Actor = { id: number; role: Role; sessionId: string };

/** The transaction of a change, and who makes it. */
export type Write = { db: Db; actor: Actor };

/** The seam of every change that a person makes: what has to follow each of them (an audit log) belongs here. */
export function write<T>(db: Db, actor: Actor, work: (write: Write) => Promise<T>): Promise<T> {
  return inTransaction(db, (transaction) => work({ db: transaction, actor }));
}
