import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hostileText, SEPARATORS } from '@pulso/testing/hostile-csv';
import fc from 'fast-check';
import { csvFile, csvLine } from '@pulso/contract/kit/csv';
import { printLine } from './print-line';

const runProgram = promisify(execFile);
const USER_COUNT = 2_000;
/** Quote, UTF-8, from the first line; numbers and dates are recognised, and formulas computed: as bad as it gets. */
const importFilter = (separator: string) =>
  `CSV:${separator.charCodeAt(0)},34,76,1,,0,false,true,false,false,false,-1,true`;

type ImportOptions = { program: string; folder: string; separator: string };

/** The formulas that the program sees in a file, and how many rows it read. */
async function openInSpreadsheet({ program, folder, separator }: ImportOptions, name: string, text: string) {
  await writeFile(join(folder, `${name}.csv`), text);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const args = [
    profile,
    '--headless',
    `--infilter=${importFilter(separator)}`,
    '--convert-to',
    'fods',
    '--outdir',
    folder,
  ];
  await runProgram(program, [...args, join(folder, `${name}.csv`)], { timeout: 900_000 });
  const sheet = await readFile(join(folder, `${name}.fods`), 'utf8');
  return {
    formulas: [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula = '']) => formula),
    rows: [...sheet.matchAll(/<table:table-row(?![^>]*rows-repeated)[^>]*>/g)].length,
  };
}

async function findProgram(): Promise<string | undefined> {
  for (const name of ['soffice', 'libreoffice'])
    if (
      await runProgram(name, ['--version']).then(
        () => true,
        () => false,
      )
    )
      return name;
  return undefined;
}

/** `npm run chaos -- csv`: a spreadsheet program opens a file of hostile names with every separator, and computes nothing. */
export async function checkSpreadsheet(): Promise<boolean> {
  const program = await findProgram();
  if (!program) {
    printLine('LibreOffice no está instalado: no se abrió ningún archivo.');
    return true;
  }
  const folder = await mkdtemp(join(tmpdir(), 'pulso-csv-'));
  try {
    const names = fc.sample(hostileText, { numRuns: USER_COUNT, seed: 17 });
    const lines = names.map((name, index) => csvLine([index + 1, name, name, `+54 ${index}`, name], 'excel'));
    let isWell = true;
    for (const separator of SEPARATORS) {
      const reading = { program, folder, separator };
      const careless = await openInSpreadsheet(reading, 'careless', `1${separator}=1+1\r\n2${separator}"=2+2"\r\n`);
      const { formulas, rows } = await openInSpreadsheet(
        reading,
        'usuarios',
        csvFile([csvLine(['ID', 'Nombre'], 'excel'), ...lines]),
      );
      printLine(
        `Con ${JSON.stringify(separator)}, sin protección: ${careless.formulas.length} fórmulas de 2. Con la del panel,`,
      );
      printLine(
        `${USER_COUNT} usuarios: ${rows} filas leídas, ${formulas.length} fórmulas. ${formulas.slice(0, 5).join(' ')}`,
      );
      isWell &&= careless.formulas.length === 2 && formulas.length === 0;
    }
    return isWell;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
