import fc from 'fast-check';
import { priceItem } from '@pulso/contract/billing/prices';
import { addDays } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { buildApp } from '#app';
import { addPlan, expectAnswer, createUser, quickPasswords } from '#test/people';
import { testApp, type TestApp } from '#test/test-app';

const TODAY = '2026-03-05';
const noonOf = (day: string) => new Date(`${day}T15:00:00Z`);

/** An app whose clock the test sets, and others on the same database: parallel nodes, or ones started later. */
async function openNodes() {
  let clock = noonOf(TODAY);
  const app = await testApp({ passwords: quickPasswords, now: () => clock });
  const node = async (extras = true) => {
    const { http } = buildApp({ ...app.deps, extras, now: () => clock });
    await http.ready();
    const send = (method: 'GET' | 'PATCH', url: string, payload?: object) =>
      http.inject({ method, url, payload, headers: { authorization: `Bearer ${app.token}` } });
    return { http, send };
  };
  return {
    app,
    node,
    at: (moment: string) => {
      clock = new Date(moment);
    },
    on: (day: string) => {
      clock = noonOf(day);
    },
  };
}

const raisePlan = async (app: TestApp, plan: number, before: number, after: number, valid_from: string) => {
  const rows = [{ kind: 'plan', id: plan, before, after }];
  const answer = await app.json('POST', '/api/price-rise', { percent: 8, rounding: 0, valid_from, rows });
  expect(answer.status, answer.raw).toBe(201);
  return answer.body.data.id as number;
};
type Plan = { id: number; amount: number; price: number; version: number };
const listedPlan = async (app: TestApp, id: number): Promise<Plan> =>
  (await app.get('/api/suscriptions')).body.data.find((plan: Plan) => plan.id === id);

