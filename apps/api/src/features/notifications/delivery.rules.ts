import type { PushProvider } from '@pulso/contract/devices';
import type { Notification } from '@pulso/contract/notifications';

/** One notification on its way to one device. */
export type Delivery = {
  notification_id: number;
  device_id: number;
  provider: PushProvider;
  attempts: number;
  title: string;
  body: string;
  data: Notification['data'];
  /** How long it is still worth arriving. */
  seconds_left: number;
  /** Nothing of it is there when the device is gone, or its user inactive or deleted. */
  device: { token: string; p256dh: string | null; auth: string | null } | null;
};

/**
 * What came of it. `gone`: the token is worth nothing any more. `later`: worth another try. `refused`: as if we were
 * somebody else; whether it is this device or our credentials, others will tell. `credentials`, `unreachable`: wrong with
 * the provider as a whole.
 */
export type Outcome =
  | { kind: 'delivered' | 'failed' | 'gone' | 'refused' | 'credentials' | 'unreachable' }
  | { kind: 'later'; afterSeconds?: number };

/** What is older is no news. */
export const WORTH_HOURS = 24;
const LONGEST_DELAY_SECONDS = 900;

type Wish = { firstSeconds: number; afterSeconds?: number; random?: number };

/** Twice as long each time, and never the same for all: those that failed together must not come back together. */
export function retryDelay(attempts: number, { firstSeconds, afterSeconds = 0, random = Math.random() }: Wish): number {
  const delay = Math.min(firstSeconds * 2 ** Math.min(attempts - 1, 20), LONGEST_DELAY_SECONDS);
  const jittered = delay * (0.5 + random / 2);
  // Not before the provider said, and not all at the moment that it said.
  return afterSeconds > 0 ? Math.max(jittered, afterSeconds + random * Math.min(afterSeconds, 10)) : jittered;
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
