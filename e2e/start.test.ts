import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startEmbedded } from '../apps/api/src/db/embedded';
import { logIn, startProduct, type Product } from './product';

const SERVER = fileURLToPath(new URL('../apps/api/dist/server.js', import.meta.url));

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'pulso-e2e-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function start(folder: string, env?: Record<string, string>): Promise<Product> {
  const product = await startProduct(folder, env);
  onTestFinished(async () => {
    await product.stop();
  });
  return product;
}

/** Processes whose working folder is the cluster's: the database server and all its children. */
const databaseProcesses = (folder: string) =>
  spawnSync('bash', ['-c', `readlink /proc/[0-9]*/cwd | grep -cF ${folder}/`], { encoding: 'utf8' }).stdout.trim();

const postmaster = (folder: string) =>
  Number(execFileSync('head', ['-n1', join(folder, 'postgres/postmaster.pid')], { encoding: 'utf8' }));

const until = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 50 });

describe('starting', () => {
  it('API-33 API-34 API-35 serves API and panel on one port and keeps the data over a restart', async () => {
    const folder = await newFolder();
    const first = await start(folder);
    expect(first.lines.filter((line) => line.startsWith('Listo'))).toEqual([`Listo: ${first.url}`]);
    expect((await fetch(`${first.url}/api/health`)).status).toBe(200);
    expect(await (await fetch(first.url)).text()).toContain('<div id="root">');
    const client = await logIn(first.url);
    expect((await client.post('/type-diet', { name: 'Keto' })).status).toBe(201);
    expect(await first.stop()).toBe(0);

    const second = await start(folder);
    const body = (await (await (await logIn(second.url)).get('/type-diet')).json()) as { data: { name: string }[] };
    expect(body.data.map(({ name }) => name)).toEqual(['Keto']);
  });

  it('API-39 serves the panel at an address that the panel itself routes', async () => {
    const { url } = await start(await newFolder());
    const page = await fetch(`${url}/usuarios/editar/3`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(await page.text()).toContain('<meta name="pulso-api" content="/api" />');
    expect((await fetch(`${url}/nada.js`)).status).toBe(404);
  });

  it('ACC-28 makes up a password for the first administrator and prints it once', async () => {
    const folder = await newFolder();
    const first = await start(folder, { ADMIN_PASSWORD: '', ADMIN_USERNAME: 'dueña' });
    const printed = await until(() => {
      const line = first.lines.find((text) => text.includes('Contraseña:'));
      expect(line).toBeDefined();
      return line;
    });
    const password = /Contraseña: (\S+)/.exec(String(printed))?.[1];
    const login = await fetch(`${first.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username: 'dueña', password }),
    });
    expect(login.status).toBe(200);
    await first.stop();
    const second = await start(folder, { ADMIN_PASSWORD: '', ADMIN_USERNAME: 'dueña', LOG_LEVEL: 'info' });
    await second.stop();
    expect(second.lines.join('\n')).not.toContain('Contraseña');
    // At the level of a service, too, it says once that it serves.
    expect(second.lines.filter((line) => line.includes(second.url))).toEqual([`Listo: ${second.url}`]);
  });

  it('API-38 finishes the request under way on SIGTERM and leaves no process behind', async () => {
    const folder = await newFolder();
    const product = await start(folder);
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

  it('refuses a second process on the same folder and says who holds it', async () => {
    const folder = await newFolder();
    const { process: holder, url } = await start(folder);
    const second = spawnSync(process.execPath, [SERVER], {
      env: { ...process.env, DATA_DIR: folder, PORT: '0' },
      encoding: 'utf8',
    });
    expect(second.status).toBe(1);
    expect(second.stderr).toContain(String(holder.pid));
    expect((await fetch(`${url}/api/health`)).status).toBe(200);
  });

  it('API-36 API-37 uses the PostgreSQL of DATABASE_URL, empty at first, and starts none of its own', async () => {
    const elsewhere = await startEmbedded({ dataDir: await newFolder(), say: () => undefined });
    onTestFinished(() => elsewhere.stop());
    const { host, port, user, password, database } = elsewhere.connection;
    const address = `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${host}`;
    // Nothing said about the demo: with a database of somebody else it is off.
    const env = { DATABASE_URL: address, DEMO: '' };
    const folder = await newFolder();
    const first = await start(folder, env);
    const client = await logIn(first.url);
    const totals = (await (await client.get('/estadisticas')).json()) as { data: Record<string, { total: number }> };
    expect(Object.entries(totals.data).flatMap(([name, { total }]) => (total > 0 ? [name] : []))).toEqual(['usuarios']);
    expect((await client.post('/type-diet', { name: 'Keto' })).status).toBe(201);
    expect([databaseProcesses(folder), existsSync(join(folder, 'postgres'))]).toEqual(['0', false]);
    expect(await first.stop()).toBe(0);

    // Another node, with a folder of its own: the data is where the address says.
    const second = await start(await newFolder(), env);
    const body = (await (await (await logIn(second.url)).get('/type-diet')).json()) as { data: { name: string }[] };
    expect(body.data.map(({ name }) => name)).toEqual(['Keto']);
  });

  it.each([
    ['postgres://nadie:nada@127.0.0.1:1/pulso', 'No se puede usar la base de datos 127.0.0.1:1/pulso'],
    ['mysql://x', 'DATABASE_URL: debe empezar con postgres://'],
  ])('API-36 ends with a clear message, and never falls back, when DATABASE_URL is %s', async (address, message) => {
    const folder = await newFolder();
    const env = { ...process.env, DATA_DIR: folder, PORT: '0', DATABASE_URL: address };
    const { status, stderr } = spawnSync(process.execPath, [SERVER], { env, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain(message);
    expect(databaseProcesses(folder)).toBe('0');
  });
});

describe('crashes', () => {
  const writeUntilKilled = async (product: Product, kill: () => void) => {
    const client = await logIn(product.url);
    const acknowledged: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      if (index === 25) kill();
      const name = `Categoría ${index}`;
      const answer = await client.post('/type-diet', { name }).catch(() => undefined);
      if (answer?.status === 201) acknowledged.push(name);
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(25);
    return acknowledged;
  };

  const stored = async (url: string) => {
    const client = await logIn(url);
    const body = (await (await client.get('/type-diet')).json()) as { data: { name: string }[] };
    return body.data.map(({ name }) => name);
  };

  it.each([
    ['the process group', (product: Product) => process.kill(-product.process.pid!, 'SIGKILL')],
    ['the node process only', (product: Product) => product.process.kill('SIGKILL')],
  ])('H1 H8 keeps every acknowledged write over kill -9 of %s', async (_who, kill) => {
    const folder = await newFolder();
    const product = await start(folder);
    const acknowledged = await writeUntilKilled(product, () => kill(product));
    await product.ended;
    const again = await start(folder);
    expect(await stored(again.url)).toEqual(expect.arrayContaining(acknowledged));
  });

  it('H8 API-33 answers 503 while the database is gone, recovers by itself and keeps every acknowledged write', async () => {
    const folder = await newFolder();
    const product = await start(folder);
    const acknowledged = await writeUntilKilled(product, () => process.kill(postmaster(folder), 'SIGKILL'));
    await until(async () => expect((await fetch(`${product.url}/api/health`)).status).toBe(200));
    expect(await stored(product.url)).toEqual(expect.arrayContaining(acknowledged));
    expect(product.process.exitCode).toBeNull();
  });
});
