import { collectionPage } from '@pulso/contract/billing/collections';
import { collectionSummary } from '@pulso/contract/billing/collections.summary';
import { ledgerRow } from '@pulso/contract/billing/ledger';
import { priceRiseDetail, priceVersion } from '@pulso/contract/billing/prices';
import { periodRow } from '@pulso/contract/billing/subscriptions';
import { closeRow } from '@pulso/contract/billing/till';
import { addDays } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { testClock } from '#test/clock';
import { findBrokenInvariants } from '#test/broken-invariants';
import { moneyOf } from '#test/money';
import { expectAnswer, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

/** Section 16 of the money document: rules that met a case which nobody had written down. */

const TODAY = '2026-03-05';
const clock = testClock(TODAY);
const setDay = (days: number) => clock.set(addDays(TODAY, days));
const app = sharedApp({ passwords: quickPasswords, now: clock.now });
const money = moneyOf(app);

const owedBy = async (id: number) => (await money.renewal(id)).owed;
const lastPayment = async (id: number) => (await money.ledger(`&user_id=${id}`)).data[0]!;
const statesOf = async (id: number) => (await money.detail(id)).subscription_history.map(({ status }) => status);
const refusal = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message];

async function createSubscriber(amount = 12_000) {
  const plan = await money.newPlan({ amount });
  const id = await money.newClient();
  await money.activate(id, plan, { payment_amount: amount });
  return { id, plan };
}

it('AJU-01 AJU-17 a queued period that is taken owes nothing, and what was paid of it is annulled without owing', async () => {
  for (const take of ['delete', 'replace']) {
    const { id, plan } = await createSubscriber();
    const { period, payment, debt } = await money.renew(id, { paid: 5_000 });
    await money.payDebt(debt!.id, { amount: 2_000 });
    const ofDebt = await lastPayment(id);
    if (take === 'delete') await app().remove(`/api/user/${id}/subscription`);
    else await money.activate(id, plan, { payment_amount: 11_000 });
    expect(await money.debts(id)).toMatchObject([{ owed: 0, paid: 2_000, closed_as: 'anulada' }]);
    expect(refusal(await money.annulPeriod(period.id))).toEqual([
      409,
      'La suscripción cambió después de esta renovación',
    ]);
    for (const one of [payment!, ofDebt]) expect((await money.annul(one.id)).status).toBe(201);
    expect(await owedBy(id)).toBe(0);
    expect(await findBrokenInvariants(app().db)).toEqual([]);
  }
});

it('AJU-01 a period replaced on the day it began owes nothing, and owes again if the replacement is annulled', async () => {
  const { id } = await createSubscriber();
  const wrong = await lastPayment(id);
  const other = await money.newPlan({ amount: 9_000 });
  await money.activate(id, other, { payment_amount: 9_000 });
  expect((await money.annul(wrong.id)).status).toBe(201);
  expect(await owedBy(id)).toBe(0);
  const { period_id } = (await money.ledger(`&user_id=${id}&kind=charge`)).data[0]!;
  expect((await money.annulPeriod(period_id!)).status).toBe(201);
  expect(await owedBy(id)).toBe(12_000);
  expect(refusal(await money.annulPeriod(period_id!))).toEqual([409, 'Este período ya está anulado']);
  expect(await findBrokenInvariants(app().db)).toEqual([]);
});

it('AJU-01 a debt that was annulled with its period is the same debt once that stands again, and its transfer pays it', async () => {
  const { id } = await createSubscriber();
  const { debt } = await money.renew(id, { paid: 5_000 });
  const due_on = addDays(TODAY, 5);
  await sql`update debts set due_on = ${due_on}, note = 'En dos veces' where id = ${debt!.id}`.execute(app().db);
  const cash = await money.payDebt(debt!.id, { amount: 3_000 });
  const claimed = await money.payDebt(debt!.id, { amount: 4_000, status: 'pending' });
  await money.activate(id, await money.newPlan({ amount: 9_000 }), { payment_amount: 9_000 });
  expect(await money.debts(id)).toMatchObject([{ id: debt!.id, owed: 0, closed_as: 'anulada' }]);
  const { period_id } = (await money.ledger(`&user_id=${id}&kind=charge&status=completed`)).data.find(
    ({ amount }) => amount === 9_000,
  )!;
  expect((await money.annulPeriod(period_id!)).status).toBe(201);
  expect(await money.debts(id)).toMatchObject([
    { id: debt!.id, amount: 7_000, owed: 4_000, paid: 3_000, due_on, note: 'En dos veces', closed_as: null },
  ]);
  expect((await money.annul(cash.body.data.id)).status).toBe(201);
  expect((await money.verify(claimed.body.data.id)).status).toBe(200);
  expect(await money.debts(id)).toMatchObject([{ id: debt!.id, amount: 7_000, owed: 3_000, paid: 4_000 }]);
  expect(await findBrokenInvariants(app().db)).toEqual([]);
});

