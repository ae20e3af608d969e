import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { hashOf, ROOT, runOrThrow, step } from './steps.mjs';

const VITE = join(ROOT, 'node_modules/vite/bin/vite.js');
const SHARED = ['packages/contract/src', 'package-lock.json', 'tools/build.mjs'];

/**
 * @param {string} label
 * @param {string} app
 * @param {string[]} sources
 * @param {() => void} [after]
 */
async function buildApp(label, app, sources, after) {
  const stamp = join(ROOT, app, 'dist/.built');
  const wanted = hashOf([...SHARED, ...sources.map((path) => join(app, path))]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  await step(label, () => runOrThrow(process.execPath, [VITE, 'build', '--logLevel', 'warn', join(ROOT, app)]));
  after?.();
  writeFileSync(stamp, wanted);
}

/** Builds what is stale. */
export async function ensureBuilt() {
  await buildApp('Construyendo el panel', 'apps/panel', ['src', 'public', 'index.html', 'docs.html', 'vite.config.ts']);
  await buildApp('Construyendo el servidor', 'apps/api', ['src', 'vite.config.ts'], () =>
    cpSync(join(ROOT, 'apps/api/src/db/migrations'), join(ROOT, 'apps/api/dist/migrations'), { recursive: true }),
  );
}

if (process.argv[1] === import.meta.filename) {
  await ensureInstalled();
  await ensureBuilt();
}
