import type { EventQuery, EventRow, Verification } from '@pulso/contract/accounts/audit';
import { addDays, BUSINESS_ZONE } from '@pulso/contract/kit/dates';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/schema/database';
import type { Read } from '#db/writes/write';

const PAGE_SIZE = 50;
/**
 * Events that one page looks through at most: however rare a combination of filters is, and however many events there are, a page
 * takes the same time, and the next one goes on where it ended.
 */
const WINDOW = 20_000;

const and = (conditions: RawBuilder<unknown>[]) => sql.join([sql`true`, ...conditions], sql` and `);
const startOf = (day: string) => sql`(${day}::timestamp at time zone ${BUSINESS_ZONE})`;

/** The conditions that an index walks by, newest first, and the others, which are checked on the way. */
function conditionsOf({ entity, entity_id, user_id, actor, action, from, to, before }: EventQuery) {
  const end = to === undefined ? undefined : startOf(addDays(to, 1));
  const isOf = (column: string, value: unknown) =>
    value === undefined ? [] : [sql`${sql.ref(`e.${column}`)} = ${value}`];
  // Ids grow with time, but for what was committed a moment later.
  const bounds = [
    ...(before === undefined ? [] : [sql`e.id < ${before}`]),
    ...(from === undefined ? [] : [sql`e.id >= event_id_at(${startOf(from)} - interval '1 hour')`]),
    ...(end === undefined ? [] : [sql`e.id < event_id_at(${end} + interval '1 hour')`]),
  ];
  const byThing = [...isOf('entity', entity), ...isOf('entity_id', entity_id)];
  const byActor = actor === 0 ? [sql`e.actor_id is null`] : isOf('actor_id', actor);
  const byUser = isOf('user_id', user_id);
  const byDay = [
    ...(from === undefined ? [] : [sql`e.at >= ${startOf(from)}`]),
    ...(end === undefined ? [] : [sql`e.at < ${end}`]),
  ];
  const [walked = [], ...others] = [
    entity_id === undefined ? [] : byThing,
    byUser,
    byActor,
    entity_id === undefined ? byThing : [],
  ].filter((conditions) => conditions.length > 0);
  return { walked: [...bounds, ...walked], checked: [...others.flat(), ...isOf('action', action), ...byDay] };
}

const personOf = (alias: string) => sql`
  case when ${sql.ref(`${alias}.id`)} is not null
    then json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)}) end`;

/** A page of events, newest first. */
export async function listEvents({ db }: Read, query: EventQuery): Promise<{ rows: EventRow[]; next: number | null }> {
  const { limit = PAGE_SIZE } = query;
  const { walked, checked } = conditionsOf(query);
  const window = sql`select e.* from events e where ${and(walked)} order by e.id desc limit ${sql.lit(WINDOW)}`;
  const { rows } = await sql<EventRow>`
    select e.id, e.act, e.at, ${personOf('actor')} as actor, e.address, e.entity, e.entity_id, e.user_id,
      ${personOf('subject')} as user, e.action, e.changes, e.data
    from (select * from (${window}) e where ${and(checked)} order by e.id desc limit ${limit + 1}) e
      left join users actor on actor.id = e.actor_id
      left join users subject on subject.id = e.user_id
    order by e.id desc`.execute(db);
  if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1]!.id };
  if (checked.length === 0) return { rows, next: null };
  const { rows: ends } = await sql<{ next: number }>`
    select min(e.id) as next from (${window}) e having count(*) = ${sql.lit(WINDOW)}`.execute(db);
  return { rows, next: ends[0]?.next ?? null };
}

/** Fields whose values are ids, or lists of them, and the tables of what they refer to. */
const REFERENCES: Record<string, string> = {
  body_part_id: 'body_parts',
  category_id: 'product_categories',
  diet_id: 'diets',
  diets: 'diets',
  exercise_id: 'exercises',
  level_id: 'levels',
  machine_id: 'machines',
  package_id: 'packages',
  subscription_id: 'plans',
  suscriptionId: 'plans',
  trainer_id: 'users',
  training_id: 'trainings',
  training_type_id: 'training_types',
  trainings: 'trainings',
  type_diet_id: 'diet_categories',
};

/** Present names of the ids in these events' changes, by field; an id whose row is gone has none. */
export async function findNames(
  { db }: Read,
  events: readonly EventRow[],
): Promise<Record<string, Record<string, string>>> {
  const idsByField = new Map<string, Set<number>>();
  const collect = (field: string, value: unknown) => {
    if (typeof value === 'number' && field in REFERENCES)
      idsByField.set(field, (idsByField.get(field) ?? new Set()).add(value));
    else if (Array.isArray(value)) for (const one of value) collect(field, one);
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value)) collect(name, one);
  };
  for (const { changes } of events) collect('', changes);
  const questions = [...idsByField].map(([field, ids]) => {
    const table = REFERENCES[field]!;
    const name = sql.ref(table === 'diet_categories' || table === 'users' ? 'name' : 'title');
    return sql`
      select ${field} as field, json_object_agg(id, ${name}) as names from ${sql.table(table)}
      where id = any(${[...ids]}::int[]) having count(*) > 0`;
  });
  if (questions.length === 0) return {};
  const { rows } = await sql<{
    field: string;
    names: Record<string, string>;
  }>`${sql.join(questions, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ field, names }) => [field, names]));
}

/** Seals the days that ended more than an hour ago, in which every transaction has ended. */
export async function sealEvents(db: Db, now = new Date()): Promise<void> {
  await sql`select seal_events(${now}::timestamptz - interval '1 hour')`.execute(db);
}

/** Seals that one statement verifies. */
const SEALS_AT_ONCE = 31;
type VerifiedSeal = { day: string; last_id: number; ok: boolean };

/** Computes every seal again, and every event by its own digest; stops at the first day that is not as it was sealed. */
export async function verifyEvents({ db }: Read): Promise<Verification> {
  let last: VerifiedSeal | undefined;
  let days = 0;
  for (;;) {
    const since: string = last?.day ?? '-infinity';
    const { rows } = await sql<VerifiedSeal>`
      select day, last_id, events = 0 or (digest = seal_digest(before, after_id, last_id)
        and not has_altered_event(after_id, last_id)) as ok
      from (
        select day, last_id, events, digest, coalesce(lag(digest) over (order by day), '') as before,
          coalesce(lag(last_id) over (order by day), 0) as after_id
        from event_seals where day >= ${since} order by day limit ${sql.lit(SEALS_AT_ONCE + 1)}
      ) seals
      where day > ${since} order by day`.execute(db);
    const broken = rows.find(({ ok }) => !ok);
    days += rows.length;
    last = rows.at(-1) ?? last;
    if (broken) return { broken: broken.day, days, until: last!.day };
    if (rows.length < SEALS_AT_ONCE) break;
  }
  const { rows } = await sql<{ day: string | null }>`
    select min((at at time zone ${BUSINESS_ZONE})::date) as day from events
    where id > ${last?.last_id ?? 0} and has_altered_event(id - 1, id)`.execute(db);
  return { broken: rows[0]?.day ?? null, days, until: last?.day ?? null };
}
