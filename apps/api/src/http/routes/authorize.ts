import { permissions, type Permission } from '@pulso/contract/accounts/permissions';
import type { Role } from '@pulso/contract/accounts/users.labels';
import { today } from '@pulso/contract/kit/dates';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { hashOfSecret, type DeviceKey } from '#access/device-secret';
import type { TokenClaims, Tokens } from '#access/tokens';
import type { Db } from '#db/schema/database';
import { openReplicaReader, walPosition } from '#db/connection/replica';
import { isNotDeleted } from '#db/writes/visible-users';
import type { Person } from '#db/writes/write';
import { forbidden, toApiError, tooManyConnections, unauthorized } from '#http/answers/errors';
import { holdConnection } from '#http/connections/held-connections';
import { appCookie, isAppRoute } from '#http/routes/app-cookie';

const accountByRequest = new WeakMap<FastifyRequest, Person>();
const resultByRequest = new WeakMap<FastifyRequest, string | null>();
/** Callers whose session was not read yet. */
const claimantByRequest = new WeakMap<FastifyRequest, { actor: Person; check: () => Promise<void> }>();

/** Only those who may read the documentation learn that a path does not exist. */
const UNKNOWN_PATH_PERMISSION: Permission = 'documentation';

/** The caller of a route that is not public. */
export function currentAccount(request: FastifyRequest): Person {
  const account = findAccount(request);
  if (!account) throw unauthorized();
  return account;
}

/** The caller, if the request was authorized. */
export function findAccount(request: FastifyRequest): Person | undefined {
  return accountByRequest.get(request);
}

/** Sets the caller; exported for requests without a token: logins and downloads by ticket. */
export function setAccount(request: FastifyRequest, account: Person) {
  accountByRequest.set(request, account);
}

/** Reads the session of a caller of a route that `claims`, if that is still to be done. */
export async function confirmSession(request: FastifyRequest): Promise<void> {
  const claimant = claimantByRequest.get(request);
  claimantByRequest.delete(request);
  await claimant?.check();
}

/** The work of a route that `claims`: once the caller's right was claimed in its write, the session need not be read. */
export async function runClaimed<T>(request: FastifyRequest, work: (actor: Person) => Promise<T>): Promise<T> {
  const { actor } = claimantByRequest.get(request) ?? { actor: currentAccount(request) };
  // A request that was told 503 must not be carried out.
  if (!holdConnection(request.raw.socket)) throw tooManyConnections();
  const result = await work(actor);
  claimantByRequest.delete(request);
  setAccount(request, actor);
  return result;
}

/** Result of the route's `reads`. */
export function sessionReadResult(request: FastifyRequest): string | null {
  return resultByRequest.get(request) ?? null;
}

/** The header, unless there are several: Node reads the first of them, and a proxy in front may have checked another one. */
export function authorizationOf(request: FastifyRequest): string | undefined {
  const { rawHeaders, headers } = request.raw;
  const authorizationHeaders = rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization',
  );
  return authorizationHeaders.length === 1 ? headers.authorization : undefined;
}

export function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorizationOf(request) ?? '')?.[1];
}

type SessionState = {
  role: Role;
  allowed: boolean;
  status: boolean;
  ended: boolean;
  isUnnoted: boolean;
  read: string | null;
};
type SessionQuery = Caller & { actor: Person; reads: RawBuilder<unknown> | undefined };

/** Whom a request names as its author, by a token or, with the secret's hash, by the cookie of his device. */
type Caller = TokenClaims & { secretHash?: Buffer };

/** The uses of a device's session are noted so many minutes apart. */
const NOTED_MINUTES = 10;
/** A session that a device's cookie names has a client's rights, whoever holds it. */
const roleOfSession = sql`case when s.secret_hash is null then u.role else 'CLIENT' end`;

const trainersEnter = sql`coalesce((select trainer_access from business), false)`;

function isAllowed({ permission, isTrainer }: Person): RawBuilder<unknown> {
  if (isTrainer) return sql`(${roleOfSession} = 'TRAINER' and ${trainersEnter})`;
  return sql`${roleOfSession} in (${sql.join(permissions[permission].map((role) => sql.lit(role)))})`;
}

