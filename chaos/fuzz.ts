import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as open } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { declaredRoutes } from '@pulso/testing/declared-routes';
import type { Answer } from '@pulso/testing/fuzz/oracle';
import { describeFinding } from '@pulso/testing/fuzz/report';
import type { FuzzRequest } from '@pulso/testing/fuzz/requests';
import { fuzz } from '@pulso/testing/fuzz/run';
import { openState } from '@pulso/testing/fuzz/state';
import { startProduct } from '@pulso/testing/product';
import { openTokens, readSecret } from '../apps/api/src/access/tokens';
import { openPool } from '../apps/api/src/db/connection/connect';
import { startEmbedded } from '../apps/api/src/db/embedded/embedded';
import { ensureBuilt } from '../tools/build.mjs';
import { newSeed, readOptions } from './options';
import { printLine } from './print-line';

/** So many in a row, then the database is emptied: a finding can be seen again from its seed alone. */
const REQUESTS_PER_ROUND = 2_000;

function openSender(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const { hostname, port } = new URL(url);
  const send = (request: FuzzRequest): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { method, url: path, headers, payload } = request;
      const length: Record<string, number> =
        payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) };
      const sent = open({
        agent,
        hostname,
        port,
        method,
        // Node itself sends no blanks in an address.
        path: path.replaceAll(' ', '%20'),
        headers: { ...headers, ...length },
        timeout: 30_000,
      });
      let answered = false;
      sent.on('response', (answer) => {
        answered = true;
        buffer(answer).then(
          (bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: bytes.toString() }),
          reject,
        );
      });
      sent.on('timeout', () => sent.destroy(new Error(`${method} ${path}: no answer in 30 s`)));
      sent.on('error', (error) => {
        if (answered) return;
        // The server ended an idle connection just as it was used again.
        if (sent.reusedSocket) resolve(send(request));
        else reject(error);
      });
      sent.end(payload);
    });
  return { send, close: () => agent.destroy() };
}

/** `npm run chaos -- fuzz [--requests 200000] [--seed S]`, against the built product on a database of its own. */
export async function fuzzProduct(args: string[]): Promise<boolean> {
  const { requests = 200_000, seed = newSeed() } = readOptions(args, ['requests', 'seed']);
  // A signal ends the product too.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  await ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'pulso-fuzz-'));
  const settings = { fsync: 'off', synchronous_commit: 'off' };
  const database = await startEmbedded({ dataDir: join(folder, 'database'), print: () => undefined, settings });
  const { host, port, user, password, database: name } = database.connection;
  const dataDir = join(folder, 'data');
  const product = await startProduct(dataDir, {
    DATABASE_URL: `postgresql://${user}:${password}@/${name}?host=${encodeURIComponent(host)}&port=${port}`,
    // A scheduled backup would look like a change made by a refused request.
    BACKUP_EVERY: '0',
  });
  const pool = openPool(database.connection, 2);
  const { send, close } = openSender(product.url);
  const routes = await declaredRoutes();
  const total = { sent: 0, checked: 0, findings: 0 };
  const done = new Map<string, { sent: number; succeeded: number }>();
  const statuses = new Map<number, number>();
  const started = Date.now();
  try {
    const state = await openState(pool, openTokens(await readSecret(dataDir)), join(dataDir, 'uploads'));
    for (let round = 0; total.sent < requests; round++) {
      await state.clear();
      const { renew, fingerprint, recorded, untilBackedUp } = state;
      const sendAndWait = async (request: FuzzRequest) => {
        const answer = await send(request);
        if (request.url.startsWith('/api/backups')) await untilBackedUp();
        return answer;
      };
      const result = await fuzz(
        { routes, send: sendAndWait, renew, fingerprint, recorded },
        {
          seed: seed + round,
          requests: Math.min(REQUESTS_PER_ROUND, requests - total.sent),
          report: (finding) => printLine(describeFinding(finding)),
        },
      );
      total.sent += result.sent;
      total.checked += result.checked;
      total.findings += result.findings.length;
      for (const [operation, { sent, succeeded }] of result.done) {
        const count = done.get(operation) ?? { sent: 0, succeeded: 0 };
        done.set(operation, { sent: count.sent + sent, succeeded: count.succeeded + succeeded });
      }
      for (const [status, count] of result.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
      const seconds = Math.round((Date.now() - started) / 1_000);
      printLine(`${total.sent} pedidos, ${total.findings} hallazgos, ${seconds} s (semilla ${seed + round})`);
    }
  } finally {
    close();
    await Promise.all([pool.end(), product.stop()]);
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const idle = [...done].filter(([, { succeeded }]) => succeeded === 0).map(([operation]) => operation);
  for (const [status, count] of [...statuses].sort(([a], [b]) => a - b)) printLine(`${status}: ${count}`);
  printLine(`Pedidos: ${total.sent}; operaciones: ${done.size}, sin éxito alguno: ${idle.join(', ') || 'ninguna'}`);
  printLine(`Rechazos y lecturas después de los que nada había cambiado: ${total.checked}`);
  printLine(`Hallazgos: ${total.findings}`);
  return total.findings === 0;
}
