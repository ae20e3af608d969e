export type SemaphoreLimits = {
  slots: number;
  maxWaiting?: number;
  maxWaitMs?: number;
  refusal?: () => Error;
};

// PostgreSQL's own code for it: too many connections.
const noConnection = () => Object.assign(new Error('No free database connection in time'), { code: '53300' });

/** A semaphore whose queue is bounded in length and in time. */
export function openSemaphore({ slots, maxWaiting = Infinity, maxWaitMs, refusal = noConnection }: SemaphoreLimits) {
  type Waiter = { resolve: () => void; reject: (error: Error) => void };
  const waiting = new Set<Waiter>();
  let taken = 0;

  const acquire = async (): Promise<void> => {
    if (taken < slots) {
      taken += 1;
      return;
    }
    if (waiting.size >= maxWaiting) throw refusal();
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(waiter);
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
      waiting.add(waiter);
    });
  };

  /** The slot passes to the next waiter, so `taken` stays. */
  const release = () => {
    const [next] = waiting;
    if (!next) {
      taken -= 1;
      return;
    }
    waiting.delete(next);
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
      for (const waiter of waiting) waiter.reject(error);
      waiting.clear();
    },
  };
}
