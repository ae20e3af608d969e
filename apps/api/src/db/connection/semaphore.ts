export type SemaphoreLimits = {
  slots: number;
  maxWaiting?: number;
  maxWaitMs?: number;
  refusal?: () => Error;
};

// PostgreSQL's own code for it: too many connections.
const noConnectionError = () => Object.assign(new Error('No free database connection in time'), { code: '53300' });

const REOPEN_MS = 1_000;

export type Semaphore = ReturnType<typeof openSemaphore>;

/** A semaphore whose queue is bounded in length and in time. */
export function openSemaphore({
  slots,
  maxWaiting = Infinity,
  maxWaitMs,
  refusal = noConnectionError,
}: SemaphoreLimits) {
  type Waiter = { resolve: () => void; reject: (error: Error) => void };
  let waiters: Waiter[] = [];
  let usedSlots = 0;
  let openSlots = slots;
  let reopening: NodeJS.Timeout | undefined;

  const wait = (isFirst: boolean) =>
    new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiters = waiters.filter((other) => other !== waiter);
        reject(refusal());
      };
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      const waiter: Waiter = {
        resolve: () => {
          clearTimeout(timer);
          resolve();
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      if (isFirst) waiters.unshift(waiter);
      else waiters.push(waiter);
    });

  /** Passes free slots to those who wait. */
  const admit = () => {
    while (usedSlots < openSlots) {
      const next = waiters.shift();
      if (!next) return;
      usedSlots += 1;
      next.resolve();
    }
  };

  const acquire = async (): Promise<void> => {
    if (usedSlots < openSlots) {
      usedSlots += 1;
      return;
    }
    if (waiters.length >= maxWaiting) throw refusal();
    await wait(false);
  };

  const release = () => {
    usedSlots -= 1;
    admit();
  };

  return {
    acquire,
    release,
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      await acquire();
      return work().finally(release);
    },
    /**
     * For a holder who finds that there is less room than `slots`: he waits before all others for what the rest give
     * back, and for a while nobody takes more than they have. Rejects with the error if he is the only one.
     */
    async waitForRoom(error: Error) {
      if (usedSlots === 1) throw error;
      usedSlots -= 1;
      openSlots = usedSlots;
      reopening ??= setTimeout(() => {
        reopening = undefined;
        openSlots = slots;
        admit();
      }, REOPEN_MS).unref();
      await wait(true);
    },
    /** How many hold a slot, and how many wait for one. */
    state: () => ({ running: usedSlots, waiting: waiters.length }),
    rejectWaiting(error: Error) {
      for (const waiter of waiters) waiter.reject(error);
      waiters = [];
    },
  };
}
