import type { PaymentMethod } from '@pulso/contract/billing/payments.labels';
import { subscriptionEnd, DEFAULT_STATUS_NOTES } from '@pulso/contract/billing/subscriptions';
import { addDays, addMonths, daysBetween, type DateText } from '@pulso/contract/kit/dates';
import { subscriptionNotes } from '#demo/people.data';
import { plans, type PlanTitle } from '#demo/plans.data';
import type { Random } from '#demo/random';

/** A client's subscriptions since joining, as the API would have written them. */

export type DemoMembership = {
  plan: PlanTitle;
  start_date: DateText;
  end_date: DateText;
  /** Day of activation; before the start if the client renews in time. */
  activated: DateText;
  status: 'active' | 'completed' | 'expired' | 'canceled';
  payment_amount: number;
  /** The unpaid part of the price. */
  owed: number;
  payment_method: PaymentMethod;
  transaction_id: string | null;
  notes: string | null;
};

/** A fixed last state, relative to today in days; a client without one gets a random state. */
export type MembershipEnding = 'never' | { endsIn: number; then?: 'switched-off' | 'removed' } | { startsIn: number };

const METHOD_SHARES: { method: PaymentMethod; share: number; prefix?: string }[] = [
  { method: 'mercadopago', share: 33, prefix: 'MP' },
  { method: 'efectivo', share: 25 },
  { method: 'tarjeta', share: 23, prefix: 'TJ' },
  { method: 'transferencia', share: 19, prefix: 'TR' },
];

export function randomPayment(random: Random): { payment_method: PaymentMethod; transaction_id: string | null } {
  const { method, prefix } = random.weighted(METHOD_SHARES, ({ share }) => share);
  const number = `${random.int(10_000_000, 99_999_999)}`;
  return { payment_method: method, transaction_id: prefix ? `${prefix}-${number}` : null };
}

const MONTHS_PER_PRICE = 4;
const PRICE_STEP_FACTOR = 0.9;

/** Prices rose every four months, in whole hundreds. */
export function priceOn(amount: number, day: DateText, today: DateText): number {
  const steps = Math.floor(daysBetween(day, today) / (MONTHS_PER_PRICE * 30.5));
  return steps < 1 ? amount : Math.round((amount * PRICE_STEP_FACTOR ** steps) / 100) * 100;
}

const isSummerOffer = (day: DateText) => ['10', '11', '12'].includes(day.slice(5, 7));
const isWinter = (day: DateText) => ['06', '07'].includes(day.slice(5, 7));
const isHoliday = (day: DateText) => day.slice(5, 7) === '01';

export function randomMemberships(
  random: Random,
  joined: DateText,
  today: DateText,
  ending?: MembershipEnding,
): DemoMembership[] {
  if (ending === 'never') return [];
  const items: DemoMembership[] = [];
  let plan = random.weighted(plans, ({ share }) => share);

  const add = (chosen: (typeof plans)[number], start: DateText, activated: DateText) => {
    const note = random.chance(0.12) ? random.pick(subscriptionNotes) : null;
    const price = priceOn(chosen.amount, activated, today);
    const before = items.at(-1);
    if (before) before.status = before.end_date <= activated ? 'expired' : 'completed';
    items.push({
      plan: chosen.title,
      start_date: start,
      end_date: subscriptionEnd(start, chosen.duration),
      activated,
      status: 'active',
      payment_amount: note?.startsWith('Promoción') ? Math.round(price * 85) / 100 : price,
      owed: 0,
      ...randomPayment(random),
      notes: note,
    });
  };

  const fixed = typeof ending === 'object' ? lastMembershipFor(ending, today) : undefined;
  const until = fixed?.start ?? addDays(today, 1);
  for (let start = joined, activated = joined; start < until && activated <= today;) {
    const summer = isSummerOffer(start) && daysBetween(start, today) > 300 && random.chance(0.2);
    const chosen = summer ? plans[4] : plan;
    if (fixed && subscriptionEnd(start, chosen.duration) > until) break;
    add(chosen, start, activated);
    const end = items.at(-1)!.end_date;
    if (end > today) break;
    const hasLeft = !fixed && random.chance(isWinter(end) ? 0.22 : 0.075);
    if (hasLeft) break;
    if (random.chance(0.25)) plan = random.weighted(plans, ({ share }) => share);
    const away = isWinter(end) ? random.chance(0.5) : isHoliday(end) && random.chance(0.3);
    const early = !away && random.chance(0.45);
    start = early ? end : addDays(end, away ? random.int(35, 90) : random.int(0, 6));
    activated = early ? addDays(end, -random.int(1, 4)) : start;
  }
  if (fixed) add(fixed.plan, fixed.start, fixed.start > today ? addDays(today, -random.int(1, 3)) : fixed.start);

  const last = items.at(-1);
  const then = typeof ending === 'object' && 'then' in ending ? ending.then : undefined;
  if (last && then === 'switched-off') last.notes = [last.notes, DEFAULT_STATUS_NOTES].filter(Boolean).join('\n');
  if (last && then === 'removed') last.status = 'canceled';
  return items;
}

/** The last subscription for a fixed ending: the shortest running plan that ends on that day, or one that starts later. */
function lastMembershipFor(ending: Exclude<MembershipEnding, 'never'>, today: DateText) {
  if ('startsIn' in ending) return { plan: plans[0], start: addDays(today, ending.startsIn) };
  const end = addDays(today, ending.endsIn);
  // Not every plan can end on every day: no day of April is one month before 31 May.
  const fitting = plans
    .map((plan) => ({ plan, start: addMonths(end, -plan.duration) }))
    .find(({ plan, start }) => start < today && subscriptionEnd(start, plan.duration) === end);
  return fitting ?? { plan: plans[0], start: addMonths(end, -plans[0].duration) };
}
