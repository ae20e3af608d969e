import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { ensureBrowser } from './browser.mjs';
import { ensureInstalled } from './install.mjs';
import { ROOT, run, runStep } from './steps.mjs';

/** @typedef {{ passed: number, failed: number, failures?: string[] }} Count */

const folder = mkdtempSync(join(tmpdir(), 'pulso-results-'));
const binPath = (/** @type {string} */ name) => join(ROOT, 'node_modules/.bin', name);
const readJson = (/** @type {string} */ file) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

/** Length at which a failure's message is cut off. */
const MAX_PRINTED = 2_000;

/** @type {{ label: string, seconds: number }[]} */
const timings = [];

/**
 * @template T
 * @param {string} label
 * @param {() => Promise<T>} work
 */
async function measureTime(label, work) {
  const started = Date.now();
  try {
    return await work();
  } finally {
    timings.push({ label, seconds: (Date.now() - started) / 1_000 });
  }
}

/**
 * A check that passes or fails as a whole, beside the tests: it takes what these leave of the processor.
 * @param {string} label
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<Count>}
 */
async function runCheck(label, command, args) {
  const { code, output } = await measureTime(label, () => run(command, args, { canWait: true }));
  console.log(`${code === 0 ? '✓' : '✗'} ${label}`);
  if (code !== 0) console.log(output);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, failures: [label] };
}

/** Two at a time, like the tests: the compiler and the linter need a lot of memory. */
function runChecks() {
  const files = async () => [
    await runCheck('formato', binPath('oxfmt'), ['--check']),
    await runCheck('código muerto', binPath('knip'), []),
    // The linter's check of types is quick but experimental; the compiler has the last word: TypeScript's native one, which
    // takes less than half of the time. The other stays for the test that reads types (`database.test.ts`).
    await runCheck('tipos', join(ROOT, 'node_modules/typescript-native/bin/tsc'), [
      '--incremental',
      '--tsBuildInfoFile',
      'node_modules/.cache/types.tsbuildinfo',
    ]),
  ];
  const code = async () => [await runCheck('tipos y estilo', binPath('oxlint'), [])];
  return Promise.all([code(), files()]);
}

/**
 * A runner that counts its own tests. One that ends badly without a failed test has failed all the same.
 * @param {string} label
 * @param {string} command
 * @param {string[]} args
 * @param {() => Required<Count>} count
 * @param {{ env?: Record<string, string>, show?: boolean }} [options] shown at once, or all at its end
 * @returns {Promise<Count>}
 */
async function runSuite(label, command, args, count, { env, show = true } = {}) {
  const { code, output } = await measureTime(label, () => run(binPath(command), args, { show, env }));
  if (!show) console.log(output);
  try {
    const { passed, failed, failures } = count();
    return code !== 0 && failed === 0
      ? { passed, failed: 1, failures: [`${label}: ${code}`, ...failures] }
      : { passed, failed, failures };
  } catch (error) {
    return { passed: 0, failed: 1, failures: [`${label}: ${/** @type {Error} */ (error).message}`] };
  }
}

/**
 * @typedef {{ message: string }} Failure
 * @typedef {{ name: string, message: string, assertionResults: { fullName: string, failureMessages: string[] }[] }} FileResult
 * @typedef {{ name: string, path?: string }} Attachment
 * @typedef {{ title: string, tests: { results: { errors: Failure[], attachments: Attachment[] }[] }[] }} Spec
 * @typedef {{ file: string, specs: Spec[], suites?: Suite[] }} Suite
 */

/** @param {FileResult} result a file that could not be loaded has a message and no tests */
const failuresOfFile = ({ name, message, assertionResults }) => [
  ...(message ? [`${name}\n${message}`] : []),
  ...assertionResults
    .filter(({ failureMessages }) => failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => [`${name} › ${fullName}`, ...failureMessages].join('\n')),
];

/**
 * The page as the failed test left it, which tells whether it was slow or wrong.
 * @param {Attachment[]} attachments
 */
