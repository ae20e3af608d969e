import type { PushProvider } from '@pulso/contract/devices';
import type { Db } from '#db/database';
import { openRecorder } from '#push/result-writer';
import { queueDeliveries, takeDeliveries } from '#push/deliveries.queries';
import { resultOf, type Delivery, type Outcome, type Patience } from '#push/deliveries.rules';
import { openCircuits } from '#push/circuit-breakers';
import { openPace } from '#push/rate-limiter';
import { openPlaces } from '#push/service-slots';

export type Sender = (
  delivery: Delivery,
  device: NonNullable<Delivery['device']>,
  signal: AbortSignal,
) => Promise<Outcome>;

export type WorkerSettings = Patience & {
  /** To each provider, from this node, while nobody uses the API. */
  perSecond: number;
  atOnce: number;
  leaseSeconds: number;
  timeoutMs: number;
  pollMs: number;
};

type Lane = {
  db: Db;
  provider: PushProvider;
  send: Sender;
  warn: (message: string) => void;
  settings: WorkerSettings;
  /** How many calls have come from outside so far. */
  calls?: () => number;
  stopping: AbortSignal;
};

const QUEUED_AT_ONCE = 1_000;
const LONGEST_STOP_MS = 2_000;
/** Taken from the database together, to be sent one after the other: a query for each would cost more than the sending. */
const STOCK_SECONDS = 0.25;
const LARGEST_STOCK = 100;
/** To write the result down before somebody else takes it. */
const RECORDING_MS = 2_000;

/** The deliveries of one provider, on this node. */
export function openLane(lane: Lane) {
  const { db, provider, send, warn, settings, calls, stopping } = lane;
  /** One for each try, and none for all: in Node 20 a signal that outlives its requests keeps something of each of them. */
  const cuts = new Set<AbortController>();
  let isCut = false;
  const underWay = new Set<Promise<void>>();
  const places = openPlaces(settings.atOnce);
  let stock: { takenAt: number; until: number; deliveries: Delivery[] } = { takenAt: 0, until: 0, deliveries: [] };
  const recorder = openRecorder(db, warn);
  const judge = openCircuits({ db, warn, settings });
  const pace = openPace(settings.perSecond, { calls });
  // Once for each kind of trouble: it may last, and every second of it says the same.
  let lastComplaint = '';
  const complain = ({ message }: Error) => {
    if (message !== lastComplaint) warn(`push: ${message}`);
    lastComplaint = message;
  };

  let wake = () => {};
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** Not to be sent after all: whoever comes next may. */
  const putBack = (unsent: Delivery[]) =>
    Promise.all(unsent.map((delivery) => recorder.add({ delivery, result: 'released' })));

  /** Answers whether there may be more. */
  const takeStock = async (): Promise<boolean> => {
    const { perSecond, leaseSeconds, timeoutMs } = settings;
    const most = Math.min(Math.ceil(perSecond * STOCK_SECONDS), LARGEST_STOCK, places.share);
    const takenAt = performance.now();
    // Nobody may send what another worker may have taken by then.
    const until = takenAt + leaseSeconds * 1_000 - timeoutMs - RECORDING_MS;
    const last = places.full();
    const deliveries = await takeDeliveries(db, { provider, most, leaseSeconds, last });
    stock = { takenAt, until, deliveries };
    lastComplaint = '';
    if (deliveries.some(({ service }) => !last.includes(service))) return true;
    // Nothing, or only for those who have places enough: what is for others may not be queued yet.
    return (await queueDeliveries(db, QUEUED_AT_ONCE)) !== undefined;
  };

  /** What is left of the stock for a service, or for all. */
  const unsent = (service?: string) => {
    const isMeant = (one: Delivery) => service === undefined || one.service === service;
    const meant = stock.deliveries.filter(isMeant);
    stock.deliveries = stock.deliveries.filter((one) => !isMeant(one));
    return meant;
  };

  const attempt = async (delivery: Delivery, takenAt: number): Promise<void> => {
    const { device, service, seconds_left } = delivery;
    const begun = performance.now();
    if (!device || seconds_left <= 0) return recorder.add({ delivery, result: 'failed' });
    const cut = new AbortController();
    const timer = setTimeout(() => cut.abort(), settings.timeoutMs);
    cuts.add(cut);
    const outcome = await send(delivery, device, cut.signal)
      .catch((): Outcome => ({ kind: 'unreachable' }))
      .finally(() => {
        clearTimeout(timer);
        cuts.delete(cut);
      });
    // Cut off by us: nobody knows, and it is tried again when its lease ends.
    if (isCut && outcome.kind === 'unreachable') return;
    const { trouble, isBlocked, written } = judge({ delivery, user: device.user_id, outcome, takenAt, begun });
    const blocked = isBlocked ? unsent(service) : [];
    await written?.catch(complain);
    await Promise.all([putBack(blocked), recorder.add(resultOf(delivery, outcome, trouble, settings))]);
  };

  const begin = (delivery: Delivery, takenAt: number) => {
    places.take(delivery.service);
    const trying: Promise<void> = attempt(delivery, takenAt)
      .catch(complain)
      .finally(() => {
        underWay.delete(trying);
        places.leave(delivery.service);
      });
    underWay.add(trying);
  };

  /** Tries what may be tried now, and answers how long to rest afterwards. */
  const turn = async (): Promise<number> => {
    if (recorder.isBehind()) return settings.pollMs;
    if (underWay.size >= settings.atOnce) {
      await Promise.race(underWay);
      return 0;
    }
    if (performance.now() > stock.until) stock.deliveries = [];
    const isMore = stock.deliveries.length > 0 || (await takeStock());
    if (stock.deliveries.length === 0) return isMore ? 0 : settings.pollMs;
    const allowed = pace.take(Math.min(stock.deliveries.length, settings.atOnce - underWay.size));
    for (const delivery of stock.deliveries.splice(0, allowed)) begin(delivery, stock.takenAt);
    return pace.pause();
  };

  /** A stop does not wait for those who hang. */
  const hurry = () => {
    isCut = true;
    recorder.giveUp();
    for (const cut of cuts) cut.abort();
  };

  return {
    wake: () => wake(),
    run: async () => {
      let impatient: NodeJS.Timeout | undefined;
      stopping.addEventListener('abort', () => {
        impatient = setTimeout(hurry, LONGEST_STOP_MS);
      });
      while (!stopping.aborted) {
        const pause = await turn().catch((error: Error) => {
          complain(error);
          return settings.pollMs;
        });
        if (stopping.aborted) break;
        const due = performance.now() + pause;
        // Also where there is nothing to wait for: what has come meanwhile is read in between.
        await rest(pause);
        pace.heed(performance.now() - due);
      }
      await Promise.all([putBack(unsent()), ...underWay]);
      clearTimeout(impatient);
    },
  };
}
