import type { UserListRow } from '@pulso/contract/accounts/users';
import { csvFile, csvLine, type CsvFormat } from '@pulso/contract/kit/csv';
import { roleLabel, userGenderLabel } from '@pulso/contract/accounts/users.labels';
import { formatDate, type DateText } from '@pulso/contract/kit/dates';
import { statusLabel } from '@pulso/contract/kit/labels';
import { csvPhone } from '@pulso/contract/kit/phone';
import { CallFailure } from '@pulso/web/answers';
import { readUsers } from '#features/accounts/users/users-calls';
import { createMatchers, sortUsers, toSearchableUsers } from '#features/accounts/users/find-users.rules';
import { furtherNames, subscriptionBadgeOf, type UsersQuery } from '#features/accounts/users/users.rules';

export const usersCsvHeader = [
  'ID',
  'Nombre',
  'Género',
  'Usuario',
  'Teléfono',
  'Rol',
  'Estado',
  'Suscripción',
  'Fecha Registro',
] as const;

/** One line of the exported file, in the words of the screen. */
export function userCsvLine(user: UserListRow, today: DateText, format: CsvFormat): string {
  const cells = [
    user.id,
    user.name,
    userGenderLabel(user.gender),
    user.username,
    csvPhone(user.phone, user.countryCodeT),
    roleLabel(user.role),
    statusLabel(user.status),
    subscriptionBadgeOf(user, today)?.text ?? '',
    formatDate(user.created_at),
  ];
  return csvLine(cells, format);
}

/** The server's largest page. */
const EXPORT_PAGE_SIZE = 100;
/** Above it one answer with all users is less work for the server than pages. */
const MAX_USERS_BY_PAGES = 5_000;
const MAX_PARALLEL_CALLS = 4;
const MAX_ATTEMPTS = 3;
/** Users per chunk, after which the browser may draw. */
const CHUNK_USERS = 2_000;

export type Progress = { done: number; total: number };
type Options = {
  query: UsersQuery;
  today: string;
  format: CsvFormat;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
};
/** Keyed by id, so that a user met on two pages is exported once. */
type FoundUsers = Map<number, UserListRow>;

const yieldToBrowser = () => new Promise((resolve) => setTimeout(resolve));

/** The server sent all users: the panel filters them. */
async function filterUsers(users: UserListRow[], options: Options, total = users.length): Promise<FoundUsers> {
  const { query, today, signal, onProgress } = options;
  const found: FoundUsers = new Map();
  for (const matches of createMatchers(query, today)) {
    for (let offset = 0; offset < users.length; offset += CHUNK_USERS) {
      const chunk = users.slice(offset, offset + CHUNK_USERS);
      // Search texts are a fifth of the work, and most exports have no search.
      const some = query.search ? toSearchableUsers(chunk) : chunk.map((user) => ({ user, text: '' }));
      for (const { user } of some.filter(matches)) found.set(user.id, user);
      onProgress({ done: found.size, total });
      await yieldToBrowser();
      signal.throwIfAborted();
    }
    if (found.size > 0) return found;
  }
  return found;
}

/** Undefined on a time-out, or where the answer is only a page. */
async function readAllUsers(signal: AbortSignal): Promise<UserListRow[] | undefined> {
  try {
    const { rows, total } = await readUsers(undefined, signal);
    return total === undefined || total === rows.length ? rows : undefined;
  } catch (error) {
    if (error instanceof CallFailure && error.status === 0) return undefined;
    throw error;
  }
}

const readPage = ({ query }: Options, page: number, signal: AbortSignal) =>
  readUsers({ ...query, sort: 'id', order: 'asc', page, limit: EXPORT_PAGE_SIZE }, signal);

type CountedUsers = { rows: UserListRow[]; total: number };
const TOO_MANY_MESSAGE =
  'Son demasiados usuarios para exportarlos de una vez. Usa los filtros para exportarlos por partes.';

/**
 * The other pages, ordered by id so that new users come last. Undefined if a user was deleted meanwhile: later rows move
 * up, and one could be skipped.
 */
async function readPages(first: CountedUsers, options: Options): Promise<FoundUsers | undefined> {
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const pages: UserListRow[][] = [];
  let { total } = first;
  let [next, done, moved] = [2, 0, false];
  const take = (page: number, rows: UserListRow[]) => {
    pages[page - 1] = rows;
    done += rows.length;
    options.onProgress({ done, total });
  };
  const work = async () => {
    while (!moved && (next - 1) * EXPORT_PAGE_SIZE < total) {
      const page = next++;
      const { rows, total: currentTotal = 0 } = await readPage(options, page, signal);
      moved ||= currentTotal < total;
      total = currentTotal;
      take(page, rows);
    }
  };
  take(1, first.rows);
  try {
    await Promise.all(Array.from({ length: MAX_PARALLEL_CALLS }, work));
  } finally {
    // One failed page cancels the others.
    stop.abort();
  }
  return moved ? undefined : new Map(pages.flat().map((user) => [user.id, user]));
}

async function readFoundUsers(options: Options): Promise<FoundUsers> {
  const { signal, onProgress } = options;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { rows, total, more } = await readPage(options, 1, signal);
    if (total === undefined) return filterUsers(rows, options);
    // The progress has no total if the server has not counted all users.
    const expectedTotal = more ? 0 : total;
    onProgress({ done: 0, total: expectedTotal });
    const isLong = !isServersQuestion(options.query) && (more || (total > MAX_USERS_BY_PAGES && attempt === 1));
    const allUsers = isLong ? await readAllUsers(signal) : undefined;
    if (more && !allUsers) throw new CallFailure(200, TOO_MANY_MESSAGE);
    const found = await (allUsers
      ? filterUsers(allUsers, options, expectedTotal)
      : readPages({ rows, total }, options));
    if (found) return found;
  }
  throw new CallFailure(200, 'La lista cambió mientras se exportaba. Por favor, intenta de nuevo.');
}

/** True if the panel could not find these users by itself. */
const isServersQuestion = (query: UsersQuery) => furtherNames.some((name) => query[name] !== undefined);

/** The file with these users. */
export const usersCsvOf = (users: readonly UserListRow[], today: DateText, format: CsvFormat): string =>
  csvFile([csvLine(usersCsvHeader, format), ...users.map((user) => userCsvLine(user, today, format))]);

/** The file with every user that the query leaves, whole or not at all, in the order of the screen. */
export async function exportUsersCsv(options: Options): Promise<{ text: string; count: number }> {
  const { query, today, format } = options;
  const found = [...(await readFoundUsers(options)).values()].map((user) => ({ user, text: '' }));
  const lines = [csvLine(usersCsvHeader, format)];
  for (const { user } of sortUsers(found, query)) {
    lines.push(userCsvLine(user, today, format));
    if (lines.length % CHUNK_USERS === 0) await yieldToBrowser();
  }
  return { text: csvFile(lines), count: found.length };
}

export function usersCsvFileName(today: string): string {
  return `usuarios_${today}.csv`;
}
