import type { Permission } from '@pulso/contract/accounts/permissions';
import { today } from '@pulso/contract/kit/dates';
import type { FastifyRequest } from 'fastify';
import { takeDownload } from '#db/writes/downloads';
import { identify } from '#http/routes/authorize';
import type { Dependencies } from '#http/routes/dependencies';

/** The query that a download's ticket stands for; from here on the request is its author's. */
export async function redeemTicket<Q extends object>(
  request: FastifyRequest,
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  asked: { ticket: string; what: string; permission: Permission },
): Promise<Q> {
  const { actor, query } = await takeDownload<Q>(db, { ...asked, address: request.ip, today: today(now()) });
  identify(request, actor);
  return query;
}
