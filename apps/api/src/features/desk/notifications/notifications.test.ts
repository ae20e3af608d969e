import { audience, notificationRow, sentNotificationRow } from '@pulso/contract/desk/notifications';
import { pageBody } from '@pulso/contract/kit/envelope';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addDevices } from '#test/devices';
import { expectAnswer, quickAdmin, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';
import { testApp, type TestApp } from '#test/test-app';

const PATH = '/api/notifications/send-to-all';
const INVALID_DATA = 'El formato JSON de los datos adicionales es inválido';
const NOTIFICATION_REPEATED = 'Hace menos de un minuto se envió una notificación igual.';

const countOf = async ({ db }: TestApp) => {
  const { rows } = await sql<{ count: number }>`select count(*) from notifications`.execute(db);
  return rows[0]?.count;
};

describe('a notification', () => {
  const app = sharedApp();
  const send = (fields: object, headers?: Record<string, string>) => app().json('POST', PATH, fields, { headers });
  const count = () => countOf(app());

  it('NOT-14 O10 is kept for all users with its title, body and data, letter by letter', async () => {
    const data = { pantalla: 'inicio', veces: 2, lista: [1, { a: null }], '{{x}}': '<%= 1 %>' };
    for (const sent of [
      { title: ' Hola ', body: 'Mañana\ncerramos 🏋️', data },
      { title: '<b>Hola</b>', body: '{{name}}' },
      { title: 'a', body: 'b', data: {} },
    ]) {
      const made = expectAnswer(await send(sent), sentNotificationRow);
      expect(made).toMatchObject({ title: sent.title.trim(), body: sent.body, data: sent.data ?? null });
      const { rows } = await sql`select title, body, data, created_by from notifications where id = ${made.id}`.execute(
        app().db,
      );
      expect(rows).toEqual([{ title: made.title, body: made.body, data: made.data, created_by: 1 }]);
    }
  });

  it('NOT-14 O1 O2 N1 is refused by its field, and then not kept', async () => {
    const before = await count();
    const cases: [object, Record<string, string>][] = [
      [{}, { title: 'El título es obligatorio', body: 'El mensaje es obligatorio' }],
      [{ title: '  ', body: 'x' }, { title: 'El título es obligatorio' }],
      [{ title: 'x', body: '\u200b' }, { body: 'El mensaje es obligatorio' }],
      [{ title: ['x'], body: 'x' }, { title: 'Debe ser un texto' }],
      [{ title: 'x', body: 'a\u0000' }, { body: 'Contiene caracteres no permitidos' }],
      ...[[], '{"a":1}', 'x', 123, null, true].map((data): [object, Record<string, string>] => [
        { title: 'x', body: 'x', data },
        { data: INVALID_DATA },
      ]),
      ...[{ a: 'x\u0000' }, { 'x\u0000': 1 }, { a: [{ b: '\ud800' }] }].map(
        (data): [object, Record<string, string>] => [
          { title: 'x', body: 'x', data },
          { data: 'Contiene caracteres no permitidos' },
        ],
      ),
    ];
    for (const [fields, errors] of cases) {
      const answer = await send(fields);
      expect([fields, answer.status, answer.body.errors]).toEqual([fields, 400, errors]);
    }
    const polluted = await app().send('POST', PATH, {
      token: app().token,
      headers: { 'content-type': 'application/json' },
      payload: '{"title":"x","body":"x","data":{"__proto__":{"polluted":1}}}',
    });
    expect([polluted.status, ({} as { polluted?: number }).polluted]).toEqual([400, undefined]);
    expect(await count()).toBe(before);
  });

  it('O3 that a provider would refuse is refused here, by the key or the field that is to blame', async () => {
    const before = await count();
    for (const key of ['from', 'gcm', 'google.x', 'GCM.notification.y', 'message_type', 'notification']) {
      const { status, body } = await send({ title: 'x', body: 'x', data: { bien: '1', [key]: '1' } });
      const errors = { data: `La clave '${key}' de los datos adicionales está reservada` };
      expect([key, status, body.errors]).toEqual([key, 400, errors]);
    }
    const long = { data: expect.stringContaining('demasiado largos') as string };
    expect((await send({ title: 'x', body: 'x', data: { a: 'x'.repeat(3_800) } })).body.errors).toEqual(long);
    // Four bytes each, so that a thousand exceed the limit.
    expect((await send({ title: 'x', body: 'x', data: { a: '😀'.repeat(1_000) } })).body.errors).toEqual(long);
    const manyTexts = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, 1]));
    expect((await send({ title: 'x', body: 'x', data: manyTexts })).body.errors).toEqual(long);
    const { body } = await send({ title: 'x', body: 'ñ'.repeat(2_000) });
    expect(body.errors).toEqual({ body: expect.stringContaining('demasiado largo') as string });
    expect(await count()).toBe(before);
    const fits = { title: 'x'.repeat(150), body: 'ñ'.repeat(1_000), data: { fromage: 'x'.repeat(1_500) } };
    expect((await send(fits)).status).toBe(200);
  });

  it('O7 goes out once under one key', async () => {
    const before = (await count()) ?? 0;
    const headers = { 'idempotency-key': 'aviso-1' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => send({ title: 'Hola', body: 'x' }, headers)));
    for (const { status, raw } of answers) expect([status, raw]).toEqual([200, answers[0]?.raw]);
    expect(await count()).toBe(before + 1);
  });

  it('O7 sent again within a minute, by whomever, goes out only when he says that he means it', async () => {
    const other = await quickAdmin(app());
    const fields = { title: 'Dos veces', body: 'x', data: { a: 1, b: 2 } };
    const byOther = (values: object) => app().json('POST', PATH, values, { token: other.token });
    const answers = await Promise.all([send(fields), byOther({ ...fields, data: { b: 2, a: 1 } })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(NOTIFICATION_REPEATED);
    expect((await send({ ...fields, data: { a: 1 } })).status).toBe(200);
    expect((await byOther({ ...fields, repeat: true })).status).toBe(200);
    await sql`update notifications set created_at = created_at - interval '61 seconds'`.execute(app().db);
    expect((await send(fields)).status).toBe(200);
  });
});

