import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './steps.mjs';

/**
 * The commit of a checkout, marked if files of it were changed.
 * @param {string} root
 */
function commitOf(root) {
  // A copy without its history may lie in another repository, whose commit says nothing of it.
  if (!existsSync(join(root, '.git'))) return undefined;
  const args = ['--no-optional-locks', 'describe', '--always', '--exclude=*', '--dirty=-modificado'];
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim();
}

/**
 * The version of these sources. A container is built without the history, and told the commit.
 * @param {string} [root]
 * @returns {import('@pulso/contract/kit/version').Version}
 */
export function versionOf(root = ROOT) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const commit = process.env.PULSO_COMMIT || commitOf(root);
  return { version, ...(commit && { commit }) };
}

/**
 * Writes the stamp that a built server reads. A commit may change no source, so this does not wait for a build.
 * @param {string} folder
 */
export function stampVersion(folder) {
  const file = join(folder, 'version.json');
  const stamp = `${JSON.stringify(versionOf())}\n`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== stamp) writeFileSync(file, stamp);
}
