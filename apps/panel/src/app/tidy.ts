import { withStorage } from '#api/device';
import { dropOldDrafts, forgetOldSeen, isOld } from '#api/stored/old';
import { RETURN, withTab } from '#api/session';

const TIDY_MS = 10 * 60_000;

/** Drops expired data of a session that ended while no page was open; repeats while this one is open. */
export function dropExpiredTraces() {
  withStorage(dropOldDrafts);
  withTab((storage) => {
    if (isOld(Number.parseInt(storage.getItem(RETURN) ?? '', 10))) storage.removeItem(RETURN);
  });
  void forgetOldSeen().catch(() => undefined);
  setTimeout(dropExpiredTraces, TIDY_MS);
}
