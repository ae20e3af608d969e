import type { LedgerPage } from '@pulso/contract/billing/payments';
import {
  listsBehind,
  overview,
  seriesMonth,
  type LedgerBehind,
  type Overview,
  type SeriesMonth,
  type UsersBehind,
} from '@pulso/contract/desk/overview';
import { addDays } from '@pulso/contract/kit/dates';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readOverview as queryOverview, readSeries as querySeries } from '#features/desk/overview/overview.queries';
import { testClock } from '#test/clock';
import { milestonesOf, type CoveredPeriod } from '#test/milestones';
import { moneyOf } from '#test/money';
import { expectAnswer, explainQuery, quickPasswords, recordQueries } from '#test/people';
import { sharedApp } from '#test/shared-app';
import { testApp } from '#test/test-app';

const TODAY = '2026-03-31';
const clock = testClock(TODAY);
const app = sharedApp({ passwords: quickPasswords, now: clock.now });
const money = moneyOf(app);

const read = async (month: string, from = app()): Promise<Overview> =>
  expectAnswer(await from.get(`/api/business/overview?month=${month}`), overview);
const readSeries = async (months: number, from = app()): Promise<SeriesMonth[]> =>
  expectAnswer(await from.get(`/api/business/series?months=${months}`), z.array(seriesMonth));

const queryText = (query: object) =>
  new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();

/** Number or sum that the list behind a figure shows. */
async function shownBy(behind: LedgerBehind | UsersBehind): Promise<number> {
  if ('users' in behind)
    return (await app().get(`/api/user?page=1&${queryText(behind.users)}`)).body.meta.total as number;
  const { meta } = (await app().get(`/api/payment?page=1&${queryText(behind.payments)}`)).body as unknown as LedgerPage;
  return 'count' in behind ? meta.total : meta.sum;
}

const behindAll = (figures: Overview) => {
  const { plans, methods, ...rest } = listsBehind(figures);
  return { ...rest, ...Object.fromEntries(plans.map((plan, at) => [`plan ${at}`, plan])), ...methods };
};

describe('the figures of a month', () => {
  it('NEG-09 of an empty business are nothing', async () => {
    const empty = await testApp({ now: clock.now });
    expect(await read('2026-03', empty)).toEqual({
      month: '2026-03',
      collected: {
        ...{ sum: 0, from: '2026-03-01', to: TODAY },
        before: { sum: 0, from: '2026-02-01', to: '2026-02-28' },
      },
      expenses: 0,
      result: 0,
      subscriptions: { sum: 0, count: 0 },
      by_plan: [],
      by_method: { efectivo: 0, tarjeta: 0, transferencia: 0, mercadopago: 0 },
      online: { fee: 0, net: 0 },
      expected: { count: 0, sum: 0, from: TODAY, to: '2026-04-29' },
      renewal: { ended: 0, renewed: 0, partial: true, clients: 0, lost_clients: 0 },
      new_clients: 0,
    });
    expect(await readSeries(2, empty)).toEqual(
      ['2026-02', '2026-03'].map((month) => ({
        ...{ month, collected: 0, ended: 0, renewed: 0, new_clients: 0, lost_clients: 0 },
        partial: month === '2026-03',
      })),
    );
    const future = await empty.get('/api/business/overview?month=2026-04');
    expect([future.status, future.body.errors]).toEqual([400, { month: 'Ese mes todavía no empezó' }]);
    expect((await empty.get('/api/business/overview?month=2026-4')).status).toBe(400);
  });

  it('NEG-01 NEG-02 NEG-03 NEG-06 are those of the lists behind them, whatever moved', async () => {
    const plans = [await money.newPlan({ amount: 15_000 }), await money.newPlan({ amount: 9_000.5, duration: 2 })];
    for (const [at, day] of ['2026-02-05', '2026-02-28', '2026-03-01', '2026-03-20', TODAY].entries()) {
      clock.set(day);
      const id = await money.newClient();
      await money.activate(id, plans[at % 2]!, { payment_method: at % 2 ? 'tarjeta' : 'efectivo' });
      await money.pay(id, { amount: 100.25, type: 'product', payment_method: 'mercadopago' });
      const { body } = await money.pay(id, { amount: 50 });
      await money.annul(body.data.id);
      await money.pay(id, { amount: 7, status: 'pending', payment_method: 'transferencia' });
      const spent = await money.move({ amount: 300 });
      if (at % 2) await money.annul(spent.body.data.id);
      const got = await money.move({ kind: 'income', amount: 40 });
      if (at === 3) await money.annul(got.body.data.id);
    }
    const inactive = await money.newClient();
    await money.activate(inactive, plans[0]!);
    await app().json('PATCH', `/api/user/${inactive}`, { status: 'inactive' });
    const gone = await money.newClient();
    await money.activate(gone, plans[0]!);
    await app().remove(`/api/user/${gone}`);

    const march = await read('2026-03');
    expect(march.collected.sum).toBe(15_000 * 5 + 3 * 100.25);
    expect(march.collected.before.sum).toBe(2 * (15_000 + 100.25));
    expect([march.expenses, march.result]).toEqual([-600, march.collected.sum - 600 + 2 * 40]);
    expect(march.subscriptions).toEqual({ sum: 75_000, count: 5 });
    // Two months from 28 February and one from 1 March end within 30 days; that from today ends a day later.
    expect(march.expected).toMatchObject({ count: 2, sum: 15_000 + 9_000.5 });
    expect(march.new_clients).toBe(4);
    for (const month of ['2026-03', '2026-02', '2026-01']) {
      const figures = await read(month);
      for (const [name, behind] of Object.entries(behindAll(figures)))
        expect(await shownBy(behind), `${month} ${name}`).toBe('count' in behind ? behind.count : behind.sum);
      const cents = (sums: number[]) => sums.reduce((all, sum) => all + Math.round(sum * 100), 0);
      const collected = cents([figures.collected.sum]);
      expect(cents(figures.by_plan.map(({ sum }) => sum))).toBe(collected);
      expect(cents(Object.values(figures.by_method))).toBe(collected);
    }
    const series = await readSeries(3);
    expect(series.map(({ collected }) => collected)).toEqual([0, march.collected.before.sum, march.collected.sum]);
  });
});

