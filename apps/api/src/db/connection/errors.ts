import { Refusal } from '#db/writes/refusal';

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const CHECK_VIOLATION = '23514';
const SEQUENCE_EXHAUSTED = '2200H';
// Raised by claim_right().
const SESSION_ENDED_CODE = 'PU401';
const FORBIDDEN_CODE = 'PU403';
const CONTENTION_CODES = new Set(['40001', '40P01', '55P03']);
// Connection, authorization, resource, intervention and system errors; read-only server, time-out, no database.
const UNREACHABLE_CODE = /^(08...|28...|53...|57...|58...|25006|25P0[34]|3D000)$/;
const NETWORK_ERROR_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const DISK_ERROR_CODES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE', 'EIO']);
// pg gives these errors no code.
const LOST_CONNECTION_MESSAGE =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable|Cannot use a pool after/;

export type DatabaseError = Error & { code?: string; constraint?: string; table?: string; detail?: string };
type DatabaseErrorKind =
  | 'session-ended'
  | 'forbidden'
  | 'reference'
  | 'unique'
  | 'exhausted'
  | 'value'
  | 'contention'
  | 'unavailable';

/** Undefined for an error that does not come from a query. */
export function databaseErrorKind(error: unknown): DatabaseErrorKind | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code = '', message } = error as DatabaseError;
  if (code === SESSION_ENDED_CODE) return 'session-ended';
  if (code === FORBIDDEN_CODE) return 'forbidden';
  if (code === FOREIGN_KEY_VIOLATION) return 'reference';
  if (code === UNIQUE_VIOLATION) return 'unique';
  if (code === SEQUENCE_EXHAUSTED) return 'exhausted';
  // Class 22: a value that the column cannot hold.
  if (code === CHECK_VIOLATION || /^22...$/.test(code)) return 'value';
  if (CONTENTION_CODES.has(code)) return 'contention';
  if (UNREACHABLE_CODE.test(code) || NETWORK_ERROR_CODES.has(code) || DISK_ERROR_CODES.has(code)) return 'unavailable';
  return LOST_CONNECTION_MESSAGE.test(message) ? 'unavailable' : undefined;
}

export function isForeignKeyError(error: unknown): error is DatabaseError {
  return databaseErrorKind(error) === 'reference';
}

export function isUniqueError(error: unknown): error is DatabaseError {
  return databaseErrorKind(error) === 'unique';
}

/** True if the write certainly did not happen; after a lost connection that is unknown. */
export function isRolledBack(error: unknown): boolean {
  if (error instanceof Refusal) return error.kind !== 'unavailable';
  const kind = databaseErrorKind(error);
  return kind !== undefined && kind !== 'unavailable';
}
