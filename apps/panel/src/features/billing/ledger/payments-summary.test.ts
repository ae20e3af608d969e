import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  filterPayments,
  paymentTimes,
  paymentTypeFilters,
  summarizePayments,
} from '#features/billing/ledger/payments-summary';
import type { PaymentFilters } from '#features/billing/ledger/payments-summary';

// Midnight and the last millisecond of a day in Buenos Aires, on its clock.
const paymentAtStartOf = (day: string) => ({
  type: 'product',
  created_at: new Date(`${day}T00:00:00.000-03:00`).toISOString(),
});
const paymentAtEndOf = (day: string) => ({
  type: 'product',
  created_at: new Date(`${day}T23:59:59.999-03:00`).toISOString(),
});
const passesFilter = (payment: { type: string; created_at: string }, time: PaymentFilters['time'], today: string) =>
  filterPayments([payment], { time, type: 'all' }, today).length === 1;

describe('filterPayments by time', () => {
  it.each([
    // today, filter, the first day inside, the last day outside
    ['2026-03-31', 'month', '2026-02-28', '2026-02-27'],
    ['2028-03-31', 'month', '2028-02-29', '2028-02-28'],
    ['2026-03-28', 'month', '2026-02-28', '2026-02-27'],
    ['2028-02-29', 'month', '2028-01-29', '2028-01-28'],
    ['2028-02-29', 'quarter', '2027-11-29', '2027-11-28'],
    ['2028-02-29', 'year', '2027-02-28', '2027-02-27'],
    ['2026-01-01', 'month', '2025-12-01', '2025-11-30'],
    ['2026-01-01', 'quarter', '2025-10-01', '2025-09-30'],
    ['2026-01-01', 'year', '2025-01-01', '2024-12-31'],
    ['2026-05-31', 'quarter', '2026-02-28', '2026-02-27'],
  ] as const)('Y13 on %s the last %s begins on %s', (today, time, firstIn, lastOut) => {
    expect(passesFilter(paymentAtStartOf(firstIn), time, today)).toBe(true);
    expect(passesFilter(paymentAtEndOf(firstIn), time, today)).toBe(true);
    expect(passesFilter(paymentAtEndOf(lastOut), time, today)).toBe(false);
    expect(passesFilter(paymentAtEndOf(lastOut), 'all', today)).toBe(true);
    expect(passesFilter(paymentAtEndOf(today), time, today)).toBe(true);
  });

  it('keeps a payment that was stamped a moment ahead of the clock here', () => {
    expect(passesFilter(paymentAtStartOf('2026-03-06'), 'month', '2026-03-05')).toBe(true);
  });

  it('keeps what has no readable date only where time does not matter', () => {
    const odd = { type: 'product', created_at: 'ayer' };
    expect(paymentTimes.filter((time) => passesFilter(odd, time, '2026-03-05'))).toEqual(['all']);
  });
});

describe('filterPayments by type', () => {
  const payments = ['subscription', 'package', 'product', 'other', 'package'].map((type, index) => ({
    ...paymentAtStartOf('2026-03-01'),
    id: index + 1,
    type,
  }));
  const idsOf = (type: PaymentFilters['type']) =>
    filterPayments(payments, { time: 'month', type }, '2026-03-05').map(({ id }) => id);

  it('keeps the chosen type in its order, and every type under all', () => {
    expect(Object.fromEntries(paymentTypeFilters.map((type) => [type, idsOf(type)]))).toEqual({
      all: [1, 2, 3, 4, 5],
      subscription: [1],
      package: [2, 5],
      product: [3],
    });
  });

  it('gives a list of its own', () => {
    expect(filterPayments(payments, { time: 'all', type: 'all' }, '2026-03-05')).not.toBe(payments);
  });
});

describe('summarizePayments', () => {
  it('counts by status and collects the completed only', () => {
    const payments = [
      { status: 'completed', amount: 0.1 },
      { status: 'completed', amount: 0.2 },
      { status: 'pending', amount: 100 },
      { status: 'failed', amount: 200 },
      { status: 'processing', amount: 300 },
      { status: 'refunded', amount: 400 },
    ];
    expect(summarizePayments(payments)).toEqual({ total: 6, completed: 2, pending: 1, failed: 1, collected: 0.3 });
    expect(summarizePayments([])).toEqual({ total: 0, completed: 0, pending: 0, failed: 0, collected: 0 });
  });

  it('AJU-12 a reversal is no payment and an annulled one is not completed, but both are in the sum', () => {
    const charge = { kind: 'charge', status: 'completed', amount: 1_000, reversed_by: null };
    const rows = [
      charge,
      { ...charge, reversed_by: 3 },
      { ...charge, kind: 'reversal', amount: -1_000 },
      { ...charge, kind: 'reversal', amount: -300 },
    ];
    expect(summarizePayments(rows)).toEqual({ total: 2, completed: 1, pending: 0, failed: 0, collected: 700 });
  });

  it('collects exactly, however many the payments', () => {
    const payment = fc.record({
      status: fc.constantFrom('completed', 'pending', 'failed', 'processing'),
      cents: fc.integer({ min: 1, max: 999_999_999_999 }),
    });
    fc.assert(
      fc.property(fc.array(payment, { maxLength: 300 }), (drawn) => {
        const completed = drawn.filter(({ status }) => status === 'completed');
        const exact = completed.reduce((sum, { cents }) => sum + BigInt(cents), 0n);
        const summary = summarizePayments(drawn.map(({ status, cents }) => ({ status, amount: cents / 100 })));
        expect(summary.collected).toBe(Number(exact) / 100);
        expect(summary.completed).toBe(completed.length);
      }),
    );
  });
});
