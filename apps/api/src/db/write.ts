import type { Role } from '@pulso/contract/accounts/users.labels';
import type { Db } from '#db/database';
import { inTransaction } from '#db/transaction';

/** Who makes a change, and in which session. */
export type Actor = { id: number; role: Role; sessionId: string };

/** A change under way: its transaction, and who makes it. */
export type Write = { db: Db; actor: Actor };

/** Every change that a person makes runs here, whole or not at all; what has to follow each of them hangs here too. */
export function write<T>(db: Db, actor: Actor, work: (write: Write) => Promise<T>): Promise<T> {
  return inTransaction(db, (transaction) => work({ db: transaction, actor }));
}
