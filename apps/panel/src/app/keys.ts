import { useEffect } from 'react';
import { withStorage } from '#api/device';
import { creations } from '#app/screens';
import { navigate } from '#navigation/navigation';

const OFF = 'pulso-sin-atajos';

/** Single-key shortcuts can be turned off, for people who use voice control or tremble and press keys by accident. */
export const usesSingleKeys = () => withStorage((storage) => storage.getItem(OFF)) !== '1';
export const chooseSingleKeys = (used: boolean) =>
  withStorage((storage) => (used ? storage.removeItem(OFF) : storage.setItem(OFF, '1')));

type Keys = { onPalette: () => void; onHelp: () => void };

/** True if no text control has the focus and no dialog, which has keys of its own, is open. */
const isFree = ({ target, ctrlKey, metaKey, altKey, defaultPrevented, repeat }: KeyboardEvent) =>
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

function createHere() {
  const here = creations.find(({ list }) => list === location.pathname);
  if (!here) return;
  const address = new URL(here.path, location.href);
  // A catalogue opens its modal over the current view.
  if (address.pathname === location.pathname)
    for (const [name, value] of new URLSearchParams(location.search)) address.searchParams.set(name, value);
  void navigate(address.href);
}

/** Keys that work on every screen. Matched by character, not position: '/' is elsewhere on a Spanish keyboard. */
export function useKeys({ onPalette, onHelp }: Keys) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        onPalette();
      } else if (isFree(event) && usesSingleKeys()) {
        if (event.key === '/') {
          // Otherwise the character would be typed into the newly focused control.
          event.preventDefault();
          if (!focusSearch()) onPalette();
        } else if (event.key === '?') onHelp();
        else if (event.key.toLowerCase() === 'n') createHere();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onPalette, onHelp]);
}
