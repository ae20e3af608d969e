import type { LinkRenewInput, PaymentLink } from '@pulso/contract/billing/links';
import { sql } from 'kysely';
import { recordEvent } from '#db/writes/events';
import { Refusal } from '#db/writes/refusal';
import type { Write } from '#db/writes/write';
import { findLedgerRow, reversePayments } from '#features/billing/ledger/ledger.queries';
import { findLink } from '#features/billing/links/links.queries';
import { paidOnOf } from '#features/billing/links/links.rules';
import { keepWaiting, lockLink } from '#features/billing/links/settle-link.queries';
import { renew } from '#features/billing/subscriptions/renewals.queries';

const MOVED = 'Pasa a la renovación';

/** Nobody is to pay at it any more. Undefined when there is no such link. */
export async function closeLink(write: Write, id: number, now: Date): Promise<PaymentLink | undefined> {
  const link = await lockLink(write, id);
  const charge = link && (await findLedgerRow(write, link.payment_id));
  if (!link || !charge) return undefined;
  if (charge.status === 'completed') throw new Refusal('Este link ya está pagado.');
  if (link.closed_at === null) {
    const closed_at = now.toISOString();
    await sql`update payment_links set closed_at = ${closed_at} where id = ${id}`.execute(write.db);
    await keepWaiting(write, { ...link, closed_at }, now);
    await recordEvent(write, { entity: 'link', entityId: id, userId: link.user_id, action: 'close' });
  }
  return findLink(write, id);
}

type ProblemRow = { id: number; payment_id: number | null; outside_id: string; approved_at: string | null };

async function findProblem({ db }: Write, linkId: number, id: number): Promise<ProblemRow | undefined> {
  const { rows } = await sql<ProblemRow>`
    select id, payment_id, outside_id, iso(approved_at) as approved_at from link_payments
    where id = ${id} and link_id = ${linkId} and problem is not null`.execute(db);
  return rows[0];
}

async function markSolved({ db, actor }: Write, id: number): Promise<void> {
  await sql`
    update link_payments set solved_at = now(), solved_by = ${actor.id} where id = ${id} and solved_at is null`.execute(
    db,
  );
}

/** A person has looked at it. Undefined when there is no such problem of the link. */
export async function solveProblem(write: Write, id: number, problemId: number): Promise<PaymentLink | undefined> {
  const link = await lockLink(write, id);
  const problem = link && (await findProblem(write, id, problemId));
  if (!link || !problem) return undefined;
  await markSolved(write, problem.id);
  const data = { problem: problem.id };
  await recordEvent(write, { entity: 'link', entityId: id, userId: link.user_id, action: 'solve', data });
  return findLink(write, id);
}

/**
 * Sells a period with money that came by a link and that nothing was sold for. What was recorded never changes: the lone charge is
 * reversed, and recorded again as the payment of the period.
 */
export async function renewWithLink(
  write: Write,
  id: number,
  { problem_id, ...terms }: LinkRenewInput,
): Promise<PaymentLink | undefined> {
  const link = await lockLink(write, id);
  const problem = link && (await findProblem(write, id, problem_id));
  const chargeId = problem?.payment_id;
  const charge = chargeId ? await findLedgerRow(write, chargeId) : undefined;
  if (!link || !problem || !charge) return undefined;
  if (charge.period_id !== null || charge.debt_id !== null) throw new Refusal('Este pago ya tiene su período.');
  if (charge.reversed_by !== null || charge.refunded > 0) throw new Refusal('Este pago ya se devolvió.');
  const { amount } = charge;
  if (amount > terms.price) throw new Refusal({ price: 'El precio no puede ser menor que lo que pagó' });
  await reversePayments(write, sql`y.id = ${charge.id}`, MOVED);
  const { paid_on } = paidOnOf(problem.approved_at === null ? null : new Date(problem.approved_at), write.actor.today);
  const sold = await renew(write, link.user_id, {
    ...{ ...terms, paid: amount, paid_on, payment_method: 'mercadopago', status: 'completed' },
    transaction_id: problem.outside_id,
  });
  if (!sold?.payment) return undefined;
  await sql`
    update link_payments set payment_id = ${sold.payment.id}, paid_on = ${paid_on}::date where id = ${problem.id}`.execute(
    write.db,
  );
  await markSolved(write, problem.id);
  const data = { problem: problem.id, period: sold.period.id };
  await recordEvent(write, { entity: 'link', entityId: id, userId: link.user_id, action: 'renew', data });
  return findLink(write, id);
}

/** Forgets by what numbers an erased person's payments are known elsewhere; late notices of them find nothing. */
export async function eraseLinks({ db }: Write, userId: number): Promise<void> {
  await sql`
    update link_payments f set outside_id = 'erased-' || f.id from payment_links l
    where l.id = f.link_id and l.user_id = ${userId}`.execute(db);
  await sql`
    update payment_links set reference = gen_random_uuid(), preference_id = null, next_ask_at = null
    where user_id = ${userId}`.execute(db);
}
