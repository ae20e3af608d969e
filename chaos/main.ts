/** `npm run chaos -- PART [options]`: what takes too long for `npm test`. Each part is a file that exports one function. */
const PARTS: Record<string, (args: string[]) => Promise<boolean>> = {
  fuzz: async (args) => (await import('./fuzz')).fuzzProduct(args),
  csv: async () => (await import('./csv')).checkSpreadsheet(),
};

const [name = '', ...args] = process.argv.slice(2);
const part = PARTS[name];
if (!part) {
  process.stderr.write(`No hay tal parte: '${name}'. Las que hay: ${Object.keys(PARTS).join(', ')}.\n`);
  process.exit(1);
}
process.exitCode = (await part(args)) ? 0 : 1;

export {};
