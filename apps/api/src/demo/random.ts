/** Pseudo-random with a fixed seed: the demonstration is the same on every machine. */
export type Random = ReturnType<typeof seededRandom>;

export function seededRandom(seed: number) {
  let state = seed >>> 0;
  // Mulberry32: short, and good enough for names and dates.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    /** Whole number from `min` to `max`, both included. */
    int,
    chance: (part: number) => next() < part,
    pick: <T>(list: readonly T[]): T => list[int(0, list.length - 1)]!,
    /** Number around a mean, distributed as heights are. */
    around: (mean: number, spread: number) => mean + (next() + next() + next() - 1.5) * spread,
    weighted: <T>(list: readonly T[], weight: (item: T) => number): T => {
      let left = next() * list.reduce((sum, item) => sum + weight(item), 0);
      return list.find((item) => (left -= weight(item)) < 0) ?? list.at(-1)!;
    },
  };
}
