import { audience, notificationRow, sentNotificationRow, unsentReasons } from '@pulso/contract/desk/notifications';
import { pageBody } from '@pulso/contract/kit/envelope';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { startDue, writeRecipients } from '#features/desk/notifications/notification-groups.queries';
import { failUndelivered } from '#features/desk/notifications/notifications.queries';
import { createUser, expectAnswer, quickPasswords } from '#test/people';
import { pushKit, sendToAll, stateOf, waitUntilDone } from '#test/push-kit';
import { testApp, type TestApp } from '#test/test-app';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const GONE = 'Este filtro usa algo que ya no existe';
const NOON = new Date('2026-11-20T15:00:00.000Z');
const words = { title: 'Torneo', body: 'El sábado a las 10' };

const later = (ms: number) => new Date(NOON.getTime() + ms);
const newApp = () => testApp({ passwords: quickPasswords, push: { providers: ['fcm'] }, now: () => NOON });

/** Clients with a telephone each, who ask with their own tokens. */
async function addClients(app: TestApp, count: number) {
  const clients: { id: number; token: string; phone: string }[] = [];
  for (let index = 1; index <= count; index += 1) {
    const user = await app.addUser({ role: 'CLIENT' });
    const [token, phone] = [await app.login(user), `telefono-${user.id}`];
    const answer = await app.json(
      'PUT',
      '/api/device',
      { provider: 'fcm', token: phone, platform: 'android' },
      { token },
    );
    expect(answer.status, answer.raw).toBe(200);
    clients.push({ id: user.id, token, phone });
  }
  return clients;
}

const send = (app: TestApp, fields: object) => app.json('POST', '/api/notifications/send', { ...words, ...fields });
const sent = async (app: TestApp, fields: object) => expectAnswer(await send(app, fields), sentNotificationRow);
const listed = async (app: TestApp, list: string) =>
  pageBody(sentNotificationRow).parse((await app.get(`/api/notifications?list=${list}`)).body).data;
const mineOf = async (app: TestApp, token: string) =>
  expectAnswer(await app.get('/api/notifications/mine', token), z.array(notificationRow));
const titlesOf = async (app: TestApp, token: string) => (await mineOf(app, token)).map(({ title }) => title);
const reach = async (app: TestApp, whom: object) =>
  expectAnswer(await app.get(`/api/notifications/audience?whom=${encodeURIComponent(JSON.stringify(whom))}`), audience);
const addTag = async (app: TestApp, name: string): Promise<number> =>
  (await app.json('POST', '/api/tag', { name, colour: 'blue' })).body.data.id;
const tag = (app: TestApp, id: number, tags: number[]) => app.json('PUT', `/api/user/${id}/tags`, { tag_ids: tags });
const addSegment = async (app: TestApp, query: object): Promise<number> =>
  (await app.json('POST', '/api/segment', { name: 'Los de la mañana', query })).body.data.id;

/** As the sender of notifications does by itself. */
async function run(app: TestApp, now: Date) {
  await startDue(app.db, { providers: ['fcm'], now });
  while (await writeRecipients(app.db, now, 2));
}

