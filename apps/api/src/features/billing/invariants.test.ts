import { claimKinds } from '@pulso/contract/billing/payments.labels';
import { addDays, type DateText } from '@pulso/contract/kit/dates';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { milestonesOf, type CoveredPeriod } from '#test/milestones';
import { findBrokenInvariants } from '#test/broken-invariants';
import { moneyOf } from '#test/money';
import { createUser, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';
import type { Answer } from '#test/test-app';

/** Invariants of money, after random actions on random days. */

const START = '2026-01-31';
let day: DateText = START;
const app = sharedApp({ passwords: quickPasswords, now: () => new Date(`${day}T15:00:00Z`) });
const money = moneyOf(app);

const RUNS = Number(process.env.INVARIANT_RUNS ?? 20);
const SEED = process.env.INVARIANT_SEED === undefined ? 17 : Number(process.env.INVARIANT_SEED);

const quarterCount = fc.integer({ min: 0, max: 4 });
const pickIndex = fc.nat({ max: 20 });
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('activate' as const), ahead: fc.nat({ max: 10 }), plan: pickIndex }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('renew' as const),
      plan: pickIndex,
      paid: quarterCount,
      pending: fc.boolean(),
      start: pickIndex,
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('annul period' as const), which: pickIndex }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('annul payment' as const), which: pickIndex, owes: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('refund' as const), which: pickIndex, part: quarterCount }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('promise' as const), amount: quarterCount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('pay debt' as const),
      which: pickIndex,
      paid: quarterCount,
      pending: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('forgive' as const), which: pickIndex }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('verify' as const), which: pickIndex, detached: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('reject' as const), which: pickIndex, annul: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('tell' as const),
      claim: fc.constantFrom(...claimKinds),
      which: pickIndex,
      paid: quarterCount,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      does: fc.constantFrom('confirm and renew' as const, 'confirm for a debt' as const, 'withdraw' as const),
      which: pickIndex,
      plan: pickIndex,
      start: pickIndex,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('close till' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('switch' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('pause' as const),
      ahead: fc.nat({ max: 40 }),
      days: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('resume' as const), ahead: fc.nat({ max: 50 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('type dates' as const),
      from: fc.nat({ max: 60 }),
      days: fc.nat({ max: 90 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('days pass' as const), days: fc.integer({ min: 1, max: 45 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(list.length, 1)];
const quartersOf = (amount: number, quarters: number) => Math.round((amount * 100 * quarters) / 4) / 100;

/** `typed`: the dates may be ones that somebody typed; `onceTyped`: taking a sale back may bring such dates back. */
type World = { client: number; token: string; plans: number[]; typed: boolean; onceTyped: boolean };

async function readListPrice(plan: number): Promise<number> {
  const { rows } = await sql<{ amount: number }>`select amount from plans where id = ${plan}`.execute(app().db);
  return rows[0]!.amount;
}

async function takeStep(world: World, made: Step): Promise<Answer | undefined> {
  const { client, plans } = world;
  switch (made.does) {
    case 'activate': {
      const subscription_id = pick(plans, made.plan);
      const start_date = addDays(day, made.ahead);
      const body = {
        user_id: client,
        subscription_id,
        start_date,
        payment_method: 'efectivo',
        payment_amount: 1_000 + made.plan,
      };
      const answer = await app().json('POST', '/api/user/activate-suscription', body);
      if (answer.status === 200) world.typed = false;
      return answer;
    }
    case 'renew': {
      const plan_id = pick(plans, made.plan)!;
      const list_price = await readListPrice(plan_id);
      const { starts } = await money.renewal(client);
      const start = pick(starts, made.start)!;
      const answer = await money.sendRenewal(client, {
        ...{
          plan_id,
          start_date: start.start_date,
          list_price,
          price: list_price,
          paid: quartersOf(list_price, made.paid),
        },
        ...{ payment_method: 'transferencia', status: made.pending ? 'pending' : 'completed' },
      });
      if (answer.status === 201 && start.why !== 'continues') world.typed = false;
      return answer;
    }
    case 'annul period': {
      const { rows } = await sql<{ id: number }>`
        select id from user_subscriptions where user_id = ${client} order by id desc limit 2`.execute(app().db);
      const period = pick(rows, made.which);
      world.typed ||= world.onceTyped;
      return period && money.annulPeriod(period.id);
    }
    case 'annul payment':
    case 'refund':
    case 'verify':
    case 'reject': {
      const status = made.does === 'verify' || made.does === 'reject' ? 'pending' : 'completed';
      const row = pick((await money.ledger(`&user_id=${client}&status=${status}`)).data, made.which);
      if (!row) return undefined;
      if (made.does === 'verify') return money.verify(row.id, made.detached ? { debt_id: null } : {});
      if (made.does === 'refund')
        return app().json('POST', `/api/payment/${row.id}/refund`, {
          amount: Math.max(quartersOf(Math.abs(row.amount), made.part), 0.01),
          payment_method: 'tarjeta',
          reason: 'Se lesionó',
        });
      if (made.does === 'reject') world.typed ||= world.onceTyped && made.annul;
      if (made.does === 'reject') return money.reject(row.id, { period: made.annul ? 'annul' : 'keep' });
      return app().json('POST', `/api/payment/${row.id}/annul`, { reason: 'Se equivocó', owes: made.owes });
    }
    case 'tell': {
      const debt = made.claim === 'debt' ? pick(await money.debts(client), made.which) : undefined;
      const amount = quartersOf(debt?.owed ?? 12_345.67, made.paid) || 0.01;
      const body = { amount, paid_on: addDays(day, -made.which), claim: made.claim, debt_id: debt?.id, another: true };
      return app().json('POST', '/api/my/transfer', body, { token: world.token });
    }
    case 'confirm and renew':
    case 'confirm for a debt':
    case 'withdraw': {
      const { rows } = await sql<{ id: number; amount: number }>`
        select id, amount from payments where user_id = ${client} and claim is not null and status = 'pending'
        order by id`.execute(app().db);
      const claim = pick(rows, made.which);
      if (!claim) return undefined;
      if (made.does === 'withdraw') return app().remove(`/api/my/transfer/${claim.id}`, world.token);
      if (made.does === 'confirm for a debt') {
        const debt = pick(await money.debts(client), made.plan);
        return money.verify(claim.id, debt ? { debt_id: debt.id } : {});
      }
      const plan_id = pick(plans, made.plan)!;
      const list_price = await readListPrice(plan_id);
      const start = pick((await money.renewal(client)).starts, made.start)!;
      const price = Math.max(list_price, made.start % 2 === 0 ? claim.amount : 0);
      const renew = { plan_id, start_date: start.start_date, list_price, price };
      const answer = await money.verify(claim.id, { renew });
      if (answer.status === 200 && start.why !== 'continues') world.typed = false;
      return answer;
    }
    case 'promise':
      return app().json('POST', `/api/user/${client}/promise`, { on: day, amount: made.amount * 1_000 || undefined });
    case 'pay debt':
    case 'forgive': {
      const debt = pick(await money.debts(client), made.which);
      if (!debt) return undefined;
      if (made.does === 'forgive') return app().json('POST', `/api/debt/${debt.id}/forgive`, { reason: 'Se olvida' });
      const status = made.pending ? 'pending' : 'completed';
      return money.payDebt(debt.id, { amount: Math.max(quartersOf(debt.owed, made.paid), 0.01), status });
    }
    case 'close till': {
      const till = await money.till();
      if (!till) return money.openTill(0);
      const counted = { efectivo: Math.max(0, till.expected.efectivo) };
      return money.closeTill({ counted, left: 0, note: 'Conteo', expected: till.expected });
    }
    case 'switch':
      return app().json('PATCH', `/api/user/${client}/subscription-status`, { active: made.on });
    case 'delete': {
      world.typed = false;
      return app().remove(`/api/user/${client}/subscription`);
    }
    case 'pause': {
      const from = addDays(day, made.ahead);
      return money.pause(client, { from, to: addDays(from, made.days) });
    }
    case 'resume':
      return money.resume(client, addDays(day, made.ahead));
    case 'type dates': {
      world.typed = true;
      world.onceTyped = true;
      const from = addDays(day, made.from - 45);
      return app().json('PATCH', `/api/user/${client}`, {
        suscription_init: from,
        suscription_end: addDays(from, made.days),
      });
    }
    case 'days pass':
      day = addDays(day, made.days);
      return undefined;
  }
}

/** All days that a client's sold periods cover. */
async function countPlanDays(client: number): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select coalesce(sum(upper(covers) - lower(covers)), 0)::int as days from user_subscriptions
    where user_id = ${client} and kind = 'plan' and not isempty(covers)`.execute(app().db);
  return rows[0]!.days;
}

const storedMilestones = async (client: number) =>
  (
    await sql`select day, kind, leads from client_milestones where user_id = ${client} order by day, kind`.execute(
      app().db,
    )
  ).rows;
const listPeriodsOf = async (client: number) =>
  (
    await sql<CoveredPeriod>`
      select user_id, id, kind, continues_id, lower(covers) as start, upper(covers) as end from user_subscriptions
      where user_id = ${client} and not isempty(covers)`.execute(app().db)
  ).rows;

/** The days that the open periods cover, as one range; undefined where there are gaps or none. */
async function findRun(client: number) {
  const { rows } = await sql<{ start: string; end: string }>`
    select lower(covers) as start, upper(covers) as end from user_subscriptions
    where user_id = ${client} and status = 'active' and not isempty(covers) order by 1`.execute(app().db);
  const gapless = rows.every(({ start }, at) => at === 0 || rows[at - 1]?.end === start);
  return rows.length > 0 && gapless
    ? { suscription_init: rows[0]!.start, suscription_end: rows.at(-1)!.end }
    : undefined;
}

it('MOD-01 MOD-02 MOD-05 MOD-06 MOD-07 MOD-09 MOD-10 MOD-12 AJU-01 MIP-17 NEG-04 NEG-05 holds after whatever people do, on whatever days', async () => {
  const plans = [
    await money.newPlan({ duration: 1, amount: 12_345.67 }),
    await money.newPlan({ duration: 3, amount: 30_000 }),
    await money.newPlan({ duration: 12, amount: 0 }),
  ];
  let refused = 0;
  const accepted: Step['does'][] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      day = START;
      const { id: client, username } = await createUser(app());
      const token = await app().login({ username, password: 'clave-segura' });
      const world: World = { client, token, plans, typed: false, onceTyped: false };
      for (const made of steps) {
        const before = await money.traces();
        const planDays = await countPlanDays(client);
        const answer = await takeStep(world, made);
        const where = JSON.stringify({ made, day, answer: answer?.raw });
        expect(answer?.status ?? 200, where).toBeLessThan(500);
        if (answer && answer.status >= 400) {
          refused += 1;
          expect(await money.traces(), where).toEqual(before);
        } else if (answer) accepted.push(made.does);
        expect(await findBrokenInvariants(app().db), where).toEqual([]);
        expect(await storedMilestones(client), where).toEqual(milestonesOf(await listPeriodsOf(client)));
        // Typed dates are paid days without a period, for which a pause makes one.
        if ((made.does === 'pause' || made.does === 'resume') && !world.onceTyped)
          expect(await countPlanDays(client), where).toBe(planDays);
        const { suscription_init, suscription_end } = await money.fields(world.client);
        if (!world.typed && suscription_end !== null)
          expect(await findRun(world.client), where).toEqual({ suscription_init, suscription_end });
      }
      const { meta, data } = await money.ledger(`&user_id=${world.client}`);
      const completed = data.filter(({ status }) => status === 'completed');
      const cents = completed.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
      expect([meta.sum * 100, meta.total]).toEqual([expect.closeTo(cents, 3), data.length]);
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  );
  // Steps that are all refused would prove nothing.
  expect(accepted.length).toBeGreaterThan(refused / 2);
  const rare = ['tell', 'confirm and renew', 'confirm for a debt', 'withdraw', 'verify', 'reject', 'pause', 'resume'];
  expect(rare.filter((one) => !accepted.some((did) => did === one))).toEqual([]);
}, 120_000);

it('MOD-01 the database itself refuses two periods that share a day', async () => {
  const client = await money.newClient();
  const plan = await money.newPlan();
  const insert = (start: string, end: string) =>
    sql`
      insert into user_subscriptions (user_id, subscription_id, start_date, end_date, payment_amount, payment_method)
      values (${client}, ${plan}, ${start}, ${end}, 0, 'efectivo')`.execute(app().db);
  await insert('2026-01-01', '2026-02-01');
  await insert('2026-02-01', '2026-03-01');
  await expect(insert('2026-01-31', '2026-02-01')).rejects.toThrow('periods_apart');
});

it('MOD-06 the sums of a page are those of its rows, for whatever is asked', async () => {
  const client = await money.newClient();
  for (const [at, method] of (['efectivo', 'tarjeta', 'transferencia', 'mercadopago'] as const).entries())
    for (const status of ['completed', 'pending', 'failed']) {
      day = addDays(START, at);
      await money.pay(client, { amount: at + 0.01 + status.length, payment_method: method, status });
    }
  const question = fc.record(
    {
      from: fc.nat({ max: 5 }).map((days) => addDays(START, days)),
      to: fc.nat({ max: 5 }).map((days) => addDays(START, days)),
      method: fc.constantFrom('efectivo', 'tarjeta', 'transferencia', 'mercadopago'),
      status: fc.constantFrom('completed', 'pending', 'failed'),
      kind: fc.constantFrom('charge', 'clients', 'reversal', 'expense'),
      type: fc.constantFrom('subscription', 'other'),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const query = new URLSearchParams(asked).toString();
      const { meta } = await money.ledger(`&${query}`);
      const { rows } = await sql<{ id: number; amount: number; payment_method: string }>`
        select id, amount, payment_method from payments
        where day >= ${asked.from ?? '1900-01-01'} and day <= ${asked.to ?? '2199-01-01'}
          and (${asked.method ?? null}::text is null or payment_method = ${asked.method ?? null})
          and (${asked.status ?? null}::text is null or status = ${asked.status ?? null})
          and (${asked.type ?? null}::text is null or type = ${asked.type ?? null})
          and case ${asked.kind ?? ''} when '' then true when 'clients' then user_id is not null else kind = ${asked.kind ?? ''} end
          and status = 'completed'`.execute(app().db);
      const sumOf = (method?: string) =>
        rows
          .filter((row) => !method || row.payment_method === method)
          .reduce((sum, row) => sum + Math.round(row.amount * 100), 0);
      expect(Math.round(meta.sum * 100), query).toBe(sumOf());
      for (const [method, sum] of Object.entries(meta.by_method))
        expect(Math.round(sum * 100), query).toBe(sumOf(method));
    }),
    { numRuns: 25, seed: SEED },
  );
});

it('MOD-13 the largest amounts add, reverse and list exactly, seven thousand of them to the cent', async () => {
  const client = await money.newClient();
  const LARGEST = 9_999_999_999.99;
  await sql`
    insert into payments (user_id, type, item_id, amount, payment_method, status)
    select ${client}, 'other', 0, ${LARGEST}::numeric, 'tarjeta', 'completed' from generate_series(1, 6999)`.execute(
    app().db,
  );
  const { body } = await money.pay(client, { amount: LARGEST, payment_method: 'tarjeta' });
  expect(body.data.amount).toBe(LARGEST);
  const { meta } = await money.ledger(`&user_id=${client}`);
  expect([meta.sum, meta.by_method.tarjeta]).toEqual([69_999_999_999_930, 69_999_999_999_930]);
  expect((await money.annul(body.data.id)).body.data.amount).toBe(-LARGEST);
  expect((await money.ledger(`&user_id=${client}`)).meta.sum).toBe(69_989_999_999_930.01);
});
