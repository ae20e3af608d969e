import { exerciseAt, skipAt } from '@pulso/contract/coaching/session';
import type {
  AnsweredNote,
  AnswerInput,
  ClientWorkout,
  ClientWorkoutRow,
  ClientWorkoutsQuery,
  Place,
  Workout,
  WorkoutRow,
} from '@pulso/contract/coaching/workouts';
import { timeAgo } from '@pulso/contract/kit/time-ago';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/schema/database';
import { Refusal } from '#db/writes/refusal';
import { visibleUsers } from '#db/writes/visible-users';
import type { Read, Write } from '#db/writes/write';
import { readTitles } from '#features/coaching/workouts/exercise-titles.queries';
import { pageBefore, summarize, WORKOUT_FIELDS } from '#features/coaching/workouts/workouts.queries';

/* Sessions as the panel reads them. Nothing of it changes what a client noted. */

type StoredRow = WorkoutRow & Pick<ClientWorkoutRow, 'answered_at' | 'answered_by'> & { document: Workout };

/** Sessions of clients whom the asker may know of. */
async function readRows({ db, actor }: Read, condition: RawBuilder<unknown>): Promise<StoredRow[]> {
  const { rows } = await sql<{ row: StoredRow }>`
    select row_to_json(r) as row from (
      select ${WORKOUT_FIELDS}, iso(w.answered_at) as answered_at, author.name as answered_by, w.document
      from workouts w join users u on u.id = w.user_id left join users author on author.id = w.answered_by
      where not w.gone and ${visibleUsers(actor)} and ${condition}) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** Adds what was left out, and what was done instead of something else. */
async function describe(db: Db, rows: StoredRow[]): Promise<ClientWorkout[]> {
  const ids = rows.flatMap(({ document }) =>
    document.places.flatMap((place) => [place.exercise_id, exerciseAt(document, place).id]),
  );
  const titleOf = await readTitles(db, ids);
  const nameOf = ({ exercise_id, title }: Place) => title ?? titleOf(exercise_id);
  return rows.map(({ document, ...row }) => {
    const { places } = document;
    return {
      ...row,
      skipped: places.flatMap((place) => {
        const skip = skipAt(document, place);
        return skip?.reason ? [{ title: nameOf(place), reason: skip.reason, text: skip.text }] : [];
      }),
      swapped: places.flatMap((place) => {
        const done = exerciseAt(document, place);
        return done.id === place.exercise_id ? [] : [{ from: nameOf(place), to: done.title ?? titleOf(done.id) }];
      }),
      document,
    };
  });
}

/** A page of a client's sessions, the newest first; undefined if there is no such client. */
export async function listClientWorkouts(
  read: Read,
  userId: number,
  { note, ...page }: ClientWorkoutsQuery,
): Promise<ClientWorkoutRow[] | undefined> {
  const { db, actor } = read;
  const { rows: clients } = await sql`select from users u where u.id = ${userId} and ${visibleUsers(actor)}`.execute(
    db,
  );
  if (clients.length === 0) return undefined;
  const isOpen = note === undefined ? sql`true` : sql`w.note <> '' and w.answered_at is null`;
  const rows = await readRows(read, sql`w.user_id = ${userId} and ${isOpen} ${pageBefore(userId, page)}`);
  return (await describe(db, rows)).map(({ document: _document, ...row }) => row);
}

/** A session with its document. */
export async function findClientWorkout(read: Read, id: string): Promise<ClientWorkout | undefined> {
  const [found] = await describe(read.db, await readRows(read, sql`w.id = ${id}::uuid`));
  return found;
}

/**
 * Says that a note was answered; what was written is not kept. Refuses what somebody else answered meanwhile. Undefined if there is
 * no such session.
 */
export async function answerNote(
  { db, actor }: Write,
  id: string,
  { after = null }: AnswerInput,
  now: Date,
): Promise<AnsweredNote | undefined> {
  const { rows } = await sql<AnsweredNote & { user_id: number; note: string; answered_at: string | null }>`
    select w.user_id, w.note, iso(w.answered_at) as answered_at, author.name as answered_by
    from workouts w join users u on u.id = w.user_id left join users author on author.id = w.answered_by
    where w.id = ${id}::uuid and not w.gone and ${visibleUsers(actor)} for update of w`.execute(db);
  const found = rows[0];
  if (!found) return undefined;
  const { user_id, note, answered_at, answered_by } = found;
  if (note === '') throw new Refusal('Esta sesión no tiene nota.');
  if (answered_at !== null && answered_at !== after)
    throw new Refusal(
      `${answered_by ?? 'Alguien'} le respondió ${timeAgo(answered_at, now)}.`,
      'conflict',
      undefined,
      'answered',
    );
  const { rows: answered } = await sql<AnsweredNote>`
    update workouts w set answered_at = ${now.toISOString()}, answered_by = ${actor.id} where w.id = ${id}::uuid
    returning iso(w.answered_at) as answered_at, (select name from users where id = ${actor.id}) as answered_by`.execute(
    db,
  );
  await summarize(db, user_id);
  return answered[0];
}
