/** A pause that may be ended before its time. */
export function openNap() {
  let wake = () => {};
  return {
    wake: () => wake(),
    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}

/** An error that lasts is logged once, not every second. */
export function openErrorLog(warn: (message: string) => void) {
  let last = '';
  return {
    logOnce: ({ message }: Error) => {
      if (message !== last) warn(`push: ${message}`);
      last = message;
    },
    forget: () => {
      last = '';
    },
  };
}
