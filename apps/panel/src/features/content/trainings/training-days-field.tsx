import type { Exercise } from '@pulso/contract/content/exercises';
import { MAX_DAYS, type TrainingDay } from '@pulso/contract/content/trainings';
import { ClipboardPaste, Plus } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '@pulso/web/ui/controls/button';
import { serverOffers } from '#api/session';
import { DayEditor, type RemovalUndo } from '#features/content/trainings/day-editor';
import {
  DAYS_FIELD,
  clonePlannedDay,
  havePrescriptions,
  toDaysInput,
  idForNew,
  isBlankPlan,
  newDay,
  toNewExercisesInput,
  toPlannedDays,
  type ExerciseEntry,
  type PlannedDay,
} from '#features/content/trainings/training-days.rules';
import { usePartErrors } from '#forms/form';
import type { Options } from '#forms/use-options';
import { useRows } from '#forms/use-rows';
import { SortableList } from '#ui/pickers/sortable-list';

const RoutineDialog = lazy(async () => ({
  default: (await import('#features/content/trainings/routine-dialog')).RoutineDialog,
}));

const moveLabels = { up: 'Subir día', down: 'Bajar día' };

type Props = {
  exercises: Options<Exercise>;
  /** The days as they are stored. */
  stored: readonly TrainingDay[];
  /** True to begin with the box for a copied routine. */
  pastes: boolean;
};

/** The plan day by day: days and their exercises are added, taken away and put into order. */
export function TrainingDaysField({ exercises, stored, pastes }: Props) {
  const prescribes = serverOffers('coaching');
  // A training whose exercises ask for nothing, and did not before, is sent as specified.
  const sendsAll = prescribes && havePrescriptions(stored);
  const {
    rows: plan,
    error,
    arrange,
    move,
    edit,
    take,
    withdraw,
    remove,
    control,
  } = useRows(DAYS_FIELD, toPlannedDays, (days) => toDaysInput(days, sendsAll));
  const partErrors = usePartErrors(DAYS_FIELD);
  const field = useRef<HTMLDivElement>(null);
  const focusOn = (name: string) =>
    field.current?.querySelector<HTMLElement>(`[name="${DAYS_FIELD}.${name}"]`)?.focus();

  const add = () => {
    flushSync(() => arrange((days) => [...days, newDay()]));
    focusOn(`${plan.length}.title`);
  };
  const copyDay = (index: number) => {
    flushSync(() =>
      arrange((days) => days.toSpliced(index + 1, 0, ...days.slice(index, index + 1).map(clonePlannedDay))),
    );
    // The texts of a rest day cannot be edited.
    focusOn(`${index + 1}.${plan[index]?.isRest ? 'is_rest_day' : 'title'}`);
  };
  const readsRoutines = serverOffers('routines');
  const [isPasting, setIsPasting] = useState(pastes && readsRoutines);
  const addRoutine = (days: readonly PlannedDay[]) => {
    const added = new Set(days.map(({ key }) => key));
    const before = plan;
    take(
      days.length === 1 ? 'Se agregó 1 día' : `Se agregaron ${days.length} días`,
      (now) => (isBlankPlan(now) ? days : [...now, ...days]),
      (now) => {
        const others = now.filter(({ key }) => !added.has(key));
        return others.length > 0 ? others : before;
      },
    );
    setIsPasting(false);
  };
  const choosePart = ({ id }: ExerciseEntry, part: number | undefined) =>
    arrange((days) =>
      days.map((day) => ({
        ...day,
        exercises: day.exercises.map((entry) => (entry.id === id ? { ...entry, part } : entry)),
      })),
    );
  const news = toNewExercisesInput(plan);
  const copies = serverOffers('duplicate');
  const takeDay = (index: number) => {
    // Exercises removed from this day can no longer be put back.
    withdraw(plan[index]?.key ?? '');
    flushSync(() => remove(index, `Se quitó el día ${index + 1}`));
    focusOn(`${Math.min(index, plan.length - 2)}.is_rest_day`);
  };
  const editDay = (index: number, changes: Partial<PlannedDay>, lost?: RemovalUndo) => {
    if (!lost) return edit(index, changes);
    // By the time it gets its content back, the day may be elsewhere.
    const change = (next: RemovalUndo['back']) => (days: readonly PlannedDay[]) =>
      days.map((day) => (day.key === plan[index]?.key ? { ...day, ...next(day) } : day));
    take(
      `${lost.words} del día ${index + 1}`,
      change(() => changes),
      change(lost.back),
      plan[index]?.key,
    );
  };
  return (
    <div ref={field} className="space-y-4">
      {control}
      {news.length > 0 && <input type="hidden" name="new_exercises" value={JSON.stringify(news)} />}
      {readsRoutines && (
        <Button icon={<ClipboardPaste aria-hidden className="size-4" />} onClick={() => setIsPasting(true)}>
          Pegar una rutina
        </Button>
      )}
      {isPasting && (
        <Suspense>
          <RoutineDialog
            exercises={exercises}
            idForNew={(title, others) => idForNew([...plan, ...others], title)}
            onUse={addRoutine}
            onClose={() => setIsPasting(false)}
          />
        </Suspense>
      )}
      <SortableList
        label="Días"
        items={plan}
        keyOf={({ key }) => key}
        nameOf={({ title }, index) => title || `Día ${index + 1}`}
        words={moveLabels}
        onMove={move}
        className="space-y-4"
      >
        {(day, index, { handle, moves }) => (
          <DayEditor
            day={day}
            index={index}
            name={`${DAYS_FIELD}.${index}`}
            exercises={exercises}
            prescribes={prescribes}
            idForNew={readsRoutines ? (title) => idForNew(plan, title) : undefined}
            onPart={choosePart}
            handle={handle}
            moves={moves}
            onCopy={copies ? () => copyDay(index) : undefined}
            mayCopy={plan.length < MAX_DAYS}
            onEdit={(changes, lost) => editDay(index, changes, lost)}
            onRemove={plan.length > 1 ? () => takeDay(index) : undefined}
          />
        )}
      </SortableList>
      {Object.keys(partErrors).some((part) => part.includes('.prescriptions.')) && (
        <p role="alert" className="text-sm text-red">
          Hay series que no se entienden
        </p>
      )}
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
