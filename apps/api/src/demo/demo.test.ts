import type { Segment } from '@pulso/contract/accounts/segments';
import type { SentNotification } from '@pulso/contract/desk/notifications';
import type { Tag } from '@pulso/contract/accounts/tags';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { subscriptionState } from '@pulso/contract/accounts/subscription-state';
import { userListRow, type UserListRow } from '@pulso/contract/accounts/users';
import { bodyParts } from '@pulso/contract/catalogue/body-parts';
import { dietCategories } from '@pulso/contract/catalogue/diet-categories';
import { levels } from '@pulso/contract/catalogue/levels';
import { machines } from '@pulso/contract/catalogue/machines';
import { plans } from '@pulso/contract/catalogue/plans';
import { productCategories } from '@pulso/contract/catalogue/product-categories';
import { products } from '@pulso/contract/catalogue/products';
import { trainingTypes } from '@pulso/contract/catalogue/training-types';
import { userCourses } from '@pulso/contract/coaching/courses';
import { diets, type Diet } from '@pulso/contract/content/diets';
import { exercises } from '@pulso/contract/content/exercises';
import { packages } from '@pulso/contract/content/packages';
import { trainings, type Training } from '@pulso/contract/content/trainings';
import { statistics } from '@pulso/contract/desk/statistics';
import { userDetail, type UserDetail } from '@pulso/contract/desk/user-detail';
import { today } from '@pulso/contract/kit/dates';
import { successBody } from '@pulso/contract/kit/envelope';
import { IMAGE_SIZES } from '@pulso/contract/kit/images';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openPasswords } from '#access/passwords';
import { imageColumns } from '#db/stores/tables';
import { COACHED_COUNT } from '#demo/courses';
import { countDemoRows, fillDemoData } from '#test/demo';
import { findBrokenInvariants } from '#test/broken-invariants';
import { expectAnswer } from '#test/people';
import { testApp, type TestApp } from '#test/test-app';

const DRAWING_TIMEOUT_MS = 120_000;
const TODAY = today();
const passwords = openPasswords();

