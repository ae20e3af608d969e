import { addMonths, dayOfMonth, daysBetween, type DateText } from '../kit/dates';

/** Days after its end within which a subscription may be renewed as if it had not lapsed. */
export const RENEWAL_GRACE_DAYS = 30;
/** Months ahead of today that nothing may be paid beyond. */
export const MAX_MONTHS_AHEAD = 60;

/** The client's last subscription as it stands: `end` is the first day that it does not cover. */
export type Run = {
  on: boolean;
  init?: DateText | null;
  end?: DateText | null;
  /** The last period that was sold, if any; dates typed over it take precedence. */
  period?: { end_date: DateText; anchor_day: number | null } | null;
};

/** `continues`: after the period paid already. `due`: a lapsed one from its end, as a new run. */
export type RenewalStart = { start_date: DateText; why: 'continues' | 'today' | 'due'; anchor_day: number };

/** The end is in the month reached, on the anchor day or the month's last. */
export function renewalEnd(start: DateText, months: number, anchorDay: number): DateText {
  return addMonths(start, months, anchorDay);
}

function areWholeMonths(from: DateText, to: DateText): boolean {
  // A month has 28 to 31 days, so only a few numbers of months are possible.
  const fewest = Math.max(1, Math.floor(daysBetween(from, to) / 31));
  const maxMonths = Math.ceil(daysBetween(from, to) / 28);
  for (let months = fewest; months <= maxMonths; months++) if (addMonths(from, months) === to) return true;
  return false;
}

/**
 * The day of the month on which a run ends as long as it is continued. Of dates that no period has (typed, imported) it
 * is the day of the first, if whole months lead from it to the end.
 */
export function anchorDayOf({ init, end, period }: Pick<Run, 'init' | 'period'> & { end: DateText }): number {
  if (period?.anchor_day && period.end_date === end) return period.anchor_day;
  return dayOfMonth(init && areWholeMonths(init, end) ? init : end);
}

/**
 * Possible starts of a renewal, the preselected one first; `months` is the duration of the plan to renew, without which
 * every start is given. Each has the anchor day with which `renewalEnd` gives its end.
 */
export function renewalStarts(run: Run, today: DateText, months?: number): RenewalStart[] {
  const { on, end } = run;
  const fromToday = { start_date: today, why: 'today', anchor_day: dayOfMonth(today) } as const;
  if (!on || !end) return [fromToday];
  const continued = anchorDayOf({ ...run, end });
  if (end > today) return [{ start_date: end, why: 'continues', anchor_day: continued }];
  // A renewal without a gap continues the same run, which keeps its day.
  if (end === today) return [{ ...fromToday, anchor_day: continued }];
  if (daysBetween(end, today) > RENEWAL_GRACE_DAYS) return [fromToday];
  const due = { start_date: end, why: 'due', anchor_day: dayOfMonth(end) } as const;
  const isOver = months !== undefined && renewalEnd(end, months, due.anchor_day) <= today;
  return isOver ? [fromToday] : [fromToday, due];
}
