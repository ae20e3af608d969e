import { userListRow, userSorts, type UserListRow } from '@pulso/contract/accounts/users';
import { userListQuery, type UserListQuery } from '@pulso/contract/accounts/users.questions';
import { pageBody } from '@pulso/contract/kit/envelope';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { userPage } from '#features/accounts/users/user-list.queries';
import { readSearchSample } from '#features/accounts/users/search-sample';
import type { Requester } from '#db/writes/write';
import { requesterOn } from '#test/requester';
import { expectAnswer, createUser, explainQuery, recordQueries, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';
import { testApp, type TestApp } from '#test/test-app';

const pageSchema = pageBody(userListRow);
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

async function requestPage(app: TestApp, query: Record<string, string | number>) {
  const address = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await app.get(`/api/user?${address}`);
  expect(answer.status, answer.raw).toBe(200);
  const body = pageSchema.parse(answer.body);
  expect(answer.body).toEqual(body);
  return body;
}

const addUsers = (app: TestApp, count: number, first = 1) =>
  sql`
  insert into users (name, gender, username, phone, password_hash)
  select 'Socio ' || i, 'Male', 'socio' || i, 1100000000 + i, 'x'
  from generate_series(${first}::int, ${first + count - 1}::int) i`.execute(app.db);

async function explainList(app: TestApp, query: UserListQuery): Promise<string> {
  const sample = await readSearchSample(app.db);
  const page = userPage(query, requesterOn('2026-03-05'), { sample, findStart: (_, skip) => ({ skip }) });
  const [asked] = await recordQueries(app, (db) => sql`select ${page} as page`.execute(db));
  return explainQuery(app, asked!);
}

describe('the whole list', () => {
  it('USU-25 USU-26 L1 L8 holds every user once, in the order of their ids, however many batches that takes', async () => {
    const app = await testApp({ passwords: quickPasswords });
    const alone = expectAnswer(await app.get('/api/user'), z.array(userListRow));
    expect(alone).toMatchObject([{ id: 1, username: 'admin', role: 'ADMIN', suscription_end: null }]);
    // Exactly one batch, then more than one, with gaps in the ids.
    await addUsers(app, 4_999);
    expect((await app.get('/api/user')).body.data).toHaveLength(5_000);
    await addUsers(app, 1_500, 5_000);
    await sql`update users set deleted_at = now() where id % 100 = 7`.execute(app.db);
    const { id } = await createUser(app, { name: 'Comillas "y" \\ barras' });
    const all = expectAnswer(await app.get('/api/user'), z.array(userListRow));
    const { rows } = await sql<{ id: number }>`select id from users where deleted_at is null order by id`.execute(
      app.db,
    );
    expect(idsOf(all)).toEqual(idsOf(rows));
    expect(all.at(-1)).toMatchObject({ id, name: 'Comillas "y" \\ barras' });

    let asked = 0;
    app.pool.on('acquire', () => (asked += 1));
    await app.get('/api/user?search=socio&role=CLIENT&status=active&subscription=inactive&sort=name');
    expect(asked).toBeLessThanOrEqual(5);
  });

  it('answers a failure with its status when the users cannot be read', async () => {
    const app = await testApp();
    await sql`alter table users rename column gender to sex`.execute(app.db);
    const { status, body } = await app.get('/api/user');
    expect([status, body.success]).toEqual([500, false]);
  });
});

describe('a page', () => {
  const app = sharedApp({ passwords: quickPasswords });
  beforeAll(() => addUsers(app(), 120));

  it('USU-27 has its rows and says how many there are, which it is, and how long', async () => {
    const first = await requestPage(app(), { page: 1, limit: 50 });
    expect(first.meta).toEqual({ total: 121, page: 1, limit: 50 });
    const rest = [await requestPage(app(), { page: 2, limit: 50 }), await requestPage(app(), { page: 3, limit: 50 })];
    expect(rest.map(({ data }) => data.length)).toEqual([50, 21]);
    const all = idsOf((await app().get('/api/user')).body.data);
    expect(idsOf([first, ...rest].flatMap(({ data }) => data))).toEqual(all);
    expect(await requestPage(app(), { page: 4 })).toMatchObject({ data: [], meta: { total: 121, page: 4, limit: 50 } });
    expect((await requestPage(app(), { limit: 100 })).data).toHaveLength(100);
  });

  it('Q1 Q2 M8 refuses what is no value of the query, by its name and in Spanish', async () => {
    const bad: [string, string[]][] = [
      ['page', ['0', '-1', '1.5', 'x', '', '1e3', '99999999999', "1' OR 1=1--"]],
      ['limit', ['0', '101', '-5', 'x', '50;DROP TABLE users', '1 ']],
      ['sort', ['password', 'password_hash', 'search', 'id; select pg_sleep(5)', 'countryCodeT', '1', 'id,name', '']],
      ['order', ['ASC', 'up', 'asc; drop table users', '']],
      ['role', ['admin', 'ROOT', "ADMIN' OR '1'='1", '']],
      ['status', ['true', '1', 'all', '']],
      ['subscription', ['true', 'none', '']],
      ['search', ['a'.repeat(201), 'a\u0000b']],
      ['password', ['x']],
      ['password_hash', ['%']],
      ['filter[password]', ['x']],
    ];
    for (const [name, values] of bad)
      for (const value of values) {
        const { status, body } = await app().get(`/api/user?${new URLSearchParams([[name, value]])}`);
        expect([name, value, status, Object.keys(body.errors)]).toEqual([name, value, 400, [name]]);
        expect(body.errors[name]).not.toMatch(/expected|invalid|unrecognized/i);
      }
    for (const name of Object.keys(userListQuery.shape))
      expect((await app().get(`/api/user?${name}=1&${name}=1`)).body.errors[name]).not.toMatch(/expected|invalid/i);
    const { rows } = await sql`select count(*) from users`.execute(app().db);
    expect(rows).toEqual([{ count: 121 }]);
  });

  it('L2 L8 P30 looks in an index: for three characters or more, for any order, and counts nobody one by one', async () => {
    const many = await testApp();
    await addUsers(many, 12_000);
    await sql`analyze users`.execute(many.db);
    for (const query of [
      { search: 'ocio1990' },
      { search: '1990', sort: 'name' },
      { search: 'socio 1990', order: 'desc' },
    ] as const) {
      const plan = await explainList(many, query);
      // One scan serves both the page and the total.
      expect(plan.match(/Bitmap Index Scan on users_search/g)).toHaveLength(1);
    }
    for (const query of [
      {},
      { status: 'active' },
      { role: 'CLIENT', subscription: 'inactive', sort: 'name' },
      { search: 'soc' },
      { search: 'io so', sort: 'name', order: 'desc' },
      { search: 'o1', sort: 'created_at' },
    ] as const) {
      const plan = await explainList(many, query);
      expect(plan).not.toContain('users_search');
      // Only the page itself may be sorted.
      const [finding] = plan.slice(plan.lastIndexOf('Limit')).split('SubPlan');
      expect(finding).toMatch(/^Limit.*\n.*Index (Only )?Scan (Backward )?using users_(by_|pkey)/);
      expect(finding).not.toContain('Sort');
    }
  });

  it('counts a search up to a thousand, and says that there are more', async () => {
    const many = await testApp();
    await addUsers(many, 1_000);
    const counted = async (search: string) => (await requestPage(many, { search })).meta;
    expect(await counted('socio')).toEqual({ total: 1_000, page: 1, limit: 50, more: false });
    await addUsers(many, 11_000, 1_001);
    expect(await counted('socio')).toEqual({ total: 1_000, page: 1, limit: 50, more: true });
    expect(await counted('socio1')).toMatchObject({ total: 1_000, more: true });
    expect(await counted('socio12')).toMatchObject({ total: 112, more: false });
    // With statistics, the total comes from the sample and no rows are counted.
    await sql`analyze users`.execute(many.db);
    const sample = await readSearchSample(many.db);
    expect(sample?.texts.length).toBeGreaterThan(900);
    const page = userPage({ search: 'socio' }, requesterOn('2026-03-05'), {
      sample,
      findStart: (_, skip) => ({ skip }),
    });
    const { rows } = await sql<{ page: string }>`select ${page} as page`.execute(many.db);
    const { data, meta } = JSON.parse(rows[0]?.page ?? '');
    expect([data.length, meta]).toEqual([50, { total: 1_000, page: 1, limit: 50, more: true }]);
  });

  it('counts a common word among the first whom the filters leave, and exactly on the last page', async () => {
    const many = await testApp();
    await addUsers(many, 12_000);
    const counted = async (page: number) =>
      (await requestPage(many, { search: 'o1', status: 'active', page, limit: 100 })).meta;
    const { total, more } = await counted(1);
    expect([total > 100, total < 1_000, more]).toEqual([true, true, true]);
    expect(await counted(15)).toMatchObject({ total: 1_500, more: true });
    const { rows } = await sql<{
      all: number;
    }>`select count(*)::int as all from users where search like '%o1%'`.execute(many.db);
    const all = rows[0]?.all ?? 0;
    expect(await counted(Math.ceil(all / 100))).toMatchObject({ total: all, more: false });
    // A page beyond the last one makes nobody up.
    const beyond = await requestPage(many, { search: 'socio12', page: 9 });
    expect([beyond.data, beyond.meta]).toEqual([[], { total: 112, page: 9, limit: 50, more: false }]);
    const nobody = await requestPage(many, { search: 'oo', status: 'active' });
    expect([nobody.data, nobody.meta]).toEqual([[], { total: 0, page: 1, limit: 50, more: false }]);
  });

  it('FIL-01 finds whom a question is about in any order, counts them exactly up to ten thousand, and goes on beyond', async () => {
    const many = await testApp();
    await addUsers(many, 12_000);
    // The first hours of a day in Buenos Aires are of the day before in London.
    await sql`
      update users set created_at = timestamptz '2026-02-10 23:59:59-03' + case when id % 1000 = 0 then interval '2 s' else '0' end
      where id > 1`.execute(many.db);
    const since = { joined_from: '2026-02-11', joined_to: '2026-02-28' };
    const few = await requestPage(many, { ...since, sort: 'phone', order: 'desc', limit: 5 });
    expect(idsOf(few.data)).toEqual([12_000, 11_000, 10_000, 9_000, 8_000]);
    expect(few.meta).toEqual({ total: 12, page: 1, limit: 5, more: false });
    expect(
      idsOf((await requestPage(many, { ...since, sort: 'phone', order: 'desc', limit: 5, page: 3 })).data),
    ).toEqual([2_000, 1_000]);
    expect((await requestPage(many, { ...since, search: 'socio2999' })).meta).toMatchObject({ total: 1 });
    expect((await requestPage(many, { ...since, status: 'inactive' })).meta).toMatchObject({ total: 0, more: false });

    const all = { joined_to: '2026-02-10', role: 'CLIENT', limit: 100 };
    const first = await requestPage(many, all);
    expect(idsOf(first.data).slice(0, 3)).toEqual([2, 3, 4]);
    expect(first.meta).toMatchObject({ total: 10_000, more: true });
    expect((await requestPage(many, { ...all, page: 110 })).meta).toMatchObject({ total: 11_000, more: true });
    expect((await requestPage(many, { ...all, page: 120 })).meta).toMatchObject({ total: 11_988, more: false });
  });

  it('begins a page of a long list near its rows, and near the end counts from there', async () => {
    const many = await testApp({ passwords: quickPasswords });
    await addUsers(many, 12_000);
    await sql`update users set deleted_at = now() where id % 50 = 7`.execute(many.db);
    const pagesOf = async (query: Record<string, string | number>) => {
      const { rows } = await sql<{ id: number }>`
        select id from users where deleted_at is null
        order by ${query.sort === 'name' ? sql`name_key desc, id desc` : sql`id`}`.execute(many.db);
      const last = Math.ceil(rows.length / 50);
      for (const page of [110, 150, 200, last - 1, last, last + 1]) {
        const { data, meta } = await requestPage(many, { ...query, page });
        expect(meta).toEqual({ total: rows.length, page, limit: 50 });
        expect(idsOf(data), `page ${page}`).toEqual(idsOf(rows.slice((page - 1) * 50, page * 50)));
      }
    };
    const byName = { sort: 'name', order: 'desc' };
    // The first round skips from the first row; later ones use the anchors that it made.
    for (const query of [{}, byName]) for (let turn = 0; turn < 3; turn += 1) await pagesOf(query);
    // Users added or removed near the end show at once.
    await createUser(many, { name: 'Última', username: 'ultima', phone: '1199999999' });
    await pagesOf({});
  });
});

it('P30 the anchors of a deep page are those of its own filters, also of one that nobody has listed here, and of its asker', () => {
  const names = new Set<string | undefined>();
  const ask = (query: object, actor: Requester = requesterOn('2026-03-05')) =>
    userPage(query, actor, {
      sample: undefined,
      findStart: (list, skip) => {
        names.add(list.deep?.name);
        return { skip };
      },
    });
  for (const color of ['red', 'blue']) for (const page of [1, 200]) ask({ color, page });
  expect(names.size).toBe(2);
  ask({ color: 'red' }, { id: 7, permission: 'own', today: '2026-03-05' });
  expect(names.size).toBe(3);
});

describe('the list', () => {
  let clock = new Date('2026-03-05T15:00:00Z');
  const app = sharedApp({ passwords: quickPasswords, now: () => clock });
  const found = async (query: Record<string, string>) => {
    const { data, meta } = await requestPage(app(), { ...query, limit: 100 });
    expect(meta).toEqual({ ...meta, total: data.length });
    return data.map(({ username }) => username);
  };

  beforeAll(async () => {
    const subscribed = { suscription_status: true, suscription_init: '2026-01-01' };
    await createUser(app(), { name: 'Ñandú Ibáñez', username: 'nandu', phone: '1145678901', role: 'TRAINER' });
    await createUser(app(), { name: 'Ángela Ruiz', username: 'gela.ruiz', phone: '3511234567', gender: 'Male' });
    await createUser(app(), { name: 'Nicolás 100% Fuerza', username: 'nico_f', phone: '2215550000', status: false });
    await createUser(app(), {
      name: "Zoë O'Higgins",
      username: 'zoe\\h',
      phone: '1144440000',
      ...subscribed,
      suscription_end: '2026-03-05',
    });
    await createUser(app(), {
      name: 'İnci Weiß',
      username: 'inci',
      phone: '1144440001',
      ...subscribed,
      suscription_end: '2026-03-06',
    });
    await createUser(app(), {
      name: 'ﬁesta Łuk',
      username: 'luk',
      phone: '1144440002',
      ...subscribed,
      suscription_end: '2026-04-30',
    });
    await createUser(app(), { name: 'Omar', username: 'omar', phone: '1144440003', suscription_end: '2026-04-30' });
    await createUser(app(), { name: 'Pía', username: 'pia', phone: '1144440004', suscription_status: true });
  });

  it.each([
    ['nandu', ['nandu']],
    ['ÑANDÚ', ['nandu']],
    ['n\u0303andu', ['nandu']],
    ['ANGELA', ['gela.ruiz']],
    ['  ángela ruiz ', ['gela.ruiz']],
    ['RUIZ', ['gela.ruiz']],
    ['3511234567', ['gela.ruiz']],
    ['+54 351 123-4567', ['gela.ruiz']],
    ['+54 9 351 123-4567', ['gela.ruiz']],
    ['0351 15 123 4567', ['gela.ruiz']],
    ['5493511234567', ['gela.ruiz']],
    ['4567', ['nandu', 'gela.ruiz']],
    ['inci weiß', ['inci']],
    ['FIESTA łUK', ['luk']],
    ['%', ['nico_f']],
    ['100%', ['nico_f']],
    ['_', ['nico_f']],
    ['o_f', ['nico_f']],
    ['n_co', []],
    ['\\', ['zoe\\h']],
    ['e\\h', ['zoe\\h']],
    ["O'Higgins", ['zoe\\h']],
    ["' OR 1=1--", []],
    ['.*', []],
    ['(a+)+$', []],
    // Words in any order, each of them within one field.
    ['ruiz angela', ['gela.ruiz']],
    ['  IBÁÑEZ   ñan ', ['nandu']],
    ['ruiz 351', ['gela.ruiz']],
    ['ruiz ibañez', []],
    ['ruizgela', []],
    ['351 123', ['gela.ruiz']],
    ['\u0301', ['admin', 'nandu', 'gela.ruiz', 'nico_f', 'zoe\\h', 'inci', 'luk', 'omar', 'pia']],
  ])('USU-28 N3 N4 Q1 A7 finds by name, username or phone what was typed, literally: %j', async (search, usernames) => {
    expect(await found({ search })).toEqual(usernames);
  });

  it('USU-28 filters by role, status and subscription, alone and together', async () => {
    expect(await found({ role: 'TRAINER' })).toEqual(['nandu']);
    expect(await found({ role: 'ADMIN' })).toEqual(['admin']);
    expect(await found({ status: 'inactive' })).toEqual(['nico_f']);
    expect(await found({ subscription: 'active' })).toEqual(['inci', 'luk']);
    expect(await found({ subscription: 'inactive' })).toEqual([
      'admin',
      'nandu',
      'gela.ruiz',
      'nico_f',
      'zoe\\h',
      'omar',
      'pia',
    ]);
    expect(await found({ subscription: 'expiring' })).toEqual(['inci']);
    expect(await found({ subscription: 'expiring', search: 'luk' })).toEqual([]);
    expect(await found({ role: 'CLIENT', status: 'active', subscription: 'inactive', search: '4444' })).toEqual([
      'zoe\\h',
      'omar',
      'pia',
    ]);
  });

  it.each([
    ['2026-03-05T02:59:59.999Z', ['zoe\\h', 'inci', 'luk']],
    ['2026-03-05T03:00:00.000Z', ['inci', 'luk']],
    ['2026-03-05T15:00:00.000Z', ['inci', 'luk']],
    ['2026-03-06T00:00:00.000Z', ['inci', 'luk']],
    ['2026-03-06T02:59:59.999Z', ['inci', 'luk']],
    ['2026-03-06T03:00:00.000Z', ['luk']],
  ])('FMT-10 D1 D2 D16 ends a subscription at midnight in Buenos Aires: at %s', async (instant, usernames) => {
    clock = new Date(instant);
    expect(await found({ subscription: 'active' })).toEqual(usernames);
    const { usuarios } = (await app().get('/api/estadisticas')).body.data;
    expect(usuarios).toMatchObject({
      total: 9,
      con_suscripcion_activa: usernames.length,
      sin_suscripcion_activa: 9 - usernames.length,
    });
    clock = new Date('2026-03-05T15:00:00Z');
  });

  it.each([
    ['2026-03-05T15:00:00.000Z', ['inci']],
    ['2026-03-06T03:00:00.000Z', []],
    ['2026-04-23T02:59:59.999Z', []],
    ['2026-04-23T03:00:00.000Z', ['luk']],
    ['2026-04-30T02:59:59.999Z', ['luk']],
    ['2026-04-30T03:00:00.000Z', []],
  ])('FMT-09 FMT-10 knows whose subscription ends within seven days: at %s', async (instant, usernames) => {
    clock = new Date(instant);
    expect(await found({ subscription: 'expiring' })).toEqual(usernames);
    expect((await app().get('/api/estadisticas')).body.data.usuarios.por_expirar).toBe(usernames.length);
    clock = new Date('2026-03-05T15:00:00Z');
  });

  it.each(userSorts)('USU-28 sorts by %s, both ways, with the id where it is equal', async (sort) => {
    const up = (await requestPage(app(), { sort, order: 'asc' })).data;
    const down = (await requestPage(app(), { sort, order: 'desc' })).data;
    expect(idsOf(down)).toEqual(idsOf(up).reverse());
    const letters = new Intl.Collator('es', { sensitivity: 'base' });
    const compare = (one: UserListRow, two: UserListRow): number => {
      const [a, b] = [one[sort] ?? '', two[sort] ?? ''];
      if (sort === 'name' && a !== b) return letters.compare(String(a), String(b));
      return a < b ? -1 : a > b ? 1 : one.id - two.id;
    };
    const oracle = ((await app().get('/api/user')).body.data as UserListRow[]).sort(compare);
    expect(idsOf(up)).toEqual(idsOf(oracle));
    expect(new Set(up.map((user) => user[sort])).size).toBeGreaterThan(1);
  });

  it('EXTRAS=0 ignores the query and answers everybody, without meta', async () => {
    const plain = await testApp({ extras: false, passwords: quickPasswords });
    await createUser(plain);
    for (const query of ['?page=1&limit=1&search=nadie', '?nothing=known', '?limit=x'])
      expect(expectAnswer(await plain.get(`/api/user${query}`), z.array(userListRow))).toHaveLength(2);
  });
});
