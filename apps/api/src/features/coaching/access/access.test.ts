import { createHash } from 'node:crypto';
import { accessRow, entered, ownCode } from '@pulso/contract/coaching/access';
import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { removeOldAccesses } from '#features/coaching/access/access.queries';
import { deviceName } from '#features/coaching/access/device-name';
import { cookieOf, enter, openDevice, sendAccess, sendWithCookie } from '#test/access';
import { createUser, expectAnswer, quickPasswords } from '#test/people';
import { changeAccount } from '#test/sessions';
import { sharedApp } from '#test/shared-app';

const lines: string[] = [];
const getApp = sharedApp({
  passwords: quickPasswords,
  log: (line) => lines.push(line),
  publicUrl: 'https://gym.example',
});

const WRONG = [401, 'El teléfono o el código no son correctos.'];
const refusalOf = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message];

let phones = 0;
/** A client with a phone that nobody else has, and an address that nobody else tries from. */
async function addClient(fields: object = {}) {
  phones += 1;
  const phone = `11${String(40_000_000 + phones)}`;
  const { id } = await createUser(getApp(), { phone, ...fields });
  return { id, phone, from: `203.0.113.${phones}` };
}
const opens = async (cookie: string) => (await sendWithCookie(getApp(), cookie, 'POST', '/api/my/code')).status;
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const age = (userId: number, by: string) =>
  sql`update access_links set expires_at = expires_at - ${by}::interval, created_at = created_at - ${by}::interval
    where user_id = ${userId}`.execute(getApp().db);
const readAccess = async (userId: number) => {
  const { rows } = await sql<{ link_used_at: unknown; code_used_at: unknown; code_failures: number }>`
    select link_used_at, code_used_at, code_failures from access_links
    where user_id = ${userId} order by created_at desc limit 1`.execute(getApp().db);
  return rows[0]!;
};

describe('sending an access', () => {
  it('LNK-01 answers a link, a code and until when they are good, and is no contact', async () => {
    const { id } = await addClient();
    const sent = expectAnswer(
      await getApp().send('POST', `/api/user/${id}/access`, { token: getApp().token }),
      accessRow,
      201,
    );
    expect(sent.secret).toMatch(/^[\w-]{43}$/);
    expect(sent.code).toMatch(/^\d{6}$/);
    expect(sent.public_url).toBe('https://gym.example');
    expect(Math.round((Date.parse(sent.expires_at) - Date.now()) / 3_600_000)).toBe(72);
    expect((await getApp().get(`/api/user/${id}/contacts`)).body.data).toEqual([]);
  });

  it('LNK-01 is for active clients alone', async () => {
    const app = getApp();
    const [inactive, trainer] = [await addClient({ status: false }), await addClient({ role: 'TRAINER' })];
    const send = (id: number) => app.send('POST', `/api/user/${id}/access`, { token: app.token });
    expect(refusalOf(await send(inactive.id))).toEqual([
      409,
      'El usuario está inactivo. Actívalo antes de enviarle el acceso.',
    ]);
    expect(refusalOf(await send(trainer.id))).toEqual([409, 'Solo los clientes entran a la app.']);
    expect((await send(2_000_000_000)).status).toBe(404);
  });
});

