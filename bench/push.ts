import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { logIn, startProduct, type Product } from '@pulso/testing/product';
import { createPushBrowser } from '@pulso/testing/push-browser';
import { openPool } from '../apps/api/src/db/connection/connect';
import { startEmbedded } from '../apps/api/src/db/embedded/embedded';
import { ensureBuilt } from '../tools/build.mjs';

/**
 * Slowdown of the panel while very many devices are sent to, and deliveries that survive twenty kills. The product,
 * the providers and whoever measures are processes of their own. Absolute times are this machine's; what counts are the
 * ratios, all of one run. `npm run bench:push -- 5000` takes so many devices instead of a hundred thousand.
 */
const DEVICE_COUNT = Number(process.argv[2] ?? 100_000);
const CALLS_PER_SECOND = 40;
const LISTEN_SECONDS = 10;
const ROUNDS = 3;
const KILL_COUNT = 20;

type Arrivals = { arrived: number; twice: number; problems: number };

const printLine = (line: string) => process.stdout.write(`${line}\n`);
const formatMs = (value: number) => `${value.toFixed(1)} ms`;
const percentile = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(Math.floor(values.length * share), values.length - 1)] ?? NaN;

await ensureBuilt();
const folder = await mkdtemp(join(tmpdir(), 'pulso-bench-'));
const provider = fork(fileURLToPath(new URL('./push-provider.ts', import.meta.url)), [join(folder, 'cuenta.json')], {
  execArgv: ['--import', 'tsx'],
});
const [{ address, account }] = (await once(provider, 'message')) as [{ address: string; account: string }];
const readArrivals = async (): Promise<Arrivals> => {
  provider.send('count');
  return ((await once(provider, 'message')) as [Arrivals])[0];
};

const server = await startEmbedded({ dataDir: join(folder, 'database'), print: () => undefined });
const pool = openPool(server.connection, 2);
const { host, port, user, password, database } = server.connection;
const start = () =>
  startProduct(join(folder, 'data'), {
    DATABASE_URL: `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    FCM_SERVICE_ACCOUNT: account,
    FCM_ADDRESS: address,
    WEB_PUSH_ADDRESS: address,
  });

async function addDevices(count: number) {
  // One browser for all of them: making keys is not what is measured.
  const { keys } = createPushBrowser();
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
  await pool.query('vacuum analyze users, devices');
}

/** Starts or pauses the deliveries: a pause is stored as after a provider's refusal. */
const setDelivering = (isOn: boolean) =>
  pool.query(
    `insert into provider_troubles (provider, service, trouble, blocked_until)
     select provider, service, 'unreachable', now() + $1::interval
     from (values ('fcm', 'fcm'), ('webpush', $2)) s (provider, service)
     on conflict (provider, service) do update set blocked_until = excluded.blocked_until`,
    [isOn ? '0' : '1 day', new URL(address).host],
  );

const isPaused = async () =>
  (await pool.query('select from provider_troubles where blocked_until > now()')).rowCount! > 0;

// A start lifts a pause, so it is ordered again afterwards.
await (await start()).stop();
await setDelivering(false);
let product = await start();
while (await isPaused()) await sleep(50);
await setDelivering(false);
let admin = await logIn(product.url);
let sentCount = 0;

async function measureSending(times: number): Promise<number> {
  const taken: number[] = [];
  for (let index = 0; index < times; index += 1) {
    sentCount += 1;
    const started = performance.now();
    const answer = await admin.post('/notifications/send-to-all', {
      title: `Aviso ${sentCount}`,
      body: 'Mañana cerramos',
    });
    await answer.text();
    if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`);
    taken.push(performance.now() - started);
  }
  return percentile(taken, 0.5);
}

/** Calls that come at their own pace, whether or not the last one was answered: waiting in line counts too. */
async function measureLatencies(): Promise<number[]> {
  const taken: number[] = [];
  const calls: Promise<void>[] = [];
  const started = performance.now();
  for (let index = 0; index < CALLS_PER_SECOND * LISTEN_SECONDS; index += 1) {
    const due = started + (index * 1_000) / CALLS_PER_SECOND;
    await sleep(Math.max(due - performance.now(), 0));
    const call = async () => {
      const asked = performance.now();
      await (await admin.get('/user?page=1&limit=50')).text();
      taken.push(performance.now() - asked);
    };
    calls.push(call());
  }
  await Promise.all(calls);
  return taken;
}

