type Cell = string | number | null | undefined;

/** `excel` is as Excel reads in Argentina, `standard` as RFC 4180 and most programs do. */
const formats = { excel: { separator: ';', decimal: ',' }, standard: { separator: ',', decimal: '.' } };
export const csvFormats = ['excel', 'standard'] as const;
export type CsvFormat = (typeof csvFormats)[number];

// A program may read with the separator of another country, or with a tab, and counts a quote only where a cell begins: inside
// ours the text is bare. No line or tab is left in it, and what follows a comma or a semicolon begins a cell.
const LINE_BREAKS = /[\t\r\n\v\f\u0085\u2028\u2029]+/g;
// A spreadsheet computes a cell that begins so. Quotes, blanks and invisible characters in front do not count,
// because some importers drop them; the full-width and small forms count, because some fold them.
const FORMULA_START = /(^|[;,])(?=[\s"\p{C}]*[=+\-@＝＋－＠﹢﹣﹦﹫])/gu;
const NEEDS_QUOTES = /[",;]|^\s|\s$/;

/** A cell, quoted as in RFC 4180. An apostrophe precedes text that a spreadsheet would compute; a number stays one. */
export function csvCell(value: Cell, format: CsvFormat): string {
  if (typeof value === 'number') return String(value).replace('.', formats[format].decimal);
  const text = (value ?? '').replace(LINE_BREAKS, ' ');
  const safe = text.replace(FORMULA_START, "$1'");
  return safe !== text || NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvLine(values: readonly Cell[], format: CsvFormat): string {
  return values.map((value) => csvCell(value, format)).join(formats[format].separator);
}

/** The byte order mark tells Excel that it is UTF-8. */
export function csvFile(lines: readonly string[]): string {
  return `\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`;
}
