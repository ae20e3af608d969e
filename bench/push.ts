import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildApp } from '../apps/api/src/app';
import { readConfig } from '../apps/api/src/config';
import { openDb, openPool } from '../apps/api/src/db/connect';
import { startEmbedded } from '../apps/api/src/db/embedded';
import { migrate } from '../apps/api/src/db/migrate';
import { ensureFirstAdmin } from '../apps/api/src/features/auth/first-admin';
import { openPush } from '../apps/api/src/features/notifications/open-push';
import { openPasswords } from '../apps/api/src/http/passwords';
import { openTokens } from '../apps/api/src/http/tokens';
import { openUploads } from '../apps/api/src/http/uploads';
import { openBrowser } from '../apps/api/test/push-browser';

/**
 * What sending to very many costs whoever uses the panel meanwhile. Absolute times are this machine's; what counts are the
 * ratios, all of one run. `npm run bench -- 5000` takes so many devices instead of a hundred thousand.
 */
const DEVICES = Number(process.argv[2] ?? 100_000);
const ADMIN = { username: 'admin', password: 'una-clave-de-prueba' };
const CALLS_PER_SECOND = 40;
const LISTEN_SECONDS = 15;

const say = (line: string) => process.stdout.write(`${line}\n`);
const ms = (value: number) => `${value.toFixed(1)} ms`;
const percentile = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(Math.floor(values.length * share), values.length - 1)] ?? NaN;

const folder = await mkdtemp(join(tmpdir(), 'pulso-bench-'));
const provider = fork(fileURLToPath(new URL('./push-provider.ts', import.meta.url)), [join(folder, 'cuenta.json')], {
  execArgv: ['--import', 'tsx'],
});
const [{ address, account }] = (await once(provider, 'message')) as [{ address: string; account: string }];
const server = await startEmbedded({ dataDir: join(folder, 'data'), say: () => undefined });
const pool = openPool(server.connection);
await migrate(pool);
const db = openDb(pool);
const passwords = openPasswords();
await ensureFirstAdmin(db, passwords, ADMIN);

async function addDevices(count: number, address: string) {
  // One browser for all of them: making keys is not what is measured.
  const { keys } = openBrowser();
  for (let first = 0; first < count; first += 5_000) {
    const last = Math.min(first + 5_000, count) - 1;
    const adding = `
      with people as (
        insert into users (name, gender, username, phone, password_hash)
        select 'Del app', 'Female', 'app.' || n, '1123456789', 'x' from generate_series($1::int, $2::int) n
        returning id, username
      )
      insert into devices (user_id, provider, token, token_hash, platform, p256dh, auth)
      select id, kind, token, sha256(token::bytea), platform, p256dh, auth
      from (select id, split_part(username, '.', 2)::int as n from people) p
      cross join lateral (
        select case when n % 2 = 0 then 'fcm' else 'webpush' end as kind,
          case when n % 2 = 0 then 'token-' || n else $3::text || '/wpush/' || n end as token,
          case when n % 2 = 0 then 'android' else 'web' end as platform,
          case when n % 2 = 1 then $4::text end as p256dh, case when n % 2 = 1 then $5::text end as auth
      ) d`;
    await pool.query(adding, [first, last, address, keys.p256dh, keys.auth]);
  }
  await pool.query('analyze users, devices');
}

const configFor = (perSecond: number) =>
  readConfig({
    DATA_DIR: join(folder, 'data'),
    FCM_SERVICE_ACCOUNT: account,
    FCM_ADDRESS: address,
    WEB_PUSH_ADDRESS: address,
    PUSH_PER_SECOND: String(perSecond),
  });
