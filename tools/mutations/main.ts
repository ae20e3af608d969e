import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureBuilt } from '../build.mjs';
import { ROOT, run } from '../steps.mjs';
import { mutations, type Mutation } from './list';

/**
 * Checks that the tests notice: breaks one behaviour after another, runs the tests that must fail, and mends it again.
 * `npm run mutations` takes all, `npm run mutations -- till` those whose file or words hold that.
 */
const printLine = (line: string) => process.stdout.write(`${line}\n`);
const binPath = (name: string) => join(ROOT, 'node_modules/.bin', name);

const isBrowserTest = ({ tests }: Mutation) => tests.endsWith('.spec.ts');

async function runTests(mutation: Mutation) {
  const { tests, title } = mutation;
  if (!isBrowserTest(mutation)) return run(binPath('vitest'), ['run', tests]);
  await ensureBuilt();
  return run(binPath('playwright'), ['test', tests, ...(title ? ['-g', title] : [])]);
}

let restoreFile: () => Promise<void> = async () => undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void restoreFile().finally(() => process.exit(1)));

async function isNoticed(mutation: Mutation): Promise<boolean> {
  const path = join(ROOT, mutation.file);
  const sourceText = await readFile(path, 'utf8');
  const parts = sourceText.split(mutation.find);
  if (parts.length !== 2) throw new Error(`${mutation.file} has ${parts.length - 1} times: ${mutation.find}`);
  restoreFile = () => writeFile(path, sourceText);
  await writeFile(path, parts.join(mutation.by));
  try {
    const { code, output } = await runTests(mutation);
    // A test that failed, not a file that did not load or a build that broke.
    return code !== 0 && /[1-9]\d* failed/.test(output);
  } finally {
    await restoreFile();
  }
}

const [filterText = ''] = process.argv.slice(2);
const chosenMutations = mutations.filter(({ file, breaks }) => `${file} ${breaks}`.includes(filterText));
const unnoticedMutations: Mutation[] = [];
for (const mutation of chosenMutations) {
  const noticed = await isNoticed(mutation);
  printLine(`${noticed ? '✓' : '✗'} ${mutation.breaks} (${mutation.file})`);
  if (!noticed) unnoticedMutations.push(mutation);
}
await ensureBuilt();
printLine(`${chosenMutations.length - unnoticedMutations.length} of ${chosenMutations.length} noticed`);
process.exitCode = unnoticedMutations.length > 0 || chosenMutations.length === 0 ? 1 : 0;
