import { userRow } from '@pulso/contract/accounts/users';
import { diets } from '@pulso/contract/content/diets';
import { exercises } from '@pulso/contract/content/exercises';
import { packages } from '@pulso/contract/content/packages';
import { trainings } from '@pulso/contract/content/trainings';
import type { Resource } from '@pulso/contract/kit/resource';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openCatalogue, catalogues } from '#test/catalogues';
import { activeDay, contentOf, png, exerciseSet } from '#test/content';
import { addPlan, expectAnswer, createUser, quickPasswords } from '#test/people';
import { endRestoreDays, restore } from '#test/restore';
import { sharedApp } from '#test/shared-app';
import { testApp, type Body, type TestApp } from '#test/test-app';

type Entity = { name: string; resource: Resource; make: (app: TestApp) => Promise<Body> };

/** Entities with parts in an order that is not that of their ids. */
const multiTableEntities: Entity[] = [
  {
    name: 'exercises',
    resource: exercises,
    make: async (app) => {
      const made = await contentOf(app).exercise({
        image: png,
        sets: JSON.stringify([exerciseSet(12, 1), exerciseSet(10, 2), exerciseSet(8, 3)]),
      });
      await app.json('PATCH', `/api/exercise-set/${made.sets[2].id}`, { set_number: 1 });
      return made;
    },
  },
  { name: 'diets', resource: diets, make: (app) => contentOf(app).diet({ image: png }) },
  {
    name: 'trainings',
    resource: trainings,
    make: async (app) => {
      const [one, other] = [(await contentOf(app).exercise()).id, (await contentOf(app).exercise()).id];
      const days = [activeDay(1, [other, one, other]), { day_number: 2, is_rest_day: true, exercises: [] }];
      return contentOf(app).training({ training_days: JSON.stringify([...days, activeDay(3, [one])]) });
    },
  },
  {
    name: 'packages',
    resource: packages,
    make: async (app) => {
      const { diet, training, pack } = contentOf(app);
      const [first, second] = [(await diet()).id, (await diet()).id];
      return pack({ diets: [second, first], trainings: [(await training()).id] });
    },
  },
];
const singleTableEntities = catalogues.map(({ name, resource, whole, ...rest }): Entity => ({
  name,
  resource,
  make: async (app) => (await openCatalogue({ name, resource, whole, ...rest }, app)).create(whole, png),
}));

const app = sharedApp({ passwords: quickPasswords });

