import { type Payment, paymentRow } from '@pulso/contract/billing/ledger';
import { userDetail } from '@pulso/contract/desk/user-detail';
import { sumMoney } from '@pulso/contract/kit/money';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { addPackage, addPlan, expectAnswer, createUser, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const INVALID_AMOUNT = 'Por favor ingresa un monto válido';
const ITEM_REQUIRED = 'Por favor selecciona un suscripción/paquete';

const app = sharedApp({ passwords: quickPasswords });
const generalPayment = { type: 'other', item_id: 0, amount: 1_500.5, payment_method: 'efectivo', status: 'completed' };
const newUser = async () => (await createUser(app())).id;
const pay = (fields: object) => app().json('POST', '/api/payment', { ...generalPayment, ...fields });
const listOf = async (id: number): Promise<Payment[]> =>
  expectAnswer(await app().get(`/api/payment?user_id=${id}`), z.array(paymentRow));
/** The collected sum, by the database. */
const readCollectedSum = async (userId: number) => {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount) filter (where status = 'completed'), 0)::text as sum
    from payments where user_id = ${userId}`.execute(app().db);
  return rows[0]?.sum;
};
const sumOf = (payments: Payment[]) =>
  sumMoney(payments.filter(({ status }) => status === 'completed').map(({ amount }) => amount)).toFixed(2);

describe('registering a payment', () => {
  it('USD-91 USD-86 USD-96 API-27 stores it and shows it in the detail and in the list alike', async () => {
    const user_id = await newUser();
    const [plan, pack] = [await addPlan(app()), await addPackage(app())];
    const extra = { transaction_id: 'MP-77', payment_url: 'https://pagos.example/77?x=1' };
    const sent = [
      {
        ...generalPayment,
        type: 'subscription',
        item_id: plan,
        amount: 15_000,
        payment_method: 'mercadopago',
        ...extra,
      },
      {
        ...generalPayment,
        type: 'package',
        item_id: pack,
        amount: '0.01',
        payment_method: 'tarjeta',
        status: 'pending',
      },
      { ...generalPayment, type: 'product', item_id: '0', amount: 9_999_999_999.99, payment_method: 'transferencia' },
      generalPayment,
    ];
    const made: Payment[] = [];
    for (const fields of sent) {
      const answer = await pay({ user_id, ...fields });
      expect(answer.body.message).toBe('Pago registrado');
      const payment = expectAnswer(answer, paymentRow, 201);
      const blank = { transaction_id: null, payment_url: null };
      const numbers = { item_id: Number(fields.item_id), amount: Number(fields.amount) };
      expect(payment).toEqual({ id: payment.id, created_at: payment.created_at, ...blank, ...fields, ...numbers });
      made.unshift(payment);
    }
    expect(await listOf(user_id)).toEqual(made);
    expect(expectAnswer(await app().get(`/api/user/${user_id}`), userDetail).payments).toEqual(made);
  });

  it('USD-92 M4 takes the four statuses and makes date and id itself', async () => {
    const user_id = await newUser();
    for (const status of ['completed', 'pending', 'failed', 'processing']) {
      const past = { id: 1, created_at: '2001-01-01T00:00:00.000Z', user: 1 };
      const payment = expectAnswer(await pay({ user_id, status, amount: status.length, ...past }), paymentRow, 201);
      expect([payment.status, payment.created_at > '2020']).toEqual([status, true]);
    }
    for (const status of ['paid', 'COMPLETED', '', null, undefined, ['completed'], true])
      expect((await pay({ user_id, status })).body.errors).toEqual({ status: 'El estado del pago no es válido' });
  });

  it('USD-91 V3 V4 V6 V11 Y10 M4 refuses what is wrong by its field, and stores nothing', async () => {
    const user_id = await newUser();
    const pack = await addPackage(app(), { duration: 1 });
    const numbers = [
      0,
      -1,
      -0.01,
      0.001,
      5.005,
      1e10,
      '1e3',
      '0x10',
      '1,50',
      ' 5 ',
      '+5',
      '٣',
      '-0',
      'NaN',
      '5.',
      '.5',
    ];
    const links = [
      'javascript:alert(1)',
      'JaVa\tScript:x',
      'data:text/html,x',
      '//evil',
      'http://u:p@x',
      'ftp://x',
      'x',
    ];
    const bad: Record<string, [unknown[], unknown]> = {
      amount: [[...numbers, '', null, undefined, true, [1], {}], INVALID_AMOUNT],
      type: [['otro', 'Subscription', '', null, undefined, ['other']], 'El tipo de pago no es válido'],
      item_id: [[-1, 1.5, 'x', '', null, undefined, [0], 2_147_483_648], ITEM_REQUIRED],
      payment_method: [['cheque', '', null, undefined, 1], 'El método de pago no es válido'],
      user_id: [[0, -1, 'x', null, undefined, [1], '1 OR 1=1'], 'El usuario es obligatorio'],
      payment_url: [links, expect.stringContaining('http')],
      transaction_id: [['a\u0000', 1, ['x'], 'a'.repeat(151)], expect.any(String)],
    };
    for (const [field, [values, message]] of Object.entries(bad))
      for (const value of values) {
        const { status, body } = await pay({ user_id, [field]: value });
        expect([field, value, status, body.errors]).toEqual([field, value, 400, { [field]: message }]);
      }
    // No item, or one that does not exist.
    const items: [string, number][] = [
      ['subscription', 0],
      ['package', 0],
      ['subscription', 999_999],
      ['package', 999_999],
      ['product', pack],
    ];
    for (const [type, item_id] of items)
      expect((await pay({ user_id, type, item_id })).body.errors).toEqual({ item_id: ITEM_REQUIRED });
    expect((await pay({ user_id, type: 'package', item_id: 0, amount: 0 })).body.errors).toEqual({
      item_id: ITEM_REQUIRED,
      amount: INVALID_AMOUNT,
    });
    expect((await pay({ user_id: 2_147_483_647 })).status).toBe(404);
    expect(await listOf(user_id)).toEqual([]);
    for (const query of [
      '',
      '?user_id=',
      '?user_id=0',
      '?user_id=x',
      `?user_id=${user_id}&user_id=1`,
      '?user_id=1&x=1',
    ])
      expect((await app().get(`/api/payment${query}`)).status).toBe(400);
  });
});

describe('money', () => {
  it('Y12 Y16 L3 L8 adds up to the cent over thousands of payments, in one query', async () => {
    const user_id = await newUser();
    await sql`
      insert into payments (user_id, type, amount, payment_method, status)
      select ${user_id}, 'other', (array[0.1, 0.2])[1 + i % 2], 'efectivo', 'completed' from generate_series(1, 2000) i`.execute(
      app().db,
    );
    expect([sumOf(await listOf(user_id)), await readCollectedSum(user_id)]).toEqual(['300.00', '300.00']);
    const { payments } = expectAnswer(await app().get(`/api/user/${user_id}`), userDetail);
    expect([payments.length, sumOf(payments)]).toEqual([2_000, '300.00']);
    let asked = 0;
    app().pool.on('acquire', () => (asked += 1));
    await app().get(`/api/user/${user_id}`);
    // A single query reads the session, the user and the payments.
    expect(asked).toBe(1);
  });

  it('Y12 API-27 is the same number out as in, and only what was completed counts', async () => {
    const user_id = await newUser();
    const amounts = fc.uniqueArray(fc.integer({ min: 1, max: 999_999_999_999 }), { minLength: 40, maxLength: 40 });
    const [cents = []] = fc.sample(amounts, { numRuns: 1, seed: 7 });
    const statuses = ['completed', 'pending', 'failed', 'processing'];
    for (const [index, amount] of cents.entries()) {
      const text = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`;
      const answer = await pay({ user_id, amount: index % 2 ? text : Number(text), status: statuses[index % 4] });
      expect(expectAnswer(answer, paymentRow, 201).amount).toBe(Number(text));
    }
    expect(sumOf(await listOf(user_id))).toBe(await readCollectedSum(user_id));
  });
});
