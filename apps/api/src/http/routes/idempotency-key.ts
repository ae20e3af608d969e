import type { FastifyRequest } from 'fastify';
import type { IdempotentRequest } from '#db/writes/idempotency';
import { invalid } from '#http/answers/errors';

type Body = { user_id?: number; [field: string]: unknown };

/** The request with its Idempotency-Key; undefined without one. A key is of one body and of the ids in the path. */
export function idempotentRequest(
  request: FastifyRequest,
  body: Body,
  userId = body.user_id,
): IdempotentRequest | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = String(header);
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw invalid({ 'Idempotency-Key': 'La clave no es válida' });
  const route = `${request.method} ${request.routeOptions.url}`;
  const path = request.params as object;
  return { route, key, body: Object.keys(path).length > 0 ? { path, body } : body, userId };
}
