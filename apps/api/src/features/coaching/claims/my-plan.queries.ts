import {
  MY_PAYMENTS,
  myReceipt,
  type MyPayment,
  type MyPayments,
  type MyPlan,
  type MyReceipt,
} from '@pulso/contract/coaching/claims';
import { planStateOf, type PlanFacts } from '@pulso/contract/coaching/coverage';
import type { DateText } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { jsonArrayOf } from '#db/stores/json-list';
import { visibleUsers } from '#db/writes/visible-users';
import type { Read } from '#db/writes/write';
import { listDebts } from '#features/billing/debts/debts.queries';
import { readLedger } from '#features/billing/ledger/ledger.queries';
import { openClaimDay } from '#features/billing/ledger/claims.queries';
import { readReceipt } from '#features/billing/payments/receipts.queries';
import { ownPriceOn } from '#features/billing/prices/prices.queries';
import { listClaims } from '#features/coaching/claims/claims.queries';

type Announced = { amount: number; valid_from: DateText };
type PlanRow = PlanFacts &
  Pick<MyPlan, 'plan' | 'price' | 'owed' | 'packages' | 'alias' | 'business'> & { coming: Announced[] };

/** The first announced price that is more than the asker would pay today, and that no price of his own spares him. */
async function findNextPrice(
  { db, actor }: Read,
  { price, coming }: Pick<PlanRow, 'price' | 'coming'>,
): Promise<Announced | null> {
  if (price === null) return null;
  for (const { amount: listed, valid_from } of coming) {
    const { rows } = await sql<{ amount: number }>`
      select least(${ownPriceOn(valid_from)}, ${listed}::numeric) as amount from users u where u.id = ${actor.id}`.execute(
      db,
    );
    const { amount } = rows[0]!;
    if (amount > price) return { amount, valid_from };
  }
  return null;
}

/** The asker's plan, what he owes, and what he paid. Undefined once he is deleted. */
export async function readMyPlan(read: Read, { online }: Pick<MyPlan, 'online'>): Promise<MyPlan | undefined> {
  const { db, actor } = read;
  const { today } = actor;
  const day = sql`${today}::date`;
  const { rows } = await sql<PlanRow>`
    select u.suscription_status as on, u.suscription_end as end, ${openClaimDay} as claimed_on,
      exists (select from user_subscriptions h where h.user_id = u.id and h.kind = 'plan') as had_plan,
      (select upper(h.covers) from user_subscriptions h
       where h.user_id = u.id and h.kind = 'pause' and h.covers @> ${day} limit 1) as paused_until,
      ${jsonArrayOf(sql`
        select bought.id, package.title, bought.end_date from user_packages bought join packages package on package.id = bought.package_id
        where bought.user_id = u.id and bought.status and bought.start_date <= ${day} and bought.end_date > ${day}
        order by bought.end_date, bought.id`)} as packages,
      plan.title as plan, case when plan.status then least(${ownPriceOn(today)}, plan.amount) end as price,
      ${jsonArrayOf(sql`
        select distinct on (p.valid_from) p.amount, p.valid_from from prices p
        where p.kind = 'plan' and p.item_id = plan.id and p.user_id is null and p.valid_from > ${day}
        order by p.valid_from, p.id desc`)} as coming,
      coalesce(a.owed, 0) as owed, b.alias, b.name as business
    from users u left join plans plan on plan.id = u."suscriptionId" left join client_accounts a on a.user_id = u.id
      cross join business b
    where u.id = ${actor.id} and ${visibleUsers(actor)}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { end, paused_until = null, plan, packages, price, owed, alias, business } = row;
  const debts = (await listDebts(read, actor.id ?? 0)) ?? [];
  return {
    ...planStateOf({ ...row, package_end: null }, today),
    ...{ plan, end, paused_until, packages, price, owed, alias, business },
    next_price: await findNextPrice(read, row),
    debts: debts
      .filter(({ closed_on }) => closed_on === null)
      .map(({ id, type, concept, owed: left, due_on }) => ({ id, type, concept, owed: left, due_on })),
    online,
    claims: await listClaims(read),
    ...(await readMyPayments(read))!,
  };
}

/** Payments of the asker before one of them, newest first. Undefined when that one is none of his. */
export async function readMyPayments(read: Read, before?: number): Promise<MyPayments | undefined> {
  const own = sql`y.user_id = ${read.actor.id} and y.kind = 'charge' and y.status = 'completed'`;
  const [last] = before === undefined ? [] : await readLedger(read, sql`where y.id = ${before} and ${own}`);
  if (before !== undefined && !last) return undefined;
  const earlier = last ? sql`and (y.day, y.id) < (${last.day}::date, ${last.id})` : sql``;
  const rows = await readLedger(
    read,
    sql`where ${own} ${earlier} order by y.day desc, y.id desc limit ${MY_PAYMENTS + 1}`,
  );
  const payments = rows
    .slice(0, MY_PAYMENTS)
    .map(({ id, type, amount, day, concept, payment_method, reversed_by, refunded }): MyPayment => ({
      ...{ id, type, amount, day, concept, payment_method, refunded },
      annulled: reversed_by !== null,
    }));
  return { payments, more: rows.length > MY_PAYMENTS };
}

/** Reads the receipt of a payment. Undefined when the asker has no such payment. */
export async function readMyReceipt(read: Read, id: number): Promise<MyReceipt | undefined> {
  const receipt = await readReceipt(read, id);
  if (!receipt || receipt.user?.id !== read.actor.id || receipt.kind !== 'charge' || receipt.status !== 'completed')
    return undefined;
  const shown = Object.entries(receipt).filter(([name]) => name in myReceipt.shape);
  const { recorded_by } = receipt;
  return { ...(Object.fromEntries(shown) as MyReceipt), recorded_by: recorded_by && { name: recorded_by.name } };
}
