import { MAX_ID } from '@pulso/contract/kit/fields';
import type { FastifyRequest } from 'fastify';
import { notFound } from '#db/writes/refusal';
import { invalid } from '#http/answers/errors';

/** The id in the path; anything but its canonical form is a 404. */
export function pathId(request: FastifyRequest): number {
  const { id = '' } = request.params as { id?: string };
  const value = /^[1-9]\d{0,9}$/.test(id) ? Number(id) : NaN;
  if (!(value <= MAX_ID)) throw notFound();
  return value;
}

/** The version of `If-Match: "3"`, for optimistic locking. */
export function expectedVersion(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match'];
  if (header === undefined) return undefined;
  const versionText = /^"(\d{1,9})"$/.exec(header)?.[1];
  if (!versionText) throw invalid({ 'If-Match': 'La versión no es válida' });
  return Number(versionText);
}
