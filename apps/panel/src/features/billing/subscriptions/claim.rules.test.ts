import type { Debt } from '@pulso/contract/billing/debts';
import { expect, it } from 'vitest';
import { checkClaim, claimActions, excessWords, payableDebts } from '#features/billing/subscriptions/claim.rules';

const debt = (id: number, owed: number, closed_on: string | null = null) => ({ id, owed, closed_on }) as Debt;
const active = { inactive: false };

it('MIP-11 MIP-12 proposes what was told, where it can be done', () => {
  const of = (claim: 'renewal' | 'debt' | 'other', inactive = false, debts = [debt(7, 900)]) =>
    claimActions({ claim, amount: 500, debt_id: 7 }, { inactive }, debts).proposed;
  expect([of('renewal'), of('debt'), of('other')]).toEqual(['renew', 'debt', 'only']);
  expect([of('renewal', true), of('debt', false, [debt(8, 900)]), of('debt', false, [])]).toEqual([
    'only',
    'only',
    'only',
  ]);
  const { options } = claimActions({ claim: 'other', amount: 500, debt_id: null }, active, []);
  expect(options.map(({ label }) => label)).toEqual(['Confirmar y renovar', 'Solo confirmar']);
});

it('MIP-12 offers the debts that the money fits, the one that was told first', () => {
  const debts = [debt(1, 900), debt(2, 400), debt(3, 0, '2026-11-01'), debt(4, 500)];
  expect(payableDebts(debts, { claim: 'debt', amount: 500, debt_id: 4 }).map(({ id }) => id)).toEqual([4, 1]);
});

it('MIP-13 sends terms of a renewal, a debt or neither, and no amount beyond the price', () => {
  const fields = { plan_id: '3', start_date: '2026-11-20', list_price: 12_500, price: 12_500, paid_on: '2026-11-18' };
  const renew = { plan_id: 3, start_date: '2026-11-20', list_price: 12_500, price: 12_500 };
  expect(checkClaim('renew', 12_500, fields)).toMatchObject({ values: { renew, paid_on: '2026-11-18' } });
  expect(checkClaim('renew', 13_000, fields)).toEqual({ errors: { price: 'El pago no puede superar el precio' } });
  expect(checkClaim('debt', 500, { ...fields, debt_id: '7' })).toEqual({
    values: { debt_id: 7, paid_on: '2026-11-18' },
  });
  expect(checkClaim('only', 500, fields)).toEqual({ values: { debt_id: null, paid_on: '2026-11-18' } });
  expect(excessWords(500)).toBe(
    'Transfirió ARS 500,00 de más: sube el precio, elige otro plan o usa «Solo confirmar».',
  );
});
