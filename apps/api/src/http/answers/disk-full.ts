import type { FastifyInstance } from 'fastify';
import { diskFull } from '#db/writes/refusal';

const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses what would write while the disk is nearly full, so that reading goes on. A session writes little, and must begin and end. */
export function refuseWhenDiskIsFull(api: FastifyInstance, hasSpace: () => Promise<boolean>) {
  api.addHook('onRequest', async ({ method, routeOptions }) => {
    if (READ_METHODS.has(method) || routeOptions.config.permission === 'public') return;
    if (!(await hasSpace())) throw diskFull();
  });
}
