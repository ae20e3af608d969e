import type { LedgerRow } from '@pulso/contract/billing/ledger';
import type { LinkProblem } from '@pulso/contract/billing/links.labels';
import { MAX_MONEY } from '@pulso/contract/kit/fields';
import { sql } from 'kysely';
import { recordEvent } from '#db/writes/events';
import { Refusal } from '#db/writes/refusal';
import type { Actor, Write } from '#db/writes/write';
import { checkDebtPayment, lowerDebt } from '#features/billing/debts/debts.queries';
import { completePayment, failPayments, findLedgerRow, recordPayment } from '#features/billing/ledger/ledger.queries';
import { noteOnCharge, reopenCharge } from '#features/billing/ledger/link-charges.queries';
import {
  isOutdated,
  LIVE_STATUSES,
  mismatchOf,
  nextAskAt,
  paidOnOf,
  problemOf,
  wasApproved,
  wentBack,
  type KnownPayment,
} from '#features/billing/links/links.rules';
import { annulPayment } from '#features/billing/payments/settle.queries';
import { renewAsAgreed } from '#features/billing/subscriptions/renewals.queries';
import type { OutsidePayment } from '#mercadopago/mercadopago';

const EXPIRED = 'El link venció sin que se pagara.';
const CLOSED = 'Link cerrado';
const BACK = { refunded: 'Mercado Pago devolvió este pago', charged_back: 'El banco devolvió este pago (contracargo)' };

type LockedLink = {
  id: number;
  user_id: number;
  payment_id: number;
  debt_id: number | null;
  preference_id: string | null;
  expires_at: string;
  opened_at: string | null;
  closed_at: string | null;
};

/** A link after its client, as every write locks. Undefined when there is no such link. */
export async function lockLink(write: Write<Actor>, id: number): Promise<LockedLink | undefined> {
  await sql`
    select 1 from users where id = (select user_id from payment_links where id = ${id}) for no key update`.execute(
    write.db,
  );
  const { rows } = await sql<LockedLink>`
    select id, user_id, payment_id, debt_id, preference_id, iso(expires_at) as expires_at, iso(opened_at) as opened_at, iso(closed_at) as closed_at
    from payment_links where id = ${id} for no key update`.execute(write.db);
  return rows[0];
}

export async function findLinkOf({ db }: Pick<Write<Actor>, 'db'>, reference: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from payment_links where reference::text = ${reference}`.execute(
    db,
  );
  return rows[0]?.id;
}

type StoredPayment = KnownPayment & { payment_id: number | null; paid_on: string | null };

async function findKnown({ db }: Write<Actor>, outsideId: string): Promise<StoredPayment | undefined> {
  const { rows } = await sql<StoredPayment>`
    select status, refunded, problem, payment_id, paid_on from link_payments where outside_id = ${outsideId}`.execute(
    db,
  );
  return rows[0];
}

/** Outcome of an approval: the charge that it became, if it did, and the problem left for a person. */
type Recorded = { charge?: { id: number; paid_on: string }; problem?: LinkProblem };

type Approval = { link: LockedLink; charge: LedgerRow; payment: OutsidePayment };

/**
 * The outcome follows from a payment as Mercado Pago tells of it now, and from what is stored: once, again, late or in another
 * order, it comes to the same.
 */
export async function settlePayment(
  write: Write<Actor>,
  linkId: number,
  payment: OutsidePayment,
  now: Date,
): Promise<void> {
  const link = await lockLink(write, linkId);
  const charge = link && (await findLedgerRow(write, link.payment_id));
  const known = await findKnown(write, payment.id);
  if (!link || !charge || (known && isOutdated(known.status, payment.status))) return;
  const isNews = wasApproved(payment) && (known?.payment_id ?? null) === null;
  const recorded: Recorded = isNews ? await recordApproval(write, { link, charge, payment }) : {};
  const chargeId = recorded.charge?.id ?? known?.payment_id ?? null;
  await storePayment(write, link, { payment, known, recorded, chargeId });
  if (chargeId !== null && wentBack(payment)) await takeBack(write, chargeId, payment);
  await keepWaiting(write, link, now);
}

async function storePayment(
  { db }: Write<Actor>,
  link: LockedLink,
  {
    payment,
    known,
    recorded,
    chargeId,
  }: { payment: OutsidePayment; known: StoredPayment | undefined; recorded: Recorded; chargeId: number | null },
): Promise<void> {
  const { id, status, currency, approved_at, fee, net } = payment;
  // More than the ledger has room for is shown as the most.
  const amount = Math.min(payment.amount, MAX_MONEY);
  const refunded = Math.min(payment.refunded, MAX_MONEY);
  const { problem, isNews } = problemOf({ payment, known, found: recorded.problem, hasCharge: chargeId !== null });
  await sql`
    insert into link_payments as f (link_id, outside_id, status, amount, currency, approved_at, fee, net, refunded, payment_id,
      paid_on, problem)
    values (${link.id}, ${id}, ${status}, ${amount}, ${currency}, ${approved_at}, ${fee}, ${net}, ${refunded}, ${chargeId},
      ${recorded.charge?.paid_on ?? known?.paid_on ?? null}::date, ${problem})
    on conflict (outside_id) do update set status = excluded.status, amount = excluded.amount, currency = excluded.currency,
      approved_at = excluded.approved_at, fee = coalesce(excluded.fee, f.fee), net = coalesce(excluded.net, f.net),
      refunded = greatest(f.refunded, excluded.refunded), payment_id = excluded.payment_id,
      paid_on = excluded.paid_on, problem = excluded.problem,
      solved_at = case when ${isNews} then null else f.solved_at end,
      solved_by = case when ${isNews} then null else f.solved_by end`.execute(db);
}

/** Records money that came: once for each payment of theirs, whatever came before it by the same link. */
async function recordApproval(write: Write<Actor>, approval: Approval): Promise<Recorded> {
  const { link, charge, payment } = approval;
  const mismatch = mismatchOf(payment, charge.amount);
  if (mismatch) return { problem: mismatch };
  const { paid_on, note } = paidOnOf(payment.approved_at, write.actor.today);
  const isSecond = charge.status === 'completed';
  // The money is there, though the link was over.
  if (charge.status === 'failed') await reopenCharge(write, charge.id, { status: 'processing' });
  const id = isSecond ? await recordAgain(write, approval, { paid_on, note }) : charge.id;
  if (!isSecond && note !== undefined) await noteOnCharge(write, id, note);
  const problem = isSecond ? 'twice' : await settleCharge(write, approval, paid_on);
  const data = { link: link.id, ...(problem && { problem }) };
  await recordEvent(write, { entity: 'payment', entityId: id, userId: link.user_id, action: 'settle', data });
  return { charge: { id, paid_on }, problem };
}

/** The money of a second payment at the same link, which nothing was sold for. */
async function recordAgain(
  write: Write<Actor>,
  { link, charge, payment }: Approval,
  { paid_on, note }: { paid_on: string; note?: string },
): Promise<number> {
  const { type, item_id, concept, amount } = charge;
  const { id } = await recordPayment(write, {
    ...{ user_id: link.user_id, type, item_id, concept, amount, paid_on, notes: note ?? null },
    ...{ payment_method: 'mercadopago', status: 'completed', transaction_id: payment.id },
  });
  return id;
}

/** Completes the charge that waited: with the renewal that it was for, or the debt, or alone. */
async function settleCharge(
  write: Write<Actor>,
  { link, charge, payment }: Approval,
  paid_on: string,
): Promise<LinkProblem | undefined> {
  const completion = { paid_on, transaction_id: payment.id };
  const problem =
    link.debt_id === null
      ? await refusedAs(write, 'not_renewed', () => renewByLink(write, { link, charge, payment }, paid_on))
      : await refusedAs(write, 'twice', () => payDebtByLink(write, { link, charge, payment }, paid_on));
  if (problem) await completePayment(write, charge.id, completion);
  return problem;
}

/** The work, or what is left to do if it is refused: then nothing of it stays. */
async function refusedAs(
  { db }: Write<Actor>,
  problem: LinkProblem,
  work: () => Promise<LinkProblem | undefined>,
): Promise<LinkProblem | undefined> {
  await sql`savepoint sale`.execute(db);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint sale`.execute(db);
    return problem;
  }
}

