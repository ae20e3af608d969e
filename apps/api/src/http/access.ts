import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '#db/database';
import { forbidden, unauthorized } from '#http/errors';
import type { Tokens } from '#access/tokens';

export type Account = { id: number; sessionId: string };

const accounts = new WeakMap<FastifyRequest, Account>();

/** Who makes this request: an administrator, unless the route is for everybody's own things. Every route that is not public has one. */
export function currentAccount(request: FastifyRequest): Account {
  const account = findAccount(request);
  if (!account) throw unauthorized();
  return account;
}

/** Whose token the request carries, if it has passed the door. */
export function findAccount(request: FastifyRequest): Account | undefined {
  return accounts.get(request);
}

export function bearerToken(request: FastifyRequest): string | undefined {
  const { rawHeaders } = request.raw;
  const given = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization');
  // Node keeps the first of several; whoever stands before it may have judged another one.
  if (given.length !== 1) return undefined;
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

type Standing = { role: string; status: boolean; ended: boolean };

async function findStanding(db: Db, userId: number, sessionId: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select u.role, u.status, s.ended_at is not null as ended
    from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId} and s.user_id = ${userId} and s.expires_at > now() and u.deleted_at is null`.execute(db);
  return rows[0];
}

/**
 * The only door: everything under /api passes it, unknown paths too, except what is declared public. Role and status
 * are read anew each time, because a token says who somebody was, not who he is.
 */
export function requireAdmin({ db, tokens }: { db: Db; tokens: Tokens }) {
  return async (request: FastifyRequest) => {
    const { access } = request.routeOptions.config;
    if (access === 'public') return;
    const token = bearerToken(request);
    const claims = token === undefined ? undefined : await tokens.read(token);
    if (!claims) throw unauthorized();
    const standing = await findStanding(db, claims.userId, claims.sessionId);
    if (!standing?.status) throw unauthorized();
    // Before the session's end: a demotion ends the sessions, and must still read as a lack of rights.
    if (access !== 'own' && standing.role !== 'ADMIN') throw forbidden();
    if (standing.ended) throw unauthorized();
    accounts.set(request, { id: claims.userId, sessionId: claims.sessionId });
  };
}
