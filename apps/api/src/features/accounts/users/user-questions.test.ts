import { segments, type Segment } from '@pulso/contract/accounts/segments';
import { bulkResult } from '@pulso/contract/accounts/whom';
import { userListRow } from '@pulso/contract/accounts/users';
import { userStates } from '@pulso/contract/accounts/users.labels';
import { collectionPage } from '@pulso/contract/billing/collections';
import { addDays, today } from '@pulso/contract/kit/dates';
import { pageBody } from '@pulso/contract/kit/envelope';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addPlan, createUser, expectAnswer, quickAdmin, quickPasswords } from '#test/people';
import { testApp, type TestApp } from '#test/test-app';

const day = today();
const page = pageBody(userListRow);

const list = async (app: TestApp, query: Record<string, unknown>) => {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await app.get(`/api/user?${asked}`);
  expect(answer.status, answer.raw).toBe(200);
  return page.parse(answer.body);
};
const namesOf = async (app: TestApp, query: Record<string, unknown>) =>
  (await list(app, { ...query, sort: 'name' })).data.map(({ name }) => name);
const addTag = async (app: TestApp, name: string): Promise<number> =>
  (await app.json('POST', '/api/tag', { name, colour: 'blue' })).body.data.id;
const save = async (app: TestApp, query: object, name = 'Guardado'): Promise<Segment> =>
  expectAnswer(await app.json('POST', '/api/segment', { name, query }), segments.row, 201);
/** The list of Cobranzas for writing to those whom a question finds. */
const listToWrite = async (app: TestApp, whom: object) => {
  const answer = await app.get(`/api/collection?list=users&whom=${encodeURIComponent(JSON.stringify(whom))}`);
  expect(answer.status, answer.raw).toBe(200);
  return collectionPage.parse(answer.body);
};
const change = (app: TestApp, input: object, headers?: Record<string, string>) =>
  app.json('POST', '/api/user/bulk', input, { headers });
const activeOf = async (app: TestApp, ids: number[]) =>
  (
    await sql<{ id: number }>`select id from users where status and id = any(${ids}::int[]) order by id`.execute(app.db)
  ).rows.map(({ id }) => id);

/** Clients named for how their subscriptions stand. */
async function addClients(app: TestApp, plan: number) {
  const until = { covered: 40, due_soon: 7, due_today: 0, overdue: -30, lapsed: -31 };
  const ids = new Map<string, number>();
  for (const [name, days] of Object.entries(until)) {
    const end = addDays(day, days);
    const fields = {
      suscriptionId: plan,
      suscription_status: true,
      suscription_init: '2020-01-01',
      suscription_end: end,
    };
    ids.set(name, (await createUser(app, { name, ...fields })).id);
  }
  ids.set('none', (await createUser(app, { name: 'none' })).id);
  return ids;
}

