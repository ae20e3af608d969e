import type { FastifyRequest } from 'fastify';
import type { Intention } from '#db/idempotency';
import { currentAccount } from '#http/access';
import { invalid } from '#http/errors';

/** What an Idempotency-Key says: that this call, if it comes again, is the same one. */
export function intentionOf(request: FastifyRequest, body: unknown, extras: boolean): Intention | undefined {
  const header = request.headers['idempotency-key'];
  if (!extras || header === undefined) return undefined;
  const key = String(header);
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw invalid({ 'Idempotency-Key': 'La clave no es válida' });
  return { adminId: currentAccount(request).id, route: `${request.method} ${request.routeOptions.url}`, key, body };
}