describe('the history', () => {
  const app = sharedApp({ passwords: quickPasswords, push: { providers: ['fcm'] } });

  it('O9 says who sent what to how many devices, the newest first, in pages', async () => {
    const empty = expectAnswer(await app().json('POST', PATH, { title: 'Nadie', body: 'x' }), sentNotificationRow);
    expect(empty).toMatchObject({ recipients: 0, delivered: 0, failed: 0, pending: 0 });
    await addDevices(app().db, { fcm: 3, webpush: 2 });
    await addDevices(app().db, { fcm: 2, users: 'inactive' });
    await addDevices(app().db, { fcm: 2, users: 'deleted' });
    const sent = expectAnswer(await app().json('POST', PATH, { title: 'Todos', body: 'x' }), sentNotificationRow);
    expect(sent).toMatchObject({ recipients: 3, delivered: 0, failed: 0, pending: 3 });
    expect(sent.created_by).toEqual({ id: 1, name: 'Persona 1' });
    const page = pageBody(sentNotificationRow);
    const first = toStrictSchema(page).parse((await app().get('/api/notifications?limit=1')).body);
    expect(first).toEqual({ success: true, data: [sent], meta: { total: 2, page: 1, limit: 1 } });
    expect(page.parse((await app().get('/api/notifications?page=2&limit=1')).body).data).toEqual([empty]);
    for (const query of ['page=0', 'limit=101', 'sort=id', 'page=1;drop'])
      expect((await app().get(`/api/notifications?${query}`)).status, query).toBe(400);
  });

  it('O9 tells beforehand how many devices there are, and of which provider', async () => {
    const found = expectAnswer(await app().get('/api/notifications/audience'), audience);
    expect(found).toEqual({
      devices: 3,
      providers: [
        { provider: 'fcm', devices: 3, state: 'ready', since: null },
        { provider: 'webpush', devices: 2, state: 'off', since: null },
      ],
    });
  });

  it('is read by the app with the token of its user, whatever his role', async () => {
    const { db, get } = app();
    const { rows } = await sql`select id, title, body, data, created_at from notifications order by id desc`.execute(
      db,
    );
    for (const role of ['CLIENT', 'TRAINER', 'ADMIN'] as const) {
      const user = await app().addUser({ role, password: 'clave-segura' });
      const token = await app().login(user);
      expect(expectAnswer(await get('/api/notifications/mine', token), z.array(notificationRow))).toEqual(rows);
    }
  });
});

it('EXTRAS=0 keeps notifications, queues nothing and asks nothing', async () => {
  const app = await testApp({ extras: false, passwords: quickPasswords, push: { providers: ['fcm'] } });
  await addDevices(app.db, { fcm: 2 });
  const fields = { title: 'Hola', body: 'x', repeat: 'no se lee' };
  for (const answer of [await app.json('POST', PATH, fields), await app.json('POST', PATH, fields)])
    expect(expectAnswer(answer, notificationRow)).toMatchObject({ title: 'Hola', body: 'x', data: null });
  const { rows } = await sql`select recipients, up_to_device from notifications`.execute(app.db);
  expect(rows).toEqual(Array.from({ length: 2 }, () => ({ recipients: 0, up_to_device: 0 })));
});
