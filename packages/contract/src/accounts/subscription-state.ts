import { daysBetween, daysLabel, parseDateField } from '../kit/dates';
import type { DateText } from '../kit/dates';
import { normalizeRole } from './users.labels';

export const EXPIRING_DAYS = 7;
/** A client whose plan ended longer ago counts as lapsed. */
export const OVERDUE_DAYS = 30;

export type SubscriptionFields = {
  suscription_status?: boolean | null;
  suscription_end?: DateText | null;
};

/** A pause of a subscription: `to` is the day on which it runs again. */
export type PauseDays = { from: DateText; to: DateText };

export type SubscriptionState = { kind: 'none' } | { kind: 'expired' | 'expiring' | 'active'; days: number };

export type SubscriptionBadge = { text: string; tone: 'green' | 'yellow' | 'red' | 'grey' | 'blue' };

export const ENDS_TODAY = { text: 'Vence hoy', tone: 'yellow' } as const;
export const SWITCHED_OFF = { text: 'Desactivada', tone: 'grey' } as const;

export const subscriptionTones = { none: 'red', expired: 'red', expiring: 'yellow', active: 'green' } as const;

/** In the list the last day already counts as expired. `days` are the calendar days left, negative once past. */
export function subscriptionState(user: SubscriptionFields, today: DateText): SubscriptionState {
  const end = parseDateField(user.suscription_end);
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

/** Predicate of `?subscription=`. */
export function hasSubscription(
  user: SubscriptionFields,
  filter: 'active' | 'inactive' | 'expiring',
  today: DateText,
): boolean {
  if (filter === 'expiring') return subscriptionState(user, today).kind === 'expiring';
  return hasActiveSubscription(user, today) === (filter === 'active');
}

/** True if the subscription was switched off before its end: the days are still there. */
export function isSwitchedOff({ suscription_status, suscription_end }: SubscriptionFields, today: DateText): boolean {
  return suscription_status !== true && (parseDateField(suscription_end) ?? '') >= today;
}

/** One badge per state, the same on every screen. Staff buys nothing, so its lack of a subscription is no state. */
export function subscriptionBadge(
  user: SubscriptionFields & { role: string },
  today: DateText,
): SubscriptionBadge | undefined {
  const state = subscriptionState(user, today);
  if (state.kind !== 'none') {
    if (state.days === 0) return ENDS_TODAY;
  } else {
    if (isSwitchedOff(user, today)) return SWITCHED_OFF;
    if (['ADMIN', 'TRAINER'].includes(normalizeRole(user.role) ?? '')) return undefined;
  }
  return { text: subscriptionListLabel(state), tone: subscriptionTones[state.kind] };
}

/** The words of the specification for the list. */
export function subscriptionListLabel(state: SubscriptionState): string {
  switch (state.kind) {
    case 'none':
      return 'Sin suscripción';
    case 'expired':
      return 'Expirada';
    case 'expiring':
      return `Por expirar (${daysLabel(state.days)})`;
    case 'active':
      return `Activa (${daysLabel(state.days)})`;
  }
}

/** The words of the specification for the detail: unlike in the list, the last day still counts as active. */
export function subscriptionDetailBadge(user: SubscriptionFields, today: DateText): SubscriptionBadge {
  const state = subscriptionState(user, today);
  if (state.kind === 'none') return { text: 'Sin suscripción activa', tone: 'red' };
  if (state.days < 0) return { text: 'Expirada', tone: 'red' };
  if (state.days === 0) return ENDS_TODAY;
  const left = state.days === 1 ? '1 día restante' : `${state.days} días restantes`;
  return { text: `Activa (${left})`, tone: state.kind === 'active' ? 'green' : 'yellow' };
}
