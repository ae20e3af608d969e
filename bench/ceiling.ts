import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import { verify } from '@node-rs/argon2';
import { IMAGE_SIZES } from '@pulso/contract/kit/images';
import { sql, type RawBuilder } from 'kysely';
import sharp from 'sharp';
import { openDb, openPool } from '../apps/api/src/db/connection/connect';
import { statisticsOn } from '../apps/api/src/features/desk/statistics/statistics.queries';
import { detailOf } from '../apps/api/src/features/desk/user-detail/user-detail.queries';

/**
 * The fastest that Node and PostgreSQL can be: a bare server that checks token and session, asks one prepared statement
 * and sends its JSON. It validates nothing and knows no errors. Below `/unchecked` it asks for no token
 * and no session either. The product is measured as a share of both.
 */
const { connection, secret } = JSON.parse(process.env.CEILING ?? '{}') as { connection: object; secret: string };
const pool = openPool(connection, 12);
const key = Buffer.from(secret, 'base64');
const folder = await mkdtemp(join(tmpdir(), 'pulso-ceiling-'));
sharp.concurrency(1);

const SESSION_QUERY = `
  select u.role from sessions s join users u on u.id = s.user_id
  where s.id = $1 and s.expires_at > now() and s.ended_at is null and u.status and u.deleted_at is null`;
const LEVEL_COLUMNS = 'id, title, description, cover_image, status, created_at, version';
const USER_COLUMNS = `id, name, gender, username, '+54' as "countryCodeT", phone, role, status, suscription_status, suscription_end,
  created_at`;

type Values = (found: RegExpExecArray, request: IncomingMessage) => unknown[] | Promise<unknown[]>;
type Route = { method: string; path: RegExp; text: string; values?: Values };

const bodyOf = (request: IncomingMessage) => json(request) as Promise<Record<string, unknown>>;

/** The product's own expression as one statement; the id of the path takes the place of `PLACEHOLDER_ID`. */
const PLACEHOLDER_ID = 987_654_321;
function asStatement(expression: RawBuilder<unknown>): Pick<Route, 'text' | 'values'> {
  const { sql: text, parameters } = sql`select ${expression} as data`.compile(openDb(pool));
  return { text, values: ([, id]) => parameters.map((one) => (one === PLACEHOLDER_ID ? Number(id) : one)) };
}

