import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inDedicatedTransaction } from '../apps/api/src/archive/connect';
import { dbForClient, openPool } from '../apps/api/src/db/connection/connect';
import { startEmbedded } from '../apps/api/src/db/embedded/embedded';
import { withoutIndexes } from '../apps/api/src/db/schema/bulk-load';
import { migrate } from '../apps/api/src/db/schema/migrate';
import { SEEDED_TABLES, withMilestonesLast } from '../apps/api/src/demo/seed.queries';

/** Kept for the next run: a million users and their payments take some minutes. */
const FOLDER = fileURLToPath(new URL('./data/', import.meta.url));

const FIRST_NAMES = `array['María','Juan','Ana','Pedro','Lucía','Martín','Sofía','Diego','Valentina','Marcos','Camila','Nicolás',
  'Florencia','Matías','Julieta','Agustín','Micaela','Gonzalo','Ñata','Mariano','Rocío','Facundo','Carla','Emiliano']`;
const LAST_NAMES = `array['González','Rodríguez','Gómez','Fernández','López','Díaz','Martínez','Pérez','García','Sánchez','Romero',
  'Sosa','Álvarez','Torres','Ruiz','Ramírez','Flores','Acosta','Benítez','Medina','Núñez','Herrera','Suárez','Aguirre',
  'Giménez','Gutiérrez','Pereyra','Rojas','Molina','Castro','Ortiz','Silva','Luna','Juárez','Cabrera','Ríos']`;

/** Random, and the same in every run: names with few and with many bearers, phones of three cities, three payments each. */
export const fillStatement = (users: number) => `
  insert into plans (title, description, duration, amount) select 'Plan ' || n, 'Plan', n, 10000 * n from generate_series(1, 6) n;
  insert into users (name, gender, username, phone, password_hash, role, status, suscription_status, suscription_init, suscription_end)
  select (${FIRST_NAMES})[1 + floor(24 * power(r1, 1.6))] || ' ' || (${LAST_NAMES})[1 + floor(36 * power(r2, 1.6))],
    (array['Male', 'Female', 'Unisex'])[1 + n % 3], 'socio' || n,
    (array['11', '351', '221'])[1 + n % 3] || (20000000 + floor(r3 * 70000000))::bigint,
    'x', case when n % 500 = 0 then 'TRAINER' else 'CLIENT' end, n % 20 <> 0, n % 3 <> 0,
    case when n % 3 <> 0 then date '2026-01-01' + (n % 20) end, case when n % 3 <> 0 then date '2026-02-01' + (n % 400) end
  from generate_series(1, ${users}) n,
    lateral (select random_of(n) as r1, random_of(n + 10000000) as r2, random_of(n + 20000000) as r3) random;
  insert into payments (user_id, type, item_id, amount, payment_method, status, created_at)
  select u.id, 'subscription', 1 + u.id % 6, 10000, 'efectivo', 'completed', now() - make_interval(days => 30 * n)
  from users u, generate_series(1, 3) n where u.role = 'CLIENT'`;

/** Plans of those who have one, and for one in fifty a debt, for one in a hundred a promise: a page is as full with few users as with many; data of before get them too. */
export const MONEY_STATEMENT = `
  update users set "suscriptionId" = 1 + id % 6 where suscription_status and "suscriptionId" is null;
  insert into debts (user_id, type, item_id, amount, owed, note)
  select id, 'other', 0, 4000, 4000, 'Resto' from users where role = 'CLIENT' and id % 50 = 0;
  update client_accounts set promised_on = current_date - 1 where user_id % 100 = 3;
  update till_closes set closed_at = now(), left_over = 20000 where id = 0`;

/** Periods of a month of every client since two years, with months in which he was away. */
const PERIODS_STATEMENT = `
  insert into user_subscriptions (user_id, subscription_id, start_date, end_date, status, payment_amount, payment_method)
  select id, 1 + id % 6, begins, begins + 30, 'active', 10000, 'efectivo'
  from users cross join generate_series(0, 5) n cross join lateral (select current_date - 30 * (n + 4 * (id % 5)) - id % 30 as begins) period
  where role = 'CLIENT' and (id + n) % 6 > 0`;

