import { addMonths, daysBetween, isDate, pureDate, reached } from '../kit/dates';
import type { DateText } from '../kit/dates';
import { NOT_SAID } from '../kit/labels';

export const EXPIRING_DAYS = 7;

export type SubscriptionFields = {
  suscription_status?: boolean | null;
  suscription_end?: DateText | null;
};

export type SubscriptionState = { kind: 'none' } | { kind: 'expired' | 'expiring' | 'active'; days: number };

export type SubscriptionBadge = { text: string; tone: 'green' | 'yellow' | 'red' };

/** As the list sees it: the last day already counts as expired. `days` are the calendar days left, negative once past. */
export function subscriptionState(user: SubscriptionFields, today: DateText): SubscriptionState {
  const end = pureDate(user.suscription_end);
  if (user.suscription_status !== true || end === undefined) return { kind: 'none' };
  const days = daysBetween(today, end);
  if (days <= 0) return { kind: 'expired', days };
  return { kind: days <= EXPIRING_DAYS ? 'expiring' : 'active', days };
}

/** The one predicate behind the filter, `?subscription=` and the dashboard's counter. */
export function hasActiveSubscription(user: SubscriptionFields, today: DateText): boolean {
  const { kind } = subscriptionState(user, today);
  return kind === 'expiring' || kind === 'active';
}

export function subscriptionListLabel(state: SubscriptionState): string {
  switch (state.kind) {
    case 'none':
      return 'Sin suscripción';
    case 'expired':
      return 'Expirada';
    case 'expiring':
      return `Por expirar (${state.days} días)`;
    case 'active':
      return `Activa (${state.days} días)`;
  }
}

/** The detail differs from the list on the last day, which is still a day of the subscription here. */
export function subscriptionDetailBadge(user: SubscriptionFields, today: DateText): SubscriptionBadge {
  const state = subscriptionState(user, today);
  if (state.kind === 'none') return { text: 'Sin suscripción activa', tone: 'red' };
  if (state.days < 0) return { text: 'Expirada', tone: 'red' };
  if (state.days === 0) return { text: 'Vence hoy', tone: 'yellow' };
  return { text: `Activa (${state.days} días restantes)`, tone: state.kind === 'active' ? 'green' : 'yellow' };
}

/** Counted from the start of each activation: a renewal on the clamped day does not go back to the 31st. */
export function subscriptionEnd(start: DateText, months: number): DateText {
  return addMonths(start, months);
}

/** Of a computed end: no later than a date that a form accepts, or nobody could save what holds it. */
export const ENDS_TOO_LATE = 'La fecha de fin sería posterior al año 2199';

/** What is wrong with the start of a subscription of so many months. */
export function startProblem(start: DateText, months: number | undefined, today: DateText): string | undefined {
  if (start < today) return 'La fecha de inicio no puede ser anterior a hoy';
  // What is no date, or has no plan yet, has its own message already.
  if (!isDate(start) || months === undefined || Number.isNaN(months)) return undefined;
  return isDate(reached(() => subscriptionEnd(start, months)) ?? '') ? undefined : ENDS_TOO_LATE;
}

export function monthsLabel(months: number): string {
  if (!Number.isFinite(months)) return NOT_SAID;
  return months === 1 ? '1 mes' : `${months} meses`;
}

/** A history item's duration in 30-day months, at least 1; undefined where a date is missing or unreadable. */
export function historyMonths(start: string | null | undefined, end: string | null | undefined): number | undefined {
  const from = pureDate(start);
  const to = pureDate(end);
  return from && to ? Math.max(1, Math.round(daysBetween(from, to) / 30)) : undefined;
}
