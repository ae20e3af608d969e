import type { Workout } from '@pulso/contract/coaching/workouts';
import { createDatabase } from '@pulso/testing/database';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openPool } from '#db/connection/connect';
import { applyPendingMigrations, migrate, readMigrations } from '#db/schema/migrate';
import { doneRowsOf } from '#features/coaching/workouts/workouts.queries';
import { doneWorkout, setCell } from '#test/courses';

const DAY = '2026-11-16';

it('PRV-06 sessions of before are counted by exercise, and what events told of them is gone, with seals that still hold', async () => {
  const { connection, drop } = await createDatabase(inject('server'));
  const pool = openPool(connection, 2);
  onTestFinished(async () => {
    await pool.end();
    await drop();
  });
  const migrations = await readMigrations();
  const before = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name.startsWith('0039')),
  );
  const client = await pool.connect();
  await client.query('begin');
  await applyPendingMigrations(client, before);
  await client.query('commit');
  client.release();
  const { rows } = await pool.query<{ id: number }>(`
    insert into users (name, gender, phone, username, role, password_hash)
    values ('Ana', 'Female', '1123456789', 'ana', 'CLIENT', 'x') returning id`);
  const { id } = rows[0]!;
  const store = ({ id: uuid, day, started_at, ...document }: Workout, gone = false) =>
    pool.query(
      `insert into workouts (id, user_id, day, started_at, ended_at, effort, gone, done, planned, note, document, version)
       values ($1, $2, $3, $4, $4, 3, $5, 3, 3, 'Me dolió', $6, 1)`,
      [uuid, id, day, started_at, gone, JSON.stringify({ ...document, id: uuid, day, started_at })],
    );
  const lifted = doneWorkout(null, { day: DAY });
  lifted.cells = {
    ...lifted.cells,
    's:1-7.1': { ...setCell('done', null), weight: 40, reps: 8 },
    's:1-7.10': { ...setCell('done', null), weight: 40.25, reps: null, seconds: 30 },
    's:1-7.2': { ...setCell('todo', null) },
    's:11-9.1': { ...setCell('done', null), weight: null, reps: 12 },
    'x:11-9': { exercise_id: 8, v: 1, by: 'x' },
  };
  await store(lifted);
  await store({ ...lifted, id: doneWorkout(null, { day: DAY }).id }, true);
  await store(doneWorkout(null, { day: '2026-11-10' }));
  await pool.query(`select seal_events(now() + interval '2 days')`);
  const told = `select count(*)::int as count from events where entity = 'workout' and changes::text like '%Me dolió%'`;
  expect((await pool.query(told)).rows).toEqual([{ count: 3 }]);

  await migrate(pool);
  const { rows: counted } = await pool.query(`
    select place, exercise_id, sets, best_weight, best_reps, best_seconds from workout_exercises where user_id = ${id}
    order by place, exercise_id`);
  expect(counted).toEqual(doneRowsOf(lifted));
  expect((await pool.query(`select * from client_training`)).rows).toEqual([
    { user_id: id, last_workout_on: DAY, open_notes: 2 },
  ]);
  expect((await pool.query(told)).rows).toEqual([{ count: 0 }]);
  const seals = `
    select has_altered_event(0, max(id)) as altered, (select events from event_seals) as sealed from events`;
  expect((await pool.query(seals)).rows).toEqual([{ altered: false, sealed: 4 }]);
  await pool.query(`update workouts set note = 'Otra' where id = '${lifted.id}'`);
  expect((await pool.query(`select count(*)::int as count from events`)).rows).toEqual([{ count: 4 }]);
});
