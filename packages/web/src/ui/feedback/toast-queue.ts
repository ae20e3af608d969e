import type { Address } from '../../navigation/address';

export type ToastMessage = {
  title: string;
  description?: string;
  tone?: 'good' | 'bad';
  /** Link to the item that the message is about. */
  link?: { to: Address; label: string };
  /** Text to copy that is shown here and nowhere else: the message stays until it is closed. */
  copy?: string;
  /** Undoes the action; only if it really can be undone. */
  undo?: () => void;
  /** How long the undo is offered, if not as long as usual. */
  undoMs?: number;
  /** Aborted when there is nothing left to undo: the message closes with its offer. */
  until?: AbortSignal;
};

let pendingToasts: ToastMessage[] = [];
const listeners = new Set<() => void>();

/** Shows a message to the person, on whatever screen. */
export function showToast(toast: ToastMessage) {
  pendingToasts.push(toast);
  for (const listener of listeners) listener();
}

/** Messages not shown yet; each is returned once. */
export function takeToasts(): ToastMessage[] {
  const taken = pendingToasts;
  pendingToasts = [];
  return taken;
}

export function onToast(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
