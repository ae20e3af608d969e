export type SemaphoreLimits = {
  places: number;
  maxWaiting?: number;
  maxWaitMs?: number;
  refusal?: () => Error;
};

// PostgreSQL's own code for it: too many connections.
const noConnection = () => Object.assign(new Error('No free database connection in time'), { code: '53300' });

/** So many at once; the rest wait in line, which is bounded in length and in time. */
export function openSemaphore({ places, maxWaiting = Infinity, maxWaitMs, refusal = noConnection }: SemaphoreLimits) {
  type Waiter = { enter: () => void; refuse: (error: Error) => void };
  const waiting = new Set<Waiter>();
  let inside = 0;

  const enter = async (): Promise<void> => {
    if (inside < places) {
      inside += 1;
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
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      waiting.add(waiter);
    });
  };

  /** The place goes to the next in line, so `inside` stays. */
  const leave = () => {
    const [next] = waiting;
    if (!next) {
      inside -= 1;
      return;
    }
    waiting.delete(next);
    next.enter();
  };

  return {
    enter,
    leave,
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      await enter();
      return work().finally(leave);
    },
    /** Refuses all who wait: what they wait for will not come. */
    dismiss(error: Error) {
      for (const waiter of waiting) waiter.refuse(error);
      waiting.clear();
    },
  };
}
