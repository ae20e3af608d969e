import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { catalogues, type CatalogueTable } from '#db/stores/tables';
import { tableStore } from '#db/stores/store';
import { dietStore } from '#features/content/diets/diets.queries';
import { exerciseStore } from '#features/content/exercises/exercises.queries';
import { packageStore } from '#features/content/packages/packages.queries';
import { trainingStore } from '#features/content/trainings/trainings.queries';
import { explainQuery, recordQueries } from '#test/people';
import { sharedApp } from '#test/shared-app';
import { testApp, type TestApp } from '#test/test-app';

const titlesOf = async (app: TestApp) =>
  (await app.get('/api/level')).body.data.map(({ title }: { title: string }) => title);

describe('a list that is kept', () => {
  it('is not sent again to who has it, in whatever encoding, until it changes', async () => {
    const app = await testApp();
    const ask = async (headers: Record<string, string>) => {
      const answer = await app.http.inject({
        url: '/api/level',
        headers: { authorization: `Bearer ${app.token}`, ...headers },
      });
      const { etag, vary, 'content-encoding': encoding, 'cache-control': caching } = answer.headers;
      return {
        status: answer.statusCode,
        etag: String(etag),
        vary,
        encoding,
        caching,
        length: answer.rawPayload.length,
      };
    };
    await sql`insert into levels (title) select 'Nivel ' || n from generate_series(1, 60) n`.execute(app.db);
    const first = await ask({ 'accept-encoding': 'br' });
    expect(first).toMatchObject({ status: 200, vary: 'Accept-Encoding', encoding: 'br', caching: 'private, no-cache' });
    const plain = await ask({});
    expect(plain).toMatchObject({ status: 200, etag: first.etag, encoding: undefined });
    expect(plain.length).toBeGreaterThan(4 * first.length);
    for (const encoding of ['br', 'gzip', 'identity'])
      expect(await ask({ 'accept-encoding': encoding, 'if-none-match': first.etag })).toMatchObject({
        status: 304,
        etag: first.etag,
        length: 0,
      });
    await sql`update levels set title = 'Otro' where id = 7`.execute(app.db);
    const changed = await ask({ 'accept-encoding': 'br', 'if-none-match': first.etag });
    expect(changed.status).toBe(200);
    expect(changed.etag).not.toBe(first.etag);
  });

  it('is refused to who may not see it, whoever has just asked', async () => {
    const app = await testApp();
    const trainer = await app.login(await app.addUser({ role: 'TRAINER' }));
    const { headers } = await app.get('/api/level');
    const given = { 'if-none-match': String(headers.etag) };
    expect((await app.send('GET', '/api/level', { token: trainer, headers: given })).status).toBe(403);
    expect((await app.send('GET', '/api/level', { headers: given })).status).toBe(401);
    await app.json('POST', '/api/auth/logout', {});
    expect((await app.send('GET', '/api/level', { token: app.token, headers: given })).status).toBe(401);
  });

  it('shows at the next request what another process wrote, in whatever order that was committed', async () => {
    const app = await testApp();
    await sql`insert into levels (title) values ('Uno'), ('Dos')`.execute(app.db);
    expect(await titlesOf(app)).toEqual(['Uno', 'Dos']);
    const early = await app.ownPool.connect();
    await early.query(`begin; insert into levels (title) values ('Tres')`);
    expect(await titlesOf(app)).toEqual(['Uno', 'Dos']);
    await sql`insert into levels (title) values ('Cuatro')`.execute(app.db);
    expect(await titlesOf(app)).toEqual(['Uno', 'Dos', 'Cuatro']);
    // The list will have as many rows as before, the same last id and the same versions.
    await early.query('commit');
    early.release();
    await sql`delete from levels where title = 'Uno'`.execute(app.db);
    expect(await titlesOf(app)).toEqual(['Dos', 'Tres', 'Cuatro']);
    await sql`update levels set title = 'Dos y medio' where title = 'Dos'`.execute(app.db);
    expect(await titlesOf(app)).toEqual(['Dos y medio', 'Tres', 'Cuatro']);
  });
});

it('P26 a list is not taken for another one whose ids and versions are alike', async () => {
  const app = await testApp();
  const post = async (title: string) => (await app.form('POST', '/api/level', { title })).body.data.id as number;
  const rename = (id: number, title: string) => app.form('PATCH', `/api/level/${id}`, { title });
  const [first, second] = [await post('Uno'), await post('Dos')];
  expect([first, second]).toEqual([1, 2]);
  await rename(2, 'Segundo');
  expect(await titlesOf(app)).toEqual(['Uno', 'Segundo']);
  // The list will have the same number of rows as before, each with its id as its version.
  await post('Tres');
  for (const title of ['Tercera', 'Tercero']) await rename(3, title);
  await app.remove('/api/level/2');
  expect(await titlesOf(app)).toEqual(['Uno', 'Tercero']);
});

it('a list is kept under the version of its own snapshot, so that no row comes back with a version', async () => {
  const app = await testApp();
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => asked.mockRestore());
  await app.get('/api/level');
  const texts = asked.mock.calls.map(([query]) => (query as unknown as pg.QueryConfig).text.trim().split('\n')[0]);
  expect(texts).toEqual([
    expect.stringMatching(/^select case when s\.secret_hash/),
    'start transaction isolation level repeatable read read only',
    expect.stringMatching(/^select concat_ws/),
    expect.stringMatching(/^select "id", .* from "levels"/),
    'commit',
  ]);
});

describe('the version of a list', () => {
  const app = sharedApp();
  /** These tables have no version of their own: the parent row's is renewed with them. */
  const parts: Record<string, string> = {
    training_days: 'trainings',
    training_day_exercises: 'trainings',
    package_trainings: 'packages',
    package_diets: 'packages',
  };
  const stores = Object.keys(catalogues).map((table) => tableStore(table as CatalogueTable, ['id']));

  it('knows every table that the list shows', async () => {
    for (const { tables, list } of [...stores, exerciseStore, dietStore, trainingStore, packageStore]) {
      const [asked] = await recordQueries(app(), list);
      const plan = await explainQuery(app(), asked!);
      const scans = plan.matchAll(/(?<!Bitmap )(?:Seq|Index|Index Only|Bitmap Heap) Scan (?:using \S+ )?on (\w+)/g);
      const named = new Set([...scans].map(([, table = '']) => parts[table] ?? table));
      expect(named, plan).toEqual(new Set(tables));
    }
  });
});
