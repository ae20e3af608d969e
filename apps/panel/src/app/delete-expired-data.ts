import { withLocalStorage } from '#api/device-storage';
import { deleteExpiredDrafts, deleteExpiredAnswers, isExpired } from '#api/stored/expiry';
import { RETURN_ADDRESS_KEY, withSessionStorage } from '#api/session';

const TIDY_INTERVAL_MS = 10 * 60_000;

/** Drops expired data of a session that ended while no page was open; repeats while this one is open. */
export function deleteExpiredData() {
  withLocalStorage(deleteExpiredDrafts);
  withSessionStorage((storage) => {
    if (isExpired(Number.parseInt(storage.getItem(RETURN_ADDRESS_KEY) ?? '', 10)))
      storage.removeItem(RETURN_ADDRESS_KEY);
  });
  void deleteExpiredAnswers().catch(() => undefined);
  setTimeout(deleteExpiredData, TIDY_INTERVAL_MS);
}