async function renewByLink(
  write: Write<Actor>,
  { link, charge, payment }: Approval,
  paid_on: string,
): Promise<LinkProblem | undefined> {
  const { id, item_id, amount } = charge;
  const sale = {
    plan_id: item_id,
    price: amount,
    payment_method: 'mercadopago',
    paid_on,
    transaction_id: payment.id,
  } as const;
  return (await renewAsAgreed(write, link.user_id, sale, id)) ? undefined : 'not_renewed';
}

async function payDebtByLink(
  write: Write<Actor>,
  { link, charge, payment }: Approval,
  paid_on: string,
): Promise<LinkProblem | undefined> {
  const { id, amount } = charge;
  const debt = await checkDebtPayment(write, link.debt_id ?? 0, link.user_id, amount);
  if (!debt) return 'not_renewed';
  await lowerDebt(write, debt.id, amount);
  const { type, item_id, concept, period_id } = debt;
  const completion = { paid_on, transaction_id: payment.id };
  await completePayment(write, id, completion, { type, item_id, concept, period_id, debt_id: debt.id });
  return undefined;
}

/** The money went back: its charge is reversed, and what it paid is owed again. A person may have reversed it before. */
async function takeBack(write: Write<Actor>, chargeId: number, { status }: OutsidePayment): Promise<void> {
  const charge = await findLedgerRow(write, chargeId);
  if (!charge || charge.reversed_by !== null) return;
  await annulPayment(write, chargeId, {
    reason: status === 'refunded' ? BACK.refunded : BACK.charged_back,
    owes: true,
  });
}

/** The state of a charge that is no money yet, by all that came by its link; and when to ask for it again. */
export async function keepWaiting(write: Write<Actor>, link: LockedLink, now: Date): Promise<void> {
  const { id, payment_id, preference_id, expires_at, opened_at, closed_at } = link;
  const { rows } = await sql<{ status: string; isPaying: boolean }>`
    select y.status, exists (
      select from link_payments f where f.link_id = ${id} and f.status = any(${[...LIVE_STATUSES]}::text[])) as "isPaying"
    from payments y where y.id = ${payment_id}`.execute(write.db);
  const { status: before, isPaying } = rows[0]!;
  // One whose making failed has no address to be paid at.
  const isOver = closed_at !== null || preference_id === null || new Date(expires_at) <= now;
  const status = before === 'completed' ? before : isPaying ? 'processing' : isOver ? 'failed' : 'pending';
  if (status !== before && status === 'failed')
    await failPayments(write, sql`y.id = ${payment_id}`, closed_at === null ? EXPIRED : CLOSED);
  else if (status !== before && (status === 'pending' || status === 'processing'))
    await reopenCharge(write, payment_id, { status });
  const times = {
    expires_at: new Date(expires_at),
    opened_at: opened_at === null ? null : new Date(opened_at),
    closed_at: closed_at === null ? null : new Date(closed_at),
  };
  await sql`update payment_links set next_ask_at = ${nextAskAt({ ...times, status }, now)} where id = ${id}`.execute(
    write.db,
  );
}
