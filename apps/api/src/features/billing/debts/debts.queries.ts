import { debtRow, type Debt, type DebtInput, type ForgiveInput } from '@pulso/contract/billing/debts';
import { formatMoney } from '@pulso/contract/kit/money';
import { sql, type RawBuilder } from 'kysely';
import { fieldsOf } from '#db/stores/columns';
import { jsonArrayOf } from '#db/stores/json-list';
import { recordEvent } from '#db/writes/events';
import { Refusal, staleValue } from '#db/writes/refusal';
import { visibleUsers } from '#db/writes/visible-users';
import type { Actor, Read, Write } from '#db/writes/write';
import { lockUser } from '#features/accounts/users/users.queries';

const DEBT_FIELDS = fieldsOf('d', debtRow, {
  concept: sql`
    coalesce((select concept from payments where period_id = d.period_id and concept <> '' order by id limit 1), plan.title,
      package.title, product.title, '')`,
  // A debt annulled with its period is no longer owed though nobody paid it, so only its payments count as paid.
  paid: sql`
    case when d.closed_as = 'anulada'
      then coalesce((select sum(amount) from payments where debt_id = d.id and status = 'completed'), 0)
      else d.amount - d.owed - d.forgiven end`,
});

const selectDebts = sql`
  select ${DEBT_FIELDS}
  from debts d left join plans plan on plan.id = d.plan_id left join packages package on package.id = d.package_id
    left join products product on product.id = d.product_id`;

async function readDebt({ db }: Read, condition: RawBuilder<unknown>): Promise<Debt | undefined> {
  const { rows } = await sql<Debt>`${selectDebts} where ${condition}`.execute(db);
  return rows[0];
}

export const findDebt = (read: Read, id: number) => readDebt(read, sql`d.id = ${id}`);

/** Undefined when there is no such user. */
export async function listDebts({ db, actor }: Read, userId: number): Promise<Debt[] | undefined> {
  const { rows } = await sql<{ debts: Debt[] }>`
    select ${jsonArrayOf(sql`${selectDebts} where d.user_id = u.id order by d.closed_on is not null, d.id desc`)} as debts
    from users u where u.id = ${userId} and ${visibleUsers(actor)}`.execute(db);
  return rows[0]?.debts;
}

type NewDebt = Pick<DebtInput, 'user_id' | 'type'> & {
  due_on?: string | null;
  item_id?: number;
  /** An expression if it is a difference, which PostgreSQL subtracts. */
  amount: number | RawBuilder<unknown>;
  period_id?: number | null;
  note?: string;
};

/** The caller holds the lock on the user. */
export async function createDebt(write: Write<Actor>, input: NewDebt): Promise<Debt> {
  const { db, actor } = write;
  const { user_id, type, item_id = 0, amount, period_id = null, due_on = null, note = '' } = input;
  const { rows } = await sql<{ id: number }>`
    insert into debts (user_id, type, item_id, period_id, amount, owed, due_on, note, created_by)
    select ${user_id}, ${type}, ${item_id}, ${period_id}, amount, amount, ${due_on}, ${note}, ${actor.id}
    from (select ${amount}::numeric(12, 2) as amount) owed
    returning id`.execute(db);
  return (await findDebt(write, rows[0]!.id))!;
}

/** A debt whose user is locked, as it is now. */
async function lockDebt(write: Write<Actor>, id: number): Promise<Debt | undefined> {
  await sql`select 1 from debts where id = ${id} for no key update`.execute(write.db);
  return findDebt(write, id);
}

/** Refuses what is more than the rest of an open debt. Undefined when there is no such debt of the user. */
export async function checkDebtPayment(
  write: Write<Actor>,
  id: number,
  userId: number,
  amount: number,
): Promise<Debt | undefined> {
  const debt = await lockDebt(write, id);
  if (debt?.user_id !== userId) return undefined;
  if (debt.closed_on !== null) throw new Refusal('Esta deuda ya está saldada');
  if (amount > debt.owed) throw new Refusal(`El pago supera lo que debe (${formatMoney(debt.owed)})`);
  return debt;
}

