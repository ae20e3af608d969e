import { messageTemplates } from '@pulso/contract/billing/collections';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { expectAnswer } from '#test/people';
import { testApp } from '#test/test-app';

const { path, row } = messageTemplates;

describe('templates of messages', () => {
  it('COB-17 seven are shipped; they are created, changed and deleted, all but the last', async () => {
    const app = await testApp();
    const list = async () => expectAnswer(await app.get(`/api${path}`), z.array(row));
    expect((await list()).map(({ name }) => name)).toEqual([
      'Por vencer',
      'Vence hoy',
      'Vencida',
      'Deuda',
      'Aumento',
      'Comprobante',
      'Acceso',
    ]);
    // A27 none of those that come with the product asks for a link, which nothing makes.
    expect((await list()).filter(({ text }) => text.includes('{link}'))).toEqual([]);
    const sent = { name: 'Promesa', text: 'Hola {nombre} 👋\nTe esperamos.', list: 'promised' };
    const made = expectAnswer(await app.json('POST', `/api${path}`, sent), row, 201);
    expect(made).toMatchObject({ ...sent, version: 1 });
    const at = `/api${path}/${made.id}`;
    const changed = await app.json('PATCH', at, { list: null }, { headers: { 'if-match': '"1"' } });
    expect(expectAnswer(changed, row)).toMatchObject({ ...sent, list: null, version: 2 });
    expect((await app.json('PATCH', at, { name: 'No' }, { headers: { 'if-match': '"1"' } })).status).toBe(409);

    // All templates are deleted at once: the lock lets one stay.
    const removals = await Promise.all((await list()).map(({ id }) => app.remove(`/api${path}/${id}`)));
    expect(removals.filter(({ status }) => status === 200)).toHaveLength(7);
    const [refused] = removals.filter(({ status }) => status !== 200);
    expect([refused?.status, refused?.body.message]).toEqual([
      409,
      'No se puede eliminar la última plantilla. Crea otra antes.',
    ]);
    const [last] = await list();
    expect((await app.remove(`/api${path}/${last?.id}`)).status).toBe(409);
    expect((await app.remove(`/api${path}/999999`)).status).toBe(404);
    const { rows } = await sql<{ action: string; n: number }>`
      select action, count(*)::int as n from events where entity = 'template' group by 1 order by 1`.execute(app.db);
    expect(rows).toEqual([
      { action: 'added', n: 1 },
      { action: 'change', n: 1 },
      { action: 'changed', n: 1 },
      { action: 'create', n: 1 },
      { action: 'delete', n: 7 },
      { action: 'removed', n: 7 },
    ]);
  });

  it('COB-17 refuses a placeholder that nobody knows, and text that is too long or none', async () => {
    const app = await testApp();
    const send = async (fields: object) => {
      const { status, body } = await app.json('POST', `/api${path}`, { name: 'Otra', text: 'Hola', ...fields });
      return [status, body.errors];
    };
    expect(await send({ text: 'Hola {nombre}, {xyz}' })).toEqual([
      400,
      {
        text: 'No conozco {xyz}. Puedes usar: {nombre}, {plan}, {vence}, {dias}, {precio}, {deuda}, {alias}, {negocio}, {link}, {antes}, {desde}, {monto}, {fecha}, {concepto}, {acceso}, {codigo}',
      },
    ]);
    expect(await send({ text: 'a'.repeat(1_001) })).toEqual([400, { text: 'No puede tener más de 1000 caracteres' }]);
    expect(await send({ name: ' ', text: ' ', list: 'rise:1' })).toEqual([
      400,
      { name: 'El nombre es obligatorio', text: 'El texto es obligatorio', list: 'La lista no es válida' },
    ]);
    expect((await send({ text: `{nombre}${'a'.repeat(992)}` }))[0]).toBe(201);
  });

  it('COB-17 EXT-01 are not there without extras, and neither are the lists and the business', async () => {
    const app = await testApp({ extras: false });
    const calls = [path, `${path}/1`, '/business', '/collection/summary', '/collection?list=debt', '/user/1/contacts'];
    const answers = await Promise.all(calls.map((call) => app.get(`/api${call}`)));
    expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 404));
    expect((await app.json('POST', `/api${path}`, { name: 'x', text: 'x' })).status).toBe(404);
  });
});
