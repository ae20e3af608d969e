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
  /** Of each provider, on this node: more would take from whoever uses the panel meanwhile. */
  perSecond: number;
  atOnce: number;
  leaseSeconds: number;
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
  stopping: AbortSignal;
};

const QUEUED_AT_ONCE = 1_000;
/** As many in a row, and it is not one device's fault. */
const SUSPICIOUS: Partial<Record<Outcome['kind'], number>> = { credentials: 1, refused: 5, unreachable: 10 };
const MOST_REFUSALS = 5;
const LONGEST_STOP_MS = 3_000;

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
  // What was wrong before this start may still be written down.
  let known: Trouble | 'unknown' | undefined = 'unknown';

  return async ({ kind }: Outcome): Promise<Trouble | undefined> => {
    row = { kind, length: row.kind === kind ? row.length + 1 : 1 };
    if (kind === 'delivered' && known) {
      known = undefined;
      await clearTrouble(db, provider);
    }
    if (row.length < (SUSPICIOUS[kind] ?? Infinity)) return undefined;
    const trouble = kind === 'unreachable' ? 'unreachable' : 'credentials';
    if (known !== trouble)
      warn(`push: ${provider}: ${trouble === 'credentials' ? 'rechaza nuestras credenciales' : 'no responde'}`);
    known = trouble;
    await blockProvider(db, provider, trouble, settings.blockSeconds[trouble]);
    return trouble;
  };
}

/** The deliveries of one provider, on this node. */
export function openLane(lane: Lane) {
  const { db, provider, send, warn, settings, stopping } = lane;
  const cut = new AbortController();
  const underWay = new Set<Promise<void>>();
  const recorder = openRecorder(db, warn);
  const judge = openJudge(lane);
  const pace = openPace(settings.perSecond);
  const complain = (error: Error) => warn(`push: ${error.message}`);

  let wake = () => {};
  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const attempt = async (delivery: Delivery): Promise<void> => {
    const { device, seconds_left } = delivery;
    if (!device || seconds_left <= 0) return recorder.add({ delivery, result: 'failed' });
    const outcome = await send(delivery, device, cut.signal).catch((): Outcome => ({ kind: 'unreachable' }));
    // Cut off by us: nobody knows, and it is tried again when its lease ends.
    if (cut.signal.aborted && outcome.kind === 'unreachable') return;
    const trouble = await judge(outcome).catch((error: Error) => void complain(error));
    await recorder.add(resultOf(delivery, outcome, trouble ?? undefined, settings.retrySeconds));
  };

  /** Takes what may be tried now, and answers how long to rest afterwards. */
  const turn = async (): Promise<number> => {
    if (underWay.size >= settings.atOnce) {
      await Promise.race(underWay);
      return 0;
    }
    const allowed = pace.take(settings.atOnce - underWay.size);
    if (allowed === 0) return pace.pauseMs;
    const taken = await takeDeliveries(db, provider, allowed, settings.leaseSeconds);
    pace.giveBack(allowed - taken.length);
    for (const delivery of taken) {
      const trying: Promise<void> = attempt(delivery)
        .catch(complain)
        .finally(() => underWay.delete(trying));
      underWay.add(trying);
    }
    if (taken.length > 0) return 0;
    return (await queueDeliveries(db, QUEUED_AT_ONCE)) === undefined ? settings.pollMs : 0;
  };

  return {
    wake: () => wake(),
    run: async () => {
      while (!stopping.aborted) {
        const pause = await turn().catch((error: Error) => {
          complain(error);
          return settings.pollMs;
        });
        if (pause > 0 && !stopping.aborted) await rest(pause);
      }
      const impatient = setTimeout(() => cut.abort(), LONGEST_STOP_MS);
      await Promise.all(underWay);
      clearTimeout(impatient);
    },
  };
}
