import type { ByMethod } from '@pulso/contract/billing/ledger';
import {
  comparedRanges,
  expectedRange,
  FUTURE_MONTH,
  isPartial,
  type DayRange,
  type Overview,
  type SeriesMonth,
} from '@pulso/contract/desk/overview';
import { firstDayOf, monthOf, monthsBetween, shiftMonth, type MonthText } from '@pulso/contract/kit/months';
import { sql, type RawBuilder } from 'kysely';
import { Refusal } from '#db/writes/refusal';
import type { Read } from '#db/writes/write';
import { figuresByMethod } from '#features/billing/payments/totals.queries';

const isIn = ({ from, to }: DayRange) => sql`day between ${from}::date and ${to}::date`;
const sumOf = (condition: RawBuilder<unknown>) => sql`coalesce(sum(amount) filter (where ${condition}), 0)`;

type Money = { collected: number; before: number; expenses: number; result: number } & {
  by_method: ByMethod;
  online: Overview['online'];
  subscriptions: Overview['subscriptions'];
  by_plan: Overview['by_plan'];
};

/** Sums of the money that moved within the days, and of clients' payments in those before. */
const moneyOf = (days: DayRange, before: DayRange) => sql`
  money as materialized (
    select * from payment_days where status = 'completed' and (${isIn(days)} or ${isIn(before)})
  ), now as (select * from money where ${isIn(days)}),
  by_plan as (
    select json_agg(json_build_object('plan', plan, 'type', type, 'sum', sum) order by sum desc, title, type) as rows
    from (
      select case when p.id is not null then json_build_object('id', p.id, 'title', p.title) end as plan, p.title, sold.type, sold.sum
      from (select plan_id, type, sum(amount) as sum from now where of_client group by plan_id, type) sold
        left join plans p on p.id = sold.plan_id
    ) plans
  ), money_figures as (
    select ${sumOf(sql`of_client`)} as collected,
      (select coalesce(sum(amount), 0) from money where of_client and ${isIn(before)}) as before,
      ${sumOf(sql`of_expense`)} as expenses, coalesce(sum(amount), 0) as result,
      json_build_object(${figuresByMethod(sql`case when of_client then amount end`)}) as by_method,
      (select json_build_object('fee', coalesce(sum(fee), 0), 'net', coalesce(sum(net), 0)) from fee_tally where ${isIn(days)}) as online,
      json_build_object(
        'sum', ${sumOf(sql`type = 'subscription' and kind = 'charge'`)},
        'count', coalesce(sum(rows) filter (where type = 'subscription' and kind = 'charge'), 0)) as subscriptions,
      (select coalesce(rows, '[]') from by_plan) as by_plan
    from now)`;

const periodsOf = (kind: string) => sql`coalesce(sum(periods) filter (where kind = ${sql.lit(kind)}), 0)::int`;
const clientsOf = (kind: string) => sql`coalesce(sum(clients) filter (where kind = ${sql.lit(kind)}), 0)::int`;

type People = { ended: number; renewed: number; new_clients: number; renewed_clients: number; lost_clients: number };

/** The milestones of `milestone_tally` that were reached by today. */
const PEOPLE = sql`
  ${periodsOf('renewed')} + ${periodsOf('lost')} as ended, ${periodsOf('renewed')} as renewed,
  ${clientsOf('new')} as new_clients, ${clientsOf('renewed')} as renewed_clients, ${clientsOf('lost')} as lost_clients`;

export async function readOverview({ db, actor: { today } }: Read, month: MonthText): Promise<Overview> {
  if (month > monthOf(today)) throw new Refusal({ month: FUTURE_MONTH });
  const { days, before } = comparedRanges(month, today);
  const expected = expectedRange(today);
  const { rows } = await sql<Money & People & { expected: Pick<Overview['expected'], 'count' | 'sum'> }>`
    with ${moneyOf(days, before)}
    select money_figures.*, people.*,
      (select json_build_object('count', coalesce(sum(change), 0), 'sum', coalesce(sum(change * p.amount), 0))
       from user_tally t left join plans p on p.id = t.plan_id
       where t.role = 'CLIENT' and t.active
         and t.subscribed_until between ${expected.from}::date and ${expected.to}::date) as expected
    from money_figures, (select ${PEOPLE} from milestone_tally where ${isIn(days)}) people`.execute(db);
  const { collected, before: collectedBefore, ended, renewed, renewed_clients, lost_clients, ...rest } = rows[0]!;
  return {
    ...rest,
    month,
    collected: { sum: collected, ...days, before: { sum: collectedBefore, ...before } },
    expected: { ...rest.expected, ...expected },
    renewal: { ended, renewed, partial: isPartial(month, today), clients: renewed_clients, lost_clients },
  };
}

/** The months up to this one, the oldest first. */
export async function readSeries({ db, actor: { today } }: Read, count: number): Promise<SeriesMonth[]> {
  const last = monthOf(today);
  const months = monthsBetween(shiftMonth(last, 1 - count), last);
  const from = firstDayOf(months[0]!);
  const { rows } = await sql<Omit<SeriesMonth, 'partial'>>`
    with collected as (
      select month, sum(amount) as amount from payment_months
      where month between ${from}::date and ${today}::date group by month
    ), people as (
      select day - extract(day from day)::int + 1 as month, ${PEOPLE} from milestone_tally
      where ${isIn({ from, to: today })} group by 1
    )
    select to_char(m.month, 'YYYY-MM') as month, coalesce(c.amount, 0) as collected, coalesce(p.ended, 0) as ended,
      coalesce(p.renewed, 0) as renewed, coalesce(p.new_clients, 0) as new_clients, coalesce(p.lost_clients, 0) as lost_clients
    from unnest(${months.map(firstDayOf)}::date[]) m (month) left join collected c using (month) left join people p using (month)
    order by m.month`.execute(db);
  return rows.map((row) => ({ ...row, partial: isPartial(row.month, today) }));
}
