import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildApp } from '#app';
import { streamWhileAllowed } from '#db/writes/stream-while-allowed';
import { beginBackup, finishBackup, saveFile } from '#features/desk/backups/backups.queries';
import { authorize } from '#http/routes/authorize';
import { openErrorHandler } from '#http/answers/errors';
import { personPayload, quickPasswords } from '#test/people';
import { listen } from '#test/raw-http';
import { logOut, openSession } from '#test/sessions';
import { sharedApp } from '#test/shared-app';
import type { TestApp } from '#test/test-app';

const lines: string[] = [];
const getApp = sharedApp({ passwords: quickPasswords, log: (line) => lines.push(line) });

type Account = { id: number; username: string; token: string };

async function addAdmin(app: TestApp): Promise<Account> {
  const { id, username } = await app.addUser();
  return { id, username, token: await openSession(app, username) };
}

const changeAccountTo =
  (values: object) =>
  async (app: TestApp, { id }: Account) =>
    (await app.json('PATCH', `/api/user/${id}`, values)).status;

/** The ways in which an account loses its rights, each as its owner or the administration does it. */
const RIGHTS_LOSSES: [name: string, lose: (app: TestApp, account: Account) => Promise<number>][] = [
  ['is blocked', changeAccountTo({ status: false })],
  ['is demoted', changeAccountTo({ role: 'CLIENT' })],
  ['is deleted', async (app, { id }) => (await app.remove(`/api/user/${id}`)).status],
  ['gets another password', changeAccountTo({ password: 'otra-clave' })],
  ['logs out', async (app, { token }) => (await logOut(app, token)).status],
  ['logs out everywhere', async (app, { token }) => (await app.send('POST', '/api/auth/logout-all', { token })).status],
];

const readStoredUser = async (app: TestApp, id: number) => {
  const { rows } = await sql`
    select role, status, deleted_at, password_hash, (select count(*)::int from users) as people
    from users where id = ${id}`.execute(app.db);
  return rows[0];
};

describe('a request whose body comes late', () => {
  /** The app on a port, and a promise of its next request that was authorized. */
  async function heldApp(app: TestApp) {
    const { http } = buildApp(app.deps);
    onTestFinished(() => http.close());
    let authorized: () => void = () => undefined;
    http.addHook('preParsing', async () => authorized());
    const { open } = await listen(http);
    const begin = async ({ token }: Account, line: string, body: string): Promise<Socket> => {
      const isAuthorized = new Promise<void>((resolve) => (authorized = resolve));
      const socket = await open();
      const head = [
        `Authorization: Bearer ${token}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(body)}`,
      ];
      socket.write(`${line} HTTP/1.1\r\nHost: pulso\r\n${head.join('\r\n')}\r\n\r\n${body[0]}`);
      await isAuthorized;
      return socket;
    };
    const finish = async (socket: Socket, body: string) => {
      socket.write(body.slice(1));
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return Number(answer.toString().split(' ')[1]);
    };
    return { begin, finish };
  }

  it.each(RIGHTS_LOSSES)('X11 P11 is refused and writes nothing once its author %s', async (_name, lose) => {
    const app = getApp();
    const { begin, finish } = await heldApp(app);
    const comeBack = JSON.stringify({ role: 'ADMIN', status: true, password: 'vuelvo' });
    const another = JSON.stringify(personPayload({ username: 'otra.jefa', role: 'ADMIN' }));
    for (const [lineOf, body] of [
      [(id: number) => `PATCH /api/user/${id}`, comeBack],
      [() => 'POST /api/user', another],
    ] as const) {
      const account = await addAdmin(app);
      const socket = await begin(account, lineOf(account.id), body);
      expect(await lose(app, account)).toBe(200);
      const left = await readStoredUser(app, account.id);
      expect([401, 403]).toContain(await finish(socket, body));
      expect(await readStoredUser(app, account.id)).toEqual(left);
    }
  });

  it('X11 is as good as any other where nothing has happened meanwhile', async () => {
    const app = getApp();
    const { begin, finish } = await heldApp(app);
    const account = await addAdmin(app);
    const body = JSON.stringify({ name: 'Como siempre' });
    expect(await finish(await begin(account, `PATCH /api/user/${account.id}`, body), body)).toBe(200);
  });
});

it('X11 whoever unblocks himself while he is being blocked ends up blocked, whichever comes first', async () => {
  const app = getApp();
  for (let round = 0; round < 12; round += 1) {
    const { id, token } = await addAdmin(app);
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => app.json('PATCH', `/api/user/${id}`, { role: 'ADMIN', status: true }, { token })),
      app.json('PATCH', `/api/user/${id}`, { status: false }),
    ]);
    expect(answers.at(-1)?.status).toBe(200);
    for (const { status } of answers) expect([200, 401]).toContain(status);
    expect(await readStoredUser(app, id)).toMatchObject({ status: false });
  }
});

it('X11 what is being sent ends once its reader has lost the right to it', async () => {
  const app = getApp();
  const { id, token } = await addAdmin(app);
  const { jti = '' } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { jti?: string };
  const actor = { id, sessionId: jti, permission: 'users', address: '', today: '2026-03-05' } as const;
  const sent = streamWhileAllowed(
    app.db,
    actor,
    (async function* rows() {
      yield* [1, 2, 3];
    })(),
    0,
  );
  expect([(await sent.next()).value, (await sent.next()).value]).toEqual([1, 2]);
  await logOut(app, token);
  await expect(sent.next()).rejects.toMatchObject({ code: 'PU401' });
});

