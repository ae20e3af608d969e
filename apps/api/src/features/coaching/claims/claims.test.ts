import { collectionPage } from '@pulso/contract/billing/collections';
import { ledgerRow } from '@pulso/contract/billing/ledger';
import { verifiedBody } from '@pulso/contract/billing/payments';
import { claimRow, myPaymentsBody, myPlan, myReceipt, type Claim, type MyPlan } from '@pulso/contract/coaching/claims';
import { coverageOf } from '@pulso/contract/coaching/coverage';
import { addDays, formatDate, today } from '@pulso/contract/kit/dates';
import { createPicture } from '@pulso/testing/pictures';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openClaimDay } from '#features/billing/ledger/claims.queries';
import { findBrokenInvariants } from '#test/broken-invariants';
import { moneyOf } from '#test/money';
import { addPackage, addPlan, createUser, expectAnswer, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';
import type { Answer } from '#test/test-app';

const app = sharedApp({ passwords: quickPasswords });
const money = moneyOf(app);
const TODAY = today();
const YESTERDAY = addDays(TODAY, -1);

/** A client with a token of his own. */
async function newClient(fields: object = {}) {
  const { id, username } = await createUser(app(), fields);
  return { id, token: await app().login({ username, password: 'clave-segura' }) };
}
type Client = Awaited<ReturnType<typeof newClient>>;

/** A client whose plan of 12.500 was paid for and ends within days. */
async function newSubscriber(price = 12_500) {
  const client = await newClient();
  const plan = await addPlan(app(), { amount: price });
  await money.activate(client.id, plan, { payment_amount: price, payment_method: 'efectivo' });
  return { ...client, plan };
}

let amounts = 100;
/** No two transfers of a test are alike, unless it says so. */
const transfer = (fields: object = {}) => ({ amount: (amounts += 1), paid_on: YESTERDAY, claim: 'other', ...fields });
const send = ({ token }: Client, fields: object = {}, headers: Record<string, string> = {}) =>
  app().json('POST', '/api/my/transfer', transfer(fields), { token, headers });
const tell = async (client: Client, fields: object = {}): Promise<Claim> =>
  expectAnswer(await send(client, fields), claimRow, 201);
const withdraw = ({ token }: Client, id: number) => app().remove(`/api/my/transfer/${id}`, token);
const planOf = async ({ token }: Client): Promise<MyPlan> =>
  expectAnswer(await app().get('/api/my/plan', token), myPlan);
const queue = async () => expectAnswer(await app().get('/api/payment/unverified'), z.array(ledgerRow));
const owes = async (user_id: number, amount: number) =>
  (await app().json('POST', '/api/debt', { user_id, amount, type: 'other', note: 'Remera' })).body.data.id as number;
const refusal = ({ status, body }: Answer) => [status, body.code, body.message];

/** Body of the confirmation that sells the next period. */
async function termsFor(id: number, fields: object = {}) {
  const { plan, list_price, starts } = await money.renewal(id);
  const price = list_price ?? 0;
  return { plan_id: plan?.id, start_date: starts[0]?.start_date, list_price: price, price, ...fields };
}

/** A claim and everything that confirming it would change. */
async function stateOf(claim: number, client: number) {
  const { rows } = await sql`select * from payments where id = ${claim}`.execute(app().db);
  return [rows, await money.fields(client), await money.debts(client), await money.traces()];
}

describe('Mi plan', () => {
  it('MIP-02 says until when, what is owed and what a renewal costs as the panel does', async () => {
    const client = await newSubscriber();
    await owes(client.id, 4_000);
    const collected = async () => {
      const { data } = collectionPage.parse((await app().get('/api/collection?list=debt&hidden=true')).body);
      return data.find(({ user }) => user.id === client.id);
    };
    const renewal = await money.renewal(client.id);
    const plan = await planOf(client);
    expect(plan).toMatchObject({
      ...{ state: 'covered', plan: 'Mensual', end: renewal.run.end, price: 12_500, owed: 4_000, next_price: null },
      debts: [{ type: 'other', owed: 4_000, due_on: null }],
      payments: [{ amount: 12_500, annulled: false }],
    });
    expect([plan.price, plan.owed]).toEqual([renewal.list_price, renewal.owed]);
    expect(await collected()).toMatchObject({ price: plan.price, owed: plan.owed, end: plan.end });

    // A queued period counts.
    await money.renew(client.id, { paid: 12_500 });
    expect((await planOf(client)).end).toBe((await money.renewal(client.id)).run.end);

    const raise = async (percent: number, days: number, keep?: object) => {
      const { body, status, raw } = await app().json('POST', '/api/price-rise', {
        ...{ percent, rounding: 0, valid_from: addDays(TODAY, days), keep },
        rows: [{ kind: 'plan', id: client.plan, before: 12_500, after: Math.round(12_500 * (1 + percent / 100)) }],
      });
      expect(status, raw).toBe(201);
      return body.data.id as number;
    };
    const rise = await raise(8, 10);
    expect((await planOf(client)).next_price).toEqual({ amount: 13_500, valid_from: addDays(TODAY, 10) });
    await app().remove(`/api/price-rise/${rise}`);
    await raise(8, 10, { user_ids: [client.id], until: null });
    expect(await planOf(client)).toMatchObject({ price: 12_500, next_price: null });
    const own = { user_id: client.id, plan_id: client.plan, amount: 9_000 };
    expect((await app().json('PUT', '/api/client-price', own)).status).toBe(200);
    expect(await planOf(client)).toMatchObject({ price: 9_000, next_price: null });
    expect(await collected()).toMatchObject({ price: 9_000 });
    expect((await money.renewal(client.id)).client_prices).toMatchObject([{ amount: 9_000 }]);
  });

  it('MIP-02 names the state of the plan, active packages, and what was announced after a price of his own ends', async () => {
    const client = await newClient();
    expect(await planOf(client)).toMatchObject({ state: 'none', plan: null, end: null, days: null, price: null });
    await app().json('POST', '/api/user/activate-package', { user_id: client.id, package_id: await addPackage(app()) });
    expect((await planOf(client)).packages).toMatchObject([{ title: 'Volumen', end_date: addDays(TODAY, 30) }]);
    const plan = await addPlan(app(), { amount: 10_000 });
    await money.activate(client.id, plan);
    const own = { user_id: client.id, plan_id: plan, amount: 8_000, until: addDays(TODAY, 5) };
    await app().json('PUT', '/api/client-price', own);
    await app().json('POST', '/api/price-rise', {
      ...{ percent: 10, rounding: 0, valid_from: addDays(TODAY, 20) },
      rows: [{ kind: 'plan', id: plan, before: 10_000, after: 11_000 }],
    });
    expect(await planOf(client)).toMatchObject({
      price: 8_000,
      next_price: { amount: 11_000, valid_from: addDays(TODAY, 20) },
    });
    await app().json('PATCH', `/api/user/${client.id}/subscription-status`, { active: false });
    expect((await planOf(client)).state).toBe('off');
    await app().json('PATCH', `/api/user/${client.id}/subscription-status`, { active: true });
    await app().json('PATCH', `/api/user/${client.id}`, {
      suscription_init: addDays(TODAY, -40),
      suscription_end: addDays(TODAY, -2),
    });
    expect(await planOf(client)).toMatchObject({ state: 'overdue', days: -2 });
    await sql`
      update user_subscriptions set status = 'canceled', closed_on = start_date where user_id = ${client.id}`.execute(
      app().db,
    );
    await sql`
      insert into user_subscriptions (user_id, subscription_id, start_date, end_date, kind)
      values (${client.id}, ${plan}, ${addDays(TODAY, -9)}, ${addDays(TODAY, 3)}, 'pause')`.execute(app().db);
    expect(await planOf(client)).toMatchObject({ state: 'paused', paused_until: addDays(TODAY, 3) });
    // A plan that is not offered any more has no price.
    await app().json('PATCH', `/api/suscriptions/${plan}`, { status: 0 });
    expect(await planOf(client)).toMatchObject({ price: null, next_price: null });
  });

  it("MIP-04 lists his completed payments, twenty a page, and answers his own receipts alone, without anybody's notes", async () => {
    const client = await newClient();
    const other = await newClient();
    for (let at = 0; at < 22; at += 1)
      await money.pay(client.id, { amount: 10 + at, notes: 'Siempre tarde', paid_on: addDays(TODAY, -at) });
    const pending = (await money.pay(client.id, { status: 'pending' })).body.data.id as number;
    const first = await planOf(client);
    expect([first.payments.length, first.more, first.payments[0]?.day]).toEqual([20, true, TODAY]);
    const pageBefore = (id: number) => app().get(`/api/my/payments?before=${id}`, client.token);
    const rest = expectAnswer(await pageBefore(first.payments.at(-1)!.id), myPaymentsBody);
    expect([rest.payments.map(({ amount }) => amount), rest.more]).toEqual([[30, 31], false]);
    const { id } = first.payments[0]!;
    await money.annul(id);
    expect((await planOf(client)).payments[0]).toMatchObject({ id, annulled: true });
    const answer = await app().get(`/api/my/payment/${id}`, client.token);
    expect(expectAnswer(answer, myReceipt)).toMatchObject({
      amount: 10,
      user: { id: client.id },
    });
    expect(answer.body.data.recorded_by).toEqual({ name: 'Persona 1' });
    expect(answer.raw).not.toMatch(/Siempre tarde|notes|settled_by/);
    expect((await pageBefore(2_000_000_000)).status).toBe(404);
    for (const path of [`payment/${id}`, `payments?before=${id}`])
      expect((await app().get(`/api/my/${path}`, other.token)).status).toBe(404);
    expect((await app().get(`/api/my/payment/${pending}`, client.token)).status).toBe(404);
    expect((await app().get('/api/my/plan?user_id=1', client.token)).body.data.payments).toHaveLength(20);
  });
});

describe('Ya transferí', () => {
  it('MIP-05 MIP-08 makes a payment to verify that is in no total, with a picture for administrators alone', async () => {
    const client = await newSubscriber();
    const tilled = await money.till();
    const summed = (await money.ledger()).meta.sum;
    const image = await createPicture(40, 30).png().toBuffer();
    const fields = { amount: '12500', paid_on: YESTERDAY, claim: 'renewal', transaction_id: 'AB-12', image };
    const answer = await app().form('POST', '/api/my/transfer', fields, { token: client.token });
    const claim = expectAnswer(answer, claimRow, 201);
    expect(claim).toMatchObject({
      ...{ amount: 12_500, claim: 'renewal', claimed_on: YESTERDAY, transaction_id: 'AB-12', debt_id: null },
      ...{ has_receipt: true, state: 'open', reason: null },
    });
    expect((await queue()).at(-1)).toMatchObject({
      ...{ id: claim.id, claim: 'renewal', claimed_on: YESTERDAY, status: 'pending', payment_method: 'transferencia' },
      ...{ type: 'subscription', item_id: client.plan, concept: 'Transferencia avisada por el cliente' },
      ...{ period_id: null, debt_id: null, has_receipt: true, recorded_by: { id: client.id } },
    });
    expect([await money.till(), (await money.ledger()).meta.sum]).toEqual([tilled, summed]);
    expect((await money.renewal(client.id)).unverified).toBe(12_500);
    expect((await planOf(client)).claims).toEqual([claim]);
    expect((await planOf(client)).payments).toHaveLength(1);

    const path = `/api/payment/${claim.id}/receipt`;
    const stored = await app().get(path);
    expect([stored.status, stored.headers['content-type']]).toEqual([200, 'image/webp']);
    expect((await app().get(path, client.token)).status).toBe(403);
    expect((await app().get(`/api/my/payment/${claim.id}`, client.token)).status).toBe(404);

    // Who never had a plan pays for nothing that is sold yet.
    const newcomer = await newClient();
    const { id } = await tell(newcomer, { claim: 'renewal' });
    expect(await money.one(id)).toMatchObject({ claim: 'renewal', type: 'other', item_id: 0 });
  });

  it('MIP-06 a fourth open one and a sixth of the day are refused, also when they are sent at once', async () => {
    const client = await newClient();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(client)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409]);
    const tooMany = answers.find(({ status }) => status === 409)!;
    expect(refusal(tooMany)).toEqual([409, 'limit', 'Tienes 3 avisos sin revisar. Espera a que los revisen.']);
    for (const { id } of (await planOf(client)).claims) await withdraw(client, id);
    const later = await Promise.all(Array.from({ length: 4 }, () => send(client)));
    expect(later.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429]);
    const sixth = later.find(({ status }) => status === 429)!;
    expect(sixth.body.message).toBe('Ya enviaste 5 avisos hoy. Intenta de nuevo mañana.');
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(sixth.headers['retry-after'])).toBeLessThanOrEqual(86_400);
    await sql`update payments set created_at = created_at - interval '1 day' where user_id = ${client.id}`.execute(
      app().db,
    );
    expect((await send(client)).status).toBe(201);
  });

  it('MIP-07 an amount, a day, a debt or a picture that does not fit is refused, and nothing is stored', async () => {
    const client = await newClient();
    const other = await newClient();
    const debt = await owes(client.id, 4_000);
    const closed = await owes(client.id, 500);
    await money.payDebt(closed, { amount: 500 });
    const before = await money.traces();
    const errors = async (fields: object) => (await send(client, fields)).body.errors;
    expect(await errors({ amount: 0 })).toEqual({ amount: 'Por favor ingresa un monto válido' });
    const wrongDay = { paid_on: 'La fecha debe estar entre hoy y 30 días atrás' };
    expect(await errors({ paid_on: addDays(TODAY, 1) })).toEqual(wrongDay);
    expect(await errors({ paid_on: addDays(TODAY, -31) })).toEqual(wrongDay);
    expect(await errors({ paid_on: 'ayer' })).toEqual(wrongDay);
    expect(await errors({ claim: 'debt' })).toEqual({ debt_id: 'Elige qué deuda pagaste' });
    const pays = (debt_id: number, amount: number, from = client) => send(from, { claim: 'debt', debt_id, amount });
    expect(refusal(await pays(debt, 4_000.5))).toEqual([409, undefined, 'Es más de lo que debes por eso ($ 4.000)']);
    expect(refusal(await pays(closed, 100))).toEqual([409, undefined, 'Esa deuda ya está saldada']);
    expect((await pays(debt, 100, other)).status).toBe(404);
    expect((await pays(2_000_000_000, 100)).status).toBe(404);
    const withPicture = async (image: Buffer) => {
      const fields = { amount: '70', paid_on: TODAY, claim: 'other', image };
      const answer = await app().form('POST', '/api/my/transfer', fields, { token: client.token });
      return [answer.status, answer.body.message];
    };
    expect(await withPicture(Buffer.from('no soy una imagen'))).toEqual([
      415,
      'El comprobante debe ser una imagen (una captura sirve)',
    ]);
    expect(await withPicture(Buffer.alloc(8 * 1_048_576 + 1))).toEqual([413, 'La imagen no puede pesar más de 8 MB']);
    expect(await money.traces()).toEqual(before);
    expect((await pays(debt, 4_000)).status).toBe(201);
    expect((await send(client, { paid_on: addDays(TODAY, -30) })).status).toBe(201);
  });

  it('MIP-09 the same transfer of his own is refused unless he says that it is another; of another client it is taken', async () => {
    const client = await newClient();
    const other = await newClient();
    await tell(client, { amount: 12_500, transaction_id: 'MP 12-34' });
    const sentence = `Ya hay un pago tuyo de $ 12.500 del ${formatDate(YESTERDAY)}.`;
    expect(refusal(await send(client, { amount: 7, transaction_id: 'mp1234' }))).toEqual([409, 'duplicate', sentence]);
    expect(refusal(await send(client, { amount: 12_500 }))).toEqual([409, 'duplicate', sentence]);
    expect((await send(client, { amount: 12_500, paid_on: TODAY })).status).toBe(201);
    expect((await send(client, { amount: 12_500, another: true })).status).toBe(201);
    const taken = await tell(other, { amount: 12_500, transaction_id: 'mp-1234' });
    const warned = await app().get('/api/payment/duplicates?transaction_id=MP1234');
    expect((warned.body.data as { id: number }[]).map(({ id }) => id)).toContain(taken.id);
    // A payment that was rejected or taken back is none of his.
    const third = await newClient();
    const first = await tell(third, { amount: 900 });
    await money.reject(first.id);
    const second = await tell(third, { amount: 900 });
    await money.verify(second.id);
    await money.annul(second.id);
    expect((await send(third, { amount: 900 })).status).toBe(201);
    // Money that an administrator recorded counts by its day.
    await money.pay(third.id, { amount: 950, paid_on: YESTERDAY });
    expect((await send(third, { amount: 950 })).status).toBe(409);
  });

  it('MIP-10 sent twice with one key, or after a lost answer, is one claim with its picture', async () => {
    const client = await newClient();
    const image = await createPicture().png().toBuffer();
    const headers = { 'idempotency-key': 'aviso-1' };
    const fields = { amount: '333', paid_on: YESTERDAY, claim: 'other', image };
    const once = () => app().form('POST', '/api/my/transfer', fields, { token: client.token, headers });
    const answers = await Promise.all([once(), once()]);
    const ids = [...answers, await once()].map((answer) => expectAnswer(answer, claimRow, 201).id);
    expect(new Set(ids).size).toBe(1);
    expect((await planOf(client)).claims).toHaveLength(1);
    const { rows } = await sql`
      select from payment_receipts r join payments y on y.id = r.payment_id where y.user_id = ${client.id}`.execute(
      app().db,
    );
    expect(rows).toHaveLength(1);
    const changed = await send(client, { amount: 334 }, headers);
    expect(changed.body.errors).toEqual({ 'Idempotency-Key': 'Esa clave ya se usó con otros datos' });
  });

  it('MIP-15 a rejected one says why, an open one is withdrawn, and a decided one is not', async () => {
    const client = await newClient();
    const other = await newClient();
    const [first, second, third] = [await tell(client), await tell(client), await tell(client)];
    expect((await withdraw(other, first.id)).status).toBe(404);
    const paid = (await money.pay(client.id, { status: 'pending' })).body.data.id as number;
    expect((await withdraw(client, paid)).status).toBe(404);
    expect(expectAnswer(await withdraw(client, first.id), claimRow)).toMatchObject({
      state: 'withdrawn',
      reason: 'Retirado por el cliente',
    });
    expect((await withdraw(client, first.id)).status).toBe(200);
    expect(await money.one(first.id)).toMatchObject({ status: 'failed', reason: 'Retirado por el cliente' });
    const verified = await money.verify(first.id);
    expect(refusal(verified)).toEqual([409, undefined, expect.stringMatching(/ ya lo retiró hace /)]);
    await money.reject(second.id, { reason: 'No figura en la cuenta' });
    await money.verify(third.id);
    expect((await planOf(client)).claims).toMatchObject([
      { id: third.id, state: 'confirmed', reason: null },
      { id: second.id, state: 'rejected', reason: 'No figura en la cuenta' },
    ]);
    for (const { id } of [second, third])
      expect(refusal(await withdraw(client, id))).toEqual([409, undefined, 'Ya la revisaron.']);
  });

  it('PRV-04 of an erased person no number and no picture stays, and the sums do', async () => {
    const client = await newClient();
    const image = await createPicture().png().toBuffer();
    const fields = { amount: '610', paid_on: YESTERDAY, claim: 'other', transaction_id: 'MP-77', image };
    const sent = await app().form('POST', '/api/my/transfer', fields, { token: client.token });
    const { id } = expectAnswer(sent, claimRow, 201);
    await money.verify(id);
    await tell(client, { transaction_id: 'MP-78' });
    const { sum } = (await money.ledger()).meta;
    await app().remove(`/api/user/${client.id}`);
    expect((await app().json('POST', `/api/user/${client.id}/erase`, {})).status).toBe(200);
    const { rows } = await sql`
      select y.transaction_id, r.image from payments y left join payment_receipts r on r.payment_id = y.id
      where y.user_id = ${client.id}`.execute(app().db);
    expect(rows).toEqual([
      { transaction_id: null, image: null },
      { transaction_id: null, image: null },
    ]);
    expect((await money.ledger()).meta.sum).toBe(sum);
  });

  it('MIP-18 an open one gives grace for three days, and none if the last one decided was rejected', async () => {
    const client = await newSubscriber();
    await app().json('PATCH', `/api/user/${client.id}`, {
      suscription_init: addDays(TODAY, -60),
      suscription_end: addDays(TODAY, -30),
    });
    const claimDay = async () => {
      const { rows } = await sql<{ day: string | null }>`
        select ${openClaimDay} as day from users u where u.id = ${client.id}`.execute(app().db);
      return rows[0]!.day;
    };
    const kindIn = async (days: number) => {
      const facts = { on: true, end: addDays(TODAY, -30), had_plan: true, package_end: null };
      const settings = { lapsed_sees: 'history', grace_days: 3 } as const;
      return coverageOf({ ...facts, claimed_on: await claimDay() }, settings, addDays(TODAY, days)).kind;
    };
    expect(await kindIn(0)).toBe('lapsed');
    // Whatever day he says, it counts from when he told it.
    const first = await tell(client, { paid_on: addDays(TODAY, -20) });
    expect([await kindIn(0), await kindIn(2), await kindIn(3)]).toEqual(['grace', 'grace', 'lapsed']);
    await withdraw(client, first.id);
    expect(await kindIn(0)).toBe('lapsed');
    const second = await tell(client);
    expect(await kindIn(0)).toBe('grace');
    await money.reject(second.id);
    await tell(client);
    expect([await claimDay(), await kindIn(0)]).toEqual([null, 'lapsed']);
    const { id } = (await planOf(client)).claims[0]!;
    await money.verify(id);
    await tell(client);
    expect(await kindIn(2)).toBe('grace');
  });
});

