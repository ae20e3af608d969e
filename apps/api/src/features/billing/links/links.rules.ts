import { MAX_PAID_AGE_DAYS } from '@pulso/contract/billing/ledger';
import type { LinkProblem } from '@pulso/contract/billing/links.labels';
import { addDays, dateOfInstant, formatDate, type DateText } from '@pulso/contract/kit/dates';
import type { OutsidePayment } from '#mercadopago/mercadopago';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const ASK_EVERY_MS = 10 * MINUTE_MS;
const MINUTES_AFTER_OPENING = [1, 2, 5];
/** Cash is paid days later, and given up by Mercado Pago after a month. */
const MAX_PROCESSING_DAYS = 35;

export type AskedLink = {
  expires_at: Date;
  opened_at: Date | null;
  closed_at: Date | null;
  /** Status of its charge. */
  status: string;
};

/** When Mercado Pago is to be asked for a link the next time; null once nothing more can come of it. */
export function nextAskAt({ expires_at, opened_at, closed_at, status }: AskedLink, now: Date): Date | null {
  if (status === 'completed') return null;
  const over = Math.min(expires_at.getTime(), closed_at?.getTime() ?? Infinity) + DAY_MS;
  const time = now.getTime();
  if (time >= over) {
    const isWaitedFor = status === 'processing' && time < over + MAX_PROCESSING_DAYS * DAY_MS;
    return isWaitedFor ? new Date(time + HOUR_MS) : null;
  }
  const looks = opened_at ? MINUTES_AFTER_OPENING.map((minutes) => opened_at.getTime() + minutes * MINUTE_MS) : [];
  return new Date(Math.min(over, time + ASK_EVERY_MS, ...looks.filter((look) => look > time)));
}

type Status = OutsidePayment['status'];

/** How far a payment has come: what was read earlier may arrive later. */
const PROGRESS: Record<Status, number> = {
  pending: 1,
  authorized: 1,
  in_process: 1,
  rejected: 2,
  cancelled: 2,
  approved: 3,
  in_mediation: 3,
  refunded: 4,
  charged_back: 4,
};
export const isOutdated = (known: Status, told: Status) => PROGRESS[told] < PROGRESS[known];

export const LIVE_STATUSES: readonly Status[] = ['pending', 'authorized', 'in_process'];

/** True of money that came, whatever became of it. */
export const wasApproved = ({ status, approved_at }: OutsidePayment) =>
  status === 'approved' || (PROGRESS[status] >= PROGRESS.approved && approved_at !== null);

/** True of money that went back; the bank gives it again where a chargeback was won. */
export const wentBack = ({ status, status_detail }: OutsidePayment) =>
  status === 'refunded' || (status === 'charged_back' && status_detail !== 'reimbursed');

const cents = (amount: number) => Math.round(amount * 100);

/** The difference that keeps a payment from being that of the link. */
export function mismatchOf(payment: OutsidePayment, amount: number): 'amount' | 'currency' | undefined {
  if (payment.currency !== 'ARS') return 'currency';
  return cents(payment.amount) === cents(amount) ? undefined : 'amount';
}

/** The day of a payment in Buenos Aires, within what the ledger takes, and what to note if it is another. */
export function paidOnOf(approvedAt: Date | null, today: DateText): { paid_on: DateText; note?: string } {
  const day = approvedAt ? dateOfInstant(approvedAt) : today;
  const first = addDays(today, -MAX_PAID_AGE_DAYS);
  const paid_on = day > today ? today : day < first ? first : day;
  return paid_on === day ? { paid_on } : { paid_on, note: `Mercado Pago lo aprobó el ${formatDate(day)}.` };
}

export type KnownPayment = { status: Status; refunded: number; problem: LinkProblem | null };

type Told = {
  payment: OutsidePayment;
  known: KnownPayment | undefined;
  /** The problem that recording it has just met. */
  found: LinkProblem | undefined;
  hasCharge: boolean;
};

/** The problem that a person has to look at, and whether it is news to him. */
export function problemOf({ payment, known, found, hasCharge }: Told): {
  problem: LinkProblem | null;
  isNews: boolean;
} {
  const before = known?.problem ?? null;
  const problem = currentProblem(payment, found, hasCharge) ?? (before === 'in_mediation' ? null : before);
  const settled = problem !== null && !hasCharge && wentBack(payment) ? null : problem;
  const isMore = settled === 'partly_refunded' && payment.refunded > (known?.refunded ?? 0);
  return { problem: settled, isNews: settled !== before || isMore };
}

function currentProblem(
  { status, refunded }: OutsidePayment,
  found: LinkProblem | undefined,
  hasCharge: boolean,
): LinkProblem | undefined {
  if (status === 'refunded' || status === 'charged_back') return hasCharge ? status : undefined;
  if (status === 'in_mediation') return status;
  return refunded > 0 ? 'partly_refunded' : found;
}
