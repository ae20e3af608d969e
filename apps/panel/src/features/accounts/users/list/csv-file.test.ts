import { findFormulaCells, hostileText } from '@pulso/testing/hostile-csv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvFile, csvLine } from '@pulso/contract/kit/csv';
import { usersCsvHeader, usersCsvFileName } from '#features/accounts/users/list/users-csv';
import { userCsvLine } from '#features/accounts/users/list/users-csv';

// RFC 4180, nothing more: commas, CRLF, quotes doubled inside quotes.
function parseCsv(file: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < file.length;) {
    let cell = '';
    if (file[at] === '"') {
      for (at++; !(file[at] === '"' && file[at + 1] !== '"'); at++) {
        if (at >= file.length) throw new Error('open quote');
        if (file[at] === '"') at++;
        cell += file[at];
      }
      at++;
    } else {
      while (at < file.length && file[at] !== ',' && !file.startsWith('\r\n', at)) {
        if (/["\r\n]/.test(file[at] ?? '')) throw new Error(`bare ${JSON.stringify(file[at])}`);
        cell += file[at++];
      }
    }
    row.push(cell);
    if (file[at] === ',') at++;
    else if (file.startsWith('\r\n', at)) {
      at += 2;
      rows.push(row);
      row = [];
    } else throw new Error(`text after a cell at ${at}`);
  }
  return rows;
}

const cellsOf = (line: string) => parseCsv(`${line}\r\n`)[0];

describe('csvCell', () => {
  it('leaves plain text and numbers as they are', () => {
    expect(['Ñandú', 'José Ángel', "O'Higgins", 'a=b', 'x-1', '05/03/2025', '🏋️'].map(csvCell)).toEqual([
      'Ñandú',
      'José Ángel',
      "O'Higgins",
      'a=b',
      'x-1',
      '05/03/2025',
      '🏋️',
    ]);
    expect([7, -5, 0].map(csvCell)).toEqual(['7', '-5', '0']);
    expect([null, undefined, ''].map(csvCell)).toEqual(['', '', '']);
  });

  it('quotes separators and quotes; a line break becomes a blank', () => {
    expect(csvCell('a,b')).toBe('"a,b"');
    expect(csvCell('a;b')).toBe('"a;b"');
    expect(csvCell('dijo "hola"')).toBe('"dijo ""hola"""');
    expect(csvCell('uno\r\ndos\ttres')).toBe('uno dos tres');
    expect(csvCell(' a ')).toBe('" a "');
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
    const cell = csvCell(text);
    expect(cell.startsWith(`"'`)).toBe(true);
    expect(cellsOf(cell)).toEqual([`'${text.replace(/[\t\r\n]/g, ' ')}`]);
  });

  it('exports a phone as text', () => {
    expect(csvCell('+54 1123456789')).toBe(`"'+54 1123456789"`);
  });
});

describe('csvFile', () => {
  it('C4 has exactly the nine columns', () => {
    expect(csvLine(usersCsvHeader)).toBe('ID,Nombre,Género,Usuario,Teléfono,Rol,Estado,Suscripción,Fecha Registro');
  });

  it('C4 begins with the byte order mark and ends each line with CRLF', () => {
    const file = csvFile([csvLine(['ID', 'Nombre']), csvLine([1, 'Ñandú'])]);
    expect(file).toBe('\uFEFFID,Nombre\r\n1,Ñandú\r\n');
    expect([...new TextEncoder().encode(file).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(csvFile([])).toBe('\uFEFF');
  });

  it('X19 has an apostrophe wherever another separator would begin a cell to compute', () => {
    expect(csvCell('Lía;=1+1;x')).toBe(`"Lía;'=1+1;x"`);
    expect(csvCell('Lía;;\t"-2;＠SUM(1)')).toBe(`"Lía;;' ""-2;'＠SUM(1)"`);
    expect(csvCell('Lía\n=1')).toBe('Lía =1');
  });

  it('X19 the file of users has nothing to compute, read with comma, semicolon or tab', () => {
    const user = { id: 1, gender: 'Female', countryCodeT: '+54', role: 'CLIENT', status: true } as const;
    const rest = { suscription_status: false, suscription_end: null, created_at: '2026-01-01T12:00:00.000Z' };
    const people = fc.array(fc.record({ name: hostileText, username: hostileText, phone: hostileText }));
    fc.assert(
      fc.property(people, (hostile) => {
        const lines = hostile.map((texts) => userCsvLine({ ...user, ...rest, ...texts }, '2026-03-05'));
        expect(findFormulaCells(csvFile([csvLine(usersCsvHeader), ...lines]))).toEqual([]);
      }),
      { numRuns: 1_000, seed: 19 },
    );
  });

  it('X19 no line of any texts has, and a reader finds those that are careless', () => {
    const careless = ['5,"Lía;=1+1"', '5,"a\n=1"', '5,"a\t@x"', '5,=1', '5,"a;""=1"', '"=1"'];
    for (const line of careless) expect(findFormulaCells(line), line).not.toEqual([]);
    fc.assert(
      fc.property(fc.array(fc.array(hostileText, { maxLength: 5 })), (rows) => {
        expect(findFormulaCells(csvFile(rows.map(csvLine)))).toEqual([]);
      }),
      { numRuns: 1_000, seed: 19 },
    );
  });

  it('P17 comes back through an RFC 4180 parser, cell by cell, with no cell left to compute', () => {
    const rows = fc.array(fc.array(hostileText, { minLength: 2, maxLength: 9 }), { maxLength: 20 });
    const words = (text: string) => text.replace(/[\t\r\n\v\f\u0085\u2028\u2029]+/g, ' ').replaceAll("'", '');
    fc.assert(
      fc.property(rows, (written) => {
        const read = parseCsv(csvFile(written.map(csvLine)).slice(1));
        expect(read.map((row) => row.map(words))).toEqual(written.map((row) => row.map(words)));
        expect(read.flat().filter((value) => /^[=+\-@\t\r\n\0＝＋－＠]/.test(value))).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('usersCsvName', () => {
  it('carries the day', () => {
    expect(usersCsvFileName('2026-03-05')).toBe('usuarios_2026-03-05.csv');
  });
});