/** Lowers a debt by a payment that `checkDebtPayment` has let pass. */
export async function lowerDebt({ db, actor }: Write<Actor>, id: number, amount: number): Promise<void> {
  await sql`
    update debts set owed = owed - ${amount}::numeric,
      closed_on = case when owed = ${amount}::numeric then ${actor.today}::date end,
      closed_as = case when owed = ${amount}::numeric then 'pagada' end
    where id = ${id}`.execute(db);
}

/** More is owed of a debt, which is open from then on: also one that was annulled with its period, if that stands again. */
const raiseBy = (amount: number) => sql`
  owed = d.owed + ${amount}::numeric, closed_on = null, closed_as = null,
  amount = d.owed + ${amount}::numeric + d.forgiven
    + coalesce((select sum(y.amount) from payments y where y.debt_id = d.id and y.status = 'completed'), 0)`;

/** Raises a debt again after its payment was taken back. Nothing is owed of a period that covers nothing. */
export async function raiseDebt({ db }: Write<Actor>, id: number, amount: number): Promise<void> {
  const isGone = sql`exists (select from user_subscriptions p where p.id = d.period_id and isempty(p.covers))`;
  await sql`update debts d set closed_as = 'anulada' where d.id = ${id} and ${isGone}`.execute(db);
  await sql`update debts d set ${raiseBy(amount)} where d.id = ${id} and not ${isGone}`.execute(db);
}

type UnpaidPeriod = { user_id: number; item_id: number; rest: number };

/**
 * Turns the unpaid rest of a period that covers something into debt: its open debt grows, or the one that was annulled with it,
 * or a new one is created. `unpriced` is the debt of a period that was sold before periods had prices.
 */
export async function recordUnpaidRest(
  write: Write<Actor>,
  periodId: number,
  { note = '', unpriced = 0 }: { note?: string; unpriced?: number } = {},
): Promise<void> {
  const { rows } = await sql<UnpaidPeriod>`
    select p.user_id, p.subscription_id as item_id, coalesce(p.price
        - coalesce((select sum(amount) from payments where period_id = p.id and status = 'completed'), 0)
        - coalesce((select sum(amount) from payments
                    where period_id = p.id and status in ('pending', 'processing') and debt_id is null), 0)
        - coalesce((select sum(owed + forgiven) from debts where period_id = p.id), 0), ${unpriced}::numeric) as rest
    from user_subscriptions p
    where p.id = ${periodId} and not isempty(p.covers)`.execute(write.db);
  const [unpaid] = rows;
  if (!unpaid || unpaid.rest <= 0) return;
  const { user_id, item_id, rest } = unpaid;
  // If several were annulled, the one that a transfer waits for is reopened.
  const { rows: grown } = await sql`
    update debts d set ${raiseBy(rest)}
    where d.id = (
      select o.id from debts o where o.period_id = ${periodId} and (o.closed_on is null or o.closed_as = 'anulada')
      order by o.closed_on is not null,
        not exists (select from payments where debt_id = o.id and status in ('pending', 'processing')), o.id
      limit 1)
    returning d.id`.execute(write.db);
  if (grown.length > 0) return;
  await createDebt(write, { user_id, type: 'subscription', item_id, period_id: periodId, amount: rest, note });
}

/** A debt that somebody notes down; no money moves. Undefined when there is no such user. */
export async function addDebt(write: Write<Actor>, input: DebtInput): Promise<Debt | undefined> {
  if (!(await lockUser(write, input.user_id))) return undefined;
  const debt = await createDebt(write, input);
  await recordEvent(write, { entity: 'debt', entityId: debt.id, userId: debt.user_id, action: 'note' });
  return debt;
}

/** Forgives a debt; no money moves. Undefined when there is no such debt. */
export async function forgiveDebt(
  write: Write<Actor>,
  id: number,
  { reason, owed }: ForgiveInput,
): Promise<Debt | undefined> {
  const unlockedDebt = await findDebt(write, id);
  if (!unlockedDebt || !(await lockUser(write, unlockedDebt.user_id))) return undefined;
  const debt = await lockDebt(write, id);
  if (debt?.closed_on !== null) throw new Refusal('Esta deuda ya está saldada');
  if (owed !== undefined && owed !== debt.owed) throw staleValue(`Ahora debe ${formatMoney(debt.owed)}.`);
  await forgivePart(write, id, debt.owed, reason);
  return findDebt(write, id);
}

