import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { pipelineWithNext } from '#db/connection/connect';
import type { Db } from '#db/schema/database';
import type { Actor, Write } from '#db/writes/write';

export type Event = {
  /** Kind of the thing that the event is about, as its feature calls it. */
  entity: string;
  entityId?: number | null;
  /** The client whom it is about. */
  userId?: number | null;
  action: string;
  /** Each changed field with its value before and after. */
  changes?: Record<string, [unknown, unknown]>;
  data?: object;
  /** The event's moment by the same clock as the rest of the write; not given where nothing compares with it. */
  at?: Date;
};

/** Lists are the same if their items are. */
const isSame = (one: unknown, other: unknown) =>
  one === other || (Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other));

/** The fields that a change gives another value. */
export function changesOf(before: object, values: object): Record<string, [unknown, unknown]> {
  const valuesBefore = new Map<string, unknown>(Object.entries(before));
  const changedEntries = Object.entries(values).filter(([name, value]) => !isSame(valuesBefore.get(name), value));
  return Object.fromEntries(
    changedEntries.map(([name, value]: [string, unknown]): [string, [unknown, unknown]] => [
      name,
      [valuesBefore.get(name), value],
    ]),
  );
}

const toJson = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));

function insertEvent({ actor, act }: Write<Actor>, event: Event): RawBuilder<unknown> {
  const { entity, entityId = null, userId = null, action, changes, at = null } = event;
  const data = actor.id === null ? { ...event.data, by: actor.name } : event.data;
  return sql`
    insert into events (act, actor_id, address, entity, entity_id, user_id, action, changes, data, at)
    values (${act}, ${actor.id}, ${actor.address}, ${entity}, ${entityId}, ${userId}, ${action},
      ${toJson(changes)}::jsonb, ${toJson(data)}::jsonb, coalesce(${at}, clock_timestamp()))`;
}

/** The author as far as he is known: somebody without a password, or with a secret that another has too, may be anybody. */
const LOGIN_ACTORS = {
  login: sql`id`,
  'renewed-login': sql`id`,
  'refused-login': sql`null::integer`,
  'reused-login': sql`null::integer`,
};

/** A login of the account that `accountSource` selects, by its owner or in his name. */
export const insertLoginEvent = (
  action: keyof typeof LOGIN_ACTORS,
  address: string,
  accountSource: RawBuilder<unknown>,
) => sql`
  insert into events (act, actor_id, address, entity, entity_id, user_id, action)
  select ${randomUUID()}::uuid, ${LOGIN_ACTORS[action]}, ${address}, 'account', id, id, ${action}
  from ${accountSource}`;

/** Records an act with its author, in the transaction that does it. */
export async function recordEvent(write: Write<Actor>, event: Event): Promise<void> {
  await sql`${insertEvent(write, event)} ${pipelineWithNext}`.execute(write.db);
}

/** Several of one kind at once, such as those about many clients. */
export async function recordEvents({ db, actor, act }: Write, events: readonly Event[]): Promise<void> {
  const rows = events.map(({ entity, entityId = null, userId = null, action, changes = null, data = null }) => ({
    entity,
    entity_id: entityId,
    user_id: userId,
    action,
    changes,
    data,
  }));
  await sql`
    insert into events (act, actor_id, address, entity, entity_id, user_id, action, changes, data)
    select ${act}, ${actor.id}, ${actor.address}, entity, entity_id, user_id, action, changes, data
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (entity text, entity_id int, user_id int, action text, changes jsonb, data jsonb)`.execute(db);
}

/** The same, for whoever refers to it: answers its number and its moment. */
export async function recordNumberedEvent(write: Write, event: Event): Promise<{ id: number; at: string }> {
  const { rows } = await sql<{ id: number; at: string }>`${insertEvent(write, event)} returning id, at`.execute(
    write.db,
  );
  return rows[0]!;
}

/**
 * All that is told of a person, and from where he acted, or somebody tried to in his name. That it happened, when, who did
 * it and which access it gave stay: nothing of him is taken back any more, for which a sale would be needed as it was.
 */
export async function eraseEvents({ db }: Write, userId: number): Promise<void> {
  await sql`select erase_person_events(${userId})`.execute(db);
}

/** Keeps the triggers of the rest of the transaction from recording what one event of the caller's tells, or none should. */
export async function stopRecording(db: Db): Promise<void> {
  await sql`select set_config('pulso.unrecorded', 'on', true)`.execute(db);
}
