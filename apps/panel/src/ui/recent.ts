const LIT_MS = 5_000;

let recent = { key: '', at: 0 };

const keyOf = (path: string, id: number) => `${path.replace(/^\/+/, '')}/${id}`;

/** This thing was just made or changed: where it is shown next, it is lit for a moment. */
export function markRecent(path: string, id: number) {
  recent = { key: keyOf(path, id), at: Date.now() };
}

/** For the element that shows a thing: scrolls to it and lights it, once, if it was just made or changed. */
export function lightIfRecent(path: string, id: number) {
  return (element: HTMLElement | null) => {
    if (!element || recent.key !== keyOf(path, id) || Date.now() - recent.at > LIT_MS) return;
    recent = { key: '', at: 0 };
    // Once the list is back at the place where it was left.
    requestAnimationFrame(() => element.scrollIntoView({ block: 'nearest' }));
    element.dataset.lit = '';
  };
}
