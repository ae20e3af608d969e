import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { failureBody } from '@pulso/contract/kit/envelope';
import { APP_NAME, copyDatabase } from '@pulso/testing/database';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import { sql } from 'kysely';
import type { ClientConfig, PoolConfig } from 'pg';
import { inject as provided, onTestFinished } from 'vitest';
import { openPasswords, type Passwords } from '#access/passwords';
import { openTokens } from '#access/tokens';
import { buildApp } from '#app';
import { openDb, openPool } from '#db/connection/connect';
import type { Db } from '#db/schema/database';
import { withDeferredRemoval } from '#features/desk/backups/deferred-removal';
import { failBackup } from '#features/desk/backups/backups.queries';
import { diskStore } from '#files/disk-store';
import type { PictureStore } from '#files/picture-store';
import { openUploads } from '#files/uploads';
import type { ConnectionLimits } from '#http/connections/connections';
import { openReport } from '#metrics/node-metrics';
import { openRequestMetrics } from '#metrics/request-metrics';
import type { Backups, Dependencies, Push } from '#http/routes/dependencies';
import type { ClientAppFiles } from '#http/pages/client-app';
import type { PanelFiles } from '#http/pages/panel';
import { pushAddressCheck } from '#push/providers/web-push-address.rules';

const strictFailure = toStrictSchema(failureBody);
const passwords = openPasswords();
/** Verifying is as slow as the stored hash demands, so the account that every test logs in with has a cheap one. */
const quickHash = hash('clave-segura', { memoryCost: 8, timeCost: 1, parallelism: 1 });
/** Hashing is slow on purpose, so tests share one hash. */
const hashByPassword = new Map<string, Promise<string>>();
const cachedHash = (password: string) => {
  const known = hashByPassword.get(password) ?? passwords.hash(password);
  hashByPassword.set(password, known);
  return known;
};

export type Answer = { status: number; body: Body; headers: Record<string, unknown>; raw: string };
// Bodies are untyped, for tests of single fields; the contract's schemas check whole answers.
// oxlint-disable-next-line typescript/no-explicit-any
export type Body = any;
export type Fields = Record<string, string | Uint8Array | { name: string; type: string; bytes: Uint8Array }>;

type Role = 'ADMIN' | 'TRAINER' | 'CLIENT';
type NewUser = { username?: string; role?: Role; status?: boolean; password?: string; name?: string };

export type TestOptions = {
  extras?: boolean;
  secret?: Uint8Array;
  passwords?: Passwords;
  trustProxy?: string;
  now?: () => Date;
  /** Called with every line of the log. */
  log?: (line: string) => void;
  /** Another connection to the same database, for tests that cut it. */
  reach?: (connection: ClientConfig) => PoolConfig;
  replica?: Db;
  /** Limits of the queue for a connection. */
  queueLimits?: { maxWaiting: number; maxWaitMs: number };
  panel?: PanelFiles;
  clientApp?: ClientAppFiles;
  practice?: { address: string };
  hasSpace?: () => Promise<boolean>;
  connections?: ConnectionLimits;
  /** The name of the administrator, where the database has one already. */
  admin?: string;
  /** Store for pictures; by default a folder. */
  store?: PictureStore;
  push?: Partial<Push>;
  metricsToken?: string;
  publicUrl?: string;
  publicSeries?: Dependencies['publicSeries'];
  mercadopago?: Dependencies['mercadopago'];
  backups?: Partial<Backups>;
  /** Registers the clean-up; by default at the end of the test. */
  until?: (close: () => Promise<void>) => void;
};

/** A push that sends nothing. */
export const silentPush: Push = {
  providers: [],
  publicKey: 'clave',
  isPushAddress: pushAddressCheck(),
  wake: () => undefined,
};

/** Settings with which no backup is made. */
export const noBackups: Backups = { folder: '', intervalSeconds: 86_400, node: 'prueba', start: () => undefined };