/** Forgives a part of an open debt. */
async function forgivePart(write: Write<Actor>, id: number, amount: number, reason: string): Promise<void> {
  const { rows } = await sql<{ user_id: number }>`
    update debts set forgiven = forgiven + ${amount}::numeric, owed = owed - ${amount}::numeric,
      closed_on = case when owed = ${amount}::numeric then ${write.actor.today}::date end,
      closed_as = case when owed = ${amount}::numeric then 'condonada' end
    where id = ${id} returning user_id`.execute(write.db);
  const data = { reason, amount };
  await recordEvent(write, { entity: 'debt', entityId: id, userId: rows[0]?.user_id, action: 'forgive', data });
}

/** Forgives all that is owed of a period. */
export async function forgivePeriod(write: Write<Actor>, periodId: number, reason: string): Promise<void> {
  const { rows } = await sql<{ id: number; owed: number }>`
    select id, owed from debts where period_id = ${periodId} and closed_on is null order by id`.execute(write.db);
  for (const debt of rows) await forgivePart(write, debt.id, debt.owed, reason);
}

type Returned = { amount: number; debt_id: number | null; period_id: number | null };

/**
 * Money of a payment that went back and is not owed again: forgiven of the debt that it had paid, or of its period, also while
 * that covers nothing, because it may stand again.
 */
export async function forgiveReturned(write: Write<Actor>, returned: Returned, reason: string): Promise<void> {
  const { amount, debt_id, period_id } = returned;
  const { today, id: author } = write.actor;
  const { rows } = await sql<{ id: number; user_id: number }>`
    with grown as (
      update debts d set forgiven = forgiven + ${amount}::numeric,
        amount = amount + case when ${debt_id}::int is null then ${amount}::numeric else 0 end,
        closed_as = case closed_as when 'pagada' then 'condonada' else closed_as end
      where d.id = coalesce(${debt_id}::int,
        (select min(id) from debts where period_id = ${period_id} and closed_as = 'condonada'))
      returning d.id, d.user_id
    ), added as (
      insert into debts (user_id, type, item_id, period_id, amount, owed, forgiven, note, created_by, closed_on, closed_as)
      select p.user_id, 'subscription', p.subscription_id, p.id, ${amount}::numeric, 0, ${amount}::numeric, ${reason}, ${author},
        ${today}::date, 'condonada'
      from user_subscriptions p where p.id = ${period_id} and not exists (select from grown)
      returning id, user_id
    )
    select id, user_id from grown union all select id, user_id from added`.execute(write.db);
  const [debt] = rows;
  const data = { reason, amount };
  if (debt)
    await recordEvent(write, { entity: 'debt', entityId: debt.id, userId: debt.user_id, action: 'forgive', data });
}

/** A period that covers nothing owes nothing, however it came to be so; what was paid of it stays paid. */
export async function cancelDebtsOfEmptyPeriods({ db, actor }: Write<Actor>, userId: number): Promise<void> {
  await sql`
    update debts d set owed = 0, closed_on = ${actor.today}::date, closed_as = 'anulada'
    from user_subscriptions p
    where d.user_id = ${userId} and d.closed_on is null and p.id = d.period_id and isempty(p.covers)`.execute(db);
}

/** Removes the notes on an erased person's debts. */
export async function eraseDebtNotes({ db }: Write<Actor>, userId: number): Promise<void> {
  await sql`update debts set note = '' where user_id = ${userId}`.execute(db);
}

export type ImportedDebt = { user_id: number; amount: number };

/** Debts of new clients from the time before. */
export async function insertImportedDebts({ db, actor }: Write<Actor>, debts: readonly ImportedDebt[]): Promise<void> {
  await sql`
    insert into debts (user_id, type, amount, owed, note, created_by)
    select user_id, 'other', amount, amount, 'Deuda importada', ${actor.id}
    from jsonb_to_recordset(${JSON.stringify(debts)}::jsonb) as r (user_id int, amount numeric)
    order by user_id`.execute(db);
}

/** Takes away every debt of clients who were imported. */
export async function removeDebtsOf({ db }: Write<Actor>, userIds: readonly number[]): Promise<void> {
  await sql`delete from debts where user_id = any(${userIds}::int[])`.execute(db);
}
