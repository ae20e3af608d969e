import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { failBackup, beginBackup } from '#features/desk/backups/backups.queries';
import { openDatabaseLink } from '#test/database-link';
import { createGoodBackup } from '#test/good-backup';
import { sharedApp } from '#test/shared-app';
import { testApp, type TestApp } from '#test/test-app';

const TOKEN = 'una-clave-para-el-monitor';
const UNKNOWN_ADDRESS = 'Tu sesión no es válida o ha vencido. Inicia sesión de nuevo.';
const CACHE_TTL_MS = 5_000;

type From = { headers?: Record<string, string>; from?: string };
const scrape = (app: TestApp, from: From = {}) => app.send('GET', '/api/metrics', from);

/** A scrape by series. */
const valuesIn = (text: string) =>
  new Map(
    text
      .split('\n')
      .filter((line) => /^[^#]/.test(line))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
const namesIn = (text: string) => new Set([...valuesIn(text).keys()].map((series) => series.replace(/\{.*/s, '')));

describe('M5 with a token the metrics', () => {
  const getApp = sharedApp({ metricsToken: TOKEN });

  it('are for whoever sends it, from anywhere, in the format of Prometheus', async () => {
    for (const from of ['127.0.0.1', '203.0.113.7']) {
      const answer = await scrape(getApp(), { from, headers: { authorization: `Bearer ${TOKEN}` } });
      expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        200,
        'text/plain; version=0.0.4; charset=utf-8',
        'no-store',
      ]);
    }
    expect(
      (await getApp().send('HEAD', '/api/metrics', { headers: { authorization: `bearer ${TOKEN}` } })).status,
    ).toBe(200);
  });

  it('are as unknown to anybody else as an address that is none', async () => {
    const app = getApp();
    const others = ['', 'Bearer', 'Bearer ', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN];
    for (const authorization of [...others, `Bearer ${app.token}`]) {
      const { status, body, headers } = await scrape(app, { headers: { authorization } });
      expect([status, body.message], authorization).toEqual([401, UNKNOWN_ADDRESS]);
      expect(headers).not.toHaveProperty('www-authenticate');
    }
    const { status, body } = await app.send('GET', '/api/no-existe');
    expect([status, body.message]).toEqual([401, UNKNOWN_ADDRESS]);
  });
});

describe('M5 without a token the metrics', () => {
  const getApp = sharedApp();

  it('are for programs of this machine', async () => {
    for (const from of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])
      for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000'])
        expect((await scrape(getApp(), { from, headers: { host } })).status, `${from} ${host}`).toBe(200);
  });

  it('are for nobody who may come through a proxy on it, or by a name that leads here', async () => {
    const refused: From[] = [
      { from: '192.168.0.7' },
      { from: '203.0.113.7', headers: { 'x-forwarded-for': '127.0.0.1' } },
      { headers: { 'x-forwarded-for': '127.0.0.1' } },
      { headers: { 'x-forwarded-host': 'localhost' } },
      { headers: { forwarded: 'for=127.0.0.1' } },
      { headers: { 'x-real-ip': '127.0.0.1' } },
      { headers: { via: '1.1 proxy' } },
      { headers: { host: 'pulso.example.com' } },
      { headers: { host: '127.0.0.1.example.com' } },
      { headers: { host: 'localhost.example.com' } },
    ];
    for (const from of refused) {
      const { status, body } = await scrape(getApp(), from);
      expect([status, body.message], JSON.stringify(from)).toEqual([401, UNKNOWN_ADDRESS]);
    }
    // Every visitor of a known proxy on this machine comes from here.
    expect((await scrape(await testApp({ trustProxy: '127.0.0.1' }))).status).toBe(401);
  });

  it('are not there with EXTRAS=0', async () => {
    expect((await scrape(await testApp({ extras: false }))).status).toBe(404);
  });

  it('name routes by their pattern, and everything else by one word', async () => {
    const app = getApp();
    await app.get('/api/level/424242');
    await app.get('/api/no-existe/424242');
    await app.send('GET', '/tampoco/424242');
    const { raw } = await scrape(app);
    expect(raw).not.toContain('424242');
    const values = valuesIn(raw);
    for (const [route, status] of [
      ['/api/level/:id', '4xx'],
      ['unknown', '4xx'],
      ['panel', '4xx'],
      ['/api/auth/login', '2xx'],
    ]) {
      const method = route === '/api/auth/login' ? 'POST' : 'GET';
      expect(values.get(`pulso_requests_total{method="${method}",route="${route}",status="${status}"}`), route).toBe(1);
    }
  });
});

describe('M5 a scrape', () => {
  it('has what the machine and the business are in, and all that the dashboard and the rules name', async () => {
    const app = await testApp();
    await mkdir(app.deps.backups.folder);
    await createGoodBackup(app);
    await failBackup(app.db, (await beginBackup(app.db, { node: 'n', madeBy: 'command' }))!, 'No se pudo.');
    const { raw } = await scrape(app);
    const values = valuesIn(raw);
    expect(values.get('pulso_database_up')).toBe(1);
    expect(values.get('pulso_backup_trouble{trouble="failed"}')).toBe(1);
    expect(values.get('pulso_backup_trouble{trouble="overdue"}')).toBe(0);
    expect(values.get('pulso_backup_checked_age_seconds')).toBeLessThan(60);
    expect(values.get('pulso_push_pending')).toBe(0);
    const migrations = [...values].find(([series]) => series.startsWith('pulso_migrations{last="00'));
    expect(migrations?.[1]).toBeGreaterThan(19);
    for (const folder of ['data', 'backups'])
      expect(values.get(`pulso_disk_free_bytes{folder="${folder}"}`)).toBeGreaterThan(0);
    expect([...values.values()].filter((value) => !Number.isFinite(value))).toEqual([]);
    expect([...values.keys()].filter((series) => series.startsWith('pulso_info{version="'))).toHaveLength(1);

    const exposed = namesIn(raw);
    for (const file of ['grafana.json', 'prometheus.yml']) {
      const text = readFileSync(new URL(`../../../../../../deploy/${file}`, import.meta.url), 'utf8');
      const named = new Set(text.match(/\b(?:pulso|process)_[a-z_]+\b/g));
      expect(named.size).toBeGreaterThan(3);
      expect(
        [...named].filter((name) => !exposed.has(name)),
        file,
      ).toEqual([]);
    }
  });

  it('says that the database is away, and goes on', async () => {
    const link = await openDatabaseLink();
    const app = await testApp({ reach: link.reach });
    await link.cut();
    const { status, raw } = await scrape(app);
    const values = valuesIn(raw);
    expect([status, values.get('pulso_database_up')]).toEqual([200, 0]);
    expect(values.get('pulso_processes')).toBe(1);
    expect(raw).not.toContain('pulso_backup');
  });

  it('asks the database every five seconds, however often it comes', async () => {
    const app = await testApp();
    let now = Math.ceil(performance.now());
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => clock.mockRestore());
    const looks = vi.spyOn(app.pool, 'connect');
    await Promise.all(Array.from({ length: 50 }, () => scrape(app)));
    now += CACHE_TTL_MS - 1;
    await scrape(app);
    const once = looks.mock.calls.length;
    expect(once).toBeLessThan(6);
    now += 1;
    await scrape(app);
    expect(looks).toHaveBeenCalledTimes(2 * once);
  });
});

it('M5 the dashboard can be imported: its panels stand beside each other and ask the source that is chosen', () => {
  type Panel = {
    id: number;
    gridPos: { x: number; y: number; w: number; h: number };
    targets: { datasource: object }[];
  };
  const dashboard = JSON.parse(
    readFileSync(new URL('../../../../../../deploy/grafana.json', import.meta.url), 'utf8'),
  ) as { schemaVersion: number; panels: Panel[]; templating: { list: { name: string; type: string }[] } };
  const { schemaVersion, panels, templating } = dashboard;
  expect(schemaVersion).toBe(39);
  expect(templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' });
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  for (const { datasource } of panels.flatMap(({ targets }) => targets))
    expect(datasource).toEqual({ type: 'prometheus', uid: '${datasource}' });
});
