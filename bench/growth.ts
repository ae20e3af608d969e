import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { userListQuery } from '@pulso/contract/accounts/users.questions';
import { today } from '@pulso/contract/kit/dates';
import { logIn, startProduct } from '@pulso/testing/product';
import { sql } from 'kysely';
import { openDb } from '../apps/api/src/db/connection/connect';
import { readSearchSample } from '../apps/api/src/features/accounts/users/search-sample';
import { userPage } from '../apps/api/src/features/accounts/users/user-list.queries';
import { ensureBuilt } from '../tools/build.mjs';
import { openGrowthData, TRAINER_ID } from './growth-data';
import { runMoneyDay, moneyReads, type Call } from './money-calls';
import { coachingReads, enterAsClient, ownReads, ownWrites, type Own } from './own-calls';

/**
 * How much longer calls take with more users, in one run and in turns. Numbers of users may be named, and the beginning of the
 * calls' names: `npm run bench:growth -- 10000 1000000 my`. The databases are made once and kept in `bench/data`, with some fifty
 * sets of each client, or so many in the largest (`sets=5000000`), where they are made. Ends with the plans of the slowest.
 */
const setsWord = process.argv.slice(2).find((word) => word.startsWith('sets='));
const SETS = setsWord === undefined ? Infinity : Number(setsWord.slice('sets='.length));
const sizes = process.argv.slice(2).filter((word) => Number(word) > 0);
const wantedNames = process.argv.slice(2).filter((word) => !sizes.includes(word) && word !== setsWord);
const USER_COUNTS = sizes.length > 0 ? sizes.map(Number) : [10_000, 100_000, 1_000_000];
const isWanted = (name: string) => wantedNames.length === 0 || wantedNames.some((word) => name.startsWith(word));
/** Calls per measurement: with fewer, p95 would depend on the machine's noise. */
const CALLS_PER_MEASUREMENT = 200;
/** The smallest database has no more clients to take in turns. */
const CLIENT_COUNT = 80;
/** Limit of MOD-14 and HOY-12: p95 of a call with the most users, divided by that with the fewest. */
const MAX_GROWTH = 1.5;
const SKIPPED_CALLS = 10;
const EXPLAINED_CALLS = 3;

const printLine = (line: string) => process.stdout.write(`${line}\n`);
const listCall = (query: string) => () => `/api/user?limit=50&${query}`;
/** Whom a notification to a group would reach. */
const reachCall = (query: object) => () =>
  `/api/notifications/audience?whom=${encodeURIComponent(JSON.stringify({ query }))}`;
const pageCount = (users: number) => Math.ceil((users + 1) / 50);

/** The client of a turn: active, with a plan, and another one than the last time. */
const clientOf = (users: number, turn: number) => 60 * (Math.floor(users / 120) + (turn % CLIENT_COUNT)) + 7;

