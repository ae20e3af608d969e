import { StringDecoder } from 'node:string_decoder';
import { MAX_IMPORT_COLUMNS } from '@pulso/contract/desk/imports';
import { addDays } from '@pulso/contract/kit/dates';
import sax, { type QualifiedAttribute, type QualifiedTag, type Tag } from 'sax';
import { BrokenZipError, readZip, ZipTooLargeError, type ZipReader } from '#archive/zip';
import { TooManyColumnsError, type FileRow } from '#features/desk/imports/read-csv.rules';

/** A kilobyte of one letter may be a gigabyte: so much may unfold of a file, and so many characters may be kept of it. */
const MAX_UNFOLDED_BYTES = 100_000_000;
const MAX_SHARED_CHARACTERS = 24_000_000;
/** A cell that a text field refuses in any case. */
const MAX_CELL_CHARACTERS = 5_001;
const LAST_COLUMN = 16_384;
/** The day before the first one, as spreadsheets count since they took 1900 for a leap year, and as old ones for Macs do. */
const EPOCH = '1899-12-30';
const MAC_EPOCH = '1904-01-01';

export class NotASpreadsheetError extends Error {}

type Handlers = {
  open?: (name: string, attribute: (name: string) => string | undefined) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
};

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Passes the tags of an XML part as they come. A part that declares entities of its own is none that a spreadsheet writes. */
async function* passTags(zip: ZipReader, part: string, { open, close, text }: Handlers): AsyncGenerator<void> {
  const xml = sax.parser(true, { xmlns: false, position: false });
  const broken = (why: string) => new BrokenZipError(`${part}: ${why}`);
  xml.onerror = (error) => {
    throw broken(error.message);
  };
  xml.ondoctype = () => {
    throw broken('a document type');
  };
  xml.onopentag = ({ name, attributes }: Tag | QualifiedTag) =>
    open?.(localName(name), (wanted) => {
      const found = Object.entries<string | QualifiedAttribute>(attributes).find(
        ([key]) => key === wanted || localName(key) === wanted,
      )?.[1];
      return typeof found === 'object' ? found.value : found;
    });
  xml.onclosetag = (name) => close?.(localName(name));
  xml.ontext = (value) => text?.(value);
  xml.oncdata = (value) => text?.(value);
  const decoder = new StringDecoder('utf8');
  for await (const chunk of zip.read(part)) {
    xml.write(decoder.write(chunk));
    yield;
  }
  xml.write(decoder.end()).close();
}

async function readTags(zip: ZipReader, part: string, handlers: Handlers): Promise<void> {
  for await (const _ of passTags(zip, part, handlers));
}

type Workbook = { sheet: string; epoch: string };

/** The first sheet that is shown. */
async function readWorkbook(zip: ZipReader): Promise<Workbook> {
  if (!zip.has('xl/workbook.xml')) throw new NotASpreadsheetError();
  const relations = new Map<string, string>();
  await readTags(zip, 'xl/_rels/workbook.xml.rels', {
    open: (name, attribute) => {
      if (name === 'Relationship') relations.set(attribute('Id') ?? '', attribute('Target') ?? '');
    },
  });
  const sheets: { id: string; hidden: boolean }[] = [];
  let epoch = EPOCH;
  await readTags(zip, 'xl/workbook.xml', {
    open: (name, attribute) => {
      if (name === 'sheet')
        sheets.push({
          id: attribute('r:id') ?? attribute('id') ?? '',
          hidden: (attribute('state') ?? 'visible') !== 'visible',
        });
      if (name === 'workbookPr' && /^(1|true)$/.test(attribute('date1904') ?? '')) epoch = MAC_EPOCH;
    },
  });
  const target = relations.get((sheets.find(({ hidden }) => !hidden) ?? sheets[0])?.id ?? '');
  if (target === undefined) throw new NotASpreadsheetError();
  return { sheet: target.startsWith('/') ? target.slice(1) : `xl/${target}`, epoch };
}

