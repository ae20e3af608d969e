import { mergeWorkouts } from '@pulso/contract/coaching/merge';
import type { Cell, Workout } from '@pulso/contract/coaching/workouts';
import type { MyProgress } from '@pulso/contract/coaching/progress';
import { addDays } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  addClient,
  addTraining,
  assignOne,
  courseToday,
  doNext,
  doneWorkout,
  newWorkoutId,
  putWorkout,
  sendWorkout,
  setCell,
  type Client,
} from '#test/courses';
import { quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const [MON, TUE, WED] = ['2026-11-16', '2026-11-17', '2026-11-18'] as const;
let day: string = MON;
const app = sharedApp({ passwords: quickPasswords, now: () => new Date(`${day}T15:00:00Z`) });
beforeEach(() => {
  day = MON;
});

async function follow(values = {}): Promise<{ client: Client; course: string }> {
  const client = await addClient(app());
  const training_id = await addTraining(app());
  const { id } = await assignOne(app(), { training_id, user_ids: [client.id], starts_on: MON, ...values });
  return { client, course: `a${id}` };
}

const KEY = 's:1-7.1';
/** A session with one set, not ended. */
const withSet = (course: string | null, cell: Cell, values: Partial<Workout> = {}): Workout => ({
  ...doneWorkout(course, { day: MON, ...values }),
  places: [{ key: '1-7', exercise_id: 7, targets: [], superset: false, note: '' }],
  cells: { [KEY]: cell },
  ...values,
});
const listOf = async (client: Client, query = '') =>
  (await app().get(`/api/my/workouts${query}`, client.token)).body.data as {
    id: string;
    turn: number | null;
    done: number;
  }[];

describe('a session that is sent', () => {
  it('SYN-05 twenty times at once is one, with the same answer', async () => {
    const { client, course } = await follow();
    const workout = withSet(course, setCell('done', `${MON}T14:00:00.000Z`));
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendWorkout(app(), client, workout)));
    for (const answer of answers) expect(answer.workout).toEqual(answers[0]!.workout);
    expect(answers.filter(({ changed }) => changed)).toHaveLength(1);
    expect(await listOf(client)).toMatchObject([{ id: workout.id, done: 1 }]);
  });

  it('SYN-01 by two phones in any order ends as their merge', async () => {
    const { client, course } = await follow();
    const id = newWorkoutId();
    const one = withSet(course, setCell('done', null, 2), { id, version: 2 });
    const other = withSet(course, setCell('gone', null, 2, 'otro'), {
      id,
      version: 3,
      cells: { [KEY]: setCell('gone', null, 2, 'otro'), note: { text: 'Bien', v: 3, by: 'otro' } },
    });
    await sendWorkout(app(), client, other);
    const { workout } = await sendWorkout(app(), client, one);
    // The version is another than the first phone was told, which asks by it what it lacks.
    const { cells, version } = mergeWorkouts(one, other);
    expect(workout).toMatchObject({ cells, version: version + 1 });
    expect(workout.cells[KEY]).toMatchObject({ state: 'done' });
    expect((await app().get(`/api/my/workouts/${id}`, client.token)).body.data).toEqual(workout);
    expect((await app().get('/api/my/workouts/versions', client.token)).body.data).toEqual([{ id, version: 4 }]);
  });

  it('SYN-06 begun on two phones on one day is one session, under the id stored first', async () => {
    const { client, course } = await follow();
    const first = withSet(course, setCell('done', null));
    const second = { ...withSet(course, setCell('done', null)), cells: { 's:1-7.2': setCell('done', null) } };
    await sendWorkout(app(), client, first);
    const { workout } = await sendWorkout(app(), client, second);
    expect(workout.id).toBe(first.id);
    expect(Object.keys(workout.cells)).toEqual([KEY, 's:1-7.2']);
    const again = await sendWorkout(app(), client, {
      ...second,
      cells: { note: { text: 'Sí', v: 2, by: 'x' } },
      version: 2,
    });
    expect([again.workout.id, again.workout.version]).toEqual([first.id, 3]);
    expect(await listOf(client)).toMatchObject([{ id: first.id, done: 2 }]);
    expect((await app().get(`/api/my/workouts/${second.id}`, client.token)).body.data.id).toBe(first.id);
  });

  it('SYN-06 on two days, or with two days of the training, is two: by sequence each with a turn', async () => {
    const { client, course } = await follow();
    await sendWorkout(app(), client, doneWorkout(course, { day: MON }));
    day = WED;
    const another = await sendWorkout(app(), client, doneWorkout(course, { day: TUE }));
    expect(another.workout.turn).toBe(2);
    const other = await sendWorkout(app(), client, doneWorkout(course, { day: MON, day_number: 2 }));
    expect(other.workout.turn).toBe(3);
    const weekly = await follow({ mode: 'weekdays', weekdays: [3], starts_on: WED });
    await sendWorkout(app(), weekly.client, doneWorkout(weekly.course, { day: WED }));
    const extra = await sendWorkout(app(), weekly.client, doneWorkout(weekly.course, { day: WED, day_number: 4 }));
    expect(extra.workout.turn).toBeNull();
  });

  it('gives its turn back with nothing done on a past day, and takes another once something was', async () => {
    const { client, course } = await follow();
    const begun = withSet(course, setCell('todo', null));
    await sendWorkout(app(), client, begun);
    expect(await courseToday(app(), client)).toMatchObject({ state: 'train', turn: 1 });
    day = TUE;
    const done = await sendWorkout(app(), client, doneWorkout(course, { day: TUE }));
    expect(done.workout.turn).toBe(1);
    const late = withSet(course, setCell('done', `${MON}T15:00:00.000Z`, 2), { id: begun.id, version: 2 });
    expect((await sendWorkout(app(), client, late)).workout.turn).toBe(2);
  });

  it('SYN-07 with times that cannot be is put to its arrival, and nothing is refused for it', async () => {
    const { client } = await follow();
    const future = doneWorkout(null, { day: '2030-01-01', turn: 5 });
    const { workout } = await sendWorkout(app(), client, future);
    expect(workout).toMatchObject({ day: MON, started_at: `${MON}T15:00:00.000Z`, turn: null });
    expect(workout.cells).toEqual(future.cells);
    expect(await listOf(client)).toMatchObject([{ ended_at: `${MON}T15:00:00.000Z` }]);
  });

  it('SYN-08 of what is followed no more is taken as it is', async () => {
    const { client, course } = await follow();
    await app().remove(`/api/assignment/${course.slice(1)}`);
    day = addDays(MON, 9);
    const { workout } = await sendWorkout(app(), client, doneWorkout(course, { day: TUE, training_id: 2_000_000_000 }));
    expect(workout).toMatchObject({ course, turn: 1, day: TUE });
  });

  it('is refused where it is none, is another than the address says, or is newer than the server', async () => {
    const { client, course } = await follow();
    const workout = doneWorkout(course, { day: MON });
    const send = (id: string, body: object) =>
      app().json('PUT', `/api/my/workouts/${id}`, body, { token: client.token });
    expect((await send(workout.id, { ...workout, cells: { x: 1 } })).status).toBe(400);
    expect((await send(newWorkoutId(), workout)).status).toBe(400);
    expect((await send('1', workout)).status).toBe(404);
    const newer = await send(workout.id, { ...workout, schema: 2 });
    expect([newer.status, newer.body.code]).toEqual([409, 'newer']);
    const place = { key: '1-7', exercise_id: 7, targets: [], superset: false, note: '' };
    const places = Array.from({ length: 101 }, (_, at) => ({ ...place, key: `${at + 1}-7` }));
    expect((await send(workout.id, { ...workout, places })).status).toBe(400);
    const cells = Object.fromEntries(
      Array.from({ length: 2_100 }, (_, at) => [
        `s:${1 + Math.floor(at / 50)}-7.${1 + (at % 50)}`,
        setCell('done', `${MON}T14:00:00.000Z`),
      ]),
    );
    expect((await send(workout.id, { ...workout, cells })).status).toBe(413);
    expect(await listOf(client)).toEqual([]);
  });

  it('may be as long as a hundred places with their sets', async () => {
    const { client, course } = await follow();
    const targets = Array.from({ length: 5 }, () => ({
      reps: 10,
      reps_max: null,
      seconds: null,
      weight: 40.25,
      rest: 90,
    }));
    const places = Array.from({ length: 100 }, (_, at) => ({
      key: `${at + 1}-7`,
      exercise_id: 7,
      targets,
      superset: false,
      note: 'Despacio',
    }));
    const cells = Object.fromEntries(
      places.flatMap(({ key }) =>
        targets.map((_target, at) => [`s:${key}.${at + 1}`, setCell('done', `${MON}T14:00:00.000Z`)]),
      ),
    );
    const workout = { ...doneWorkout(course, { day: MON }), places, cells };
    expect(JSON.stringify(workout).length).toBeLessThan(256 * 1_024);
    expect((await sendWorkout(app(), client, workout)).workout.places).toHaveLength(100);
    expect(await listOf(client)).toMatchObject([{ done: 500, planned: 500 }]);
  });

  it('is listed newest first, page by page', async () => {
    const { client, course } = await follow();
    day = addDays(MON, 30);
    const sent = [];
    for (let turn = 1; turn <= 5; turn += 1) {
      const workout = doneWorkout(course, { day: addDays(MON, turn), turn });
      await sendWorkout(app(), client, workout);
      sent.unshift(workout.id);
    }
    const [first, second] = [await listOf(client, '?limit=3'), await listOf(client, `?limit=3&before=${sent[2]}`)];
    expect([...first, ...second].map(({ id }) => id)).toEqual(sent);
  });
});

