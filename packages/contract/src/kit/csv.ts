type Cell = string | number | null | undefined;

// A spreadsheet computes a cell that begins so. Quotes, blanks and invisible characters in front do not count,
// because some importers drop them; the full-width and small forms count, because some fold them.
const FORMULA = /^[\s"\p{C}]*[=+\-@＝＋－＠﹢﹣﹦﹫]|^[\t\r\n\0]/u;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** One RFC 4180 cell. A text that a spreadsheet would compute gets a leading apostrophe and quotes; a number stays one. */
export function csvCell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const dangerous = FORMULA.test(text);
  const safe = dangerous ? `'${text}` : text;
  return dangerous || NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvLine(values: readonly Cell[]): string {
  return values.map(csvCell).join(',');
}

/** The byte order mark tells Excel that it is UTF-8. */
export function csvFile(lines: readonly string[]): string {
  return `\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`;
}