describe('who begins, renews and leaves', () => {
  it('NEG-02 NEG-04 NEG-05 agrees with a count over the periods, on whatever day, and with the lists', async () => {
    const { db } = app();
    const plan = await money.newPlan();
    const clients = await Promise.all(Array.from({ length: 12 }, () => money.newClient()));
    const period = fc.record({ gap: fc.constantFrom(0, 0, 1, 15, 16, 40), days: fc.constantFrom(3, 10, 28, 31) });
    for (const [at, drawn] of fc
      .sample(fc.array(period, { minLength: 1, maxLength: 7 }), { numRuns: 12, seed: 4 })
      .entries()) {
      let start = addDays('2025-11-20', at * 3);
      for (const { gap, days } of drawn) {
        start = addDays(start, gap);
        await sql`
          insert into user_subscriptions (user_id, subscription_id, start_date, end_date, payment_amount, payment_method)
          values (${clients[at]}, ${plan}, ${start}, ${addDays(start, days)}, 0, 'efectivo')`.execute(db);
        start = addDays(start, days);
      }
    }
    const { rows: periods } = await sql<CoveredPeriod>`
      select h.user_id, h.id, h.kind, h.continues_id, lower(h.covers) as start, upper(h.covers) as end
      from user_subscriptions h join users u on u.id = h.user_id and u.deleted_at is null
      where not isempty(h.covers)`.execute(db);
    const milestones = [...new Set(periods.map(({ user_id }) => user_id))].flatMap((id) =>
      milestonesOf(periods.filter(({ user_id }) => user_id === id)).map((one) => ({ ...one, id })),
    );
    let lost = 0;
    for (const today of ['2026-01-31', '2026-02-10', TODAY, '2026-05-02']) {
      clock.set(today);
      for (const { month, ended, renewed, new_clients, lost_clients } of await readSeries(8)) {
        const reached = (kind: string) =>
          milestones.filter((one) => one.kind === kind && one.day.startsWith(month) && one.day <= today);
        const people = (kind: string) => new Set(reached(kind).map(({ id }) => id)).size;
        const counted = { renewed: reached('renewed').length, lost: reached('lost').length };
        expect({ ended, renewed, new_clients, lost_clients }, `${month} on ${today}`).toEqual({
          ...{ ended: counted.renewed + counted.lost, renewed: counted.renewed },
          ...{ new_clients: people('new'), lost_clients: people('lost') },
        });
        lost += lost_clients;
        const figures = await read(month);
        const { newClients, renewed: again, lost: left } = listsBehind(figures);
        for (const behind of [newClients, again, left])
          expect(await shownBy(behind), `${month} on ${today} ${queryText(behind.users)}`).toBe(behind.count);
        expect(figures).toMatchObject({ new_clients, renewal: { ended, renewed, lost_clients } });
      }
    }
    expect(lost).toBeGreaterThan(10);
  });

  it('MOD-14 is read from tallies alone', async () => {
    const actor = { id: 1, permission: 'billing', today: TODAY } as const;
    const queries = await recordQueries(app(), async (db) => {
      await queryOverview({ db, actor }, '2026-03');
      await querySeries({ db, actor }, 24);
    });
    const plans = await Promise.all(queries.map((query) => explainQuery(app(), query)));
    expect(plans.join()).toContain('milestone_tally');
    for (const plan of plans) expect(plan).not.toMatch(/ on (payments|user_subscriptions|client_milestones)\b/);
  });
});