describe('PGR-01 weeks', () => {
  // Three hours behind Greenwich.
  let moment = '2026-10-05T15:00:00Z';
  const calendar = sharedApp({ passwords: quickPasswords, now: () => new Date(moment) });
  const weeksOf = async (client: Client) =>
    (await calendar().get('/api/my/progress', client.token)).body.data as MyProgress;

  it('hold what was done on Sunday 23:30 and on Monday 00:30 each in its own, for the client and the panel', async () => {
    const client = await addClient(calendar());
    const training_id = await addTraining(calendar());
    const { id } = await assignOne(calendar(), { training_id, user_ids: [client.id], starts_on: '2026-10-05' });
    expect(await weeksOf(client)).toMatchObject({ run: 0, exercises: [] });
    moment = '2026-11-16T02:30:00Z';
    await doNext(calendar(), client, `a${id}`);
    const sunday = await weeksOf(client);
    expect(sunday.weeks.at(-1)).toEqual({ from: '2026-11-09', done: 1, planned: 3 });
    moment = '2026-11-16T03:30:00Z';
    expect((await weeksOf(client)).run).toBe(1);
    await doNext(calendar(), client, `a${id}`);
    const monday = await weeksOf(client);
    expect(monday.run).toBe(2);
    expect(monday.weeks).toHaveLength(12);
    expect(monday.weeks.slice(-2)).toEqual([
      { from: '2026-11-09', done: 1, planned: 3 },
      { from: '2026-11-16', done: 1, planned: 3 },
    ]);
    expect(monday.weeks.find(({ from }) => from === '2026-10-05')).toMatchObject({ done: 0, planned: null });
    const seen = await calendar().get(`/api/user/${client.id}/training-weeks`);
    expect(seen.body.data).toEqual(monday.weeks.slice(-8));
    expect((await calendar().get(`/api/user/${client.id}/training-weeks`, client.token)).status).toBe(403);
    expect((await calendar().get('/api/user/999999/training-weeks')).status).toBe(404);
  });
});