describe('a question', () => {
  it('FIL-01 finds by state, plan, tag, debt, days without paying and registration, and by all of them together', async () => {
    const app = await testApp({ passwords: quickPasswords });
    const plan = await addPlan(app);
    const ids = await addClients(app, plan);
    const idOf = (name: string) => ids.get(name) ?? 0;
    const by = async (state: string) => namesOf(app, { state });
    // The end of the covered is the last day that still counts, and staff is in no state.
    expect(Object.fromEntries(await Promise.all(userStates.map(async (state) => [state, await by(state)])))).toEqual({
      covered: ['covered', 'due_soon'],
      due_soon: ['due_soon'],
      due_today: ['due_today'],
      overdue: ['overdue'],
      lapsed: ['lapsed'],
      none: ['none'],
      paused: [],
    });
    await sql`delete from user_subscriptions`.execute(app.db);
    await sql`
      insert into user_subscriptions (user_id, subscription_id, start_date, end_date, kind) values
        (${idOf('covered')}, ${plan}, ${day}::date, ${day}::date + 3, 'pause'), (${idOf('due_soon')}, ${plan}, ${day}::date + 1, ${day}::date + 3, 'pause')`.execute(
      app.db,
    );
    expect(await by('paused')).toEqual(['covered']);
    await app.json('PATCH', `/api/user/${idOf('overdue')}`, { suscription_status: false });
    expect([await by('overdue'), await by('none')]).toEqual([[], ['none', 'overdue']]);

    expect(await namesOf(app, { plan })).toHaveLength(5);
    const tag = await addTag(app, 'VIP');
    for (const name of ['covered', 'lapsed']) await app.json('PUT', `/api/user/${idOf(name)}/tags`, { tag_ids: [tag] });
    expect(await namesOf(app, { tag })).toEqual(['covered', 'lapsed']);

    await sql`update users set created_at = now() - interval '60 days' where id in (${idOf('none')}, ${idOf('lapsed')})`.execute(
      app.db,
    );
    await sql`
      insert into client_accounts (user_id, owed, owed_since, last_paid_on) values
        (${idOf('covered')}, 100, ${day}::date, ${day}::date - 29), (${idOf('due_today')}, 0, null, ${day}::date - 30),
        (${idOf('lapsed')}, 50, ${day}::date, null)`.execute(app.db);
    expect([await namesOf(app, { owes: true }), (await namesOf(app, { owes: false })).includes('covered')]).toEqual([
      ['covered', 'lapsed'],
      false,
    ]);
    const { body } = await app.get('/api/user?owes=true&sort=name');
    expect(
      page.parse(body).data.map(({ plan: bought, owed, profile_image }) => [bought?.id, owed, profile_image]),
    ).toEqual([100, 50].map((owed) => [plan, owed, null]));
    // The days of a client who never paid count from his registration.
    expect(await namesOf(app, { unpaid_days: 30 })).toEqual(['due_today', 'lapsed', 'none']);
    expect(await namesOf(app, { joined_to: addDays(day, -59), role: 'CLIENT' })).toEqual(['lapsed', 'none']);
    expect(await namesOf(app, { tag, owes: true, unpaid_days: 30, plan, state: 'lapsed', search: 'lap' })).toEqual([
      'lapsed',
    ]);
  });

  it('FIL-02 FIL-03 is saved under a name of its own, renamed and deleted; what it names being gone, it finds nobody and says so', async () => {
    const app = await testApp({ passwords: quickPasswords });
    const [plan, tag] = [await addPlan(app), await addTag(app, 'VIP')];
    const { id } = await createUser(app, { name: 'Ana' });
    await app.json('PUT', `/api/user/${id}/tags`, { tag_ids: [tag] });
    const segment = await save(app, { tag: String(tag), owes: 'false' });
    expect(segment).toMatchObject({ query: { tag, owes: false }, gone: false, version: 1 });
    const taken = await app.json('POST', '/api/segment', { name: 'GUARDADO', query: { owes: true } });
    expect([taken.status, taken.body.errors]).toEqual([400, { name: 'Ya hay un filtro guardado con ese nombre' }]);
    const renamed = await app.json('PATCH', `/api/segment/${segment.id}`, { name: 'Otro' });
    expect(expectAnswer(renamed, segments.row)).toMatchObject({ name: 'Otro', query: segment.query });
    for (const query of [{}, { page: 2 }, { state: 'x' }, 'todos']) {
      const refused = await app.json('POST', '/api/segment', { name: 'Nuevo', query });
      expect([query, refused.status]).toEqual([query, 400]);
    }

    expect(await namesOf(app, { segment_id: segment.id })).toEqual(['Ana']);
    const written = await listToWrite(app, { segment_id: segment.id });
    expect([written.data.map(({ user }) => user.name), written.meta.total]).toEqual([['Ana'], 1]);
    expect((await listToWrite(app, { ids: [id] })).data).toHaveLength(1);
    const both = await app.get(`/api/user?segment_id=${segment.id}&state=none`);
    expect([both.status, both.body.errors]).toEqual([400, { segment_id: 'Un filtro guardado va sin otros filtros' }]);
    await app.remove(`/api/tag/${tag}`);
    const ofPlan = await save(app, { plan }, 'Del plan');
    await app.remove(`/api/suscriptions/${plan}`);
    const all = expectAnswer(await app.get('/api/segment'), z.array(segments.row));
    expect(all.map(({ name, gone }) => [name, gone])).toEqual([
      ['Otro', true],
      ['Del plan', true],
    ]);
    for (const query of [{ segment_id: segment.id }, { segment_id: ofPlan.id }, { tag }, { plan }, { segment_id: 999 }])
      expect(await list(app, query)).toMatchObject({ data: [], meta: { total: 0, gone: true } });
    for (const whom of [{ segment_id: segment.id }, { query: { tag } }, { segment_id: 999 }]) {
      const { status, body } = await change(app, { ...whom, action: 'deactivate', count: 0 });
      expect([status, body.message]).toEqual([409, 'Este filtro usa algo que ya no existe']);
      expect(await listToWrite(app, whom)).toMatchObject({ data: [], meta: { total: 0, gone: true } });
    }
    await app.send('POST', `/api/tag/${tag}/restore`, { token: app.token });
    expect(await namesOf(app, { segment_id: segment.id })).toEqual(['Ana']);
    // A filter that another version of Pulso saved.
    await sql`update segments set query = '{"mood": "good"}' where id = ${segment.id}`.execute(app.db);
    expect(await list(app, { segment_id: segment.id })).toMatchObject({ data: [], meta: { gone: true } });
    expect((await app.remove(`/api/segment/${segment.id}`)).status).toBe(200);
  });
});

