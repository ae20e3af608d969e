/** Short, because another node may undo a failure. */
const TTL_MS = 5_000;
const MAX_ENTRIES = 10_000;

/** Keys that the database has found to be blocked, so that a flood of attempts costs it no queries. */
export function openBlockCache(now: () => Date) {
  const entries = new Map<string, { since: number; until: number }>();
  const nameOf = (key: string[]) => JSON.stringify(key);

  return {
    /** For how many seconds the key is still blocked; 0 when it is not, or when the entry has expired. */
    secondsLeft(key: string[]): number {
      const entry = entries.get(nameOf(key));
      const time = now().getTime();
      // Earlier than `since` when the clock was set back.
      if (!entry || time < entry.since || time > entry.since + TTL_MS) return 0;
      return Math.max(0, Math.ceil((entry.until - time) / 1_000));
    },

    block(key: string[], seconds: number) {
      const since = now().getTime();
      entries.delete(nameOf(key));
      entries.set(nameOf(key), { since, until: since + seconds * 1_000 });
      const [oldest] = entries.keys();
      if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
    },

    unblock(key: string[]) {
      entries.delete(nameOf(key));
    },
  };
}
