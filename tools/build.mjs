import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compressFiles } from './compress.mjs';
import { ensureInstalled } from './install.mjs';
import { hashOf, ROOT, runOrThrow, runStep } from './steps.mjs';
import { stampVersion } from './version.mjs';

const VITE_BIN = join(ROOT, 'node_modules/vite/bin/vite.js');
const SHARED_SOURCES = [
  'packages/contract/src',
  'package-lock.json',
  'tools/build.mjs',
  'tools/check-node.mjs',
  'tools/compress.mjs',
  'tools/native-packages.mjs',
];

/**
 * @param {string} label
 * @param {string} app
 * @param {string[]} sources
 * @param {(folder: string) => void | Promise<void>} after
 */
async function buildApp(label, app, sources, after) {
  const stamp = join(ROOT, app, 'dist/.built');
  const wantedHash = hashOf([...SHARED_SOURCES, ...sources.map((path) => join(app, path))]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wantedHash) return;
  const args = [VITE_BIN, 'build', '--logLevel', 'warn', join(ROOT, app)];
  // Whoever builds from a test or a development shell gets the same files: React's own checks would double their size.
  await runStep(label, async () => {
    await runOrThrow(process.execPath, args, { NODE_ENV: 'production' });
    await after(join(ROOT, app, 'dist'));
  });
  writeFileSync(stamp, wantedHash);
}

// The guide is read inside the panel too.
const GUIDE_SOURCES = ['../../docs/guia', '../../docs/pictures', 'guide-plugin.ts'];
// What the panel and the app of the clients both show.
const WEB_SOURCES = ['../../packages/web/src', '../../packages/web/build'];
const PANEL_SOURCES = ['src', 'public', 'index.html', 'docs.html', 'vite.config.ts', ...WEB_SOURCES, ...GUIDE_SOURCES];
const CLIENT_SOURCES = ['src', 'index.html', 'vite.config.ts', ...WEB_SOURCES];

const API_SOURCES = ['src', 'vite.config.ts'];

/** Whatever a build depends on. */
export const SOURCES = [
  ...SHARED_SOURCES,
  ...PANEL_SOURCES.map((path) => join('apps/panel', path)),
  ...CLIENT_SOURCES.map((path) => join('apps/client', path)),
  ...API_SOURCES.map((path) => join('apps/api', path)),
];

/**
 * The programs that people start look at Node first. An entry of its own does that: a program's imports run before its first line.
 * @param {string} folder
 */
function addEntries(folder) {
  cpSync(join(ROOT, 'tools/check-node.mjs'), join(folder, 'check-node.mjs'));
  for (const name of ['server', 'backup', 'restore', 'admin'])
    writeFileSync(join(folder, `${name}.js`), `import './check-node.mjs';\n\nawait import('./${name}-program.js');\n`);
}

/** Builds what is stale. */
export async function ensureBuilt() {
  await buildApp('Construyendo el panel', 'apps/panel', PANEL_SOURCES, compressFiles);
  await buildApp('Construyendo la app de los clientes', 'apps/client', CLIENT_SOURCES, compressFiles);
  await buildApp('Construyendo el servidor', 'apps/api', API_SOURCES, (folder) => {
    for (const data of ['db/schema/migrations', 'db/schema/functions', 'files/drawings/pictures'])
      cpSync(join(ROOT, 'apps/api/src', data), join(folder, basename(data)), { recursive: true });
    addEntries(folder);
  });
  stampVersion(join(ROOT, 'apps/api/dist'));
}

if (process.argv[1] === import.meta.filename) {
  await ensureInstalled();
  await ensureBuilt();
}