describe('confirming a claim', () => {
  it("MIP-11 'Confirmar y renovar' sells the period and pays for it, together or not at all, and 'Anular período' takes all back", async () => {
    const client = await newSubscriber();
    const before = { fields: await money.fields(client.id), debts: await money.debts(client.id) };
    const { id } = await tell(client, { amount: 10_000, claim: 'renewal', transaction_id: 'T-1', paid_on: YESTERDAY });
    const renew = await termsFor(client.id);
    const row = expectAnswer(
      await money.verify(id, { renew }, { headers: { 'idempotency-key': 'uno' } }),
      verifiedBody,
    );
    const { period, debt, user } = row.renewed!;
    expect(row).toMatchObject({
      ...{ id, status: 'completed', day: YESTERDAY, period_id: period.id, debt_id: null, claim: 'renewal' },
      ...{ type: 'subscription', item_id: client.plan, transaction_id: 'T-1', amount: 10_000 },
      concept: `Mensual, del ${formatDate(period.start_date)} al ${formatDate(period.end_date)}`,
    });
    expect(period).toMatchObject({ start_date: renew.start_date, price: 12_500, paid: 10_000 });
    expect(debt).toMatchObject({ amount: 2_500, owed: 2_500, period_id: period.id });
    expect(user.suscription_end).toBe(period.end_date);
    expect(await money.fields(client.id)).toMatchObject({ suscription_end: period.end_date, suscription_status: true });
    expect((await planOf(client)).claims).toMatchObject([{ id, state: 'confirmed' }]);
    expect(await findBrokenInvariants(app().db)).toEqual([]);
    const again = await money.verify(id, { renew }, { headers: { 'idempotency-key': 'uno' } });
    expect(again.body.data.renewed.period.id).toBe(period.id);

    expect((await money.annulPeriod(period.id)).status).toBe(201);
    expect(await money.fields(client.id)).toEqual(before.fields);
    expect(await money.debts(client.id)).toMatchObject([{ owed: 0, closed_as: 'anulada' }]);
    expect((await money.one(id)).reversed_by).not.toBeNull();
    expect(await findBrokenInvariants(app().db)).toEqual([]);
  });

  it('MIP-11 sells the first plan of who never had one, and any payment to verify without a period', async () => {
    const newcomer = await newClient();
    const plan = await addPlan(app(), { amount: 8_000 });
    const { id } = await tell(newcomer, { amount: 8_000, claim: 'renewal' });
    const renew = { plan_id: plan, start_date: TODAY, list_price: 8_000, price: 8_000 };
    expect(expectAnswer(await money.verify(id, { renew }), verifiedBody)).toMatchObject({
      ...{ type: 'subscription', item_id: plan },
      renewed: { debt: null },
    });
    const noted = (await money.pay(newcomer.id, { amount: 8_000, status: 'pending', payment_method: 'transferencia' }))
      .body.data.id as number;
    const terms = await termsFor(newcomer.id);
    expect((await money.verify(noted, { renew: terms })).body.data.renewed.period.start_date).toBe(terms.start_date);
    expect(await findBrokenInvariants(app().db)).toEqual([]);
  });

  it('MIP-12 applies it to a debt, or sells nothing; it counts of the day told unless another is given', async () => {
    const client = await newSubscriber();
    const { debt } = await money.renew(client.id, { paid: 2_500, transaction_id: null });
    const other = await owes(client.id, 700);
    const first = await tell(client, { amount: 6_000, claim: 'debt', debt_id: debt!.id });
    const row = expectAnswer(await money.verify(first.id), verifiedBody);
    expect(row).toMatchObject({ debt_id: debt!.id, period_id: debt!.period_id, day: YESTERDAY, type: 'subscription' });
    expect(row.concept).toMatch(/^Mensual, del /);
    // Told as something else, and the other way round.
    const second = await tell(client, { amount: 300 });
    expect((await money.verify(second.id, { debt_id: other, paid_on: TODAY })).body.data).toMatchObject({
      debt_id: other,
      day: TODAY,
    });
    const third = await tell(client, { amount: 400, claim: 'debt', debt_id: other });
    expect((await money.verify(third.id, { debt_id: null })).body.data).toMatchObject({
      debt_id: null,
      period_id: null,
    });
    const owed = Object.fromEntries((await money.debts(client.id)).map(({ id, owed: left }) => [id, left]));
    expect(owed).toEqual({ [debt!.id]: 4_000, [other]: 400 });
    const renewal = await tell(client, { amount: 12_500, claim: 'renewal' });
    const fields = await money.fields(client.id);
    expect((await money.verify(renewal.id)).body.data.renewed).toBeUndefined();
    expect(await money.fields(client.id)).toEqual(fields);
    expect(await findBrokenInvariants(app().db)).toEqual([]);
    const stranger = await newClient();
    const fourth = await tell(stranger, { amount: 300 });
    expect((await money.verify(fourth.id, { debt_id: other })).status).toBe(404);
    // A day that is too long ago by now.
    await sql`update payments set claimed_on = ${addDays(TODAY, -61)} where id = ${fourth.id}`.execute(app().db);
    expect((await money.verify(fourth.id)).body.data.day).toBe(TODAY);
  });

  it('MIP-13 is refused as Renovar refuses, and the claim stays open', async () => {
    const client = await newSubscriber();
    const { id } = await tell(client, { amount: 12_500, claim: 'renewal' });
    const debt = await owes(client.id, 500);
    const terms = await termsFor(client.id);
    const [withdrawn, years] = [
      await addPlan(app(), { status: 0 }),
      await addPlan(app(), { amount: 20_000, duration: 12 }),
    ];
    const before = await stateOf(id, client.id);
    const refused = async (renew: object, more: object = {}) => {
      const answer = await money.verify(id, { renew: { ...terms, ...renew }, ...more });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(await stateOf(id, client.id)).toEqual(before);
      return answer;
    };
    const sameFails = async (renew: object) => {
      const own = { ...terms, ...renew, paid: 0, payment_method: 'efectivo', status: 'completed' };
      expect(refusal(await refused(renew))).toEqual(refusal(await money.sendRenewal(client.id, own)));
    };
    await sameFails({ start_date: addDays(TODAY, -9) });
    await sameFails({ list_price: 11_000 });
    await sameFails({ plan_id: withdrawn });
    for (let at = 0; at < 4; at += 1)
      await money.renew(client.id, { plan_id: years, list_price: 20_000, price: 20_000, paid: 20_000 });
    const { starts } = await money.renewal(client.id);
    const beyond = await money.verify(id, {
      renew: { plan_id: years, list_price: 20_000, price: 20_000, start_date: starts[0]!.start_date },
    });
    expect(refusal(beyond)).toEqual([409, undefined, 'No se puede renovar más allá de 5 años']);
    expect((await money.one(id)).status).toBe('pending');

    const someone = await newSubscriber();
    const told = await tell(someone, { amount: 13_000, claim: 'renewal' });
    const renew = await termsFor(someone.id);
    const tooMuch = await money.verify(told.id, { renew });
    expect([tooMuch.status, tooMuch.body.errors]).toEqual([
      400,
      { 'renew.price': 'El pago no puede superar el precio' },
    ]);
    const both = await money.verify(told.id, { renew: { ...renew, price: 13_000 }, debt_id: debt });
    expect([both.status, Object.keys(both.body.errors)]).toEqual([400, ['debt_id']]);
    const { payment } = await money.renew(someone.id, { status: 'pending', payment_method: 'transferencia' });
    const sold = await money.verify(payment!.id, { renew: await termsFor(someone.id) });
    expect(refusal(sold)).toEqual([409, undefined, 'Este pago ya tiene su período.']);
    await app().json('PATCH', `/api/user/${someone.id}`, { status: false });
    const inactive = await money.verify(told.id, { renew: await termsFor(someone.id, { price: 13_000 }) });
    expect(refusal(inactive)).toEqual([409, undefined, 'El usuario está inactivo. Actívalo antes de renovar.']);
    expect((await money.one(told.id)).status).toBe('pending');
    expect((await money.verify(told.id)).status).toBe(200);
  });

  it('MIP-11 K1 two administrators at once sell one period', async () => {
    const client = await newSubscriber();
    const { id } = await tell(client, { amount: 12_500, claim: 'renewal' });
    const renew = await termsFor(client.id);
    const answers = await Promise.all([money.verify(id, { renew }), money.verify(id, { renew }), money.verify(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await findBrokenInvariants(app().db)).toEqual([]);
  });

  it('MIP-14 Renovar names open claims, and the same money recorded apart is warned of by the day told', async () => {
    const client = await newSubscriber();
    const { id } = await tell(client, { amount: 12_500, claim: 'renewal', paid_on: addDays(TODAY, -3) });
    const { claims } = await money.renewal(client.id);
    expect(claims).toEqual([
      {
        ...{ id, amount: 12_500, claimed_on: addDays(TODAY, -3), transaction_id: null },
        ...{ claim: 'renewal', debt_id: null, has_receipt: false },
      },
    ]);
    const { name } = (await money.detail(client.id)) as { name: string };
    const apart = await money.pay(client.id, { amount: 12_500, paid_on: addDays(TODAY, -3), unless_duplicate: true });
    expect(refusal(apart)).toEqual([
      ...[409, 'duplicate'],
      `Ya hay un pago de ARS 12.500,00 de ${name} del ${formatDate(addDays(TODAY, -3))}: N.º ${id}, lo avisó desde su app.`,
    ]);
    await withdraw(client, id);
    expect((await money.renewal(client.id)).claims).toEqual([]);
  });

  it('MIP-16 the row of Cobranzas says what was told last', async () => {
    const client = await newSubscriber();
    await owes(client.id, 900);
    const claimOf = async () => {
      const { data } = collectionPage.parse((await app().get('/api/collection?list=debt&hidden=true')).body);
      return data.find(({ user }) => user.id === client.id)?.claim;
    };
    expect(await claimOf()).toBeNull();
    await tell(client, { amount: 800 });
    const { id } = await tell(client, { amount: 12_500 });
    expect(await claimOf()).toEqual({ id, amount: 12_500, claimed_on: YESTERDAY });
    await money.verify(id);
    expect(await claimOf()).toMatchObject({ amount: 800 });
  });
});
