import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logIn, startProduct } from '@pulso/testing/product';
import { manyClients } from '@pulso/testing/untidy-files';
import { ensureBuilt } from '../tools/build.mjs';

/** How long 20,000 clients take from a file into the business, and how much memory the server grows to: IMP-12's limits. */
const ROWS = 20_000;
const MAX_SECONDS = 60;
const MAX_GROWTH_MB = 256;

type Summary = { id: number; counts: { ready: number; imported: number } };

const printLine = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (since: number) => (performance.now() - since) / 1_000;

await ensureBuilt();
const folder = await mkdtemp(join(tmpdir(), 'pulso-imports-'));
const product = await startProduct(folder);
const { token } = await logIn(product.url);

/** Most memory that the server's process has had, or has now. */
async function memoryMb(field: 'VmHWM' | 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${product.process.pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024;
}

async function send(path: string, body: FormData | object): Promise<Summary> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${product.url}/api/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, ...(!isForm && { 'Content-Type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { data: Summary }).data;
}

await send('suscriptions', { title: 'Mensual', description: 'Todo el mes', duration: 1, amount: 10_000, status: true });
const before = await memoryMb('VmRSS');
const begin = performance.now();
const form = new FormData();
form.append('file', new Blob([new Uint8Array(manyClients(ROWS))], { type: 'text/csv' }), 'muchos.csv');
let found = await send('import', form);
printLine(`Rehearsed ${found.counts.ready} rows in ${seconds(begin).toFixed(1)} s`);
while (found.counts.ready > 0) found = await send(`import/${found.id}/run`, { ready: found.counts.ready });
const took = seconds(begin);
const growth = (await memoryMb('VmHWM')) - before;
printLine(
  `Imported ${found.counts.imported} in ${took.toFixed(1)} of ${MAX_SECONDS} s, ${growth.toFixed(0)} of ${MAX_GROWTH_MB} MB`,
);
if (took > MAX_SECONDS || growth > MAX_GROWTH_MB) process.exitCode = 1;

await product.stop();
await rm(folder, { recursive: true, force: true });
