import type { LapsedSees } from '../billing/business.labels';
import { addDays, daysBetween, formatDate, type DateText } from '../kit/dates';

/** The business's rule for a client whose plan is over: what he sees, and for how many days it looks away. */
export type LapseSettings = { lapsed_sees: LapsedSees; grace_days: number };
export const LAPSE_DEFAULTS: LapseSettings = { lapsed_sees: 'history', grace_days: 3 };

/** Days on which a client sees everything who has told of a transfer, the one of telling counted. */
const CLAIM_GRACE_DAYS = 3;
/** Days before its end from which on a plan counts as due. */
const DUE_DAYS = 7;

export type PlanFacts = {
  on: boolean;
  /** The first day that the plan no longer covers. */
  end: DateText | null;
  /** True if a period was ever sold. */
  had_plan: boolean;
  /** The plan is paused until this day. */
  paused_until?: DateText | null;
  /** The end of the active package that lasts longest. */
  package_end: DateText | null;
  /** The day on which the newest open claim was made; null if the last one that was decided was rejected. */
  claimed_on?: DateText | null;
};

export const planStates = ['none', 'off', 'paused', 'covered', 'due', 'today', 'overdue'] as const;
export type PlanState = (typeof planStates)[number];

export type Coverage = {
  kind: 'covered' | 'grace' | 'lapsed';
  sees: LapsedSees;
  /** The first day on which what is shown now may no longer be shown; null without limit. */
  shown_until: DateText | null;
};

const isNever = ({ end, had_plan }: PlanFacts) => end === null && !had_plan;

export function coverageOf(facts: PlanFacts, settings: LapseSettings, today: DateText): Coverage {
  const { on, end, package_end, claimed_on = null } = facts;
  if (isNever(facts)) return { kind: 'covered', sees: 'all', shown_until: null };
  const planEnd = on ? end : null;
  const graceEnd = planEnd && addDays(planEnd, settings.grace_days);
  const claimEnd = claimed_on && addDays(claimed_on, CLAIM_GRACE_DAYS);
  const lasts = (until: DateText | null) => until !== null && until > today;
  const kind =
    lasts(planEnd) || lasts(package_end) ? 'covered' : lasts(graceEnd) || lasts(claimEnd) ? 'grace' : 'lapsed';
  const sees = kind === 'lapsed' ? settings.lapsed_sees : 'all';
  const until = [graceEnd, package_end, claimEnd]
    .filter((day): day is DateText => lasts(day))
    .toSorted()
    .at(-1);
  return { kind, sees, shown_until: settings.lapsed_sees === 'all' ? null : (until ?? today) };
}

/** The state of a plan in the client's words, with the days until its end; below zero those since. */
export function planStateOf(facts: PlanFacts, today: DateText): { state: PlanState; days: number | null } {
  const { on, end, paused_until } = facts;
  if (isNever(facts)) return { state: 'none', days: null };
  if (!on || end === null) return { state: 'off', days: null };
  const days = daysBetween(today, end);
  if (paused_until && paused_until > today) return { state: 'paused', days };
  if (days > DUE_DAYS) return { state: 'covered', days };
  return { state: days > 0 ? 'due' : days === 0 ? 'today' : 'overdue', days };
}

/** Text that a lapsed client reads where something is not shown. */
export function lapsedSentence({ on, end }: Pick<PlanFacts, 'on' | 'end'>): string {
  const why = on && end !== null ? `Tu plan venció el ${formatDate(end)}.` : 'Tu plan está desactivado.';
  return `${why} Renuévalo para ver tu entrenamiento.`;
}
