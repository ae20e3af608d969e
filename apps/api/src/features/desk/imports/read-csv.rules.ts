/** A row of a file, by the number that a spreadsheet gives it. */
export type FileRow = { number: number; cells: string[] };

const SEPARATORS = [';', ',', '\t', '|'];
const SAMPLE_LENGTH = 20_000;

/** The text of a file by its byte order mark, as UTF-8 if it is, else as older programs write here. */
export function decodeText(bytes: Buffer): string {
  if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes.length >= 2 && bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The separator with which most of the first lines have the same number of cells. */
function findSeparator(text: string): string {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const lines = sample.replace(/"(?:[^"]|"")*"/g, '').split(/\r\n?|\n/);
  const filled = lines.slice(0, text.length > SAMPLE_LENGTH ? -1 : undefined).filter((line) => line.trim() !== '');
  const score = (separator: string) => {
    const counts = new Map<number, number>();
    for (const line of filled) {
      const cells = line.split(separator).length;
      if (cells > 1) counts.set(cells, (counts.get(cells) ?? 0) + 1);
    }
    return Math.max(0, ...[...counts].map(([cells, times]) => times * 100 + cells));
  };
  return SEPARATORS.reduce((best, one) => (score(one) > score(best) ? one : best));
}

export class OpenQuoteError extends Error {
  constructor(readonly row: number) {
    super();
  }
}

/** More cells than any sheet has in use, empty ones at the end included. */
const MAX_CELLS = 1_000;
export class TooManyColumnsError extends Error {}

const LINE_BREAK = /[\r\n]/;

/** Rows of a text with separators, quoted as in RFC 4180 and by whoever quotes less well. */
export function* readCsv(text: string): Generator<FileRow> {
  const declared = /^sep=(.)\r?\n/i.exec(text);
  const separator = declared?.[1] ?? findSeparator(text);
  let at = declared?.[0].length ?? 0;
  let number = declared ? 2 : 1;
  const ends = new RegExp(`[${separator === '\t' ? '\\t' : separator === '|' ? '\\|' : separator}\\r\\n]`, 'g');
  while (at < text.length) {
    const cells: string[] = [];
    const first = number;
    for (let isLineOver = false; !isLineOver;) {
      let cell = '';
      if (text[at] === '"') {
        for (let from = at + 1; ;) {
          const quote = text.indexOf('"', from);
          if (quote === -1) throw new OpenQuoteError(first);
          cell += text.slice(from, quote);
          at = quote + 1;
          if (text[at] !== '"') break;
          cell += '"';
          from = at + 1;
        }
        number += cell.split(/\r\n?|\n/).length - 1;
      }
      ends.lastIndex = at;
      const end = ends.exec(text)?.index ?? text.length;
      // The rest of a cell that is quoted in part belongs to it too.
      cell += text.slice(at, end);
      if (cells.push(cell) > MAX_CELLS) throw new TooManyColumnsError();
      at = end + 1;
      isLineOver = end === text.length || LINE_BREAK.test(text[end]!);
      if (isLineOver && text[end] === '\r' && text[at] === '\n') at += 1;
    }
    number += 1;
    yield { number: first, cells };
  }
}
