import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from 'react';
import { flushSync } from 'react-dom';

const middleOf = (element: Element | undefined) => {
  const { top = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
  return top + height / 2;
};

/**
 * Moves a row of a list under the mouse or a finger that holds its handle; the others make room at once, and Esc puts it
 * back. `list` holds the rows as its children; `dragged` is the place of the one that is held. Needs buttons beside it
 * that do the same, for whoever cannot drag.
 */
export function useDragOrder<List extends HTMLElement>(move: (from: number, to: number) => void) {
  const list = useRef<List>(null);
  const [dragged, setDragged] = useState<number>();
  const letGo = useRef<() => void>(undefined);
  useEffect(() => () => letGo.current?.(), []);

  const take = (place: number) => (event: ReactPointerEvent) => {
    if (event.button !== 0) return;
    // No text is selected on the way.
    event.preventDefault();
    let at = place;
    const go = (to: number) => {
      // The list is measured again at the next move, so it must have changed by then.
      flushSync(() => {
        move(at, to);
        setDragged(to);
      });
      at = to;
    };
    const follow = ({ clientY }: PointerEvent) => {
      const rows = [...(list.current?.children ?? [])];
      if (at > 0 && clientY < middleOf(rows[at - 1])) go(at - 1);
      else if (at < rows.length - 1 && clientY > middleOf(rows[at + 1])) go(at + 1);
    };
    const cancel = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      if (at !== place) go(place);
      end();
    };
    const end = () => {
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      window.removeEventListener('keydown', cancel);
      setDragged(undefined);
    };
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
    window.addEventListener('keydown', cancel);
    letGo.current = end;
    setDragged(place);
  };
  return { list, dragged, take };
}
