import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createPicture } from '@pulso/testing/pictures';
import { logIn } from '@pulso/testing/product';
import { Client } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { startEmbedded, type EmbeddedServer } from '../apps/api/src/db/embedded/embedded';
import {
  builtVersion,
  createInstalledFolder,
  createTestFolder,
  databaseProcesses,
  readyLines,
  runCommand,
  startInFolder,
  waitUntil,
} from './data-folder';

const SERVER = fileURLToPath(new URL('../apps/api/dist/server.js', import.meta.url));

const addressOf = ({ host, port, user, password, database }: EmbeddedServer['connection']) =>
  `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${host}`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** The processes of the tests have none. */
const TERMINAL_OPTION = '--import data:text/javascript,process.stdout.isTTY=true';

const firstPasswordIn = (folder: string) =>
  /^Contraseña: (\S{16})$/m.exec(readFileSync(join(folder, 'secrets/first-password'), 'utf8'))?.[1] ?? '';

/** A PostgreSQL that is not the product's own, empty at first. */
let externalServer: EmbeddedServer;
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pulso-e2e-'));
  externalServer = await startEmbedded({ dataDir, print: () => undefined });
  return async () => {
    await externalServer.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
});

describe('starting', () => {
  it('API-33 API-34 API-35 API-39 M4 serves API and panel, at every address of the panel, on one port, names its version and keeps the data over a restart', async () => {
    const folder = await createTestFolder();
    const first = await startInFolder(folder);
    expect(first.lines.slice(first.lines.indexOf(`Listo: ${first.url}`)).slice(0, 2)).toEqual(readyLines(first.url));
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
    expect(await (await fetch(first.url)).text()).toContain('<div id="root">');
    const client = await logIn(first.url);
    expect(await (await client.get('/version')).json()).toEqual({ success: true, data: builtVersion() });
    expect((await client.post('/type-diet', { name: 'Keto' })).status).toBe(201);
    expect(await first.stop()).toBe(0);

    const second = await startInFolder(folder);
    const body = (await (await (await logIn(second.url)).get('/type-diet')).json()) as { data: { name: string }[] };
    expect(body.data.map(({ name }) => name)).toEqual(['Keto']);

    const page = await fetch(`${second.url}/usuarios/editar/3`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await page.text()).toContain('<meta name="pulso-api" content="/api" />');
    expect((await fetch(`${second.url}/nada.js`)).status).toBe(404);
  });

  it('ACC-28 X10 X25 makes up a password for the first administrator: in a file and in no log, or printed once at a terminal; what lies in the folder is its owner’s alone', async () => {
    const folder = join(await createTestFolder(), 'datos');
    const secrets = () => readdirSync(join(folder, 'secrets')).sort();
    const modes = (names: string[]) => names.map((name) => statSync(join(folder, name)).mode & 0o777);
    const env = { ADMIN_PASSWORD: '', ADMIN_USERNAME: 'dueña' };
    const first = await startInFolder(folder, { ...env, LOG_LEVEL: 'info' });
    await waitUntil(() => expect(first.lines.join('\n')).toContain(join(folder, 'secrets/first-password')));
    const password = firstPasswordIn(folder);
    const owner = await logIn(first.url, { username: 'dueña', password });
    expect(modes(['.', 'postgres', 'secrets'])).toEqual([0o700, 0o700, 0o700]);
    expect(secrets()).toEqual(['database-password', 'first-password', 'token.key', 'vapid.key']);
    expect(modes(secrets().map((name) => `secrets/${name}`))).toEqual([0o600, 0o600, 0o600, 0o600]);
    expect((await owner.patch(`/user/${owner.userId}`, { name: 'Ana' })).status).toBe(200);
    expect(secrets()).toContain('first-password');
    await first.stop();
    expect(first.lines.join('\n')).not.toContain(password);

    const second = await startInFolder(folder, { ...env, LOG_LEVEL: 'info', NODE_OPTIONS: TERMINAL_OPTION });
    await waitUntil(() =>
      expect(second.lines.join('\n')).toMatch(new RegExp(`Usuario: +dueña .*Contraseña: ${password} `, 's')),
    );
    await waitUntil(() => expect(secrets()).not.toContain('first-password'));

    // A first password that was never shown is removed when it is changed.
    await writeFile(join(folder, 'secrets/first-password'), `Usuario:    dueña\nContraseña: ${password}\n`);
    const again = await logIn(second.url, { username: 'dueña', password });
    expect((await again.patch(`/user/${again.userId}`, { password: 'otra-clave' })).status).toBe(200);
    expect(secrets()).not.toContain('first-password');
    await second.stop();
    // At a service's log level, too, it says once that it serves.
    expect(second.lines.filter((line) => line.includes(second.url))).toEqual(readyLines(second.url).slice(0, 1));
  });

  it('API-38 K12 refuses a second process on the same folder and says who holds it; finishes the request under way on SIGTERM and leaves no process behind', async () => {
    const folder = await createInstalledFolder();
    const product = await startInFolder(folder);
    const second = spawnSync(process.execPath, [SERVER], {
      env: { ...process.env, DATA_DIR: folder, PORT: '0' },
      encoding: 'utf8',
    });
    expect(second.status).toBe(1);
    expect(second.stderr).toContain(String(product.process.pid));
    expect((await fetch(`${product.url}/api/health`)).status).toBe(200);

    const { token } = await logIn(product.url);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const call = request(
        `${product.url}/api/type-diet`,
        {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Expect: '100-continue' },
        },
        (response) => resolve(response.statusCode),
      );
      call.on('error', reject);
      call.flushHeaders();
      // The server has the head and waits for the body: that is a request under way.
      call.once('continue', () => {
        product.process.kill('SIGTERM');
        call.end(JSON.stringify({ name: 'Última' }));
      });
    });
    expect(status).toBe(201);
    expect(await product.ended).toBe(0);
    expect(databaseProcesses(folder)).toBe('0');
  });

  it('API-36 API-37 M1 uses the PostgreSQL of DATABASE_URL, empty at first, and starts none of its own, that day or later', async () => {
    // The demonstration is off by default on an external database.
    const env = { DATABASE_URL: addressOf(externalServer.connection), DEMO: '' };
    const folder = await createTestFolder();
    const first = await startInFolder(folder, env);
    const client = await logIn(first.url);
    const totals = (await (await client.get('/estadisticas')).json()) as { data: Record<string, { total: number }> };
    expect(Object.entries(totals.data).flatMap(([name, { total }]) => (total > 0 ? [name] : []))).toEqual(['usuarios']);
    expect((await client.post('/type-diet', { name: 'Keto' })).status).toBe(201);
    expect([databaseProcesses(folder), existsSync(join(folder, 'postgres'))]).toEqual(['0', false]);
    expect(await first.stop()).toBe(0);

    // M1 Nothing takes an empty database for that one because its address is missing.
    const note = join(folder, 'secrets/external-database');
    const { host, port, database } = externalServer.connection;
    const refusal =
      `Los datos de ${folder} están en la base de datos ${host}:${port}/${database}, y falta DATABASE_URL. ` +
      `Para dejar aquella y usar la incluida, borra ${note}, y trae los datos con una copia de seguridad.`;
    expect([statSync(note).mode & 0o777, readFileSync(note, 'utf8')]).toEqual([0o600, `${host}:${port}/${database}\n`]);
    const without = { DATA_DIR: folder, PORT: '0', DATABASE_URL: '' };
    const startedWithout = await runCommand('server', [], without);
    expect(startedWithout).toEqual({ status: 1, said: '', complaint: refusal });
    expect(await runCommand('admin', ['sessions'], without)).toEqual({ status: 1, said: '', complaint: refusal });
    expect(existsSync(join(folder, 'postgres'))).toBe(false);

    // Another node, with a folder of its own, has the same data: they are in the database.
    const second = await startInFolder(await createTestFolder(), env);
    const body = (await (await (await logIn(second.url)).get('/type-diet')).json()) as { data: { name: string }[] };
    expect(body.data.map(({ name }) => name)).toEqual(['Keto']);
  });

  it.each([
    ['postgres://nadie:nada@127.0.0.1:1/pulso', 'No se puede usar la base de datos 127.0.0.1:1/pulso'],
    ['mysql://x', 'DATABASE_URL: debe empezar con postgres://'],
  ])('API-36 ends with a clear message, and never falls back, when DATABASE_URL is %s', async (address, message) => {
    const folder = await createTestFolder();
    const env = { ...process.env, DATA_DIR: folder, PORT: '0', DATABASE_URL: address };
    const { status, stderr } = spawnSync(process.execPath, [SERVER], { env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain(message);
    expect(databaseProcesses(folder)).toBe('0');
  });
});