const pageOf = (attachments) => {
  const path = attachments.find(({ name }) => name === 'error-context')?.path;
  const main = path && /\n- main[^]*?(?=\n```)/.exec(readFileSync(path, 'utf8'));
  return main ? [main[0].slice(0, MAX_PRINTED)] : [];
};

/** @type {(suite: Suite) => string[]} */
const failuresOfSuite = ({ file, specs, suites = [] }) => [
  ...specs.flatMap(({ title, tests }) => {
    const messages = tests.flatMap(({ results }) =>
      results.flatMap(({ errors, attachments }) => [
        ...errors.map(({ message }) => message.slice(0, MAX_PRINTED)),
        ...pageOf(attachments),
      ]),
    );
    return messages.length > 0 ? [[`${file} › ${title}`, ...messages].join('\n')] : [];
  }),
  ...suites.flatMap(failuresOfSuite),
];

/**
 * @param {string} label
 * @param {string[]} which
 * @param {{ show?: boolean }} [options]
 */
function runVitest(label, which, options) {
  const results = `${label}.json`;
  const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, results)}`];
  const count = () => {
    const { numPassedTests, numFailedTests, testResults } = readJson(results);
    return { passed: numPassedTests, failed: numFailedTests, failures: testResults.flatMap(failuresOfFile) };
  };
  return runSuite(label, 'vitest', ['run', ...which, ...reports], count, options);
}

/**
 * @param {string} browser
 * @param {string[]} [specs]
 */
function runScreens(browser, specs = []) {
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'browser.json') };
  const count = () => {
    const { stats, suites, errors } = readJson('browser.json');
    const failures = [
      ...suites.flatMap(failuresOfSuite),
      ...errors.map((/** @type {Failure} */ { message }) => message),
    ];
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, failures };
  };
  return runSuite('navegador', 'playwright', ['test', '--reporter=list,json', ...specs], count, { env });
}

/**
 * Tests that a change since a commit can touch, chosen by the order of the house; all of them without a commit.
 * @param {string | undefined} ref
 * @returns {Promise<{ api: string[], specs: string[], processes: boolean } | undefined>}
 */
async function chooseTestsSince(ref) {
  if (ref === undefined) return undefined;
  const lines = async (/** @type {string[]} */ args) => {
    const { code, output } = await run('git', args);
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${output}`);
    return output.split('\n').filter(Boolean);
  };
  const untracked = await lines(['ls-files', '--others', '--exclude-standard']);
  const changed = [...(await lines(['diff', '--name-only', '--no-renames', ref])), ...untracked];
  const { code, output } = await run(process.execPath, ['--import', 'tsx', 'tools/choose-tests.ts', ...changed]);
  if (code !== 0) throw new Error(output);
  /** @type {import('./choose-tests').TestChoice} */
  const { leftOut, because, ...chosen } = JSON.parse(output);
  if (because) console.log(`Se prueba todo: cambió ${because}.`);
  else
    console.log(`Quedan fuera (npm test los corre):\n${[...leftOut, chosen.processes ? '' : 'procesos'].join('\n')}`);
  return because ? undefined : chosen;
}

async function runAll() {
  await measureTime('instalación', ensureInstalled);
  // They ask for nothing that is built, and take what the build leaves of the processor too.
  const checks = runChecks();
  const browser = await measureTime('preparación', async () => {
    const browserPath = await ensureBrowser();
    await ensureBuilt();
    return browserPath;
  });
  const chosen = await chooseTestsSince(parseArgs({ options: { since: { type: 'string' } } }).values.since);
  // Tests without a server take seconds.
  const files = chosen ? ['packages/', 'apps/panel', 'tools/', ...chosen.api] : [];
  const units = await runVitest('vitest', ['--project=!processes*', ...files]);
  // The process tests mostly wait, and leave the processor to the browser.
  const processes = ['--project=processes*', `--maxWorkers=${availableParallelism()}`];
  const tests = await Promise.all([
    ...(chosen?.processes === false ? [] : [runVitest('procesos', processes, { show: false })]),
    ...(chosen?.specs.length === 0 ? [] : [runScreens(browser, chosen?.specs)]),
  ]);
  return [units, ...tests, ...(await runStep('Tipos, estilo, formato y código muerto', () => checks)).flat()];
}

try {
  const counts = await measureTime('total', runAll);
  // Again at the end, in short: above they stand whole, among thousands that passed.
  for (const failure of counts.flatMap((count) => count.failures ?? []))
    console.log(`✗ ${failure.slice(0, 2 * MAX_PRINTED)}\n`);
  for (const { label, seconds } of timings) console.log(`${label.padEnd(16)}${seconds.toFixed(1).padStart(8)} s`);
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
