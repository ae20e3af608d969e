import { notificationRow } from '@pulso/contract/notifications';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { answered } from '#test/people';
import { sharedApp } from '#test/shared-app';

const PATH = '/api/notifications/send-to-all';
const DATA = 'El formato JSON de los datos adicionales es inválido';

describe('a notification', () => {
  const app = sharedApp();
  const send = (fields: object, headers?: Record<string, string>) => app().json('POST', PATH, fields, { headers });
  const count = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) from notifications`.execute(app().db);
    return rows[0]?.count;
  };

  it('NOT-14 is kept for all users with its title, body and data', async () => {
    const data = { pantalla: 'inicio', veces: 2, lista: [1, { a: null }], '{{x}}': '<%= 1 %>' };
    for (const sent of [
      { title: ' Hola ', body: 'Mañana\ncerramos 🏋️', data },
      { title: '<b>Hola</b>', body: 'x' },
      { title: 'a', body: 'b', data: {} },
    ]) {
      const made = answered(await send(sent), notificationRow);
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
        { data: DATA },
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

  it('O7 goes out once under one key', async () => {
    const before = (await count()) ?? 0;
    const headers = { 'idempotency-key': 'aviso-1' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => send({ title: 'Hola', body: 'x' }, headers)));
    for (const { status, raw } of answers) expect([status, raw]).toEqual([200, answers[0]?.raw]);
    expect(await count()).toBe(before + 1);
  });
});