describe('a filled database', () => {
  let app: TestApp;
  let filled: boolean[];
  const said: string[] = [];
  const closing: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    app = await testApp({ until: (close) => closing.push(close) });
    filled = await Promise.all([fillDemoData(app, said), fillDemoData(app, said)]);
  }, DRAWING_TIMEOUT_MS);
  afterAll(async () => {
    for (const close of closing) await close();
  });

  it('API-37 was filled once, though two nodes started at the same time', async () => {
    expect(filled.sort()).toEqual([false, true]);
    expect(said).toEqual(['Cargando datos de demostración…']);
    expect(await countDemoRows(app)).toEqual({
      levels: 4,
      training_types: 7,
      machines: 14,
      body_parts: 10,
      product_categories: 6,
      diet_categories: 7,
      products: 30,
      plans: 5,
      exercises: 60,
      diets: 24,
      trainings: 16,
      packages: 8,
      admins: 1,
      trainers: 8,
      clients: 232,
    });
  });

  it('API-37 is left alone by the next start', async () => {
    const state = async () => {
      const { rows } = await sql<{ state: string }>`
        select md5(string_agg(u::text, '' order by id)) || (select md5(string_agg(e::text, '' order by id)) from exercises e)
          || (select count(*) from payments) as state from users u`.execute(app.db);
      return { rows, pictures: (await readdir(app.folder)).sort() };
    };
    const before = await state();
    expect(await fillDemoData(app)).toBe(false);
    expect(await state()).toEqual(before);
  });

  it.each([
    ['/level', levels.row],
    ['/training-type', trainingTypes.row],
    ['/machine', machines.row],
    ['/body-part', bodyParts.row],
    ['/category-product', productCategories.row],
    ['/type-diet', dietCategories.row],
    ['/product', products.row],
    ['/suscriptions', plans.row],
    ['/exercise', exercises.row],
    ['/diet', diets.row],
    ['/training', trainings.row],
    ['/package', packages.row],
    ['/user', userListRow],
  ])('API-37 answers %s as the contract says', async (path, row) => {
    const answer = await app.get(`/api${path}`);
    const rows = expectAnswer(answer, z.array(row as z.ZodMiniObject));
    expect(rows.length).toBeGreaterThan(0);
  });

  it('PRE-03 has trainings with sets of their own: ranges, supersets and notes, beside those of the exercises', async () => {
    const rows = expectAnswer(await app.get('/api/training'), z.array(trainings.row));
    const placesOf = (training: Training) => training.training_days.flatMap((day) => day.training_day_exercises);
    expect(rows.filter((one) => placesOf(one).some(({ sets }) => sets)).length).toBeGreaterThanOrEqual(8);
    const places = rows.flatMap(placesOf);
    expect(places.some(({ sets }) => sets === null)).toBe(true);
    expect(places.filter(({ sets }) => sets?.some(({ reps_max }) => reps_max !== null)).length).toBeGreaterThan(10);
    expect(places.filter(({ superset }) => superset).length).toBeGreaterThan(5);
    expect(places.filter(({ note }) => note !== '').length).toBeGreaterThan(5);
    for (const { training_days } of rows)
      for (const day of training_days) expect(day.training_day_exercises.at(-1)?.superset ?? false).toBe(false);
  });

  it('HOY-02 has forty clients with what they follow, and weeks of sessions', async () => {
    const { rows } = await sql<{ user_id: number; followed: number; done: number }>`
      select a.user_id, count(*)::int as followed, (select count(*)::int from workouts w where w.user_id = a.user_id) as done
      from assignments a group by a.user_id`.execute(app.db);
    expect(rows.length).toBe(COACHED_COUNT);
    expect(rows.filter(({ followed }) => followed === 3).length).toBe(COACHED_COUNT);
    expect(rows.filter(({ done }) => done > 10).length).toBeGreaterThan(25);
    const { courses } = expectAnswer(await app.get(`/api/user/${rows[0]!.user_id}/courses`), userCourses);
    expect(courses[0]?.next).toMatchObject({ state: expect.stringMatching(/train|rest/), turn: expect.any(Number) });
  });

  it('PGR-02 has weights that grow, and SEG-04 three notes that nobody answered', async () => {
    const { rows } = await sql<{ grown: number; fallen: number; measures: number; notes: number }>`
      with lifted as (
        select first_value(best_weight) over own as first, best_weight as last, row_number() over (
          partition by user_id, exercise_id order by day desc) as place
        from workout_exercises where best_weight > 0
        window own as (partition by user_id, exercise_id order by day))
      select count(*) filter (where last > first)::int as grown, count(*) filter (where last < first)::int as fallen,
        (select count(distinct user_id)::int from measures) as measures,
        (select sum(open_notes)::int from client_training) as notes
      from lifted where place = 1`.execute(app.db);
    const [{ grown, fallen, measures, notes }] = rows as [(typeof rows)[0]];
    expect(grown).toBeGreaterThan(100);
    expect(fallen).toBeLessThan(grown / 10);
    expect(measures).toBeGreaterThan(15);
    expect(notes).toBe(3);
    const { body } = await app.get('/api/user?note=open');
    expect(body.meta.total).toBe(3);
  });

  it('API-37 answers every client with a history that agrees with the user', async () => {
    const { rows } = await sql<{ id: number }>`select id from users where role = 'CLIENT' order by id`.execute(app.db);
    const statuses = new Set<string>();
    for (const { id } of rows.filter((_, index) => index % 2 === 1)) {
      const user: UserDetail = expectAnswer(await app.get(`/api/user/${id}`), userDetail);
      const last = [...user.subscription_history].sort((one, other) => one.id - other.id).at(-1);
      for (const { status } of user.subscription_history) statuses.add(status);
      // A paused period ends with its continuation.
      if (!user.suscriptionId || user.pause) continue;
      expect(last).toMatchObject({
        subscription_id: user.suscriptionId,
        start_date: user.suscription_init,
        end_date: user.suscription_end,
      });
    }
    expect([...statuses].sort()).toEqual(['active', 'canceled', 'completed', 'expired', 'pending']);
  });

  it('knows the payment of every subscription that cost something', async () => {
    const { rows } = await sql`
      select h.id from user_subscriptions h left join payments p on p.period_id = h.id
      where (h.payment_amount > 0) <> (p.id is not null) or p.amount <> h.payment_amount`.execute(app.db);
    expect(rows).toEqual([]);
  });

  it('has money that adds up: debts, closed tills, prices that rose and people who were written to', async () => {
    expect(await findBrokenInvariants(app.db)).toEqual([]);
    const { rows } = await sql<Record<string, number>>`
      select (select count(*) from debts) as debts, (select count(*) from till_closes) as tills,
        (select count(*) from events where action = 'contact') as contacts,
        (select count(*) from client_accounts where promised_on is not null) as promises,
        (select count(*) from price_rises) as rises,
        (select count(*) from payments where close_id is null and status = 'completed' and day < ${TODAY}::date - 1) as forgotten,
        (select count(*) from plans p where amount <> (
          select amount from prices where plan_id = p.id and valid_from <= ${TODAY}::date order by valid_from desc limit 1)) as odd`.execute(
      app.db,
    );
    const { forgotten, odd, ...some } = rows[0]!;
    expect([forgotten, odd]).toEqual([0, 0]);
    const { rows: claims } = await sql<{ claim: string }>`
      select claim from payments where claim is not null and status = 'pending' order by id`.execute(app.db);
    expect(claims.map(({ claim }) => claim)).toEqual(['renewal', 'debt']);
    const { rows: owed } = await sql<{ note: string }>`select note from debts where note <> '' order by amount`.execute(
      app.db,
    );
    expect(owed.map(({ note }) => note)).toEqual(['Clase suelta', 'Barras de proteína', 'Remera']);
    for (const [what, number] of Object.entries(some)) expect(number, what).toBeGreaterThan(2);
  });

  it('PAU-06 has a few clients whose paid days wait', async () => {
    const { rows } = await sql<{
      id: number;
    }>`select user_id as id from user_subscriptions where kind = 'pause'`.execute(app.db);
    expect(rows).toHaveLength(3);
    for (const { id } of rows) {
      const { pause, suscription_end, subscription_history } = expectAnswer(
        await app.get(`/api/user/${id}`),
        userDetail,
      );
      expect(pause!.from < TODAY && pause!.to > TODAY).toBe(true);
      const [rest, cut] = subscription_history.toSorted((one, other) => other.id - one.id);
      expect([rest?.status, rest?.start_date, rest?.end_date]).toEqual(['pending', pause!.to, suscription_end]);
      expect(cut?.status).toBe('completed');
    }
  });

  it('FIL-02 FIL-04 has tags, and saved filters that all find somebody', async () => {
    const saved: Segment[] = (await app.get('/api/segment')).body.data;
    expect(saved).toHaveLength(4);
    for (const { id, name } of saved)
      expect((await app.get(`/api/user?segment_id=${id}`)).body.meta.total, name).toBeGreaterThan(0);
    for (const { id, name } of (await app.get('/api/tag')).body.data as Tag[])
      expect((await app.get(`/api/tag/${id}`)).body.data.users, name).toBeGreaterThan(10);
  });

  it('FIL-09 FIL-10 has a notification that went to a saved filter, and one that waits for its hour', async () => {
    const listed = async (list: string): Promise<SentNotification[]> =>
      (await app.get(`/api/notifications?list=${list}`)).body.data;
    expect(await listed('group')).toMatchObject([{ group: { state: 'sent', segment: { name: 'Los del torneo' } } }]);
    expect((await listed('group'))[0]!.group!.users).toBeGreaterThan(10);
    expect(await listed('scheduled')).toMatchObject([{ title: 'Tu semana VIP', group: { state: 'scheduled' } }]);
  });

  it('AUD-01 PPL-01 has a history of every client older than a week, in the order of time, and a trash with what can be restored', async () => {
    const { rows } = await sql<{ untold: number; unordered: number; ended: number }>`
      select (select count(*)::int from users u where role = 'CLIENT' and created_at < now() - interval '1 week' and not exists (
          select from events e where e.entity = 'user' and e.entity_id = u.id)) as untold,
        (select count(*)::int from (
            select at < lag(at) over (order by id) as is_late from events where at < ${TODAY}::date) e where is_late) as unordered,
        (select count(distinct user_id)::int from events where entity = 'period') as ended`.execute(app.db);
    expect(rows[0]).toMatchObject({ untold: 0, unordered: 0 });
    expect(rows[0]!.ended).toBeGreaterThan(150);
    const trash = (await app.get('/api/trash')).body.data;
    expect(trash).toMatchObject([
      { entity: 'exercise', name: 'Vuelos laterales con banda' },
      { entity: 'product', name: 'Remera de la temporada pasada' },
    ]);
    const { body } = await app.get('/api/event?entity=plan');
    expect(body.data[0]).toMatchObject({ action: 'changed', actor: null, changes: { amount: expect.any(Array) } });
  });

  it('API-37 FMT-08 has somebody in every state that the list can show', async () => {
    const users: UserListRow[] = successBody(z.array(userListRow)).parse((await app.get('/api/user')).body).data;
    const states = users.filter(({ role }) => role === 'CLIENT').map((user) => subscriptionState(user, TODAY));
    const daysLeft = new Set(states.map((state) => ('days' in state ? state.days : undefined)));
    expect([...daysLeft]).toEqual(expect.arrayContaining([-1, 0, 1, 2, 3, 4, 5, 6, 7, 8]));
    const number = (kind: string) => states.filter((state) => state.kind === kind).length;
    expect(number('active')).toBeGreaterThan(80);
    expect(number('expiring')).toBeGreaterThan(9);
    expect(number('expired')).toBeGreaterThan(15);
    expect(number('none')).toBeGreaterThan(15);
    expect(users.filter(({ status }) => !status).length).toBeGreaterThan(8);
    expect(users.filter(({ created_at }) => created_at > new Date().toISOString())).toEqual([]);
  });

  it('API-37 counts on the dashboard what is in the lists', async () => {
    const numbers = expectAnswer(await app.get('/api/estadisticas'), statistics);
    expect(numbers.usuarios.total).toBe(241);
    expect(numbers.usuarios.con_suscripcion_activa).toBeGreaterThan(100);
    expect(numbers.paquetes).toEqual({ total: 8, activos: 7 });
    expect(numbers.productos).toMatchObject({ total: 30 });
  });

  it('API-37 shows diets whose calories are those of their macronutrients', async () => {
    const list: Diet[] = expectAnswer(await app.get('/api/diet'), z.array(diets.row));
    for (const { title, calories, protein, carbs, fats, instructions, ingredients } of list) {
      expect(Math.abs(calories - (4 * protein + 4 * carbs + 9 * fats)), title).toBeLessThan(5);
      expect(instructions.split('\n').length, title).toBeGreaterThan(2);
      expect(ingredients.split('\n').length, title).toBeGreaterThan(2);
    }
  });

  const pictures = async () => {
    const columns = imageColumns.map(
      ([table, column]) => sql<{ url: string | null }>`select ${sql.ref(column)} as url from ${sql.table(table)}`,
    );
    const { rows } = await sql<{ url: string | null }>`${sql.join(columns, sql` union all `)}`.execute(app.db);
    return { rows: rows.length, urls: rows.flatMap(({ url }) => url || []) };
  };

  it('API-37 API-30 gives every row that can have one a picture of its own, in three sizes that can be read', async () => {
    const { rows, urls } = await pictures();
    // Every row has a picture but the administrator, who was there before, the business, whose logo is its owner's, and what lies in
    // the trash: an exercise and a product.
    expect(urls).toHaveLength(rows - 4);
    expect(new Set(urls).size).toBe(urls.length);
    expect((await readdir(app.folder)).sort()).toEqual(urls.map((url) => url.split('/')[2]).sort());
    for (const url of urls) {
      for (const { file, width: bound } of IMAGE_SIZES) {
        const path = join(app.folder, url.split('/')[2]!, file);
        const { width, format } = await sharp(path).metadata();
        expect(format).toBe('webp');
        expect(width).toBeLessThanOrEqual(bound);
        expect((await stat(path)).size).toBeLessThan(80_000);
      }
    }
    const served = await app.send('GET', urls[0]!);
    expect([served.status, served.headers['content-type']]).toEqual([200, 'image/webp']);
  });

  it('has no empty or one-coloured picture', async () => {
    for (const url of (await pictures()).urls) {
      const { data } = await sharp(join(app.folder, url.split('/')[2]!, 'thumb.webp'))
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(new Set(data).size).toBeGreaterThan(40);
    }
  });

  it('API-37 has nobody who can log in but the administrator', async () => {
    const { rows } = await sql<{ username: string; password_hash: string }>`
      select username, password_hash from users where role <> 'ADMIN' order by id`.execute(app.db);
    expect(new Set(rows.map(({ password_hash }) => password_hash)).size).toBe(1);
    const { username, password_hash } = rows[0]!;
    for (const guess of [username, '1234', 'demo', 'admin', 'pulso', password_hash])
      expect(await passwords.matches(password_hash, guess, { known: false, key: 'alguien' }), guess).toBe(false);
    const answer = await app.json('POST', '/api/auth/login', { username, password: 'demo' });
    expect(answer.status).toBe(401);
  });
});
