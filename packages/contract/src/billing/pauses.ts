import * as z from 'zod/mini';
import { addDays, daysBetween, isDate, type DateText } from '../kit/dates';
import { date, INVALID_DATE } from '../kit/fields';
import { withRule } from '../kit/resource';
import type { PauseDays } from '../accounts/subscription-state';
import { reasonInput } from './ledger';

export const MAX_PAUSE_DAYS = 366;

export const NO_PAID_DAYS = 'No tiene días pagados para pausar.';

const day = date(INVALID_DATE);

/** The problem of the day on which a pause ends, if it has one. */
export function returnProblem({ from, to }: PauseDays): string | undefined {
  if (!isDate(from) || !isDate(to)) return undefined;
  if (to <= from) return 'Debe ser después del primer día de la pausa';
  return daysBetween(from, to) > MAX_PAUSE_DAYS ? `La pausa puede durar hasta ${MAX_PAUSE_DAYS} días` : undefined;
}

/** `end` is the new end that the person saw; refused if it is another by now. */
export const pauseInput = withRule(z.object({ from: day, to: day, ...reasonInput.shape, end: day }), ({ from, to }) => {
  const problem = from && to ? returnProblem({ from, to }) : undefined;
  return problem ? { to: problem } : undefined;
});
export type PauseInput = z.infer<typeof pauseInput>;

export const resumeInput = z.object({ on: day, end: day });
export type ResumeInput = z.infer<typeof resumeInput>;

/** The end of a subscription once it is paused: no day that was sold is lost. */
export function pausedEnd(end: DateText, { from, to }: PauseDays): DateText {
  return addDays(end, daysBetween(from, to));
}

/** The rest of a pause that ends on another day; no days where it would end before it begins. */
export function resumedPause({ from }: PauseDays, on: DateText): PauseDays {
  return { from, to: on > from ? on : from };
}

/** The end of a subscription once its pause ends on another day. An end that somebody typed within the pause stays. */
export function resumedEnd(end: DateText, pause: PauseDays, on: DateText): DateText {
  return end > pause.to ? addDays(end, daysBetween(pause.to, resumedPause(pause, on).to)) : end;
}

const yearOf = (date: DateText) => Number(date.slice(0, 4));

function daysWithin({ from, to }: PauseDays, year: number): number {
  const [first, next] = [`${year}-01-01`, `${year + 1}-01-01`];
  return Math.max(0, daysBetween(from > first ? from : first, to < next ? to : next));
}

/** The sentence that refuses a pause which takes more days of a calendar year than the business allows. */
export function yearlyLimitProblem(
  pause: PauseDays,
  others: readonly PauseDays[],
  limit: number | null,
): string | undefined {
  if (limit === null) return undefined;
  for (let year = yearOf(pause.from); year <= yearOf(pause.to); year += 1) {
    const wanted = daysWithin(pause, year);
    const used = others.reduce((sum, one) => sum + daysWithin(one, year), 0);
    if (wanted > 0 && used + wanted > limit) return `Ya usó ${used} de ${limit} días de pausa este año.`;
  }
  return undefined;
}
