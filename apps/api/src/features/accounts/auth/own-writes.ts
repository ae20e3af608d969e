import type { FastifyInstance } from 'fastify';
import { Refusal } from '#db/writes/refusal';
import { countFailure } from '#features/accounts/auth/auth.queries';
import { isAppRoute } from '#http/routes/app-cookie';
import { findAccount } from '#http/routes/authorize';
import type { Dependencies } from '#http/routes/dependencies';

const MAX_WRITES = 120;
const READS = ['GET', 'HEAD'];

/** So many writes a minute of one session of the clients' app, which is more than anybody taps. After the authorization. */
export function limitOwnWrites(api: FastifyInstance, { db }: Pick<Dependencies, 'db'>) {
  api.addHook('onRequest', async (request) => {
    const account = findAccount(request);
    if (!account || !isAppRoute(request) || READS.includes(request.method)) return;
    // The counters of logins are those that all processes share.
    const key = ['own-writes', account.sessionId];
    const { failures, seconds } = await countFailure(db, key, { windowMinutes: 1, max: MAX_WRITES });
    if (failures > MAX_WRITES)
      throw new Refusal(`Demasiados cambios seguidos. Intenta de nuevo en ${seconds} s.`, 'busy', Math.max(1, seconds));
  });
}
