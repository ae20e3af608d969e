import { type Payment, paymentRow } from '@pulso/contract/billing/ledger';
import type { PaymentInput } from '@pulso/contract/billing/payments';
import { addDays, today } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { buildApp } from '#app';
import { removeOldAnswers } from '#db/writes/idempotency';
import { diskStore } from '#files/disk-store';
import { openUploads } from '#files/uploads';
import { addPackage, expectAnswer, createUser, quickAdmin, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';
import { noBackups, silentPush, testApp } from '#test/test-app';

const PAYMENT_REPEATED = 'Se acaba de registrar un pago igual. Espera unos segundos si quieres registrar otro.';
const IDEMPOTENCY_HEADER = 'Idempotency-Key';

const app = sharedApp({ passwords: quickPasswords });
const generalPayment = { type: 'other', item_id: 0, amount: 1_500.5, payment_method: 'efectivo', status: 'completed' };
const newUser = async () => (await createUser(app())).id;
const pay = (fields: object, { key, token }: { key?: string; token?: string } = {}) =>
  app().json(
    'POST',
    '/api/payment',
    { ...generalPayment, ...fields },
    { token, headers: key === undefined ? {} : { [IDEMPOTENCY_HEADER]: key } },
  );
const listOf = async (id: number): Promise<Payment[]> =>
  expectAnswer(await app().get(`/api/payment?user_id=${id}`), z.array(paymentRow));
/** Moves the rows into the past, which nobody else may. */
const backdatePayments = (userId: number, interval: string) =>
  app()
    .db.transaction()
    .execute(async (transaction) => {
      await sql`alter table payments disable trigger keep`.execute(transaction);
      await sql`
        update payments set created_at = now() + ${interval}::interval where user_id = ${userId}`.execute(transaction);
      await sql`alter table payments enable trigger keep`.execute(transaction);
    });

describe('a payment sent more than once', () => {
  it('Y1 P23 is one under one key, with one answer, also when all come at once', async () => {
    const user_id = await newUser();
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay({ user_id }, { key: 'pago-1' })));
    answers.push(await pay({ user_id, amount: '1500.5' }, { key: 'pago-1' }));
    for (const { status, raw } of answers) expect([status, raw]).toEqual([201, answers[0]?.raw]);
    expect(await listOf(user_id)).toHaveLength(1);
  });

  it('Y3 Y5 is refused under a key of another payment; keys are the administrator’s own, per route', async () => {
    const user_id = await newUser();
    await pay({ user_id }, { key: 'pago-2' });
    const other = await pay({ user_id, amount: 99 }, { key: 'pago-2' });
    expect([other.status, other.body.errors]).toEqual([
      400,
      { [IDEMPOTENCY_HEADER]: 'Esa clave ya se usó con otros datos' },
    ]);
    const { token } = await quickAdmin(app());
    expect((await pay({ user_id, amount: 99 }, { key: 'pago-2', token })).status).toBe(201);
    const body = { user_id, package_id: await addPackage(app()) };
    const elsewhere = await app().json('POST', '/api/user/activate-package', body, {
      headers: { [IDEMPOTENCY_HEADER]: 'pago-2' },
    });
    expect(elsewhere.status).toBe(200);
    expect(await listOf(user_id)).toHaveLength(2);
  });

  it('Y5 needs a key of 1 to 200 plain characters', async () => {
    const user_id = await newUser();
    for (const key of ['', ' ', 'con espacio', 'a'.repeat(201), 'ñ', 'a, b']) {
      const { status, body } = await pay({ user_id }, { key });
      expect([key, status, body.errors]).toEqual([key, 400, { [IDEMPOTENCY_HEADER]: 'La clave no es válida' }]);
    }
    expect((await pay({ user_id }, { key: 'a'.repeat(200) })).status).toBe(201);
  });

  it('Y4 does not use up the key when it fails, and needs no memory of its own to answer again', async () => {
    const user_id = await newUser();
    expect((await pay({ user_id, type: 'package', item_id: 999_999 }, { key: 'pago-3' })).status).toBe(400);
    expect((await pay({ user_id: 2_147_483_647 }, { key: 'pago-3' })).status).toBe(404);
    const first = await pay({ user_id }, { key: 'pago-3' });
    expect(first.status).toBe(201);
    // A second node on the same database.
    const { db, tokens, folder, token, deps } = app();
    const uploads = openUploads(diskStore(folder));
    const { http } = buildApp({
      db,
      loginDb: db,
      tokens,
      uploads,
      passwords: quickPasswords,
      push: silentPush,
      backups: noBackups,
      metrics: deps.metrics,
      extras: true,
    });
    const again = await http.inject({
      method: 'POST',
      url: '/api/payment',
      headers: { authorization: `Bearer ${token}`, [IDEMPOTENCY_HEADER]: 'pago-3' },
      payload: { ...generalPayment, user_id },
    });
    expect([again.statusCode, again.body]).toEqual([201, first.raw]);
    expect(await listOf(user_id)).toHaveLength(1);
  });

  it('Y4 is 404 once its client is deleted: the answer of before would speak of nobody', async () => {
    const user_id = await newUser();
    expect((await pay({ user_id }, { key: 'pago-4' })).status).toBe(201);
    await app().remove(`/api/user/${user_id}`);
    expect((await pay({ user_id }, { key: 'pago-4' })).status).toBe(404);
  });

  it('Y2 D14 is one without a key too, if it comes within ten seconds', async () => {
    const user_id = await newUser();
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay({ user_id })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(PAYMENT_REPEATED);
    // Another amount, another user or a key: no duplicate.
    for (const fields of [{ user_id, amount: 2 }, { user_id, type: 'product' }, { user_id: await newUser() }])
      expect((await pay(fields)).status).toBe(201);
    expect((await pay({ user_id }, { key: 'a-sabiendas' })).status).toBe(201);
    // Later, and after the clock was set back.
    for (const interval of ['-11 seconds', '1 hour']) {
      await backdatePayments(user_id, interval);
      expect((await pay({ user_id })).status).toBe(201);
    }
    expect(await listOf(user_id)).toHaveLength(6);
  });

  it('Y2 is another one without a key when anything in it is another, and then that one is sent twice', async () => {
    const user_id = await newUser();
    const another = {
      user_id: await newUser(),
      type: 'product',
      item_id: 7,
      amount: 1_500.51,
      payment_method: 'mercadopago',
      status: 'pending',
      transaction_id: 'MP-1',
      payment_url: 'https://pagos.example/1',
      paid_on: addDays(today(), -1),
      notes: 'Otra',
    } satisfies Record<Exclude<keyof PaymentInput, 'debt_id' | 'unless_duplicate'>, unknown>;
    const sent = [{ user_id }, ...Object.entries(another).map(([field, value]) => ({ user_id, [field]: value }))];
    const answers = [];
    for (const fields of [...sent, ...sent]) answers.push([fields, (await pay(fields)).status]);
    expect(answers).toEqual([...sent.map((fields) => [fields, 201]), ...sent.map((fields) => [fields, 409])]);
  });

  it('Y5 is forgotten after two days', async () => {
    const user_id = await newUser();
    await pay({ user_id }, { key: 'pago-4' });
    const forget = async (interval: string) => {
      await sql`update idempotent_answers set created_at = now() - ${interval}::interval where key = 'pago-4'`.execute(
        app().db,
      );
      await removeOldAnswers(app().db);
      return (await pay({ user_id, amount: 7 }, { key: 'pago-4' })).status;
    };
    expect([await forget('47 hours'), await forget('49 hours')]).toEqual([400, 201]);
  });

  it('Y2 EXTRAS=0 knows no keys: what comes twice is refused', async () => {
    const plain = await testApp({ extras: false, passwords: quickPasswords });
    const { id: user_id } = await createUser(plain);
    const send = () =>
      plain.json(
        'POST',
        '/api/payment',
        { ...generalPayment, user_id },
        { headers: { [IDEMPOTENCY_HEADER]: 'no vale' } },
      );
    expect([(await send()).status, (await send()).status]).toEqual([201, 409]);
  });
});
