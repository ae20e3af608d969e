import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBuilt } from '../build.mjs';
import { ROOT, run } from '../steps.mjs';
import { mutations, type Mutation } from './list';

/**
 * Checks that the tests notice: breaks one behaviour after another, runs the tests that must fail, and mends it again.
 * `npm run mutations` takes all, `npm run mutations -- till` those whose file or words hold that.
 */
const say = (line: string) => process.stdout.write(`${line}\n`);
const bin = (name: string) => join(ROOT, 'node_modules/.bin', name);

const isBrowserTest = ({ tests }: Mutation) => tests.endsWith('.spec.ts');

async function runTests(mutation: Mutation) {
  const { tests, title } = mutation;
  if (!isBrowserTest(mutation)) return run(bin('vitest'), ['run', tests]);
  await ensureBuilt();
  return run(bin('playwright'), ['test', tests, ...(title ? ['-g', title] : [])]);
}

let mend: () => Promise<void> = async () => undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void mend().finally(() => process.exit(1)));

async function isNoticed(mutation: Mutation): Promise<boolean> {
  const path = join(ROOT, mutation.file);
  const whole = await readFile(path, 'utf8');
  const parts = whole.split(mutation.find);
  if (parts.length !== 2) throw new Error(`${mutation.file} has ${parts.length - 1} times: ${mutation.find}`);
  mend = () => writeFile(path, whole);
  await writeFile(path, parts.join(mutation.by));
  try {
    const { code, output } = await runTests(mutation);
    // A test that failed, not a file that did not load or a build that broke.
    return code !== 0 && /[1-9]\d* failed/.test(output);
  } finally {
    await mend();
  }
}

const [sought = ''] = process.argv.slice(2);
const chosen = mutations.filter(({ file, breaks }) => `${file} ${breaks}`.includes(sought));
const unnoticed: Mutation[] = [];
for (const mutation of chosen) {
  const noticed = await isNoticed(mutation);
  say(`${noticed ? '✓' : '✗'} ${mutation.breaks} (${mutation.file})`);
  if (!noticed) unnoticed.push(mutation);
}
await ensureBuilt();
say(`${chosen.length - unnoticed.length} of ${chosen.length} noticed`);
process.exitCode = unnoticed.length > 0 || chosen.length === 0 ? 1 : 0;