const usual = await openPush(configFor(100));
const { http } = buildApp({
  db,
  passwords,
  uploads: openUploads(join(folder, 'data/uploads')),
  tokens: openTokens(Buffer.alloc(32, 7)),
  push: usual.push,
  extras: true,
});
await http.listen({ port: 0, host: '127.0.0.1' });
const base = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}/api`;
const json = { 'Content-Type': 'application/json' };
const login = await fetch(`${base}/auth/login`, { method: 'POST', headers: json, body: JSON.stringify(ADMIN) });
const { access_token } = (await login.json()) as { access_token: string };
const headers = { ...json, Authorization: `Bearer ${access_token}` };

let sent = 0;
async function timeOfSending(times: number): Promise<number> {
  const taken: number[] = [];
  for (let index = 0; index < times; index += 1) {
    sent += 1;
    const body = JSON.stringify({ title: `Aviso ${sent}`, body: 'Mañana cerramos' });
    const started = performance.now();
    const answer = await fetch(`${base}/notifications/send-to-all`, { method: 'POST', headers, body });
    await answer.text();
    if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`);
    taken.push(performance.now() - started);
  }
  return percentile(taken, 0.5);
}

/** Calls that come at their own pace, whether or not the last one was answered: waiting in line counts too. */
async function latency(): Promise<{ p50: number; p95: number }> {
  const taken: number[] = [];
  const calls: Promise<void>[] = [];
  const started = performance.now();
  for (let index = 0; index < CALLS_PER_SECOND * LISTEN_SECONDS; index += 1) {
    const due = started + (index * 1_000) / CALLS_PER_SECOND;
    await sleep(Math.max(due - performance.now(), 0));
    const call = async () => {
      await (await fetch(`${base}/user?page=1&limit=50`, { headers })).text();
      taken.push(performance.now() - due);
    };
    calls.push(call());
  }
  await Promise.all(calls);
  return { p50: percentile(taken, 0.5), p95: percentile(taken, 0.95) };
}

const clear = () => pool.query('truncate deliveries, notifications');
const pendingOf = async () => {
  const { rows } = await pool.query<{ pending: number }>(
    'select coalesce(sum(recipients - delivered - failed), 0)::int as pending from notifications',
  );
  return rows[0]!.pending;
};

await addDevices(10, address);
const few = await timeOfSending(9);
await clear();
await pool.query('truncate devices');
await pool.query(`delete from users where username like 'app.%'`);
await addDevices(DEVICES, address);
const many = await timeOfSending(9);
await clear();
say(`Sending to 10 devices: ${ms(few)}; to ${DEVICES}: ${ms(many)}; ratio ${(many / few).toFixed(1)}`);

await latency();
const quiet = await latency();
await timeOfSending(1);
const stopUsual = usual.start(db, say);
const busy = await latency();
await stopUsual();
say(
  `Panel's list of users, quiet: p50 ${ms(quiet.p50)}, p95 ${ms(quiet.p95)}; while delivering at the usual pace: ` +
    `p50 ${ms(busy.p50)}, p95 ${ms(busy.p95)}; ratio of p95 ${(busy.p95 / quiet.p95).toFixed(2)}`,
);

const before = await pendingOf();
const fast = await openPush(configFor(10_000));
const started = performance.now();
const cpuBefore = process.cpuUsage();
const stopFast = fast.start(db, say);
while ((await pendingOf()) > 0) await sleep(500);
const seconds = (performance.now() - started) / 1_000;
const { user, system } = process.cpuUsage(cpuBefore);
await stopFast();
provider.send('count');
const [{ arrived, twice, problems }] = (await once(provider, 'message')) as [Record<string, number>];
const valid = Array.from({ length: DEVICES }, (_, index) => index % 100).filter((number) => number >= 10).length;
say(
  `The other ${before} without a pace, in a storm (20 % 429, 5 % 5xx, 10 % gone, 1 % hang): ${seconds.toFixed(0)} s, ` +
    `${(before / seconds).toFixed(0)} a second, ${((user + system) / 1_000 / before).toFixed(2)} ms of CPU each. Of ${valid} valid devices ${arrived} got it, ${twice} twice; ${problems} wrong requests.`,
);

await http.close();
await pool.end();
await server.stop();
provider.kill();
await rm(folder, { recursive: true, force: true });
process.exitCode = arrived === valid && twice === 0 && problems === 0 ? 0 : 1;
