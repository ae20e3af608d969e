import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createPicture } from '@pulso/testing/pictures';
import { ADMIN, logIn, startProduct, type Product } from '@pulso/testing/product';
import { openBackup } from '../apps/api/src/archive/read-backup';
import { ensureBuilt } from '../tools/build.mjs';
import { readOptions } from './options';
import { printLine } from './print-line';

const MAX_WAIT_MS = 3_000;
const KILL_ALL_SHARE = 0.3;

const folder = await mkdtemp(join(tmpdir(), 'pulso-kills-'));
const otherFolder = await mkdtemp(join(tmpdir(), 'pulso-kills-'));
const backups = join(folder, 'backups');

type Report = {
  data: { last_good: { file: string } | null; backups: { state: string; verified_at: string | null }[] };
};
type Client = Awaited<ReturnType<typeof logIn>>;

const startWithBackups = () => startProduct(folder, { DEMO: '1', BACKUP_KEEP: '3' });
const reportOf = async (client: Client) => ((await (await client.get('/backups')).json()) as Report).data;

/** Replaces a picture and adds a row, until it is told to stop or the server is gone. */
async function writeUntilStopped(client: Client, url: string, signal: AbortSignal) {
  const image = new Blob([new Uint8Array(await createPicture().png().toBuffer())], { type: 'image/png' });
  const headers = { Authorization: `Bearer ${client.token}` };
  for (let count = 0; !signal.aborted; count += 1) {
    const form = new FormData();
    form.append('title', `Nivel ${count}`);
    form.append('image', image, 'x.png');
    await fetch(`${url}/api/level/1`, { method: 'PATCH', headers, body: form }).catch(() => undefined);
    await client.post('/type-diet', { name: `Dieta ${count}` }).catch(() => undefined);
  }
}

/** Throws if one is not whole; how many there are. */
async function checkAllBackups(): Promise<number> {
  const names = readdirSync(backups).filter((name) => /^pulso-[\d-]+\.tar$/.test(name));
  for (const name of names) await (await openBackup(join(backups, name))).close();
  return names.length;
}

function findBackupPid({ process: { pid } }: Product): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  return children.find((child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('make-backup');
    } catch {
      return false;
    }
  });
}

/**
 * Backups are begun and killed, the process that makes one or the whole product, while people write: after each kill every
 * file that has the name of a backup must be whole, and the last one is restored.
 */
export async function killBackups(args: string[]): Promise<boolean> {
  const { kills = 50 } = readOptions(args, ['kills']);
  await ensureBuilt();
  let product = await startWithBackups();
  let client = await logIn(product.url);
  let stopWriting = new AbortController();
  void writeUntilStopped(client, product.url, stopWriting.signal);
  const counts = { killed: 0, 'of these all of Pulso': 0, 'ended before': 0, 'files checked': 0 };

  const makeWhole = async () => {
    await client.post('/backups', {});
    for (;;) {
      const { backups: listed } = await reportOf(client);
      const [newest] = listed;
      if (newest?.state === 'done' && newest.verified_at) return;
      if (newest?.state === 'failed' || newest?.state === 'done') throw new Error(JSON.stringify(newest));
      await sleep(200);
    }
  };
  await makeWhole();
  while (counts.killed < kills) {
    // A kill is recorded a moment later; after a backup that ended well there is a pause of two minutes.
    for (let begun = 0; begun !== 202; begun = (await client.post('/backups', {})).status) if (begun) await sleep(50);
    await sleep(Math.random() * MAX_WAIT_MS);
    if (Math.random() < KILL_ALL_SHARE) {
      stopWriting.abort();
      product.process.kill('SIGKILL');
      await product.ended;
      counts['of these all of Pulso'] += 1;
      counts.killed += 1;
      counts['files checked'] += await checkAllBackups();
      product = await startWithBackups();
      client = await logIn(product.url);
      stopWriting = new AbortController();
      void writeUntilStopped(client, product.url, stopWriting.signal);
    } else {
      const maker = findBackupPid(product);
      if (maker === undefined) counts['ended before'] += 1;
      else {
        process.kill(maker, 'SIGKILL');
        counts.killed += 1;
      }
      counts['files checked'] += await checkAllBackups();
    }
    const { last_good } = await reportOf(client);
    if (!last_good || !readdirSync(backups).includes(last_good.file)) throw new Error('the last good one is gone');
  }
  stopWriting.abort();
  for (;;) {
    const { backups: listed } = await reportOf(client);
    if (!listed.some(({ state }) => state === 'copying' || state === 'checking')) break;
    await sleep(1_000);
  }
  await makeWhole();
  const { last_good } = await reportOf(client);
  await product.stop();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [fileURLToPath(new URL('../apps/api/dist/restore.js', import.meta.url)), join(backups, last_good?.file ?? '')],
    { env: { ...process.env, DATA_DIR: otherFolder, DEMO: '0', ADMIN_PASSWORD: ADMIN.password }, encoding: 'utf8' },
  );
  for (const [what, count] of Object.entries(counts)) printLine(`${what.padEnd(24)}${count}`);
  printLine(`${stdout}${stderr}`);
  await Promise.all([folder, otherFolder].map((one) => rm(one, { recursive: true, force: true })));
  return status === 0;
}
