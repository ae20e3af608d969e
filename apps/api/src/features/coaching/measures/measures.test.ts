import { measuresAnswer, myMeasures, type MeasureCell, type MeasuresAnswer } from '@pulso/contract/coaching/measures';
import { mergeMeasures } from '@pulso/contract/coaching/measures.labels';
import { addDays } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addClient, doneWorkout, sendWorkout, setCell, type Client } from '#test/courses';
import { addPlan, expectAnswer, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const TODAY = '2026-11-16';
const app = sharedApp({ passwords: quickPasswords, now: () => new Date(`${TODAY}T15:00:00Z`) });

const cell = (value: number | null, values: Partial<MeasureCell> = {}): MeasureCell => ({
  ...{ kind: 'weight', day: TODAY, value, v: 1, by: 'telefono' },
  ...values,
});
const put = ({ token }: Client, cells: unknown) => app().json('PUT', '/api/my/measures', { cells }, { token });
const send = async (client: Client, ...cells: MeasureCell[]): Promise<MeasuresAnswer> =>
  expectAnswer(await put(client, cells), measuresAnswer);
const measuresOf = async ({ token }: Client) => expectAnswer(await app().get('/api/my/measures', token), myMeasures);

describe('PGR-04 measures', () => {
  it('are the weight and those that the business asks for, one value per kind and day, corrected and erased', async () => {
    const client = await addClient(app());
    expect(await measuresOf(client)).toEqual({ kinds: ['weight'], values: {} });
    await sql`update business set measures = '{waist,body_fat}'`.execute(app().db);
    const waist = cell(80.5, { kind: 'waist', day: addDays(TODAY, -366) });
    expect(await send(client, cell(72.45), waist)).toEqual({ cells: [cell(72.45), waist], refused: [] });
    await send(client, cell(71.9, { v: 2 }), cell(70, { day: addDays(TODAY, -1) }));
    // A kind that is chosen no more stays with its history.
    await sql`update business set measures = '{body_fat}'`.execute(app().db);
    const { day, value, v, by } = cell(71.9, { v: 2 });
    expect(await measuresOf(client)).toEqual({
      kinds: ['weight', 'body_fat'],
      values: {
        weight: [
          { day, value, v, by },
          { day: addDays(TODAY, -1), value: 70, v: 1, by },
        ],
        waist: [{ day: waist.day, value: 80.5, v: 1, by }],
      },
    });
    await send(client, cell(null, { v: 3 }));
    expect((await measuresOf(client)).values.weight?.[0]).toEqual({ day, value: null, v: 3, by });
  });

  it('beyond their limits, of days to come and of long ago are refused each for itself', async () => {
    const client = await addClient(app());
    const STRANGE = 'El valor no parece correcto';
    const judge = async (one: MeasureCell) => {
      const { cells, refused } = await send(client, one);
      expect(cells).toHaveLength(1 - refused.length);
      return refused[0]?.message;
    };
    const limits = { weight: [20, 400], waist: [10, 300], body_fat: [1, 75] } as const;
    for (const kind of ['weight', 'waist', 'body_fat'] as const) {
      const [min, max] = limits[kind];
      const messages = [];
      for (const value of [min - 0.01, min, max, max + 0.01, min + 0.005])
        messages.push(await judge(cell(value, { kind })));
      expect(messages).toEqual([STRANGE, undefined, undefined, STRANGE, STRANGE]);
    }
    for (const day of [addDays(TODAY, 1), addDays(TODAY, -367)])
      expect(await judge(cell(70, { day }))).toBe('La fecha no es válida');
    const mixed = await send(client, cell(70, { v: 9 }), cell(900, { day: addDays(TODAY, -2) }));
    expect([mixed.cells, mixed.refused]).toEqual([
      [cell(70, { v: 9 })],
      [{ kind: 'weight', day: addDays(TODAY, -2), message: STRANGE }],
    ]);
    for (const cells of [[], Array.from({ length: 101 }, () => cell(70)), [cell(70, { kind: 'ears' as 'weight' })]])
      expect((await put(client, cells)).status).toBe(400);
  });

  it('are taken of who has lapsed, and shown to him as the business says', async () => {
    const client = await addClient(app());
    await app().json('PATCH', `/api/user/${client.id}`, {
      ...{ suscriptionId: await addPlan(app()), suscription_status: false },
      ...{ suscription_init: '2026-09-01', suscription_end: '2026-10-01' },
    });
    const paths = ['measures', 'progress', 'progress/7'];
    await sendWorkout(app(), client, {
      ...doneWorkout(null, { day: TODAY }),
      cells: { 's:1-7.1': setCell('done', null) },
    });
    const statuses = async (lapsed_sees: string) => {
      await sql`update business set lapsed_sees = ${lapsed_sees}`.execute(app().db);
      const answers = [];
      for (const path of paths) answers.push((await app().get(`/api/my/${path}`, client.token)).status);
      return [...answers, (await put(client, [cell(70)])).status];
    };
    expect(await statuses('nothing')).toEqual([403, 403, 403, 200]);
    expect(await statuses('history')).toEqual([200, 200, 200, 200]);
  });
});

it('PGR-05 of one day by two phones in any order, and at once, end as their merge on the server and in every answer', async () => {
  const cells = [cell(70), cell(71, { by: 'otro' }), cell(null, { v: 2 }), cell(72, { v: 2, by: 'otro' })];
  const winner = cells.reduce(mergeMeasures);
  for (const order of [cells, cells.toReversed()]) {
    const client = await addClient(app());
    for (const one of order) await send(client, one);
    expect(await send(client, order[0]!)).toMatchObject({ cells: [winner] });
  }
  const [together, atOnce] = [await addClient(app()), await addClient(app())];
  expect(await send(together, ...cells)).toEqual({ cells: [winner], refused: [] });
  await Promise.all(cells.map((one) => send(atOnce, one)));
  expect(await send(atOnce, cells[0]!)).toMatchObject({ cells: [winner] });
});

it('PGR-06 the weight of the profile is not changed by the client; the panel reads what he noted', async () => {
  const client = await addClient(app(), { weight: 80 });
  await send(client, cell(72.4));
  const { body } = await app().get(`/api/user/${client.id}`);
  expect(body.data.weight).toBe(80);
  const seen = await app().get(`/api/user/${client.id}/measures`);
  expect(expectAnswer(seen, myMeasures)).toEqual(await measuresOf(client));
  expect((await app().get('/api/user/999999/measures')).status).toBe(404);
  expect((await app().get(`/api/user/${client.id}/measures`, client.token)).status).toBe(403);
});
