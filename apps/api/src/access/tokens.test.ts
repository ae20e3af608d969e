import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openTokens, readSecret } from '#access/tokens';
import { StartupError } from '#startup-error';
import { sharedApp } from '#test/shared-app';
import { testApp, type TestApp } from '#test/test-app';

const SECRET = Buffer.alloc(32, 7);
const HEADER = { alg: 'HS256', typ: 'JWT' };
const PATH = '/api/level';
const now = () => Math.floor(Date.now() / 1000);

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A token with any header and claims, signed with the real secret. */
function signToken(header: unknown, claims: unknown, secret: Uint8Array = SECRET): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

const statusOf = async (app: TestApp, token: string) => (await app.get(PATH, token)).status;

async function expectRefused(app: TestApp, tokens: Record<string, string>) {
  expect(await statusOf(app, app.token)).toBe(200);
  for (const [what, token] of Object.entries(tokens)) expect(await statusOf(app, token), what).toBe(401);
}

const getApp = sharedApp({ secret: SECRET });

describe('a token', () => {
  it('T2 that was read before is over when its time has passed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const tokens = openTokens(SECRET);
    const claims = { userId: 7, sessionId: randomUUID() };
    const token = await tokens.sign(claims, new Date(Date.now() + 60_000));
    for (let time = 0; time < 3; time += 1) expect(await tokens.read(token)).toMatchObject(claims);
    vi.setSystemTime(Date.now() + 120_000);
    expect(await tokens.read(token)).toBeUndefined();
  });

  it('T2 is over to the second, read before or not', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    const [signing, reading] = [openTokens(SECRET), openTokens(SECRET)];
    const claims = { userId: 7, sessionId: randomUUID() };
    const token = await signing.sign(claims, new Date(Date.now() + 60_000));
    vi.setSystemTime(Date.now() + 59_999);
    expect(await openTokens(SECRET).read(token)).toMatchObject(claims);
    for (const late of [1, 19_999, 9_000]) {
      vi.setSystemTime(Date.now() + late);
      expect(await reading.read(token)).toBeUndefined();
    }
  });

  it('ACC-25 T8 T9 of another key, another algorithm or no signature is refused', async () => {
    const app = getApp();
    const [header = '', claims = '', signature = ''] = app.token.split('.');
    const payload = decodeJwt(app.token);
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jwk = publicKey.export({ format: 'jwk' });
    const pem = publicKey.export({ format: 'pem', type: 'spki' });
    const rsa = `${encode({ alg: 'RS256', jwk })}.${claims}`;
    const unsigned = (alg: string) => `${encode({ alg, typ: 'JWT' })}.${claims}.`;
    const foreign = (extra: object) => signToken({ ...HEADER, ...extra }, payload, Buffer.alloc(32, 8));
    await expectRefused(app, {
      none: unsigned('none'),
      None: unsigned('None'),
      nOnE: unsigned('nOnE'),
      'none with a signature': `${encode({ alg: 'none' })}.${claims}.${signature}`,
      'no signature': `${header}.${claims}.`,
      'two parts': `${header}.${claims}`,
      'four parts': `${app.token}.${signature}`,
      'an empty part': `.${claims}.${signature}`,
      RS256: `${rsa}.${sign('sha256', Buffer.from(rsa), privateKey).toString('base64url')}`,
      'HS256 with the public key': signToken(HEADER, payload, Buffer.from(String(pem))),
      'HS512 with the secret': signToken({ ...HEADER, alg: 'HS512' }, payload),
      'an empty key': signToken(HEADER, payload, Buffer.alloc(0)),
      'another key': foreign({}),
      kid: foreign({ kid: '../../dev/null' }),
      jku: foreign({ jku: 'http://127.0.0.1:1/keys' }),
      x5u: foreign({ x5u: 'http://127.0.0.1:1/cert' }),
      crit: signToken({ ...HEADER, crit: ['x'], x: 1 }, payload),
      'an algorithm said twice': `${encode('{"alg":"none","alg":"HS256"}')}.${claims}.${signature}`,
      'a header that is no JSON': `${encode('alg')}.${claims}.${signature}`,
      'a leading space': ` ${app.token}`,
      padding: `${app.token}=`,
    });
  });

  it('ACC-25 T10 with claims that we do not make is refused', async () => {
    const app = getApp();
    const payload = decodeJwt(app.token);
    const without = (name: string) => signToken(HEADER, { ...payload, [name]: undefined });
    const having = (claims: object) => signToken(HEADER, { ...payload, ...claims });
    expect(await statusOf(app, having({}))).toBe(200);
    // Clock skew between servers.
    expect(await statusOf(app, having({ iat: now() + 10 }))).toBe(200);
    await expectRefused(app, {
      'no exp': without('exp'),
      'no iat': without('iat'),
      'no sub': without('sub'),
      'no jti': without('jti'),
      'no iss': without('iss'),
      'exp as text': having({ exp: String(payload.exp) }),
      'exp negative': having({ exp: -1 }),
      'exp passed': having({ exp: now() - 61 }),
      'exp beyond numbers': signToken(HEADER, JSON.stringify(payload).replace(/"exp":\d+/, '"exp":1e400')),
      'nbf ahead': having({ nbf: now() + 120 }),
      'iat ahead': having({ iat: now() + 3_600 }),
      'iat too long ago': having({ iat: now() - 5 * 3_600 }),
      'another issuer': having({ iss: 'otro' }),
      'sub as number': having({ sub: 1 }),
      'sub 0': having({ sub: '0' }),
      'sub beyond integers': having({ sub: '2147483648' }),
      'sub with spaces': having({ sub: ' 1' }),
      'sub of nobody': having({ sub: '2147483647' }),
      'jti that is no uuid': having({ jti: "' or 1=1 --" }),
      'jti of no session': having({ jti: randomUUID() }),
      'jti as list': having({ jti: [payload.jti] }),
      'a list of claims': signToken(HEADER, [payload]),
      null: signToken(HEADER, 'null'),
      'no JSON': signToken(HEADER, '{'),
    });
  });

  it('ACC-25 T12 with any one bit changed is refused', async () => {
    const tokens = openTokens(SECRET);
    const token = await tokens.sign({ userId: 1, sessionId: randomUUID() }, new Date(Date.now() + 60_000));
    expect(await tokens.read(token)).toBeDefined();
    const bytes = Buffer.from(token, 'latin1');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(await tokens.read(changed.toString('latin1')), `bit ${bit}`).toBeUndefined();
    }
  });

  it('ACC-25 P12 that was made up or mangled answers 401, never anything else', async () => {
    const app = getApp();
    const { token } = app;
    const part = fc.stringMatching(/^[\w-]{0,60}$/);
    const place = fc.nat(token.length - 1);
    const mangled = fc.oneof(
      fc.tuple(part, part, part).map((parts) => parts.join('.')),
      fc.tuple(place, part).map(([at, text]) => token.slice(0, at) + text),
      fc
        .tuple(place, fc.stringMatching(/^[\w.-]{1,3}$/))
        .map(([at, text]) => token.slice(0, at) + text + token.slice(at)),
      fc.tuple(place, place).map(([from, to]) => token.slice(0, from) + token.slice(Math.max(from, to) + 1)),
      fc.tuple(fc.json(), fc.json()).map(([header, claims]) => signToken(header, claims)),
      fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) }),
    );
    const refused = fc.asyncProperty(mangled, async (made) => {
      fc.pre(made !== token);
      const { status, body } = await app.send('GET', PATH, { headers: { authorization: `Bearer ${made}` } });
      expect(status).toBe(401);
      expect(body.message).toBe('Tu sesión no es válida o ha vencido. Inicia sesión de nuevo.');
    });
    await fc.assert(refused, { numRuns: 1_000, seed: 7 });
  });

  it('T17 is refused once the secret has changed', async () => {
    const before = getApp();
    const after = await testApp({ secret: Buffer.alloc(32, 9) });
    expect(await statusOf(after, before.token)).toBe(401);
    expect(await statusOf(after, after.token)).toBe(200);
  });
});