describe('a change of a catalogue', () => {
  it.each(RIGHTS_LOSSES)(
    'X11 answers as a read does once its author %s, whatever else is wrong with it',
    async (_name, lose) => {
      const app = getApp();
      const { id } = (await app.json('POST', '/api/type-diet', { name: 'Antes' })).body.data;
      const rows = async () => (await app.get('/api/type-diet')).raw;
      const account = await addAdmin(app);
      const { token } = account;
      expect((await app.json('PATCH', `/api/type-diet/${id}`, { name: 'Suya' }, { token })).status).toBe(200);
      const before = await rows();
      expect(await lose(app, account)).toBe(200);
      const { status } = await app.get('/api/type-diet', token);
      expect([401, 403]).toContain(status);
      const change = (method: 'POST' | 'PATCH' | 'DELETE', path: string, values: unknown) =>
        app.json(method, `/api/type-diet${path}`, values, { token });
      for (const answer of [
        await change('POST', '', { name: 'Nueva' }),
        await change('POST', '', { name: '' }),
        await change('POST', '', []),
        await change('PATCH', `/${id}`, { name: 'Después' }),
        await change('PATCH', '/2000000000', { name: 'De nadie' }),
        await change('PATCH', '/x', { name: 'De nadie' }),
        await change('DELETE', `/${id}`, {}),
        await change('POST', `/${id}/restore`, {}),
        await app.send('POST', '/api/type-diet', { token, headers: { 'content-type': 'text/plain' }, payload: 'x' }),
      ])
        expect(answer.status).toBe(status);
      expect(await rows()).toBe(before);
    },
  );

  it('X11 X13 receives no picture before the session was read', async () => {
    const app = getApp();
    const { open } = await listen(app.http);
    const { token } = await addAdmin(app);
    await logOut(app, token);
    const socket = await open();
    socket.write(
      `POST /api/level HTTP/1.1\r\nHost: pulso\r\nAuthorization: Bearer ${token}\r\nContent-Length: 5000000\r\n` +
        'Content-Type: multipart/form-data; boundary=corte\r\n\r\n--corte\r\n' +
        'Content-Disposition: form-data; name="image"; filename="foto.jpg"\r\nContent-Type: image/jpeg\r\n\r\nx',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1.1 401 /);
  });

  it('X11 that forgets to claim the right is answered after the session was read', async () => {
    const app = getApp();
    const http = fastify();
    onTestFinished(() => http.close());
    http.setErrorHandler(openErrorHandler());
    await http.register(async (api) => {
      authorize(api, { ...app.deps, now: () => new Date() });
      api.post('/x', { config: { permission: 'catalogue', claims: true } }, async () => ({ secret: true }));
    });
    const { token } = await addAdmin(app);
    const ask = () => http.inject({ method: 'POST', url: '/x', headers: { authorization: `Bearer ${token}` } });
    expect((await ask()).statusCode).toBe(200);
    await logOut(app, token);
    expect((await ask()).body).not.toContain('secret');
    expect((await ask()).statusCode).toBe(401);
  });
});

describe('the ticket of a download', () => {
  const ledger = async (app: TestApp, token: string) =>
    (await app.json('POST', '/api/download', { what: 'payments', query: {} }, { token })).body.data.url as string;
  async function makeBackup(app: TestApp) {
    const id = (await beginBackup(app.db, { node: 'prueba', madeBy: 'command' }))!;
    const file = `pulso-${id}.tar`;
    await mkdir(join(app.folder, '.backups'), { recursive: true });
    await writeFile(join(app.folder, '.backups', file), 'todo');
    await saveFile(app.db, id, { file, size: 4, rows: 1, images: 0, missingImages: 0 });
    await finishBackup(app.db, id, { verified: true, problem: null });
    return id;
  }
  const backup = (id: number) => async (app: TestApp, token: string) => {
    const { body } = await app.json('POST', `/api/backups/${id}/ticket`, {}, { token });
    return `/api/backups/download?ticket=${body.data.ticket}`;
  };

  it.each(RIGHTS_LOSSES)('X18 is worth nothing once its author %s', async (_name, lose) => {
    const app = getApp();
    for (const ticketOf of [ledger, backup(await makeBackup(app))]) {
      const account = await addAdmin(app);
      const url = await ticketOf(app, account.token);
      await lose(app, account);
      const { status, raw } = await app.send('GET', url);
      expect([401, 403]).toContain(status);
      expect(JSON.parse(raw).success).toBe(false);
    }
  });

  it('X18 X24 is its author’s alone, and the log and the events name him', async () => {
    const app = getApp();
    const id = await makeBackup(app);
    const [ana, eva] = [await addAdmin(app), await addAdmin(app)];
    const urls = [await backup(id)(app, ana.token), await backup(id)(app, eva.token), await ledger(app, eva.token)];
    for (const url of urls) expect((await app.send('GET', url, { from: '203.0.113.9' })).status).toBe(200);
    for (const url of urls) expect((await app.send('GET', url)).status).toBe(404);
    // The one of a backup opens nothing else.
    const other = (await backup(id)(app, ana.token)).split('=')[1]!;
    expect((await app.send('GET', `/api/download?ticket=${other}`)).status).toBe(404);
    const { rows } = await sql`
      select actor_id, entity_id, action, address from events where entity = 'download' order by id`.execute(app.db);
    expect(rows).toEqual([
      { actor_id: ana.id, entity_id: id, action: 'backup', address: '203.0.113.9' },
      { actor_id: eva.id, entity_id: id, action: 'backup', address: '203.0.113.9' },
      { actor_id: eva.id, entity_id: null, action: 'payments', address: '203.0.113.9' },
    ]);
    const logged = lines.filter((line) => line.includes('/api/backups/download') && line.includes('"status":200'));
    expect(logged.map((line) => (JSON.parse(line) as { admin: number }).admin)).toEqual([ana.id, eva.id]);
  });
});