const raise = async (plan: number, before: number, after: number, days: number, keep?: object) =>
  expectAnswer(
    await app().json('POST', '/api/price-rise', {
      percent: 10,
      rounding: 0,
      valid_from: addDays(TODAY, days),
      rows: [{ kind: 'plan', id: plan, before, after }],
      keep,
    }),
    priceRiseDetail,
    201,
  );
const ownPrice = async (id: number) => (await money.renewal(id)).client_prices[0]?.amount;

it('AJU-02 every promise of a rise stands by itself: undoing one, or removing an own price, leaves the others', async () => {
  const { id, plan } = await createSubscriber(1_000);
  const keep = { user_ids: [id], until: null };
  const first = await raise(plan, 1_000, 1_100, 10, keep);
  await raise(plan, 1_100, 1_200, 40, keep);
  expect((await app().remove(`/api/price-rise/${first.id}`)).status).toBe(200);
  setDay(41);
  expect(await ownPrice(id)).toBe(1_000);

  setDay(0);
  const { id: other, plan: another } = await createSubscriber(1_000);
  const own = await app().json('PUT', '/api/client-price', { user_id: other, plan_id: another, amount: 900 });
  await raise(another, 1_000, 1_100, 10, { user_ids: [other], until: null });
  expect((await app().remove(`/api/client-price/${own.body.data.id}`)).status).toBe(200);
  expect(await ownPrice(other)).toBeUndefined();
  setDay(10);
  expect(await ownPrice(other)).toBe(900);
});

it('AJU-02 a client whose own price is taken away after a rise is affected by it, and not told', async () => {
  const { id, plan } = await createSubscriber(1_000);
  const own = await app().json('PUT', '/api/client-price', { user_id: id, plan_id: plan, amount: 900 });
  const { id: rise } = await raise(plan, 1_000, 1_100, 2);
  const page = async () => expectAnswer(await app().get(`/api/price-rise/${rise}`), priceRiseDetail);
  expect(await page()).toMatchObject({ kept: [{ user: { id } }], untold: [], affected: 0 });
  setDay(5);
  expect((await app().remove(`/api/client-price/${own.body.data.id}`)).status).toBe(200);
  expect(await page()).toMatchObject({ kept: [], untold: [{ id }], affected: 1 });
});

it('AJU-03 an own price above the list is the list, also in Cobranzas, and a rise tells that client', async () => {
  const { id, plan } = await createSubscriber(950);
  await app().json('PUT', '/api/client-price', { user_id: id, plan_id: plan, amount: 950 });
  await app().json('PATCH', `/api/suscriptions/${plan}`, { amount: 700 });
  expect(await ownPrice(id)).toBe(700);
  await sql`update users set suscription_end = ${TODAY} where id = ${id}`.execute(app().db);
  const { data } = collectionPage.parse((await app().get('/api/collection?list=due_today&hidden=true')).body);
  expect(data.find(({ user }) => user.id === id)?.price).toBe(700);
  expect((await raise(plan, 700, 900, 3)).untold).toMatchObject([{ id }]);
});

