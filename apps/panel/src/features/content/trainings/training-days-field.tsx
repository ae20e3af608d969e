import { Plus, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DayEditor } from '#features/content/trainings/day-editor';
import { inputOf, newDay, planOf, type PlannedDay } from '#features/content/trainings/training-days.rules';
import { usePartErrors } from '#forms/form';
import type { Options } from '#forms/use-options';
import { useRows } from '#forms/use-rows';
import { Button } from '#ui/button';
import { SortableList } from '#ui/sortable-list';

const NAME = 'training_days';
const words = { up: 'Subir día', down: 'Bajar día' };

/** What the last step took away, and the plan as it was before. */
type Undo = { words: string; plan: readonly PlannedDay[]; at: number };

/** The plan day by day: days and their exercises are added, taken away and put into order. */
export function TrainingDaysField({ exercises }: { exercises: Options }) {
  const { rows: plan, error, arrange, move, edit, control } = useRows(NAME, planOf, inputOf);
  const [undo, setUndo] = useState<Undo>();
  const partErrors = usePartErrors(NAME);
  const field = useRef<HTMLDivElement>(null);
  const focusOn = (selector: string, preventScroll = false) =>
    field.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll });

  // Only the last step can be taken back.
  const step = (change: () => void, taken?: Undo) => {
    change();
    setUndo(taken);
  };
  const add = () => {
    flushSync(() => step(() => arrange((days) => [...days, newDay()])));
    focusOn(`[name="${NAME}.${plan.length}.title"]`);
  };
  const remove = (index: number) => {
    const taken = { words: `Se quitó el día ${index + 1}.`, plan, at: Math.min(index, plan.length - 2) };
    flushSync(() => step(() => arrange((days) => days.toSpliced(index, 1)), taken));
    focusOn('[data-undo]', true);
  };
  const editDay = (index: number, changes: Partial<PlannedDay>, lost?: string) =>
    step(
      () => edit(index, changes),
      lost === undefined ? undefined : { words: `${lost} del día ${index + 1}.`, plan, at: index },
    );
  return (
    <div ref={field} className="space-y-4">
      {control}
      <SortableList
        label="Días"
        items={plan}
        keyOf={({ key }) => key}
        nameOf={({ title }, index) => title || `Día ${index + 1}`}
        words={words}
        onMove={(from, to) => step(() => move(from, to))}
        className="space-y-4"
      >
        {(day, index, { handle, moves }) => (
          <>
            <DayEditor
              day={day}
              index={index}
              name={`${NAME}.${index}`}
              exercises={exercises}
              handle={handle}
              moves={moves}
              onEdit={(changes, lost) => editDay(index, changes, lost)}
              onRemove={plan.length > 1 ? () => remove(index) : undefined}
            />
            {undo?.at === index && (
              <div
                role="status"
                className="mt-2 flex flex-wrap items-center justify-between gap-2 rounded-control bg-sunken px-3 py-1 text-sm"
              >
                {undo.words}
                <Button
                  data-undo
                  look="quiet"
                  icon={<Undo2 aria-hidden className="size-4" />}
                  onClick={() => step(() => arrange(() => undo.plan))}
                >
                  Deshacer
                </Button>
              </div>
            )}
          </>
        )}
      </SortableList>
      {error && Object.keys(partErrors).length === 0 && (
        <p role="alert" className="text-sm text-red">
          {error}
        </p>
      )}
      <Button icon={<Plus aria-hidden className="size-4" />} onClick={add} className="w-full">
        Agregar día
      </Button>
    </div>
  );
}
