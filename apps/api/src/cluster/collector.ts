import { addUp, countersOf, type Snapshot } from '#metrics/metrics.rules';

/** Wait for the slowest process; one that hangs is counted as it reported last. */
const MAX_WAIT_MS = 1_000;

/** Adds up what processes report, and keeps what those counted that have ended: a sum never goes down. */
export function openCollector(maxWaitMs = MAX_WAIT_MS) {
  let ended: Snapshot = {};
  const latest = new Map<number, Snapshot>();
  const waiting = new Set<{ missing: Set<number>; done: () => void }>();

  const settle = (id: number) => {
    for (const { missing, done } of waiting) if (missing.delete(id) && missing.size === 0) done();
  };

  return {
    take(id: number, snapshot: Snapshot) {
      latest.set(id, snapshot);
      settle(id);
    },
    /** The process has ended. */
    leave(id: number) {
      ended = addUp([ended, countersOf(latest.get(id) ?? {})]);
      latest.delete(id);
      settle(id);
    },
    /** The sum once these have reported, who are asked by the caller. */
    async collect(ids: number[]): Promise<Snapshot> {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => one.done(), maxWaitMs);
        const one = {
          missing: new Set(ids),
          done: () => {
            clearTimeout(timer);
            waiting.delete(one);
            resolve();
          },
        };
        waiting.add(one);
      });
      return addUp([ended, ...latest.values()]);
    },
  };
}
