import type { Db } from '#db/schema/database';
import { beginBackup } from '#features/desk/backups/backups.queries';

/** A server that has just started has better things to do, and may be stopped again soon. */
const FIRST_CHECK_DELAY_MS = 5 * 60_000;
const CHECK_INTERVAL_MS = 30_000;

type Options = {
  db: Db;
  node: string;
  intervalSeconds: number;
  start: (id: number) => void;
  firstMs?: number;
  checkMs?: number;
};

/** Begins a backup whenever one is due, by the database's word and on one node only; returns what ends that. */
export function scheduleBackups({
  db,
  node,
  intervalSeconds,
  start,
  firstMs = FIRST_CHECK_DELAY_MS,
  checkMs = CHECK_INTERVAL_MS,
}: Options) {
  if (intervalSeconds === 0) return () => undefined;
  const check = async () => {
    const id = await beginBackup(db, { node, madeBy: 'schedule', intervalSeconds });
    if (id !== undefined) start(id);
  };
  let timer = setTimeout(function next() {
    // A database that is away is asked again.
    void check().catch(() => undefined);
    timer = setTimeout(next, checkMs).unref();
  }, firstMs).unref();
  return () => clearTimeout(timer);
}
