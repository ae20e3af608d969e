import { sql } from 'kysely';
import type { Actor, Write } from '#db/write';

export type Event = {
  entity:
    | 'period'
    | 'payment'
    | 'debt'
    | 'till'
    | 'price-rise'
    | 'client-price'
    | 'client'
    | 'template'
    | 'business'
    | 'account';
  entityId?: number | null;
  /** The client whom it is about. */
  userId?: number | null;
  action: string;
  /** Each changed field with its value before and after. */
  changes?: Record<string, [unknown, unknown]>;
  data?: object;
  /** By the clock that the rest of the write goes by; not given where nothing compares with it. */
  at?: Date;
};

/** The fields that a change gives another value. */
export function changesOf(before: object, values: object): Record<string, [unknown, unknown]> {
  const known = new Map<string, unknown>(Object.entries(before));
  const changed = Object.entries(values).filter(([name, value]) => known.get(name) !== value);
  return Object.fromEntries(
    changed.map(([name, value]: [string, unknown]): [string, [unknown, unknown]] => [name, [known.get(name), value]]),
  );
}

const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));

/** Nobody is the actor of what a day brings. */
type Recording = Pick<Write, 'db' | 'act'> & { actor: Pick<Actor, 'id' | 'address'> | null };

/** Who did what to what, in the transaction that does it; answers its number and its moment. */
export async function recordEvent({ db, actor, act }: Recording, event: Event): Promise<{ id: number; at: string }> {
  const { entity, entityId = null, userId = null, action, changes, data, at = null } = event;
  const { rows } = await sql<{ id: number; at: string }>`
    insert into events (act, actor_id, address, entity, entity_id, user_id, action, changes, data, at)
    values (${act}, ${actor?.id ?? null}, ${actor?.address ?? null}, ${entity}, ${entityId}, ${userId}, ${action},
      ${json(changes)}::jsonb, ${json(data)}::jsonb, coalesce(${at}, clock_timestamp()))
    returning id, at`.execute(db);
  return rows[0]!;
}

/** What was written to a person, and from where one acted. That it happened stays. */
export async function eraseEvents({ db }: Write, userId: number): Promise<void> {
  await sql`update events set data = null, changes = null where user_id = ${userId} and entity = 'client'`.execute(db);
  await sql`update events set data = data - 'reason' where user_id = ${userId} and data ? 'reason'`.execute(db);
  await sql`update events set address = null where actor_id = ${userId}`.execute(db);
}
