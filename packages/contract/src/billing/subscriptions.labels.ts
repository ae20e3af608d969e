import {
  ENDS_TODAY,
  SWITCHED_OFF,
  isSwitchedOff,
  type SubscriptionBadge,
  type SubscriptionFields,
} from '../accounts/subscription-state';
import { formatDayMonth, parseDateField, type DateText } from '../kit/dates';
import { labelFinder } from '../kit/labels';

export const historyStatuses = ['active', 'completed', 'expired', 'canceled', 'pending'] as const;
export type HistoryStatus = (typeof historyStatuses)[number];

const findHistoryStatus = labelFinder<HistoryStatus>({
  active: 'Activa',
  completed: 'Completada',
  expired: 'Expirada',
  canceled: 'Cancelada',
  pending: 'Pendiente',
});

/** The words of the specification. */
export function historyStatusLabel(status: string): string {
  return findHistoryStatus(status) ?? status;
}

const historyTones: Record<string, SubscriptionBadge['tone']> = { active: 'green', pending: 'yellow' };

type PeriodFields = { status: string; start_date: DateText; end_date: DateText };

/** By the letter, each status has its own word. Past periods are grey: nothing is to be done about them. */
export function historyStatusBadge({ status }: PeriodFields): SubscriptionBadge {
  return { text: historyStatusLabel(status), tone: historyTones[status] ?? 'grey' };
}

/** The state of a sold period in the words that the client's own badge has. */
export function periodBadge(period: PeriodFields, user: SubscriptionFields, today: DateText): SubscriptionBadge {
  const { status } = period;
  const start = parseDateField(period.start_date) ?? '';
  const end = parseDateField(period.end_date);
  if (status === 'canceled' && end === parseDateField(user.suscription_end) && isSwitchedOff(user, today))
    return SWITCHED_OFF;
  if ((status === 'active' || status === 'expired') && end === today) return ENDS_TODAY;
  if (status === 'completed' || status === 'expired') return { text: 'Terminada', tone: 'grey' };
  if (status === 'pending' && start > today)
    return { text: `Empieza el ${formatDayMonth(start, today)}`, tone: 'blue' };
  return historyStatusBadge(period);
}
