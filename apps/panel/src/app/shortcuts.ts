import { useEffect } from 'react';
import { navigate } from '@pulso/web/navigation/navigation';
import { areSingleKeysEnabled, isShortcutEvent } from '#api/single-keys';
import { createActions, isAddable } from '#app/screens';

type ShortcutHandlers = { onPalette: () => void; onHelp: () => void };

function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type=search]');
  search?.focus();
  search?.select();
  return search !== null;
}

function openCreateForm() {
  const listAction = createActions.find(({ list, path }) => list === location.pathname && isAddable(path));
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
      } else if (!event.repeat && isShortcutEvent(event) && areSingleKeysEnabled()) {
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
