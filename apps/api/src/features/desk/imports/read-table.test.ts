import { toWindows1252, untidyFiles, xlsx, zipOf } from '@pulso/testing/untidy-files';
import { describe, expect, it } from 'vitest';
import { guessColumns } from '#features/desk/imports/guess-columns.rules';
import { readTable } from '#features/desk/imports/read-table';

const problemOf = async (bytes: Buffer): Promise<string> => {
  const failure: unknown = await readTable(bytes).then(
    () => undefined,
    (error: unknown) => error,
  );
  return ((failure as { reason?: { file?: string } } | undefined)?.reason?.file ?? String(failure)) || '';
};
const cellsOf = async (bytes: Buffer) => (await readTable(bytes)).map(({ cells }) => cells);

describe('IMP-12 twelve untidy files', () => {
  it('have at least 95 % of their columns guessed right, and all of their rows', async () => {
    const wrong: string[] = [];
    let columns = 0;
    for (const file of untidyFiles) {
      const { headings, mapping, rows } = guessColumns(await readTable(file.bytes));
      expect(rows, file.name).toHaveLength(file.rows);
      expect(mapping, file.name).toHaveLength(file.columns.length);
      columns += mapping.length;
      mapping.forEach((field, at) => {
        if (field !== file.columns[at]) wrong.push(`${file.name} ${headings[at]}: ${field}, not ${file.columns[at]}`);
      });
    }
    expect(wrong.length / columns, wrong.join('\n')).toBeLessThanOrEqual(0.05);
  });
});

describe('IMP-01 a file is read as it was meant', () => {
  it.each([
    [';', 'utf-8'],
    [',', 'utf-8'],
    ['\t', 'utf-8'],
    [';', 'windows-1252'],
  ])('with %j in %s', async (separator, encoding) => {
    const text = [`Nombre${separator}Notas`, `Núñez${separator}"a ""b""${separator}`, `c"`, `Ana${separator}`].join(
      '\r\n',
    );
    const bytes = encoding === 'utf-8' ? Buffer.from(text) : toWindows1252(text);
    expect(await cellsOf(bytes)).toEqual([['Nombre', 'Notas'], ['Núñez', `a "b"${separator}\r\nc`], ['Ana']]);
  });

  it('a row keeps the number that a spreadsheet shows, past blank rows and cells of several lines', async () => {
    const csv = await readTable(Buffer.from('a,b\n\n"x\ny",1\nz,2\n'));
    expect(csv.map(({ number }) => number)).toEqual([1, 3, 5]);
    const sheet = await readTable(xlsx([['a'], [], ['b']]));
    expect(sheet.map(({ number }) => number)).toEqual([1, 3]);
  });

  it('cells of Excel are values: days since 1900 or 1904, whole numbers, and what a formula came to with its mark', async () => {
    const rows = [['x', { date: 45_000 }, 1_123_456_789, 12_500.5, { formula: 'A1', value: 'Ana' }]];
    for (const mac of [false, true])
      expect(await cellsOf(xlsx(rows, { mac }))).toEqual([['x', '2023-03-15', '1123456789', '12500.5', '=Ana']]);
    expect(await cellsOf(xlsx([['&<é> '], ['']], { inline: true }))).toEqual([['&<é>']]);
  });
});

describe('IMP-07 refused in Spanish', () => {
  const good = { 'xl/_rels/workbook.xml.rels': '<a/>', 'xl/workbook.xml': '<a/>' };
  it('what is no spreadsheet, damaged, locked, or has entities of its own', async () => {
    const broken = 'El archivo está dañado o no es una planilla de Excel (.xlsx)';
    const whole = xlsx([['Nombre'], ['Ana']]);
    expect(await problemOf(whole.subarray(0, whole.length - 30))).toBe(broken);
    const bent = Buffer.from(whole);
    bent[60] = bent[60]! ^ 0xff;
    expect(await problemOf(Buffer.from(bent.map((byte, at) => (at > 60 && at < 400 ? byte ^ 0x55 : byte))))).toBe(
      broken,
    );
    expect(await problemOf(zipOf({ ...good, 'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a/>' }))).toBe(broken);
    expect(await problemOf(zipOf({ 'word/document.xml': '<a/>' }))).toContain('no es una planilla');
    expect(await problemOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]))).toContain('tiene contraseña');
    expect(await problemOf(Buffer.from('\x89PNG\r\n\0\0'))).toContain('no es una planilla');
    expect(await problemOf(Buffer.from('a,"b\nc'))).toBe('Hay comillas sin cerrar en la fila 1');
    expect(await problemOf(Buffer.from('\n\n'))).toBe('El archivo no tiene filas');
  });

  it('more than 20.000 rows, 60 columns, or 100 MB unfolded', async () => {
    expect(await problemOf(Buffer.from('a\n'.repeat(20_100)))).toBe('El archivo tiene más de 20.000 filas');
    expect(await problemOf(Buffer.from(`${'a,'.repeat(70)}b\n`))).toBe('El archivo tiene más de 60 columnas');
    expect(await problemOf(xlsx([[...Array(70).fill('a')]]))).toBe('El archivo tiene más de 60 columnas');
    const bomb = zipOf({
      ...good,
      'xl/_rels/workbook.xml.rels': '<a><Relationship Id="1" Target="s.xml"/></a>',
      'xl/workbook.xml': '<a><sheet r:id="1"/></a>',
      'xl/s.xml': `<a>${' '.repeat(101_000_000)}</a>`,
    });
    expect(bomb.length).toBeLessThan(200_000);
    expect(await problemOf(bomb)).toBe('El archivo es demasiado grande una vez abierto');
  });
});