describe('a change of many', () => {
  it('FIL-04 FIL-06 puts a tag on all whom a question finds, once under a key, and nothing if they are others by now', async () => {
    const app = await testApp({ passwords: quickPasswords });
    const tag = await addTag(app, 'Torneo');
    const people = [await createUser(app), await createUser(app), await createUser(app)];
    await app.json('PUT', `/api/user/${people[0]!.id}/tags`, { tag_ids: [tag] });
    const add = { query: { role: 'CLIENT' }, action: 'add_tag', tag_id: tag };
    const stale = await change(app, { ...add, count: 2 });
    expect([stale.status, stale.body.code, stale.body.message]).toEqual([
      409,
      'stale',
      'Ahora son 3 usuarios, no 2. Revisa y confirma otra vez.',
    ]);
    expect(await namesOf(app, { tag })).toHaveLength(1);
    const key = { 'idempotency-key': 'una-vez' };
    for (const answer of [await change(app, { ...add, count: 3 }, key), await change(app, { ...add, count: 3 }, key)])
      expect(expectAnswer(answer, bulkResult)).toEqual({ action: 'add_tag', changed: 2, unchanged: 1, skipped: [] });
    const ids = people.slice(1).map(({ id }) => id);
    const off = await change(app, { ids, action: 'remove_tag', tag_id: tag, count: 2 });
    expect(expectAnswer(off, bulkResult)).toEqual({ action: 'remove_tag', changed: 2, unchanged: 0, skipped: [] });
    expect(await list(app, { tag })).toMatchObject({ data: [{ id: people[0]!.id }] });
    await app.remove(`/api/user/${ids[0]}`);
    expect((await change(app, { ids, action: 'activate', count: 2 })).body.message).toBe(
      'Ahora es 1 usuario, no 2. Revisa y confirma otra vez.',
    );
  });

  it('gives nobody a twenty-first tag', async () => {
    const app = await testApp({ passwords: quickPasswords });
    const ids = [await createUser(app), await createUser(app)].map(({ id }) => id);
    await sql`insert into tags (name, colour) select 'Etiqueta ' || n, 'red' from generate_series(1, 21) n`.execute(
      app.db,
    );
    await sql`insert into user_tags select ${ids[0]!}, id from tags order by id limit 20`.execute(app.db);
    const { rows } = await sql<{ id: number }>`select max(id) as id from tags`.execute(app.db);
    const answer = await change(app, { ids, action: 'add_tag', tag_id: rows[0]!.id, count: 2 });
    expect(expectAnswer(answer, bulkResult)).toEqual({
      action: 'add_tag',
      changed: 1,
      unchanged: 0,
      skipped: [{ count: 1, why: 'ya tiene 20 etiquetas' }],
    });
  });

  it('FIL-08 ends the sessions of those whom it deactivates, leaves oneself and the last administrator, and tells each', async () => {
    const app = await testApp({ passwords: quickPasswords });
    const [other, client] = [await quickAdmin(app), await createUser(app, { password: 'clave-segura' })];
    const ownApp = await app.login({ username: client.username, password: 'clave-segura' });
    expect((await app.get('/api/notifications/mine', ownApp)).status).toBe(200);
    const everybody = [1, other.id, client.id];
    const off = await change(app, { ids: everybody, action: 'deactivate', count: 3 });
    expect(expectAnswer(off, bulkResult)).toEqual({
      action: 'deactivate',
      changed: 2,
      unchanged: 0,
      skipped: [{ count: 1, why: 'tu propio usuario' }],
    });
    expect(off.body.message).toBe('Se desactivaron 2. Se omitió 1: tu propio usuario.');
    expect([
      (await app.get('/api/notifications/mine', ownApp)).status,
      (await app.get('/api/user/1', other.token)).status,
    ]).toEqual([401, 401]);
    expect(await activeOf(app, everybody)).toEqual([1]);
    const { rows } = await sql`
      select user_id, changes from events where entity = 'account' and action = 'change' order by user_id`.execute(
      app.db,
    );
    const changes = { status: [true, false] };
    expect(rows).toEqual(
      [other.id, client.id].map((user_id) => ({ user_id, changes })).sort((a, b) => a.user_id - b.user_id),
    );
    const on = await change(app, { ids: everybody, action: 'activate', count: 3 });
    expect(on.body.message).toBe('Se activaron 2. 1 ya estaba así.');
  });

  it('FIL-08 two administrators who deactivate each other at once leave one', async () => {
    const app = await testApp({ passwords: quickPasswords });
    const other = await quickAdmin(app);
    const off = (token: string | undefined) =>
      app.json('POST', '/api/user/bulk', { ids: [1, other.id], action: 'deactivate', count: 2 }, { token });
    await Promise.all([off(app.token), off(other.token)]);
    expect(await activeOf(app, [1, other.id])).toHaveLength(1);
  });

  it('FIL-07 does ten thousand at once, and refuses one more', async () => {
    const app = await testApp({ passwords: quickPasswords });
    const tag = await addTag(app, 'Todos');
    await sql`
      insert into users (name, gender, username, phone, password_hash)
      select 'Socio ' || n, 'Male', 'socio' || n, 1100000000 + n, 'x' from generate_series(1, 10000) n`.execute(app.db);
    const all = { query: { role: 'CLIENT' }, count: 10_000 };
    for (const action of ['deactivate', 'activate', 'add_tag', 'remove_tag'])
      expect(expectAnswer(await change(app, { ...all, action, tag_id: tag }), bulkResult)).toMatchObject({
        changed: 10_000,
      });
    await createUser(app);
    const more = await change(app, { ...all, action: 'deactivate', count: 10_001 });
    expect([more.status, more.body.errors]).toEqual([400, { ids: 'Elige hasta 10.000 usuarios por vez' }]);
    const ids = Array.from({ length: 10_001 }, (_, at) => at + 1);
    const named = await change(app, { ids, action: 'deactivate', count: 10_001 });
    expect([named.status, named.body.errors]).toEqual([400, { ids: 'Elige hasta 10.000 usuarios por vez' }]);
  });
});
