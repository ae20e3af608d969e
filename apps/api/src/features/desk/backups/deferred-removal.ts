import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/schema/database';
import { isCopying } from '#features/desk/backups/backups.queries';
import type { PictureStore } from '#files/picture-store';

const POLL_MS = 2_000;

/** Resolves when no backup is copying. */
export async function waitUntilCopied(db: Db, pollMs = POLL_MS): Promise<void> {
  while (await isCopying(db)) await sleep(pollMs, undefined, { ref: false });
}

/**
 * A store whose pictures stay while a backup is copied, which may know the rows that named them. Nobody waits for that; what
 * is not removed because this process ends is an orphan like any other.
 */
export function withDeferredRemoval(store: PictureStore, db: Db, pollMs = POLL_MS): PictureStore {
  return {
    ...store,
    remove: async (name) => {
      if (!(await isCopying(db))) return store.remove(name);
      void waitUntilCopied(db, pollMs)
        .then(() => store.remove(name))
        .catch(() => undefined);
    },
  };
}
