import * as z from 'zod/mini';
import { byMethod } from '../billing/ledger';
import type { LedgerFilter } from '../billing/payments';
import { paymentMethods, paymentTypes, type PaymentMethod } from '../billing/payments.labels';
import type { UserListQuery } from '../accounts/users.questions';
import { addDays, addMonths, type DateText } from '../kit/dates';
import { id, integer } from '../kit/fields';
import { firstDayOf, lastDayOf, monthOf, shiftMonth, type MonthText } from '../kit/months';
import { month } from '../kit/month-field';

const count = z.int().check(z.nonnegative());
const day = z.iso.date();

/** A renewal may begin so many days after the end and counts as one. */
export const RENEWAL_DAYS = 15;
export const EXPECTED_DAYS = 30;

export const overviewQuery = z.strictObject({ month });

const range = z.object({ from: day, to: day });
export type DayRange = z.infer<typeof range>;

const endedPeriods = z.object({
  /** Plan periods that ended, and those of them that another followed in time. */
  ended: count,
  renewed: count,
  /** True until everybody whose period ended has had the time to renew. */
  partial: z.boolean(),
});

export const overview = z.object({
  month,
  collected: z.object({ sum: z.number(), ...range.shape, before: z.object({ sum: z.number(), ...range.shape }) }),
  /** Negative. */
  expenses: z.number(),
  result: z.number(),
  /** Charges for subscriptions. */
  subscriptions: z.object({ sum: z.number(), count }),
  /** Subscriptions by plan; what is no plan by its type. */
  by_plan: z.array(
    z.object({ plan: z.nullable(z.object({ id, title: z.string() })), type: z.enum(paymentTypes), sum: z.number() }),
  ),
  by_method: byMethod,
  /** Fees of Mercado Pago on payments at links, and the rest. */
  online: z.object({ fee: z.number(), net: z.number() }),
  /** Clients whose plans end from today on. */
  expected: z.object({ count, sum: z.number(), ...range.shape }),
  /** `clients` and `lost_clients` are people: one may end several periods in a month. */
  renewal: z.object({ ...endedPeriods.shape, clients: count, lost_clients: count }),
  new_clients: count,
});
export type Overview = z.infer<typeof overview>;

export const SERIES_MONTHS = 24;
export const seriesQuery = z.strictObject({
  months: z.optional(integer({ min: 1, max: 60, message: 'Los meses deben ser un número de 1 a 60' })),
});

export const seriesMonth = z.object({
  month,
  collected: z.number(),
  ...endedPeriods.shape,
  new_clients: count,
  lost_clients: count,
});
export type SeriesMonth = z.infer<typeof seriesMonth>;

export const FUTURE_MONTH = 'Ese mes todavía no empezó';

/** The days of a month that are over or under way, and the same ones of the month before: of the 31st, its last day. */
export function comparedRanges(month: MonthText, today: DateText): { days: DayRange; before: DayRange } {
  const isPast = month < monthOf(today);
  const previous = shiftMonth(month, -1);
  const to = isPast ? lastDayOf(month) : today;
  return {
    days: { from: firstDayOf(month), to },
    before: { from: firstDayOf(previous), to: isPast ? lastDayOf(previous) : addMonths(to, -1) },
  };
}

export const expectedRange = (today: DateText): DayRange => ({ from: today, to: addDays(today, EXPECTED_DAYS - 1) });

export const isPartial = (month: MonthText, today: DateText) => today <= addDays(lastDayOf(month), RENEWAL_DAYS);

/** Difference in percent; undefined from nothing. */
export const changeFrom = (before: number, now: number): number | undefined =>
  before > 0 ? ((now - before) / before) * 100 : undefined;

/** Share in percent; undefined of nothing. */
export const shareOf = (part: number, whole: number): number | undefined =>
  whole > 0 ? (part / whole) * 100 : undefined;

export const renewalRate = ({ renewed, ended }: Pick<SeriesMonth, 'renewed' | 'ended'>) => shareOf(renewed, ended);

/** The list that a figure was counted from: its sum, or its number of rows, is the figure. */
export type LedgerBehind = { payments: LedgerFilter; sum: number } | { payments: LedgerFilter; count: number };
export type UsersBehind = { users: Partial<UserListQuery>; count: number };

/** Every figure of the overview with the list behind it. */
export function listsBehind({
  month,
  collected,
  expenses,
  result,
  subscriptions,
  expected,
  renewal,
  ...rest
}: Overview) {
  const { from, to } = collected;
  const days = { from, to };
  const completed = { status: 'completed' } as const;
  const ofClients = { ...completed, kind: 'clients' } as const;
  const payments = (query: LedgerFilter, sum: number) => ({ payments: query, sum });
  const users = (query: Partial<UserListQuery>, found: number): UsersBehind => ({ users: query, count: found });
  const { sum: sumBefore, ...daysBefore } = collected.before;
  const sold = { ...days, ...completed, type: 'subscription', kind: 'charge' } as const;
  return {
    collected: payments({ ...days, ...ofClients }, collected.sum),
    before: payments({ ...daysBefore, ...ofClients }, sumBefore),
    expenses: payments({ ...days, ...completed, kind: 'expenses' }, expenses),
    result: payments({ ...days, ...completed }, result),
    subscriptions: payments(sold, subscriptions.sum),
    subscriptionCount: { payments: sold, count: subscriptions.count },
    plans: rest.by_plan.map(({ plan, type, sum }) =>
      payments({ ...days, ...ofClients, type, ...(plan && { plan: plan.id }) }, sum),
    ),
    methods: Object.fromEntries(
      paymentMethods.map((method) => [method, payments({ ...days, ...ofClients, method }, rest.by_method[method])]),
    ) as Record<PaymentMethod, LedgerBehind>,
    expected: users(
      { role: 'CLIENT', status: 'active', ends_from: expected.from, ends_to: expected.to },
      expected.count,
    ),
    newClients: users({ new_in: month }, rest.new_clients),
    renewed: users({ renewed_in: month }, renewal.clients),
    lost: users({ lost_in: month }, renewal.lost_clients),
  };
}
