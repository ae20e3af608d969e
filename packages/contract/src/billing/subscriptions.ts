import * as z from 'zod/mini';
import {
  addMonths,
  daysBetween,
  formatDate,
  isDate,
  parseDateField,
  dateOrUndefined,
  type DateText,
} from '../kit/dates';
import {
  choice,
  date,
  extra,
  flag,
  id,
  money,
  nullable,
  ofMoney,
  reference,
  text,
  timestamp,
  INVALID_DATE,
} from '../kit/fields';
import { withRule } from '../kit/resource';
import { userRow } from '../accounts/users';
import { debtRow } from './debts';
import { INVALID_AMOUNT, ledgerRow, receivedPaymentFields } from './ledger';
import { paymentMethods } from './payments.labels';
import { historyStatuses } from './subscriptions.labels';

/** A computed end must be a date that forms accept, or its row could not be saved again. */
export const ENDS_TOO_LATE = 'La fecha de fin sería posterior al año 2199';

export const PLAN_REQUIRED = 'Por favor selecciona un plan de suscripción';

export const activateSubscriptionInput = z.object({
  user_id: reference('El usuario es obligatorio'),
  subscription_id: reference(PLAN_REQUIRED),
  payment_method: choice(paymentMethods, 'El método de pago no es válido'),
  payment_amount: money({ min: 0, message: 'Por favor ingresa un monto válido' }),
  transaction_id: nullable(text()),
  notes: nullable(text(undefined, 1_000)),
  start_date: z.optional(date('La fecha de inicio no es válida')),
  /** List price that the person saw; refused if it is another by now. */
  list_price: extra(z.optional(money({ min: 0, message: INVALID_AMOUNT }))),
  /** Says that a start in the past is meant: the period runs already. */
  started: extra(z.optional(flag)),
  paid_on: extra(z.optional(date(INVALID_DATE))),
});
export type ActivateSubscription = z.infer<typeof activateSubscriptionInput>;

export const DEFAULT_STATUS_NOTES = 'Cambiado desde el panel de administración';
export const subscriptionStatusInput = z.object({ active: flag, notes: nullable(text(undefined, 1_000)) });
export const subscriptionHistoryRow = z.object({
  id,
  subscription_id: id,
  subscription: z.object({ title: z.string() }),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  status: z.enum(historyStatuses),
  payment_amount: ofMoney(z.number()),
  payment_method: ofMoney(z.enum(paymentMethods)),
  created_at: timestamp,
  transaction_id: ofMoney(z.nullable(z.string())),
  /** Day of the payment. */
  notes: ofMoney(z.nullable(z.string())),
});
export type SubscriptionHistoryItem = z.infer<typeof subscriptionHistoryRow>;

/** A period that was sold, or a pause between two. */
export const periodRow = z.object({
  ...subscriptionHistoryRow.shape,
  kind: z.enum(['plan', 'pause']),
  /** Null of a pause, which is not sold. */
  payment_amount: z.nullable(z.number()),
  payment_method: z.nullable(z.enum(paymentMethods)),
  price: z.nullable(z.number()),
  anchor_day: z.nullable(z.int()),
  closed_on: z.nullable(z.iso.date()),
  renews_id: z.nullable(id),
  /** The period that a pause cut: of the pause, and of the days left after it. */
  continues_id: z.nullable(id),
  /** Money that came for the period so far, less what was given back. */
  paid: z.number(),
});
export type Period = z.infer<typeof periodRow>;

export const PAID_TOO_MUCH = 'El pago no puede superar el precio';

/** Terms that a renewal sells, whatever is paid of it. */
export const renewalTerms = z.object({
  plan_id: reference(PLAN_REQUIRED),
  start_date: date(INVALID_DATE),
  /** List price that the person saw; refused if it is another by now. */
  list_price: money({ min: 0, message: INVALID_AMOUNT }),
  price: money({ min: 0, message: INVALID_AMOUNT }),
});

