import { MAX_SETS } from '@pulso/contract/content/exercises';
import { Plus, Trash2 } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton, isSecondClick } from '@pulso/web/ui/controls/button';
import { mayVisit } from '#api/session';
import { SetRowFields } from '#features/content/exercises/set-row-fields';
import { newSetRow, toSetRows, describeTotals, type SetRow } from '#features/content/exercises/set-rows';
import { useRows } from '#forms/use-rows';
import { SortableList } from '#ui/pickers/sortable-list';

const setLabel = (index: number) => `Set ${index + 1}`;

/** The sets of an exercise: each with its row, in an order that is changed by dragging or by buttons. */
export function SetsField() {
  const { rows, error, arrange, move, remove, control } = useRows('sets', toSetRows);
  const root = useRef<HTMLDivElement>(null);
  /** The focus goes to another row, once it is rendered. */
  const changeAndFocus = (change: () => void, index: number, selector: string) => {
    flushSync(change);
    root.current?.querySelectorAll('[role=group]')[index]?.querySelector<HTMLElement>(selector)?.focus();
  };
  const add = () => changeAndFocus(() => arrange((before) => [...before, newSetRow()]), rows.length, 'input');
  const takeAway = (index: number) =>
    changeAndFocus(() => remove(index, `Se quitó el set ${index + 1}`), Math.min(index, rows.length - 2), 'select');

  return (
    <div ref={root} className="space-y-4 sm:col-span-2">
      {control}
      <SortableList
        label="Sets"
        items={rows}
        keyOf={({ key }) => String(key)}
        nameOf={(_, index) => setLabel(index)}
        onMove={move}
        className="space-y-3 md:space-y-2"
      >
        {(row, index, { handle, moves }) => (
          <SetItem
            row={row}
            index={index}
            handle={handle}
            onRow={(next) => arrange((before) => before.with(index, next))}
          >
            {moves}
            {(row.id === undefined || mayVisit('content')) && (
              <IconButton
                label="Quitar"
                title={rows.length === 1 ? 'Debe quedar al menos un set' : `Quitar: ${setLabel(index)}`}
                disabled={rows.length === 1}
                icon={<Trash2 aria-hidden className="size-4" />}
                onClick={(event) => !isSecondClick(event) && takeAway(index)}
              />
            )}
          </SetItem>
        )}
      </SortableList>
      {error && (
        <p role="alert" className="text-sm text-red">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button
          name="sets.add"
          icon={<Plus aria-hidden className="size-4" />}
          disabled={rows.length >= MAX_SETS}
          onClick={add}
        >
          Agregar set
        </Button>
        <p className="text-sm text-muted tabular-nums">{describeTotals(rows)}</p>
      </div>
    </div>
  );
}

type ItemProps = {
  row: SetRow;
  index: number;
  handle: ReactNode;
  onRow: (row: SetRow) => void;
  /** Buttons of the row. */
  children: ReactNode;
};

function SetItem({ row, index, handle, onRow, children }: ItemProps) {
  // In the wide layout only the first row shows its labels.
  const labels = index === 0 ? 'md:*:data-beside:mt-6.5' : 'md:[&_label]:sr-only';
  return (
    <div
      role="group"
      aria-label={setLabel(index)}
      className={`grid grid-cols-2 items-start gap-3 rounded-control border border-line bg-surface p-3 md:grid-cols-[auto_1.55fr_1fr_0.9fr_1.1fr_auto] md:max-lg:gap-2 md:p-2 ${labels}`}
    >
      <div data-beside className="flex h-11 items-center gap-1">
        {handle}
        <span className="text-sm font-semibold whitespace-nowrap tabular-nums">{setLabel(index)}</span>
      </div>
      <div data-beside className="flex justify-end md:order-last md:h-11 md:items-center">
        {children}
      </div>
      <SetRowFields row={row} index={index} onRow={onRow} />
    </div>
  );
}
