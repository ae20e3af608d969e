import { closeDetail, closeRow, type Till } from '@pulso/contract/billing/till';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { moneyOf } from '#test/money';
import { expectAnswer, quickAdmin, quickPasswords } from '#test/people';
import { testApp, type TestApp } from '#test/test-app';

const ZERO_BY_METHOD = { efectivo: 0, tarjeta: 0, transferencia: 0, mercadopago: 0 };

/** A business whose till was opened with ARS 1.000,00. */
async function openTillApp() {
  const app = await testApp({ passwords: quickPasswords, now: () => new Date('2026-03-05T15:00:00Z') });
  const money = moneyOf(() => app);
  const client = await money.newClient();
  await money.pay(client, { amount: 77 });
  expect(await money.till()).toBeNull();
  expect((await money.openTill(1_000)).status).toBe(201);
  return { app, money, client };
}

const exactClose = (till: Till, fields: object = {}) => ({
  counted: { efectivo: till!.expected.efectivo },
  left: till!.expected.efectivo,
  note: '',
  expected: till!.expected,
  ...fields,
});

const countRowsByClose = async ({ db }: TestApp) =>
  (
    await sql<{ close_id: number | null; rows: number }>`
      select close_id, count(*)::int as rows from payments where status = 'completed' group by 1 order by 1`.execute(db)
  ).rows;

