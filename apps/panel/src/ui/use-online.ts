import { useSyncExternalStore } from 'react';

/** Whether the server was reached when it was last asked; known only where there is something to show without it. */
let reached = true;

/** Answers whether that is news. */
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

/** Whether the device has a connection that leads to the server, as far as is known. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine && reached);
