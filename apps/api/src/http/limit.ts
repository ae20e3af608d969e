/** Runs a few at once; the rest wait in line, and when the line is full `refuse` says what to throw. */
export function limit(atOnce: number, longestQueue = Infinity, refuse?: () => Error) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1;
    else {
      if (refuse && waiting.length >= longestQueue) throw refuse();
      // Whoever ends hands its place over, so `running` stays.
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
