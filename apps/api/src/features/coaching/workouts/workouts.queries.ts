import { mendDay, mendTime, mergeWorkouts, stateOf, summaryOf, textOf } from '@pulso/contract/coaching/merge';
import { readCourseKey } from '@pulso/contract/coaching/next-turn';
import { bestOf, doneSetsOf } from '@pulso/contract/coaching/sets';
import {
  workoutRow,
  type Workout,
  type WorkoutAnswer,
  type WorkoutRow,
  type WorkoutsQuery,
} from '@pulso/contract/coaching/workouts';
import { SCHEMA } from '@pulso/contract/coaching/workouts.labels';
import { addDays } from '@pulso/contract/kit/dates';
import { sql, type RawBuilder } from 'kysely';
import { fieldsOf } from '#db/stores/columns';
import type { Db } from '#db/schema/database';
import { Refusal } from '#db/writes/refusal';
import type { Person, Read, Write } from '#db/writes/write';

/** Arbitrary, but the same on every node. */
const WORKOUT_LOCK = 7_285_011;
const DEFAULT_LIMIT = 20;
/** Days of which a phone may send again what a restored server has lost. */
const VERSION_DAYS = 60;

type Stored = { id: string; user_id: number; turn: number | null; gone: boolean; document: Workout };

const findStored = async (db: Db, condition: RawBuilder<unknown>): Promise<Stored | undefined> => {
  const { rows } = await sql<Stored>`
    select w.id, w.user_id, w.turn, w.gone, w.document from workouts w where ${condition} limit 1`.execute(db);
  return rows[0];
};

/** The session of an id, which may be another name of it. */
const findById = (db: Db, id: string) =>
  findStored(db, sql`w.id = coalesce((select workout_id from workout_names where id = ${id}::uuid), ${id}::uuid)`);

