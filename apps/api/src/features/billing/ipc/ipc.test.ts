import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ipcFound, ipcValue, type IpcFound } from '@pulso/contract/billing/ipc';
import { monthsBetween } from '@pulso/contract/kit/months';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { testClock } from '#test/clock';
import { expectAnswer } from '#test/people';
import { sharedApp } from '#test/shared-app';

const clock = testClock('2026-11-19');
const NOTHING_CHANGED = 'No se cambió nada: intenta más tarde o escribe los valores.';

/** The public series, of which each test says how it answers. */
let answer: RequestListener;
const server = createServer((request, response) => answer(request, response));
const listening = new Promise<string>((resolve) =>
  server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/series`)),
);
afterAll(() => new Promise((resolve) => server.close(resolve)));
const address = await listening;
const publicSeries: { address: string; timeoutMs?: number } = { address };
const app = sharedApp({ now: clock.now, publicSeries });

const body =
  (text: string, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status).end(text);
  };
const series = (...levels: [string, number | null][]) =>
  body(JSON.stringify({ data: levels, count: levels.length, meta: [] }));
const LEVELS: [string, number][] = [
  ['2026-07-01', 10_000],
  ['2026-08-01', 10_187],
  ['2026-09-01', 10_400],
  ['2026-10-01', 10_639],
];

const list = async () => expectAnswer(await app().get('/api/ipc'), z.array(ipcValue));
const save = (...values: object[]) => app().json('PUT', '/api/ipc', { values });
const refresh = () => app().json('POST', '/api/ipc/refresh', {});
const found = async (): Promise<IpcFound> => expectAnswer(await refresh(), ipcFound);

describe('the IPC', () => {
  it('NEG-08 is empty until somebody types it, and is changed, taken away and told of by month', async () => {
    let asked = 0;
    answer = (_request, response) => {
      asked += 1;
      response.end();
    };
    expect(await list()).toEqual([]);
    const saved = await save({ month: '2026-09', percent: 2.1 }, { month: '2026-08', percent: -0.25 });
    expect([saved.status, saved.body.message]).toEqual([200, 'IPC guardado']);
    expect(await list()).toEqual([
      { month: '2026-08', percent: -0.25, source: 'typed' },
      { month: '2026-09', percent: 2.1, source: 'typed' },
    ]);
    await save({ month: '2026-08', percent: null }, { month: '2026-09', percent: '2.3' });
    expect(await list()).toEqual([{ month: '2026-09', percent: 2.3, source: 'typed' }]);
    // The same value again is no change.
    await save({ month: '2026-09', percent: 2.3 });
    const { rows } = await sql`select changes from events where entity = 'ipc' order by id`.execute(app().db);
    expect(rows).toEqual([
      { changes: { '2026-08': [null, -0.25], '2026-09': [null, 2.1] } },
      { changes: { '2026-08': [-0.25, null], '2026-09': [2.1, 2.3] } },
    ]);
    const future = await save({ month: '2026-09', percent: 9 }, { month: '2026-12', percent: 1 });
    expect([future.status, future.body.errors]).toEqual([
      400,
      { 'values.1.month': 'Diciembre de 2026 todavía no empezó' },
    ]);
    expect((await save({ month: '2026-08', percent: 201 })).status).toBe(400);
    expect(await list()).toHaveLength(1);
    expect(asked).toBe(0);
  });

  it('NEG-10 shows what the series has beside what is stored, and stores nothing of it', async () => {
    const before = await list();
    answer = series(...LEVELS);
    expect(await found()).toEqual({
      found: [
        { month: '2026-08', percent: 1.9, stored: null },
        { month: '2026-09', percent: 2.1, stored: { percent: 2.3, source: 'typed' } },
        { month: '2026-10', percent: 2.3, stored: null },
      ],
      until: '2026-10',
      behind: false,
    });
    // The same months in the shape of the central bank, which has the newest first.
    const detalle = [
      { fecha: '2026-10-31', valor: 2.3 },
      { fecha: '2026-09-30', valor: 2.1 },
    ];
    answer = body(JSON.stringify({ status: 200, results: [{ idVariable: 27, detalle }] }));
    expect((await found()).found.map(({ month, percent }) => [month, percent])).toEqual([
      ['2026-09', 2.1],
      ['2026-10', 2.3],
    ]);
    expect(await list()).toEqual(before);
  });

  it('NEG-10 replaces a typed value only where it is named as it is', async () => {
    const taken = { source: 'series' };
    const unnamed = await save(
      { month: '2026-09', percent: 2.1, ...taken },
      { month: '2026-10', percent: 2.3, ...taken },
    );
    const sentence = 'El IPC de septiembre de 2026 es ahora 2,3 %. Revisa y confirma otra vez.';
    expect([unnamed.status, unnamed.body.code, unnamed.body.message]).toEqual([409, 'stale', sentence]);
    expect((await save({ month: '2026-09', percent: 2.1, before: 2.2, ...taken })).body.message).toBe(sentence);
    expect((await list()).map(({ month }) => month)).toEqual(['2026-09']);
    await save(
      { month: '2026-09', percent: 2.1, before: 2.3, ...taken },
      { month: '2026-10', percent: 2.3, before: null, ...taken },
    );
    expect(await list()).toEqual([
      { month: '2026-09', percent: 2.1, ...taken },
      { month: '2026-10', percent: 2.3, ...taken },
    ]);
  });

  it('NEG-10 says that the series is behind', async () => {
    answer = series(...LEVELS.slice(0, 3), ['2026-10-01', null]);
    expect(await found()).toMatchObject({ until: '2026-09', behind: true });
    clock.set('2026-11-10');
    expect(await found()).toMatchObject({ until: '2026-09', behind: false });
  });

  const months = monthsBetween('2026-01', '2026-04').map((month) => `${month}-01`);
  it.each<[string, string, RequestListener]>([
    ['down', 'no responde', body('Bad Gateway', 502)],
    ['cut', 'no responde', (_request, response) => response.destroy()],
    ['elsewhere', 'no responde', (_request, response) => response.writeHead(302, { location: address }).end()],
    ['slow', 'tarda demasiado', () => undefined],
    ['slow half-way', 'tarda demasiado', (_request, response) => response.write('{"data": [')],
    ['empty', 'no trae ningún valor', series()],
    ['a page', 'trae datos que no se entienden', body('<html>Mantenimiento</html>')],
    ['endless', 'trae datos que no se entienden', body('9'.repeat(1_000_001))],
    ['a month alone', 'trae datos que no se entienden', series(['2026-09-01', 100])],
    ['a gap', 'trae datos que no se entienden', series([months[0]!, 100], [months[1]!, 101], [months[3]!, 102])],
    ['a leap', 'trae datos que no se entienden', series([months[0]!, 100], [months[1]!, 161])],
    ['a fall', 'trae datos que no se entienden', series([months[0]!, 100], [months[1]!, 94])],
    ['no month', 'trae datos que no se entienden', series(['enero', 100], ['febrero', 101])],
    ['nothing', 'trae datos que no se entienden', series([months[0]!, 0], [months[1]!, 101])],
  ])('NEG-10 changes nothing and says so if the series is %s', async (_trouble, words, listener) => {
    const before = await list();
    answer = listener;
    publicSeries.timeoutMs = words === 'tarda demasiado' ? 50 : undefined;
    const { status, body: refused } = await refresh();
    expect([status, refused.message]).toEqual([409, `La serie pública del IPC ${words}. ${NOTHING_CHANGED}`]);
    expect(await list()).toEqual(before);
    server.closeAllConnections();
  });
});
