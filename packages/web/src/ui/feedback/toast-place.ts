/** Places for the toasts on a wide screen, in the order of preference; the style sheet knows where each is. */
const places = ['bottom', 'right', 'foot', 'left', 'top'] as const;

const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=tab]';

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

const doCross = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The first of the boxes that covers the fewest others. */
export function findFreest<Place extends { box: Box }>(candidates: readonly Place[], controls: readonly Box[]) {
  const covered = candidates.map(({ box }) => controls.filter((control) => doCross(box, control)).length);
  return candidates[covered.indexOf(Math.min(...covered))];
}

/** Puts the toasts where they cover no button; on a phone and beside a dialog the style sheet alone decides. */
export function placeToasts(toaster: HTMLElement) {
  delete toaster.dataset.place;
  if (toaster.closest('[data-dialog]') || !matchMedia('(width >= 40rem)').matches) return;
  const controls = [...document.querySelectorAll<HTMLElement>(CONTROLS)]
    .filter((control) => !toaster.contains(control) && control.checkVisibility())
    .map((control) => control.getBoundingClientRect());
  const candidates = places.map((place) => {
    toaster.dataset.place = place;
    return { place, box: toaster.getBoundingClientRect() };
  });
  toaster.dataset.place = findFreest(candidates, controls)?.place;
}