describe('a link', () => {
  it('LNK-03 asks no server for anything before it is tapped: its secret is in no address', async () => {
    const { id } = await addClient();
    const { secret } = await sendAccess(getApp(), id);
    for (const path of [`/mi/entrar`, `/mi/entrar?${secret}`, `/api/auth/access?link=${secret}`])
      for (const method of ['GET', 'HEAD'])
        expect((await getApp().send(method, path)).headers).not.toHaveProperty('set-cookie');
    expect((await readAccess(id)).link_used_at).toBeNull();
    expect(cookieOf(await enter(getApp(), { link: secret }))).toBeTruthy();
  });

  it('LNK-04 enters once, and says in its own words why not', async () => {
    const app = getApp();
    const { id, from } = await addClient({ name: 'Ana Gómez' });
    const first = await sendAccess(app, id);
    const second = await sendAccess(app, id);
    const tap = async (link: string) => refusalOf(await enter(app, { link }, { from }));
    expect(await tap(first.secret)).toEqual([401, 'Este enlace ya no sirve: te enviaron otro más nuevo.']);
    const answer = await enter(app, { link: second.secret }, { from });
    expect(expectAnswer(answer, entered)).toEqual({ id, name: 'Ana Gómez' });
    expect(await opens(cookieOf(answer))).toBe(201);
    expect(await tap(second.secret)).toEqual([401, 'Este enlace ya se usó. Pídele otro a tu entrenador.']);
    const third = await sendAccess(app, id);
    await age(id, '72 hours');
    expect(await tap(third.secret)).toEqual([401, 'Este enlace venció. Pídele otro a tu entrenador.']);
    for (const unknown of ['', 'x', 'A'.repeat(43), third.code])
      expect(await tap(unknown)).toEqual([401, 'Este enlace no es válido. Pídele otro a tu entrenador.']);
    // It is the link of a client, whatever he has become.
    const promoted = await sendAccess(app, id);
    await changeAccount(app, id, { role: 'TRAINER' });
    expect(await tap(promoted.secret)).toEqual([401, 'Este enlace no es válido. Pídele otro a tu entrenador.']);
  });

  it('LNK-04 makes one session of taps at once', async () => {
    const app = getApp();
    const { id, from } = await addClient();
    const { secret } = await sendAccess(app, id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(app, { link: secret }, { from })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.message))).toEqual(
      new Set(['Este enlace ya se usó. Pídele otro a tu entrenador.']),
    );
    const { rows } = await sql`select from sessions where user_id = ${id}`.execute(app.db);
    expect(rows).toHaveLength(1);
  });

  it('LNK-08 of an inactive account is not used up', async () => {
    const app = getApp();
    const { id, phone, from } = await addClient();
    const { secret, code } = await sendAccess(app, id);
    await changeAccount(app, id, { status: false });
    const inactive = [401, 'Tu cuenta está desactivada. Contacta al administrador.'];
    for (const way of [{ link: secret }, { phone, code }])
      expect(refusalOf(await enter(app, way, { from }))).toEqual(inactive);
    await changeAccount(app, id, { status: true });
    for (const way of [{ link: secret }, { phone, code }]) expect((await enter(app, way, { from })).status).toBe(200);
  });
});

