/**
 * `npm run chaos -- [fuzz | backups | csv | parts of faults] [options]`: what takes too long for `npm test`. Each says whether all was
 * well, or throws a sentence for whoever typed it.
 */
const OTHERS: Record<string, (args: string[]) => Promise<boolean>> = {
  fuzz: async (args) => (await import('./fuzz')).fuzzProduct(args),
  backups: async (args) => (await import('./backup-kills')).killBackups(args),
  csv: async () => (await import('./csv')).checkSpreadsheet(),
};

const [name = '', ...args] = process.argv.slice(2);
const run = OTHERS[name];
try {
  const isWell = run ? await run(args) : await (await import('./faults')).breakThings(process.argv.slice(2));
  process.exitCode = isWell ? 0 : 1;
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

export {};
