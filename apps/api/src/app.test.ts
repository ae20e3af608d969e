import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { listen } from '#test/raw-http';
import { testApp, type Answer, type TestApp } from '#test/test-app';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const safeHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
};

/** An answer of every kind. */
async function requestEveryKind(app: TestApp): Promise<Record<string, Answer>> {
  await mkdir(join(app.folder, 'foto'));
  await writeFile(join(app.folder, 'foto', 'large.webp'), 'bytes');
  const trainer = await app.login(await app.addUser({ role: 'TRAINER' }));
  const before = {
    data: await app.get('/api/level'),
    created: await app.json('POST', '/api/type-diet', { name: 'Vegana' }),
    head: await app.send('HEAD', '/api/level', { token: app.token }),
    invalid: await app.json('POST', '/api/type-diet', {}),
    unreadable: await app.send('POST', '/api/type-diet', {
      token: app.token,
      headers: { 'content-type': 'application/json' },
      payload: '{',
    }),
    'no token': await app.send('GET', '/api/level'),
    'no rights': await app.get('/api/level', trainer),
    'not there': await app.get('/api/level/77'),
    'no such call': await app.get('/api/nada'),
    'no such page': await app.send('GET', '/nada'),
    'an address that cannot be read': await app.send('GET', '/api/%ff'),
    'too long': await app.send('GET', `/${'a'.repeat(5_000)}`),
    'wrong type': await app.send('POST', '/api/auth/login', { headers: { 'content-type': 'text/xml' }, payload: 'x' }),
    health: await app.send('GET', '/api/health'),
    description: await app.get('/api/openapi.json'),
    options: await app.send('OPTIONS', '/api/level'),
    file: await app.send('GET', '/uploads/foto/large.webp'),
    'no such file': await app.send('GET', '/uploads/foto/otra.webp'),
    'a folder': await app.send('GET', '/uploads/foto/'),
  };
  await sql`alter table diet_categories rename to elsewhere`.execute(app.db);
  return { ...before, failed: await app.get('/api/type-diet') };
}

const LIST_CACHE_CONTROL = 'private, no-cache';

describe('every answer', () => {
  it('X7 X9 can do nothing in a browser, and has a number of its own', async () => {
    const answers = await requestEveryKind(await testApp());
    const statuses = Object.values(answers).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 201, 400, 401, 403, 404, 414, 415, 500]));
    for (const [what, { headers }] of Object.entries(answers)) {
      expect(headers, what).toMatchObject(safeHeaders);
      expect(headers['x-request-id'], what).toMatch(UUID);
      expect(headers, what).not.toHaveProperty('server');
      expect(headers, what).not.toHaveProperty('x-powered-by');
      expect(headers, what).not.toHaveProperty('set-cookie');
      // Personal data are not cached; pictures never change under their name; whether a list did is asked each time.
      const caching: Record<string, string> = {
        file: 'public, max-age=31536000, immutable',
        data: LIST_CACHE_CONTROL,
        head: LIST_CACHE_CONTROL,
      };
      expect(headers['cache-control'], what).toBe(caching[what] ?? 'no-store');
    }
    const ids = Object.values(answers).map(({ headers }) => headers['x-request-id']);
    expect(new Set(ids)).toHaveLength(ids.length);
  });
});

describe('TLS', () => {
  it('is asked for ever after where a trusted proxy says that it is there, and nowhere else', async () => {
    const secure = { 'x-forwarded-proto': 'https' };
    const strictness = async (app: TestApp, headers: Record<string, string>, from?: string) => {
      const answers = ['/api/health', '/api/nada'].map((path) => app.send('GET', path, { headers, from }));
      const said = (await Promise.all(answers)).map(({ headers: { 'strict-transport-security': value } }) => value);
      return [...new Set(said)];
    };
    const behindProxy = await testApp({ trustProxy: '127.0.0.1' });
    expect(await strictness(behindProxy, secure)).toEqual(['max-age=31536000']);
    expect(await strictness(behindProxy, { 'x-forwarded-proto': 'http' })).toEqual([undefined]);
    expect(await strictness(behindProxy, {})).toEqual([undefined]);
    expect(await strictness(behindProxy, secure, '203.0.113.9')).toEqual([undefined]);
    expect(await strictness(await testApp(), secure)).toEqual([undefined]);
  });
});

type LogLine = { level: number; reqId?: string; msg: string; method?: string; path?: string; status?: number };

async function loggingApp() {
  const raw: string[] = [];
  const app = await testApp({ log: (line) => raw.push(line) });
  raw.length = 0;
  const lines = () => raw.map((line) => JSON.parse(line) as LogLine & Record<string, unknown>);
  return { app, raw, lines };
}

