import type { FastifyInstance } from 'fastify';

const REPEAT_MS = 86_400_000;

/** Warns once a day of a proxy that nobody named: all its visitors share the limits of one address. */
export function warnOfUntrustedProxy(app: FastifyInstance) {
  let last = -Infinity;
  app.addHook('onRequest', async ({ headers, log }) => {
    if (headers['x-forwarded-for'] === undefined || performance.now() - last < REPEAT_MS) return;
    last = performance.now();
    log.warn(
      'Llegó X-Forwarded-For y falta TRUST_PROXY: si hay un proxy delante, todos sus visitantes cuentan como una sola dirección.',
    );
  });
}
