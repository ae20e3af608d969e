import type { PushProvider } from '@pulso/contract/accounts/devices';
import type { Db } from '#db/schema/database';
import { openErrorLog, openNap } from '#push/background-loop';
import { openCircuitBreakers } from '#push/circuit-breakers';
import { claimDeliveries, queueDeliveries } from '#push/deliveries.queries';
import { resultOf, type Delivery, type Outcome, type RetryPolicy } from '#push/deliveries.rules';
import { openRateLimiter } from '#push/rate-limiter';
import { openResultWriter } from '#push/result-writer';
import { openServiceSlots } from '#push/service-slots';

export type Sender = (
  delivery: Delivery,
  device: NonNullable<Delivery['device']>,
  signal: AbortSignal,
) => Promise<Outcome>;

export type WorkerSettings = RetryPolicy & {
  /** To each provider, from this node, while nobody uses the API. */
  perSecond: number;
  maxConcurrent: number;
  leaseSeconds: number;
  timeoutMs: number;
  pollMs: number;
};

type Options = {
  db: Db;
  provider: PushProvider;
  send: Sender;
  warn: (message: string) => void;
  settings: WorkerSettings;
  /** Number of API calls so far. */
  apiCalls?: () => number;
  stopping: AbortSignal;
};

const QUEUE_BATCH_SIZE = 1_000;
const MAX_STOP_MS = 2_000;
/** A query for each delivery would cost more than sending it, so a quarter of a second's worth is claimed together. */
const BATCH_SECONDS = 0.25;
const MAX_BATCH_SIZE = 100;
/** Left of the lease to write the result before another worker may claim the delivery. */
const WRITE_MARGIN_MS = 2_000;

/** Claims and sends the deliveries of one provider, on this node. */
export function openProviderWorker({ db, provider, send, warn, settings, apiCalls, stopping }: Options) {
  // One for each send: in Node 20 a signal that outlives its requests leaks memory for each of them.
  const aborts = new Set<AbortController>();
  let isAborted = false;
  const pendingDeliveries = new Set<Promise<void>>();
  const slots = openServiceSlots(settings.maxConcurrent);
  let batch: { claimedAt: number; sendBefore: number; deliveries: Delivery[] } = {
    claimedAt: 0,
    sendBefore: 0,
    deliveries: [],
  };
  const results = openResultWriter(db, warn);
  const recordAttempt = openCircuitBreakers({ db, warn, policy: settings });
  const limiter = openRateLimiter(settings.perSecond, { apiCalls });
  const errors = openErrorLog(warn);
  const nap = openNap();

  /** Any worker may claim them again at once. */
  const release = (unsent: Delivery[]) =>
    Promise.all(unsent.map((delivery) => results.add({ delivery, result: 'released' })));

  /** Answers whether there may be more. */
  const claimBatch = async (): Promise<boolean> => {
    const { perSecond, leaseSeconds, timeoutMs } = settings;
    const batchSize = Math.min(Math.ceil(perSecond * BATCH_SECONDS), MAX_BATCH_SIZE, slots.maxPerService);
    const claimedAt = performance.now();
    // A send must end within the lease: after it, another worker may send the same.
    const sendBefore = claimedAt + leaseSeconds * 1_000 - timeoutMs - WRITE_MARGIN_MS;
    const lowPriority = slots.fullServices();
    const deliveries = await claimDeliveries(db, { provider, batchSize, leaseSeconds, lowPriority });
    batch = { claimedAt, sendBefore, deliveries };
    errors.forget();
    if (deliveries.some(({ service }) => !lowPriority.includes(service))) return true;
    // Only services without free slots are due: deliveries of others may not be queued yet.
    return (await queueDeliveries(db, QUEUE_BATCH_SIZE)) !== undefined;
  };

  /** Takes what is left of the batch for one service, or for all, out of it. */
  const takeUnsent = (service?: string) => {
    const isTaken = (one: Delivery) => service === undefined || one.service === service;
    const takenDeliveries = batch.deliveries.filter(isTaken);
    batch.deliveries = batch.deliveries.filter((one) => !isTaken(one));
    return takenDeliveries;
  };

  const attempt = async (delivery: Delivery, claimedAt: number): Promise<void> => {
    const { device, service, seconds_left } = delivery;
    const startedAt = performance.now();
    if (!device || seconds_left <= 0) return results.add({ delivery, result: 'failed' });
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), settings.timeoutMs);
    aborts.add(abort);
    const outcome = await send(delivery, device, abort.signal)
      .catch((): Outcome => ({ kind: 'unreachable' }))
      .finally(() => {
        clearTimeout(timer);
        aborts.delete(abort);
      });
    // Aborted by us: it may have arrived or not, so it is retried when its lease ends.
    if (isAborted && outcome.kind === 'unreachable') return;
    const { trouble, isBlocked, saved } = recordAttempt({
      delivery,
      user: device.user_id,
      outcome,
      claimedAt,
      startedAt,
    });
    const blocked = isBlocked ? takeUnsent(service) : [];
    await saved?.catch(errors.logOnce);
    await Promise.all([release(blocked), results.add(resultOf(delivery, outcome, trouble, settings))]);
  };

  const start = (delivery: Delivery, claimedAt: number) => {
    slots.acquire(delivery.service);
    const running: Promise<void> = attempt(delivery, claimedAt)
      .catch(errors.logOnce)
      .finally(() => {
        pendingDeliveries.delete(running);
        slots.release(delivery.service);
      });
    pendingDeliveries.add(running);
  };

  /** Sends what may be sent now, and answers how many milliseconds to sleep afterwards. */
  const runOnce = async (): Promise<number> => {
    if (results.isBehind()) return settings.pollMs;
    if (pendingDeliveries.size >= settings.maxConcurrent) {
      await Promise.race(pendingDeliveries);
      return 0;
    }
    if (performance.now() > batch.sendBefore) batch.deliveries = [];
    const isMore = batch.deliveries.length > 0 || (await claimBatch());
    if (batch.deliveries.length === 0) return isMore ? 0 : settings.pollMs;
    const allowed = limiter.take(Math.min(batch.deliveries.length, settings.maxConcurrent - pendingDeliveries.size));
    for (const delivery of batch.deliveries.splice(0, allowed)) start(delivery, batch.claimedAt);
    return limiter.pause();
  };

  /** A stop does not wait for providers that hang. */
  const abortAll = () => {
    isAborted = true;
    results.giveUp();
    for (const abort of aborts) abort.abort();
  };

  return {
    wake: nap.wake,
    run: async () => {
      let stopTimer: NodeJS.Timeout | undefined;
      stopping.addEventListener('abort', () => {
        stopTimer = setTimeout(abortAll, MAX_STOP_MS);
      });
      while (!stopping.aborted) {
        const pause = await runOnce().catch((error: Error) => {
          errors.logOnce(error);
          return settings.pollMs;
        });
        if (stopping.aborted) break;
        const wakeAt = performance.now() + pause;
        // Even for no time at all: it lets Node handle the answers that have arrived.
        await nap.sleep(pause);
        limiter.noteTimerDelay(performance.now() - wakeAt);
      }
      await Promise.all([release(takeUnsent()), ...pendingDeliveries]);
      clearTimeout(stopTimer);
    },
  };
}
