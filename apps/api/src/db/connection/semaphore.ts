export type SemaphoreLimits = {
  slots: number;
  maxWaiting?: number;
  maxWaitMs?: number;
  refusal?: () => Error;
};

// PostgreSQL's own code for it: too many connections.
const noConnectionError = () => Object.assign(new Error('No free database connection in time'), { code: '53300' });

/** A semaphore whose queue is bounded in length and in time. */
export function openSemaphore({
  slots,
  maxWaiting = Infinity,
  maxWaitMs,
  refusal = noConnectionError,
}: SemaphoreLimits) {
  type Waiter = { resolve: () => void; reject: (error: Error) => void };
  const waiters = new Set<Waiter>();
  let usedSlots = 0;

  const acquire = async (): Promise<void> => {
    if (usedSlots < slots) {
      usedSlots += 1;
      return;
    }
    if (waiters.size >= maxWaiting) throw refusal();
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiters.delete(waiter);
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
      waiters.add(waiter);
    });
  };

  /** The slot passes to the next waiter, so `usedSlots` stays. */
  const release = () => {
    const [next] = waiters;
    if (!next) {
      usedSlots -= 1;
      return;
    }
    waiters.delete(next);
    next.resolve();
  };

  return {
    acquire,
    release,
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      await acquire();
      return work().finally(release);
    },
    rejectWaiting(error: Error) {
      for (const waiter of waiters) waiter.reject(error);
      waiters.clear();
    },
  };
}
