import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFiles } from './compress.mjs';
import { ensureInstalled } from './install.mjs';
import { hashOf, ROOT, runOrThrow, step } from './steps.mjs';

const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');
const SHARED = ['packages/contract/src', 'package-lock.json', 'tools/build.mjs', 'tools/compress.mjs'];

/**
 * @param {string} label
 * @param {string} app
 * @param {string[]} sources
 * @param {{ after?: (folder: string) => void | Promise<void>, outDir?: string, env?: Record<string, string> }} [options]
 */
async function buildApp(label, app, sources, { after, outDir = 'dist', env } = {}) {
  const stamp = join(ROOT, app, outDir, '.built');
  const wanted = hashOf([...SHARED, ...sources.map((path) => join(app, path))]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const args = [VITE, 'build', '--logLevel', 'warn', '--outDir', outDir, join(ROOT, app)];
  // Whoever builds from a test or a development shell gets the same files: React's own checks would double their size.
  const production = { NODE_ENV: 'production', ...env };
  await step(label, async () => {
    await runOrThrow(process.execPath, args, production);
    await after?.(join(ROOT, app, outDir));
  });
  writeFileSync(stamp, wanted);
}

const PANEL_SOURCES = ['src', 'public', 'index.html', 'docs.html', 'vite.config.ts'];

/** The panel by the letter of the specification, with the page of all its parts: what the tests need besides the usual one. */
export function ensureStrictPanel() {
  const options = { after: compressFiles, outDir: 'dist-strict', env: { VITE_STRICT_SPEC: '1', VITE_SHOWCASE: '1' } };
  return buildApp('Construyendo el panel estricto', 'apps/panel', PANEL_SOURCES, options);
}

/** Builds what is stale. */
export async function ensureBuilt() {
  await buildApp('Construyendo el panel', 'apps/panel', PANEL_SOURCES, { after: compressFiles });
  await buildApp('Construyendo el servidor', 'apps/api', ['src', 'vite.config.ts'], {
    after: (folder) => {
      cpSync(join(ROOT, 'apps/api/src/db/migrations'), join(folder, 'migrations'), { recursive: true });
      cpSync(join(ROOT, 'apps/api/src/demo/pictures'), join(folder, 'pictures'), { recursive: true });
    },
  });
}

if (process.argv[1] === import.meta.filename) {
  await ensureInstalled();
  await ensureBuilt();
}