describe('before it serves', () => {
  it('H1 a port in use, a proxy by its name and a store that is not there are told before anything is made', async () => {
    const folder = join(await createTestFolder(), 'datos');
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const refusals: [Record<string, string>, string][] = [
      [{ PORT: String(port) }, `No se puede escuchar en 127.0.0.1:${port} (EADDRINUSE).`],
      [{ TRUST_PROXY: 'nginx' }, 'TRUST_PROXY: debe ser una lista de direcciones IP'],
      [
        { S3_BUCKET: 'b', S3_ENDPOINT: `http://127.0.0.1:1`, S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' },
        'No se pueden guardar imágenes en s3://b/',
      ],
    ];
    for (const [settings, words] of refusals) {
      const env = { ...process.env, DATA_DIR: folder, PORT: '0', ...settings };
      const { status, stderr } = spawnSync(process.execPath, [SERVER], { env, encoding: 'utf8' });
      expect([status, stderr]).toEqual([1, expect.stringContaining(words)]);
      expect(existsSync(join(folder, 'postgres'))).toBe(false);
    }
    taken.close();
  });

  it('M2 whoever asks while another node migrates learns that it starts, and L7 a signal then ends it without a word', async () => {
    const holder = new Client(externalServer.connection);
    await holder.connect();
    await holder.query('select pg_advisory_lock(7285001)');
    const [port, folder] = [await freePort(), await createTestFolder()];
    const env = {
      ...process.env,
      DATABASE_URL: addressOf(externalServer.connection),
      DATA_DIR: folder,
      PORT: String(port),
    };
    const child = spawn(process.execPath, [SERVER], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = Promise.all([text(child.stdout), text(child.stderr)]);
    const health = (path: string) => fetch(`http://127.0.0.1:${port}/api/health${path}`);
    await waitUntil(async () => expect((await health('/live')).status).toBe(200));
    const answer = await health('');
    expect([answer.status, ((await answer.json()) as { state: string }).state]).toEqual([503, 'iniciando']);
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await holder.end();
    expect([await ended, await said]).toEqual([
      [0, null],
      ['', ''],
    ]);
  });
});

// Several first starts, on a machine that may be busy.
describe('what lies in the data folder', { timeout: 120_000 }, () => {
  it('X1 keeps its pictures beside the database of another installation, and serves', async () => {
    const folder = await createInstalledFolder();
    const first = await startInFolder(folder);
    const form = new FormData();
    form.append('title', 'Inicial');
    form.append('image', new Blob([await createPicture().png().toBuffer()]), 'foto.png');
    const headers = { Authorization: `Bearer ${(await logIn(first.url)).token}` };
    const made = await fetch(`${first.url}/api/level`, { method: 'POST', headers, body: form });
    const { cover_image } = ((await made.json()) as { data: { cover_image: string } }).data;
    expect(await first.stop()).toBe(0);
    const [, , name = ''] = cover_image.split('/');
    const old = new Date(Date.now() - 2 * 86_400_000);
    await utimes(join(folder, 'uploads', name), old, old);

    const second = await startInFolder(folder, { DATABASE_URL: addressOf(externalServer.connection) });
    await waitUntil(() => expect(second.lines.join('\n')).toContain('son de instalaciones distintas'));
    expect((await fetch(`${second.url}${cover_image}`)).status).toBe(200);
    expect((await logIn(second.url)).token).toBeDefined();
    expect(await second.stop()).toBe(0);

    // From there to the included one and its data only on purpose.
    const forgetful = await runCommand('server', [], { DATA_DIR: folder, PORT: '0' });
    expect([forgetful.status, forgetful.complaint]).toEqual([1, expect.stringContaining('y falta DATABASE_URL.')]);
    await rm(join(folder, 'secrets/external-database'));
    const third = await startInFolder(folder);
    expect((await fetch(`${third.url}${cover_image}`)).status).toBe(200);
    expect(await third.stop()).toBe(0);
    expect(third.lines.join('\n')).not.toContain('instalaciones distintas');
  });
});