const readState = async () => {
  const { rows } = await pool.query<{ recipients: number; done: number }>(
    'select sum(recipients)::int as recipients, sum(delivered + failed)::int as done from notifications',
  );
  return rows[0]!;
};
const waitUntilDone = async (share: number) => {
  for (;;) {
    const { recipients, done } = await readState();
    if (done >= recipients * share) return;
    await sleep(200);
  }
};
const clearNotifications = () => pool.query('truncate deliveries, notifications');

await addDevices(10);
const fewDevicesMs = await measureSending(9);
await clearNotifications();
await pool.query(`truncate devices; delete from users where username like 'app.%'`);
await addDevices(DEVICE_COUNT);
const manyDevicesMs = await measureSending(9);
await clearNotifications();
printLine(
  `Sending to 10 devices: ${formatMs(fewDevicesMs)}; to ${DEVICE_COUNT}: ${formatMs(manyDevicesMs)}; ratio ${(manyDevicesMs / fewDevicesMs).toFixed(1)}`,
);

await measureSending(1);
await measureLatencies();
const quietLatencies: number[] = [];
const busyLatencies: number[] = [];
// By turns, so that whatever else the machine does disturbs both.
for (let round = 0; round < ROUNDS; round += 1) {
  quietLatencies.push(...(await measureLatencies()));
  await setDelivering(true);
  const before = (await readState()).done;
  const started = performance.now();
  busyLatencies.push(...(await measureLatencies()));
  const rate = ((await readState()).done - before) / ((performance.now() - started) / 1_000);
  await setDelivering(false);
  printLine(`Round ${round + 1}: ${rate.toFixed(0)} finished a second meanwhile`);
}
const [quiet95, busy95] = [percentile(quietLatencies, 0.95), percentile(busyLatencies, 0.95)];
printLine(
  `Panel's list of users, quiet: p50 ${formatMs(percentile(quietLatencies, 0.5))}, p95 ${formatMs(quiet95)}; while delivering: ` +
    `p50 ${formatMs(percentile(busyLatencies, 0.5))}, p95 ${formatMs(busy95)}; ratio of p95 ${(busy95 / quiet95).toFixed(2)}`,
);

await setDelivering(true);
const started = performance.now();
const kill = async ({ process: child, ended }: Product) => {
  child.kill('SIGKILL');
  await ended;
};
const shareAtKill = (await readState()).done / DEVICE_COUNT;
for (let number = 1; number <= KILL_COUNT; number += 1) {
  await waitUntilDone(shareAtKill + ((1 - shareAtKill) * number) / (KILL_COUNT + 1));
  await kill(product);
  product = await start();
}
admin = await logIn(product.url);
await waitUntilDone(1);
const elapsedSeconds = (performance.now() - started) / 1_000;
const { arrived, twice, problems } = await readArrivals();
const validDevices = Array.from({ length: DEVICE_COUNT }, (_, index) => index % 100).filter(
  (number) => number >= 10,
).length;
const { rows } = await pool.query<{ left: number }>('select count(*)::int as left from devices');
const left = rows[0]!.left;
printLine(
  `${DEVICE_COUNT} devices in a storm (20 % 429, 5 % 5xx, 10 % gone, 2 % hang) with ${KILL_COUNT} × kill -9: ${elapsedSeconds.toFixed(0)} s. ` +
    `Of ${validDevices} valid devices ${arrived} got it, ${twice} twice (${((100 * twice) / validDevices).toFixed(4)} %); ` +
    `${DEVICE_COUNT - left} tokens purged; ${problems} wrong requests.`,
);

await product.stop();
await pool.end();
await server.stop();
provider.kill();
await rm(folder, { recursive: true, force: true });
process.exitCode = arrived === validDevices && left === validDevices && twice <= KILL_COUNT && problems === 0 ? 0 : 1;
