import type { DeviceInput } from '@pulso/contract/accounts/devices';
import { daysBetween, type DateText } from '@pulso/contract/kit/dates';
import { CallFailure } from '@pulso/web/answers';
import { call } from '#http/call';
import { serverToday } from '#http/server-clock';
import { findWorker, registerWorker } from '#device/offline';
import { isInstalled, isIphone } from '#device/phone';
import { PUSH_KEY, readStored, store } from '#device/phone-storage';

/**
 * Of this browser: it shows notifications, it could, the person has forbidden it, an iPhone would from its home screen,
 * or it cannot.
 */
export type PushState = 'on' | 'off' | 'denied' | 'tab' | 'unsupported';

/** The server forgets a device that it has not heard of for long. */
const RENEWAL_DAYS = 30;

/** The last registration that was sent to the server, and when. */
type Told = { endpoint: string; day: DateText };

const findSubscription = async () => (await findWorker())?.pushManager?.getSubscription();

export async function readPushState(): Promise<PushState> {
  if (!('PushManager' in window) || !('Notification' in window) || !navigator.serviceWorker)
    return isIphone() && !isInstalled() ? 'tab' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  return Notification.permission === 'granted' && (await findSubscription()) ? 'on' : 'off';
}

/** The worker, once it can take what arrives. */
async function openWorker(): Promise<ServiceWorkerRegistration> {
  const registration = await registerWorker();
  const coming = registration.installing ?? registration.waiting;
  if (!registration.active && coming)
    await new Promise<void>((resolve) => {
      coming.addEventListener('statechange', () => /activated|redundant/.test(coming.state) && resolve());
    });
  return registration;
}

async function tell(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const json = { provider: 'webpush', token: endpoint, platform: 'web', keys } as DeviceInput;
  await call('PUT', 'my/device', { json });
  store(PUSH_KEY, { endpoint: subscription.endpoint, day: serverToday() } satisfies Told);
}

/** Asks the person, then the push service, then tells the server; answers what came of it. */
export async function turnPushOn(): Promise<PushState> {
  // First of all, because a browser asks only while it remembers the tap.
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  const key = call('GET', 'my/device/key');
  const [{ pushManager }, { data }] = await Promise.all([openWorker(), key]);
  // One that stands was made with another key, or for somebody else.
  await (await pushManager.getSubscription())?.unsubscribe();
  const { public_key } = data as { public_key: string };
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key });
  try {
    await tell(subscription);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return 'on';
}

/** Says again that this device is there, where that was long ago, or where the browser has changed its address. */
export async function renewPush(): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  const told = readStored<Told>(PUSH_KEY);
  if (told?.endpoint !== subscription.endpoint || daysBetween(told.day, serverToday()) >= RENEWAL_DAYS)
    await tell(subscription);
}

/** Takes the device away from the person, on the server. */
export async function removeDevice(): Promise<void> {
  const subscription = await findSubscription();
  if (!subscription) return;
  await call('DELETE', 'my/device', { json: { token: subscription.endpoint } }).catch((error: unknown) => {
    // The server has forgotten it, or the session.
    if (!(error instanceof CallFailure) || ![401, 404].includes(error.status)) throw error;
  });
}

/** Nothing arrives here any more, and what has arrived goes. */
export async function forgetPush(): Promise<void> {
  const registration = await findWorker();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
