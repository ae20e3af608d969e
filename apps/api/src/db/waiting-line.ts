export type LineLimits = { places: number; longest: number; patienceMs: number; refusal?: () => Error };

// PostgreSQL's own word for it: too many connections.
const noConnection = () => Object.assign(new Error('No free database connection in time'), { code: '53300' });

/** A few at once; the rest wait in line, no longer than is sensible and no more of them than is. */
export function waitingLine({ places, longest, patienceMs, refusal = noConnection }: LineLimits) {
  type Waiter = { enter: () => void; refuse: (error: Error) => void };
  const waiting = new Set<Waiter>();
  let inside = 0;

  return {
    async enter(): Promise<void> {
      if (inside < places) {
        inside += 1;
        return;
      }
      if (waiting.size >= longest) throw refusal();
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(waiter);
          reject(refusal());
        }, patienceMs);
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
    },

    /** Whoever leaves hands the place over, so `inside` stays. */
    leave() {
      const [next] = waiting;
      if (!next) {
        inside -= 1;
        return;
      }
      waiting.delete(next);
      next.enter();
    },

    /** There is nothing to wait for. */
    dismiss(error: Error) {
      for (const waiter of waiting) waiter.refuse(error);
      waiting.clear();
    },
  };
}
