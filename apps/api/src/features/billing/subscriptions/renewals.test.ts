import { renewalStarts } from '@pulso/contract/billing/renewals';
import { addDays, addMonths } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testClock } from '#test/clock';
import { moneyOf } from '#test/money';
import { quickAdmin, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const TODAY = '2026-03-05';
const clock = testClock(TODAY);
const app = sharedApp({ passwords: quickPasswords, now: clock.now });
const money = moneyOf(app);

/** A client who bought a month on this day. */
async function createSubscriber(start = TODAY, plan: object = {}) {
  const id = await money.newClient();
  const plan_id = await money.newPlan(plan);
  clock.set(start);
  await money.activate(id, plan_id);
  clock.set(TODAY);
  return { id, plan_id };
}

const statesOf = async (id: number) => (await money.detail(id)).subscription_history.map(({ status }) => status);

describe('a renewal', () => {
  it('REN-02 continues what is paid: the next period starts on the end, and the run keeps its beginning', async () => {
    const { id, plan_id } = await createSubscriber();
    expect(await money.renewal(id)).toMatchObject({
      plan: { id: plan_id, title: 'Mensual', status: true },
      list_price: 15_000,
      client_prices: [],
      starts: [{ start_date: '2026-04-05', why: 'continues' }],
      anchor_day: 5,
      owed: 0,
      unverified: 0,
      queued: 0,
      off: false,
      last_method: 'efectivo',
    });
    const { user, period, payment, debt } = await money.renew(id, { payment_method: 'tarjeta', notes: 'Feria' });
    expect(user).toMatchObject({
      suscriptionId: plan_id,
      suscription_status: true,
      suscription_init: TODAY,
      suscription_end: '2026-05-05',
    });
    expect(period).toMatchObject({
      start_date: '2026-04-05',
      end_date: '2026-05-05',
      status: 'pending',
      price: 15_000,
    });
    expect(payment).toMatchObject({
      amount: 15_000,
      payment_method: 'tarjeta',
      concept: 'Mensual, del 05/04/2026 al 05/05/2026',
      period_id: period.id,
      day: TODAY,
      kind: 'charge',
      recorded_by: { name: 'Persona 1' },
    });
    expect(debt).toBeNull();
    expect(await money.renewal(id)).toMatchObject({ queued: 1, last_method: 'tarjeta' });
    expect(await statesOf(id)).toEqual(['pending', 'active']);
  });

  it('REN-03 MOD-03 leaves no day between two periods, and every state follows from the day alone', async () => {
    const { id } = await createSubscriber();
    await money.renew(id);
    const states: Record<string, string[]> = {};
    for (let day = TODAY; day <= '2026-05-08'; day = addDays(day, 1)) {
      clock.set(day);
      const { subscription_history, suscription_end, suscription_status } = await money.detail(id);
      const isExpired = !(suscription_status && suscription_end! > day);
      expect(isExpired, day).toBe(day >= '2026-05-05');
      (states[subscription_history.map(({ status }) => status).join()] ??= []).push(day);
    }
    expect(Object.entries(states).map(([state, days]) => [state, days[0]])).toEqual([
      ['pending,active', TODAY],
      ['active,completed', '2026-04-05'],
      ['expired,completed', '2026-05-05'],
    ]);
    await app().json('PATCH', `/api/user/${id}/subscription-status`, { active: false });
    expect(await statesOf(id)).toEqual(['canceled', 'completed']);
  });

  it.each([
    ['ended today', '2026-02-05', [['2026-03-05', 'today']]],
    [
      'ended yesterday',
      '2026-02-04',
      [
        ['2026-03-05', 'today'],
        ['2026-03-04', 'due'],
      ],
    ],
    ['ended 28 days ago', '2026-01-05', [['2026-03-05', 'today']]],
    ['ended long ago', '2025-12-05', [['2026-03-05', 'today']]],
  ])(
    'REN-04 REN-05 of one that %s starts today, or on its due day while that still covers something',
    async (_, start, starts) => {
      const { id } = await createSubscriber(start);
      const offered = await money.renewal(id);
      expect(offered.starts.map(({ start_date, why }) => [start_date, why])).toEqual(starts);
      expect(renewalStarts(offered.run, offered.today, offered.plan?.duration)).toEqual(offered.starts);
      const { user, period } = await money.renew(id, { start_date: starts.at(-1)![0] });
      expect(period.start_date).toBe(starts.at(-1)![0]);
      expect(user.suscription_init).toBe(start === '2026-02-05' ? start : starts.at(-1)![0]);
      expect(user.suscription_end! > TODAY).toBe(true);
    },
  );

  it('REN-04 of one that is switched off, or of nobody, starts today and closes what was there', async () => {
    const { id, plan_id } = await createSubscriber();
    await money.renew(id);
    await app().json('PATCH', `/api/user/${id}/subscription-status`, { active: false });
    expect(await money.renewal(id)).toMatchObject({ off: true, starts: [{ start_date: TODAY, why: 'today' }] });
    const { user } = await money.renew(id);
    expect(user).toMatchObject({ suscription_init: TODAY, suscription_end: '2026-04-05', suscription_status: true });
    expect(await statesOf(id)).toEqual(['active', 'canceled', 'canceled']);

    const stranger = await money.newClient();
    expect(await money.renewal(stranger)).toMatchObject({ plan: null, list_price: null, off: false });
    const first = await money.renew(stranger, { plan_id, list_price: 15_000, price: 15_000, paid: 15_000 });
    expect(first.user).toMatchObject({ suscription_init: TODAY, suscription_end: '2026-04-05' });
  });

  it('REN-06 REN-07 keeps the day of the month through short months', async () => {
    const { id } = await createSubscriber('2026-01-31');
    const ends = [];
    for (const day of ['2026-02-20', '2026-03-20', '2026-04-20']) {
      clock.set(day);
      ends.push((await money.renew(id)).user.suscription_end);
    }
    expect(ends).toEqual(['2026-03-31', '2026-04-30', '2026-05-31']);
    const { rows } = await sql<{ end: string }>`
      select end_date as end from user_subscriptions where user_id = ${id} order by id`.execute(app().db);
    expect(rows.map(({ end }) => end)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
  });

  it('REN-10 REN-11 DEU-03 leaves a debt of what is not paid, and no payment of nothing', async () => {
    const { id } = await createSubscriber();
    const part = await money.renew(id, { paid: 11_000.5 });
    expect([part.payment?.amount, part.debt]).toMatchObject([11_000.5, { amount: 3_999.5, owed: 3_999.5, paid: 0 }]);
    expect(part.period.payment_amount).toBe(11_000.5);
    const nothing = await money.renew(id, { price: 0, paid: 0 });
    expect([nothing.payment, nothing.debt]).toEqual([null, null]);
    const later = await money.renew(id, { paid: 0 });
    expect([later.payment, later.debt?.owed]).toEqual([null, 15_000]);
    expect((await money.renewal(id)).owed).toBe(18_999.5);
    const more = await money.sendRenewal(id, await money.renewalOf(id, { paid: 15_000.01 }));
    expect([more.status, more.body.errors]).toEqual([400, { paid: 'El pago no puede superar el precio' }]);
  });

  it('REN-12 is one under one key, and another client under the same key is refused', async () => {
    const { id } = await createSubscriber();
    const other = await createSubscriber();
    const body = await money.renewalOf(id);
    const headers = { 'idempotency-key': 'renovar-1' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => money.sendRenewal(id, body, { headers })));
    expect(new Set(answers.map(({ raw }) => raw)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect((await money.detail(id)).payments).toHaveLength(2);
    const elsewhere = await money.sendRenewal(other.id, { ...body, plan_id: other.plan_id }, { headers });
    expect(elsewhere.body.errors).toEqual({ 'Idempotency-Key': 'Esa clave ya se usó con otros datos' });
  });

  it('REN-13 of two at once is one; the other is told from when it would start', async () => {
    const { id } = await createSubscriber();
    const { token } = await quickAdmin(app());
    const body = await money.renewalOf(id);
    const answers = await Promise.all([money.sendRenewal(id, body), money.sendRenewal(id, body, { token })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'stale',
      message: 'Mientras tanto cambió: la renovación empieza el 05/05/2026. Revisa y confirma otra vez.',
    });
    expect((await money.detail(id)).subscription_history).toHaveLength(2);
  });

  it('REN-14 REN-15 REN-17 REN-18 MOD-12 is refused in the words of its reason, and leaves nothing', async () => {
    const { id, plan_id } = await createSubscriber();
    const long = await money.newPlan({ duration: 36, amount: 100 });
    const body = await money.renewalOf(id);
    const refused = async (fields: object, to = id) => {
      const before = await money.traces();
      const answer = await money.sendRenewal(to, { ...body, ...fields });
      expect(await money.traces()).toEqual(before);
      return [answer.status, answer.body.errors ?? answer.body.message];
    };
    expect(await refused({ list_price: 14_000 })).toEqual([
      409,
      'El precio del plan cambió a ARS 15.000,00. Revisa el monto.',
    ]);
    expect(await refused({ plan_id: 2_000_000_000 })).toEqual([409, 'El plan elegido ya no está disponible']);
    const paid = { paid_on: 'La fecha de pago debe estar entre hoy y 60 días atrás' };
    expect(await refused({ paid_on: addDays(TODAY, 1) })).toEqual([400, paid]);
    expect(await refused({ paid_on: addDays(TODAY, -61) })).toEqual([400, paid]);
    expect(await refused({ start_date: addDays(TODAY, 1) })).toEqual([
      409,
      'Mientras tanto cambió: la renovación empieza el 05/04/2026. Revisa y confirma otra vez.',
    ]);
    expect(await refused({}, 2_000_000_000)).toEqual([404, 'El recurso solicitado no existe']);
    await money.renew(id, { plan_id: long, list_price: 100, price: 100, paid: 100 });
    const beyond = { plan_id: long, list_price: 100, price: 100, paid: 100, start_date: addMonths('2026-04-05', 36) };
    expect(await refused(beyond)).toEqual([409, 'No se puede renovar más allá de 5 años']);
    await app().json('PATCH', `/api/suscriptions/${plan_id}`, { status: 0 });
    expect(await refused({})).toEqual([409, 'El plan elegido ya no está disponible']);
    await app().json('PATCH', `/api/user/${id}`, { status: false });
    expect(await refused({})).toEqual([409, 'El usuario está inactivo. Actívalo antes de renovar.']);
  });

  it.each(['user_subscriptions', 'payments', 'debts', 'users', 'events', 'idempotent_answers'])(
    'REN-08 MOD-12 is whole or not at all: its connection dies as it writes %s',
    async (table) => {
      const { id } = await createSubscriber();
      const body = await money.renewalOf(id, { paid: 5_000 });
      const before = await money.traces();
      const headers = { 'idempotency-key': `cortada-${table}` };
      await sql`
        create function die() returns trigger language plpgsql as 'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`.execute(
        app().db,
      );
      await sql`create trigger z_die after insert or update on ${sql.table(table)} execute function die()`.execute(
        app().db,
      );
      const cut = await money.sendRenewal(id, body, { headers });
      await sql`drop function die cascade`.execute(app().db);
      expect(cut.status).toBe(503);
      expect(await money.traces()).toEqual(before);
      const again = await money.sendRenewal(id, body, { headers });
      expect(again.status, again.raw).toBe(201);
      expect(await money.debts(id)).toMatchObject([{ owed: 10_000 }]);
    },
  );

  it('REN-22 takes the day of Buenos Aires at either side of midnight', async () => {
    const { id } = await createSubscriber('2026-02-05');
    clock.set('2026-03-06T02:59:59.000Z');
    expect((await money.renewal(id)).starts[0]?.start_date).toBe('2026-03-05');
    clock.set('2026-03-06T03:00:01.000Z');
    expect((await money.renewal(id)).starts[0]?.start_date).toBe('2026-03-06');
    const { payment, period } = await money.renew(id);
    expect([payment?.day, period.start_date]).toEqual(['2026-03-06', '2026-03-06']);
  });

  it('VER-02 to be verified gives its period at once, and its money later', async () => {
    const { id } = await createSubscriber();
    const { user, payment, debt } = await money.renew(id, { payment_method: 'transferencia', status: 'pending' });
    expect([user.suscription_end, payment?.status, debt]).toEqual(['2026-05-05', 'pending', null]);
    expect(await money.renewal(id)).toMatchObject({ unverified: 15_000, owed: 0 });
  });
});

describe('taking a sale back', () => {
  it('REN-19 reverses its money, empties its period and puts everything back as it was', async () => {
    const { id } = await createSubscriber();
    await money.renew(id);
    const before = await money.fields(id);
    const states = await statesOf(id);
    const { period } = await money.renew(id, { paid: 10_000 });
    await money.payDebt((await money.debts(id))[0]!.id, { amount: 2_000 });
    const answer = await money.annulPeriod(period.id, 'Deshecho al momento');
    expect([answer.status, answer.body.data.reversals.map((row: { amount: number }) => row.amount)]).toEqual([
      201,
      [-10_000, -2_000],
    ]);
    expect(await money.fields(id)).toEqual(before);
    expect(await statesOf(id)).toEqual(['canceled', ...states]);
    expect(await money.debts(id)).toMatchObject([{ owed: 0, paid: 0, closed_as: 'anulada' }]);
    const { rows } = await sql`
      select isempty(covers) as empty from user_subscriptions where id = ${period.id}`.execute(app().db);
    expect(rows).toEqual([{ empty: true }]);
    expect((await money.annulPeriod(period.id)).body.message).toBe('Este período ya está anulado');
  });

  it('REN-19 gives back what it had closed, and fails what was to be verified', async () => {
    const { id } = await createSubscriber('2026-02-04');
    const before = await money.fields(id);
    const { period, payment } = await money.renew(id, { start_date: '2026-03-04', status: 'pending' });
    expect((await money.annulPeriod(period.id)).status).toBe(201);
    expect(await money.fields(id)).toEqual(before);
    expect(await statesOf(id)).toEqual(['canceled', 'expired']);
    expect(await money.one(payment!.id)).toMatchObject({ status: 'failed', reason: 'Se equivocó' });
    expect((await money.renewal(id)).starts).toHaveLength(2);
  });

  it('REN-19 gives back the dates of a plan that was given by hand and is gone since', async () => {
    const { plan_id } = await createSubscriber();
    const before = await money.newPlan();
    const dates = { suscription_status: true, suscription_init: '2026-02-10', suscription_end: '2026-03-10' };
    const id = await money.newClient();
    await app().json('PATCH', `/api/user/${id}`, { ...dates, suscriptionId: before });
    // Dates that were typed once had no period.
    await sql`delete from user_subscriptions where user_id = ${id}`.execute(app().db);
    await money.activate(id, plan_id, { payment_amount: 9_000 });
    expect((await app().remove(`/api/suscriptions/${before}`)).status).toBe(200);
    const [sold] = (await money.detail(id)).subscription_history;
    expect((await money.annulPeriod(sold!.id)).status).toBe(201);
    expect(await money.fields(id)).toMatchObject({ ...dates, suscriptionId: null });
  });

  it('REN-19 leaves money alone that was annulled before', async () => {
    const { id } = await createSubscriber();
    const { period, payment } = await money.renew(id);
    expect((await money.annul(payment!.id)).status).toBe(201);
    const answer = await money.annulPeriod(period.id);
    expect([answer.status, answer.body.data.reversals]).toEqual([201, []]);
  });

  it('REN-20 is only of the last word', async () => {
    const { id } = await createSubscriber();
    const one = await money.renew(id);
    const two = await money.renew(id);
    expect((await money.annulPeriod(one.period.id)).body.message).toBe('Anula primero los períodos posteriores');
    await app().json('PATCH', `/api/user/${id}/subscription-status`, { active: false });
    const changed = await money.annulPeriod(two.period.id);
    expect([changed.status, changed.body.message]).toEqual([409, 'La suscripción cambió después de esta renovación']);
    await app().json('PATCH', `/api/user/${id}/subscription-status`, { active: true });
    expect((await money.annulPeriod(two.period.id)).status).toBe(201);
    expect((await money.annulPeriod(one.period.id)).status).toBe(201);
    expect((await money.annulPeriod(2_000_000_000)).status).toBe(404);
    expect((await money.annulPeriod(one.period.id, 'no')).body.errors).toEqual({
      reason: 'Escribe el motivo (3 a 500 caracteres)',
    });
  });

  it('REN-21 an activation over a queue closes the run today; switching off and on brings the queue back', async () => {
    const { id, plan_id } = await createSubscriber();
    await money.renew(id);
    for (const active of [false, true]) await app().json('PATCH', `/api/user/${id}/subscription-status`, { active });
    expect(await statesOf(id)).toEqual(['pending', 'active']);
    await money.activate(id, plan_id, { payment_amount: 9_000 });
    expect(await money.fields(id)).toMatchObject({ suscription_init: TODAY, suscription_end: '2026-04-05' });
    expect(await statesOf(id)).toEqual(['active', 'canceled', 'completed']);
    await app().remove(`/api/user/${id}/subscription`);
    expect(await statesOf(id)).toEqual(['canceled', 'canceled', 'completed']);
  });
});