describe('the secret', () => {
  const temporaryFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pulso-secret-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return folder;
  };
  const fileOf = (folder: string) => join(folder, 'secrets', 'token.key');

  it('A10 is made once, at random, 256 bits that only the owner can read', async () => {
    const [folder, other] = [await temporaryFolder(), await temporaryFolder()];
    const secret = await readSecret(folder);
    expect(secret).toHaveLength(32);
    expect(await readSecret(folder)).toEqual(secret);
    expect(await readSecret(other)).not.toEqual(secret);
    expect((await stat(fileOf(folder))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'secrets'))).mode & 0o777).toBe(0o700);
    expect(await readdir(join(folder, 'secrets'))).toEqual(['token.key']);
  });

  it('is one for all servers that start together', async () => {
    const folder = await temporaryFolder();
    const found = await Promise.all(Array.from({ length: 8 }, () => readSecret(folder)));
    expect(new Set(found.map((secret) => Buffer.from(secret).toString('hex')))).toHaveLength(1);
    expect(await readdir(join(folder, 'secrets'))).toEqual(['token.key']);
  });

  it('T17 can be rotated by deleting its file', async () => {
    const folder = await temporaryFolder();
    const claims = { userId: 1, sessionId: randomUUID() };
    const old = await openTokens(await readSecret(folder)).sign(claims, new Date(Date.now() + 60_000));
    expect(await openTokens(await readSecret(folder)).read(old)).toEqual(claims);
    await rm(fileOf(folder));
    expect(await openTokens(await readSecret(folder)).read(old)).toBeUndefined();
  });

  it.each(['', 'changeme', Buffer.alloc(31, 1).toString('base64')])(
    'A10 is refused when it is too short: %j',
    async (text) => {
      const folder = await temporaryFolder();
      await readSecret(folder);
      await writeFile(fileOf(folder), text);
      const error: unknown = await readSecret(folder).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(StartupError);
      expect((error as Error).message).toContain('demasiado corto');
      expect(await readFile(fileOf(folder), 'utf8')).toBe(text);
    },
  );
});
