import { today } from '@pulso/contract/kit/dates';
import { Refusal } from '#db/writes/refusal';
import { writeAsSystem, type Actor, type Write } from '#db/writes/write';
import {
  failPrepared,
  findPreparedLink,
  storeAddress,
  type PreparedLink,
} from '#features/billing/links/make-link.queries';
import type { Dependencies } from '#http/routes/dependencies';
import type { MercadoPago } from '#mercadopago/mercadopago';
import { OutsideDown } from '#mercadopago/outside-down';

/** The name by which changes appear that follow from what Mercado Pago tells. */
export const SYSTEM = 'Sistema';
export const NO_ANSWER = 'Mercado Pago no responde. Por favor intenta de nuevo.';
const NOT_ACCEPTED = 'Mercado Pago no acepta la conexión de este negocio. Pruébala en «Datos del negocio».';

export type LinkDependencies = Pick<Dependencies, 'db' | 'now'> & { mercadopago: MercadoPago };

export const asSystem = <T>(
  { db, now }: Pick<LinkDependencies, 'db' | 'now'>,
  work: (write: Write<Actor>) => Promise<T>,
) => writeAsSystem(db, { name: SYSTEM, today: today(now()) }, work);

/** The refusal of a call that needed Mercado Pago; any other error is one of ours. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof OutsideDown)) return error;
  const isOurs = error.trouble === 'refused' || error.trouble === 'forbidden' || error.trouble === 'invalid';
  return new Refusal(isOurs ? NOT_ACCEPTED : NO_ANSWER, 'unavailable', error.retryAfter ?? 5);
}

/**
 * Has Mercado Pago make what was prepared. Between the transactions, so that none waits for the network; the reference makes a
 * second try harmless, whether after a failure or after a kill.
 */
export async function makeLink(deps: LinkDependencies, id: number): Promise<void> {
  const { db, mercadopago } = deps;
  const link = await findPreparedLink({ db }, id);
  if (!link) return;
  const made = await askFor(deps, mercadopago, link);
  await asSystem(deps, (write) => storeAddress(write, link, made, deps.now()));
}

async function askFor(deps: LinkDependencies, mercadopago: MercadoPago, link: PreparedLink) {
  const { reference, concept, amount, expires_at } = link;
  try {
    return await mercadopago.makeLink({
      reference,
      title: concept || 'Pago',
      amount,
      expires_at: new Date(expires_at),
    });
  } catch (error) {
    await asSystem(deps, (write) => failPrepared(write, link, NO_ANSWER));
    throw toRefusal(error);
  }
}