describe('a code', () => {
  it('LNK-05 enters once with the phone in any of its spellings, also after the link was used', async () => {
    const app = getApp();
    const { id, phone, from } = await addClient();
    const spellings = [phone, `+54 9 11 ${phone.slice(2, 6)}-${phone.slice(6)}`, `011 15 ${phone.slice(2)}`];
    for (const spelled of spellings) {
      const { secret, code } = await sendAccess(app, id);
      expect((await enter(app, { link: secret }, { from })).status).toBe(200);
      const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
      const answer = await enter(app, { phone: spelled, code: typed }, { from });
      expect(expectAnswer(answer, entered)).toMatchObject({ id });
      expect(refusalOf(await enter(app, { phone: spelled, code }, { from }))).toEqual(WRONG);
    }
    const { code } = await sendAccess(app, id);
    await age(id, '72 hours');
    expect(refusalOf(await enter(app, { phone, code }, { from }))).toEqual(WRONG);
  });

  it('LNK-05 of two people with one number lets each enter as himself', async () => {
    const app = getApp();
    const one = await addClient();
    const { id: otherId } = await createUser(app, { phone: `+549${one.phone}`.replace('+', '') });
    const sent = new Map<number, string>();
    for (const id of [one.id, otherId]) sent.set(id, (await sendAccess(app, id)).code);
    expect(new Set(sent.values()).size).toBe(2);
    for (const [id, code] of sent)
      expect(expectAnswer(await enter(app, { phone: one.phone, code }, { from: one.from }), entered).id).toBe(id);
  });

  it('LNK-05 is refused by the same statements whoever has the phone, so that the time tells nothing', async () => {
    const app = getApp();
    const { id, phone, from } = await addClient();
    const { code } = await sendAccess(app, id);
    const asked = vi.spyOn(Client.prototype, 'query');
    onTestFinished(() => asked.mockRestore());
    const statements = async (of: string) => {
      asked.mockClear();
      expect(refusalOf(await enter(app, { phone: of, code: otherCode(code) }, { from }))).toEqual(WRONG);
      return asked.mock.calls.map(([query]) => (query as unknown as { text?: string }).text ?? String(query));
    };
    const known = await statements(phone);
    expect(await statements('1159999999')).toEqual(known);
    expect(known.join()).toContain('synchronous_commit');
    expect(await readAccess(id)).toMatchObject({ code_failures: 1 });
  });

  it('LNK-06 five wrong ones of a phone shut it for a while, whose link still works', async () => {
    const app = getApp();
    const { id, phone, from } = await addClient();
    const { secret, code } = await sendAccess(app, id);
    for (let nth = 0; nth < 5; nth += 1)
      expect(refusalOf(await enter(app, { phone, code: otherCode(code) }, { from: `${from}${nth}` }))).toEqual(WRONG);
    const refused = await enter(app, { phone, code }, { from });
    expect(refused.status).toBe(429);
    expect(refused.body.message).toMatch(/^Demasiados intentos de inicio de sesión\. Intenta de nuevo en 1[45] min\.$/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(600);
    expect((await enter(app, { link: secret }, { from })).status).toBe(200);
  });

  it('LNK-06 ten wrong ones in all end it, and not its link', async () => {
    const app = getApp();
    const { id, phone, from } = await addClient();
    const { secret, code } = await sendAccess(app, id);
    for (let nth = 0; nth < 10; nth += 1) {
      if (nth % 5 === 0) await sql`delete from login_failures`.execute(app.db);
      expect((await enter(app, { phone, code: otherCode(code) }, { from: `${from}${nth}` })).status).toBe(401);
    }
    await sql`delete from login_failures`.execute(app.db);
    expect(await readAccess(id)).toMatchObject({ code_failures: 10, link_used_at: null });
    expect(refusalOf(await enter(app, { phone, code }, { from: `${from}10` }))).toEqual(WRONG);
    expect((await enter(app, { link: secret }, { from: `${from}10` })).status).toBe(200);
  });

  it('LNK-06 thirty failures of an address shut it, links and logins too', async () => {
    const app = getApp();
    const from = '198.51.100.7';
    for (let nth = 0; nth < 30; nth += 1) {
      const way = nth % 2 === 0 ? { link: `nada${nth}` } : { phone: `11500000${10 + nth}`, code: '123456' };
      expect((await enter(app, way, { from })).status).toBe(401);
    }
    const { id, phone } = await addClient();
    const { secret, code } = await sendAccess(app, id);
    for (const way of [{ link: secret }, { phone, code }, { username: 'admin', password: 'clave-segura' }])
      expect((await enter(app, way, { from })).status).toBe(429);
    const login = {
      headers: { 'content-type': 'application/json' },
      payload: '{"username":"nadie","password":"nada"}',
      from,
    };
    expect((await app.send('POST', '/api/auth/login', login)).status).toBe(429);
    // Elsewhere it is as good as before.
    expect((await enter(app, { link: secret }, { from: '198.51.100.8' })).status).toBe(200);
  });

  it('LNK-13 that a client makes for another phone is good once, for 15 minutes, and ends those that he made before', async () => {
    const app = getApp();
    const { id, phone, from } = await addClient();
    const sent = await sendAccess(app, id);
    const cookie = cookieOf(await enter(app, { link: sent.secret }, { from }));
    const make = async () => expectAnswer(await sendWithCookie(app, cookie, 'POST', '/api/my/code'), ownCode, 201);
    const [old, fresh] = [await make(), await make()];
    expect(Math.round((Date.parse(fresh.expires_at) - Date.now()) / 60_000)).toBe(15);
    const typeIn = async (code: string) => (await enter(app, { phone, code }, { from })).status;
    if (old.code !== fresh.code) expect(await typeIn(old.code)).toBe(401);
    expect([await typeIn(fresh.code), await typeIn(fresh.code)]).toEqual([200, 401]);
    // The one that was sent to him is as good as before.
    expect(await typeIn(sent.code)).toBe(200);
    const late = await make();
    await sql`update access_links set expires_at = now() where user_id = ${id} and link_hash is null`.execute(app.db);
    expect(await typeIn(late.code)).toBe(401);
  });
});

describe('a password', () => {
  it('LNK-08 enters too, and its failures are those of the login', async () => {
    const app = getApp();
    const { id, from } = await addClient({ username: 'bea.entra', password: 'clave-segura' });
    const by = (username: string, password: string) => enter(app, { username, password }, { from });
    expect(expectAnswer(await by('bea.entra', 'clave-segura'), entered)).toMatchObject({ id });
    for (const wrong of [await by('bea.entra', 'otra'), await by('nadie.entra', 'clave-segura')])
      expect(refusalOf(wrong)).toEqual([401, 'Usuario o contraseña incorrectos']);
    expect((await enter(app, {}, { from })).body.errors).toEqual({
      username: 'El usuario es obligatorio',
      password: 'La contraseña es obligatoria',
    });
    for (let nth = 1; nth < 10; nth += 1) await by('bea.entra', 'otra');
    expect((await by('bea.entra', 'clave-segura')).status).toBe(429);
    const login = await app.send('POST', '/api/auth/login', {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ username: 'bea.entra', password: 'clave-segura' }),
      from,
    });
    expect(login.status).toBe(429);
  });

  it('LNK-08 of an inactive account reads that it is; `POST auth/login` answers as ever', async () => {
    const app = getApp();
    const { from } = await addClient({ username: 'ciro.entra', password: 'clave-segura', status: false });
    const credentials = { username: 'ciro.entra', password: 'clave-segura' };
    expect(refusalOf(await enter(app, credentials, { from }))).toEqual([
      401,
      'Tu cuenta está desactivada. Contacta al administrador.',
    ]);
    const login = await app.json('POST', '/api/auth/login', credentials);
    expect([login.status, login.body.user.status]).toEqual([200, false]);
    expect(String(login.headers['set-cookie'])).not.toContain('pulso_mi');
  });
});