describe('FIL-09 a notification to a group', () => {
  it('reaches the devices of those who belong at its hour and no other, and is listed for them only', async () => {
    let clock = NOON;
    const { app, services, startNode } = await pushKit(undefined, { now: () => clock });
    const [leaves, stays, comes, never] = await addClients(app, 4);
    const morning = await addTag(app, 'Mañana');
    for (const { id } of [leaves!, stays!]) await tag(app, id, [morning]);
    const segment_id = await addSegment(app, { tag: morning });
    expect(await reach(app, { segment_id })).toMatchObject({ users: 2, devices: 2, gone: false });

    const made = await sent(app, { audience: { segment_id }, send_at: later(HOUR).toISOString() });
    expect(made).toMatchObject({ recipients: 0, group: { state: 'scheduled', users: 0, unsent: null } });
    expect(await listed(app, 'scheduled')).toEqual([made]);
    await tag(app, leaves!.id, []);
    await tag(app, comes!.id, [morning]);
    await startNode();
    // One to all goes out before the hour, and the other does not go with it.
    const toAll = await sendToAll(app, { title: 'Para todos' });
    await waitUntilDone(app, toAll);
    expect(services.accepted).toHaveLength(4);
    expect(await listed(app, 'scheduled')).toEqual([made]);

    clock = later(HOUR);
    expect(await waitUntilDone(app, made)).toEqual({ recipients: 2, delivered: 2, failed: 0, pending: 0 });
    const arrived = services.accepted.slice(4).map(({ device }) => device);
    expect(arrived.sort()).toEqual([stays!.phone, comes!.phone].sort());
    expect((await listed(app, 'group'))[0]).toMatchObject({
      ...words,
      group: { state: 'sent', users: 2, segment: { id: segment_id, name: 'Los de la mañana' } },
    });
    for (const { token } of [stays!, comes!])
      expect(await titlesOf(app, token)).toEqual(expect.arrayContaining(['Torneo', 'Para todos']));
    for (const { token } of [leaves!, never!]) expect(await titlesOf(app, token)).toEqual(['Para todos']);
    expect((await mineOf(app, stays!.token)).find(({ title }) => title === 'Torneo')?.created_at).toBe(
      later(HOUR).toISOString(),
    );
    // The history of those to everybody is what it was.
    const { body } = await app.get('/api/notifications');
    expect((body.data as object[]).map((row) => [(row as { id: number }).id, 'group' in row])).toEqual([
      [toAll.id, false],
    ]);
  });

  it('goes at once to as many as were shown, by a question or a list, or to nobody', async () => {
    const { app, services, startNode } = await pushKit();
    const [first, second, third] = await addClients(app, 3);
    await startNode();
    const whom = { query: { role: 'CLIENT' } };
    expect(await reach(app, whom)).toMatchObject({ users: 3, devices: 3 });
    const stale = await send(app, { audience: whom, count: 2 });
    expect([stale.status, stale.body.code, stale.body.message]).toEqual([
      409,
      'stale',
      'Ahora son 3 usuarios, no 2. Revisa y confirma otra vez.',
    ]);
    expect(await listed(app, 'group')).toEqual([]);
    const made = await sent(app, { audience: whom, count: 3 });
    expect(await waitUntilDone(app, made)).toMatchObject({ recipients: 3, delivered: 3 });

    const again = await send(app, { audience: whom });
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringContaining('se envió una notificación igual'),
    ]);
    const ids = [first!.id, third!.id];
    const few = await sent(app, { audience: { ids }, count: 2 });
    expect(few.group).toMatchObject({ chosen: 2, query: null, segment: null });
    expect(await waitUntilDone(app, few)).toMatchObject({ recipients: 2, delivered: 2 });
    expect(services.arrivals()).toEqual(
      new Map([
        [first!.phone, 2],
        [second!.phone, 1],
        [third!.phone, 2],
      ]),
    );
    const wrong = { audience: 'Elige a quiénes: un filtro, uno guardado o una lista' };
    for (const asked of [{}, { ids, query: {} }])
      expect(Object.values((await send(app, { audience: asked })).body.errors)).toEqual(Object.values(wrong));
    expect((await send(app, {})).status).toBe(400);
  });

  it('is written down in pieces, by several nodes and over a cut in the middle, once for each', async () => {
    const app = await newApp();
    for (let index = 0; index < 7; index += 1) await createUser(app, { name: `Gonzalez ${index}` });
    // Somebody writes it another way, and finds them by the similar words.
    const made = await sent(app, { audience: { query: { search: 'gonsales' } } });
    expect(await writeRecipients(app.db, NOON, 2)).toBe(true);
    const cut = app.db.transaction().execute(async (transaction) => {
      await writeRecipients(transaction, NOON, 2);
      throw new Error('killed');
    });
    await expect(cut).rejects.toThrow('killed');
    const one = async () => {
      while (await writeRecipients(app.db, NOON, 2));
    };
    await Promise.all([one(), one()]);
    await one();
    const { rows } = await sql<{ name: string; times: number }>`
      select u.name, count(*)::int as times from notification_recipients r join users u on u.id = r.user_id
      where r.notification_id = ${made.id} group by 1 order by 1`.execute(app.db);
    expect(rows).toEqual(Array.from({ length: 7 }, (_, index) => ({ name: `Gonzalez ${index}`, times: 1 })));
    expect((await listed(app, 'group'))[0]?.group).toMatchObject({ state: 'sent', users: 7 });
  });

  it('FIL-03 of a saved filter that names what is gone is refused, or finds nobody by its hour and says so', async () => {
    const app = await newApp();
    const [client] = await addClients(app, 1);
    const morning = await addTag(app, 'Mañana');
    await tag(app, client!.id, [morning]);
    const segment_id = await addSegment(app, { tag: morning });
    const made = await sent(app, { audience: { segment_id }, send_at: later(HOUR).toISOString() });
    await app.remove(`/api/tag/${morning}`);
    expect(await reach(app, { segment_id })).toMatchObject({ users: 0, devices: 0, gone: true });
    const refused = await send(app, { ...words, title: 'Otro', audience: { segment_id } });
    expect([refused.status, refused.body.message]).toEqual([409, GONE]);
    await run(app, later(HOUR));
    const [row] = await listed(app, 'group');
    expect(row).toMatchObject({ id: made.id, recipients: 0, group: { state: 'unsent', unsent: 'gone', users: 0 } });
    expect(unsentReasons.gone).toBe('No se envió: este filtro usa algo que ya no existe.');
    expect(await titlesOf(app, client!.token)).toEqual([]);
  });
});

