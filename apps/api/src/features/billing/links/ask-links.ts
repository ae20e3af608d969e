import { sql } from 'kysely';
import type { Actor, Read, Write } from '#db/writes/write';
import { asSystem, type LinkDependencies } from '#features/billing/links/make-link';
import { findLinkOf, keepWaiting, lockLink, settlePayment } from '#features/billing/links/settle-link.queries';
import type { OutsidePayment } from '#mercadopago/mercadopago';
import { OutsideDown } from '#mercadopago/outside-down';

const MOST_AT_ONCE = 20;
/** A process that was killed while it asked leaves its links to the next one after so long. */
const LEASE_MS = 120_000;

type AskedLink = { id: number; reference: string };

/** Settles a payment as Mercado Pago has just told of it. Answers false if it is of no link of ours. */
export async function settle(deps: Pick<LinkDependencies, 'db' | 'now'>, payment: OutsidePayment): Promise<boolean> {
  const link = payment.reference === null ? undefined : await findLinkOf(deps, payment.reference);
  if (link === undefined) return false;
  await asSystem(deps, (write) => settlePayment(write, link, payment, deps.now()));
  return true;
}

/** Asks for what came by a link, the oldest payment first, and settles it. */
export async function askForLink(deps: LinkDependencies, { id, reference }: AskedLink): Promise<void> {
  const { mercadopago, now } = deps;
  const payments = await mercadopago.searchPayments(reference);
  // A result may lack the reference that was searched for, but another's payment is never taken for this link's.
  const own = payments.filter((payment) => (payment.reference ?? reference) === reference);
  for (const payment of own.toReversed()) await settle(deps, { ...payment, reference });
  await asSystem(deps, async (write) => {
    const link = await lockLink(write, id);
    if (link) await keepWaiting(write, link, now());
  });
}

export async function findAsked({ db }: Pick<Read, 'db'>, id: number): Promise<AskedLink | undefined> {
  const { rows } = await sql<AskedLink>`select id, reference from payment_links where id = ${id}`.execute(db);
  return rows[0];
}

/** Takes the links that are due for itself, which no other process then does. */
async function takeDueLinks({ db }: Write<Actor>, now: Date): Promise<AskedLink[]> {
  const { rows } = await sql<AskedLink>`
    update payment_links set next_ask_at = ${new Date(now.getTime() + LEASE_MS)}
    where id in (
      select id from payment_links where next_ask_at <= ${now} order by next_ask_at limit ${MOST_AT_ONCE}
      for update skip locked)
    returning id, reference`.execute(db);
  return rows;
}

/** A look that takes no lock: mostly nothing is due. */
async function isAnyDue({ db, now }: LinkDependencies): Promise<boolean> {
  const { rows } = await sql`select from payment_links where next_ask_at <= ${now()} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Asks for the links whose time has come. Where Mercado Pago does not answer, the rest is asked for again after the lease; what goes
 * wrong with one link is told once all others are done.
 */
export async function askDueLinks(deps: LinkDependencies, isStopped = () => false): Promise<void> {
  const errors: unknown[] = [];
  while (!isStopped() && (await isAnyDue(deps))) {
    const due = await asSystem(deps, (write) => takeDueLinks(write, deps.now()));
    if (due.length === 0) break;
    for (const link of due) {
      if (isStopped()) return;
      await askForLink(deps, link).catch((error: unknown) => {
        if (error instanceof OutsideDown) throw error;
        errors.push(error);
      });
    }
  }
  if (errors.length > 0) throw errors[0];
}
