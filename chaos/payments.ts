import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSite, type Site } from '@pulso/testing/chaos/site';
import { Kysely, PostgresDialect } from 'kysely';
import { seededRandom, type Random } from '../apps/api/src/demo/random';
import type { FakeMercadoPago } from '../apps/api/src/mercadopago/fake/fake-mercadopago';
import { startFakeMercadoPago } from '../apps/api/src/mercadopago/fake/start-fake';
import { brokenCounts } from '../apps/api/test/broken-invariants';
import { forEachAtOnce, openPaymentStorm, WEBHOOK } from '../apps/api/test/payment-storm';
import { ensureBuilt } from '../tools/build.mjs';
import { newSeed, readOptions } from './options';
import { printLine } from './print-line';

const PRICE = 15_000;
const AT_ONCE = 8;
const DELIVERIES_PER_KILL = 250;
/** Share of kills that end everything instead of one process that serves. */
const KILL_ALL_SHARE = 0.4;
const RETRY_MS = 100;
const LINKS_PER_DELIVERY = 0.03;

/** A process that serves, of those that the product has started. */
function findWorkers(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return children.filter((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('worker');
    } catch {
      return false;
    }
  });
}

/** kill -9 of one process that serves, which is replaced, or of the whole product, which is started again. */
async function killSome(site: Site, random: Random): Promise<'worker' | 'all'> {
  const { process: running, ended } = site.product();
  const workers = findWorkers(running.pid ?? 0);
  if (workers.length > 0 && !random.chance(KILL_ALL_SHARE)) {
    process.kill(random.pick(workers), 'SIGKILL');
    return 'worker';
  }
  running.kill('SIGKILL');
  await ended;
  await site.restart();
  await site.untilServing();
  return 'all';
}