describe('FIL-10 a scheduled notification', () => {
  it('is for 1 minute to 90 days ahead', async () => {
    const app = await newApp();
    const statusOf = async (send_at: unknown) => {
      const { status, body } = await send(app, { audience: { query: {} }, send_at, repeat: true });
      return [status, body.errors?.send_at];
    };
    const DAYS = 'Elige una hora desde dentro de 1 minuto hasta dentro de 90 días';
    expect(await statusOf(later(MINUTE - 1).toISOString())).toEqual([400, DAYS]);
    expect(await statusOf(later(90 * 24 * HOUR + 1).toISOString())).toEqual([400, DAYS]);
    for (const odd of ['', 'mañana', '2026-11-21', '2026-11-21T10:00:00', 5, null])
      expect(await statusOf(odd)).toEqual([400, 'La hora de envío no es válida']);
    expect((await statusOf(later(MINUTE).toISOString()))[0]).toBe(200);
    expect((await statusOf(later(90 * 24 * HOUR).toISOString()))[0]).toBe(200);
    expect((await statusOf('2026-11-20T13:00:00-03:00'))[0]).toBe(200);
    expect((await listed(app, 'scheduled')).map(({ group }) => group?.send_at)).toEqual([
      later(MINUTE).toISOString(),
      '2026-11-20T16:00:00.000Z',
      later(90 * 24 * HOUR).toISOString(),
    ]);
  });

  it('can be cancelled until it begins, once, and then goes to nobody', async () => {
    const app = await newApp();
    await addClients(app, 1);
    const made = await sent(app, { audience: { query: {} }, send_at: later(HOUR).toISOString() });
    const begun = await sent(app, {
      ...words,
      title: 'Otro',
      audience: { query: {} },
      send_at: later(HOUR).toISOString(),
    });
    const cancel = (id: number) => app.json('POST', `/api/notifications/${id}/cancel`, {});
    expect(expectAnswer(await cancel(made.id), sentNotificationRow).group?.state).toBe('canceled');
    await run(app, later(HOUR));
    const told = async (id: number) => {
      const { status, body } = await cancel(id);
      return [status, body.message];
    };
    expect(await told(made.id)).toEqual([409, 'Esta notificación ya no se va a enviar.']);
    expect(await told(begun.id)).toEqual([409, 'Ya se empezó a enviar: no se puede cancelar.']);
    const toAll = await sendToAll(app);
    expect((await told(toAll.id))[0]).toBe(409);
    expect((await told(99_999))[0]).toBe(404);
    expect((await listed(app, 'group')).map(({ title, group }) => [title, group?.state]).sort()).toEqual([
      ['Otro', 'sent'],
      ['Torneo', 'canceled'],
    ]);
    const { rows } = await sql`select distinct notification_id as id from notification_recipients`.execute(app.db);
    expect(rows).toEqual([{ id: begun.id }]);
    const { rows: events } = await sql`
      select action, changes ? 'canceled_at' as canceled from events
      where entity = 'notification' and entity_id = ${made.id} order by id`.execute(app.db);
    expect(events).toEqual([
      { action: 'added', canceled: false },
      { action: 'changed', canceled: true },
    ]);
  });

  it('is sent up to 12 hours late; later it is not, and says why', async () => {
    const app = await newApp();
    const at = (ms: number) => ({ audience: { query: {} }, send_at: later(ms).toISOString() });
    const inTime = await sent(app, at(HOUR));
    const tooLate = await sent(app, at(HOUR - 1));
    await run(app, later(13 * HOUR));
    const states = Object.fromEntries((await listed(app, 'group')).map(({ id, group }) => [id, group]));
    expect(states[inTime.id]).toMatchObject({ state: 'sent', unsent: null });
    expect(states[tooLate.id]).toMatchObject({ state: 'unsent', unsent: 'late', users: 0 });
    expect(unsentReasons.late).toBe('No se envió: el servidor estaba apagado a esa hora.');
    expect((await app.json('POST', `/api/notifications/${tooLate.id}/cancel`, {})).status).toBe(409);
  });

  it('is not sent again by a database of before its hour, nor is what was under way', async () => {
    const app = await newApp();
    await addClients(app, 2);
    const past = await sent(app, { audience: { query: {} }, send_at: later(HOUR).toISOString() });
    const future = await sent(app, { audience: { query: {} }, send_at: later(3 * HOUR).toISOString() });
    const begun = await sent(app, { audience: { query: {} } });
    await writeRecipients(app.db, NOON, 2);
    await failUndelivered(app.db, later(2 * HOUR));
    await run(app, later(2 * HOUR));
    expect(await listed(app, 'scheduled')).toMatchObject([{ id: future.id }]);
    const states = Object.fromEntries((await listed(app, 'group')).map(({ id, group }) => [id, group]));
    expect(states[past.id]).toMatchObject({ state: 'unsent', unsent: 'restored' });
    // Everybody finds it in the app, and no device gets it again.
    expect(states[begun.id]).toMatchObject({ state: 'sent', users: 3 });
    expect(await stateOf(app, begun)).toMatchObject({ recipients: 0, pending: 0 });
  });
});

it('EXT-01 with EXTRAS=0 there are no groups', async () => {
  const app = await testApp({ extras: false, passwords: quickPasswords });
  for (const [method, path] of [
    ['POST', '/api/notifications/send'],
    ['POST', '/api/notifications/1/cancel'],
    ['GET', '/api/notifications/audience?whom={}'],
  ] as const)
    expect((await app.send(method, path, { token: app.token })).status, path).toBe(404);
});
