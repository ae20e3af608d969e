import { useEffect } from 'react';
import { withLocalStorage } from '#api/device-storage';
import { createActions } from '#app/screens';
import { navigate } from '#navigation/navigation';

const SHORTCUTS_OFF_KEY = 'pulso-sin-atajos';

/** Single-key shortcuts can be turned off, for people who use voice control or tremble and press keys by accident. */
export const areSingleKeysEnabled = () => withLocalStorage((storage) => storage.getItem(SHORTCUTS_OFF_KEY)) !== '1';
export const setSingleKeysEnabled = (used: boolean) =>
  withLocalStorage((storage) =>
    used ? storage.removeItem(SHORTCUTS_OFF_KEY) : storage.setItem(SHORTCUTS_OFF_KEY, '1'),
  );

type ShortcutHandlers = { onPalette: () => void; onHelp: () => void };

/** True if no text control has the focus and no dialog, which has keys of its own, is open. */
const isShortcutEvent = ({ target, ctrlKey, metaKey, altKey, defaultPrevented, repeat }: KeyboardEvent) =>
  !ctrlKey &&
  !metaKey &&
  !altKey &&
  !defaultPrevented &&
  !repeat &&
  !(target instanceof Element && target.closest('input, textarea, select, [contenteditable]')) &&
  !document.querySelector('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]');

function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type=search]');
  search?.focus();
  search?.select();
  return search !== null;
}

function openCreateForm() {
  const listAction = createActions.find(({ list }) => list === location.pathname);
  if (!listAction) return;
  const address = new URL(listAction.path, location.href);
  // A catalogue opens its modal over the current view.
  if (address.pathname === location.pathname)
    for (const [name, value] of new URLSearchParams(location.search)) address.searchParams.set(name, value);
  void navigate(address.href);
}

/** Keys that work on every screen. Matched by character, not position: '/' is elsewhere on a Spanish keyboard. */
export function useShortcuts({ onPalette, onHelp }: ShortcutHandlers) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        onPalette();
      } else if (isShortcutEvent(event) && areSingleKeysEnabled()) {
        if (event.key === '/') {
          // Otherwise the character would be typed into the newly focused control.
          event.preventDefault();
          if (!focusSearch()) onPalette();
        } else if (event.key === '?') onHelp();
        else if (event.key.toLowerCase() === 'n') openCreateForm();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onPalette, onHelp]);
}
