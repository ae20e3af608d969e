import { useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Where the layout has it on a phone: at the bottom, where the thumb is. */
export const MAIN_ACTION = 'accion-principal';

const phone = () => matchMedia('(width < 40rem)');

function subscribe(listener: () => void) {
  const watched = phone();
  watched.addEventListener('change', listener);
  return () => watched.removeEventListener('change', listener);
}

/** The one thing that a screen is mostly opened for; where it stands, or on a phone where the thumb is. */
export function MainAction({ children }: { children: ReactNode }) {
  const place = useSyncExternalStore(subscribe, () => (phone().matches ? document.getElementById(MAIN_ACTION) : null));
  return place ? createPortal(children, place) : children;
}
