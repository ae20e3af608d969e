import type { Contact } from '@pulso/contract/billing/collections';
import type { Debt } from '@pulso/contract/billing/debts';
import type { LedgerRow, Payment } from '@pulso/contract/billing/ledger';
import { paymentMethodLabel, paymentStatusLabel, paymentTypeLabel } from '@pulso/contract/billing/payments.labels';
import type { SubscriptionHistoryItem } from '@pulso/contract/billing/subscriptions';
import type { UserPackage } from '@pulso/contract/billing/user-packages';
import { dayOf, formatDayMonth, parseDateField, type DateText } from '@pulso/contract/kit/dates';
import { channelLabel } from '#features/billing/collections/collections.rules';
import { debtOrigin } from '#features/billing/debts/debts-calls';
import { isReversal, statusLabelOf } from '#features/billing/ledger/payment-state';
import { planName } from '#features/billing/subscriptions/subscription-history';

export type EventKind = 'period' | 'package' | 'payment' | 'debt' | 'contact';

/** One line of the timeline. */
export type TimelineEvent = {
  key: string;
  kind: EventKind;
  /** Instant by which the lines are in order. */
  at: string;
  title: string;
  /** Second line, for what is less important. */
  detail: string;
  amount?: number;
  /** Word of a state that is not the usual one. */
  note?: string;
  /** Id of a payment that has a receipt. */
  payment?: number;
};

const joined = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ');

export function eventOfPeriod(row: SubscriptionHistoryItem, day: DateText): TimelineEvent {
  const [start, end] = [parseDateField(row.start_date), parseDateField(row.end_date)];
  const shown = (date: DateText | undefined) => (date ? formatDayMonth(date, day) : '—');
  return {
    key: `period-${row.id}`,
    kind: 'period',
    at: row.created_at,
    title: planName(row.subscription.title, row.subscription_id),
    detail: joined(`${shown(start)} – ${shown(end)}`, row.notes),
    note: row.status === 'canceled' ? 'Cancelada' : start && start > day ? `Empieza el ${shown(start)}` : undefined,
  };
}

export function eventOfPackage(row: UserPackage, day: DateText): TimelineEvent {
  const end = parseDateField(row.end_date);
  return {
    key: `package-${row.id}`,
    kind: 'package',
    at: row.created_at,
    title: row.package?.title || `Paquete #${row.package_id}`,
    detail: end ? `hasta el ${formatDayMonth(end, day)}` : '',
  };
}

export function eventOfPayment(row: Payment | LedgerRow): TimelineEvent {
  const concept = 'concept' in row && row.concept;
  const reversal = isReversal(row);
  const state = statusLabelOf(row);
  return {
    key: `payment-${row.id}`,
    kind: 'payment',
    at: row.created_at,
    title: reversal ? ('kind' in row ? state : 'Devolución') : 'Pago',
    detail: joined(concept || paymentTypeLabel(row.type), paymentMethodLabel(row.payment_method)),
    amount: row.amount,
    note: reversal || state === paymentStatusLabel('completed') ? undefined : state,
    payment: 'kind' in row ? row.id : undefined,
  };
}

export function eventOfDebt(row: Debt, day: DateText): TimelineEvent {
  return {
    key: `debt-${row.id}`,
    kind: 'debt',
    at: row.created_at,
    title: 'Deuda',
    detail: joined(debtOrigin(row), row.due_on && `vence el ${formatDayMonth(row.due_on, day)}`),
    amount: row.amount,
    note: row.closed_as ? { pagada: 'Pagada', condonada: 'Condonada', anulada: 'Anulada' }[row.closed_as] : 'Debe',
  };
}

export function eventOfContact(row: Contact): TimelineEvent {
  return {
    key: `contact-${row.id}`,
    kind: 'contact',
    at: row.at,
    title: channelLabel(row.channel),
    detail: joined(row.by?.name, row.text),
  };
}

export type TimelineMonth = { month: string; events: TimelineEvent[] };

/** The newest first; an instant that cannot be read comes last. */
export const inOrder = (events: readonly TimelineEvent[]): TimelineEvent[] =>
  [...events].sort((a, b) => b.at.localeCompare(a.at) || b.key.localeCompare(a.key));

/** Events in their order, by the months in which they happened. */
export function groupByMonth(events: readonly TimelineEvent[]): TimelineMonth[] {
  const months: TimelineMonth[] = [];
  for (const event of events) {
    const month = (dayOf(event.at) ?? '').slice(0, 7);
    const last = months.at(-1);
    if (last?.month === month) last.events.push(event);
    else months.push({ month, events: [event] });
  }
  return months;
}
