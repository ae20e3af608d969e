import { lazy, Suspense, useSyncExternalStore } from 'react';

export type Told = { title: string; description?: string; tone?: 'good' | 'bad' };

let wanted = false;
const listeners = new Set<() => void>();
const load = () => import('#ui/toaster');
const Toaster = lazy(async () => ({ default: (await load()).Toaster }));

/** Says something to the person, wherever the screen is. */
export function tell(told: Told) {
  wanted = true;
  for (const listener of listeners) listener();
  void load().then(({ addToast }) => addToast(told));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The toasts, whose code comes with the first of them: most days nothing fails. */
export function Toasts() {
  const needed = useSyncExternalStore(subscribe, () => wanted);
  return needed && <Suspense>{<Toaster />}</Suspense>;
}
