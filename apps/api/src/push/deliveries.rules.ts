import type { PushProvider } from '@pulso/contract/accounts/devices';
import type { Notification } from '@pulso/contract/desk/notifications';

/** A fault of a service as a whole. */
export type Trouble = 'credentials' | 'unreachable';

/** One notification for one device. */
export type Delivery = {
  notification_id: number;
  device_id: number;
  provider: PushProvider;
  /** The service that delivers and checks our credentials: Firebase, or the one that the browser's address names. */
  service: string;
  /** The service's trouble when this delivery was claimed. */
  trouble: Trouble | null;
  attempts: number;
  refusals: number;
  title: string;
  body: string;
  data: Notification['data'];
  /** Seconds until the notification is too old to be worth delivering. */
  seconds_left: number;
  /** Null when the device was removed, or its user is inactive or deleted. */
  device: { user_id: number; token: string; p256dh: string | null; auth: string | null } | null;
};

/**
 * The provider's answer. `gone`: the token is no longer valid. `later`: worth a retry. `refused`: either this device
 * or our credentials are wrong; only the answers for other devices can tell. `credentials`: the service says that it is
 * the credentials. `unreachable`: no answer.
 */
export type Outcome =
  | { kind: 'delivered' | 'failed' | 'gone' | 'refused' | 'credentials' | 'unreachable' }
  | { kind: 'later'; afterSeconds?: number };

/** The stored result. `refused`: a retry that counts towards `MAX_REFUSALS`. `released`: not sent, so no attempt. */
export type Result = {
  delivery: Delivery;
  result: 'delivered' | 'failed' | 'gone' | 'later' | 'refused' | 'released';
  delaySeconds?: number;
};

export type RetryPolicy = {
  /** Delay before the first retry; it doubles with each further one. */
  retrySeconds: number;
  /** Time for which nobody tries a service in trouble. */
  blockSeconds: Record<Trouble, number>;
};

/** An older notification is not worth delivering. */
export const MAX_AGE_HOURS = 24;
const MAX_RETRY_DELAY_SECONDS = 900;
/** A device refused this often while its service works is itself the problem. */
const MAX_REFUSALS = 5;

type Backoff = { firstSeconds: number; afterSeconds?: number; random?: number };

/** Exponential backoff with jitter: deliveries that failed together must not be retried together. */
export function retryDelay(
  attempts: number,
  { firstSeconds, afterSeconds = 0, random = Math.random() }: Backoff,
): number {
  const delay = Math.min(firstSeconds * 2 ** Math.min(attempts - 1, 20), MAX_RETRY_DELAY_SECONDS);
  const jittered = delay * (0.5 + random / 2);
  // Retries never come before Retry-After, and are spread out after it.
  return afterSeconds > 0 ? Math.max(jittered, afterSeconds + random * Math.min(afterSeconds, 10)) : jittered;
}

/** The result to store for an outcome; `trouble` is that of its service. */
export function resultOf(
  delivery: Delivery,
  outcome: Outcome,
  trouble: Trouble | null,
  { retrySeconds: firstSeconds, blockSeconds }: RetryPolicy,
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
      // Wrong credentials are our fault: the delivery waits for as long as they last.
      if (outcome.kind === 'credentials' || trouble === 'credentials')
        return { delivery, result: 'later', delaySeconds: blockSeconds.credentials };
      if (refusals + 1 >= MAX_REFUSALS) return { delivery, result: 'failed' };
      return { delivery, result: 'refused', delaySeconds: delay() };
  }
}

/** The Retry-After header's seconds or date, as seconds from now. */
export function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Math.min(Number(header), MAX_AGE_HOURS * 3_600);
  const at = /GMT$/.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(at) ? undefined : Math.min(Math.max((at - now) / 1_000, 0), MAX_AGE_HOURS * 3_600);
}

/** A second delivery with the same key replaces the first one on the device. */
export const collapseKeyOf = ({ notification_id }: Pick<Delivery, 'notification_id'>) => `pulso-${notification_id}`;