it('AJU-04 the day that a client told is stored and found, and the same transfer is not taken twice', async () => {
  const id = await money.newClient();
  const told = { amount: 300, payment_method: 'transferencia', status: 'pending', unless_duplicate: true };
  const first = await money.pay(id, { ...told, paid_on: addDays(TODAY, -1) });
  expect(await money.one(first.body.data.id)).toMatchObject({ claimed_on: addDays(TODAY, -1) });
  expect((await money.pay(id, { ...told, paid_on: addDays(TODAY, -1) })).body.code).toBe('duplicate');
  const completed = { ...told, status: 'completed' };
  expect((await money.pay(id, { ...completed, paid_on: addDays(TODAY, -1) })).body.code).toBe('duplicate');
  expect((await money.pay(id, { ...completed, paid_on: addDays(TODAY, -2) })).status).toBe(201);
  await money.verify(first.body.data.id, { paid_on: addDays(TODAY, -1), transaction_id: 'AB-12 34' });
  const found = async (query: string) =>
    expectAnswer(await app().get(`/api/payment/duplicates?${query}`), z.array(ledgerRow)).map((row) => row.id);
  expect(await found('transaction_id=ab1234')).toEqual([first.body.data.id]);
  for (const query of [
    `user_id=${id}&day=${addDays(TODAY, -1)}`,
    `day=${addDays(TODAY, -1)}`,
    'amount=300',
    `user_id=${id}`,
  ])
    expect(await found(query), query).toContain(first.body.data.id);
  expect(await found('')).toEqual([]);
});

it('AJU-05 AJU-06 activating refuses a list price that is old, and with a later start leaves what runs until then', async () => {
  const { id, plan } = await createSubscriber();
  const { period } = await money.renew(id);
  const body = { user_id: id, subscription_id: plan, payment_method: 'efectivo', payment_amount: 12_000 };
  const stale = await app().json('POST', '/api/user/activate-suscription', { ...body, list_price: 11_000 });
  expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
  expect(stale.body.message).toBe('El precio del plan cambió a ARS 12.000,00. Revisa el monto.');
  const start_date = addDays(TODAY, 10);
  await money.activate(id, plan, { payment_amount: 12_000, list_price: 12_000, start_date });
  expect(await statesOf(id)).toEqual(['pending', 'canceled', 'active']);
  setDay(10);
  expect(await statesOf(id)).toEqual(['active', 'canceled', 'completed']);
  expect(await owedBy(id)).toBe(0);
  setDay(0);
  expect(refusal(await money.annulPeriod(period.id))[0]).toBe(409);
  expect(await findBrokenInvariants(app().db)).toEqual([]);
});

it('AJU-06 a queued period that the later start cuts runs between the two', async () => {
  const { id, plan } = await createSubscriber();
  await money.renew(id);
  await money.activate(id, plan, { start_date: addDays(TODAY, 40) });
  const states = async (days: number) => {
    setDay(days);
    return statesOf(id);
  };
  expect(await states(0)).toEqual(['pending', 'pending', 'active']);
  expect(await states(35)).toEqual(['pending', 'active', 'completed']);
  expect(await states(41)).toEqual(['active', 'completed', 'completed']);

  setDay(0);
  expect((await money.renewal(id)).queued).toBe(2);
  const turn = (active: boolean) => app().json('PATCH', `/api/user/${id}/subscription-status`, { active });
  expect((await turn(false)).status).toBe(200);
  expect(await statesOf(id)).toEqual(['canceled', 'canceled', 'canceled']);
  expect((await turn(true)).status).toBe(200);
  expect((await app().remove(`/api/user/${id}/subscription`)).status).toBe(200);
  expect((await statesOf(id)).slice(0, 2)).toEqual(['canceled', 'canceled']);
});

it('AJU-09 an inactive debtor stays in the list of debts and in its sum, marked', async () => {
  const id = await money.newClient();
  const sum = async () => expectAnswer(await app().get('/api/collection/summary'), collectionSummary).debt.sum;
  const before = await sum();
  await app().json('POST', '/api/debt', { user_id: id, amount: 5_000, type: 'other', note: 'Remera' });
  await app().json('PATCH', `/api/user/${id}`, { status: false });
  const { data, meta } = collectionPage.parse((await app().get('/api/collection?list=debt&limit=100')).body);
  expect(data.find(({ user }) => user.id === id)).toMatchObject({ owed: 5_000, user: { status: false } });
  expect([await sum(), meta.total]).toEqual([before + 5_000, data.length]);
});

