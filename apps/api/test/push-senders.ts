import { openFcm, readServiceAccount } from '#features/notifications/fcm';
import { pushAddressCheck } from '#features/notifications/push-address.rules';
import type { Senders } from '#features/notifications/push-worker';
import { makeVapidSecret, openWebPush, readVapidKeys } from '#features/notifications/web-push';

const TIMEOUT_MS = 3_000;
const vapid = readVapidKeys(makeVapidSecret());

export async function openSenders(account: string, address: string): Promise<Required<Senders>> {
  const isPushAddress = pushAddressCheck(address);
  return {
    fcm: openFcm(await readServiceAccount(account), address, TIMEOUT_MS),
    webpush: openWebPush({ keys: vapid, contact: 'mailto:x@example.com', isPushAddress, timeoutMs: TIMEOUT_MS }),
  };
}