describe('the log', () => {
  it('P22 has one line for every request, with the number of its answer', async () => {
    const { app, raw, lines } = await loggingApp();
    const answers = await requestEveryKind(app);
    const requests = lines().filter(({ msg }) => msg === 'request');
    for (const [what, { status, headers }] of Object.entries(answers).filter(([what]) => what !== 'health')) {
      const own = requests.filter(({ reqId }) => reqId === headers['x-request-id']);
      expect(own, what).toHaveLength(1);
      expect(own[0], what).toMatchObject({ level: 30, status, ip: '127.0.0.1' });
    }
    // Besides these, the trainer's login and the cause of the failure; but not health.
    expect(requests).toHaveLength(Object.keys(answers).length);
    expect(lines().filter(({ level }) => level > 30)).toHaveLength(1);
    for (const line of raw) expect(line).toMatch(/^\{.*\}\n$/);
  });

  it('P22 says who, what, when, from where and how long', async () => {
    const { app, lines } = await loggingApp();
    await app.send('GET', '/api/level?search=Persona', { token: app.token, from: '203.0.113.9' });
    await app.send('GET', '/api/level');
    const [known, unknown] = lines();
    expect(known).toMatchObject({ method: 'GET', path: '/api/level', status: 200, ip: '203.0.113.9' });
    expect(known?.admin).toEqual(expect.any(Number));
    expect(known?.ms).toEqual(expect.any(Number));
    expect(Math.abs(Number(known?.time) - Date.now())).toBeLessThan(60_000);
    expect(unknown).toMatchObject({ status: 401 });
    expect(unknown).not.toHaveProperty('admin');
  });

  it('M7 leaves health checks out, and L6 warns once of a proxy that nobody named', async () => {
    const { app, lines } = await loggingApp();
    const forwarded = { headers: { 'x-forwarded-for': '203.0.113.9' } };
    await app.send('GET', '/api/health', forwarded);
    await app.send('GET', '/api/health/live', forwarded);
    expect(lines().map(({ level, msg }) => [level, msg])).toEqual([[40, expect.stringContaining('TRUST_PROXY')]]);
  });

  it('N9 cannot be forged: whatever is sent stays inside its own line', async () => {
    const { app, raw, lines } = await loggingApp();
    const forged = 'x\r\n{"level":30,"msg":"request","status":200,"path":"/forjada"}';
    const { request } = await listen(app.http);
    raw.length = 0;
    await app.json('POST', '/api/auth/login', { username: forged, password: forged });
    await app.send('GET', `/api/${encodeURIComponent(forged)}`);
    await request('GET /api/"\\u000a{"level":30}');
    await request('GET /api/level', ['X-Request-Id: forjado', 'Referer: "}\\n{"', 'User-Agent: \x1b[31m']);
    expect(raw).toHaveLength(4);
    for (const line of raw) {
      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(line).not.toContain('\x1b');
    }
    expect(lines().map(({ status }) => status)).toEqual([401, 401, 401, 400]);
    expect(lines().some(({ path }) => path === '/forjada')).toBe(false);
    expect(lines().some(({ reqId }) => reqId === 'forjado')).toBe(false);
  });
});

describe('secrets', () => {
  it('API-32 P19 A13 are in no answer and in no line of the log', async () => {
    const { app, raw } = await loggingApp();
    const said: string[] = [];
    const keep = ({ raw: body, headers }: Answer) => said.push(body, JSON.stringify(headers));
    const canary = (name: string) => `canario-${name}-7c1f`;
    const ana = { name: 'Ana', gender: 'Female', username: 'ana', phone: '1144445555', role: 'ADMIN' };

    const created = await app.json('POST', '/api/user', { ...ana, password: canary('creada') });
    keep(created);
    const one = `/api/user/${created.body.data.id}`;
    keep(await app.json('POST', '/api/user', { ...ana, password: canary('repetida') }));
    keep(await app.json('POST', '/api/user', { password: canary('sola') }));
    keep(await app.json('PATCH', one, { password: canary('cambiada') }));
    keep(await app.get(one));
    keep(await app.get('/api/user'));
    keep(await app.get(`/api/user?page=1&search=${canary('busqueda')}`));
    keep(await app.get(`/api/user?sort=password_hash`));
    keep(await app.json('POST', '/api/auth/login', { username: 'ana', password: canary('mala') }));
    keep(await app.json('POST', '/api/auth/login', { username: canary('usuario'), password: canary('mala') }));
    keep(await app.get(`/api/auth/login?username=ana&password=${canary('direccion')}`));
    keep(await app.send('GET', '/api/level', { headers: { authorization: `Bearer ${canary('token')}.x.y` } }));
    keep(await app.send('GET', '/api/level', { token: app.token, headers: { cookie: `token=${canary('galleta')}` } }));
    const login = await app.json('POST', '/api/auth/login', { username: 'ana', password: canary('cambiada') });
    const token = login.body.access_token as string;
    expect(login.status).toBe(200);
    keep(await app.get('/api/level', token));
    keep(await app.send('POST', '/api/auth/logout', { token }));
    // A database error quotes the whole row.
    await sql`alter table users add column forced text not null default ''`.execute(app.db);
    await sql`alter table users alter column forced drop default`.execute(app.db);
    const failed = await app.json('POST', '/api/user', { ...ana, username: 'beto', password: canary('fallida') });
    expect(failed.status).toBe(500);
    keep(failed);

    const { rows } = await sql<{ hash: string }>`select password_hash as hash from users`.execute(app.db);
    const secrets = [token, app.token, token.split('.')[2]!, ...rows.map(({ hash }) => hash), '$argon2'];
    for (const secret of secrets) {
      expect(said.join('\n')).not.toContain(secret);
      expect(raw.join('')).not.toContain(secret);
    }
    expect(raw.join('')).not.toContain('canario-');
    // Apart from the login's own answer no secret is echoed.
    expect(said.join('\n')).not.toMatch(/canario-(?!usuario)/);
    expect(said.join('\n')).not.toMatch(/"password(_hash)?":"(?!La contraseña|No puede)/);
  });
});