describe.each([...singleTableEntities, ...multiTableEntities])('$name that were deleted', ({ resource, make }) => {
  const { path, image } = resource;
  const at = (id: number) => `/api${path}/${id}`;
  const listed = async () => {
    const { body, headers } = await app().get(`/api${path}`);
    return { row: body.data as Body[], etag: headers.etag };
  };

  it('come back as they were, parts in their order and picture included, as another version', async () => {
    const { id } = await make(app());
    const before = (await app().get(at(id))).body.data;
    const { etag } = await listed();
    expect((await app().remove(at(id))).status).toBe(200);
    expect((await listed()).row.map((row) => row.id)).not.toContain(id);

    const restored = await restore(app(), path, id);
    expect(restored.status, restored.raw).toBe(200);
    // A higher version tells the restored row from the one that was there before.
    expect(restored.body.data).toEqual({ ...before, version: before.version + 1 });
    expect((await app().get(at(id))).body.data).toEqual(restored.body.data);
    const list = await listed();
    expect(list.row.find((row) => row.id === id)).toEqual(restored.body.data);
    expect(list.etag).not.toBe(etag);
    if (image) expect((await app().http.inject({ url: before[image] })).statusCode).toBe(200);
    expect((await restore(app(), path, id)).status).toBe(404);
    // New rows get ids of their own.
    expect((await make(app())).id).toBeGreaterThan(id);

    // Deleted again, it can be restored again.
    await app().remove(at(id));
    expect((await restore(app(), path, id)).body.data.version).toBe(before.version + 2);
  });

  it('are restored once, however many ask at the same moment, and however many are made meanwhile', async () => {
    const { id } = await make(app());
    await app().remove(at(id));
    const answers = await Promise.all([1, 2, 3, 4].map(() => restore(app(), path, id)));
    const made = await Promise.all([make(app()), restore(app(), path, id), make(app())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect(made[0].id).not.toBe(made[2].id);
  });

  it('are restored within 30 days alone, and leave neither row nor picture', async () => {
    const own = await testApp({ passwords: quickPasswords });
    const { id } = await make(own);
    const before = (await own.get(at(id))).body.data;
    await own.remove(at(id));
    await sql`update deleted_rows set deleted_at = now() - interval '29 days 23 hours'`.execute(own.db);
    expect((await restore(own, path, id)).status).toBe(200);
    await own.remove(at(id));
    await sql`update deleted_rows set deleted_at = now() - interval '30 days'`.execute(own.db);
    expect((await restore(own, path, id)).status).toBe(404);
    if (image) expect((await own.http.inject({ url: before[image] })).statusCode).toBe(200);
    await endRestoreDays(own);
    expect((await sql`select from deleted_rows`.execute(own.db)).rows).toEqual([]);
    if (image) expect((await own.http.inject({ url: before[image] })).statusCode).toBe(404);
  });
});

describe('what is not to be restored', () => {
  it('is what an edit replaced, or what was refused', async () => {
    const { id, level_id } = await contentOf(app()).training();
    await sql`delete from deleted_rows`.execute(app().db);
    const days = JSON.stringify([{ day_number: 1, is_rest_day: true, exercises: [] }]);
    expect((await app().form('PATCH', `/api/training/${id}`, { training_days: days })).status).toBe(200);
    expect((await app().remove(`/api/level/${level_id}`)).status).toBe(409);
    expect((await sql`select from deleted_rows`.execute(app().db)).rows).toEqual([]);
    expect((await restore(app(), '/training', id)).status).toBe(404);
  });

  it('is what lacks something by now, which is said', async () => {
    const { pack, diet, level } = contentOf(app());
    const [kept, made] = [await level(), await diet()];
    const { id } = await pack({ level_id: kept, diets: [made.id] });
    for (const path of [`/package/${id}`, `/diet/${made.id}`, `/level/${kept}`])
      expect((await app().remove(`/api${path}`)).status).toBe(200);
    const missing = (thing: string) => [409, `No se puede restaurar: falta ${thing} primero.`];
    const outcome = async () => {
      const { status, body } = await restore(app(), '/package', id);
      return [status, body.message];
    };
    expect(await outcome()).toEqual(missing('el nivel Intermedio. Restáuralo'));
    expect((await restore(app(), '/level', kept)).status).toBe(200);
    expect(await outcome()).toEqual(missing('la dieta Desayuno proteico. Restáurala'));
    expect((await restore(app(), '/diet', made.id)).status).toBe(200);
    expect((await outcome())[0]).toBe(200);
  });

  it('never fails beside the deletion of what it needs', async () => {
    const { exercise, training } = contentOf(app());
    for (let round = 0; round < 5; round += 1) {
      const needed = (await exercise()).id as number;
      const { id } = await training({ training_days: JSON.stringify([activeDay(1, [needed])]) });
      await app().remove(`/api/training/${id}`);
      const [back, gone] = await Promise.all([
        restore(app(), '/training', id),
        app().remove(`/api/exercise/${needed}`),
      ]);
      expect([back.status, gone.status].sort(), `${back.raw} ${gone.raw}`).toEqual([200, 409]);
    }
  });

  it('and an item has its prices again, those of its past and those to come', async () => {
    const id = await addPlan(app(), { amount: 100 });
    await app().json('PATCH', `/api/suscriptions/${id}`, { amount: 200 });
    await sql`
      insert into prices (kind, item_id, valid_from, amount) values ('plan', ${id}, '2027-01-01', 300),
        ('plan', ${id}, '2020-01-01', 50)`.execute(app().db);
    const prices = async () =>
      (
        await sql`select id, valid_from, amount, created_by from prices where plan_id = ${id} order by id`.execute(
          app().db,
        )
      ).rows;
    const before = await prices();
    expect(before.map((price) => (price as { amount: number }).amount)).toEqual([100, 200, 300, 50]);
    await app().remove(`/api/suscriptions/${id}`);
    expect(await prices()).toEqual([]);
    expect((await restore(app(), '/suscriptions', id)).status).toBe(200);
    expect(await prices()).toEqual(before);
  });

  it('and no table is forgotten whose rows go with an entity', async () => {
    const { rows } = await sql<{ table: string; of: string }>`
      select conrelid::regclass::text as table, a.attname as of
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where contype = 'f' and confdeltype = 'c' and confrelid <> 'users'::regclass order by 1, 2`.execute(app().db);
    expect(rows.map(({ table, of }) => `${table}.${of}`)).toEqual([
      'exercise_sets.exercise_id',
      // An import is never restored.
      'import_rows.import_id',
      'package_diets.package_id',
      'package_trainings.package_id',
      'prices.package_id',
      'prices.plan_id',
      'prices.product_id',
      'training_day_exercises.training_day_id',
      'training_days.training_id',
      'user_tags.tag_id',
      // Sessions are not restored: they are never deleted but with their person.
      'workout_exercises.workout_id',
      'workout_names.workout_id',
    ]);
  });
});

describe('a deleted user', () => {
  it('comes back with everything but the sessions', async () => {
    const suscriptionId = await addPlan(app());
    const made = await createUser(app(), { role: 'ADMIN', notes: 'Rodilla' });
    const own = { username: made.username, password: 'clave-segura' };
    const token = await app().login(own);
    const dates = { suscriptionId, suscription_status: true, suscription_init: '2026-01-01' };
    const path = `/api/user/${made.id}`;
    const changed = { ...dates, suscription_end: '2026-12-31' };
    const before = expectAnswer(await app().json('PATCH', path, changed), userRow);
    const count = async () => (await app().get('/api/user?page=1')).body.meta.total as number;
    const total = await count();
    await app().remove(path);
    expect(await count()).toBe(total - 1);

    const user = expectAnswer(await restore(app(), '/user', made.id), userRow);
    expect(user).toEqual({ ...before, version: before.version! + 2 });
    expect((await app().get(path)).body.data).toMatchObject(changed);
    expect(await count()).toBe(total);
    expect((await app().get('/api/level', token)).status).toBe(401);
    expect((await app().get('/api/level', await app().login(own))).status).toBe(200);
    expect((await restore(app(), '/user', made.id)).status).toBe(404);
  });

  it('does not come back while somebody else has the name, or the plan is gone', async () => {
    const plan = await addPlan(app());
    const { id, username } = await createUser(app());
    await app().json('PATCH', `/api/user/${id}`, { suscriptionId: plan });
    await app().remove(`/api/user/${id}`);
    const other = await createUser(app(), { username: username.toUpperCase() });
    const outcome = async () => {
      const { status, body } = await restore(app(), '/user', id);
      return [status, body.message];
    };
    expect(await outcome()).toEqual([409, 'El nombre de usuario ya está en uso']);
    await app().remove(`/api/user/${other.id}`);
    expect((await app().remove(`/api/suscriptions/${plan}`)).status).toBe(200);
    const message = 'No se puede restaurar: falta el plan de suscripción Mensual. Restáuralo primero.';
    expect(await outcome()).toEqual([409, message]);
    expect((await restore(app(), '/suscriptions', plan)).status).toBe(200);
    expect((await outcome())[0]).toBe(200);
    expect((await restore(app(), '/user', other.id)).status).toBe(409);
  });

  it('that is erased, or was deleted 30 days ago, never comes back, and no trace is kept', async () => {
    const [erased, old] = [(await createUser(app())).id, (await createUser(app())).id];
    for (const id of [erased, old]) await app().remove(`/api/user/${id}`);
    const kept = () => sql`select from deleted_rows where table_name = 'users'`.execute(app().db);
    await sql`update deleted_rows set deleted_at = now() - interval '30 days' where row_id = ${old}`.execute(app().db);
    expect((await app().send('POST', `/api/user/${erased}/erase`, { token: app().token })).status).toBe(200);
    for (const id of [erased, old]) expect((await restore(app(), '/user', id)).status).toBe(404);
    await endRestoreDays(app());
    expect((await kept()).rows).toEqual([]);
  });

  it('is restored, or another is made with the name: never both, and nothing fails', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, username } = await createUser(app());
      await app().remove(`/api/user/${id}`);
      const made = { name: 'Otra', gender: 'Female', phone: '1123456789', role: 'CLIENT', password: 'clave-segura' };
      const [back, other, erased] = await Promise.all([
        restore(app(), '/user', id),
        app().json('POST', '/api/user', { ...made, username }),
        app().send('POST', `/api/user/${id}/erase`, { token: app().token }),
      ]);
      const outcomes = [back.status, other.status, erased.status];
      expect(
        outcomes.every((status) => [200, 201, 404, 409].includes(status)),
        String(outcomes),
      ).toBe(true);
      expect([back.status === 200, other.status === 201, erased.status === 200].filter(Boolean).length).toBeGreaterThan(
        0,
      );
      expect([outcomes[0] === 200 && outcomes[1] === 201, outcomes[0] === 200 && outcomes[2] === 200]).toEqual([
        false,
        false,
      ]);
    }
  });
});
