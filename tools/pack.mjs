import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { NATIVE_PACKAGES } from './native-packages.mjs';
import { ROOT } from './steps.mjs';

/**
 * @param {string} path
 * @returns {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }}
 */
const manifestOf = (path) => JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8'));

/**
 * The unbundled packages with their dependencies, as far as this machine has them.
 * @param {string[]} names
 * @param {Set<string>} [found]
 */
function withDependencies(names, found = new Set()) {
  for (const name of names) {
    const path = join('node_modules', name);
    if (found.has(path) || !existsSync(join(ROOT, path))) continue;
    found.add(path);
    const { dependencies, optionalDependencies } = manifestOf(path);
    withDependencies(Object.keys({ ...dependencies, ...optionalDependencies }), found);
  }
  return found;
}

/**
 * The links that the package's install script would make: whoever runs the product may not write here.
 * @param {string} native
 */
function addLinks(native) {
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = join(native, relative('native', target));
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}

/**
 * Copies what the product runs with into an empty folder.
 * @param {string} folder
 */
export async function packProduct(folder) {
  await ensureBuilt();
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} no está vacía.`);
  const databases = Object.keys(manifestOf('apps/api').optionalDependencies ?? {});
  const paths = ['LICENSE', 'apps/api/package.json', 'apps/api/dist', 'apps/panel/dist', 'apps/client/dist'];
  for (const path of [...paths, ...withDependencies([...NATIVE_PACKAGES, ...databases])])
    cpSync(join(ROOT, path), join(folder, path), { recursive: true, verbatimSymlinks: true });
  cpSync(join(ROOT, 'apps/api/dist/version.json'), join(folder, 'version.json'));
  for (const name of databases) {
    const native = join(folder, 'node_modules', name, 'native');
    if (existsSync(native)) addLinks(native);
  }
}

if (process.argv[1] === import.meta.filename) {
  const [folder] = process.argv.slice(2);
  try {
    if (!folder) throw new Error('Uso: node tools/pack.mjs CARPETA');
    await packProduct(resolve(folder));
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exit(1);
  }
}