/** One statement reads the session and, if permitted, the data: two would cost a request almost twice. */
async function findSession(
  db: Db,
  { userId, sessionId, secretHash, actor, reads }: SessionQuery,
): Promise<SessionState | undefined> {
  const allowed = isAllowed(actor);
  const read = reads ? sql`case when u.status and s.ended_at is null and ${allowed} then ${reads} end` : null;
  const { rows } = await sql<SessionState>`
    select ${roleOfSession} as role, ${allowed} as allowed, u.status, s.ended_at is not null as ended, ${read ?? sql`null`} as read,
      coalesce(s.last_used_at < now() - make_interval(mins => ${sql.lit(NOTED_MINUTES)}), false) as "isUnnoted"
    from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId} and s.user_id = ${userId} and s.expires_at > now() and ${isNotDeleted}
      and ${secretHash === undefined ? sql`true` : sql`s.secret_hash = ${secretHash}`}`.execute(db);
  return rows[0];
}

async function findCookieCaller(db: Db, { sessionId, secret }: DeviceKey): Promise<Caller | undefined> {
  const secretHash = hashOfSecret(secret);
  const { rows } = await sql<{ user_id: number }>`
    select user_id from sessions where id = ${sessionId} and secret_hash = ${secretHash}`.execute(db);
  return rows[0] && { userId: rows[0].user_id, sessionId, secretHash };
}

/** Keeps the error of an invalid query, which the caller may see only after the session was found. */
function tryBuild(build: () => RawBuilder<unknown> | undefined): { reads?: RawBuilder<unknown>; problem?: Error } {
  try {
    return { reads: build() };
  } catch (problem) {
    return { problem: problem as Error };
  }
}

type AuthorizeOptions = {
  db: Db;
  replica?: Db;
  tokens: Tokens;
  now: () => Date;
  extras: boolean;
  /** Notes that a device's session is used, and puts off its end. */
  noteUse?: (sessionId: string) => Promise<void>;
};

/**
 * Checks every request under /api, unknown paths too, unless the route is public. Role and status are read from the
 * database each time, because they may have changed since the token was issued.
 */
export function authorize(api: FastifyInstance, { db, replica, tokens, now, extras, noteUse }: AuthorizeOptions) {
  const readFromReplica = replica && openReplicaReader(db, replica);
  const findCaller = async (request: FastifyRequest): Promise<Caller | undefined> => {
    const token = bearerToken(request);
    if (token !== undefined) return tokens.read(token);
    const cookie = isAppRoute(request) && !request.headers.authorization ? appCookie.read(request) : undefined;
    return cookie && findCookieCaller(db, cookie);
  };
  api.addHook('onRoute', (route: RouteOptions) => {
    const { method, url, config } = route;
    if (!config?.permission) throw new Error(`${String(method)} ${url} declares no permission`);
    // Until his session is read nobody knows that he is a trainer.
    if (config.claims && config.access) throw new Error(`${String(method)} ${url} claims, and is for trainers`);
    if (config.claims) route.preSerialization = confirmSession;
  });
  api.addHook('onRequest', async (request) => {
    const { config } = request.routeOptions;
    const { permission = UNKNOWN_PATH_PERMISSION, access, reads: build, fromReplica, claims } = config;
    if (permission === 'public') return;
    const account = await findCaller(request);
    if (!account) throw unauthorized();
    const { userId: id, sessionId } = account;
    const actor: Person = { id, sessionId, permission, address: request.ip, today: today(now()) };
    const checkAs = async (actor: Person) => {
      const { reads, problem } = tryBuild(() => build?.(request, actor));
      const elsewhere = fromReplica && reads && readFromReplica;
      const session = await findSession(db, { ...account, actor, reads: elsewhere ? walPosition : reads });
      if (!session?.status) throw unauthorized();
      // What is read depends on the asker, so for a trainer it is another statement.
      if (session.role === 'TRAINER' && !session.allowed && extras && access === 'trainer' && !actor.isTrainer)
        return checkAs({ ...actor, isTrainer: true });
      // Checked before `ended`: a demotion ends the sessions, and must still answer 403.
      if (!session.allowed) throw forbidden();
      if (session.ended) throw unauthorized();
      setAccount(request, actor);
      // A full disk takes no notes, and lets people read.
      if (session.isUnnoted) await noteUse?.(sessionId).catch((error: unknown) => request.log.warn(error));
      if (problem) throw problem;
      resultByRequest.set(request, elsewhere ? await elsewhere(reads, session.read ?? '') : session.read);
    };
    const check = () => checkAs(actor);
    // A write would claim its author's right without the secret of his cookie; and the app's calls are counted by session.
    if (claims && !isAppRoute(request)) claimantByRequest.set(request, { actor, check });
    else await check();
  });
  // Only a caller with the right learns what else is wrong. A database that does not answer is not asked once more.
  api.setErrorHandler(async (error, request) => {
    if (toApiError(error)?.status === 503) claimantByRequest.delete(request);
    await confirmSession(request);
    throw error;
  });
}
