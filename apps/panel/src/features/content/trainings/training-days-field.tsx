import type { TrainingDay } from '@pulso/contract/content/trainings';
import { Plus, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DayEditor } from '#features/content/trainings/day-editor';
import { inputOf, moved, newDay, planOf, type PlannedDay } from '#features/content/trainings/training-days.rules';
import { useField, usePartErrors } from '#forms/form';
import type { Pickable } from '#forms/use-pickable';
import { Button } from '#ui/button';
import { SortableList } from '#ui/sortable-list';

const NAME = 'training_days';
const words = { up: 'Subir día', down: 'Bajar día' };

/** What the last step took away, and the plan as it was before. */
type Undo = { words: string; plan: PlannedDay[]; at: number };
type State = { plan: PlannedDay[]; undo?: Undo };

/** The plan day by day: days and their exercises are added, taken away and put into order. */
export function TrainingDaysField({ exercises }: { exercises: Pickable }) {
  const { error, initial, changed } = useField(NAME);
  const partErrors = usePartErrors(NAME);
  const field = useRef<HTMLDivElement>(null);
  // The form's values are the stored training.
  const [{ plan, undo }, setState] = useState<State>(() => ({ plan: planOf(initial as TrainingDay[] | undefined) }));
  const focusOn = (selector: string) => field.current?.querySelector<HTMLElement>(selector)?.focus();

  // Days that change places take no messages along: those belong to the places.
  const arrange = (next: State) => {
    setState(next);
    changed();
  };
  const add = () => {
    flushSync(() => arrange({ plan: [...plan, newDay()] }));
    focusOn(`[name="${NAME}.${plan.length}.title"]`);
  };
  const remove = (index: number) => {
    const at = Math.min(index, plan.length - 2);
    flushSync(() =>
      arrange({ plan: plan.toSpliced(index, 1), undo: { words: `Se quitó el día ${index + 1}.`, plan, at } }),
    );
    focusOn('[data-undo]');
  };
  const edit = (index: number, changes: Partial<PlannedDay>, lost?: string) =>
    setState({
      plan: plan.map((day, place) => (place === index ? { ...day, ...changes } : day)),
      undo: lost === undefined ? undefined : { words: `${lost} del día ${index + 1}.`, plan, at: index },
    });
  return (
    <div ref={field} className="space-y-4">
      <input type="hidden" name={NAME} value={JSON.stringify(inputOf(plan))} />
      <SortableList
        label="Días"
        items={plan}
        keyOf={({ key }) => key}
        nameOf={({ title }, index) => title || `Día ${index + 1}`}
        words={words}
        onMove={(from, to) => arrange({ plan: moved(plan, from, to) })}
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
              onEdit={(changes, lost) => edit(index, changes, lost)}
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
                  onClick={() => arrange({ plan: undo.plan })}
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
