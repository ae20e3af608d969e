import { ledgerRow } from '@pulso/contract/billing/ledger';
import type { LedgerPage } from '@pulso/contract/billing/payments';
import { parseCsv } from '@pulso/testing/csv-reader';
import { createPicture } from '@pulso/testing/pictures';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testClock } from '#test/clock';
import { findBrokenInvariants } from '#test/broken-invariants';
import { moneyOf } from '#test/money';
import { expectAnswer, quickAdmin, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';
import { testApp } from '#test/test-app';

const TODAY = '2026-03-05';
const clock = testClock(TODAY);
const app = sharedApp({ passwords: quickPasswords, now: clock.now });
const money = moneyOf(app);
const idOf = (answer: { body: { data: { id: number } } }) => answer.body.data.id;

async function createSubscriber() {
  const id = await money.newClient({ name: 'Ana Gómez' });
  const plan_id = await money.newPlan();
  await money.activate(id, plan_id);
  return { id, plan_id };
}

describe('the ledger', () => {
  it('PAG-03 PAG-04 EXT-04 answers a page with its sums where one is asked for, and the whole list of a user as before', async () => {
    const { id } = await createSubscriber();
    await money.pay(id, { amount: 700.25, payment_method: 'tarjeta' });
    await money.pay(id, { amount: 300, status: 'pending', payment_method: 'transferencia' });
    const whole = await app().get(`/api/payment?user_id=${id}`);
    expect(Object.keys(whole.body.data[0]).sort()).toEqual(
      [
        'amount',
        'created_at',
        'id',
        'item_id',
        'payment_method',
        'payment_url',
        'status',
        'transaction_id',
        'type',
      ].sort(),
    );
    const { data, meta } = await money.ledger(`&user_id=${id}`);
    expect(data.map(({ amount }) => amount)).toEqual([300, 700.25, 15_000]);
    expect(meta).toMatchObject({
      total: 3,
      sum: 15_700.25,
      by_method: { efectivo: 15_000, tarjeta: 700.25, transferencia: 0, mercadopago: 0 },
    });
    expect(data[2]).toMatchObject({
      kind: 'charge',
      day: TODAY,
      concept: 'Mensual, del 05/03/2026 al 05/04/2026',
      user: { id, name: 'Ana Gómez', deleted: false },
      recorded_by: { name: 'Persona 1' },
      reverses: null,
      reversed_by: null,
      has_receipt: false,
    });
    expect((await app().get('/api/payment?page=1&color=rojo')).status).toBe(400);
    expect((await app().get('/api/payment')).status).toBe(400);
  });

  it('PAG-05 counts a payment at 23:30 in Buenos Aires to that day, and both days of a range', async () => {
    const id = await money.newClient();
    clock.set('2026-03-06T02:30:00Z');
    await money.pay(id, { amount: 1 });
    clock.set('2026-03-06T03:30:00Z');
    await money.pay(id, { amount: 2 });
    const sumOf = async (from: string, to: string) =>
      (await money.ledger(`&user_id=${id}&from=${from}&to=${to}`)).meta.sum;
    expect([
      await sumOf('2026-03-05', '2026-03-05'),
      await sumOf('2026-03-06', '2026-03-06'),
      await sumOf('2026-03-05', '2026-03-06'),
      await sumOf('2026-03-07', '2026-03-08'),
    ]).toEqual([1, 2, 3, 0]);
  });

  it('PAG-06 knows who recorded every payment, the specified calls too; of older ones it does not', async () => {
    const { id } = await createSubscriber();
    const { id: author, token } = await quickAdmin(app());
    await money.pay(id, {}, { token });
    await sql`
      insert into payments (user_id, type, item_id, amount, payment_method, status)
      values (${id}, 'other', 0, 5, 'efectivo', 'completed')`.execute(app().db);
    const { data } = await money.ledger(`&user_id=${id}`);
    expect(data.map(({ recorded_by }) => recorded_by?.name ?? null)).toEqual([null, 'Ana Pérez', 'Persona 1']);
    expect((await money.ledger(`&author=${author}`)).meta.total).toBe(1);
  });

  it('PAG-02 finds by number, transaction and name, and combines what is asked', async () => {
    const id = await money.newClient({ name: 'Úrsula Ñandú' });
    const paid = idOf(await money.pay(id, { transaction_id: 'MP-77 88', payment_method: 'mercadopago' }));
    await money.pay(id, { amount: 9 });
    const found = async (query: string) => (await money.ledger(query)).data.map((row) => row.id);
    expect(await found(`&search=${paid}`)).toEqual([paid]);
    expect(await found('&search=mp7788')).toEqual([paid]);
    expect(await found('&search=nandu')).toHaveLength(2);
    expect(await found('&search=nandu&method=mercadopago')).toEqual([paid]);
    expect(await found('&search=100%25')).toEqual([]);
    expect(await found(`&user_id=${id}&type=product`)).toEqual([]);
    // The words of a name match in any order; a username is no name.
    expect(await found('&search=nandu%20ursula')).toHaveLength(2);
    await sql`
      insert into users (name, gender, phone, username, role, password_hash)
      select 'Repetida ' || n, 'Female', '1123456789', 'nandu' || n, 'CLIENT', 'x' from generate_series(1, 1001) n`.execute(
      app().db,
    );
    expect([await found('&search=nandu'), (await money.ledger('&search=nandu')).meta.more]).toEqual([
      expect.arrayContaining([paid]),
      undefined,
    ]);
    expect((await money.ledger('&search=repetida')).meta).toMatchObject({ total: 0, more: true });
  });

  it('PAG-19 DEU-08 keeps the payments of a deleted client with his name; his debts leave every sum and come back with him', async () => {
    const { id } = await createSubscriber();
    await app().json('POST', '/api/debt', { user_id: id, amount: 400, type: 'other', note: 'Remera' });
    const owed = async () =>
      (await sql<{ owed: number }>`select coalesce(sum(owed), 0) as owed from debt_tally`.execute(app().db)).rows[0]!
        .owed;
    const before = [await owed(), (await money.ledger()).meta.sum];
    await app().remove(`/api/user/${id}`);
    expect([await owed(), (await money.ledger()).meta.sum]).toEqual([before[0]! - 400, before[1]]);
    const { data } = await money.ledger(`&user_id=${id}`);
    expect(data[0]?.user).toEqual({ id, name: 'Ana Gómez', deleted: true });
    const named = (await money.ledger('&search=gomez')).data;
    expect(named.filter(({ user }) => user?.deleted).map(({ user }) => user?.id)).toContain(id);
    await app().json('POST', `/api/user/${id}/restore`, {});
    expect([await owed(), (await money.ledger()).meta.sum]).toEqual(before);
  });
});

describe('annulling a payment', () => {
  it('PAG-07 PAG-12 writes its opposite of today and leaves the original as it was', async () => {
    const { id } = await createSubscriber();
    const [paid] = (await money.detail(id)).payments;
    clock.set('2026-03-09T15:00:00Z');
    const original = await money.one(paid!.id);
    const reversal = expectAnswer(await money.annul(paid!.id, 'Cobrado dos veces'), ledgerRow, 201);
    expect(reversal).toMatchObject({
      kind: 'reversal',
      amount: -15_000,
      payment_method: 'efectivo',
      day: '2026-03-09',
      reason: 'Cobrado dos veces',
      reverses: paid!.id,
      is_part: false,
      user: { id },
    });
    expect(await money.one(paid!.id)).toEqual({ ...original, reversed_by: reversal.id, refunded: 15_000 });
    const { payments } = await money.detail(id);
    expect(payments.map(({ amount }) => amount)).toEqual([-15_000, 15_000]);
    expect((await money.annul(paid!.id, '  ')).body.errors).toEqual({
      reason: 'Escribe el motivo (3 a 500 caracteres)',
    });
  });

  it('PAG-08 K3 annuls once, also at once, and says who did when', async () => {
    const id = await money.newClient();
    const paid = idOf(await money.pay(id));
    const { token } = await quickAdmin(app());
    const answers = await Promise.all([money.annul(paid), money.annul(paid, 'Yo también', { token })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await money.annul(paid)).body.message).toMatch(
      /^(Persona 1|Ana Pérez) ya anuló este pago el 05\/03\/2026\.$/,
    );
    expect((await money.ledger(`&user_id=${id}`)).meta).toMatchObject({ total: 2, sum: 0 });
  });

  it('PAG-09 PAG-11 refuses what is not confirmed and what is a reversal; nothing deletes a payment', async () => {
    const id = await money.newClient();
    const pending = idOf(await money.pay(id, { status: 'pending' }));
    const refused = await money.annul(pending);
    expect([refused.status, refused.body.message]).toEqual([409, 'Un pago sin confirmar se rechaza, no se anula.']);
    const reversal = idOf(await money.annul(idOf(await money.pay(id, { amount: 3 }))));
    expect((await money.annul(reversal)).body.message).toBe('Una anulación no se anula. Registra el pago de nuevo.');
    expect((await money.annul(2_000_000_000)).status).toBe(404);
    expect((await app().remove(`/api/payment/${pending}`)).status).toBe(404);
    expect(app().routes.filter(({ method, url }) => method === 'DELETE' && url.includes('payment'))).toEqual([]);
  });

  it('PAG-10 leaves owed what had been paid, of a period or of a debt', async () => {
    const { id } = await createSubscriber();
    const { payment, debt } = await money.renew(id, { paid: 10_000 });
    const partial = idOf(await money.payDebt(debt!.id, { amount: 5_000 }));
    expect((await money.debts(id))[0]).toMatchObject({ owed: 0, closed_as: 'pagada', paid: 5_000 });
    await money.annul(partial);
    expect(await money.debts(id)).toMatchObject([{ owed: 5_000, amount: 5_000, closed_as: null }]);
    await money.annul(payment!.id);
    expect(await money.debts(id)).toMatchObject([{ owed: 15_000, amount: 15_000 }]);
  });

  it('PAG-16 what was sold keeps its words, whatever the catalogue says later', async () => {
    const { id, plan_id } = await createSubscriber();
    const [paid] = (await money.detail(id)).payments;
    await app().json('PATCH', `/api/suscriptions/${plan_id}`, { title: 'Otro nombre', amount: 99_999 });
    expect(await money.one(paid!.id)).toMatchObject({
      concept: 'Mensual, del 05/03/2026 al 05/04/2026',
      amount: 15_000,
    });
    const { body } = await app().get(`/api/payment/${paid!.id}`);
    expect(Object.keys(body.data.business)).toEqual([
      'name',
      'cuit',
      'address',
      'phone',
      'area_code',
      'receipt_footer',
      'logo_image',
    ]);
  });

  it('A17 a receipt says what is still owed today of its sale, whether it paid the sale or its debt', async () => {
    const { id } = await createSubscriber();
    const { payment, debt } = await money.renew(id, { paid: 10_000 });
    const owed = async (paid: number) => (await app().get(`/api/payment/${paid}`)).body.data.owed;
    expect(await owed(payment!.id)).toBe(5_000);
    const part = idOf(await money.payDebt(debt!.id, { amount: 2_000 }));
    expect([await owed(payment!.id), await owed(part)]).toEqual([3_000, 3_000]);
    const rest = idOf(await money.payDebt(debt!.id, { amount: 3_000 }));
    expect([await owed(payment!.id), await owed(rest)]).toEqual([0, 0]);
    // A debt for something else is of no concern.
    await app().json('POST', '/api/debt', { user_id: id, amount: 700, type: 'other', item_id: 0, note: 'Remera' });
    expect(await owed(payment!.id)).toBe(0);
  });

  it('MOD-08 the database itself refuses to change or delete what was recorded', async () => {
    const id = await money.newClient();
    const paid = idOf(await money.pay(id, { transaction_id: 'X-1' }));
    const refused = 'a payment that was recorded is never changed';
    for (const change of [
      'amount = 1',
      'transaction_id = null',
      "status = 'failed', paid_on = null, close_id = null",
      "concept = 'x'",
      'close_id = null',
    ])
      await expect(app().pool.query(`update payments set ${change} where id = ${paid}`)).rejects.toThrow(refused);
    await expect(app().pool.query(`delete from payments where id = ${paid}`)).rejects.toThrow(refused);
    const pending = idOf(await money.pay(id, { status: 'pending' }));
    await expect(app().pool.query(`delete from payments where id = ${pending}`)).rejects.toThrow(refused);
  });
});

describe('what is to be verified', () => {
  const transfer = { status: 'pending', payment_method: 'transferencia' };

  it('VER-01 VER-03 waits in the queue, in no total, and becomes money of the day given', async () => {
    const id = await money.newClient();
    const before = (await money.ledger()).meta.sum;
    const [one, two] = [idOf(await money.pay(id, transfer)), idOf(await money.pay(id, { ...transfer, amount: 2 }))];
    expect((await money.ledger()).meta.sum).toBe(before);
    const queue = async () =>
      ((await app().get('/api/payment/unverified')).body.data as { id: number }[]).map((row) => row.id);
    expect((await queue()).filter((row) => row === one || row === two)).toEqual([one, two]);
    clock.set('2026-03-07T15:00:00Z');
    const done = expectAnswer(await money.verify(one, { paid_on: '2026-03-04', transaction_id: 'TR-9' }), ledgerRow);
    expect(done).toMatchObject({ status: 'completed', day: '2026-03-04', transaction_id: 'TR-9' });
    expect(done.settled_by?.name).toBe('Persona 1');
    expect(expectAnswer(await money.verify(two), ledgerRow).day).toBe('2026-03-07');
    expect((await money.ledger()).meta.sum).toBe(before + 1_002);
    expect((await money.verify(two, { paid_on: '2026-03-08' })).status).toBe(400);
  });

  it('VER-04 rejected, its period stays and is owed, or goes with it', async () => {
    const { id } = await createSubscriber();
    const kept = await money.renew(id, transfer);
    expect(expectAnswer(await money.reject(kept.payment!.id), ledgerRow)).toMatchObject({
      status: 'failed',
      reason: 'No llegó',
    });
    expect(await money.debts(id)).toMatchObject([{ owed: 15_000, period_id: kept.period.id, note: 'No llegó' }]);
    const before = await money.fields(id);
    const gone = await money.renew(id, transfer);
    expect((await money.reject(gone.payment!.id, { period: 'annul' })).status).toBe(200);
    expect(await money.fields(id)).toEqual(before);
    expect((await money.reject(gone.payment!.id, { reason: '' })).status).toBe(400);
    // A deleted client keeps the period, and owes it after being restored.
    const last = await money.renew(id, transfer);
    await app().remove(`/api/user/${id}`);
    expect((await money.reject(last.payment!.id, { period: 'annul' })).status).toBe(200);
    expect((await app().json('POST', `/api/user/${id}/restore`, {})).status).toBe(200);
    expect(await money.debts(id)).toMatchObject([{ owed: 15_000, period_id: last.period.id }, {}]);
    expect(await findBrokenInvariants(app().db)).toEqual([]);
  });

  it('VER-05 of two who decide the second is told who decided what and when', async () => {
    const id = await money.newClient();
    const { token } = await quickAdmin(app());
    const one = idOf(await money.pay(id, transfer));
    const both = await Promise.all([money.verify(one), money.reject(one, {}, { token })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await money.verify(idOf(await money.pay(id, { ...transfer, amount: 4 })));
    const two = idOf(await money.pay(id, { ...transfer, amount: 5 }));
    await money.reject(two);
    await sql`update payments set settled_at = ${'2026-03-05T14:58:30Z'} where id = ${two}`.execute(app().db);
    const late = await money.verify(two);
    expect([late.status, late.body.message]).toEqual([409, 'Persona 1 ya lo rechazó hace 1 minuto.']);
  });

  it('DEU-07 of a debt lowers it only when it is verified', async () => {
    const id = await money.newClient();
    const debt = await app().json('POST', '/api/debt', { user_id: id, amount: 400, type: 'other', note: 'Remera' });
    const payment = idOf(await money.payDebt(idOf(debt), { ...transfer, amount: 400 }));
    expect(await money.debts(id)).toMatchObject([{ owed: 400 }]);
    await money.verify(payment);
    expect(await money.debts(id)).toMatchObject([{ owed: 0, closed_as: 'pagada' }]);
  });

  it('VER-06 VER-07 keeps a receipt apart, re-encoded, for administrators alone', async () => {
    const id = await money.newClient();
    const paid = idOf(await money.pay(id, transfer));
    const path = `/api/payment/${paid}/receipt`;
    const text = await app().form('PUT', path, { image: new TextEncoder().encode('no soy una imagen') });
    expect([text.status, text.body.message]).toEqual([415, 'El comprobante debe ser una imagen (una captura sirve)']);
    const image = await createPicture().png().toBuffer();
    expect((await app().form('PUT', path, { image })).body.data).toEqual({
      payment_id: paid,
      has_receipt: true,
    });
    const shown = await app().get(path);
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(shown.raw).not.toContain('/uploads/');
    expect((await money.one(paid)).has_receipt).toBe(true);
    const client = await app().login(await app().addUser({ role: 'CLIENT' }));
    expect((await app().get(path, client)).status).toBe(403);
    expect((await app().send('GET', path)).status).toBe(401);
    await money.reject(paid);
    expect((await app().form('PUT', path, { image })).status).toBe(409);
    const { rows } = await sql<{ count: number }>`select count(*) from payment_receipts`.execute(app().db);
    expect(rows[0]?.count).toBe(1);
  });

  it('VER-08 VER-09 VER-10 knows the same money by its transaction, or by client, amount and day', async () => {
    const [ana, eva] = [await money.newClient({ name: 'Ana Gómez' }), await money.newClient()];
    const first = idOf(await money.pay(ana, { transaction_id: 'TR-55 66', amount: 12_000 }));
    const alike = async (query: string) =>
      ((await app().get(`/api/payment/duplicates?day=${TODAY}&${query}`)).body.data as { id: number }[]).map(
        (row) => row.id,
      );
    expect(await alike(`user_id=${eva}&amount=1&transaction_id=tr5566`)).toEqual([first]);
    expect(await alike(`user_id=${ana}&amount=12000`)).toEqual([first]);
    expect(await alike(`user_id=${eva}&amount=12000`)).toEqual([]);
    const again = { transaction_id: 'tr5566', amount: 5, unless_duplicate: true };
    const refused = await money.pay(eva, again);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'duplicate',
        message: `Ya hay un pago de ARS 12.000,00 de Ana Gómez del 05/03/2026: N.º ${first}, lo registró Persona 1.`,
      },
    ]);
    expect((await money.pay(eva, { ...again, unless_duplicate: false })).status).toBe(201);
    const both = { transaction_id: 'A la vez 1', amount: 77, unless_duplicate: true };
    const answers = await Promise.all([money.pay(ana, both), money.pay(eva, both)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const failing = idOf(await money.pay(ana, { ...transfer, transaction_id: 'F-1', amount: 31 }));
    await money.reject(failing);
    await money.annul(idOf(await money.pay(ana, { transaction_id: 'F-1', amount: 32 })));
    expect(await alike(`user_id=${ana}&amount=31&transaction_id=f1`)).toEqual([]);
  });
});

describe('a file of the ledger', () => {
  it('X20 is sent to sixty who ask at once, a few at a time, and others are served meanwhile', async () => {
    await money.pay(await money.newClient());
    const asked = { what: 'payments', query: { from: '2026-03-01', to: '2026-03-31' } };
    const tickets = await Promise.all(Array.from({ length: 60 }, () => app().json('POST', '/api/download', asked)));
    const files = Promise.all(tickets.map(({ body }) => app().send('GET', (body.data as { url: string }).url)));
    expect((await app().get('/api/level')).status).toBe(200);
    const sent = await files;
    expect(sent.map(({ status }) => status)).toEqual(Array(60).fill(200));
    expect(new Set(sent.map(({ raw }) => raw)).size).toBe(1);
  });

  it('PAG-13 PAG-14 P17 C4 has every page, harmless cells, and an address that works once', async () => {
    const id = await money.newClient({ name: '=cmd()' });
    await money.pay(id, { amount: 1_234.5, transaction_id: '+5' });
    const query = { from: '2026-03-01', to: '2026-03-31', user_id: id };
    const made = await app().json('POST', '/api/download', { what: 'payments', query, format: 'standard' });
    expect(made.status).toBe(201);
    const { url } = made.body.data as { url: string };
    expect(url).toMatch(/^\/api\/download\?ticket=[\w-]{43}$/);
    const file = await app().send('GET', url);
    expect(file.headers['content-disposition']).toBe('attachment; filename="pagos_2026-03-01_2026-03-31.csv"');
    const [head, line] = file.raw.slice(1).split('\r\n');
    expect(head).toBe(
      'N.º,Fecha,Cliente,Concepto,Categoría,Tipo,Clase,Método,Estado,Registró,ID de transacción,Monto,Comisión de Mercado Pago,Neto',
    );
    expect(line).toMatch(/^\d+,05\/03\/2026,"'=cmd\(\)",,,Otro,Cobro,Efectivo,Completado,Persona 1,"'\+5",1234.5,,$/);
    expect((await app().send('GET', url)).status).toBe(404);
    const second = await app().json('POST', '/api/download', { what: 'payments', query });
    await sql`update downloads set until = now() - interval '1 second'`.execute(app().db);
    expect((await app().send('GET', second.body.data.url)).status).toBe(404);
    expect((await app().json('POST', '/api/download', { what: 'payments', query: { color: 1 } })).status).toBe(400);
  });
});

it('A21 AJU-18 both forms of the file have the rows and the sum of the list, what was annulled or given back said so, and the category', async () => {
  const id = await money.newClient({ name: 'Rita; "la" Coma, S.A.' });
  await money.pay(id, { amount: 1_234.5 });
  await money.annul(idOf(await money.pay(id, { amount: 77.25 })));
  const part = { amount: 0.05, payment_method: 'tarjeta', reason: 'Se lesionó' };
  const paid = idOf(await money.pay(id, { amount: 0.1 }));
  expect((await app().json('POST', `/api/payment/${paid}/refund`, part)).status).toBe(201);
  const expense = {
    kind: 'expense',
    amount: 300.75,
    category: 'Alquiler',
    concept: 'Marzo',
    payment_method: 'efectivo',
  };
  expect((await app().json('POST', '/api/movement', expense)).status).toBe(201);
  const { data, meta } = (await app().get('/api/payment?page=1&limit=200')).body as unknown as LedgerPage;
  const read = async (format?: string) => {
    const { body } = await app().json('POST', '/api/download', { what: 'payments', query: {}, format });
    const { raw } = await app().send('GET', (body.data as { url: string }).url);
    const [separator, decimal] = format === 'standard' ? [',', '.'] : [';', ','];
    const [head = [], ...rows] = parseCsv(raw.slice(1), separator);
    return rows.map((row) => {
      expect([raw.charCodeAt(0), row.length]).toEqual([0xfeff, head.length]);
      return Object.fromEntries(
        head.map((name, place) => [name, name === 'Monto' ? Number(row[place]?.replace(decimal, '.')) : row[place]]),
      );
    });
  };
  const rows = await read();
  expect(await read('standard')).toEqual(rows);
  expect(rows.map((row) => [Number(row['N.º']), row.Monto])).toEqual(data.map((row) => [row.id, row.amount]));
  const completed = rows.filter(({ Estado }) => !['Pendiente', 'Procesando', 'Fallido'].includes(String(Estado)));
  expect(completed.reduce((sum, { Monto }) => sum + Number(Monto), 0)).toBeCloseTo(meta.sum, 2);
  expect(
    rows.filter(({ Cliente }) => Cliente?.toString().startsWith('Rita')).map(({ Estado, Clase }) => [Clase, Estado]),
  ).toEqual([
    ['Devolución', 'Devolución'],
    ['Cobro', 'Devuelto en parte'],
    ['Anulación', 'Anulación'],
    ['Cobro', 'Anulado'],
    ['Cobro', 'Completado'],
  ]);
  expect(rows.find(({ Monto }) => Monto === -300.75)).toMatchObject({
    Clase: 'Egreso',
    Categoría: 'Alquiler',
    Concepto: 'Marzo',
  });
});

describe('without extras', () => {
  it('EXT-01 EXT-02 EXT-04 nothing of it is there, and a database full of it answers as specified', async () => {
    const { id, plan_id } = await createSubscriber();
    const { payment } = await money.renew(id, { paid: 5_000 });
    await money.annul(payment!.id);
    // Another program on the same database.
    const reach = () => app().connection;
    const plain = await testApp({
      extras: false,
      passwords: quickPasswords,
      reach,
      admin: 'admin.2',
      now: clock.now,
    });
    const served = new Set(plain.routes.map(({ method, url }) => `${method} ${url}`));
    const extras = app().routes.filter(({ extra, url }) => extra && url.startsWith('/api'));
    expect(extras.length).toBeGreaterThan(30);
    for (const { method, url } of extras) {
      expect(served.has(`${method} ${url}`), url).toBe(false);
      const { status } = await plain.send(method, url.replace(/:\w+/g, '1'), { token: plain.token });
      expect([404, 415], `${method} ${url}`).toContain(status);
    }
    const { raw } = await app().get(`/api/user/${id}`);
    const specified = JSON.parse((await plain.get(`/api/user/${id}`)).raw).data;
    expect(JSON.parse(raw).data).toMatchObject({ ...specified, subscription_history: expect.any(Array) });
    expect(specified.payments.map(({ amount }: { amount: number }) => amount)).toEqual([-5_000, 5_000, 15_000]);
    expect(specified.subscription_history.map(({ status }: { status: string }) => status)).toEqual([
      'pending',
      'active',
    ]);
    const paid = { type: 'subscription', item_id: plan_id, amount: 5, payment_method: 'efectivo', status: 'completed' };
    const answers = [];
    for (const one of [app(), plain])
      answers.push(await one.json('POST', '/api/payment', { ...paid, user_id: id, amount: 5 + answers.length }));
    const [rich, poor] = answers.map(({ status, body }) => [status, Object.keys(body.data).sort()]);
    expect(rich![0]).toBe(201);
    expect(poor).toEqual(rich);
    const again = { user_id: id, subscription_id: plan_id, payment_method: 'efectivo', payment_amount: 1 };
    const activated = await plain.json('POST', '/api/user/activate-suscription', again);
    expect([activated.status, activated.body.data.suscription_end]).toEqual([200, '2026-04-05']);
    for (const active of [false, true])
      expect((await plain.json('PATCH', `/api/user/${id}/subscription-status`, { active })).status).toBe(200);
    expect((await plain.json('PATCH', `/api/suscriptions/${plan_id}`, { amount: 17_000 })).body.data.amount).toBe(
      17_000,
    );
    expect((await plain.remove(`/api/user/${id}/subscription`)).body.data.suscription_end).toBeNull();
    expect((await plain.remove(`/api/user/${id}`)).status).toBe(200);
  });
});
