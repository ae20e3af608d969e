import { useSyncExternalStore } from 'react';

/** True if the last request reached the server; tracked only if there are stored answers to show without it. */
let reached = true;

/** Returns true if the state has changed. */
export function setReached(now: boolean): boolean {
  const isNews = reached !== now;
  reached = now;
  if (isNews) window.dispatchEvent(new Event('pulso-reached'));
  return isNews;
}

const EVENTS = ['online', 'offline', 'pulso-reached'];

function subscribe(listener: () => void) {
  for (const event of EVENTS) window.addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) window.removeEventListener(event, listener);
  };
}

/** True if the device has a connection that reaches the server, as far as is known. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine && reached);
