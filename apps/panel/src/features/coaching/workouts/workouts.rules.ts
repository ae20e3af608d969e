import type { ClientWorkoutRow } from '@pulso/contract/coaching/workouts';
import { effortLabels, type Effort } from '@pulso/contract/coaching/workouts.labels';
import { formatDate, type DateText } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { firstName } from '@pulso/contract/billing/message-text';
import { timeAgo } from '@pulso/contract/kit/time-ago';

/** 'Fuerza base · Día 3' */
export const sessionTitle = ({ title, day_number }: Pick<ClientWorkoutRow, 'title' | 'day_number'>): string =>
  [displayName(title), day_number !== null && `Día\u00a0${day_number}`].filter(Boolean).join(' · ');

function describeEnd({ ended_at, day }: Pick<ClientWorkoutRow, 'ended_at' | 'day'>, today: DateText) {
  if (ended_at !== null) return undefined;
  return day === today ? 'En curso' : 'Sin terminar';
}

/** '18 de 20 series · Duro' */
export function describeSession(session: ClientWorkoutRow, today: DateText): string {
  const { done, planned, effort } = session;
  const series = planned === 1 ? 'serie' : 'series';
  return [
    // One that was only marked as done has no sets.
    planned > 0 ? `${done} de ${planned} ${series}` : 'Sin series anotadas',
    effort !== null && effortLabels[effort as Effort],
    describeEnd(session, today),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** 'Respondida por Ana hace 2 horas'; nothing of a note that is open. */
export function describeAnswer({ answered_at, answered_by }: ClientWorkoutRow, now: Date): string | undefined {
  if (answered_at === null) return undefined;
  return ['Respondida', answered_by && `por ${displayName(answered_by)}`, timeAgo(answered_at, now)]
    .filter(Boolean)
    .join(' ');
}

/** How a message about a note begins; the rest is typed in WhatsApp. */
export const answerText = (name: string, { day }: Pick<ClientWorkoutRow, 'day'>): string =>
  `Hola ${firstName(name)}, sobre tu nota del ${formatDate(day)}: `;
