import { expect, it } from 'vitest';
import { claimPurpose, newDraft, transferFields, withPurpose } from './plan.rules';

const debt = (id: number, owed: number) => ({ id, owed, type: 'other' as const, concept: `Deuda ${id}`, due_on: null });
const TODAY = '2026-11-16';
const noDebts = { owed: 0, price: 12_500, debts: [] };
const oneDebt = { owed: 4_000, price: 12_500, debts: [debt(7, 4_000)] };
const twoDebts = { owed: 4_900, price: 12_500, debts: [debt(7, 4_000), debt(8, 900)] };

it('MIP-05 proposes what is owed, else the price, and what it is for where that is plain', () => {
  const draftOf = (plan: typeof oneDebt) => {
    const { amount, purpose } = newDraft(plan, TODAY);
    return [amount, purpose];
  };
  expect(draftOf(noDebts)).toEqual(['12.500', 'renewal']);
  expect(draftOf(oneDebt)).toEqual(['4.000', 7]);
  expect(draftOf(twoDebts)).toEqual(['4.900', '']);
  expect(newDraft({ ...noDebts, price: null }, TODAY).amount).toBe('');
});

it('MIP-05 the amount follows what it is for, unless another one was typed', () => {
  const draft = newDraft(twoDebts, TODAY);
  const forDebt = withPurpose(draft, twoDebts, 8);
  expect(forDebt.amount).toBe('900');
  expect(withPurpose(forDebt, twoDebts, 'renewal').amount).toBe('12.500');
  expect(withPurpose(forDebt, twoDebts, 'other').amount).toBe('900');
  expect(withPurpose({ ...forDebt, amount: '850' }, twoDebts, 'renewal').amount).toBe('850');
});

it('MIP-05 sends a debt by its id, the number if there is one, and an amount that is none as it was typed', () => {
  const draft = { amount: '1.234,50', paid_on: TODAY, purpose: 7, transaction_id: ' 00-12 ' } as const;
  expect(transferFields(draft)).toEqual({
    ...{ amount: '1234.5', paid_on: TODAY, claim: 'debt', debt_id: '7', transaction_id: '00-12' },
  });
  expect(transferFields({ ...draft, amount: 'mil', purpose: 'other', transaction_id: ' ' })).toEqual({
    ...{ amount: 'mil', paid_on: TODAY, claim: 'other' },
  });
});

it('MIP-05 says what a transfer was for, also where its debt is paid', () => {
  expect(claimPurpose({ claim: 'debt', debt_id: 7 }, oneDebt.debts)).toBe('Deuda 7');
  expect(claimPurpose({ claim: 'debt', debt_id: 9 }, oneDebt.debts)).toBe('Una deuda');
  const unnamed = { ...debt(9, 100), concept: '' };
  expect(claimPurpose({ claim: 'debt', debt_id: 9 }, [unnamed])).toBe('Una deuda');
  expect(claimPurpose({ claim: 'debt', debt_id: 9 }, [{ ...unnamed, type: 'subscription' }])).toBe('Suscripción');
  expect(claimPurpose({ claim: 'renewal', debt_id: null }, [])).toBe('Renovar mi plan');
});