it('AJU-10 the periods of a client have their price and what is paid of it today', async () => {
  const { id } = await createSubscriber();
  const { debt } = await money.renew(id, { paid: 5_000 });
  const paid = async () =>
    expectAnswer(await app().get(`/api/user/${id}/periods`), z.array(periodRow)).map((row) => [row.paid, row.price]);
  expect(await paid()).toEqual([
    [5_000, 12_000],
    [12_000, 12_000],
  ]);
  await money.payDebt(debt!.id, { amount: 7_000 });
  expect((await paid())[0]).toEqual([12_000, 12_000]);
  expect((await app().get('/api/user/2000000000/periods')).status).toBe(404);
});

it('AJU-11 a payment annulled with the money given back leaves no debt, and its event says so', async () => {
  const { id } = await createSubscriber();
  await money.renew(id, { paid: 5_000 });
  const payment = await lastPayment(id);
  const answer = await app().json('POST', `/api/payment/${payment.id}/annul`, { reason: 'Se va', owes: false });
  expect(answer.status, answer.raw).toBe(201);
  expect(await owedBy(id)).toBe(0);
  expect(await money.debts(id)).toMatchObject([{ owed: 0, forgiven: 12_000, closed_as: 'condonada' }]);
  const { rows } = await sql<{ data: object }>`
    select data from events where entity = 'payment' and entity_id = ${payment.id} and action = 'annul'`.execute(
    app().db,
  );
  expect(rows[0]!.data).toMatchObject({ reason: 'Se va', owes: false });
  expect(await findBrokenInvariants(app().db)).toEqual([]);
});

const refund = (id: number, amount: number) =>
  app().json('POST', `/api/payment/${id}/refund`, { amount, payment_method: 'tarjeta', reason: 'Se lesionó' });
const giveBack = (id: number) => app().json('POST', `/api/payment/${id}/annul`, { reason: 'Se va', owes: false });

it('AJU-11 AJU-12 what was given back is not owed once its period stands again', async () => {
  const { id } = await createSubscriber();
  const first = await lastPayment(id);
  await money.activate(id, await money.newPlan({ amount: 9_000 }), { payment_amount: 9_000 });
  const { period_id } = await lastPayment(id);
  for (const amount of [3_000, 1_000]) expect((await refund(first.id, amount)).status).toBe(201);
  expect((await giveBack(first.id)).status).toBe(201);
  expect(await money.debts(id)).toMatchObject([{ owed: 0, forgiven: 12_000, closed_as: 'condonada' }]);
  expect((await money.annulPeriod(period_id!)).status).toBe(201);
  expect(await owedBy(id)).toBe(0);
  expect(await findBrokenInvariants(app().db)).toEqual([]);
});

it('AJU-11 giving back what was paid of a debt of no period forgives that part alone', async () => {
  const id = await money.newClient();
  const debt = { user_id: id, amount: 10_000, type: 'other', note: 'Remeras' };
  const { body } = await app().json('POST', '/api/debt', debt);
  const paid = await money.payDebt(body.data.id, { amount: 3_000 });
  expect((await giveBack(paid.body.data.id)).status).toBe(201);
  expect(await money.debts(id)).toMatchObject([{ owed: 7_000, paid: 0, forgiven: 3_000, closed_as: null }]);
  expect(await findBrokenInvariants(app().db)).toEqual([]);
});

