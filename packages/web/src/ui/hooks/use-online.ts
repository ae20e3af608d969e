import { useSyncExternalStore } from 'react';

/** True if the last request reached the server; tracked only if there are stored answers to show without it. */
let isServerReached = true;

/** Returns true if the state has changed. */
export function setServerReached(isReached: boolean): boolean {
  const isNews = isServerReached !== isReached;
  isServerReached = isReached;
  if (isNews) window.dispatchEvent(new Event('pulso-reached'));
  return isNews;
}

const ONLINE_EVENTS = ['online', 'offline', 'pulso-reached'];

function subscribe(listener: () => void) {
  for (const event of ONLINE_EVENTS) window.addEventListener(event, listener);
  return () => {
    for (const event of ONLINE_EVENTS) window.removeEventListener(event, listener);
  };
}

/** True if the device has a connection that reaches the server, as far as is known. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine && isServerReached);
