import { randomUUID } from 'node:crypto';
import type { LinkInput } from '@pulso/contract/billing/links';
import { LINK_DAYS } from '@pulso/contract/billing/links.labels';
import { sql } from 'kysely';
import { recordEvent } from '#db/writes/events';
import { Refusal } from '#db/writes/refusal';
import type { Actor, Read, Write } from '#db/writes/write';
import { lockUser } from '#features/accounts/users/users.queries';
import { checkDebtPayment } from '#features/billing/debts/debts.queries';
import { failPayments, recordPayment, type NewPayment } from '#features/billing/ledger/ledger.queries';
import { reopenCharge } from '#features/billing/ledger/link-charges.queries';
import { nextAskAt } from '#features/billing/links/links.rules';
import { ownPriceOn } from '#features/billing/prices/prices.queries';
import { checkListPrice, lockPlan } from '#features/billing/subscriptions/sell-period.queries';

const DAY_MS = 86_400_000;
const LEAST_AMOUNT = 0.01;

type Wanted = Pick<NewPayment, 'type' | 'item_id' | 'amount' | 'concept'> & { debt_id: number | null };

/** The item of the link, as it is offered now. Undefined when the user has no such debt. */
async function readWanted(write: Write<Actor>, userId: number, input: LinkInput): Promise<Wanted | undefined> {
  const { plan_id, debt_id, price, list_price } = input;
  if (typeof debt_id === 'number') {
    const debt = await checkDebtPayment(write, debt_id, userId, LEAST_AMOUNT);
    return (
      debt && { type: debt.type, item_id: debt.item_id, amount: debt.owed, concept: debt.concept || debt.note, debt_id }
    );
  }
  const plan = await lockPlan(write, plan_id ?? 0);
  checkListPrice(plan, list_price ?? 0);
  return { type: 'subscription', item_id: plan.id, amount: price ?? 0, concept: plan.title, debt_id: null };
}

/** An open link of the same plan or debt and amount. */
async function findOpenLink(
  { db }: Write<Actor>,
  userId: number,
  wanted: Wanted,
  now: Date,
): Promise<number | undefined> {
  const { debt_id, item_id, amount } = wanted;
  const same = debt_id === null ? sql`l.debt_id is null and y.plan_id = ${item_id}` : sql`l.debt_id = ${debt_id}`;
  const { rows } = await sql<{ id: number }>`
    select l.id from payment_links l join payments y on y.id = l.payment_id
    where l.user_id = ${userId} and y.status in ('pending', 'processing') and y.amount = ${amount}::numeric
      and l.closed_at is null and l.expires_at > ${now} and ${same}
    order by l.id desc limit 1`.execute(db);
  return rows[0]?.id;
}

/** A link that Mercado Pago knows nothing of yet, with the charge that waits for it; or an open one of the same. */
export async function prepareLink(
  write: Write,
  userId: number,
  input: LinkInput,
  now: Date,
): Promise<{ id: number } | undefined> {
  const user = await lockUser(write, userId);
  if (!user) return undefined;
  if (!user.status) throw new Refusal('El usuario está inactivo. Actívalo antes de renovar.');
  const wanted = await readWanted(write, userId, input);
  if (!wanted) return undefined;
  const open = await findOpenLink(write, userId, wanted, now);
  if (open !== undefined) return { id: open };
  const { debt_id, ...item } = wanted;
  const { id: payment_id } = await recordPayment(write, {
    ...item,
    user_id: userId,
    payment_method: 'mercadopago',
    status: 'pending',
  });
  const expires_at = new Date(now.getTime() + (input.days ?? LINK_DAYS.default) * DAY_MS);
  const next_ask_at = nextAskAt({ expires_at, opened_at: null, closed_at: null, status: 'pending' }, now);
  const { rows } = await sql<{ id: number }>`
    insert into payment_links (reference, user_id, payment_id, debt_id, expires_at, next_ask_at)
    values (${randomUUID()}, ${userId}, ${payment_id}, ${debt_id}, ${expires_at}, ${next_ask_at}) returning id`.execute(
    write.db,
  );
  const { id } = rows[0]!;
  await recordEvent(write, { entity: 'link', entityId: id, userId, action: 'make', data: { payment: payment_id } });
  return { id };
}

