import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { logIn, startProduct, type Product } from '@pulso/testing/product';
import { openBrowser } from '@pulso/testing/push-browser';
import { openPool } from '../apps/api/src/db/connection/connect';
import { startEmbedded } from '../apps/api/src/db/embedded/embedded';
import { ensureBuilt } from '../tools/build.mjs';

/**
 * Slowdown of the panel while very many devices are sent to, and deliveries that survive twenty kills. The product,
 * the providers and whoever measures are processes of their own. Absolute times are this machine's; what counts are the
 * ratios, all of one run. `npm run bench:push -- 5000` takes so many devices instead of a hundred thousand.
 */
const DEVICES = Number(process.argv[2] ?? 100_000);
const CALLS_PER_SECOND = 40;
const LISTEN_SECONDS = 10;
const ROUNDS = 3;
const KILLS = 20;

type Arrivals = { arrived: number; twice: number; problems: number };

const say = (line: string) => process.stdout.write(`${line}\n`);
const ms = (value: number) => `${value.toFixed(1)} ms`;
const percentile = (values: number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(Math.floor(values.length * share), values.length - 1)] ?? NaN;

await ensureBuilt();
const folder = await mkdtemp(join(tmpdir(), 'pulso-bench-'));
const provider = fork(fileURLToPath(new URL('./push-provider.ts', import.meta.url)), [join(folder, 'cuenta.json')], {
  execArgv: ['--import', 'tsx'],
});
const [{ address, account }] = (await once(provider, 'message')) as [{ address: string; account: string }];
const arrivals = async (): Promise<Arrivals> => {
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
  await pool.query('vacuum analyze users, devices');
}

/** Starts or pauses the deliveries: a pause is stored as after a provider's refusal. */
const deliver = (isOn: boolean) =>
  pool.query(
    `insert into provider_troubles (provider, service, trouble, blocked_until)
     select provider, service, 'unreachable', now() + $1::interval
     from (values ('fcm', 'fcm'), ('webpush', $2)) s (provider, service)
     on conflict (provider, service) do update set blocked_until = excluded.blocked_until`,
    [isOn ? '0' : '1 day', new URL(address).host],
  );

const isResting = async () =>
  (await pool.query('select from provider_troubles where blocked_until > now()')).rowCount! > 0;

// A start lifts a pause, so it is ordered again afterwards.
await (await start()).stop();
await deliver(false);
let product = await start();
while (await isResting()) await sleep(50);
await deliver(false);
let admin = await logIn(product.url);
let sent = 0;

async function timeOfSending(times: number): Promise<number> {
  const taken: number[] = [];
  for (let index = 0; index < times; index += 1) {
    sent += 1;
    const started = performance.now();
    const answer = await admin.post('/notifications/send-to-all', { title: `Aviso ${sent}`, body: 'Mañana cerramos' });
    await answer.text();
    if (answer.status !== 200) throw new Error(`HTTP ${answer.status}`);
    taken.push(performance.now() - started);
  }
  return percentile(taken, 0.5);
}

/** Calls that come at their own pace, whether or not the last one was answered: waiting in line counts too. */
async function latencies(): Promise<number[]> {
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

const stateOf = async () => {
  const { rows } = await pool.query<{ recipients: number; done: number }>(
    'select sum(recipients)::int as recipients, sum(delivered + failed)::int as done from notifications',
  );
  return rows[0]!;
};
const untilDone = async (share: number) => {
  for (;;) {
    const { recipients, done } = await stateOf();
    if (done >= recipients * share) return;
    await sleep(200);
  }
};
const clear = () => pool.query('truncate deliveries, notifications');

await addDevices(10);
const few = await timeOfSending(9);
await clear();
await pool.query(`truncate devices; delete from users where username like 'app.%'`);
await addDevices(DEVICES);
const many = await timeOfSending(9);
await clear();
say(`Sending to 10 devices: ${ms(few)}; to ${DEVICES}: ${ms(many)}; ratio ${(many / few).toFixed(1)}`);

await timeOfSending(1);
await latencies();
const quiet: number[] = [];
const busy: number[] = [];
// By turns, so that whatever else the machine does disturbs both.
for (let round = 0; round < ROUNDS; round += 1) {
  quiet.push(...(await latencies()));
  await deliver(true);
  const before = (await stateOf()).done;
  const started = performance.now();
  busy.push(...(await latencies()));
  const rate = ((await stateOf()).done - before) / ((performance.now() - started) / 1_000);
  await deliver(false);
  say(`Round ${round + 1}: ${rate.toFixed(0)} finished a second meanwhile`);
}
const [quiet95, busy95] = [percentile(quiet, 0.95), percentile(busy, 0.95)];
say(
  `Panel's list of users, quiet: p50 ${ms(percentile(quiet, 0.5))}, p95 ${ms(quiet95)}; while delivering: ` +
    `p50 ${ms(percentile(busy, 0.5))}, p95 ${ms(busy95)}; ratio of p95 ${(busy95 / quiet95).toFixed(2)}`,
);

await deliver(true);
const started = performance.now();
const kill = async ({ process: child, ended }: Product) => {
  child.kill('SIGKILL');
  await ended;
};
const begun = (await stateOf()).done / DEVICES;
for (let number = 1; number <= KILLS; number += 1) {
  await untilDone(begun + ((1 - begun) * number) / (KILLS + 1));
  await kill(product);
  product = await start();
}
admin = await logIn(product.url);
await untilDone(1);
const seconds = (performance.now() - started) / 1_000;
const { arrived, twice, problems } = await arrivals();
const valid = Array.from({ length: DEVICES }, (_, index) => index % 100).filter((number) => number >= 10).length;
const { rows } = await pool.query<{ left: number }>('select count(*)::int as left from devices');
const left = rows[0]!.left;
say(
  `${DEVICES} devices in a storm (20 % 429, 5 % 5xx, 10 % gone, 2 % hang) with ${KILLS} × kill -9: ${seconds.toFixed(0)} s. ` +
    `Of ${valid} valid devices ${arrived} got it, ${twice} twice (${((100 * twice) / valid).toFixed(4)} %); ` +
    `${DEVICES - left} tokens purged; ${problems} wrong requests.`,
);

await product.stop();
await pool.end();
await server.stop();
provider.kill();
await rm(folder, { recursive: true, force: true });
process.exitCode = arrived === valid && left === valid && twice <= KILLS && problems === 0 ? 0 : 1;
