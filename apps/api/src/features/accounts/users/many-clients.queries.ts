import type { ImportedUser } from '@pulso/contract/accounts/users.input';
import type { DateText } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { isNotDeleted } from '#db/writes/visible-users';
import { recordEvents } from '#db/writes/events';
import type { Write } from '#db/writes/write';

/** Clients who come and go by the hundred, each as `createUser` makes one. */

type Identity = { name: string; phone: string };

/** The ids of those who have the same phone and name, by the place in the list. */
export async function findSameClients(db: Db, people: readonly Identity[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ place: number; id: number }>`
    select p.place, u.id
    from jsonb_to_recordset(${JSON.stringify(people.map((one, place) => ({ place, ...one })))}::jsonb)
        as p (place int, name text, phone text)
      join users u on u.phone = p.phone and u.name_key = sort_key(p.name) and ${isNotDeleted}`.execute(db);
  return new Map(rows.map(({ place, id }) => [place, id]));
}

/** Which of these usernames somebody has. */
export async function findTakenUsernames(db: Db, usernames: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ username: string }>`
    select wanted as username from unnest(${usernames}::text[]) wanted
    where exists (select from users u where u.username_key = username_key(wanted) and ${isNotDeleted})`.execute(db);
  return new Set(rows.map(({ username }) => username));
}

export type NewClientRow = Omit<ImportedUser, 'username'> & {
  username: string;
  suscriptionId: number | null;
  suscription_init: DateText | null;
  suscription_end: DateText | null;
};

/**
 * Adds clients without a password, with whom nobody can log in until one is set. A username that somebody took meanwhile
 * leaves its client out. Answers the ids by username.
 */
export async function insertClients(write: Write, clients: readonly NewClientRow[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; username: string }>`
    insert into users (name, gender, phone, username, role, password_hash, email, notes, birth_date,
      "suscriptionId", suscription_status, suscription_init, suscription_end)
    select name, gender, phone, username, 'CLIENT', '', email, coalesce(notes, ''), birth_date,
      "suscriptionId", "suscriptionId" is not null, suscription_init, suscription_end
    from jsonb_to_recordset(${JSON.stringify(clients)}::jsonb) as r (name text, gender text, phone text, username text,
      email text, notes text, birth_date date, "suscriptionId" int, suscription_init date, suscription_end date)
    on conflict (username_key) where deleted_at is null do nothing
    returning id, username`.execute(write.db);
  const idByUsername = new Map(rows.map(({ id, username }) => [username, id]));
  await recordEvents(
    write,
    clients.flatMap(({ username, suscriptionId, suscription_init, suscription_end }) => {
      const id = idByUsername.get(username);
      if (id === undefined) return [];
      const fields = { username, role: 'CLIENT', status: true, suscription_status: suscriptionId !== null };
      const dates = suscriptionId === null ? {} : { suscriptionId, suscription_init, suscription_end };
      const changes = Object.fromEntries(
        Object.entries({ ...fields, ...dates }).map(([field, value]): [string, [unknown, unknown]] => [
          field,
          [null, value],
        ]),
      );
      return [{ entity: 'account', entityId: id, userId: id, action: 'create', changes }];
    }),
  );
  return idByUsername;
}

/** Locks clients against changes. */
export async function lockClients({ db }: Pick<Write, 'db'>, ids: readonly number[]): Promise<void> {
  await sql`select from users where id = any(${ids}::int[]) order by id for update`.execute(db);
}

/** Takes clients away for good, to whom nothing refers any more. */
export async function removeClients({ db }: Write, ids: readonly number[]): Promise<void> {
  await sql`delete from users where id = any(${ids}::int[])`.execute(db);
}
