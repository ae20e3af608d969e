import { setTimeout as sleep } from 'node:timers/promises';
import { post } from '#push/providers/http-post';

const TIMEOUT_MS = 5_000;
const PAUSES_MS = [0, 1_000, 5_000];

/** Posts the alert, three times at most. Throws the last reason, in which there is nothing of the address. */
export async function sendAlert(
  address: URL,
  alert: object,
  { stopping, pausesMs = PAUSES_MS }: { stopping: AbortSignal; pausesMs?: number[] },
): Promise<void> {
  let problem: Error | undefined;
  for (const pauseMs of pausesMs) {
    await sleep(pauseMs, undefined, { signal: stopping });
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]);
    const headers = { 'Content-Type': 'application/json', Connection: 'close' };
    try {
      const { status } = await post(address, { headers, body: JSON.stringify(alert), signal });
      if (status >= 200 && status < 300) return;
      problem = new Error(`respondió ${status}`);
    } catch (error) {
      problem = new Error((error as NodeJS.ErrnoException).code ?? (error as Error).name);
    }
  }
  throw problem ?? new Error('no se envió');
}
