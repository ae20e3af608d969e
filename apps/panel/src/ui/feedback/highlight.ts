const HIGHLIGHT_MS = 5_000;

let recentRow = { key: '', at: 0 };

const rowKey = (path: string, id: number) => `${path.replace(/^\/+/, '')}/${id}`;

/** Marks an item as just created or changed: where it is shown next, it is highlighted for a moment. */
export function markRecent(path: string, id: number) {
  recentRow = { key: rowKey(path, id), at: Date.now() };
}

/** Ref for the element that shows an item: scrolls to it and highlights it, once, if it was just created or changed. */
export function highlightIfRecent(path: string, id: number) {
  return (element: HTMLElement | null) => {
    if (!element || recentRow.key !== rowKey(path, id) || Date.now() - recentRow.at > HIGHLIGHT_MS) return;
    recentRow = { key: '', at: 0 };
    // Waits until the list has restored its scroll position.
    requestAnimationFrame(() => element.scrollIntoView({ block: 'nearest' }));
    element.dataset.lit = '';
  };
}
