import { csvFile, csvLine, usersCsvHeader } from '@pulso/contract/csv';
import type { UserListRow } from '@pulso/contract/users';
import { CallFailure } from '#api/client';
import { readUsers } from '#features/users/users-calls';
import { findUsers, searchable, userCsvLine, type UsersQuery } from '#features/users/users.rules';

/** As many as the server gives at once. */
const EXPORT_PAGE = 100;
const AT_A_TIME = 4;
const ATTEMPTS = 3;
/** Lines written before the screen gets its turn. */
const LINES_AT_ONCE = 2_000;

export type Progress = { done: number; total: number };
type Options = { query: UsersQuery; today: string; signal: AbortSignal; onProgress: (progress: Progress) => void };
type Lines = Map<number, string>;

const itsTurn = () => new Promise((resolve) => setTimeout(resolve));

/** Everybody came in one answer: the panel itself finds whom the filters leave. */
async function linesOf(users: UserListRow[], { today, signal, onProgress }: Options): Promise<Lines> {
  const lines: Lines = new Map();
  for (let done = 0; done < users.length; done += LINES_AT_ONCE) {
    for (const user of users.slice(done, done + LINES_AT_ONCE)) lines.set(user.id, userCsvLine(user, today));
    onProgress({ done: lines.size, total: users.length });
    await itsTurn();
    signal.throwIfAborted();
  }
  return lines;
}

/**
 * Page by page, a few at a time, in the order of their ids: who comes meanwhile comes last. When somebody goes, those
 * behind move up and one could be passed over, so there is no answer then.
 */
async function readLines(options: Options): Promise<Lines | undefined> {
  const { today, onProgress } = options;
  const query: UsersQuery = { ...options.query, sort: 'id', order: 'asc' };
  const stop = new AbortController();
  const signal = AbortSignal.any([options.signal, stop.signal]);
  const read = (page: number) => readUsers({ ...query, page, limit: EXPORT_PAGE }, signal);
  const first = await read(1);
  if (first.total === undefined) return linesOf(findUsers(searchable(first.rows), query, today), options);

  const pages: [id: number, line: string][][] = [];
  let { total } = first;
  let [next, done, moved] = [1, 0, false];
  const take = (page: number, rows: UserListRow[]) => {
    pages[page - 1] = rows.map((user) => [user.id, userCsvLine(user, today)]);
    done += rows.length;
    onProgress({ done, total });
  };
  take(next++, first.rows);
  const work = async () => {
    while (!moved && (next - 1) * EXPORT_PAGE < total) {
      const page = next++;
      const answer = await read(page);
      moved ||= answer.total === undefined || answer.total < total;
      total = answer.total ?? total;
      take(page, answer.rows);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
  } finally {
    // One page that does not come ends the others too.
    stop.abort();
  }
  return moved ? undefined : new Map(pages.flat());
}

/** The file with every user that the query leaves, whole or not at all. */
export async function usersCsv(options: Options): Promise<{ text: string; count: number }> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const lines = await readLines(options);
    if (lines) return { text: csvFile([csvLine(usersCsvHeader), ...lines.values()]), count: lines.size };
  }
  throw new CallFailure(200, 'La lista cambió mientras se exportaba. Por favor, intenta de nuevo.');
}
