import { ledgerRow, type LedgerRow, type Payment } from '@pulso/contract/billing/ledger';
import { expect, it } from 'vitest';
import { statusLabelOf, statusToneOf } from '#features/billing/ledger/payment-state';

const charge: Payment = {
  ...({ id: 1, type: 'other', item_id: 0, amount: 500, payment_method: 'efectivo', status: 'completed' } as const),
  ...{ created_at: '2026-11-16T12:00:00.000Z', transaction_id: null, payment_url: null },
};
const entry: LedgerRow = ledgerRow.parse({
  ...charge,
  ...{ kind: 'charge', day: '2026-11-16', concept: '', category: null, notes: null, user: null, is_part: false },
  ...{ recorded_by: null, settled_by: null, settled_at: null, reason: null, reverses: null, reversed_by: null },
  ...{ refunded: 0, claimed_on: null, claim: null, period_id: null, debt_id: null, close_id: null, has_receipt: false },
  ...{ fee: null, net: null },
});

it.each<[Payment | LedgerRow, string, string]>([
  [charge, 'Completado', 'green'],
  [{ ...charge, amount: -500 }, 'Completado', 'grey'],
  [entry, 'Completado', 'green'],
  [{ ...entry, refunded: 100 }, 'Devuelto en parte', 'yellow'],
  [{ ...entry, refunded: 500, reversed_by: 2 }, 'Anulado', 'grey'],
  [{ ...entry, kind: 'reversal', amount: -500 }, 'Anulación', 'grey'],
  [{ ...entry, kind: 'reversal', amount: -100, is_part: true }, 'Devolución', 'grey'],
  [{ ...entry, status: 'failed' }, 'Fallido', 'red'],
])('AJU-12 only money that stays is green: %o', (row, label, tone) => {
  expect([statusLabelOf(row), statusToneOf(row)]).toEqual([label, tone]);
});
