import type { Address } from '#addresses';

export type Told = {
  title: string;
  description?: string;
  tone?: 'good' | 'bad';
  /** Where the thing is that it speaks of. */
  link?: { to: Address; label: string };
  /** Takes the action back; only where that is true. */
  undo?: () => void;
  /** How long that is offered, where it is not as long as usual. */
  undoMs?: number;
  /** Aborted when there is nothing left to take back: it goes with its offer. */
  until?: AbortSignal;
};

let waiting: Told[] = [];
const listeners = new Set<() => void>();

/** Says something to the person, wherever the screen is. */
export function tell(told: Told) {
  waiting.push(told);
  for (const listener of listeners) listener();
}

/** What was said and not yet shown; taken once. */
export function takeTold(): Told[] {
  const taken = waiting;
  waiting = [];
  return taken;
}

export function onTold(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
