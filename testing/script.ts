import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The script as one file of JavaScript, for the tests of a file or a describe: it starts in a third of the time of its sources. */
export function bundleScript(script: string): () => string {
  let folder = '';
  beforeAll(async () => {
    // Packages are found from there.
    folder = await mkdtemp(join(ROOT, 'node_modules/.pulso-script-'));
    for (const name of ['migrations', 'functions'])
      await symlink(join(ROOT, 'apps/api/src/db/schema', name), join(folder, name));
    await build({
      configFile: false,
      root: ROOT,
      logLevel: 'warn',
      build: { ssr: script, outDir: folder, emptyOutDir: false, target: 'node20', minify: false },
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => join(folder, basename(script).replace(/ts$/, 'js'));
}