/** The sizes of the picture in a form, on disk. */
async function storePicture(form: Buffer): Promise<string | null> {
  if (!form.includes('filename=')) return null;
  const start = form.indexOf('\r\n\r\n', form.indexOf('filename=')) + 4;
  const image = form.subarray(start, form.lastIndexOf('\r\n--', form.length - 4));
  const { data, info } = await sharp(image)
    .resize({ width: 1_600, height: 1_600, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const name = randomBytes(16).toString('hex');
  for (const { file, width } of IMAGE_SIZES) {
    const size = { width, height: width, fit: 'inside', withoutEnlargement: true } as const;
    await writeFile(
      join(folder, `${name}-${file}`),
      await sharp(data, { raw: info }).resize(size).webp({ quality: 82 }).toBuffer(),
    );
  }
  return name;
}

const routes: Route[] = [
  { method: 'GET', path: /^\/api\/level$/, text: `select ${LEVEL_COLUMNS} from levels order by id` },
  {
    method: 'GET',
    path: /^\/api\/level\/(\d+)$/,
    text: `select ${LEVEL_COLUMNS} from levels where id = $1`,
    values: ([, id]) => [id],
  },
  {
    method: 'POST',
    path: /^\/api\/level$/,
    text: `insert into levels (title, cover_image) values ($1, $2) returning ${LEVEL_COLUMNS}`,
    values: async (_, request) => {
      const form = await buffer(request);
      return [/"title"\r\n\r\n(.*)\r\n/.exec(form.toString('latin1', 0, 200))?.[1], await storePicture(form)];
    },
  },
  {
    method: 'GET',
    path: /^\/api\/user\?.*search=([^&]*)(&sort=name)/,
    text: `select ${USER_COLUMNS}, count(*) over () from users where deleted_at is null and search like '%' || $1 || '%' order by name_key, id limit 50`,
    values: ([, term = '']) => [decodeURIComponent(term)],
  },
  {
    method: 'GET',
    path: /^\/api\/user\?.*search=([^&]*)/,
    text: `select ${USER_COLUMNS}, count(*) over () from users where deleted_at is null and search like '%' || $1 || '%' order by id limit 50`,
    values: ([, term = '']) => [decodeURIComponent(term)],
  },
  {
    method: 'GET',
    path: /^\/api\/user\/(\d+)$/,
    ...asStatement(detailOf(PLACEHOLDER_ID, { id: 1, permission: 'users', today: '2026-11-16' })),
  },
  {
    method: 'POST',
    path: /^\/api\/type-diet$/,
    text: 'insert into diet_categories (name) values ($1) returning id, name, created_at, version',
    values: async (_, request) => [(await bodyOf(request)).name],
  },
  {
    method: 'PATCH',
    path: /^\/api\/type-diet\/(\d+)$/,
    text: `update diet_categories set name = $2, version = version + 1, updated_at = now() where id = $1
      returning id, name, created_at, version`,
    values: async ([, id], request) => [id, (await bodyOf(request)).name],
  },
  { method: 'GET', path: /^\/api\/estadisticas$/, ...asStatement(statisticsOn('2026-11-16')) },
];

function sessionOf({ headers }: IncomingMessage): string | undefined {
  const [head = '', claims = '', signature = ''] = headers.authorization?.slice('Bearer '.length).split('.') ?? [];
  const made = createHmac('sha256', key).update(`${head}.${claims}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== made.length || !timingSafeEqual(given, made)) return undefined;
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { jti: string }).jti;
}

async function hasSession(request: IncomingMessage): Promise<boolean> {
  const { rowCount } = await pool.query({ name: 'session', text: SESSION_QUERY, values: [sessionOf(request)] });
  return Boolean(rowCount);
}

async function logIn(request: IncomingMessage): Promise<unknown[]> {
  const { username, password } = await bodyOf(request);
  const { rows } = await pool.query({
    name: 'login',
    text: 'select id, name, username, role, status, password_hash from users where username_key = $1 and deleted_at is null',
    values: [username],
  });
  const [{ password_hash, ...user }] = rows as [{ id: number; password_hash: string }];
  if (!(await verify(password_hash, String(password)))) return [];
  const session = randomUUID();
  await pool.query({
    name: 'start',
    text: `insert into sessions (id, user_id, address, expires_at, created_at) values ($1, $2, '127.0.0.1', now() + interval '8 hours', now() - interval '1 hour')`,
    values: [session, user.id],
  });
  const claims = Buffer.from(JSON.stringify({ sub: user.id, jti: session })).toString('base64url');
  return [{ user, access_token: `${claims}.${createHmac('sha256', key).update(claims).digest('base64url')}` }];
}

async function rowsFor(request: IncomingMessage): Promise<unknown[] | undefined> {
  const { method = '', url: asked = '' } = request;
  const url = asked.replace(/^\/unchecked/, '');
  if (url === '/api/auth/login') return logIn(request);
  const index = routes.findIndex((one) => one.method === method && one.path.test(url));
  const answer = routes[index];
  const found = answer?.path.exec(url);
  if (!answer || !found || (url === asked && !(await hasSession(request)))) return undefined;
  const values = (await answer.values?.(found, request)) ?? [];
  return (await pool.query<object>({ name: `answer-${index}`, text: answer.text, values })).rows;
}

const server = createServer((request, response) => {
  void rowsFor(request).then((rows) => {
    if (!rows) return response.writeHead(404).end();
    const body = JSON.stringify({ success: true, data: rows });
    response.writeHead(request.method === 'POST' ? 201 : 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    });
    return response.end(body);
  });
});
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as { port: number }).port}` }),
);
// Ends with the process that measures.
process.on('disconnect', () => process.exit());
