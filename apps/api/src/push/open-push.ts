import type { Config } from '#config';
import { readOrCreateSecret } from '#files/secrets';
import type { Push } from '#http/routes/dependencies';
import type { Senders } from '#push/dispatcher';
import { openFcm, readServiceAccount } from '#push/providers/fcm';
import { makeVapidSecret, openWebPush, readVapidKeys } from '#push/providers/web-push';
import { pushAddressCheck } from '#push/providers/web-push-address.rules';
import { StartupError } from '#startup-error';

async function openVapidKeys(dataDir: string) {
  const { text, file } = await readOrCreateSecret(dataDir, 'vapid.key', makeVapidSecret);
  try {
    return readVapidKeys(text);
  } catch {
    throw new StartupError(`La clave de ${file} no es válida. Bórrala para crear otra.`);
  }
}

/** The providers that are configured. Web Push always is: its keys are made at the first start. */
export async function openPush(config: Config): Promise<{ senders: Senders; push: Omit<Push, 'wake'> }> {
  const { DATA_DIR, FCM_SERVICE_ACCOUNT, FCM_ADDRESS, WEB_PUSH_ADDRESS, WEB_PUSH_CONTACT } = config;
  const isPushAddress = pushAddressCheck(WEB_PUSH_ADDRESS);
  const keys = await openVapidKeys(DATA_DIR);
  const senders: Senders = { webpush: openWebPush({ keys, contact: WEB_PUSH_CONTACT, isPushAddress }) };
  if (FCM_SERVICE_ACCOUNT) senders.fcm = openFcm(await readServiceAccount(FCM_SERVICE_ACCOUNT), FCM_ADDRESS);
  const providers = Object.keys(senders) as Push['providers'];
  return { senders, push: { providers, publicKey: keys.publicKey, isPushAddress } };
}
