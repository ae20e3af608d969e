import { today, type DateText } from '@pulso/contract/kit/dates';
import type { FastifyInstance } from 'fastify';
import { settlePrices } from '#features/billing/prices/price-day.queries';
import type { Dependencies } from '#http/dependencies';

/** Nothing is answered on a new day before its prices are in the catalogues. What is public shows none. */
export function awaitPrices(api: FastifyInstance, { db, now }: Dependencies) {
  let settling: { day: DateText; done: Promise<void> } | undefined;
  const settle = (day: DateText) => {
    const begun = { day, done: settlePrices(db, day) };
    // What failed is tried again by the next request.
    begun.done.catch(() => {
      if (settling === begun) settling = undefined;
    });
    return begun;
  };
  api.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.permission === 'public') return;
    const day = today(now());
    if (settling?.day !== day) settling = settle(day);
    await settling.done;
  });
}
