import type { FastifyRequest } from 'fastify';
import type { Intention } from '#db/idempotency';
import { invalid } from '#http/errors';

type Body = {
  /** Whom the call is about, in every call of the contract that is about somebody. */
  user_id?: number;
  [field: string]: unknown;
};

/** What an Idempotency-Key says: that this call, if it comes again, is the same one. */
export function intentionOf(request: FastifyRequest, body: Body): Intention | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = String(header);
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw invalid({ 'Idempotency-Key': 'La clave no es válida' });
  const route = `${request.method} ${request.routeOptions.url}`;
  return { route, key, body, userId: body.user_id };
}