describe('the till', () => {
  it('CAJ-01 CAJ-02 is opened once with its fund, and expects what came since', async () => {
    const { app, money, client } = await openTillApp();
    const again = await money.openTill(5);
    expect([again.status, again.body.message]).toEqual([409, 'La caja ya está abierta']);
    await money.pay(client, { amount: 250.5 });
    await money.pay(client, { amount: 30, payment_method: 'mercadopago' });
    await money.pay(client, { amount: 9, status: 'pending', payment_method: 'transferencia' });
    expect(await money.till()).toMatchObject({
      opening: { ...ZERO_BY_METHOD, efectivo: 1_000 },
      expected: { ...ZERO_BY_METHOD, efectivo: 1_250.5, mercadopago: 30 },
      in: { ...ZERO_BY_METHOD, efectivo: 250.5, mercadopago: 30 },
      out: ZERO_BY_METHOD,
      rows_total: 2,
      last_close: null,
    });
    expect(await countRowsByClose(app)).toEqual([
      { close_id: 0, rows: 1 },
      { close_id: null, rows: 2 },
    ]);
  });

  it('CAJ-03 CAJ-06 CAJ-07 is closed with what was counted and left; what is closed never changes', async () => {
    const { money, client, app } = await openTillApp();
    const paid = (await money.pay(client, { amount: 500 })).body.data.id;
    const till = await money.till();
    const less = exactClose(till, { counted: { efectivo: 1_000, tarjeta: 0 }, left: 400 });
    const unexplained = await money.closeTill(less);
    expect([unexplained.status, unexplained.body.errors]).toEqual([400, { note: 'Explica la diferencia' }]);
    const tooMuch = await money.closeTill({ ...less, left: 1_000.01, note: 'Vuelto' });
    expect(tooMuch.body.errors).toEqual({ left: 'No puede quedar más de lo contado' });
    const close = expectAnswer(await money.closeTill({ ...less, note: 'Faltó un vuelto' }), closeRow, 201);
    expect(close).toMatchObject({
      opening: { ...ZERO_BY_METHOD, efectivo: 1_000 },
      expected: { ...ZERO_BY_METHOD, efectivo: 1_500 },
      counted: { efectivo: 1_000, tarjeta: 0 },
      left: 400,
      differences: { efectivo: -500, tarjeta: 0 },
      note: 'Faltó un vuelto',
      rows_total: 1,
      closed_by: { name: 'Persona 1' },
    });
    expect(await money.till()).toMatchObject({ opening: { efectivo: 400 }, expected: { efectivo: 400 }, rows: [] });
    const before = (await app.get(`/api/till/closes/${close.id}`)).raw;
    expect((await money.annul(paid)).status).toBe(201);
    expect(await money.till()).toMatchObject({ expected: { efectivo: -100 }, out: { efectivo: 500 } });
    const after = await app.get(`/api/till/closes/${close.id}`);
    const { rows } = expectAnswer(after, closeDetail);
    expect(rows).toMatchObject([{ id: paid, close_id: close.id, amount: 500 }]);
    expect({ ...JSON.parse(after.raw).data, rows: [] }).toEqual({ ...JSON.parse(before).data, rows: [] });
    expect((await app.get('/api/till/closes')).body).toMatchObject({ data: [{ id: close.id }], meta: { total: 1 } });
    expect((await app.get('/api/till/closes/999')).status).toBe(404);
  });

  it('CAJ-04 CAJ-08 K3 refuses a count that is of before, and of two closers lets one', async () => {
    const { app, money, client } = await openTillApp();
    const seen = await money.till();
    await money.pay(client, { amount: 300 });
    const old = await money.closeTill(exactClose(seen));
    expect([old.status, old.body]).toMatchObject([
      409,
      {
        code: 'stale',
        message: 'Entraron movimientos mientras contabas: ahora se esperan ARS 1.300,00. Revisa y cierra otra vez.',
      },
    ]);
    const { token } = await quickAdmin(app);
    const body = exactClose(await money.till(), { left: 100 });
    const both = await Promise.all([money.closeTill(body), money.closeTill(body, { token })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await app.get('/api/till/closes')).body.meta.total).toBe(1);
  });

  it('CAJ-05 MOD-07 claims every payment once, with payments, reversals and closes at once', async () => {
    const { app, money, client } = await openTillApp();
    const closing = async () => {
      for (let tries = 0, closed = 0; closed < 4 && tries < 40; tries += 1)
        closed += (await money.closeTill(exactClose(await money.till()))).status === 201 ? 1 : 0;
    };
    const paying = async (from: number) => {
      for (let amount = from; amount < from + 12; amount += 1) {
        const { body } = await money.pay(client, { amount });
        if (amount % 4 === 0) await money.annul(body.data.id);
      }
    };
    await Promise.all([paying(1), paying(101), paying(201), closing()]);
    const { rows } = await sql<{ id: number; opening: number; expected: number; claimed: number; left: number }>`
      select c.id, c.opening, (c.expected ->> 'efectivo')::numeric as expected, c.left_over as left,
        c.opening + coalesce((select sum(amount) from payments where close_id = c.id), 0) as claimed
      from till_closes c where c.id > 0 order by c.id`.execute(app.db);
    expect(rows.length).toBeGreaterThan(0);
    let left = 1_000;
    for (const close of rows) {
      expect(close).toMatchObject({ opening: left, claimed: close.expected });
      ({ left } = close);
    }
    const { rows: all } = await sql<{ rows: number; sum: number }>`
      select count(*)::int as rows, sum(amount) as sum from payments where id > 1 and status = 'completed'`.execute(
      app.db,
    );
    expect(all[0]?.rows).toBe(36 + 9);
    expect((await money.till())?.expected.efectivo).toBe(1_000 + all[0]!.sum);
  });

  it('CAJ-09 CAJ-10 pays the cleaner: an expense lowers it, is in the ledger, and can be annulled', async () => {
    const { money } = await openTillApp();
    const moved = await money.move({ amount: 350.25, concept: 'Limpieza de marzo', category: 'Servicios' });
    expect(moved.body.data).toMatchObject({ kind: 'expense', amount: -350.25, category: 'Servicios', user: null });
    await money.move({ kind: 'income', amount: 20, concept: 'Cambio' });
    expect((await money.till())?.expected.efectivo).toBe(669.75);
    expect((await money.ledger('&kind=expense')).meta).toMatchObject({ total: 1, sum: -350.25 });
    expect((await money.annul(moved.body.data.id)).body.data).toMatchObject({ kind: 'reversal', amount: 350.25 });
    expect((await money.till())?.expected.efectivo).toBe(1_020);
    for (const amount of [0, -5, 10_000_000_000, '1,5'])
      expect((await money.move({ amount })).body.errors).toEqual({ amount: 'Por favor ingresa un monto válido' });
  });
});