export const RANDOM_FUNCTION = `create function random_of(n integer) returns double precision language sql immutable
  return (hashint4(n)::bigint + 2147483648) / 4294967296.0`;

/** Three of four events are of clients, as many as there are users, and few of a kind that is rare; sealed days are not asked for. */
const eventsStatement = (count: number) => `
  insert into events (act, at, actor_id, entity, entity_id, user_id, action, changes, data, salt, digest)
  select gen_random_uuid(), now() - interval '2 years' + n * (interval '2 years' / ${count}), 1,
    case when n % 4 > 0 then (array['user', 'payment', 'period'])[n % 4] when n % 100 = 0 then 'plan' else 'exercise' end,
    case when n % 100 = 0 then 1 + n / 100 % 6 else n end, case when n % 4 > 0 then person end,
    case when n % 5000 = 0 then 'removed' else 'changed' end, '{"notes": ["Antes", "Después de hablar con él"]}', '{"name": "Alguien"}',
    gen_random_uuid(), sha256(n::text::bytea)
  from generate_series(1, ${count}) n, lateral (select 1 + floor(random_of(n) * ${count})::int as person) random`;

const COACHING_TABLES = ['assignments', 'workouts', 'user_packages'];
/** Clients who are measured have trained for months, as the others will have. */
const MEASURED = 'user_id % 60 = 7';

/** Courses of every client: a training, two diets, and for one in ten a package; with sessions that were done, so many of who is not measured. */
const coachingStatement = (sessionsEach: number) => `
  update business set lapsed_sees = 'all';
  insert into levels (title) values ('Inicial');
  insert into training_types (title) values ('Fuerza');
  insert into body_parts (title) values ('Piernas');
  insert into diet_categories (name) values ('Casera');
  insert into exercises (title, description, body_part_id)
  select 'Ejercicio ' || n, 'Despacio.', (select min(id) from body_parts) from generate_series(1, 40) n;
  insert into exercise_sets (exercise_id, set_number, reps, weight, rest_seconds)
  select e.id, n, 10, 40, 90 from exercises e, generate_series(1, 4) n;
  insert into trainings (title, description, gender, level_id, training_type_id)
  select 'Entrenamiento ' || n, 'Tres veces por semana.', 'Unisex', (select min(id) from levels), (select min(id) from training_types)
  from generate_series(1, 20) n;
  insert into training_days (training_id, day_number, is_rest_day) select t.id, n, n = 3 from trainings t, generate_series(1, 5) n;
  insert into training_day_exercises (training_day_id, exercise_id, order_index)
  select d.id, 1 + (d.id * 7 + n) % 40, n from training_days d, generate_series(1, 6) n where not d.is_rest_day;
  insert into diets (title, category, type_diet_id, calories, protein, carbs, fats, portions, total_time, ingredients, instructions)
  select 'Comida ' || n, (array['Desayuno', 'Almuerzo', 'Cena'])[1 + n % 3], (select min(id) from diet_categories), 500, 30, 50, 10,
    '1 plato', '20 min', 'Arroz', 'Cocinar.'
  from generate_series(1, 30) n;
  insert into packages (title, description, duration_days, amount, level_id)
  select 'Paquete ' || n, 'Todo', 90, 9000, (select min(id) from levels) from generate_series(1, 5) n;
  insert into package_trainings (package_id, training_id, order_index) select k.id, 4 * k.id - n, n from packages k, generate_series(0, 1) n;
  insert into package_diets (package_id, diet_id, order_index) select k.id, 6 * k.id - n, n from packages k, generate_series(0, 1) n;
  insert into user_packages (user_id, package_id, start_date, end_date)
  select id, 1 + id / 10 % 5, current_date - 30, current_date + 3000 from users where role = 'CLIENT' and id % 10 = 7;
  insert into assignments (user_id, kind, training_id, title, starts_on)
  select id, 'training', 1 + id % 20, 'Entrenamiento', current_date - 60 from users where role = 'CLIENT';
  insert into assignments (user_id, kind, diet_id, title, starts_on, mode, weekdays)
  select id, 'diet', 1 + (id + 10 * n) % 30, 'Comida', current_date - 60, 'weekdays', '{1,2,3,4,5,6,7}'
  from users, generate_series(1, 2) n where role = 'CLIENT';
  insert into workouts (id, user_id, course, turn, training_id, day_number, day, started_at, ended_at, last_at, done, planned, document,
    version)
  select gen_random_uuid(), user_id, 'a' || id, n, training_id, 1, starts_on + 2 * n, starts_on + 2 * n + time '18:00',
    starts_on + 2 * n + time '19:00', starts_on + 2 * n + time '19:00', 20, 20, '{"schema": 1, "places": [], "cells": {}}', 1
  from assignments, generate_series(1, case when ${MEASURED} then 25 else ${sessionsEach} end) n where kind = 'training'`;

