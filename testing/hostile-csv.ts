import fc from 'fast-check';

const FORMULA_STARTS = [
  ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '\t=', '\r=', '\n=', ' =', '"=', "'=", '\u00a0=', '\u200b='],
  ...[
    ';=',
    ',=',
    ';"=',
    ';;=',
    'Lía;=',
    'Lía\t=',
    'Lía\n=',
    'Lía\r\n@',
    'Lía; "＝',
    'Lía;\u200b-',
    'Lía";"="',
    'Lía;"',
  ],
];
const FORMULA_BODIES = [
  ...['1+1', 'SUM(A1:A9)', '2+3', 'A1', 'x', '1+1;x', '1"', ';', '";'],
  ...['HYPERLINK("http://evil","x")', `cmd|' /C calc'!A0`, 'WEBSERVICE("http://evil")'],
];
const TEXT_UNITS = [...`=+-@＝＋－＠"',;\t\r\n aÑ1`, '🏋️', '\u200b', '\u2028'];

/** Names of whoever wants a spreadsheet to compute something. */
export const hostileText = fc.oneof(
  fc.tuple(fc.constantFrom(...FORMULA_STARTS), fc.constantFrom(...FORMULA_BODIES)).map((parts) => parts.join('')),
  fc.string({ unit: fc.constantFrom(...TEXT_UNITS) }),
  fc.string({ unit: 'grapheme' }),
);

/** The separators of lists: in English, in Argentina, and where one pastes. */
export const SEPARATORS = [',', ';', '\t'];
/** For some programs a quote counts wherever it stands (RFC 4180 has none elsewhere), for Excel only where a cell begins. */
const QUOTE_RULES = ['everywhere', 'first'] as const;

function readCsv(file: string, separator: string, quotesCount: (typeof QUOTE_RULES)[number]): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let isFirst = true;
  for (let at = 0; at < file.length; at++) {
    const sign = file[at] ?? '';
    if (isQuoted && sign === '"' && file[at + 1] === '"') {
      cell += sign;
      at++;
    } else if (sign === '"' && (isQuoted || isFirst || quotesCount === 'everywhere')) isQuoted = !isQuoted;
    else if (!isQuoted && (sign === separator || sign === '\r' || sign === '\n')) {
      cells.push(cell);
      cell = '';
      isFirst = true;
      continue;
    } else cell += sign;
    isFirst = false;
  }
  return [...cells, cell];
}

const isFormula = (cell: string) =>
  /^[\s"\p{C}]*[=+\-@＝＋－＠﹢﹣﹦﹫]/u.test(cell) && !/^-?\d+([.,]\d+)?$/.test(cell);

/** The cells that a program would compute, whichever separator it reads the file with. */
export function findFormulaCells(file: string): string[] {
  const text = file.replace(/^\uFEFF/, '');
  return SEPARATORS.flatMap((separator) => QUOTE_RULES.flatMap((quotes) => readCsv(text, separator, quotes))).filter(
    isFormula,
  );
}
