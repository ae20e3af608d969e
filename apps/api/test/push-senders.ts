import type { Senders } from '#push/dispatcher';
import { openFcm, readServiceAccount } from '#push/providers/fcm';
import { makeVapidSecret, openWebPush, readVapidKeys } from '#push/providers/web-push';
import { pushAddressCheck } from '#push/providers/web-push-address.rules';

const vapid = readVapidKeys(makeVapidSecret());

/** Firebase at the first address; push services of browsers at all of them. */
export async function openSenders(account: string, address: string, others: string[] = []): Promise<Required<Senders>> {
  const checks = [address, ...others].map((own) => pushAddressCheck(own));
  const isPushAddress = (token: string) => checks.some((isOwn) => isOwn(token));
  return {
    fcm: openFcm(await readServiceAccount(account), address),
    webpush: openWebPush({ keys: vapid, contact: 'mailto:x@example.com', isPushAddress }),
  };
}