export type PreparedLink = {
  id: number;
  reference: string;
  concept: string;
  amount: number;
  expires_at: string;
  payment_id: number;
};

/** A link that has no address yet; also one whose making failed before. */
export async function findPreparedLink(
  { db }: Pick<Write<Actor>, 'db'>,
  id: number,
): Promise<PreparedLink | undefined> {
  const { rows } = await sql<PreparedLink>`
    select l.id, l.reference, y.concept, y.amount, iso(l.expires_at) as expires_at, y.id as payment_id
    from payment_links l join payments y on y.id = l.payment_id
    where l.id = ${id} and l.preference_id is null and l.closed_at is null and y.status in ('pending', 'failed')`.execute(
    db,
  );
  return rows[0];
}

/** The address has come: the charge can be paid at it. */
export async function storeAddress(
  write: Write<Actor>,
  { id, payment_id, expires_at }: PreparedLink,
  made: { id: string; url: string },
  now: Date,
): Promise<void> {
  const times = { expires_at: new Date(expires_at), opened_at: null, closed_at: null };
  const { rows } = await sql`
    update payment_links set preference_id = ${made.id}, next_ask_at = ${nextAskAt({ ...times, status: 'pending' }, now)}
    where id = ${id} and preference_id is null returning id`.execute(write.db);
  // Two requests that made it at once leave the first one's address.
  if (rows.length > 0) await reopenCharge(write, payment_id, { status: 'pending', url: made.url });
}

/** No address has come. */
export async function failPrepared(
  write: Write<Actor>,
  { id, payment_id }: PreparedLink,
  reason: string,
): Promise<void> {
  await sql`update payment_links set next_ask_at = null where id = ${id} and preference_id is null`.execute(write.db);
  await failPayments(write, sql`y.id = ${payment_id}`, reason);
}

/** Its client has it before him: he may pay at once. */
export async function noteOpened({ db }: Write<Actor>, id: number, now: Date): Promise<void> {
  const { rows } = await sql<{ expires_at: string; closed_at: string | null; status: string }>`
    select iso(l.expires_at) as expires_at, iso(l.closed_at) as closed_at, y.status
    from payment_links l join payments y on y.id = l.payment_id where l.id = ${id} for no key update of l`.execute(db);
  const [link] = rows;
  if (!link) return;
  const { status } = link;
  const closed_at = link.closed_at === null ? null : new Date(link.closed_at);
  const next = nextAskAt({ expires_at: new Date(link.expires_at), opened_at: now, closed_at, status }, now);
  await sql`update payment_links set opened_at = ${now}, next_ask_at = ${next} where id = ${id}`.execute(db);
}

/** By what Mercado Pago knows a link that can still be paid at. */
export async function findPreference({ db }: Pick<Read, 'db'>, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ preference_id: string }>`
    select preference_id from payment_links where id = ${id} and closed_at is null and preference_id is not null`.execute(
    db,
  );
  return rows[0]?.preference_id;
}

type OwnOffer = { plan_id: number | null; list_price: number | null; amount: number | null };

/**
 * The amount that the asker would pay today: for one of his debts, or to renew his plan, which may not be offered any more. Undefined when he has
 * no such debt.
 */
export async function readOwnOffer({ db, actor }: Read, debtId: number | null): Promise<OwnOffer | undefined> {
  const { rows } =
    debtId === null
      ? await sql<OwnOffer>`
          select plan.id as plan_id, plan.amount as list_price,
            case when plan.status then least(${ownPriceOn(actor.today)}, plan.amount) end as amount
          from users u left join plans plan on plan.id = u."suscriptionId" where u.id = ${actor.id}`.execute(db)
      : await sql<OwnOffer>`
          select null as plan_id, null as list_price, d.owed as amount from debts d
          where d.id = ${debtId} and d.user_id = ${actor.id} and d.closed_on is null`.execute(db);
  return rows[0];
}
