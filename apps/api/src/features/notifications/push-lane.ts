import type { PushProvider } from '@pulso/contract/devices';
import type { Db } from '#db/database';
import { openRecorder } from '#features/notifications/delivery-recorder';
import {
  blockProvider,
  clearTrouble,
  queueDeliveries,
  takeDeliveries,
  type Result,
} from '#features/notifications/delivery.queries';
import { retryDelay, type Delivery, type Outcome } from '#features/notifications/delivery.rules';
import { openPace } from '#features/notifications/push-pace';

export type Sender = (
  delivery: Delivery,
  device: NonNullable<Delivery['device']>,
  signal: AbortSignal,
) => Promise<Outcome>;

export type WorkerSettings = {
  /** To each provider, from this node, while nobody uses the API. */
  perSecond: number;
  atOnce: number;
  leaseSeconds: number;
  timeoutMs: number;
  pollMs: number;
  /** Before the second try; before each further one twice as long. */
  retrySeconds: number;
  /** How long a provider in trouble is left alone. */
  blockSeconds: { credentials: number; unreachable: number };
};

type Trouble = 'credentials' | 'unreachable';
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
/** As many in a row, and it is not one device's fault. */
const SUSPICIOUS: Partial<Record<Outcome['kind'], number>> = { credentials: 1, refused: 5, unreachable: 10 };
const MOST_REFUSALS = 5;
const LONGEST_STOP_MS = 2_000;
/** Taken from the database together, to be sent one after the other: a query for each would cost more than the sending. */
const STOCK_SECONDS = 0.25;
const LARGEST_STOCK = 100;
/** To write the result down before somebody else takes it. */
const RECORDING_MS = 2_000;
/** Another node may have written the trouble down, and ended. */
const CLEAR_MS = 60_000;

/** What is written down of a try. In trouble that is not its own a delivery waits, and has not been tried. */
function resultOf(delivery: Delivery, outcome: Outcome, trouble: Trouble | undefined, firstSeconds: number): Result {
  const { attempts } = delivery;
  const later = (afterSeconds?: number): Result => ({
    delivery,
    result: 'later',
    delaySeconds: retryDelay(attempts, { firstSeconds, afterSeconds }),
  });
  if (trouble === 'credentials') return { delivery, result: 'released' };
  switch (outcome.kind) {
    case 'delivered':
    case 'failed':
    case 'gone':
      return { delivery, result: outcome.kind };
    case 'later':
      return later(outcome.afterSeconds);
    case 'refused':
      return attempts >= MOST_REFUSALS ? { delivery, result: 'failed' } : later();
    case 'credentials':
    case 'unreachable':
      return later();
  }
}

/** Notices when it is the provider that is in trouble, not a device, and says so to all nodes. */
function openJudge({ db, provider, warn, settings }: Lane) {
  let row: { kind?: Outcome['kind']; length: number } = { length: 0 };
  let lastAnswer = -Infinity;
  let known: Trouble | undefined;
  let cleared = -Infinity;
  // One after the other: what is decided last must also be what is written last.
  let writing = Promise.resolve();
  const write = (step: () => Promise<void>) => {
    const written = writing.then(step);
    writing = written.catch(() => undefined);
    return written;
  };

  return async ({ kind }: Outcome, begun: number): Promise<Trouble | undefined> => {
    // While this one hung, others were answered: it is not the provider.
    if (kind === 'unreachable' && begun < lastAnswer) return undefined;
    if (kind !== 'unreachable') lastAnswer = performance.now();
    row = { kind, length: row.kind === kind ? row.length + 1 : 1 };
    if (kind === 'delivered' && (known || performance.now() - cleared > CLEAR_MS)) {
      known = undefined;
      cleared = performance.now();
      await write(() => clearTrouble(db, provider)).catch((error: Error) => {
        cleared = -Infinity;
        throw error;
      });
    }
    if (row.length < (SUSPICIOUS[kind] ?? Infinity)) return undefined;
    const trouble = kind === 'unreachable' ? 'unreachable' : 'credentials';
    if (known !== trouble)
      warn(`push: ${provider}: ${trouble === 'credentials' ? 'rechaza nuestras credenciales' : 'no responde'}`);
    known = trouble;
    await write(() => blockProvider(db, provider, trouble, settings.blockSeconds[trouble]));
    return trouble;
  };
}

/** The deliveries of one provider, on this node. */
export function openLane(lane: Lane) {
  const { db, provider, send, warn, settings, calls, stopping } = lane;
  /** One for each try, and none for all: in Node 20 a signal that outlives its requests keeps something of each of them. */
  const cuts = new Set<AbortController>();
  let isCut = false;
  const underWay = new Set<Promise<void>>();
  let stock: { until: number; deliveries: Delivery[] } = { until: 0, deliveries: [] };
  const recorder = openRecorder(db, warn);
  const judge = openJudge(lane);
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
  const putBack = async () => {
    const unsent = stock.deliveries.splice(0);
    await Promise.all(unsent.map((delivery) => recorder.add({ delivery, result: 'released' })));
  };

  const takeStock = async () => {
    const most = Math.min(Math.ceil(settings.perSecond * STOCK_SECONDS), LARGEST_STOCK);
    // Nobody may send what another worker may have taken by then.
    const until = performance.now() + settings.leaseSeconds * 1_000 - settings.timeoutMs - RECORDING_MS;
    stock = { until, deliveries: await takeDeliveries(db, provider, most, settings.leaseSeconds) };
    lastComplaint = '';
  };

  const attempt = async (delivery: Delivery): Promise<void> => {
    const { device, seconds_left } = delivery;
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
    const trouble = await judge(outcome, begun).catch((error: Error) => void complain(error));
    if (trouble) await putBack();
    await recorder.add(resultOf(delivery, outcome, trouble ?? undefined, settings.retrySeconds));
  };

  /** Tries what may be tried now, and answers how long to rest afterwards. */
  const turn = async (): Promise<number> => {
    if (recorder.isBehind()) return settings.pollMs;
    if (underWay.size >= settings.atOnce) {
      await Promise.race(underWay);
      return 0;
    }
    if (performance.now() > stock.until) stock.deliveries = [];
    if (stock.deliveries.length === 0) await takeStock();
    if (stock.deliveries.length === 0)
      return (await queueDeliveries(db, QUEUED_AT_ONCE)) === undefined ? settings.pollMs : 0;
    const allowed = pace.take(Math.min(stock.deliveries.length, settings.atOnce - underWay.size));
    for (const delivery of stock.deliveries.splice(0, allowed)) {
      const trying: Promise<void> = attempt(delivery)
        .catch(complain)
        .finally(() => underWay.delete(trying));
      underWay.add(trying);
    }
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
      await Promise.all([putBack(), ...underWay]);
      clearTimeout(impatient);
    },
  };
}