/** Calls whose time must not depend on how many users there are. */
const calls: Record<string, (users: number) => string> = {
  'first page': listCall('page=1'),
  'first page by name': listCall('page=1&sort=name'),
  'page in the middle': (users) => listCall(`page=${Math.floor(pageCount(users) / 2)}`)(),
  'middle by name, backwards': (users) => listCall(`page=${Math.floor(pageCount(users) / 2)}&sort=name&order=desc`)(),
  'last page': (users) => listCall(`page=${pageCount(users)}`)(),
  'filter: clients': listCall('page=1&role=CLIENT'),
  'filter: inactive trainers': listCall('page=1&role=TRAINER&status=inactive'),
  'filter: subscribed': listCall('page=1&subscription=active&sort=name'),
  'search ma': listCall('page=1&search=ma'),
  'search mar': listCall('page=1&search=mar'),
  'search gonz, by name': listCall('page=1&search=gonz&sort=name'),
  'search maria gonzalez': listCall('page=1&search=gonzalez%20maria'),
  'search 1155 (phone)': listCall('page=1&search=11%2055'),
  'search socio77': listCall('page=1&search=socio77'),
  // Eleven users match, however many there are; a repeated digit is the worst case for trigrams.
  'search for a few': (users) => listCall(`page=1&search=socio${'48151'.slice(0, String(users).length - 2)}`)(),
  'search for a few, sevens': (users) => listCall(`page=1&search=socio${'7'.repeat(String(users).length - 2)}`)(),
  'search nobody': listCall('page=1&search=zzyzx'),
  'search random letters': listCall('page=1&search=qwkjhx%20lorxmt'),
  'search with a typo': listCall('page=1&search=gonsalez'),
  'typo, two words': listCall('page=1&search=gonsales%20maira'),
  'typo, page 10': listCall('page=10&search=gonsalez'),
  'search mar, inactive': listCall('page=1&search=mar&status=inactive'),
  'search gonz, trainers': listCall('page=1&search=gonz&role=TRAINER'),
  'search mar, page 10': listCall('page=10&search=mar'),
  'question: due soon': listCall('page=1&state=due_soon'),
  'question: of a plan': listCall('page=1&plan=1'),
  'question: who owes': listCall('page=1&owes=true'),
  'question: 30 days unpaid': listCall('page=1&unpaid_days=30'),
  'question: in pause': listCall('page=1&state=paused'),
  'question: without plan': listCall('page=1&state=none'),
  'question: of a common tag': listCall('page=1&tag=1'),
  'question: of a rare tag': listCall('page=1&tag=2'),
  'question: joined this month': listCall(`page=1&joined_from=${today().slice(0, 8)}01`),
  'question: saved': listCall('page=1&segment_id=2'),
  'question: new in a month': listCall(`page=1&new_in=${today().slice(0, 7)}`),
  'question: lost in a month': listCall(`page=1&lost_in=${today().slice(0, 7)}`),
  segments: () => '/api/segment',
  tags: () => '/api/tag',
  'notifications: to groups': () => '/api/notifications?list=group',
  'reach: due soon': reachCall({ state: 'due_soon' }),
  'reach: of a plan': reachCall({ plan: 1 }),
  'reach: search gonz': reachCall({ search: 'gonz' }),
  'question: of a trainer': listCall(`page=1&trainer=${TRAINER_ID}`),
  // These look at clients with a running plan, five thousand at most, of whom few users have fewer.
  'question: idle': listCall('page=1&idle=10'),
  'question: open notes': listCall('page=1&note=open'),
  'coaching/summary': () => '/api/coaching/summary',
  'one user': (users) => `/api/user/${Math.floor(users / 2)}`,
  estadisticas: () => '/api/estadisticas',
};

/** The same of a trainer, who has as many clients everywhere. */
const trainerReads: Record<string, string> = {
  'trainer: his clients': '/api/user?limit=50&page=1',
  'trainer: by name': '/api/user?limit=50&page=1&sort=name',
  'trainer: search mar': '/api/user?limit=50&page=1&search=mar',
  'trainer: search nobody': '/api/user?limit=50&page=1&search=zzyzx',
  'trainer: one client': '/api/user/7',
};

/** One of the calls that are compared: in a database of so many users, and of somebody in it. */
type Turn = { users: number; turn: number; trainer: string; own: Own };

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(Math.floor(values.length * share), values.length - 1)] ?? NaN;

