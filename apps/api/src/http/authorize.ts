import { may, type Permission } from '@pulso/contract/accounts/permissions';
import type { Role } from '@pulso/contract/accounts/users.labels';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { sql } from 'kysely';
import type { Tokens } from '#access/tokens';
import type { Db } from '#db/database';
import { visibleUsers } from '#db/visible-users';
import type { Actor } from '#db/write';
import { forbidden, unauthorized } from '#http/errors';

const accounts = new WeakMap<FastifyRequest, Actor>();

/** A path that does not exist tells so only to who may read which ones do. */
const UNKNOWN_PATH: Permission = 'documentation';

/** Who makes this request. Every route that is not public has one. */
export function currentAccount(request: FastifyRequest): Actor {
  const account = findAccount(request);
  if (!account) throw unauthorized();
  return account;
}

/** Whose token the request carries, if it was let in. */
export function findAccount(request: FastifyRequest): Actor | undefined {
  return accounts.get(request);
}

export function bearerToken(request: FastifyRequest): string | undefined {
  const { rawHeaders } = request.raw;
  const given = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization');
  // Node keeps the first of several; a proxy in front may have judged another one.
  if (given.length !== 1) return undefined;
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

type Standing = { role: Role; status: boolean; ended: boolean };

async function findStanding(db: Db, userId: number, sessionId: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select u.role, u.status, s.ended_at is not null as ended
    from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId} and s.user_id = ${userId} and s.expires_at > now() and ${visibleUsers}`.execute(db);
  return rows[0];
}

/**
 * Everything under /api passes here, unknown paths too, except what is declared public. Role and status are read anew
 * each time, because a token says who somebody was, not who he is.
 */
export function authorize(api: FastifyInstance, { db, tokens }: { db: Db; tokens: Tokens }) {
  api.addHook('onRoute', ({ method, url, config }: RouteOptions) => {
    if (!config?.permission) throw new Error(`${String(method)} ${url} declares no permission`);
  });
  api.addHook('onRequest', async (request) => {
    const { permission = UNKNOWN_PATH } = request.routeOptions.config;
    if (permission === 'public') return;
    const token = bearerToken(request);
    const claims = token === undefined ? undefined : await tokens.read(token);
    if (!claims) throw unauthorized();
    const standing = await findStanding(db, claims.userId, claims.sessionId);
    if (!standing?.status) throw unauthorized();
    // Before the session's end: a demotion ends the sessions, and must still read as a lack of rights.
    if (!may(standing.role, permission)) throw forbidden();
    if (standing.ended) throw unauthorized();
    accounts.set(request, { id: claims.userId, role: standing.role, sessionId: claims.sessionId });
  });
}
