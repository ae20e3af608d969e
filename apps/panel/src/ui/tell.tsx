import { useEffect, useState, type ComponentType } from 'react';

export type Told = { title: string; description?: string; tone?: 'good' | 'bad' };

let waiting: Told[] = [];
const listeners = new Set<() => void>();

/** Says something to the person, wherever the screen is. */
export function tell(told: Told) {
  waiting.push(told);
  for (const listener of listeners) listener();
}

/** What was said and not yet shown; whoever takes it shows it. */
export function takeTold(): Told[] {
  const taken = waiting;
  waiting = [];
  return taken;
}

export function onTold(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The toasts' code is gone with an older version of the panel: the browser's own box says it. */
function sayPlainly() {
  for (const { title, description } of takeTold()) window.alert([title, description].filter(Boolean).join('\n'));
}

/** The toasts, whose code comes with the first of them: most days nothing fails. */
export function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(
    () => onTold(() => void import('#ui/toaster').then((loaded) => setToaster(() => loaded.Toaster), sayPlainly)),
    [],
  );
  return Toaster && <Toaster />;
}
