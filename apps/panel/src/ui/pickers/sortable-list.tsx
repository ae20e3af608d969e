import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import { useId, useRef, useState, type PointerEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { IconButton } from '@pulso/web/ui/controls/button';

type ItemParts = {
  /** Handle that drags the item with a mouse or a finger. */
  handle: ReactNode;
  /** Buttons that move the item one step, for the keyboard. */
  moves: ReactNode;
};
type Props<Item> = {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Name of an item for screen readers. */
  nameOf: (item: Item, index: number) => string;
  onMove: (from: number, to: number) => void;
  words?: { up: string; down: string };
  className?: string;
  children: (item: Item, index: number, parts: ItemParts) => ReactNode;
};

const EDGE_PX = 96;
const STEP_PX = 16;

/** Scrolls the page when an item is dragged to the edge of the window. */
function scrollAtEdge(y: number) {
  if (y < EDGE_PX) window.scrollBy(0, -STEP_PX);
  else if (y > window.innerHeight - EDGE_PX) window.scrollBy(0, STEP_PX);
}

/** A list reordered by dragging or by buttons; the new position is announced. */
export function SortableList<Item>(props: Props<Item>) {
  const { label, items, keyOf, nameOf, onMove, words = { up: 'Subir', down: 'Bajar' }, className, children } = props;
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const start = useRef(0);
  const [drag, setDrag] = useState<{ from: number; to: number }>();
  const [announcement, setAnnouncement] = useState('');

  const rows = () =>
    [...(list.current?.children ?? [])].filter((row): row is HTMLElement => row instanceof HTMLElement);
  const move = (from: number, to: number) => {
    const item = items[from];
    if (item === undefined || from === to) return;
    onMove(from, to);
    setAnnouncement(`${nameOf(item, from)}: posición ${to + 1} de ${items.length}`);
  };
  const moveOnce = (from: number, to: number, kind: 'up' | 'down') => {
    flushSync(() => move(from, to));
    // Moving the row in the document takes the focus from its button; at either end only the other button is enabled.
    const [same, other] = [kind, kind === 'up' ? 'down' : 'up'].map((way) =>
      rows()[to]?.querySelector<HTMLButtonElement>(`[data-move="${CSS.escape(id)}-${way}"]`),
    );
    (same?.disabled ? other : same)?.focus();
  };

  const grab = (event: PointerEvent, from: number) => {
    if (event.button !== 0) return;
    // Otherwise dragging would select text.
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = event.pageY;
    setDrag({ from, to: from });
  };
  const carry = (event: PointerEvent) => {
    if (!drag) return;
    scrollAtEdge(event.clientY);
    const all = rows();
    const dragged = all[drag.from];
    if (dragged) dragged.style.transform = `translateY(${event.pageY - start.current}px)`;
    const above = all.filter((row, index) => {
      const { top, height } = row.getBoundingClientRect();
      return index !== drag.from && top + height / 2 < event.clientY;
    });
    if (above.length !== drag.to) setDrag({ ...drag, to: above.length });
  };
  const release = (drop: boolean) => {
    if (!drag) return;
    rows()[drag.from]?.style.removeProperty('transform');
    setDrag(undefined);
    if (drop) move(drag.from, drag.to);
  };

  const lineAt = (index: number) => {
    if (!drag || drag.to === drag.from || drag.to !== index) return '';
    const side = drag.to < drag.from ? 'before:-top-1.5' : 'before:-bottom-1.5';
    return `before:absolute before:inset-x-0 before:z-20 before:h-1 before:rounded-full before:bg-accent ${side}`;
  };
  return (
    <>
      <ol ref={list} aria-label={label} className={className}>
        {items.map((item, index) => {
          const title = nameOf(item, index);
          const handle = (
            <span
              aria-hidden
              data-handle
              title="Arrastrar para cambiar el orden"
              className="flex h-11 w-6 shrink-0 cursor-grab touch-none items-center justify-center text-muted active:cursor-grabbing"
              onPointerDown={(event) => grab(event, index)}
              onPointerMove={carry}
              onPointerUp={() => release(true)}
              onPointerCancel={() => release(false)}
            >
              <GripVertical className="size-4" />
            </span>
          );
          const moves = (
            <>
              <IconButton
                label={words.up}
                title={`${words.up}: ${title}`}
                data-move={`${id}-up`}
                disabled={index === 0}
                icon={<ArrowUp aria-hidden className="size-4" />}
                onClick={() => moveOnce(index, index - 1, 'up')}
              />
              <IconButton
                label={words.down}
                title={`${words.down}: ${title}`}
                data-move={`${id}-down`}
                disabled={index === items.length - 1}
                icon={<ArrowDown aria-hidden className="size-4" />}
                onClick={() => moveOnce(index, index + 1, 'down')}
              />
            </>
          );
          const isDragged = drag?.from === index;
          return (
            <li
              key={keyOf(item)}
              className={`relative ${lineAt(index)} ${isDragged ? 'z-10 opacity-80 shadow-float' : ''}`}
            >
              {children(item, index, { handle, moves })}
            </li>
          );
        })}
      </ol>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