/** Of those who are not measured: as many as the wanted number of sets takes, but not longer ago than their course began. */
const FEWEST_SESSIONS = 2;
const MOST_SESSIONS = 25;
const SETS_EACH = 4;
const EXERCISES_EACH = 6;
/** Sets of those sessions, at most so many: first of the clients who are measured. Every session of a full database has them. */
const setsStatement = (sets: number) => `
  insert into workout_exercises (user_id, exercise_id, day, workout_id, place, sets, best_weight, best_reps)
  select w.user_id, e.exercise_id, w.day, w.id, e.order_index || '-' || e.exercise_id,
    (select jsonb_agg(jsonb_build_array(n, 10, null, weight)) from generate_series(1, ${SETS_EACH}) n), weight, 10
  from (select * from workouts order by (${MEASURED}) desc, id limit ${Math.ceil(sets / SETS_EACH / EXERCISES_EACH)}) w
    join training_days d on d.training_id = w.training_id and d.day_number = w.day_number
    join training_day_exercises e on e.training_day_id = d.id
    cross join lateral (select 20 + w.turn * 0.5 as weight) lifted;
  insert into client_training (user_id, last_workout_on, open_notes)
  select user_id, max(day), 0 from workouts group by user_id on conflict do nothing;
  update client_training set last_workout_on = current_date - user_id % 30, open_notes = (user_id % 1000 = 7)::int;
  insert into measures (user_id, kind, day, value, v, by)
  select id, 'weight', current_date - 7 * n, 70 + n * 0.1, 1, 'bench' from users u, generate_series(0, 11) n
  where role = 'CLIENT' and id % 60 = 7`;

/** A tag that one in five has, one that few have however many there are, and a saved question about each. */
const TAGS_STATEMENT = `
  insert into tags (name, colour) values ('Mañana', 'yellow'), ('VIP', 'purple');
  insert into user_tags (user_id, tag_id)
  select u.id, t.id from users u, tags t
  where role = 'CLIENT' and case when t.name = 'VIP' then u.id % (select greatest(1, count(*) / 150) from users) = 7 else u.id % 5 = 0 end;
  insert into segments (name, query) select name, jsonb_build_object('tag', id) from tags`;

/** The trainer who is measured, and his clients: as many as he has anywhere. */
export const TRAINER_ID = 500;
const TRAINER_STATEMENT = `
  update business set trainer_access = true;
  update users set trainer_id = ${TRAINER_ID}
  where role = 'CLIENT' and id % (select greatest(1, count(*) / 150) from users) = 7`;