it('AJU-12 parts of a charge go back by other methods, together at most the charge, a hundred at once included', async () => {
  const { id } = await createSubscriber();
  const payment = await lastPayment(id);
  const refundBy = (amount: number, payment_method = 'tarjeta') =>
    app().json('POST', `/api/payment/${payment.id}/refund`, { amount, payment_method, reason: 'Se lesionó' });
  const before = (await money.ledger()).meta.by_method;
  const first = expectAnswer(await refundBy(2_000.5), ledgerRow, 201);
  expect(first).toMatchObject({
    kind: 'reversal',
    amount: -2_000.5,
    payment_method: 'tarjeta',
    reverses: payment.id,
    is_part: true,
  });
  expect(await money.one(payment.id)).toMatchObject({ refunded: 2_000.5, reversed_by: null });
  expect((await money.ledger()).meta.by_method).toEqual({ ...before, tarjeta: before.tarjeta - 2_000.5 });
  expect(await owedBy(id)).toBe(0);
  expect((await refundBy(10_000)).body.errors).toEqual({ amount: 'De este pago quedan ARS 9.999,50 por devolver' });

  const answers = await Promise.all(Array.from({ length: 100 }, () => refundBy(500, 'efectivo')));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(19);
  expect(await money.one(payment.id)).toMatchObject({ refunded: 11_500.5, reversed_by: null });
  const rest = expectAnswer(await money.annul(payment.id), ledgerRow, 201);
  expect(rest.amount).toBe(-499.5);
  expect(await money.one(payment.id)).toMatchObject({ refunded: 12_000, reversed_by: rest.id });
  expect((await money.annul(payment.id)).status).toBe(409);
  expect(await owedBy(id)).toBe(499.5);
  expect(await findBrokenInvariants(app().db)).toEqual([]);

  const pending = await money.pay(id, { status: 'pending' });
  for (const [one, message] of [
    [pending.body.data.id, 'Un pago sin confirmar se rechaza, no se devuelve.'],
    [(await money.move({})).body.data.id, 'Solo se devuelve lo que pagó un cliente.'],
    [rest.id, 'Solo se devuelve lo que pagó un cliente.'],
  ])
    expect(
      refusal(
        await app().json('POST', `/api/payment/${one}/refund`, {
          amount: 1,
          payment_method: 'efectivo',
          reason: 'Se lesionó',
        }),
      ),
    ).toEqual([409, message]);
});

it('AJU-12 a part of a payment that paid a debt goes back without opening the debt', async () => {
  const { id } = await createSubscriber();
  const { debt } = await money.renew(id, { paid: 5_000 });
  const paid = await money.payDebt(debt!.id, { amount: 7_000 });
  const body = { amount: 3_000, payment_method: 'efectivo', reason: 'Se lesionó' };
  expect((await app().json('POST', `/api/payment/${paid.body.data.id}/refund`, body)).status).toBe(201);
  expect(await money.debts(id)).toMatchObject([{ owed: 0, paid: 4_000, forgiven: 3_000 }]);
  expect(await findBrokenInvariants(app().db)).toEqual([]);
});

it('AJU-13 a transfer for a debt that is paid by now is recorded without it', async () => {
  const { id } = await createSubscriber();
  const { debt } = await money.renew(id, { paid: 5_000 });
  const transfer = await money.payDebt(debt!.id, { amount: 7_000, status: 'pending', payment_method: 'transferencia' });
  await money.payDebt(debt!.id, { amount: 7_000 });
  expect(refusal(await money.verify(transfer.body.data.id))).toEqual([409, 'Esta deuda ya está saldada']);
  const ofAnother = await money.verify(transfer.body.data.id, { debt_id: 2_000_000 });
  expect(refusal(ofAnother)).toEqual([409, 'Este pago ya tiene su período.']);
  const kept = expectAnswer(await money.verify(transfer.body.data.id, { debt_id: null }), ledgerRow);
  expect(kept).toMatchObject({ status: 'completed', debt_id: null, period_id: null });
  expect(await findBrokenInvariants(app().db)).toEqual([]);
});

it('AJU-14 a promise is kept by its amount, in parts, and is open again when the payment is annulled', async () => {
  const { id } = await createSubscriber();
  const old = await lastPayment(id);
  await app().json('POST', `/api/user/${id}/promise`, { on: TODAY, amount: 500 });
  const promised = async () => {
    const { data } = collectionPage.parse((await app().get('/api/collection?list=promised&limit=100')).body);
    const { promise_paid, promised_amount } = data.find(({ user }) => user.id === id) ?? {};
    return [promise_paid, promised_amount];
  };
  const sum = async () => expectAnswer(await app().get('/api/collection/summary'), collectionSummary).promised.sum;
  expect(await promised()).toEqual([0, 500]);
  const before = await sum();
  await money.pay(id, { amount: 300 });
  expect(await promised()).toEqual([300, 500]);
  expect(await sum()).toBe(before - 300);
  const pending = await money.pay(id, { amount: 200, status: 'pending', payment_method: 'transferencia' });
  await money.verify(pending.body.data.id);
  expect(await promised()).toEqual([undefined, undefined]);
  await money.annul(pending.body.data.id);
  expect(await promised()).toEqual([300, 500]);
  // Money from before the promise never counted towards it.
  await money.annul(old.id);
  expect(await promised()).toEqual([300, 500]);
  expect(await findBrokenInvariants(app().db)).toEqual([]);
});