describe('the secrets', () => {
  it('LNK-07 are stored as hashes only, and are in no event, log line or other answer', async () => {
    const app = getApp();
    lines.length = 0;
    const { id, phone, from } = await addClient();
    const { secret, code } = await sendAccess(app, id);
    const entry = await enter(app, { link: secret }, { from });
    const cookie = cookieOf(entry);
    const own = await sendWithCookie(app, cookie, 'POST', '/api/my/code');
    await enter(app, { phone, code }, { from });
    const answers = [
      entry.raw,
      (await app.get(`/api/user/${id}/sessions`)).raw,
      (await app.get(`/api/user/${id}`)).raw,
    ];
    const secrets = [secret, cookie.split('.')[1]!];
    const codes = [code, own.body.data.code as string];
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public'`.execute(app.db);
    const stored = await Promise.all(
      tables.map(async ({ name }) => {
        const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(app.db);
        return rows.map(({ text }) => text).join('\n');
      }),
    );
    for (const text of [...stored, ...lines, ...answers]) {
      for (const one of secrets) {
        expect(text).not.toContain(one);
        expect(text).not.toContain(Buffer.from(one).toString('hex'));
      }
      for (const one of codes) expect(text).not.toMatch(new RegExp(`(?<![\\da-f.:-])${one}(?![\\da-f])`));
    }
    const { rows: events } = await sql`
      select entity, action, actor_id, user_id, data from events where user_id = ${id} and entity = 'access' order by id`.execute(
      app.db,
    );
    expect(events).toMatchObject([
      { action: 'send', user_id: id, data: null },
      { action: 'code', actor_id: id, user_id: id, data: null },
    ]);
  });

  it('LNK-07 of a code cannot be found by trying: its seal is keyed with the secret of the installation', async () => {
    const { id, phone } = await addClient();
    const { code } = await sendAccess(getApp(), id);
    const { rows } = await sql<{ seal: string }>`
      select encode(code_seal, 'hex') as seal from access_links where user_id = ${id}`.execute(getApp().db);
    for (const text of [code, `code:549${phone}:${code}`, `${phone}${code}`])
      expect(createHash('sha256').update(text).digest('hex')).not.toBe(rows[0]!.seal);
    expect(rows[0]!.seal).toBe(
      Buffer.from(getApp().tokens.seal(`code:549${phone}:${code}`), 'base64url').toString('hex'),
    );
  });
});

describe('what is over', () => {
  it('is removed after a week, but for the last one that each client has used', async () => {
    const app = getApp();
    const { id } = await addClient();
    await openDevice(app, id);
    await sendAccess(app, id);
    await age(id, '8 days');
    const fresh = await sendAccess(app, id);
    await removeOldAccesses(app.db);
    const { rows } = await sql<{ used: boolean }>`
      select link_used_at is not null as used from access_links where user_id = ${id} order by created_at`.execute(
      app.db,
    );
    expect(rows).toEqual([{ used: true }, { used: false }]);
    expect((await enter(app, { link: fresh.secret })).status).toBe(200);
  });
});

it.each([
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
    'Chrome en Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari en iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    'Safari en iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1',
    'Chrome en iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-A546B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    'Samsung Internet en Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
    'Edge en Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox en Linux'],
  ['curl/8.5.0', 'Otro'],
  [undefined, 'Otro'],
])('LNK-11 names a phone by its browser and system: %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
