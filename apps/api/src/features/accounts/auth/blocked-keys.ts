/** Asked of the database again after this long: another node may have taken a failure back. */
const TRUSTED_MS = 5_000;
const MOST_KEPT = 10_000;

/** What the database has said is blocked, so that a flood of the same costs it nothing. */
export function openBlockedKeys(now: () => Date) {
  const kept = new Map<string, { since: number; until: number }>();
  const nameOf = (key: string[]) => JSON.stringify(key);

  return {
    /** How many seconds the key is still blocked for; none when it is not, or when nobody knows any more. */
    secondsLeft(key: string[]): number {
      const found = kept.get(nameOf(key));
      const time = now().getTime();
      // A clock that was put back knows nothing either.
      if (!found || time < found.since || time > found.since + TRUSTED_MS) return 0;
      return Math.max(0, Math.ceil((found.until - time) / 1_000));
    },

    block(key: string[], seconds: number) {
      const since = now().getTime();
      kept.delete(nameOf(key));
      kept.set(nameOf(key), { since, until: since + seconds * 1_000 });
      const [oldest] = kept.keys();
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    },

    forget(key: string[]) {
      kept.delete(nameOf(key));
    },
  };
}
