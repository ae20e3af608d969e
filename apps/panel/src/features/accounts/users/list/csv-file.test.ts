import { parseCsv } from '@pulso/testing/csv-reader';
import { findFormulaCells, hostileText } from '@pulso/testing/hostile-csv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvFile, csvFormats, csvLine } from '@pulso/contract/kit/csv';
import { csvPhone } from '@pulso/contract/kit/phone';
import { usersCsvHeader, usersCsvFileName } from '#features/accounts/users/list/users-csv';
import { userCsvLine } from '#features/accounts/users/list/users-csv';

const SEPARATOR = { excel: ';', standard: ',' };
const cellOf = (value: string | number | null | undefined) => csvCell(value, 'standard');
const cellsOf = (line: string) => parseCsv(`${line}\r\n`, ',')[0];

describe('csvCell', () => {
  it('leaves plain text and numbers as they are', () => {
    expect(['Ñandú', 'José Ángel', "O'Higgins", 'a=b', 'x-1', '05/03/2025', '🏋️'].map(cellOf)).toEqual([
      'Ñandú',
      'José Ángel',
      "O'Higgins",
      'a=b',
      'x-1',
      '05/03/2025',
      '🏋️',
    ]);
    expect([7, -5, 0].map(cellOf)).toEqual(['7', '-5', '0']);
    expect([null, undefined, ''].map(cellOf)).toEqual(['', '', '']);
  });

  it('quotes separators and quotes; a line break becomes a blank', () => {
    expect(cellOf('a,b')).toBe('"a,b"');
    expect(cellOf('a;b')).toBe('"a;b"');
    expect(cellOf('dijo "hola"')).toBe('"dijo ""hola"""');
    expect(cellOf('uno\r\ndos\ttres')).toBe('uno dos tres');
    expect(cellOf(' a ')).toBe('" a "');
  });

  it.each([
    '=HYPERLINK("http://evil","x")',
    '@SUM(1)',
    '-2+3',
    '+5',
    '\t=1',
    '\r=1',
    '\n=1',
    '\0=1',
    '＝1',
    '＋1',
    '－1',
    '＠SUM(1)',
    '﹦1',
    '"=1',
    '""=1',
    ' =1',
    '\u00a0=1',
    '\u200b=1',
    '\ufeff=1',
    '=cmd|" /C calc"!A0',
  ])('makes %j harmless', (text) => {
    const cell = cellOf(text);
    expect(cell.startsWith(`"'`)).toBe(true);
    expect(cellsOf(cell)).toEqual([`'${text.replace(/[\t\r\n]/g, ' ')}`]);
  });

  it('A21 exports a phone as text, without an apostrophe', () => {
    expect(cellOf(csvPhone('1123456789'))).toBe('(+54) 1123456789');
    expect(cellOf('+54 1123456789')).toBe(`"'+54 1123456789"`);
  });

  it('A21 AJU-18 has the comma of Argentina for Excel, and the separator that leaves it alone', () => {
    expect(csvLine([1, 'a;b', 'a,b', -1_500.5, 0.25], 'excel')).toBe('1;"a;b";"a,b";-1500,5;0,25');
    expect(csvLine([1, 'a;b', 'a,b', -1_500.5, 0.25], 'standard')).toBe('1,"a;b","a,b",-1500.5,0.25');
  });
});

describe('csvFile', () => {
  it('C4 has exactly the nine columns', () => {
    expect(csvLine(usersCsvHeader, 'standard')).toBe(
      'ID,Nombre,Género,Usuario,Teléfono,Rol,Estado,Suscripción,Fecha Registro',
    );
  });

  it('C4 begins with the byte order mark and ends each line with CRLF', () => {
    const file = csvFile([csvLine(['ID', 'Nombre'], 'standard'), csvLine([1, 'Ñandú'], 'standard')]);
    expect(file).toBe('\uFEFFID,Nombre\r\n1,Ñandú\r\n');
    expect([...new TextEncoder().encode(file).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(csvFile([])).toBe('\uFEFF');
  });

  it('X19 has an apostrophe wherever another separator would begin a cell to compute', () => {
    expect(cellOf('Lía;=1+1;x')).toBe(`"Lía;'=1+1;x"`);
    expect(cellOf('Lía;;\t"-2;＠SUM(1)')).toBe(`"Lía;;' ""-2;'＠SUM(1)"`);
    expect(cellOf('Lía\n=1')).toBe('Lía =1');
  });

  it.each(csvFormats)(
    'X19 the %s file of users has nothing to compute, read with comma, semicolon or tab',
    (format) => {
      const user = { id: 1, gender: 'Female', countryCodeT: '+54', role: 'CLIENT', status: true } as const;
      const rest = { suscription_status: false, suscription_end: null, created_at: '2026-01-01T12:00:00.000Z' };
      const people = fc.array(fc.record({ name: hostileText, username: hostileText, phone: hostileText }));
      fc.assert(
        fc.property(people, (hostile) => {
          const lines = hostile.map((texts) => userCsvLine({ ...user, ...rest, ...texts }, '2026-03-05', format));
          expect(findFormulaCells(csvFile([csvLine(usersCsvHeader, format), ...lines]))).toEqual([]);
        }),
        { numRuns: 500, seed: 19 },
      );
    },
  );

  it('X19 no line of any texts has, and a reader finds those that are careless', () => {
    const careless = ['5,"Lía;=1+1"', '5,"a\n=1"', '5,"a\t@x"', '5,=1', '5,"a;""=1"', '"=1"'];
    for (const line of careless) expect(findFormulaCells(line), line).not.toEqual([]);
    fc.assert(
      fc.property(fc.array(fc.array(hostileText, { maxLength: 5 })), (rows) => {
        for (const format of csvFormats)
          expect(findFormulaCells(csvFile(rows.map((row) => csvLine(row, format))))).toEqual([]);
      }),
      { numRuns: 500, seed: 19 },
    );
  });

  it.each(csvFormats)(
    'P17 AJU-18 the %s one comes back through a parser, cell by cell, with no cell left to compute',
    (format) => {
      const rows = fc.array(fc.array(hostileText, { minLength: 2, maxLength: 9 }), { maxLength: 20 });
      const words = (text: string) => text.replace(/[\t\r\n\v\f\u0085\u2028\u2029]+/g, ' ').replaceAll("'", '');
      fc.assert(
        fc.property(rows, (written) => {
          const read = parseCsv(csvFile(written.map((row) => csvLine(row, format))).slice(1), SEPARATOR[format]);
          expect(read.map((row) => row.map(words))).toEqual(written.map((row) => row.map(words)));
          expect(read.flat().filter((value) => /^[=+\-@\t\r\n\0＝＋－＠]/.test(value))).toEqual([]);
        }),
        { numRuns: 500 },
      );
    },
  );
});

describe('usersCsvName', () => {
  it('carries the day', () => {
    expect(usersCsvFileName('2026-03-05')).toBe('usuarios_2026-03-05.csv');
  });
});
