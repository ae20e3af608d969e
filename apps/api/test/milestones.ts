import { RENEWAL_DAYS } from '@pulso/contract/desk/overview';
import { addDays, type DateText } from '@pulso/contract/kit/dates';

/** A period that covers something. */
export type CoveredPeriod = {
  user_id: number;
  id: number;
  kind: 'plan' | 'pause';
  continues_id: number | null;
  start: DateText;
  end: DateText;
};

/** The milestones of one client, counted period by period. */
export function milestonesOf(periods: readonly CoveredPeriod[]) {
  const plans = periods.filter(({ kind }) => kind === 'plan');
  const ended = plans
    .filter(({ id }) => !plans.some(({ continues_id }) => continues_id === id))
    .map(({ end }) => {
      const pause = periods.find(({ kind, start }) => kind === 'pause' && start === end);
      const last = addDays(pause?.end ?? end, RENEWAL_DAYS);
      return { day: end, kind: plans.some(({ start }) => start >= end && start <= last) ? 'renewed' : 'lost' };
    });
  const [first] = plans.map(({ start }) => start).sort();
  const all = [...ended, ...(first ? [{ day: first, kind: 'new' }] : [])].sort((one, other) =>
    `${one.day} ${one.kind}` < `${other.day} ${other.kind}` ? -1 : 1,
  );
  return all.map((one, at) => {
    const isOfMonth = ({ day, kind }: typeof one) => kind === one.kind && day.slice(0, 7) === one.day.slice(0, 7);
    return { ...one, leads: all.findIndex(isOfMonth) === at };
  });
}
