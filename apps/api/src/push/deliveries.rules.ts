import type { PushProvider } from '@pulso/contract/devices';
import type { Notification } from '@pulso/contract/notifications';

/** What may be wrong with a service as a whole. */
export type Trouble = 'credentials' | 'unreachable';

/** One notification on its way to one device. */
export type Delivery = {
  notification_id: number;
  device_id: number;
  provider: PushProvider;
  /** Who delivers it and judges our credentials: Firebase, or the push service that the browser's address names. */
  service: string;
  /** The service's, when this was taken. */
  trouble: Trouble | null;
  attempts: number;
  refusals: number;
  title: string;
  body: string;
  data: Notification['data'];
  /** How long it is still worth arriving. */
  seconds_left: number;
  /** Nothing of it is there when the device is gone, or its user inactive or deleted. */
  device: { user_id: number; token: string; p256dh: string | null; auth: string | null } | null;
};

/**
 * What came of it. `gone`: the token is worth nothing any more. `later`: worth another try. `refused`: as if we were
 * somebody else; whether it is this device or our credentials, others will tell. `credentials`: the service says that it
 * is those. `unreachable`: no answer.
 */
export type Outcome =
  | { kind: 'delivered' | 'failed' | 'gone' | 'refused' | 'credentials' | 'unreachable' }
  | { kind: 'later'; afterSeconds?: number };

/** What is written down of a try. `refused`: later, but not for ever. `released`: not tried, and so no attempt. */
export type Result = {
  delivery: Delivery;
  result: 'delivered' | 'failed' | 'gone' | 'later' | 'refused' | 'released';
  delaySeconds?: number;
};

export type Patience = {
  /** Before the second try; before each further one twice as long. */
  retrySeconds: number;
  /** How long a service in trouble is left alone. */
  blockSeconds: Record<Trouble, number>;
};

/** What is older is no news. */
export const WORTH_HOURS = 24;
const LONGEST_DELAY_SECONDS = 900;
/** A device that is refused as often while its service is well has a trouble of its own. */
const MOST_REFUSALS = 5;

type Wish = { firstSeconds: number; afterSeconds?: number; random?: number };

/** Twice as long each time, and never the same for all: those that failed together must not come back together. */
export function retryDelay(attempts: number, { firstSeconds, afterSeconds = 0, random = Math.random() }: Wish): number {
  const delay = Math.min(firstSeconds * 2 ** Math.min(attempts - 1, 20), LONGEST_DELAY_SECONDS);
  const jittered = delay * (0.5 + random / 2);
  // Not before the provider said, and not all at the moment that it said.
  return afterSeconds > 0 ? Math.max(jittered, afterSeconds + random * Math.min(afterSeconds, 10)) : jittered;
}

/** `trouble` is that of its service. */
export function resultOf(
  delivery: Delivery,
  outcome: Outcome,
  trouble: Trouble | null,
  { retrySeconds: firstSeconds, blockSeconds }: Patience,
): Result {
  const { attempts, refusals } = delivery;
  const delay = (afterSeconds?: number) => retryDelay(attempts, { firstSeconds, afterSeconds });
  switch (outcome.kind) {
    case 'delivered':
    case 'failed':
    case 'gone':
      return { delivery, result: outcome.kind };
    case 'later':
      return { delivery, result: 'later', delaySeconds: delay(outcome.afterSeconds) };
    case 'unreachable':
      return { delivery, result: 'later', delaySeconds: delay() };
    case 'refused':
    case 'credentials':
      // Our trouble, and not held against it, however long it lasts.
      if (outcome.kind === 'credentials' || trouble === 'credentials')
        return { delivery, result: 'later', delaySeconds: blockSeconds.credentials };
      if (refusals + 1 >= MOST_REFUSALS) return { delivery, result: 'failed' };
      return { delivery, result: 'refused', delaySeconds: delay() };
  }
}

/** The header's seconds or date, as seconds from now. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Math.min(Number(header), WORTH_HOURS * 3_600);
  const at = /GMT$/.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(at) ? undefined : Math.min(Math.max((at - now) / 1_000, 0), WORTH_HOURS * 3_600);
}

/** What a repeated delivery of the same notification replaces, where it was delivered already. */
export const tagOf = ({ notification_id }: Pick<Delivery, 'notification_id'>) => `pulso-${notification_id}`;
