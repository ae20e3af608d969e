/**
 * `npm run chaos -- [fuzz | backups | payments | csv | tab | parts of faults] [options]`: what takes too long for `npm test`. Each says whether all was
 * well, or throws a sentence for whoever typed it.
 */
const COMMANDS: Record<string, (args: string[]) => Promise<boolean>> = {
  fuzz: async (args) => (await import('./fuzz')).fuzzProduct(args),
  backups: async (args) => (await import('./backup-kills')).killBackups(args),
  payments: async (args) => (await import('./payments')).deliverPayments(args),
  csv: async () => (await import('./csv')).checkSpreadsheet(),
  tab: async (args) => (await import('./tab-memory')).workInOneTab(args),
};

const [name = '', ...args] = process.argv.slice(2);
const runCommand = COMMANDS[name];
try {
  const isWell = runCommand
    ? await runCommand(args)
    : await (await import('./faults')).runFaults(process.argv.slice(2));
  // The bundler that reads the panel's screens would keep it waiting.
  process.exit(isWell ? 0 : 1);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

export {};