async function start(users: number) {
  const folder = await mkdtemp(join(tmpdir(), 'pulso-growth-'));
  const data = await openGrowthData(users, printLine, users === Math.max(...USER_COUNTS) ? SETS : undefined);
  const { host, port, user, password, database } = data.connection;
  const product = await startProduct(folder, {
    DATABASE_URL: `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
  });
  const { token, patch } = await logIn(product.url);
  const credentials = { username: `socio${TRAINER_ID}`, password: 'clave-de-entrenador' };
  await patch(`/user/${TRAINER_ID}`, { username: credentials.username, password: credentials.password });
  const { token: trainer } = await logIn(product.url, credentials);
  const ask = async ({ method, path, body }: Call, cookie?: string, bearer = token) => {
    const started = performance.now();
    const answer = await fetch(product.url + path, {
      method,
      headers: {
        ...(cookie === undefined ? { Authorization: `Bearer ${bearer}` } : { Cookie: cookie }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return { ms: performance.now() - started, text };
  };
  const db = openDb(data.pool);
  const explain = async (path: string) => {
    const query = userListQuery.safeParse(Object.fromEntries(new URL(path, product.url).searchParams)).data;
    if (!path.startsWith('/api/user?') || !query) return 'No page of users.';
    const known = { sample: await readSearchSample(db), findStart: (_: unknown, skip: number) => ({ skip }) };
    const { sql: text, parameters } =
      sql`select ${userPage(query, { id: 1, permission: 'users', today: today() }, known)}`.compile(db);
    const { rows } = await data.pool.query<Record<string, string>>(`explain (analyze, costs off) ${text}`, [
      ...parameters,
    ]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const stop = async () => {
    await product.stop();
    await data.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const owns: Own[] = [];
  for (let turn = 0; turn < CLIENT_COUNT; turn += 1)
    owns.push(await enterAsClient(product.url, token, clientOf(users, turn)));
  return { users, ask, trainer, owns, explain, stop };
}

await ensureBuilt();
const products: Awaited<ReturnType<typeof start>>[] = [];
try {
  for (const users of USER_COUNTS) products.push(await start(users));
  printLine(
    `${'ms (median)'.padEnd(28)}${USER_COUNTS.map((size) => String(size).padStart(10)).join('')}    growth, of p95`,
  );
  const slowest: { name: string; time: number }[] = [];
  const slower: string[] = [];
  const tell = (name: string, taken: number[][]) => {
    // The first calls warm up compilers, plans and samples.
    const timesOf = (share: number) => taken.map((one) => percentile(one.slice(SKIPPED_CALLS), share));
    const growth = (times: number[]) => (times.at(-1) ?? NaN) / (times[0] ?? NaN);
    const [times, late] = [timesOf(0.5), timesOf(0.95)];
    slowest.push({ name, time: times.at(-1) ?? NaN });
    if (!(name in calls) && growth(late) > MAX_GROWTH) slower.push(name);
    const columns = [
      ...times.map((time) => time.toFixed(1).padStart(10)),
      ...[times, late].map((of) => `${growth(of).toFixed(1).padStart(9)}×`),
    ];
    printLine(`${name.padEnd(28)}${columns.join('')}`);
  };
  const get = (path: string): Call => ({ method: 'GET', path });
  type Asked = { call: Call; cookie?: string; bearer?: string };
  const measured: Record<string, (turn: Turn) => Asked> = {};
  for (const [name, path] of Object.entries(calls)) measured[name] = ({ users }) => ({ call: get(path(users)) });
  for (const [name, path] of Object.entries({ ...moneyReads, ...coachingReads }))
    measured[name] = ({ users, turn }) => ({ call: get(path(clientOf(users, turn))) });
  for (const [name, path] of Object.entries(trainerReads))
    measured[name] = ({ trainer }) => ({ call: get(path), bearer: trainer });
  for (const [name, path] of Object.entries(ownReads))
    measured[name] = ({ own }) => ({ call: get(path(own)), cookie: own.cookie });
  for (const [name, call] of Object.entries(ownWrites))
    measured[name] = ({ own }) => ({ call: call(), cookie: own.cookie });
  for (const [name, callOf] of Object.entries(measured)) {
    if (!isWanted(name)) continue;
    const taken: number[][] = products.map(() => []);
    // In turns, so that a busy moment of the machine is the same for all.
    for (let turn = 0; turn < CALLS_PER_MEASUREMENT; turn += 1)
      for (const [index, { users, ask, trainer, owns }] of products.entries()) {
        const { call, cookie, bearer } = callOf({ users, turn, trainer, own: owns[turn % CLIENT_COUNT]! });
        taken[index]?.push((await ask(call, cookie, bearer)).ms);
      }
    tell(name, taken);
  }
  const written = new Map<string, number[][]>();
  for (let turn = 0; turn < CALLS_PER_MEASUREMENT && wantedNames.length === 0; turn += 1)
    for (const [index, { users, ask }] of products.entries())
      await runMoneyDay(clientOf(users, turn), async (call, name) => {
        const { ms, text } = await ask(call);
        if (name !== undefined) {
          const taken = written.get(name) ?? products.map(() => []);
          taken[index]?.push(ms);
          written.set(name, taken);
        }
        return (JSON.parse(text) as { data: unknown }).data;
      });
  for (const [name, taken] of written) tell(name, taken);
  printLine(`\nMOD-14 and HOY-12, above ${MAX_GROWTH} times of p95: ${slower.join(', ') || 'none'}`);
  slowest.sort((one, other) => other.time - one.time);
  for (const { name } of slowest.slice(0, EXPLAINED_CALLS)) {
    printLine(`\n${name}, ${USER_COUNTS.at(-1)} users:`);
    printLine(await products.at(-1)!.explain(calls[name]?.(USER_COUNTS.at(-1)!) ?? ''));
  }
} finally {
  for (const { stop } of products) await stop();
}