/** Serializes what is sent of one session, or of one course; never the person, so that nobody's set waits for a payment. */
async function lock(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${WORKOUT_LOCK}, hashtext(${name}))`.execute(db);
}

/** True if the course is or was one of the person's. */
async function isOwnCourse(db: Db, userId: number, course: string): Promise<boolean> {
  const key = readCourseKey(course);
  if (!key) return false;
  const source =
    'assignment' in key
      ? sql`select from assignments where id = ${key.assignment} and user_id = ${userId} and kind = 'training'`
      : sql`select from user_packages where user_id = ${userId} and package_id = ${key.package}
            union all select from workouts where user_id = ${userId} and course = ${course}`;
  const { rows } = await sql`${source} limit 1`.execute(db);
  return rows.length > 0;
}

async function isBySequence(db: Db, course: string): Promise<boolean> {
  const key = readCourseKey(course);
  if (!key || !('assignment' in key)) return true;
  const { rows } = await sql<{ mode: string }>`select mode from assignments where id = ${key.assignment}`.execute(db);
  return rows[0]?.mode !== 'weekdays';
}

type Account = { id: number; created_at: string };

/**
 * Merge of the stored session and the sent one: everything but places and cells is the server's once it has the document. With news its version
 * is another than before, also where a cell of an older one came late: a phone asks by it what it lacks.
 */
function received(stored: Workout, { places, cells, version }: Workout): Workout {
  const merged = mergeWorkouts(stored, { ...stored, places, cells, version });
  const isUnseen = merged.version === stored.version && textOf(merged) !== textOf(stored);
  return isUnseen ? { ...merged, version: merged.version + 1 } : merged;
}

const judge = (document: Workout, now: Date) => {
  const summary = summaryOf(document);
  return { ...summary, state: stateOf({ ...document, ...summary }, now) };
};

/** Writes a session: every other column, and the rows derived from it, follow from its document. A turn is held by what counts, and by nothing else. */
async function save(db: Db, account: Account, document: Workout, turn: number | null, now: Date): Promise<void> {
  const { effort, gone, done, planned, note, ended_at, last_at } = summaryOf(document);
  const { id, course, training_id, day_number, day, started_at, version } = document;
  const mend = (time: string | null) => time && mendTime(time, account.created_at, now);
  await sql`
    insert into workouts (id, user_id, course, turn, training_id, day_number, day, started_at, ended_at, last_at, effort, gone,
      done, planned, note, document, version)
    values (${id}::uuid, ${account.id}, ${course}, ${turn}, ${training_id}, ${day_number}, ${day}, ${started_at},
      ${mend(ended_at)}, ${mend(last_at)}, ${effort}, ${gone}, ${done}, ${planned}, ${note}, ${JSON.stringify(document)}::jsonb,
      ${version})
    on conflict (id) do update set turn = excluded.turn, ended_at = excluded.ended_at, last_at = excluded.last_at,
      effort = excluded.effort, gone = excluded.gone, done = excluded.done, planned = excluded.planned, note = excluded.note,
      answered_at = case when workouts.note = excluded.note then workouts.answered_at end,
      answered_by = case when workouts.note = excluded.note then workouts.answered_by end,
      document = excluded.document, version = excluded.version, changed_at = clock_timestamp()`.execute(db);
  await saveDoneSets(db, account.id, document);
  await summarize(db, account.id);
}

/** Rows of `workout_exercises` that follow from a document: none of a session that is gone. */
export const doneRowsOf = (document: Workout) =>
  (summaryOf(document).gone ? [] : doneSetsOf(document)).map(({ place, exercise_id, sets }) => {
    const best = bestOf(sets)!;
    return {
      place,
      exercise_id,
      sets: sets.map(({ n, reps, seconds, weight }) => [n, reps, seconds, weight]),
      best_weight: best.weight,
      best_reps: best.reps,
      best_seconds: best.seconds,
    };
  });

async function saveDoneSets(db: Db, userId: number, document: Workout): Promise<void> {
  const { id, day } = document;
  await sql`
    with done as (
      select * from jsonb_to_recordset(${JSON.stringify(doneRowsOf(document))}::jsonb) d
        (place text, exercise_id integer, sets jsonb, best_weight numeric, best_reps integer, best_seconds integer)),
    removed as (
      delete from workout_exercises x where x.workout_id = ${id}::uuid
        and not exists (select from done d where d.place = x.place and d.exercise_id = x.exercise_id))
    insert into workout_exercises as x
      (user_id, exercise_id, day, workout_id, place, sets, best_weight, best_reps, best_seconds)
    select ${userId}::integer, exercise_id, ${day}::date, ${id}::uuid, place, sets, best_weight, best_reps,
      best_seconds from done
    on conflict (workout_id, place, exercise_id) do update set sets = excluded.sets,
      best_weight = excluded.best_weight, best_reps = excluded.best_reps, best_seconds = excluded.best_seconds
    where x.sets <> excluded.sets`.execute(db);
}

/** Brings a client's row of `client_training` up to date; the first statement waits for another session of his. */
export async function summarize(db: Db, userId: number): Promise<void> {
  await sql`
    insert into client_training (user_id) values (${userId})
    on conflict (user_id) do update set open_notes = 0 where false`.execute(db);
  await sql`
    update client_training t set last_workout_on = n.last_workout_on, open_notes = n.open_notes from (
      select (select max(w.day) from workouts w
              where w.user_id = ${userId} and not w.gone and (w.ended_at is not null or w.done > 0)) as last_workout_on,
        (select count(*) from workouts w
         where w.user_id = ${userId} and w.note <> '' and w.answered_at is null and not w.gone) as open_notes) n
    where t.user_id = ${userId} and (t.last_workout_on, t.open_notes) is distinct from (n.last_workout_on, n.open_notes)`.execute(
    db,
  );
}

type Holder = { free: true } | { free: false; holder: Stored };

/** Finds the session that holds a turn. One of a past day in which nothing was done loses it. */
async function findHolder(db: Db, account: Account, { id, course, turn }: Workout, now: Date): Promise<Holder> {
  const held = sql`w.user_id = ${account.id} and w.course = ${course} and w.turn = ${turn} and not w.gone and w.id <> ${id}::uuid`;
  const holder = await findStored(db, held);
  if (!holder) return { free: true };
  if (judge(holder.document, now).state !== 'empty') return { free: false, holder };
  await sql`update workouts set turn = null where id = ${holder.id}::uuid`.execute(db);
  return { free: true };
}

async function nextFreeTurn(db: Db, account: Account, course: string): Promise<number> {
  const { rows } = await sql<{ turn: number }>`
    select coalesce(max(turn), 0) + 1 as turn from workouts
    where user_id = ${account.id} and course = ${course} and turn is not null and not gone`.execute(db);
  return rows[0]!.turn;
}

/** Joins a session into the one that holds its turn; its id becomes another name of that one. */
async function joinInto(db: Db, account: Account, holder: Stored, document: Workout, now: Date): Promise<Workout> {
  const joined = received(holder.document, document);
  await sql`update workout_names set workout_id = ${holder.id}::uuid where workout_id = ${document.id}::uuid`.execute(
    db,
  );
  await sql`delete from workouts where id = ${document.id}::uuid`.execute(db);
  await sql`
    insert into workout_names (id, workout_id) values (${document.id}::uuid, ${holder.id}::uuid) on conflict do nothing`.execute(
    db,
  );
  await save(db, account, joined, joined.turn === holder.turn ? holder.turn : joined.turn, now);
  return joined;
}

/** Stores what holds no turn yet: in its turn, in the session that is the same one, or as another session. */
async function place(db: Db, account: Account, document: Workout, now: Date): Promise<Workout> {
  const { course } = document;
  if (course === null || ['gone', 'empty'].includes(judge(document, now).state)) {
    await save(db, account, document, null, now);
    return document;
  }
  const isSequence = await isBySequence(db, course);
  const found = document.turn === null ? undefined : await findHolder(db, account, document, now);
  if (found?.free === false) {
    const { holder } = found;
    const isSame = holder.document.day_number === document.day_number && holder.document.day === document.day;
    if (isSame) return joinInto(db, account, holder, document, now);
  }
  const free = found?.free ? document.turn : isSequence ? await nextFreeTurn(db, account, course) : null;
  const placed = { ...document, turn: free };
  await save(db, account, placed, free, now);
  return placed;
}

/** A document as it first arrives: times that cannot be are put to now. */
function arrive(document: Workout, account: Account, now: Date): Workout {
  const { started_at, day, course, turn } = document;
  return {
    ...document,
    turn: course === null ? null : turn,
    started_at: mendTime(started_at, account.created_at, now),
    day: mendDay(day, account.created_at, now),
  };
}

/**
 * Takes a session as a phone has it, as often as it is sent, and answers what it became. Undefined if its id or its course is
 * another person's.
 */
export async function storeWorkout({ db, actor }: Write, sent: Workout, now: Date): Promise<WorkoutAnswer | undefined> {
  if (sent.schema > SCHEMA)
    throw new Refusal(
      'La app es más nueva que el servidor. Se guarda en este teléfono.',
      'conflict',
      undefined,
      'newer',
    );
  await lock(db, sent.id);
  const course = (await findById(db, sent.id))?.document.course ?? sent.course;
  if (course !== null) await lock(db, `${actor.id} ${course}`);
  const { rows } = await sql<Account>`select id, created_at from users where id = ${actor.id}`.execute(db);
  const account = rows[0]!;
  const known = await findById(db, sent.id);
  if (known && known.user_id !== actor.id) return undefined;
  if (!known) {
    if (sent.course !== null && !(await isOwnCourse(db, actor.id, sent.course))) return undefined;
    return { workout: await place(db, account, arrive(sent, account, now), now), changed: true };
  }
  const merged = received(known.document, sent);
  if (textOf(merged) === textOf(known.document)) return { workout: known.document, changed: false };
  if (known.turn === null) return { workout: await place(db, account, merged, now), changed: true };
  const isGone = summaryOf(merged).gone;
  await save(db, account, merged, isGone ? null : known.turn, now);
  return { workout: merged, changed: true };
}

export const WORKOUT_FIELDS = fieldsOf('w', workoutRow, {
  title: sql`coalesce(w.document ->> 'title', '')`,
  started_at: sql`iso(w.started_at)`,
  ended_at: sql`iso(w.ended_at)`,
});

/** Order and end of a query over `workouts w` of somebody: the newest, or those before one of his. */
export const pageBefore = (userId: number, { before, limit = DEFAULT_LIMIT }: WorkoutsQuery) => sql`
  ${before ? sql`and (w.day, w.id) < (select day, id from workouts where id = ${before}::uuid and user_id = ${userId})` : sql``}
  order by w.day desc, w.id desc limit ${limit}`;

/** The newest sessions of who asks, or those before one of them. */
export async function listWorkouts({ db, actor }: Read<Person>, query: WorkoutsQuery): Promise<WorkoutRow[]> {
  const { rows } = await sql<{ row: WorkoutRow }>`
    select row_to_json(r) as row from (
      select ${WORKOUT_FIELDS} from workouts w
      where w.user_id = ${actor.id} and not w.gone ${pageBefore(actor.id, query)}) r`.execute(db);
  return rows.map(({ row }) => row);
}

export async function findWorkout({ db, actor }: Read<Person>, id: string): Promise<Workout | undefined> {
  const found = await findById(db, id);
  return found?.user_id === actor.id ? found.document : undefined;
}

export async function listVersions({ db, actor }: Read<Person>): Promise<{ id: string; version: number }[]> {
  const { rows } = await sql<{ id: string; version: number }>`
    select id, version from workouts
    where user_id = ${actor.id} and day >= ${addDays(actor.today, -VERSION_DAYS)}::date order by day desc, id desc`.execute(
    db,
  );
  return rows;
}

/** Removes everything that a person trained. */
export async function eraseWorkouts({ db }: Write, userId: number): Promise<void> {
  await sql`delete from workouts where user_id = ${userId}`.execute(db);
  await sql`delete from client_training where user_id = ${userId}`.execute(db);
}
