import { MOST_SETS } from '@pulso/contract/exercises';
import { ChevronDown, ChevronUp, GripVertical, Plus, Trash2 } from 'lucide-react';
import { useState, type Dispatch, type PointerEvent, type SetStateAction } from 'react';
import { flushSync } from 'react-dom';
import { SetRowFields } from '#features/exercises/set-row-fields';
import { moved, newSetRow, summaryOf, type SetRow } from '#features/exercises/set-rows';
import { useField } from '#forms/form';
import { Button, IconButton } from '#ui/button';
import { useDragOrder } from '#ui/use-drag-order';

type Props = { rows: SetRow[]; onRows: Dispatch<SetStateAction<SetRow[]>> };

/** The sets of an exercise: each with its row, in an order that is changed by dragging or by buttons. */
export function SetsField({ rows, onRows }: Props) {
  const { error, changed } = useField('sets');
  const [said, say] = useState('');
  const change = (next: (rows: SetRow[]) => SetRow[]) => {
    changed();
    onRows(next);
  };
  const move = (from: number, to: number) => {
    change((before) => moved(before, from, to));
    say(`El set ${from + 1} ahora es el ${to + 1} de ${rows.length}`);
  };
  const { list, dragged, take } = useDragOrder<HTMLOListElement>(move);

  const add = () => {
    flushSync(() => change((before) => [...before, newSetRow()]));
    list.current?.lastElementChild?.querySelector<HTMLElement>('input')?.focus();
  };
  const remove = (index: number) => {
    flushSync(() => change((before) => before.toSpliced(index, 1)));
    say(`Se quitó el set ${index + 1}; quedan ${rows.length - 1}`);
    // The button that was pressed is gone; the keyboard goes on in the row that took its place.
    const rest = list.current?.children;
    rest?.[Math.min(index, rest.length - 1)]?.querySelector<HTMLElement>('select')?.focus();
  };

  return (
    <div className="space-y-4 sm:col-span-2">
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol ref={list} className="space-y-3 md:space-y-2">
        {rows.map((row, index) => (
          <SetItem
            key={row.key}
            row={row}
            index={index}
            count={rows.length}
            held={dragged === index}
            onHold={take(index)}
            onMove={(to) => move(index, to)}
            onRow={(next) => change((before) => before.map((other) => (other.key === next.key ? next : other)))}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      {error && (
        <p role="alert" className="text-sm text-red">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button
          name="sets.add"
          icon={<Plus aria-hidden className="size-4" />}
          disabled={rows.length >= MOST_SETS}
          onClick={add}
        >
          Agregar set
        </Button>
        <p className="text-sm text-muted tabular-nums">{summaryOf(rows)}</p>
      </div>
    </div>
  );
}

type ItemProps = {
  row: SetRow;
  index: number;
  count: number;
  held: boolean;
  onHold: (event: PointerEvent) => void;
  onMove: (to: number) => void;
  onRow: (row: SetRow) => void;
  onRemove: () => void;
};

function SetItem({ row, index, count, held, onHold, onMove, onRow, onRemove }: ItemProps) {
  const name = `Set ${index + 1}`;
  // As wide as a table, the names stand above the first row alone, and the rest of that row beside its controls.
  const labels = index === 0 ? 'md:*:data-beside:mt-6.5' : 'md:[&_label]:sr-only';
  // Not disabled at its end: a button that the keyboard has just pressed must not lose the focus.
  const step = (to: number) => ({
    'aria-disabled': to < 0 || to >= count || undefined,
    className: 'aria-disabled:opacity-40',
    onClick: () => to >= 0 && to < count && onMove(to),
  });
  return (
    <li
      data-held={held || undefined}
      className="rounded-control border border-line p-3 transition-shadow duration-150 data-held:border-accent data-held:bg-raised data-held:shadow-float md:p-2"
    >
      <div
        role="group"
        aria-label={name}
        className={`grid grid-cols-2 items-start gap-3 md:grid-cols-[auto_1.7fr_1fr_1fr_1fr_auto] ${labels}`}
      >
        <div data-beside className="flex h-11 items-center gap-1">
          <span
            aria-hidden
            title="Arrastrar"
            onPointerDown={onHold}
            className="flex h-11 w-8 cursor-grab touch-none items-center justify-center text-muted"
          >
            <GripVertical className="size-4" />
          </span>
          <span className="text-sm font-semibold whitespace-nowrap tabular-nums">{name}</span>
        </div>
        <div data-beside className="flex justify-end md:order-last md:h-11 md:items-center">
          <IconButton label="Subir" icon={<ChevronUp aria-hidden className="size-4" />} {...step(index - 1)} />
          <IconButton label="Bajar" icon={<ChevronDown aria-hidden className="size-4" />} {...step(index + 1)} />
          <IconButton
            label="Quitar"
            title={count === 1 ? 'Debe quedar al menos un set' : 'Quitar'}
            disabled={count === 1}
            icon={<Trash2 aria-hidden className="size-4" />}
            onClick={onRemove}
          />
        </div>
        <SetRowFields row={row} index={index} onRow={onRow} />
      </div>
    </li>
  );
}