async function readSharedStrings(zip: ZipReader): Promise<string[]> {
  const strings: string[] = [];
  const part = 'xl/sharedStrings.xml';
  if (!zip.has(part)) return strings;
  let text = '';
  let kept = 0;
  let isText = false;
  // How a word is pronounced stands beside it.
  let isPhonetic = false;
  await readTags(zip, part, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
      if (name === 't') isText = !isPhonetic;
    },
    text: (value) => {
      if (isText && text.length < MAX_CELL_CHARACTERS) text += value;
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;
      strings.push(text.slice(0, MAX_CELL_CHARACTERS));
      kept += Math.min(text.length, MAX_CELL_CHARACTERS) + 8;
      if (kept > MAX_SHARED_CHARACTERS) throw new ZipTooLargeError();
    },
  });
  return strings;
}

const isBuiltInDate = (format: number) =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 47) ||
  (format >= 50 && format <= 58);
/** A format with days or years, outside of quotes, brackets and escapes. */
const isDateFormat = (code: string) => /[dy]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''));

/** Which styles show a number as a date. */
async function readDateStyles(zip: ZipReader): Promise<boolean[]> {
  const styles: boolean[] = [];
  const part = 'xl/styles.xml';
  if (!zip.has(part)) return styles;
  const dateFormats = new Set<number>();
  let isCellFormat = false;
  await readTags(zip, part, {
    open: (name, attribute) => {
      if (name === 'numFmt' && isDateFormat(attribute('formatCode') ?? ''))
        dateFormats.add(Number(attribute('numFmtId')));
      if (name === 'cellXfs') isCellFormat = true;
      if (name !== 'xf' || !isCellFormat) return;
      const format = Number(attribute('numFmtId') ?? 0);
      styles.push(isBuiltInDate(format) || dateFormats.has(format));
    },
    close: (name) => {
      if (name === 'cellXfs') isCellFormat = false;
    },
  });
  return styles;
}

/** 'AB12' is in column 27, counted from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** A number as a person would type it: no exponent, and no more decimals than money has. */
function writeNumber(text: string): string {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return text;
  if (Number.isInteger(value)) return BigInt(value).toString();
  return String(Number(value.toFixed(2)));
}

function writeDate(text: string, epoch: string): string {
  const days = Math.floor(Number(text));
  return days > 0 && days < 200_000 ? addDays(epoch, days) : writeNumber(text);
}

/** Rows of the first sheet, as values. What a formula came to begins with an equals sign. */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<FileRow> {
  const zip = readZip(bytes, MAX_UNFOLDED_BYTES);
  const { sheet, epoch } = await readWorkbook(zip);
  const strings = await readSharedStrings(zip);
  const isDate = await readDateStyles(zip);
  let rows: FileRow[] = [];
  let row: FileRow = { number: 0, cells: [] };
  let cell = { column: 0, type: 'n', style: 0, text: '', hasFormula: false };
  let isValue = false;
  const valueOf = ({ type, style, text }: typeof cell): string => {
    if (type === 's') return strings[Number(text)] ?? '';
    if (type === 'b') return text === '1' ? 'sí' : 'no';
    if (type === 'd') return text.slice(0, 10);
    if (type !== 'n') return text;
    return isDate[style] ? writeDate(text, epoch) : writeNumber(text);
  };
  const handlers: Handlers = {
    open: (name, attribute) => {
      if (name === 'row') row = { number: Number(attribute('r') ?? row.number + 1), cells: [] };
      else if (name === 'c') {
        const reference = attribute('r');
        const column = reference === undefined ? row.cells.length : columnOf(reference);
        if (!(column >= 0 && column < LAST_COLUMN)) throw new BrokenZipError('a cell in no column');
        cell = { column, type: attribute('t') ?? 'n', style: Number(attribute('s') ?? 0), text: '', hasFormula: false };
      } else if (name === 'f') cell.hasFormula = true;
      else if (name === 'v' || name === 't') isValue = true;
    },
    text: (value) => {
      if (isValue && cell.text.length < MAX_CELL_CHARACTERS) cell.text += value;
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'c' && (cell.text !== '' || cell.hasFormula)) {
        if (cell.column >= MAX_IMPORT_COLUMNS) throw new TooManyColumnsError();
        while (row.cells.length < cell.column) row.cells.push('');
        row.cells[cell.column] = (cell.hasFormula ? '=' : '') + valueOf(cell);
      } else if (name === 'row') rows.push(row);
    },
  };
  for await (const _ of passTags(zip, sheet, handlers)) {
    yield* rows;
    rows = [];
  }
  yield* rows;
}
