import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { csvFile, csvLine } from '@pulso/contract/kit/csv';
import { say } from './say';

const run = promisify(execFile);
const USERS = 2_000;
/** Comma, quote, UTF-8, from the first line; numbers and dates are recognised, and formulas computed: as bad as it gets. */
const IMPORT = 'CSV:44,34,76,1,,0,false,true,false,false,false,-1,true';

const START = [
  '=',
  '+',
  '-',
  '@',
  '\t=',
  '\r=',
  '\n=',
  '＝',
  '＋',
  '－',
  '＠',
  '﹦',
  ' =',
  '"=',
  "'=",
  '\u00a0=',
  '\u200b=',
  ';=',
  ',=',
];
const REST = [
  '1+1',
  'HYPERLINK("http://evil","x")',
  'SUM(A1:A9)',
  `cmd|' /C calc'!A0`,
  'WEBSERVICE("http://evil")',
  '2+3',
  'A1',
  'x',
];

const hostileName = fc.oneof(
  fc.tuple(fc.constantFrom(...START), fc.constantFrom(...REST)).map((parts) => parts.join('')),
  fc.string({ unit: fc.constantFrom(...`=+-@＝"',;\t\r\n aÑ1`, '🏋️', '\u200b') }),
  fc.string({ unit: 'grapheme' }),
);

/** The formulas that the program sees in a file, and how many rows it read. */
async function opened(program: string, folder: string, name: string, text: string) {
  await writeFile(join(folder, `${name}.csv`), text);
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const args = [profile, '--headless', `--infilter=${IMPORT}`, '--convert-to', 'fods', '--outdir', folder];
  await run(program, [...args, join(folder, `${name}.csv`)], { timeout: 900_000 });
  const sheet = await readFile(join(folder, `${name}.fods`), 'utf8');
  return {
    formulas: [...sheet.matchAll(/table:formula="([^"]*)"/g)].map(([, formula = '']) => formula),
    rows: [...sheet.matchAll(/<table:table-row(?![^>]*rows-repeated)[^>]*>/g)].length,
  };
}

async function findProgram(): Promise<string | undefined> {
  for (const name of ['soffice', 'libreoffice'])
    if (
      await run(name, ['--version']).then(
        () => true,
        () => false,
      )
    )
      return name;
  return undefined;
}

/** `npm run chaos -- csv`: a spreadsheet program opens a file of hostile names, and computes nothing. */
export async function checkSpreadsheet(): Promise<boolean> {
  const program = await findProgram();
  if (!program) {
    say('LibreOffice no está instalado: no se abrió ningún archivo.');
    return true;
  }
  const folder = await mkdtemp(join(tmpdir(), 'pulso-csv-'));
  try {
    const names = fc.sample(hostileName, { numRuns: USERS, seed: 17 });
    const lines = names.map((name, index) => csvLine([index + 1, name, name, `+54 ${index}`, name]));
    const careless = await opened(program, folder, 'careless', 'ID,Nombre\r\n1,=1+1\r\n2,"=2+2"\r\n');
    const { formulas, rows } = await opened(
      program,
      folder,
      'usuarios',
      csvFile([csvLine(['ID', 'Nombre']), ...lines]),
    );
    say(`Sin protección: ${careless.formulas.length} fórmulas de 2. Con la del panel, ${USERS} usuarios:`);
    say(`${rows} filas leídas, ${formulas.length} fórmulas. ${formulas.slice(0, 5).join(' ')}`);
    return careless.formulas.length === 2 && formulas.length === 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
