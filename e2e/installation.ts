import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from '@pulso/testing/product';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '../tools/build.mjs';

declare module 'vitest' {
  // Merging needs an interface; it is how vitest types what a global set-up provides.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  export interface ProvidedContext {
    /** A data folder as a first start leaves it. */
    installation: string;
  }
}

/** Vitest's global setup: the first start takes as long as two others, and most tests are about what comes after it. */
export async function setup(project: TestProject) {
  await ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'pulso-installation-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const { stop } = await startProduct(folder);
    await stop();
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide('installation', folder);
  return remove;
}