/** A database with so many users, filled if it is new. */
export async function openGrowthData(users: number, say: (line: string) => void, sets = Infinity) {
  const wanted = Number.isFinite(sets) ? Math.ceil(sets / SETS_EACH / EXERCISES_EACH / users) : 0;
  const sessionsEach = Math.min(Math.max(wanted, FEWEST_SESSIONS), MOST_SESSIONS);
  const server = await startEmbedded({ dataDir: join(FOLDER, String(users)), print: () => undefined });
  const pool = openPool({ ...server.connection, statement_timeout: 0, query_timeout: 0 }, 1);
  const started = Date.now();
  const applied = await migrate(pool);
  const { rowCount: isFilled } = await pool.query('select from plans limit 1');
  if (!isFilled) {
    say(`Filling a database with ${users} users`);
    await inDedicatedTransaction(server.connection, 'pulso-bench', 'writing', (client) =>
      withoutIndexes(dbForClient(client), SEEDED_TABLES, () =>
        client.query(`select set_config('pulso.unrecorded', 'on', true);${RANDOM_FUNCTION};${fillStatement(users)}`),
      ),
    );
    await pool.query('vacuum analyze');
  } else if (applied.length > 0)
    say(`${applied.join(', ')} on ${users} users: ${((Date.now() - started) / 1_000).toFixed(1)} s`);
  const { rowCount: hasDebts } = await pool.query('select from debts limit 1');
  if (!hasDebts) {
    await pool.query(`select set_config('pulso.unrecorded', 'on', true);${MONEY_STATEMENT}`);
    await pool.query('vacuum analyze');
  }
  const { rowCount: hasPeriods } = await pool.query('select from user_subscriptions limit 1');
  if (!hasPeriods) {
    await inDedicatedTransaction(server.connection, 'pulso-bench', 'writing', (client) => {
      const db = dbForClient(client);
      return withoutIndexes(db, ['user_subscriptions', 'client_milestones'], () =>
        withMilestonesLast(db, 1, () =>
          client.query(`select set_config('pulso.unrecorded', 'on', true);${PERIODS_STATEMENT}`),
        ),
      );
    });
    await pool.query('vacuum analyze');
  }
  const { rowCount: isCoached } = await pool.query('select from assignments limit 1');
  if (!isCoached) {
    await inDedicatedTransaction(server.connection, 'pulso-bench', 'writing', (client) =>
      withoutIndexes(dbForClient(client), COACHING_TABLES, () =>
        client.query(`select set_config('pulso.unrecorded', 'on', true);${coachingStatement(sessionsEach)}`),
      ),
    );
    await pool.query('vacuum analyze');
  }
  const { rowCount: hasSets } = await pool.query('select from workout_exercises limit 1');
  if (!hasSets) {
    const { rows: sessions } = await pool.query<{ count: number }>('select count(*)::int as count from workouts');
    const all = sessions[0]!.count * EXERCISES_EACH * SETS_EACH;
    await inDedicatedTransaction(server.connection, 'pulso-bench', 'writing', (client) =>
      withoutIndexes(dbForClient(client), ['workout_exercises'], () =>
        client.query(setsStatement(Math.min(sets, all))),
      ),
    );
    await pool.query('vacuum analyze');
  }
  const { rows: counted } = await pool.query<{ sets: number }>(
    `select ${SETS_EACH} * count(*)::int as sets from workout_exercises`,
  );
  say(`${users} users, ${counted[0]!.sets} sets`);
  const { rowCount: hasEvents } = await pool.query('select from events where id >= $1 limit 1', [users]);
  if (!hasEvents) {
    await inDedicatedTransaction(server.connection, 'pulso-bench', 'writing', (client) =>
      withoutIndexes(dbForClient(client), ['events'], () => client.query(eventsStatement(users))),
    );
    await pool.query('vacuum analyze');
  }
  const { rowCount: hasTags } = await pool.query('select from tags limit 1');
  if (!hasTags) {
    await pool.query(`begin; select set_config('pulso.unrecorded', 'on', true);${TAGS_STATEMENT}; commit`);
    await pool.query('vacuum analyze');
  }
  const { rowCount: hasTrainer } = await pool.query('select from users where trainer_id is not null limit 1');
  if (!hasTrainer) {
    await inDedicatedTransaction(server.connection, 'pulso-bench', 'writing', (client) =>
      client.query(`select set_config('pulso.unrecorded', 'on', true);${TRAINER_STATEMENT}`),
    );
    await pool.query('vacuum analyze');
  }
  return {
    connection: server.connection,
    pool,
    stop: async () => {
      await pool.end();
      await server.stop();
    },
  };
}
