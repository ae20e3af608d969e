import { statistics, type Statistics } from '@pulso/contract/desk/statistics';
import { addDays } from '@pulso/contract/kit/dates';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { compactTallies } from '#db/writes/tallies';
import { statisticsOn } from '#features/desk/statistics/statistics.queries';
import { expectAnswer, createUser, explainQuery, recordQueries, quickPasswords } from '#test/people';
import { testApp, type TestApp } from '#test/test-app';

const TODAY = '2026-03-05';
const now = () => new Date(`${TODAY}T15:00:00Z`);
const readStatistics = async (app: TestApp): Promise<Statistics> =>
  expectAnswer(await app.get('/api/estadisticas'), statistics);

/** Counted row by row. */
async function oracle(app: TestApp, today = TODAY): Promise<Statistics['usuarios']> {
  const { rows } = await sql<Statistics['usuarios']>`
    select count(*) as total,
      count(*) filter (where suscription_status and suscription_end > ${today}::date) as con_suscripcion_activa,
      count(*) filter (where (suscription_status and suscription_end > ${today}::date) is not true) as sin_suscripcion_activa,
      count(*) filter (where status) as activos, count(*) filter (where not status) as inactivos,
      count(*) filter (where suscription_status and suscription_end > ${today}::date and suscription_end <= ${today}::date + 7) as por_expirar
    from users where deleted_at is null`.execute(app.db);
  return rows[0]!;
}

describe('the statistics', () => {
  it('INI-16 INI-21 INI-23 INI-24 G1 count what is stored, from nothing on, and the trainings of each level', async () => {
    const app = await testApp({ now });
    const none = { total: 0 };
    expect(await readStatistics(app)).toEqual({
      usuarios: {
        total: 1,
        con_suscripcion_activa: 0,
        sin_suscripcion_activa: 1,
        activos: 1,
        inactivos: 0,
        por_expirar: 0,
      },
      entrenamientos: { total: 0, activos: 0, inactivos: 0, por_nivel: [] },
      niveles: none,
      paquetes: { total: 0, activos: 0 },
      productos: { total: 0, destacados: 0 },
      ejercicios: none,
      partes_cuerpo: none,
      dietas: none,
      categorias_productos: none,
    });

    await sql`
      with levels as (insert into levels (title) values ('Inicial'), ('Medio'), ('Alto') returning id, title),
        types as (insert into training_types (title) values ('Fuerza') returning id),
        parts as (insert into body_parts (title) values ('Pecho'), ('Piernas') returning id),
        kinds as (insert into diet_categories (name) values ('Keto') returning id),
        categories as (insert into product_categories (title) values ('Ropa'), ('Suplementos') returning id),
        products as (insert into products (title, affiliate_link, price, category_id, is_featured)
          select 'P' || i, 'https://x.example', 1, (select min(id) from categories), i = 1 from generate_series(1, 3) i),
        exercises as (insert into exercises (title, description, body_part_id)
          select 'E' || i, 'x', (select min(id) from parts) from generate_series(1, 5) i),
        diets as (insert into diets (title, category, type_diet_id, calories, protein, carbs, fats, portions, total_time,
            ingredients, instructions)
          select 'D', 'x', id, 1, 1, 1, 1, 'x', 'x', 'x', 'x' from kinds),
        packages as (insert into packages (title, description, duration_days, amount, status, level_id)
          select 'K' || i, 'x', 30, 1, i > 1, (select min(id) from levels) from generate_series(1, 4) i)
      insert into trainings (title, description, level_id, training_type_id, gender, status)
      select 'T' || i, 'x', l.id, (select id from types), 'Unisex', i > 1
      from levels l, generate_series(1, 3) i where l.title = 'Inicial' or l.title = 'Medio' and i < 3`.execute(app.db);
    const { usuarios, ...rest } = await readStatistics(app);
    expect(usuarios.total).toBe(1);
    expect(rest).toEqual({
      entrenamientos: {
        total: 5,
        activos: 3,
        inactivos: 2,
        por_nivel: [
          { id: 1, title: 'Inicial', total: 3 },
          { id: 2, title: 'Medio', total: 2 },
          { id: 3, title: 'Alto', total: 0 },
        ],
      },
      niveles: { total: 3 },
      paquetes: { total: 4, activos: 3 },
      productos: { total: 3, destacados: 1 },
      ejercicios: { total: 5 },
      partes_cuerpo: { total: 2 },
      dietas: { total: 1 },
      categorias_productos: { total: 2 },
    });
  });

  it('INI-16 EXTRAS=0 leave out the levels of the trainings and those who expire', async () => {
    const plain = await testApp({ extras: false });
    const { entrenamientos, usuarios } = await readStatistics(plain);
    expect(entrenamientos).toEqual({ total: 0, activos: 0, inactivos: 0 });
    expect(usuarios).not.toHaveProperty('por_expirar');
  });
});

