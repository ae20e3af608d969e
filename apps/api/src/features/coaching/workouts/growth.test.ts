import { addDays, today } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { MAX_GROWTH, openCountedApp, SLACK_BLOCKS } from '#test/block-count';
import { addClient, addTraining, assignOne, doneWorkout, sendWorkout, setCell } from '#test/courses';
import type { TestApp } from '#test/test-app';

const FEW_CLIENTS = 500;
const MANY_CLIENTS = 4_500;
const TODAY = today();

/** Clients with a course and ten sessions of four sets each, of the exercises that everybody does. */
async function addOthers({ db }: TestApp, clients: number, name: string, training: number): Promise<void> {
  const { rows } = await sql<{ first: number }>`
    with made as (
      insert into users (name, gender, phone, username, role, password_hash)
      select ${name} || n, 'Female', (1120000000 + n)::text, ${name} || n, 'CLIENT', 'x'
      from generate_series(1, ${clients}::int) n returning id)
    select min(id) as first from made`.execute(db);
  const { first } = rows[0]!;
  await sql`
    insert into assignments (user_id, kind, training_id, title, starts_on)
    select id, 'training', ${training}, 'Fuerza', ${TODAY}::date - 60 from users where id >= ${first}`.execute(db);
  await sql`
    insert into workouts (id, user_id, course, turn, training_id, day_number, day, started_at, ended_at, done, planned, document,
      version)
    select gen_random_uuid(), a.user_id, 'a' || a.id, n, ${training}, 1, a.starts_on + n, now(), now(), 4, 4, '{}', 1
    from assignments a, generate_series(1, 10) n where a.user_id >= ${first}`.execute(db);
  await sql`
    insert into workout_exercises (user_id, exercise_id, day, workout_id, place, sets, best_weight, best_reps)
    select user_id, n, day, id, n || '-' || n, '[[1, 10, null, 40]]', 40, 10
    from workouts, generate_series(1, 4) n where user_id >= ${first}`.execute(db);
  await sql`
    insert into client_training (user_id, last_workout_on) select id, ${TODAY}::date from users where id >= ${first}`.execute(
    db,
  );
  await sql`
    insert into measures (user_id, kind, day, value, v, by)
    select id, 'weight', ${TODAY}::date - n, 70, 1, 'x' from users, generate_series(1, 5) n where id >= ${first}`.execute(
    db,
  );
  await sql`vacuum analyze`.execute(db);
}

it('HOY-12 no call of the app reads more of the database when there are ten times as many clients and sets', async () => {
  const { app, blocks } = await openCountedApp();
  for (const table of ['users', 'assignments', 'workouts', 'workout_exercises', 'client_training', 'measures'])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(app.db);
  const training = await addTraining(app);
  const client = await addClient(app);
  const { id } = await assignOne(app, { training_id: training, user_ids: [client.id], starts_on: TODAY });
  await sql`update assignments set starts_on = ${TODAY}::date - 60 where id = ${id}`.execute(app.db);
  const withSets = (ago: number) => {
    const workout = doneWorkout(null, { day: addDays(TODAY, -ago) });
    return {
      ...workout,
      cells: { ...workout.cells, 's:1-7.1': setCell('done', null), 's:1-7.2': setCell('done', null) },
    };
  };
  for (let ago = 20; ago > 0; ago -= 1) await sendWorkout(app, client, withSets(ago));
  const measure = { kind: 'weight', day: TODAY, value: 70, v: 1, by: 'x' };
  const calls: Record<string, () => Promise<{ status: number }>> = {
    'my/today': () => app.get('/api/my/today', client.token),
    'my/training': () => app.get(`/api/my/training/a${id}`, client.token),
    'my/progress': () => app.get('/api/my/progress', client.token),
    'my/progress of an exercise': () => app.get('/api/my/progress/7', client.token),
    'my/workouts': () => app.get('/api/my/workouts', client.token),
    'my/measures': () => app.get('/api/my/measures', client.token),
    'PUT my/workouts': () => {
      const workout = withSets(1);
      return app.json('PUT', `/api/my/workouts/${workout.id}`, workout, { token: client.token });
    },
    'PUT my/measures': () => app.json('PUT', '/api/my/measures', { cells: [measure] }, { token: client.token }),
    'sessions of one client': () => app.get(`/api/user/${client.id}/workouts`),
    'measures of one client': () => app.get(`/api/user/${client.id}/measures`),
  };
  const read: Record<string, number[]> = {};
  for (const [clients, name] of [[FEW_CLIENTS, 'mar'] as const, [MANY_CLIENTS, 'sol'] as const]) {
    await addOthers(app, clients, name, training);
    for (const [call, ask] of Object.entries(calls)) {
      const counted = [];
      for (let turn = 0; turn < 3; turn += 1) {
        const before = await blocks();
        expect((await ask()).status, call).toBe(200);
        counted.push((await blocks()) - before);
      }
      (read[call] ??= []).push(Math.min(...counted));
    }
  }
  const grown = Object.entries(read).filter(([, [few, many]]) => !(many! <= MAX_GROWTH * few! + SLACK_BLOCKS));
  expect(grown).toEqual([]);
}, 120_000);