it('AJU-14 a promise that was kept stays kept when the money is given back', async () => {
  const id = await money.newClient();
  await app().json('POST', '/api/debt', { user_id: id, amount: 500, type: 'other', note: 'Remeras' });
  await app().json('POST', `/api/user/${id}/promise`, { on: TODAY, amount: 500 });
  const paid = (await money.payDebt((await money.debts(id))[0]!.id, { amount: 500 })).body.data.id as number;
  for (const send of [() => refund(paid, 200), () => giveBack(paid)]) {
    expect((await send()).status).toBe(201);
    const { data } = collectionPage.parse((await app().get('/api/collection?list=promised&limit=100')).body);
    expect(data.filter(({ user }) => user.id === id)).toEqual([]);
  }
  expect(await owedBy(id)).toBe(0);
  expect(await findBrokenInvariants(app().db)).toEqual([]);
});

it('AJU-15 counted below zero is taken where it is not cash, and differences stand by method', async () => {
  const id = await money.newClient();
  await money.openTill(1_000);
  const paid = await money.pay(id, { amount: 400, payment_method: 'transferencia' });
  const close = async (counted: object, fields: object = {}) => {
    const { expected } = (await money.till())!;
    return money.closeTill({ counted, left: 1_000, expected, ...fields });
  };
  expect((await close({ efectivo: 1_000, transferencia: 400 })).status).toBe(201);
  await money.annul(paid.body.data.id);
  expect((await close({ efectivo: -1, transferencia: -400 }, { left: 0 })).status).toBe(400);
  expect(expectAnswer(await close({ efectivo: 1_000, transferencia: -400 }), closeRow, 201).differences).toEqual({
    efectivo: 0,
    transferencia: 0,
  });
  const differing = await close({ efectivo: 1_010, transferencia: -10 }, { note: 'Se cruzaron' });
  expect(expectAnswer(differing, closeRow, 201).differences).toEqual({ efectivo: 10, transferencia: -10 });
});

it('AJU-16 prices of one day all stand in the history, in order, and a rise that was overwritten says so', async () => {
  const plan = await money.newPlan({ amount: 1_000 });
  const rise = await raise(plan, 1_000, 1_100, 0);
  expect(rise.rows).toMatchObject([{ after: 1_100, overwritten: false }]);
  await app().json('PATCH', `/api/suscriptions/${plan}`, { amount: 1_250 });
  const history = expectAnswer(await app().get(`/api/price/plan/${plan}/history`), z.array(priceVersion));
  expect(history.map((one) => [one.amount, one.rise?.id, one.created_by?.name])).toEqual([
    [1_250, undefined, 'Persona 1'],
    [1_100, rise.id, 'Persona 1'],
    [1_000, undefined, 'Persona 1'],
  ]);
  const later = expectAnswer(await app().get(`/api/price-rise/${rise.id}`), priceRiseDetail);
  expect(later.rows).toMatchObject([{ after: 1_100, overwritten: true }]);
});

it('AJU-17 a reason has one sentence for both bounds, and so has the note of a debt', async () => {
  const { id } = await createSubscriber();
  const payment = await lastPayment(id);
  for (const reason of ['', 'no', 'x'.repeat(501)])
    expect((await money.annul(payment.id, reason)).body.errors).toEqual({
      reason: 'Escribe el motivo (3 a 500 caracteres)',
    });
  const note = async (text: string) =>
    (await app().json('POST', '/api/debt', { user_id: id, amount: 1, type: 'other', note: text })).status;
  expect([await note('x'), await note('x'.repeat(501)), await note('xxx'), await note('x'.repeat(500))]).toEqual([
    400, 400, 201, 201,
  ]);
});