it('T2 no turn of a course is ever held twice, whatever two phones send at once', async () => {
  const { client, course } = await follow();
  day = addDays(MON, 20);
  const documents = Array.from({ length: 24 }, (_, at) =>
    doneWorkout(course, { day: addDays(MON, at % 5), turn: 1 + (at % 4), day_number: 1 + (at % 2) }),
  );
  const answers = await Promise.all(documents.map((workout) => putWorkout(app(), client, workout)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const { rows } = await sql`
    select turn from workouts where user_id = ${client.id} group by turn having count(*) > 1`.execute(app().db);
  expect(rows).toEqual([]);
});

it('PRV-04 erasing a person leaves nothing that he followed or trained, nor his copies with their pictures', async () => {
  const { client, course } = await follow();
  await sendWorkout(app(), client, doneWorkout(course, { day: MON }));
  const twin = doneWorkout(course, { day: MON });
  await sendWorkout(app(), client, twin);
  const made = await app().form('POST', `/api/assignment/${course.slice(1)}/personal`, { title: 'Solo suyo' });
  const { cover_image, id } = made.body.data.training;
  await app().remove(`/api/user/${client.id}`);
  expect((await app().json('POST', `/api/user/${client.id}/erase`, {})).status).toBe(200);
  const { rows } = await sql`
    select (select count(*)::int from assignments where user_id = ${client.id}) as assignments,
      (select count(*)::int from workouts where user_id = ${client.id}) as workouts,
      (select count(*)::int from workout_names where id = ${twin.id}::uuid) as names,
      (select count(*)::int from trainings where id = ${id}) as copies,
      (select count(*)::int from events where user_id = ${client.id} and data is not null) as told`.execute(app().db);
  expect(rows).toEqual([{ assignments: 0, workouts: 0, names: 0, copies: 0, told: 0 }]);
  expect((await app().get(cover_image)).status).toBe(404);
});
