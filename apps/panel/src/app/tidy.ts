import { withStorage } from '#api/device';
import { dropOldDrafts, forgetOldSeen, isOld } from '#api/old';
import { RETURN, withTab } from '#api/session';

const TIDY_MS = 10 * 60_000;

/** Drops what a session left that ended while no page was open, and goes on while one stands at the login. */
export function dropExpiredTraces() {
  withStorage(dropOldDrafts);
  withTab((storage) => {
    if (isOld(Number.parseInt(storage.getItem(RETURN) ?? '', 10))) storage.removeItem(RETURN);
  });
  void forgetOldSeen().catch(() => undefined);
  setTimeout(dropExpiredTraces, TIDY_MS);
}
