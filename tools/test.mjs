import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureBrowser } from './browser.mjs';
import { ensureInstalled } from './install.mjs';
import { ROOT, run, step } from './steps.mjs';

/** @typedef {{ passed: number, failed: number }} Count */

const folder = mkdtempSync(join(tmpdir(), 'pulso-results-'));
const bin = (/** @type {string} */ name) => join(ROOT, 'node_modules/.bin', name);
const readJson = (/** @type {string} */ file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

/**
 * A check that passes or fails as a whole.
 * @param {string} label
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<Count>}
 */
async function check(label, command, args) {
  const { code, output } = await run(bin(command), args);
  console.log(`${code === 0 ? '✓' : '✗'} ${label}`);
  if (code !== 0) console.log(output);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/**
 * A runner that counts its own tests. One that ends badly without a failed test has failed all the same.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env
 * @param {() => Count} count
 * @returns {Promise<Count>}
 */
async function suite(command, args, env, count) {
  const { code } = await run(bin(command), args, { show: true, env });
  try {
    const { passed, failed } = count();
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

async function runAll() {
  await ensureInstalled();
  const browser = await ensureBrowser();
  await ensureBuilt();

  const checks = await step('Tipos, estilo, formato y código muerto', () =>
    Promise.all([
      check('tipos', 'tsc', ['--noEmit']),
      check('estilo', 'eslint', ['.', '--max-warnings', '0']),
      check('formato', 'prettier', ['--check', '--log-level', 'warn', '.']),
      check('código muerto', 'knip', []),
    ]),
  );
  const results = join(folder, 'vitest.json');
  const units = await suite(
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}`],
    {},
    () => {
      const { numPassedTests, numFailedTests } = readJson('vitest.json');
      return { passed: numPassedTests, failed: numFailedTests };
    },
  );
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'browser.json') };
  const screens = await suite('playwright', ['test', '--reporter=list,json'], env, () => {
    const { expected, flaky, unexpected } = readJson('browser.json').stats;
    return { passed: expected, failed: unexpected + flaky };
  });
  return [...checks, units, screens];
}

try {
  const counts = await runAll();
  const passed = counts.reduce((sum, count) => sum + count.passed, 0);
  const failed = counts.reduce((sum, count) => sum + count.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
