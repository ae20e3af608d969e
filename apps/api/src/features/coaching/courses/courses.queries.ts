import type { Assignment, Follower, UserCourses } from '@pulso/contract/coaching/courses';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#db/schema/database';
import { cappedCount, windowOf } from '#db/stores/paged-list';
import { visibleUsers } from '#db/writes/visible-users';
import type { Read } from '#db/writes/write';
import {
  assignmentFields,
  coursesOfUser,
  dietsOfUser,
  followersOfDiet,
  followersOfTraining,
  isFollowed,
  nextDayOf,
  readCourses,
  readFollowedDiets,
} from '#features/coaching/courses/followed.queries';
import { knowsTraining } from '#features/content/trainings/trainings.queries';

const MAX_ENDED = 100;

/** Reads the courses and diets that a client follows, will follow, and followed; undefined if there is no such client. */
export async function readUserCourses(
  { db, actor }: Read,
  userId: number,
  now: Date,
): Promise<UserCourses | undefined> {
  const { today } = actor;
  const { rows } = await sql`select from users u where u.id = ${userId} and ${visibleUsers(actor)}`.execute(db);
  if (rows.length === 0) return undefined;
  const courses = await readCourses(db, coursesOfUser(userId, today), { today, now });
  const diets = await readFollowedDiets(db, dietsOfUser(userId, today));
  const ended = await sql<{ row: Assignment }>`
    select row_to_json(r) as row from (
      select ${assignmentFields} from assignments a
      where a.user_id = ${userId} and (not ${isFollowed(today)} or num_nonnulls(a.training_id, a.diet_id) = 0)
      order by a.ends_on desc nulls last, a.id desc limit ${sql.lit(MAX_ENDED)}) r`.execute(db);
  return {
    courses: courses.map((course) => {
      const { user_id: _user, cover_image: _cover, closed, days, training, ...shown } = course;
      const lastDays = closed.map(({ day }) => day).toSorted();
      return {
        ...shown,
        training: { ...training, days },
        next: nextDayOf(course, today),
        last_on: lastDays.at(-1) ?? null,
      };
    }),
    diets: diets.map(({ user_id: _user, ...diet }) => diet),
    ended: ended.rows.map(({ row }) => row),
  };
}

type Page = { page?: number; limit?: number };
type Followers = { data: Follower[]; meta: { total: number; page: number; limit: number; more: boolean } };
type FollowerRow = Omit<Follower, 'user' | 'next'> & { user_id: number };

/** A page of those who follow something, whom it was assigned to last first, then by their packages. */
async function readFollowers(
  { db, actor }: Read,
  source: RawBuilder<unknown>,
  query: Page,
  read: (db: Db, page: RawBuilder<unknown>) => Promise<(FollowerRow & Pick<Follower, 'next'>)[]>,
): Promise<Followers> {
  const { page, limit, offset } = windowOf(query);
  const visible = sql`from (${source}) f join users u on u.id = f.user_id where ${visibleUsers(actor)}`;
  const { rows: counted } = await sql<{ total: number; more: boolean }>`${cappedCount(visible)}`.execute(db);
  const followed = await read(
    db,
    sql`select f.* ${visible} order by f.place desc nulls last, f.user_id limit ${limit} offset ${offset}`,
  );
  const { rows: users } = await sql<Follower['user']>`
    select id, name, phone from users where id = any(${followed.map(({ user_id }) => user_id)}::int[])`.execute(db);
  const userById = new Map(users.map((user) => [user.id, user]));
  const placeOf = ({ assignment }: FollowerRow) => assignment?.id ?? 0;
  const data = followed
    .toSorted((one, other) => placeOf(other) - placeOf(one) || one.user_id - other.user_id)
    .map(({ user_id, assignment, package: bought, starts_on, ends_on, next }) => ({
      user: userById.get(user_id)!,
      assignment,
      package: bought,
      starts_on,
      ends_on,
      next,
    }));
  return { data, meta: { ...counted[0]!, page, limit } };
}

const exists = async (db: Db, table: 'trainings' | 'diets', id: number) =>
  (await sql`select from ${sql.table(table)} where id = ${id}`.execute(db)).rows.length > 0;

export async function readTrainingFollowers(
  read: Read,
  id: number,
  query: Page,
  now: Date,
): Promise<Followers | undefined> {
  const { today } = read.actor;
  if (!(await exists(read.db, 'trainings', id)) || !(await knowsTraining(read, id))) return undefined;
  return readFollowers(read, followersOfTraining(id, today), query, async (db, page) => {
    const courses = await readCourses(db, page, { today, now });
    return courses.map((course) => ({ ...course, next: nextDayOf(course, today) }));
  });
}

export async function readDietFollowers(read: Read, id: number, query: Page): Promise<Followers | undefined> {
  if (!(await exists(read.db, 'diets', id))) return undefined;
  return readFollowers(read, followersOfDiet(id, read.actor.today), query, async (db, page) =>
    (await readFollowedDiets(db, page)).map((diet) => ({ ...diet, next: null })),
  );
}
