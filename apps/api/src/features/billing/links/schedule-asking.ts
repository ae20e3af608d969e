import { askDueLinks } from '#features/billing/links/ask-links';
import type { LinkDependencies } from '#features/billing/links/make-link';

const PAUSE_MS = 5_000;

type Options = LinkDependencies & { warn: (line: string) => void; pauseMs?: number };

/** Asks for links as they come due, whatever notices there are. Returns what stops it, after the one under way. */
export function scheduleAsking({ warn, pauseMs = PAUSE_MS, ...deps }: Options): () => Promise<void> {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let last = '';
  const run = async () => {
    try {
      await askDueLinks(deps, () => isStopped);
      last = '';
    } catch (error) {
      // A failure that lasts is told once.
      const { message } = error as Error;
      if (message !== last) warn(`Links de pago: ${message}`);
      last = message;
    }
    if (isStopped) return;
    timer = setTimeout(() => {
      running = run();
    }, pauseMs);
    timer.unref();
  };
  let running = run();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
