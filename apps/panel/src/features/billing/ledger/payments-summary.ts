import { addMonths, dayOf } from '@pulso/contract/kit/dates';
import type { DateText } from '@pulso/contract/kit/dates';
import { sumMoney } from '@pulso/contract/kit/money';

export const paymentTimes = ['all', 'month', 'quarter', 'year'] as const;
export const paymentTypeFilters = ['all', 'subscription', 'package', 'product'] as const;

export type PaymentFilters = {
  time: (typeof paymentTimes)[number];
  type: (typeof paymentTypeFilters)[number];
};

export type PaymentsSummary = { total: number; completed: number; pending: number; failed: number; collected: number };

const MONTHS_BACK = { month: 1, quarter: 3, year: 12 };

/**
 * A period begins on the same day so many months ago, inclusive. It has no end: a payment just made must not vanish
 * because the browser's clock is behind.
 */
export function filterPayments<P extends { type: string; created_at: string }>(
  payments: readonly P[],
  { time, type }: PaymentFilters,
  today: DateText,
): P[] {
  const ofType = type === 'all' ? [...payments] : payments.filter((payment) => payment.type === type);
  if (time === 'all') return ofType;
  const first = addMonths(today, -MONTHS_BACK[time]);
  return ofType.filter(({ created_at }) => (dayOf(created_at) ?? '') >= first);
}

type SummaryRow = { status: string; amount: number; kind?: string; reversed_by?: number | null };

const isCollected = ({ status, amount }: SummaryRow) => status === 'completed' && Number.isFinite(amount);

/**
 * Sums up payments. One in process is counted in the total alone; one without a known amount adds nothing. A reversal is
 * no payment, and what was annulled is not completed; both stay in the sum, where they meet.
 */
export function summarizePayments(rows: readonly SummaryRow[]): PaymentsSummary {
  const payments = rows.filter(({ kind }) => kind !== 'reversal');
  const count = (status: string) =>
    payments.filter((payment) => payment.status === status && !payment.reversed_by).length;
  return {
    total: payments.length,
    completed: count('completed'),
    pending: count('pending'),
    failed: count('failed'),
    collected: sumMoney(rows.filter(isCollected).map(({ amount }) => amount)),
  };
}
