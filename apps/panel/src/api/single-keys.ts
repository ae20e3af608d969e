import { withLocalStorage } from '#api/device-storage';

const SHORTCUTS_OFF_KEY = 'pulso-sin-atajos';

/** Single-key shortcuts can be turned off, for people who use voice control or tremble and press keys by accident. */
export const areSingleKeysEnabled = () => withLocalStorage((storage) => storage.getItem(SHORTCUTS_OFF_KEY)) !== '1';
export const setSingleKeysEnabled = (used: boolean) =>
  withLocalStorage((storage) =>
    used ? storage.removeItem(SHORTCUTS_OFF_KEY) : storage.setItem(SHORTCUTS_OFF_KEY, '1'),
  );

/** True if no text control has the focus and no dialog, which has keys of its own, is open. */
export const isShortcutEvent = ({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent) =>
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  !defaultPrevented &&
  !(target instanceof Element && target.closest('input, textarea, select, [contenteditable]')) &&
  !document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]');
