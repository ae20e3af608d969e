import { useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Id of the layout's slot for the main action on a phone, at the bottom within reach of the thumb. */
export const MAIN_ACTION_ID = 'accion-principal';

const phoneQuery = () => matchMedia('(width < 40rem)');

function subscribe(listener: () => void) {
  const watched = phoneQuery();
  watched.addEventListener('change', listener);
  return () => watched.removeEventListener('change', listener);
}

/** True where the screen is as narrow as a phone's, which has a bar at its foot. */
export const useIsPhone = () => useSyncExternalStore(subscribe, () => phoneQuery().matches);

/** The main action of a screen: rendered in place, or on a phone within reach of the thumb. */
export function MainAction({ children }: { children: ReactNode }) {
  const place = useSyncExternalStore(subscribe, () =>
    phoneQuery().matches ? document.getElementById(MAIN_ACTION_ID) : null,
  );
  return place ? createPortal(children, place) : children;
}
