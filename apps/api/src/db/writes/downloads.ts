import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { recordEvent } from '#db/writes/events';
import { notFound } from '#db/writes/refusal';
import { write, type Person, type Write } from '#db/writes/write';

const TICKET_BYTES = 32;
const TICKET_SECONDS = 60;

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest();

/** A ticket for one download within a minute, because a browser that saves a file sends no token. */
export async function issueDownloadTicket({ db, actor }: Write, what: string, query: object): Promise<string> {
  const ticket = randomBytes(TICKET_BYTES).toString('base64url');
  await sql`
    insert into downloads (ticket_hash, what, query, user_id, session_id, until)
    values (${hashOf(ticket)}, ${what}, ${JSON.stringify(query)}::jsonb, ${actor.id}, ${actor.sessionId},
      now() + make_interval(secs => ${TICKET_SECONDS}))`.execute(db);
  return ticket;
}

type TicketRequest = Pick<Person, 'permission' | 'address' | 'today'> & { ticket: string; what: string };
type Author = Pick<Person, 'id' | 'sessionId'>;

/** The query that a ticket stands for, and its author, who must still have the right. It is worth nothing afterwards. */
export async function redeemDownloadTicket<Q extends object>(db: Db, { ticket, what, ...asked }: TicketRequest) {
  const hash = hashOf(ticket);
  const { rows } = await sql<Author>`
    select user_id as id, session_id as "sessionId" from downloads
    where ticket_hash = ${hash} and what = ${what} and until > now()`.execute(db);
  if (!rows[0]) throw notFound();
  const actor: Person = { ...rows[0], ...asked };
  return write(db, actor, async (writing) => {
    const { rows: takenRows } = await sql<{ query: Q & { id?: number } }>`
      delete from downloads where ticket_hash = ${hash} returning query`.execute(writing.db);
    if (!takenRows[0]) throw notFound();
    const { query } = takenRows[0];
    await recordEvent(writing, { entity: 'download', entityId: query.id, action: what });
    return { actor, query };
  });
}

export async function removeOldDownloads(db: Db): Promise<void> {
  await sql`delete from downloads where until < now()`.execute(db);
}

/** Drops the tickets of a person, and those that search for a text, which may be a name: their authors ask again. */
export async function eraseDownloads({ db }: Write, userId: number): Promise<void> {
  await sql`delete from downloads where user_id = ${userId} or query @? '$.**.search'`.execute(db);
}