export type RenewalTerms = z.infer<typeof renewalTerms>;

const renewal = z.object({
  ...renewalTerms.shape,
  paid: money({ min: 0, message: INVALID_AMOUNT }),
  ...receivedPaymentFields,
});
export const renewInput = withRule(renewal, ({ paid, price }) =>
  typeof paid === 'number' && typeof price === 'number' && paid > price ? { paid: PAID_TOO_MUCH } : undefined,
);
export type RenewInput = z.infer<typeof renewInput>;

export const renewalResultBody = z.object({
  user: userRow,
  period: periodRow,
  payment: z.nullable(ledgerRow),
  debt: z.nullable(debtRow),
});
export type RenewalResult = z.infer<typeof renewalResultBody>;

/** An open transfer that the client told in his app. */
export const openClaim = z.pick(ledgerRow, {
  id: true,
  amount: true,
  claimed_on: true,
  transaction_id: true,
  claim: true,
  debt_id: true,
  has_receipt: true,
});
export type OpenClaim = z.infer<typeof openClaim>;

export const renewalBody = z.object({
  /** The client's last plan, even if it is not offered any more. */
  plan: z.nullable(z.object({ id, title: z.string(), duration: z.int(), status: z.boolean() })),
  list_price: z.nullable(z.number()),
  client_prices: z.array(z.object({ plan_id: id, amount: z.number(), until: z.nullable(z.iso.date()) })),
  starts: z.array(
    z.object({ start_date: z.iso.date(), why: z.enum(['continues', 'today', 'due']), anchor_day: z.int() }),
  ),
  anchor_day: z.nullable(z.int()),
  owed: z.number(),
  unverified: z.number(),
  /** Number of periods that are sold and have not begun. */
  queued: z.int(),
  off: z.boolean(),
  /** True of an account to which nothing can be sold. */
  inactive: z.boolean(),
  last_method: z.nullable(z.enum(paymentMethods)),
  /** Newest first. */
  claims: z.array(openClaim),
  /** Address of the client's open link to pay at, if any. */
  link: z.nullable(z.string()),
  /** The server's date, by which `renewalStarts` gives the starts of any other plan. */
  today: z.iso.date(),
  run: z.object({
    on: z.boolean(),
    init: z.nullable(z.iso.date()),
    end: z.nullable(z.iso.date()),
    period: z.nullable(z.object({ end_date: z.iso.date(), anchor_day: z.nullable(z.int()) })),
  }),
});
export type Renewal = z.infer<typeof renewalBody>;

export const annulledPeriodBody = z.object({ user: userRow, reversals: z.array(ledgerRow) });

/** The end counts from each activation's own start: a renewal from a clamped day does not return to the 31st. */
export function subscriptionEnd(start: DateText, months: number): DateText {
  return addMonths(start, months);
}

type Sold = {
  start: DateText;
  months: number | undefined;
  /** True of a period that may have begun before today, but not have ended. */
  started?: boolean;
};

export function startProblem({ start, months, started }: Sold, today: DateText): string | undefined {
  if (start < today && !started) return 'La fecha de inicio no puede ser anterior a hoy';
  // A missing plan or an invalid date has its own message already.
  if (!isDate(start) || months === undefined || Number.isNaN(months)) return undefined;
  const end = dateOrUndefined(() => subscriptionEnd(start, months)) ?? '';
  if (!isDate(end)) return ENDS_TOO_LATE;
  return end <= today ? `Con ese inicio ya habría terminado, el ${formatDate(end)}` : undefined;
}

/** A history item's duration in 30-day months, at least 1; undefined where a date is missing or invalid. */
export function historyMonths(start: string | null | undefined, end: string | null | undefined): number | undefined {
  const from = parseDateField(start);
  const to = parseDateField(end);
  return from && to ? Math.max(1, Math.round(daysBetween(from, to) / 30)) : undefined;
}
