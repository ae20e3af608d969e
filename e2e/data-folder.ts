import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { versionInWords, type Version } from '@pulso/contract/kit/version';
import { copyFolder } from '@pulso/testing/embedded-kit';
import { startProduct, type Product } from '@pulso/testing/product';
import { afterAll, beforeAll, inject, onTestFinished, vi } from 'vitest';

/** An empty folder, removed when the test ends. */
export async function createTestFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'pulso-e2e-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A data folder as the first start leaves it, for tests of later starts. */
export async function createInstalledFolder() {
  const folder = await createTestFolder();
  await copyFolder(inject('installation'), folder);
  return folder;
}

/** The product on this folder, until the test ends. */
export async function startInFolder(folder: string, env?: Record<string, string>): Promise<Product> {
  const product = await startProduct(folder, env);
  onTestFinished(async () => {
    await product.stop();
  });
  return product;
}

/** One installed product for all tests of a file or a describe, which run in their order. */
export function sharedProduct(env?: Record<string, string>): () => Product & { folder: string } {
  let product: Product & { folder: string };
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pulso-e2e-'));
    await copyFolder(inject('installation'), folder);
    product = { ...(await startProduct(folder, env)), folder };
  });
  afterAll(async () => {
    await product.stop();
    await rm(product.folder, { recursive: true, force: true });
  });
  return () => product;
}

/**
 * Output and exit status of a command of the product. Runs asynchronously: connections that the server closes
 * meanwhile must be noticed.
 */
export async function runCommand(name: string, args: string[], env: Record<string, string>, input = '') {
  const file = fileURLToPath(new URL(`../apps/api/dist/${name}.js`, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { env: { ...process.env, ...env } });
  child.stdin.end(input);
  const [said, complaint, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: status as number, said: said.trim(), complaint: complaint.trim() };
}

/** The version that the build stamped. */
export const builtVersion = () =>
  JSON.parse(readFileSync(new URL('../apps/api/dist/version.json', import.meta.url), 'utf8')) as Version;

/** The lines that the product prints once it serves. */
export const readyLines = (url: string) => [`Listo: ${url}`, versionInWords(builtVersion())];

/** Processes whose working folder is the cluster's: the database server and all its children. */
export const databaseProcesses = (folder: string) =>
  spawnSync('bash', ['-c', `readlink /proc/[0-9]*/cwd | grep -cF ${folder}/`], { encoding: 'utf8' }).stdout.trim();

export const waitUntil = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });
