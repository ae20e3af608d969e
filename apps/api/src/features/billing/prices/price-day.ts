import { today, type DateText } from '@pulso/contract/kit/dates';
import type { FastifyInstance } from 'fastify';
import { settlePrices } from '#features/billing/prices/price-day.queries';
import type { Dependencies } from '#http/routes/dependencies';

/** Requests on a new day wait until its prices are in the catalogues, except public ones, which show no prices. */
export function awaitPrices(api: FastifyInstance, { db, now }: Dependencies) {
  let settling: { day: DateText; done: Promise<void> } | undefined;
  const settle = (day: DateText) => {
    const settlement = { day, done: settlePrices(db, day) };
    // After a failure the next request tries again.
    settlement.done.catch(() => {
      if (settling === settlement) settling = undefined;
    });
    return settlement;
  };
  api.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.permission === 'public') return;
    const day = today(now());
    if (settling?.day !== day) settling = settle(day);
    await settling.done;
  });
}
