import { myLink, myLinkInput, myLinkState, type LinkInput } from '@pulso/contract/billing/links';
import { formatPesos } from '@pulso/contract/kit/money';
import type { FastifyInstance } from 'fastify';
import { Refusal, staleValue } from '#db/writes/refusal';
import { asSystem, makeLink } from '#features/billing/links/make-link';
import { askForLink, findAsked } from '#features/billing/links/ask-links';
import { findLink, findNewestLink } from '#features/billing/links/links.queries';
import { noteOpened, prepareLink, readOwnOffer } from '#features/billing/links/make-link.queries';
import { requireMercadoPago } from '#features/billing/links/links.routes';
import type { Write } from '#db/writes/write';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';
import { OutsideDown } from '#mercadopago/outside-down';

/** The client's wish as input of a link, at the amount that he saw. Undefined when he has no such debt. */
async function readOwnInput(write: Write, debt_id: number | null, amount: number): Promise<LinkInput | undefined> {
  const offer = await readOwnOffer(write, debt_id);
  if (!offer) return undefined;
  if (offer.amount === null) throw new Refusal('Tu plan ya no se ofrece. Escríbenos para renovar.');
  if (offer.amount !== amount) throw staleValue(`Ahora son ${formatPesos(offer.amount)}. Revisa y confirma otra vez.`);
  const { plan_id, list_price } = offer;
  return debt_id === null
    ? { plan_id, list_price, price: amount, debt_id: null }
    : { plan_id: null, list_price: null, price: null, debt_id };
}

/** 'Pagar' of the clients' app. */
export function myLinkRoutes(app: FastifyInstance, deps: Dependencies) {
  const { now } = deps;
  const route = routesOf(app, deps, { permission: 'own', extra: true });

  route.post(
    '/my/payment-link',
    { summary: 'Mi plan: pagar en Mercado Pago', mayMiss: true, creates: true, body: myLinkInput, answer: myLink },
    async ({ read, body, writeOnce }) => {
      const needed = await requireMercadoPago(deps);
      const { id: userId } = read.actor;
      const { debt_id = null, amount } = body;
      const { id } = await writeOnce(async (write) => {
        const input = await readOwnInput(write, debt_id, amount);
        return input && prepareLink(write, userId, input, now());
      }, userId);
      await makeLink(needed, id);
      await asSystem(deps, (write) => noteOpened(write, id, now()));
      const link = await findLink(read, id);
      return link && { url: link.url };
    },
  );

  route.post(
    '/my/payment-link/check',
    { summary: 'Mi plan: comprobar si se pagó', mayMiss: true, answer: myLinkState },
    async ({ read }) => {
      const needed = await requireMercadoPago(deps);
      const newest = await findNewestLink(read, read.actor.id);
      const asked = newest && newest.state !== 'paid' ? await findAsked(read, newest.id) : undefined;
      if (asked)
        // He is shown what is known, and looks again.
        await askForLink(needed, asked).catch((error: unknown) => {
          if (!(error instanceof OutsideDown)) throw error;
        });
      const state = asked ? (await findNewestLink(read, read.actor.id))?.state : newest?.state;
      return { state: state ?? null };
    },
  );
}
