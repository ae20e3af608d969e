import './check-node.mjs';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './steps.mjs';

const CHANGELOG = 'CHANGELOG.md';
const UNRELEASED = '## [Sin publicar]';
const UPGRADE_NOTES = '### Al actualizar';
const MIGRATIONS = 'apps/api/src/db/schema/migrations';
const VERSION = /^\d+\.\d+\.\d+$/;

/**
 * @param {string} one
 * @param {string} other
 */
const compare = (one, other) => one.localeCompare(other, 'en', { numeric: true });

/** @param {string} changelog */
function unreleasedPart(changelog) {
  const [, part = ''] = changelog.split(`\n${UNRELEASED}\n`);
  return part.split('\n## ')[0] ?? '';
}

/**
 * Commits and tags a release, or says why not. What was pushed cannot be taken back, so it pushes nothing.
 * @param {string | undefined} version
 * @param {{ root?: string, date?: string }} [options]
 */
export function release(version, { root = ROOT, date = new Date().toISOString().slice(0, 10) } = {}) {
  const git = (/** @type {string[]} */ ...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8');

  if (!version || !VERSION.test(version)) throw new Error('Uso: npm run release -- X.Y.Z');
  if (git('status', '--porcelain')) throw new Error('Hay cambios que no están en ningún commit.');
  const tags = git('tag', '--list', 'v*').split('\n');
  if (tags.includes(`v${version}`)) throw new Error(`La etiqueta v${version} ya existe.`);
  const releases = tags.map((tag) => tag.slice(1)).filter((name) => VERSION.test(name));
  const last = releases.sort(compare).at(-1);
  /** @type {{ version: string, packages: Record<string, { version: string }> }} */
  const lock = JSON.parse(read('package-lock.json'));
  // The first release has the version that the sources have from the beginning.
  if (last ? compare(version, last) <= 0 : compare(version, lock.version) < 0)
    throw new Error(`${version} no es posterior a ${last ?? lock.version}.`);
  const news = unreleasedPart(read(CHANGELOG));
  if (!news.trim()) throw new Error(`${CHANGELOG} no dice nada bajo «${UNRELEASED}».`);
  const migrations = last
    ? git('diff', '--name-only', '--diff-filter=A', `v${last}`, 'HEAD', '--', MIGRATIONS)
    : git('ls-files', '--', MIGRATIONS);
  const [, notes = ''] = news.split(`\n${UPGRADE_NOTES}\n`);
  if (migrations && !notes.split('\n### ')[0]?.trim())
    throw new Error(`${CHANGELOG} no dice nada bajo «${UPGRADE_NOTES}», y hay migraciones nuevas:\n${migrations}`);

  const folders = Object.keys(lock.packages).filter((path) => !path.includes('node_modules'));
  for (const own of [lock, ...folders.map((folder) => lock.packages[folder])]) if (own) own.version = version;
  const changes = {
    'package-lock.json': `${JSON.stringify(lock, null, 2)}\n`,
    ...Object.fromEntries(
      folders.map((folder) => {
        const path = join(folder, 'package.json');
        return [path, `${JSON.stringify({ ...JSON.parse(read(path)), version }, null, 2)}\n`];
      }),
    ),
    Dockerfile: read('Dockerfile').replace(/(?<=image\.version=)\S+/, version),
    [CHANGELOG]: read(CHANGELOG).replace(`\n${UNRELEASED}\n`, `\n${UNRELEASED}\n\n## [${version}] - ${date}\n`),
  };
  for (const [path, text] of Object.entries(changes)) writeFileSync(join(root, path), text);
  try {
    git('commit', '--quiet', '--all', `--message=release: ${version}`);
  } catch (error) {
    git('checkout', '--quiet', 'HEAD', '--', ...Object.keys(changes));
    throw error;
  }
  git('tag', '--annotate', `v${version}`, `--message=Pulso ${version}`);
}

if (process.argv[1] === import.meta.filename) {
  const [version] = process.argv.slice(2);
  try {
    release(version);
    console.log(`Pulso ${version}: un commit y la etiqueta v${version}. Para publicarlos: git push --follow-tags`);
  } catch (error) {
    console.error(/** @type {Error} */ (error).message);
    process.exit(1);
  }
}