describe('the day', () => {
  it('AUM-05 R1 AUD-07 a coming price is in every catalogue answer from 00:00 in Buenos Aires on, and not before', async () => {
    const { app, at } = await openNodes();
    const plan = await addPlan(app, { amount: 10_000 });
    const rise = await raisePlan(app, plan, 10_000, 10_800, '2026-04-01');
    at('2026-04-01T02:59:59Z');
    expect(await listedPlan(app, plan)).toMatchObject({ amount: 10_000, version: 1 });
    at('2026-04-01T03:00:00Z');
    expect(await listedPlan(app, plan)).toMatchObject({ amount: 10_800, price: 10_800, version: 2 });
    expect((await app.get(`/api/suscriptions/${plan}`)).body.data.amount).toBe(10_800);
    const [item] = expectAnswer(await app.get('/api/price-list'), z.array(priceItem));
    expect(item).toMatchObject({ price: 10_800, next: null });
    const { rows } = await sql`
      select actor_id, entity, entity_id, action, data from events where action = 'apply'`.execute(app.db);
    const applied = { by: 'prices', rows: [{ kind: 'plan', id: plan, before: 10_000, after: 10_800 }] };
    expect(rows).toEqual([{ actor_id: null, entity: 'price-rise', entity_id: rise, action: 'apply', data: applied }]);
  });

  it('AUM-06 a server that was off for months answers the new price to its first request', async () => {
    const { app, node, on } = await openNodes();
    const plan = await addPlan(app, { amount: 10_000 });
    await raisePlan(app, plan, 10_000, 10_800, '2026-04-01');
    await raisePlan(app, plan, 10_800, 12_000, '2026-05-01');
    on('2026-06-15');
    const late = await node();
    const { data } = (await late.send('GET', '/api/suscriptions')).json();
    expect(data).toMatchObject([{ id: plan, amount: 12_000 }]);
  });

  it('AUM-07 two nodes at midnight apply it once, however many ask', async () => {
    const { app, node, on } = await openNodes();
    const plan = await addPlan(app, { amount: 10_000 });
    await raisePlan(app, plan, 10_000, 10_800, '2026-04-01');
    const nodes = [await node(), await node()];
    on('2026-04-01');
    const answers = await Promise.all(
      nodes.flatMap(({ send }) => Array.from({ length: 5 }, () => send('GET', '/api/suscriptions'))),
    );
    for (const answer of answers) expect(answer.json().data).toMatchObject([{ amount: 10_800, version: 2 }]);
    const { rows } = await sql`select 1 from events where action = 'apply'`.execute(app.db);
    expect(rows).toHaveLength(1);
  });

  it('AUM-16 a price typed with EXTRAS=0 is not undone by older versions', async () => {
    const { app, node, on } = await openNodes();
    const due = await addPlan(app, { amount: 10_000 });
    const sameDay = await addPlan(app, { amount: 10_000 });
    const untouched = await addPlan(app, { amount: 10_000 });
    for (const plan of [due, sameDay, untouched]) await raisePlan(app, plan, 10_000, 10_800, '2026-04-01');
    const plain = await node(false);
    on('2026-04-01');
    // A node without extras does not put announced prices into effect.
    expect((await plain.send('GET', '/api/suscriptions')).json().data[0].amount).toBe(10_000);
    expect((await plain.send('PATCH', `/api/suscriptions/${sameDay}`, { amount: 9_500 })).statusCode).toBe(200);
    on('2026-04-10');
    expect((await plain.send('PATCH', `/api/suscriptions/${due}`, { amount: 9_000 })).statusCode).toBe(200);
    on('2026-04-12');
    expect(await listedPlan(app, due)).toMatchObject({ amount: 9_000 });
    expect(await listedPlan(app, sameDay)).toMatchObject({ amount: 9_500 });
    expect(await listedPlan(app, untouched)).toMatchObject({ amount: 10_800 });
    const history = (await app.get(`/api/price/plan/${due}/history`)).body.data;
    expect(history[0]).toMatchObject({ amount: 9_000, valid_from: '2026-04-10', rise: null });
  });

  it('R1 a price typed on the old day after another node began the new one counts from the new day', async () => {
    const { app, node, at } = await openNodes();
    const plan = await addPlan(app, { amount: 10_000 });
    await raisePlan(app, plan, 10_000, 10_800, '2026-04-01');
    const ahead = await node();
    at('2026-04-01T03:00:00Z');
    await ahead.send('GET', '/api/suscriptions');
    at('2026-04-01T02:59:59Z');
    await app.json('PATCH', `/api/suscriptions/${plan}`, { amount: 9_000 });
    at('2026-04-01T03:00:01Z');
    expect(await listedPlan(app, plan)).toMatchObject({ amount: 9_000 });
    const [item] = expectAnswer(await app.get('/api/price-list'), z.array(priceItem));
    expect(item?.price).toBe(9_000);
  });

  it('a day whose prices could not be copied is tried again by the next request', async () => {
    const { app, node, on } = await openNodes();
    const plan = await addPlan(app, { amount: 10_000 });
    await raisePlan(app, plan, 10_000, 10_800, '2026-04-01');
    const second = await node();
    on('2026-04-01');
    await sql`alter table business rename to business_away`.execute(app.db);
    expect((await second.send('GET', '/api/suscriptions')).statusCode).toBe(500);
    await sql`alter table business_away rename to business`.execute(app.db);
    expect((await second.send('GET', '/api/suscriptions')).json().data).toMatchObject([{ amount: 10_800 }]);
  });
});

describe('an item that comes back', () => {
  const remove = (app: TestApp, plan: number) => app.remove(`/api/suscriptions/${plan}`);
  const restore = (app: TestApp, plan: number) => app.json('POST', `/api/suscriptions/${plan}/restore`, {});
  const listed = async (app: TestApp) => expectAnswer(await app.get('/api/price-list'), z.array(priceItem));

  it('R1 AUM-05 costs what the days since have brought', async () => {
    const { app, on } = await openNodes();
    const plan = await addPlan(app, { amount: 10_000 });
    await raisePlan(app, plan, 10_000, 10_800, '2026-03-06');
    await raisePlan(app, plan, 10_800, 12_000, '2026-04-01');
    await remove(app, plan);
    on('2026-03-06');
    expect(await listed(app)).toEqual([]);
    expect((await restore(app, plan)).body.data).toMatchObject({ amount: 10_800 });
    expect(await listedPlan(app, plan)).toMatchObject({ amount: 10_800 });
    expect(await listed(app)).toMatchObject([
      { price: 10_800, coming: [{ amount: 12_000, valid_from: '2026-04-01' }] },
    ]);
    on('2026-04-01');
    expect(await listedPlan(app, plan)).toMatchObject({ amount: 12_000 });
  });

  it('R2 AUM-11 has no price of a rise that was undone meanwhile', async () => {
    const { app, on } = await openNodes();
    const plan = await addPlan(app, { amount: 10_000 });
    const rise = await raisePlan(app, plan, 10_000, 10_800, '2026-03-06');
    await remove(app, plan);
    expect((await app.remove(`/api/price-rise/${rise}`)).status).toBe(200);
    expect((await restore(app, plan)).status).toBe(200);
    expect(await listed(app)).toMatchObject([{ price: 10_000, coming: [] }]);
    on('2026-03-06');
    expect(await listedPlan(app, plan)).toMatchObject({ amount: 10_000 });
    expect(await listed(app)).toMatchObject([{ price: 10_000 }]);
  });
});

