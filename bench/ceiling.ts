import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { openPool } from '../apps/api/src/db/connect';

/**
 * As fast as Node and PostgreSQL go: a bare server that checks the token and the session, asks one prepared statement and
 * sends its JSON. It validates nothing and knows no errors. The product is measured as a share of it.
 */
const { connection, secret } = JSON.parse(process.env.CEILING ?? '{}') as { connection: object; secret: string };
const pool = openPool(connection, 12);
const key = Buffer.from(secret, 'base64');

const SESSION = `
  select u.role from sessions s join users u on u.id = s.user_id
  where s.id = $1 and s.expires_at > now() and s.ended_at is null and u.status and u.deleted_at is null`;
const LEVEL = 'id, title, description, cover_image, status, created_at, version';
const USER = `id, name, gender, username, '+54' as "countryCodeT", phone, role, status, suscription_status, suscription_end,
  created_at`;

type Answer = {
  text: string;
  values?: (found: RegExpExecArray, body: () => Promise<Record<string, unknown>>) => unknown;
};
const answers: [method: string, path: RegExp, Answer][] = [
  ['GET', /^\/api\/level$/, { text: `select ${LEVEL} from levels order by id` }],
  [
    'GET',
    /^\/api\/user\?.*search=([^&]*)/,
    {
      text: `select ${USER}, count(*) over () from users where deleted_at is null and search like '%' || $1 || '%' order by id limit 50`,
      values: ([, term = '']) => [decodeURIComponent(term)],
    },
  ],
  [
    'GET',
    /^\/api\/user\/(\d+)$/,
    { text: `select ${USER}, email, notes from users where id = $1`, values: ([, id]) => [id] },
  ],
  [
    'POST',
    /^\/api\/type-diet$/,
    {
      text: 'insert into diet_categories (name) values ($1) returning id, name, created_at, version',
      values: async (_, body) => [(await body()).name],
    },
  ],
  [
    'PATCH',
    /^\/api\/type-diet\/(\d+)$/,
    {
      text: `update diet_categories set name = $2, version = version + 1, updated_at = now() where id = $1
        returning id, name, created_at, version`,
      values: async ([, id], body) => [id, (await body()).name],
    },
  ],
  [
    'GET',
    /^\/api\/estadisticas$/,
    {
      text: `select coalesce(sum(change), 0) as total, coalesce(sum(change) filter (where active), 0) as active from user_tally`,
    },
  ],
];

function sessionOf({ headers }: IncomingMessage): string | undefined {
  const [head = '', claims = '', signature = ''] = headers.authorization?.slice('Bearer '.length).split('.') ?? [];
  const made = createHmac('sha256', key).update(`${head}.${claims}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== made.length || !timingSafeEqual(given, made)) return undefined;
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { jti: string }).jti;
}

const server = createServer((request, response) => {
  void (async () => {
    const { method = '', url = '' } = request;
    const session = sessionOf(request);
    const [index, found] = answers
      .map(([verb, path], place) => [place, verb === method ? path.exec(url) : null] as const)
      .find(([, match]) => match) ?? [-1, null];
    const answer = answers[index]?.[2];
    if (!session || !answer || !found) return response.writeHead(404).end();
    const body = async () => JSON.parse(await text(request)) as Record<string, unknown>;
    const values = ((await answer.values?.(found, body)) ?? []) as unknown[];
    const { rowCount } = await pool.query({ name: 'session', text: SESSION, values: [session] });
    if (!rowCount) return response.writeHead(401).end();
    const { rows } = await pool.query({ name: `answer-${index}`, text: answer.text, values });
    const json = JSON.stringify({ success: true, data: rows });
    response.writeHead(method === 'POST' ? 201 : 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(json),
    });
    return response.end(json);
  })();
});
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as { port: number }).port}` }),
);
// Whoever measures is gone.
process.on('disconnect', () => process.exit());