/** The real app on a real PostgreSQL and a real folder, both removed when the test ends. */
export async function testApp(options: TestOptions = {}) {
  const { extras = true, trustProxy, log, reach = (connection) => connection } = options;
  const database = await copyDatabase(provided('server'));
  const folder = await mkdtemp(join(tmpdir(), 'pulso-uploads-'));
  const pool = openPool({ ...reach(database.connection), application_name: APP_NAME }, 8);
  const appDb = openDb(pool, options.queueLimits);
  // Arranging a test needs nobody's right.
  const ownPool = openPool(reach(database.connection), 8);
  const db = openDb(ownPool);
  const loginPool = openPool(reach(database.connection), 3);
  const tokens = openTokens(options.secret ?? Buffer.alloc(32, 7));
  const uploads = openUploads(withDeferredRemoval(options.store ?? diskStore(folder), appDb, 20));
  const requests = openRequestMetrics();
  const report = openReport({ pools: { main: pool, login: loginPool }, requests, uploads });
  const deps = {
    db: appDb,
    replica: options.replica,
    loginDb: openDb(loginPool),
    uploads,
    tokens,
    passwords: options.passwords ?? passwords,
    push: { ...silentPush, ...options.push },
    backups: {
      ...noBackups,
      folder: join(folder, '.backups'),
      start: (id: number) => void failBackup(db, id, 'No se hizo.'),
      ...options.backups,
    },
    metrics: {
      count: requests.count,
      collect: async () => ({ ...report(), pulso_database_restarts_total: 0 }),
      folders: { data: folder, backups: join(folder, '.backups') },
    },
    metricsToken: options.metricsToken,
    publicUrl: options.publicUrl,
    publicSeries: options.publicSeries,
    mercadopago: options.mercadopago,
    extras,
    trustProxy,
    now: options.now,
    panel: options.panel,
    clientApp: options.clientApp,
    practice: options.practice,
    hasSpace: options.hasSpace,
    connections: options.connections,
    log: log && { level: 'info', stream: { write: log } },
  };
  const { http, routes } = buildApp(deps);
  await http.ready();

  const close = async () => {
    await http.close();
    await Promise.all([pool.end(), ownPool.end(), loginPool.end()]);
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  (options.until ?? onTestFinished)(close);

  let users = 0;
  const addUser = async (
    { role = 'ADMIN', status = true, password = 'clave-segura', ...rest }: NewUser = {},
    hashed?: string,
  ) => {
    users += 1;
    const { username = `persona${users}`, name = `Persona ${users}` } = rest;
    const { rows } = await sql<{ id: number }>`
      insert into users (name, gender, username, phone, role, status, password_hash)
      values (${name}, 'Female', ${username}, ${String(1_100_000_000 + users)}, ${role}, ${status}, ${hashed ?? (await cachedHash(password))})
      returning id`.execute(db);
    return { id: rows[0]!.id, username, password };
  };

  const send = async (
    method: string,
    path: string,
    init: { token?: string; headers?: Record<string, string>; payload?: string | Buffer; from?: string } = {},
  ) => {
    const { token, headers = {}, payload, from } = init;
    const response = await http.inject({
      method: method as 'GET',
      url: path,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      payload,
      remoteAddress: from,
    });
    const raw = response.body;
    const body: Body = raw.startsWith('{') ? JSON.parse(raw) : undefined;
    if (response.statusCode >= 400 && raw.startsWith('{')) strictFailure.parse(body);
    return { status: response.statusCode, body, headers: response.headers, raw } satisfies Answer;
  };

  const login = async ({ username, password }: { username: string; password: string }) => {
    const answer = await send('POST', '/api/auth/login', {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ username, password }),
    });
    return (answer.body as { access_token: string }).access_token;
  };

  const admin = await addUser({ username: options.admin ?? 'admin' }, await quickHash);
  const token = await login(admin);
  await sql`update users set password_hash = ${await cachedHash(admin.password)} where id = ${admin.id}`.execute(db);
  // The first request of a day also brings its prices, which would disturb a test that counts queries.
  await send('GET', '/api/price-list', { token });
  type Call = { token?: string; headers?: Record<string, string> };
  const json = (method: string, path: string, data: unknown, { token: own = token, headers }: Call = {}) =>
    send(method, path, {
      token: own,
      headers: { 'content-type': 'application/json', ...headers },
      payload: JSON.stringify(data),
    });
  const form = async (method: string, path: string, fields: Fields, { token: own = token, headers }: Call = {}) => {
    const encoded = await encodeForm(fields);
    return send(method, path, {
      token: own,
      headers: { ...headers, 'content-type': encoded.type },
      payload: encoded.bytes,
    });
  };

  return {
    /** Dependencies for another node on the same database. */
    deps,
    http,
    routes,
    db,
    pool,
    /** Connections for a test's own set-up, past the app. */
    ownPool,
    loginPool,
    connection: database.connection,
    folder,
    token,
    tokens,
    addUser,
    login,
    send,
    json,
    form,
    get: (path: string, own = token) => send('GET', path, { token: own }),
    remove: (path: string, own = token) => send('DELETE', path, { token: own }),
  };
}

export type TestApp = Awaited<ReturnType<typeof testApp>>;

export async function encodeForm(fields: Fields) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') data.append(name, value);
    else if (value instanceof Uint8Array)
      data.append(name, new Blob([value as BlobPart], { type: 'image/png' }), 'foto.png');
    else data.append(name, new Blob([value.bytes as BlobPart], { type: value.type }), value.name);
  }
  const request = new Request('http://form', { method: 'POST', body: data });
  return { type: request.headers.get('content-type') ?? '', bytes: Buffer.from(await request.arrayBuffer()) };
}
