import { sql } from 'kysely';
import type { Db } from '#db/schema/database';

type BrokenCounts = Record<string, number>;

/** Each promise about money with the number of rows that break it. */
export const brokenCounts = sql<BrokenCounts>`
    select
      (select count(*) from user_subscriptions a join user_subscriptions b
         on a.user_id = b.user_id and a.id < b.id and a.covers && b.covers)::int as "P1 periods that share a day",
      (select count(*) from user_subscriptions c join user_subscriptions o on o.id = c.continues_id
       where c.kind = 'plan' and o.kind = 'plan' and c.closed_on is null
         and upper(o.covers) - lower(o.covers) + (c.end_date - c.start_date) <> o.end_date - o.start_date
         and c.status = 'active')::int
        as "P5 paused periods that cover other days than were sold",
      (select count(*) from (
         select p.price - coalesce((select sum(amount) from payments where period_id = p.id and status = 'completed'), 0)
           - coalesce((select sum(amount) from payments where period_id = p.id and status in ('pending', 'processing')
                       and debt_id is null), 0)
           - coalesce((select sum(owed + forgiven) from debts where period_id = p.id), 0) as rest
         from user_subscriptions p
         where p.price is not null and not isempty(p.covers)) sold
       where rest <> 0)::int as "L4 prices that do not add up",
      (select count(*) from client_accounts a
       where a.owed <> coalesce((select sum(owed) from debts where user_id = a.user_id and closed_on is null), 0))::int
        as "L5 balances",
      (select count(*) from debts where owed < 0 or owed > amount)::int as "L5 debts",
      (select count(*) from debts d where d.closed_as is distinct from 'anulada' and d.amount <> d.owed + d.forgiven
         + coalesce((select sum(amount) from payments where debt_id = d.id and status = 'completed'), 0))::int
        as "L5 debts that do not add up",
      (select count(*) from debts d join user_subscriptions p on p.id = d.period_id
       where d.closed_on is null and isempty(p.covers))::int as "debts of periods that cover nothing",
      (select count(*) from (
         select day, kind, type, payment_method, status, recorded_by from payments group by 1, 2, 3, 4, 5, 6
         having count(*) <> (select coalesce(sum(rows), 0) from payment_days d where (d.day, d.kind, d.type, d.payment_method, d.status)
             = (payments.day, payments.kind, payments.type, payments.payment_method, payments.status)
             and d.recorded_by is not distinct from payments.recorded_by)
           or sum(amount) <> (select coalesce(sum(amount), 0) from payment_days d where (d.day, d.kind, d.type, d.payment_method, d.status)
             = (payments.day, payments.kind, payments.type, payments.payment_method, payments.status)
             and d.recorded_by is not distinct from payments.recorded_by)) wrong)::int as "L1 days that are counted wrong",
      abs((select coalesce(sum(owed), 0) from debt_tally) - (select coalesce(sum(owed), 0) from client_accounts a
        join users u on u.id = a.user_id where u.deleted_at is null))::float as "the tally of debts",
      (select count(*) from (
         select promised_on, plan_id from (
           select promised_on, plan_id, clients, amount from promise_tally
           union all
           select a.promised_on, case when a.promised_amount is null then u."suscriptionId" end, -1,
             coalesce(a.promise_paid - a.promised_amount, 0)
           from client_accounts a join users u on u.id = a.user_id
           where a.promised_on is not null and a.promise_paid < coalesce(a.promised_amount, 0.01)
             and u.status and u.deleted_at is null) promises
         group by 1, 2 having sum(clients) <> 0 or sum(amount) <> 0) wrong)::int as "the tally of promises",
      (select count(*) from (
         select from payments r join payments o on o.id = r.reverses group by o.id
         having abs(sum(r.amount)) > abs(o.amount) or bool_or(sign(r.amount) = sign(o.amount)) or o.kind = 'reversal') wrong
      )::int as "L3 reversals",
      (select count(*) from till_closes c join till_closes o on o.id = (select max(id) from till_closes where id < c.id)
       where c.opening <> o.left_over or (c.expected ->> 'efectivo')::numeric
         <> c.opening + coalesce((select sum(amount) from payments where close_id = c.id and payment_method = 'efectivo'), 0)
      )::int as "L2 tills",
      (select count(*) from payments where status = 'completed' and close_id is null
         and exists (select from till_closes where id = 0 and closed_at is null))::int as "L2 payments in no till",
      (select count(*) from link_payments f join payment_links l on l.id = f.link_id join payments y on y.id = l.payment_id
       where f.approved_at is not null and f.currency = 'ARS' and f.amount = y.amount and f.payment_id is null)::int
        as "MPA approvals without a charge",
      (select count(*) from payment_links l join payments y on y.id = l.payment_id
       where y.status = 'completed' and not exists (select from link_payments where payment_id = y.id)
         and not exists (select from payments where reverses = y.id))::int as "MPA charges that nobody paid",
      (select count(*) from link_payments f join payments y on y.id = f.payment_id
       where y.period_id is null and y.debt_id is null and f.problem is null)::int as "MPA money that nothing was sold for",
      (select count(*) from (
         select y.period_id from link_payments f join payments y on y.id = f.payment_id where y.debt_id is null and y.period_id is not null
         group by 1 having count(*) > 1) twice)::int as "MPA periods of two approvals",
      (select count(*) from link_payments f where f.status = 'refunded' and f.payment_id is not null
         and 1 <> (select count(*) from payments where reverses = f.payment_id))::int as "MPA refunds that are not one reversal",
      (select coalesce(abs(sum(fee)) + abs(sum(net)), 0) from (
         select fee, net from fee_tally
         union all
         select -coalesce(fee, 0), -coalesce(net, 0) from link_payments
         where paid_on is not null and status not in ('refunded', 'charged_back')) fees)::float as "MPA fees that are counted wrong"`;

/** The promises about money that rows break, each with the number of such rows. */
export async function findBrokenInvariants(db: Db): Promise<[string, number][]> {
  const { rows } = await brokenCounts.execute(db);
  return Object.entries(rows[0]!).filter(([, broken]) => broken !== 0);
}
