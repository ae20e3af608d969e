import type { FastifyInstance } from 'fastify';
import { Refusal } from '#db/writes/refusal';

const OUTDATED = 'Este servidor quedó en una versión anterior a la de sus datos. Contacta al administrador.';

/** Answers nothing of the API, health included, on a node that was left behind by an upgrade. */
export function refuseWhenOutdated(api: FastifyInstance, isOutdated: () => boolean) {
  api.addHook('onRequest', async () => {
    if (isOutdated()) throw new Refusal(OUTDATED, 'unavailable');
  });
}
