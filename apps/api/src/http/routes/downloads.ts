import type { Permission } from '@pulso/contract/accounts/permissions';
import { today } from '@pulso/contract/kit/dates';
import type { FastifyRequest } from 'fastify';
import { redeemDownloadTicket } from '#db/writes/downloads';
import { setAccount } from '#http/routes/authorize';
import type { Dependencies } from '#http/routes/dependencies';

/** The query that a download's ticket stands for; from here on the request is its author's. */
export async function redeemTicket<Q extends object>(
  request: FastifyRequest,
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  ticketRequest: { ticket: string; what: string; permission: Permission },
): Promise<Q> {
  const { actor, query } = await redeemDownloadTicket<Q>(db, {
    ...ticketRequest,
    address: request.ip,
    today: today(now()),
  });
  setAccount(request, actor);
  return query;
}
