export const printLine = (line: string) => process.stdout.write(`${line}\n`);
