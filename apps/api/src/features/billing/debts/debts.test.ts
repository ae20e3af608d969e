import { debtRow } from '@pulso/contract/billing/debts';
import { describe, expect, it } from 'vitest';
import { moneyOf } from '#test/money';
import { expectAnswer, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const app = sharedApp({ passwords: quickPasswords, now: () => new Date('2026-03-05T15:00:00Z') });
const money = moneyOf(app);
const addDebt = async (user_id: number, fields: object = {}) =>
  expectAnswer(
    await app().json('POST', '/api/debt', { user_id, amount: 900.5, type: 'other', note: 'Remera', ...fields }),
    debtRow,
    201,
  );

describe('a debt', () => {
  it('DEU-03 is noted down without money moving', async () => {
    const id = await money.newClient();
    const debt = await addDebt(id, { due_on: '2026-04-01' });
    expect(debt).toMatchObject({ amount: 900.5, owed: 900.5, paid: 0, due_on: '2026-04-01', note: 'Remera' });
    expect((await money.detail(id)).payments).toEqual([]);
    expect((await money.renewal(id)).owed).toBe(900.5);
    const refused = await app().json('POST', '/api/debt', { user_id: id, amount: 0, type: 'other', note: '' });
    expect(refused.body.errors).toEqual({
      amount: 'Por favor ingresa un monto válido',
      note: 'Escribe por qué debe (3 a 500 caracteres)',
    });
    expect(
      (await app().json('POST', '/api/debt', { user_id: 2_000_000_000, amount: 1, type: 'other', note: 'Remera' }))
        .status,
    ).toBe(404);
    const nothing = await app().json('POST', '/api/debt', { user_id: id, amount: 1, type: 'package', note: 'Remera' });
    expect(nothing.body.errors).toEqual({ item_id: 'Por favor selecciona un suscripción/paquete' });
    const missing = { user_id: id, amount: 1, type: 'product', item_id: 2_000_000_000, note: 'Remera' };
    expect((await app().json('POST', '/api/debt', missing)).status).toBe(400);
  });

  it('DEU-04 DEU-05 goes down with every payment and is closed by the last', async () => {
    const id = await money.newClient();
    const debt = await addDebt(id);
    expect((await money.payDebt(debt.id, { amount: 400 })).body.data).toMatchObject({ amount: 400, debt_id: debt.id });
    const more = await money.payDebt(debt.id, { amount: 500.51 });
    expect([more.status, more.body.message]).toEqual([409, 'El pago supera lo que debe (ARS 500,50)']);
    expect((await money.pay(id, { amount: 500.5, debt_id: debt.id })).status).toBe(201);
    expect(await money.debts(id)).toMatchObject([
      { owed: 0, paid: 900.5, closed_as: 'pagada', closed_on: '2026-03-05' },
    ]);
    const closed = await money.payDebt(debt.id, { amount: 1 });
    expect([closed.status, closed.body.message]).toEqual([409, 'Esta deuda ya está saldada']);
    expect((await money.payDebt(2_000_000_000, { amount: 1 })).status).toBe(404);
    const other = await money.newClient();
    expect((await money.pay(other, { amount: 1, debt_id: debt.id })).status).toBe(404);
  });

  it('DEU-06 is forgiven for a reason, and no money moves', async () => {
    const id = await money.newClient();
    const debt = await addDebt(id);
    await money.payDebt(debt.id, { amount: 100.25 });
    const forgive = (reason: string) => app().json('POST', `/api/debt/${debt.id}/forgive`, { reason });
    expect((await forgive('no')).body.errors).toEqual({ reason: 'Escribe el motivo (3 a 500 caracteres)' });
    // Somebody collected of it since it was looked at.
    const seen = { reason: 'Se fue de viaje', owed: 900.5 };
    const stale = await app().json('POST', `/api/debt/${debt.id}/forgive`, seen);
    expect([stale.status, stale.body]).toMatchObject([409, { code: 'stale', message: 'Ahora debe ARS 800,25.' }]);
    expect(expectAnswer(await forgive('Se fue de viaje'), debtRow)).toMatchObject({
      owed: 0,
      paid: 100.25,
      forgiven: 800.25,
      closed_as: 'condonada',
    });
    expect((await forgive('Otra vez')).body.message).toBe('Esta deuda ya está saldada');
    expect((await money.detail(id)).payments).toHaveLength(1);
    expect((await money.renewal(id)).owed).toBe(0);
  });

  it('MOD-10 K3 never goes below nothing, with twenty who collect at once', async () => {
    const id = await money.newClient();
    const debt = await addDebt(id, { amount: 1_000 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => money.payDebt(debt.id, { amount: 90 })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(11);
    expect(await money.debts(id)).toMatchObject([{ owed: 10, paid: 990, amount: 1_000 }]);
  });
});