describe('undoing', () => {
  it('MOD-11 R2 a rise that is undone before its day leaves every price on every day as it was', async () => {
    const { app } = await openNodes();
    const plans = [await addPlan(app, { amount: 1_000 }), await addPlan(app, { amount: 0 }), await addPlan(app)];
    const people = [await createUser(app), await createUser(app)];
    await app.json('PUT', '/api/client-price', {
      user_id: people[0]!.id,
      plan_id: plans[0],
      amount: 700,
      until: '2026-05-01',
    });
    /** Every price of the list and of the clients, on every day that can be meant. */
    const prices = async () => {
      const { rows } = await sql<{ hash: string }>`
        select md5(string_agg(concat_ws(' ', day, p.id, u.id, coalesce(
          (select amount from prices v where v.plan_id = p.id and v.user_id = u.id and v.valid_from <= day
             and (v.valid_to is null or v.valid_to >= day) order by v.valid_from desc limit 1),
          (select amount from prices v where v.plan_id = p.id and v.user_id is null and v.valid_from <= day
             order by v.valid_from desc limit 1))), ',' order by day, p.id, u.id)) as hash
        from generate_series(${TODAY}::date, ${addDays(TODAY, 400)}::date, '1 day') day, plans p,
          (select null::int as id union all select id from users) u`.execute(app.db);
      return rows[0]!.hash;
    };
    const arbitraryRise = fc.record({
      days: fc.integer({ min: 1, max: 366 }),
      chosen: fc.subarray(plans, { minLength: 1 }),
      plus: fc.integer({ min: 1, max: 500_000 }),
      kept: fc.subarray(people),
      until: fc.option(fc.integer({ min: 0, max: 200 })),
      /** True if the rise is undone at once; otherwise the next rises build on it. */
      undone: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryRise, { minLength: 1, maxLength: 4 }), async (rises) => {
        for (const { days, chosen, plus, kept, until, undone } of rises) {
          const before = await prices();
          const valid_from = addDays(TODAY, days);
          const items = expectAnswer(await app.get('/api/price-list'), z.array(priceItem));
          const rows = items
            .filter(({ id }) => chosen.includes(id))
            .map(({ kind, id, price, coming }) => {
              const then = coming.findLast((one) => one.valid_from <= valid_from)?.amount ?? price;
              return { kind, id, before: then, after: then + plus / 100 };
            });
          const made = await app.json('POST', '/api/price-rise', {
            increase: plus / 100,
            rounding: 0,
            valid_from,
            rows: rows.map((row) => ({ ...row, after: Math.round(row.after * 100) / 100 })),
            keep: { user_ids: kept.map(({ id }) => id), until: until === null ? null : addDays(valid_from, until) },
          });
          // An earlier rise of the run has that day; nothing may have changed then either.
          if (made.status === 409) expect(await prices()).toEqual(before);
          else expect(made.status, made.raw).toBe(201);
          if (made.status !== 201 || !undone) continue;
          expect(await prices()).not.toEqual(before);
          expect((await app.remove(`/api/price-rise/${made.body.data.id}`)).status).toBe(200);
          expect(await prices()).toEqual(before);
        }
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});
