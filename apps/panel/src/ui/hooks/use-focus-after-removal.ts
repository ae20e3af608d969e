import { useEffect, useRef, type FocusEvent } from 'react';

/** Moves the focus from a removed item to the one in its place, so that the keyboard goes on from there. */
export function useFocusAfterRemoval<List extends HTMLElement>() {
  const list = useRef<List>(null);
  const last = useRef<{ item: Element; place: number }>(undefined);
  useEffect(() => {
    if (!last.current || last.current.item.isConnected || document.activeElement !== document.body) return;
    const items = list.current?.children ?? [];
    const next = items[Math.min(last.current.place, items.length - 1)];
    last.current = undefined;
    next?.querySelector<HTMLElement>('a, button:enabled')?.focus();
  });
  const onFocus = ({ target }: FocusEvent) => {
    const items = [...(list.current?.children ?? [])];
    const place = items.findIndex((item) => item.contains(target));
    const item = items[place];
    last.current = item && { item, place };
  };
  return { ref: list, onFocus };
}
