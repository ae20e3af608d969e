import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from '@pulso/contract/desk/imports';
import { BrokenZipError, ZipTooLargeError } from '#archive/zip';
import { Refusal } from '#db/writes/refusal';
import {
  decodeText,
  OpenQuoteError,
  readCsv,
  TooManyColumnsError,
  type FileRow,
} from '#features/desk/imports/read-csv.rules';
import { NotASpreadsheetError, readXlsx } from '#features/desk/imports/read-xlsx';

/** Titles and blank lines above the headings do not count as rows. */
const MAX_TITLE_ROWS = 20;
const ROWS_PER_TURN = 250;
const MAX_CHARACTERS = 24_000_000;
const MAX_CELL_CHARACTERS = 5_001;

export const TOO_MANY_ROWS = `El archivo tiene más de ${MAX_IMPORT_ROWS.toLocaleString('es-AR')} filas`;
const TOO_MANY_COLUMNS = `El archivo tiene más de ${MAX_IMPORT_COLUMNS} columnas`;
const UNFOLDS_TOO_FAR = 'El archivo es demasiado grande una vez abierto';
const BROKEN = 'El archivo está dañado o no es una planilla de Excel (.xlsx)';
const OLD_OR_LOCKED =
  'El archivo tiene contraseña o es de un Excel antiguo (.xls): guárdalo como .xlsx sin contraseña, o como CSV';
const NOT_A_TABLE = 'El archivo no es una planilla: sube un CSV o un Excel (.xlsx)';
const EMPTY = 'El archivo no tiene filas';

const refuse = (reason: string) => new Refusal({ file: reason });
const startsWith = (bytes: Buffer, ...signature: number[]) => signature.every((byte, at) => bytes[at] === byte);

function readRows(bytes: Buffer): Iterable<FileRow> | AsyncIterable<FileRow> {
  if (startsWith(bytes, 0x50, 0x4b)) return readXlsx(bytes);
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw refuse(OLD_OR_LOCKED);
  const text = decodeText(bytes);
  // Pictures and documents have bytes that no text has.
  if (text.includes('\0')) throw refuse(NOT_A_TABLE);
  return readCsv(text);
}

const cleanCell = (cell: string) =>
  cell
    .slice(0, MAX_CELL_CHARACTERS)
    .replace(/[\u00a0\u202f\u2007]/g, ' ')
    .replace(/^[\s\ufeff]+|\s+$/g, '');

function translate(error: unknown): unknown {
  if (error instanceof ZipTooLargeError) return refuse(UNFOLDS_TOO_FAR);
  if (error instanceof TooManyColumnsError) return refuse(TOO_MANY_COLUMNS);
  if (error instanceof BrokenZipError) return refuse(BROKEN);
  if (error instanceof NotASpreadsheetError) return refuse(NOT_A_TABLE);
  if (error instanceof OpenQuoteError) return refuse(`Hay comillas sin cerrar en la fila ${error.row}`);
  return error;
}

/** The rows of a file that have something in them, trimmed. Others get their turn meanwhile. */
export async function readTable(bytes: Buffer): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  let characters = 0;
  try {
    for await (const { number, cells } of readRows(bytes)) {
      if (number % ROWS_PER_TURN === 0) await nextTurn();
      const trimmed = cells.map(cleanCell);
      while (trimmed.length > 0 && trimmed.at(-1) === '') trimmed.pop();
      if (trimmed.length === 0) continue;
      if (trimmed.length > MAX_IMPORT_COLUMNS) throw refuse(TOO_MANY_COLUMNS);
      rows.push({ number, cells: trimmed });
      if (rows.length > MAX_IMPORT_ROWS + MAX_TITLE_ROWS) throw refuse(TOO_MANY_ROWS);
      for (const cell of trimmed) characters += cell.length;
      if (characters > MAX_CHARACTERS) throw refuse(UNFOLDS_TOO_FAR);
    }
  } catch (error) {
    throw translate(error);
  }
  if (rows.length === 0) throw refuse(EMPTY);
  return rows;
}