describe('the counts of users', () => {
  it('INI-22 D16 are true to what is stored after every change, by the day and not by a flag', async () => {
    let today = TODAY;
    const app = await testApp({ now: () => new Date(`${today}T15:00:00Z`), passwords: quickPasswords });
    const ids: number[] = [];
    const end = fc.option(
      fc.integer({ min: -2, max: 9 }).map((days) => addDays(TODAY, days)),
      { nil: null },
    );
    const fields = fc.record(
      { status: fc.boolean(), suscription_status: fc.boolean(), suscription_end: end },
      { requiredKeys: [] },
    );
    const steps = fc.sample(fc.record({ kind: fc.nat(5), pick: fc.nat(), fields }), { numRuns: 45, seed: 3 });
    for (const { kind, pick, fields: values } of steps) {
      const id = ids[pick % ids.length];
      if (kind < 2 || id === undefined) ids.push((await createUser(app, values)).id);
      else if (kind < 4) await app.json('PATCH', `/api/user/${id}`, values);
      else if (kind === 4) await app.remove(`/api/user/${id}`);
      else await compactTallies(app.db);
      const { usuarios } = await readStatistics(app);
      expect(usuarios).toEqual(await oracle(app));
      expect(usuarios.con_suscripcion_activa + usuarios.sin_suscripcion_activa).toBe(usuarios.total);
    }
    for (const day of [-3, -1, 1, 2, 4, 8].map((days) => addDays(TODAY, days))) {
      today = day;
      expect((await readStatistics(app)).usuarios).toEqual(await oracle(app, day));
    }
    expect((await oracle(app)).con_suscripcion_activa).toBeGreaterThan(0);
  });

  it('G5 are of one moment and add up while others write and tidy up', async () => {
    const app = await testApp({ now, passwords: quickPasswords });
    const people = await Promise.all(Array.from({ length: 8 }, () => createUser(app)));
    let writing = true;
    const write = async (id: number) => {
      for (let turn = 0; turn < 12; turn += 1)
        await app.json('PATCH', `/api/user/${id}`, {
          status: turn % 2 === 0,
          suscription_status: turn % 3 > 0,
          suscription_end: addDays(TODAY, (turn % 4) - 1),
        });
    };
    const look = async () => {
      while (writing) {
        const { total, activos, inactivos, con_suscripcion_activa, sin_suscripcion_activa } = (
          await readStatistics(app)
        ).usuarios;
        expect([total, activos + inactivos, con_suscripcion_activa + sin_suscripcion_activa]).toEqual([9, 9, 9]);
      }
    };
    const tidy = async () => {
      while (writing) await compactTallies(app.db);
    };
    const readers = Promise.all([look(), tidy(), tidy()]);
    await Promise.all(people.map(({ id }) => write(id))).finally(() => {
      writing = false;
    });
    await readers;
    expect((await readStatistics(app)).usuarios).toEqual(await oracle(app));
  });

  it('L5 never look at the users themselves, and take little room however often one of them changes', async () => {
    const app = await testApp({ now });
    await sql`
      insert into users (name, gender, username, phone, password_hash, suscription_status, suscription_end)
      select 'Socio', 'Male', 'socio' || i, 1100000000 + i, 'x', true, ${TODAY}::date + i % 30
      from generate_series(1, 2000) i`.execute(app.db);
    const size = async () =>
      (await sql<{ count: number }>`select count(*) from user_tally`.execute(app.db)).rows[0]?.count;
    expect(await size()).toBeLessThan(40);
    const [asked, ...more] = await recordQueries(app, (db) => sql`select ${statisticsOn(TODAY)}`.execute(db));
    expect(more).toEqual([]);
    expect(await explainQuery(app, asked!)).not.toMatch(/ users\b/);
    const before = await size();
    await sql`update users set name = name || '!', phone = '1234567'`.execute(app.db);
    expect(await size()).toBe(before);
    for (let turn = 0; turn < 5; turn += 1)
      await sql`update users set status = not status where id > 1`.execute(app.db);
    await compactTallies(app.db);
    expect(await size()).toBe(31);
    await sql`delete from users where id > 1000 and not status`.execute(app.db);
    expect((await readStatistics(app)).usuarios).toEqual(await oracle(app));
  });
});