/** Posts a notice as Mercado Pago would, each from another address, as a proxy names it. */
async function postNotice(site: Site, fake: FakeMercadoPago, nth: number, payment: string, index: number) {
  const { query, headers, body } = fake.noticesOf(payment)[index]!;
  const from = `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;
  return fetch(`${site.url()}/api/mercadopago/webhook?${query}`, {
    method: 'POST',
    headers: { ...headers, 'x-forwarded-for': from },
    body,
    signal: AbortSignal.timeout(20_000),
  }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    },
    () => 0,
  );
}

/** Clients with a plan, and a link for each. Answers by what Mercado Pago knows the links. */
async function makeLinks(site: Site, count: number): Promise<string[]> {
  const { plan } = await site.makeBase();
  const person = { name: 'Ana', gender: 'Female', phone: '1123456789', countryCode: 'AR', countryCodeT: '+54' };
  await forEachAtOnce(Array(count).keys(), 2, async (nth) => {
    const json = { ...person, username: `paga.${nth}`, password: 'clave-segura' };
    const { id, status } = await site.send('POST', '/user', { json });
    const terms = { plan_id: plan, price: PRICE, list_price: PRICE, debt_id: null };
    const made = await site.send('POST', `/user/${id}/payment-link`, { json: terms });
    if (made.status !== 201) throw new Error(`POST user: ${status}, POST payment-link: ${made.status}`);
  });
  const rows = await site.sql<{ preference_id: string }>('select preference_id from payment_links order by id');
  return rows.map(({ preference_id }) => preference_id);
}

type Found = { charges: number; periods: number; reversals: number };

async function countAll(site: Site): Promise<Found> {
  const [found] = await site.sql<Found>(`
    select (select count(*)::int from payments where kind = 'charge' and status = 'completed') as charges,
      (select count(*)::int from user_subscriptions where not isempty(covers)) as periods,
      (select count(*)::int from payments where kind = 'reversal') as reversals`);
  return found!;
}

async function findBroken(site: Site): Promise<string[]> {
  // It is compiled, and asks nobody.
  const compiler = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: () => Promise.reject(new Error('not connected')) }),
  });
  const [counts = {}] = await site.sql<Record<string, number>>(brokenCounts.compile(compiler).sql);
  return Object.entries(counts)
    .filter(([, broken]) => broken !== 0)
    .map(([promise, broken]) => `${promise}: ${broken}`);
}

/**
 * `npm run chaos -- payments [--deliveries 10000] [--seed 7]`: notices of Mercado Pago in any order, doubled and late, while the
 * processes that take them are killed: each approval must end as one charge and one period, and the books be whole.
 */
export async function deliverPayments(args: string[]): Promise<boolean> {
  const { deliveries = 10_000, seed = newSeed() } = readOptions(args, ['deliveries', 'seed']);
  await ensureBuilt();
  const random = seededRandom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'pulso-payments-'));
  const fake = await startFakeMercadoPago();
  const site = await openSite(folder, {
    MERCADOPAGO_ADDRESS: fake.address,
    MERCADOPAGO_ACCESS_TOKEN: fake.token,
    MERCADOPAGO_WEBHOOK_SECRET: fake.secret,
    TRUST_PROXY: 'loopback',
    WEB_CONCURRENCY: '2',
    LOG_LEVEL: 'silent',
  });
  try {
    const preferences = await makeLinks(site, Math.ceil(deliveries * LINKS_PER_DELIVERY));
    printLine(`${deliveries} avisos de ${preferences.length} links, semilla ${seed}.`);
    const storm = openPaymentStorm(fake, random);
    const turns: (() => Promise<void>)[] = [];
    for (const preference of preferences)
      for (let nth = random.int(1, 2); nth > 0; nth -= 1) turns.push(await storm.buy(preference, PRICE));
    const perTurn = Math.max(1, Math.floor(deliveries / turns.length));
    const killed = { worker: 0, all: 0 };
    const statuses = new Map<number, number>();
    let killing = Promise.resolve();
    let sent = 0;
    const tell = async (payment: string, index: number) => {
      sent += 1;
      const status = await postNotice(site, fake, sent, payment, index);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      return status === 200;
    };
    const since = performance.now();
    await forEachAtOnce(Array(deliveries).keys(), AT_ONCE, async (nth) => {
      if (nth % perTurn === 0) await turns.shift()?.();
      // One after the other: two starts on one folder would be refused.
      if (nth % DELIVERIES_PER_KILL === DELIVERIES_PER_KILL - 1)
        killing = killing.then(async () => {
          killed[await killSome(site, random)] += 1;
        });
      const { payment, index } = storm.pickNotice();
      // A notice that nobody heard comes again, until the server is back.
      while (!(await tell(payment, index))) await sleep(RETRY_MS);
    });
    await killing;
    for (const turn of turns) await turn();
    await site.untilServing();
    await forEachAtOnce(storm.payments, AT_ONCE, async (payment) => {
      while (!(await tell(payment, WEBHOOK))) await sleep(RETRY_MS);
    });
    const { truth, payments } = storm;
    const wanted: Found = { charges: truth.approved, periods: truth.paid.size, reversals: truth.back };
    const found = await countAll(site);
    const broken = await findBroken(site);
    const answers = [...statuses].map(([status, count]) => `${status || 'sin respuesta'}: ${count}`).join(', ');
    printLine(
      `${sent} avisos de ${payments.length} pagos en ${Math.round((performance.now() - since) / 1_000)} s. ${answers}.`,
    );
    printLine(`kill -9: ${killed.worker} de un proceso, ${killed.all} de todo.`);
    printLine(`Esperado ${JSON.stringify(wanted)}, encontrado ${JSON.stringify(found)}.`);
    for (const promise of broken) printLine(promise);
    return JSON.stringify(found) === JSON.stringify(wanted) && broken.length === 0;
  } finally {
    await site.stop();
    await fake.close();
    await rm(folder, { recursive: true, force: true });
  }
}
