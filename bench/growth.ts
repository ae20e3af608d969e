import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { userListQuery } from '@pulso/contract/accounts/users';
import { addDays, today } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { openDb } from '../apps/api/src/db/connect';
import { readSearchSample } from '../apps/api/src/features/accounts/users/search-sample';
import { userPage } from '../apps/api/src/features/accounts/users/user-list.queries';
import { logIn, startProduct } from '../e2e/product';
import { ensureBuilt } from '../tools/build.mjs';
import { openGrowthData } from './growth-data';

/**
 * How much longer calls take with more users, in one run and in turns. The databases are made once and kept in `bench/data`. Ends with
 * the plans of the slowest.
 */
const SIZES = [10_000, 100_000, 1_000_000];
const ASKED = 40;
const SKIPPED = 10;
const EXPLAINED = 3;

const say = (line: string) => process.stdout.write(`${line}\n`);
const list = (query: string) => () => `/api/user?limit=50&${query}`;
const pageCount = (users: number) => Math.ceil((users + 1) / 50);

/** Calls whose time must not depend on how many users there are. */
const calls: Record<string, (users: number) => string> = {
  'first page': list('page=1'),
  'first page by name': list('page=1&sort=name'),
  'page in the middle': (users) => list(`page=${Math.floor(pageCount(users) / 2)}`)(),
  'middle by name, backwards': (users) => list(`page=${Math.floor(pageCount(users) / 2)}&sort=name&order=desc`)(),
  'last page': (users) => list(`page=${pageCount(users)}`)(),
  'filter: clients': list('page=1&role=CLIENT'),
  'filter: inactive trainers': list('page=1&role=TRAINER&status=inactive'),
  'filter: subscribed': list('page=1&subscription=active&sort=name'),
  'search ma': list('page=1&search=ma'),
  'search mar': list('page=1&search=mar'),
  'search gonz, by name': list('page=1&search=gonz&sort=name'),
  'search maria gonzalez': list('page=1&search=gonzalez%20maria'),
  'search 1155 (phone)': list('page=1&search=11%2055'),
  'search socio77': list('page=1&search=socio77'),
  'search socio7777': list('page=1&search=socio7777'),
  'search nobody': list('page=1&search=zzyzx'),
  'search mar, inactive': list('page=1&search=mar&status=inactive'),
  'search gonz, trainers': list('page=1&search=gonz&role=TRAINER'),
  'search mar, page 10': list('page=10&search=mar'),
  'one user': (users) => `/api/user/${Math.floor(users / 2)}`,
  estadisticas: () => '/api/estadisticas',
  ledger: () => '/api/payment?page=1',
  'ledger: this month': () => `/api/payment?page=1&from=${today().slice(0, 8)}01&to=${today()}`,
  'ledger: cash of a year': () => `/api/payment?page=1&method=efectivo&from=${addDays(today(), -365)}&to=${today()}`,
  'ledger: of one client': (users) => `/api/payment?page=1&user_id=${Math.floor(users / 2)}`,
  'to verify': () => '/api/payment/unverified',
  till: () => '/api/till',
  renewal: (users) => `/api/user/${Math.floor(users / 2) + 1}/renewal`,
  debts: (users) => `/api/user/${Math.floor(users / 2)}/debts`,
  'price list': () => '/api/price-list',
  'collections: summary': () => '/api/collection/summary',
  ...Object.fromEntries(
    ['due_today', 'due_soon', 'overdue', 'lapsed', 'no_plan', 'debt', 'promised'].map((name) => [
      `collections: ${name}`,
      () => `/api/collection?list=${name}&page=1&limit=50`,
    ]),
  ),
};

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(Math.floor(values.length * share), values.length - 1)] ?? NaN;

async function start(users: number) {
  const folder = await mkdtemp(join(tmpdir(), 'pulso-growth-'));
  const data = await openGrowthData(users, say);
  const { host, port, user, password, database } = data.connection;
  const product = await startProduct(folder, {
    DATABASE_URL: `postgresql://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
  });
  const { token } = await logIn(product.url);
  const ask = async (path: string) => {
    const started = performance.now();
    const answer = await fetch(product.url + path, { headers: { Authorization: `Bearer ${token}` } });
    await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return performance.now() - started;
  };
  const db = openDb(data.pool);
  const explain = async (path: string) => {
    const query = userListQuery.safeParse(Object.fromEntries(new URL(path, product.url).searchParams)).data;
    if (!path.startsWith('/api/user?') || !query) return 'No page of users.';
    const known = { sample: await readSearchSample(db), findStart: (_: unknown, skip: number) => ({ skip }) };
    const { sql: text, parameters } = sql`select ${userPage(query, today(), known)}`.compile(db);
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
  return { users, ask, explain, stop };
}

await ensureBuilt();
const products: Awaited<ReturnType<typeof start>>[] = [];
try {
  for (const users of SIZES) products.push(await start(users));
  say(`${'ms (median)'.padEnd(28)}${SIZES.map((size) => String(size).padStart(10)).join('')}    growth, of p95`);
  const slowest: { name: string; time: number }[] = [];
  for (const [name, path] of Object.entries(calls)) {
    const taken: number[][] = products.map(() => []);
    // In turns, so that a busy moment of the machine is the same for all.
    for (let turn = 0; turn < ASKED; turn += 1)
      for (const [index, { users, ask }] of products.entries()) taken[index]?.push(await ask(path(users)));
    // The first are for compilers, plans and samples.
    const timesOf = (share: number) => taken.map((one) => percentile(one.slice(SKIPPED), share));
    const growth = (times: number[]) => `${((times.at(-1) ?? NaN) / (times[0] ?? NaN)).toFixed(1).padStart(9)}×`;
    const times = timesOf(0.5);
    slowest.push({ name, time: times.at(-1) ?? NaN });
    const medians = times.map((time) => time.toFixed(1).padStart(10)).join('');
    say(`${name.padEnd(28)}${medians}${growth(times)}${growth(timesOf(0.95))}`);
  }
  slowest.sort((one, other) => other.time - one.time);
  for (const { name } of slowest.slice(0, EXPLAINED)) {
    say(`\n${name}, ${SIZES.at(-1)} users:`);
    say(await products.at(-1)!.explain(calls[name]!(SIZES.at(-1)!)));
  }
} finally {
  for (const { stop } of products) await stop();
}
