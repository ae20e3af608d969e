import type { Exercise } from '@pulso/contract/content/exercises';
import { MAX_DAYS } from '@pulso/contract/content/trainings';
import { Copy, Trash2, X } from 'lucide-react';
import { useId, useMemo, useRef, type ChangeEvent, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { IconButton, isSecondClick } from '@pulso/web/ui/controls/button';
import { ExercisePicker, type PickedExercise } from '#features/content/trainings/exercise-picker';
import { NewExerciseField } from '#features/content/trainings/new-exercise-field';
import { SetsLineField } from '#features/content/trainings/sets-line-field';
import { isNew, newEntry, type ExerciseEntry, type PlannedDay } from '#features/content/trainings/training-days.rules';
import { controlClass, FieldFrame } from '#forms/fields';
import { useField, usePartErrors } from '#forms/form';
import { ListFailureNote } from '#forms/select-field';
import type { Options } from '#forms/use-options';
import { moveItem } from '#forms/use-rows';
import { SortableList } from '#ui/pickers/sortable-list';

/** Words for a removal ('Se quitó Remo'), and the change that undoes it. */
export type RemovalUndo = { words: string; back: (day: PlannedDay) => Partial<PlannedDay> };

type Props = {
  day: PlannedDay;
  index: number;
  /** The path of this day in the form. */
  name: string;
  exercises: Options<Exercise>;
  /** True if the server stores what each exercise is asked for. */
  prescribes: boolean;
  /** The id for a new exercise of this name; none where the server makes none. */
  idForNew?: (title: string) => number;
  /** The body part of a new exercise, in each of its places. */
  onPart: (entry: ExerciseEntry, part: number | undefined) => void;
  handle: ReactNode;
  moves: ReactNode;
  onEdit: (changes: Partial<PlannedDay>, lost?: RemovalUndo) => void;
  /** Puts an equal day under this one; none where the server makes no copies. */
  onCopy?: () => void;
  /** A training has only so many days. */
  mayCopy: boolean;
  /** Undefined for the last day that remains. */
  onRemove?: () => void;
};

export function DayEditor(props: Props) {
  const { day, index, name, handle, moves, onCopy, mayCopy, onEdit, onRemove } = props;
  const id = useId();
  const { clear } = useField(name);
  const rest = (isRest: boolean) => {
    const count = day.exercises.length;
    const lost: RemovalUndo = {
      words: count === 1 ? 'Se quitó 1 ejercicio' : `Se quitaron ${count} ejercicios`,
      back: ({ exercises: now }) => ({ isRest: false, exercises: [...day.exercises, ...now] }),
    };
    onEdit({ isRest, exercises: isRest ? [] : day.exercises }, isRest && count > 0 ? lost : undefined);
    clear();
  };
  return (
    <div
      role="group"
      aria-labelledby={id}
      className={`rounded-card border border-line ${day.isRest ? 'bg-sunken' : 'bg-surface'}`}
    >
      <div className="flex flex-wrap items-center gap-x-2 border-b border-line px-3 py-1.5 sm:px-4">
        {handle}
        <h3 id={id} className="font-semibold">
          Día {index + 1}
        </h3>
        <label className="ml-auto flex min-h-11 items-center gap-2 text-sm font-medium sm:ml-4">
          <input
            type="checkbox"
            name={`${name}.is_rest_day`}
            checked={day.isRest}
            onChange={(event) => rest(event.target.checked)}
            className="size-5"
          />
          Día de descanso
        </label>
        <span className="ml-auto flex">
          {moves}
          {onCopy && (
            <IconButton
              label="Copiar día"
              title={mayCopy ? `Copiar día: ${index + 1}` : `Un entrenamiento puede tener hasta ${MAX_DAYS} días`}
              disabled={!mayCopy}
              icon={<Copy aria-hidden className="size-4" />}
              onClick={(event) => !isSecondClick(event) && onCopy()}
            />
          )}
          <IconButton
            label="Eliminar día"
            title={onRemove ? `Eliminar día: ${index + 1}` : 'Debe quedar al menos un día'}
            disabled={!onRemove}
            className="hover:bg-red-soft hover:text-red focus-visible:text-red"
            icon={<Trash2 aria-hidden className="size-4" />}
            onClick={(event) => !isSecondClick(event) && onRemove?.()}
          />
        </span>
      </div>
      <div className="grid grid-cols-1 gap-4 p-4 sm:grid-cols-2">
        <DayTextField
          name={`${name}.title`}
          label="Título del día"
          Control="input"
          value={day.title}
          disabled={day.isRest}
          onChange={(title) => onEdit({ title })}
        />
        <DayTextField
          name={`${name}.description`}
          label="Descripción del día"
          Control="textarea"
          value={day.description}
          disabled={day.isRest}
          onChange={(description) => onEdit({ description })}
        />
        <div className="sm:col-span-2">
          {day.isRest ? (
            <p className="text-sm text-muted">Sin ejercicios: es un día para recuperarse.</p>
          ) : (
            <DayExercises {...props} />
          )}
        </div>
      </div>
    </div>
  );
}

type TextProps = { name: string; label: string; value: string; disabled: boolean; onChange: (value: string) => void };

function DayTextField({
  name,
  label,
  value,
  disabled,
  onChange,
  Control,
}: TextProps & { Control: 'input' | 'textarea' }) {
  const id = useId();
  const { error, clear } = useField(name);
  return (
    <FieldFrame id={id} label={label} error={error}>
      <Control
        id={id}
        name={name}
        value={value}
        disabled={disabled}
        rows={Control === 'textarea' ? 1 : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
          clear();
          onChange(event.target.value);
        }}
        className={`${controlClass} block min-h-11 resize-none py-2.5 ${Control === 'textarea' ? 'field-sizing-content' : ''}`}
      />
    </FieldFrame>
  );
}

type ExercisesProps = Pick<Props, 'day' | 'name' | 'exercises' | 'prescribes' | 'idForNew' | 'onPart' | 'onEdit'>;

function DayExercises(props: ExercisesProps) {
  const { day, name: dayName, exercises, prescribes, idForNew, onPart, onEdit } = props;
  const { exercises: entries } = day;
  const name = `${dayName}.exercises`;
  const { error, changed } = useField(name);
  const [partError] = Object.values(usePartErrors(name));
  const field = useRef<HTMLDivElement>(null);
  const ownSets = useMemo(() => new Map(exercises.rows.map(({ id, sets }) => [id, sets])), [exercises.rows]);
  const pick = ({ id, title, prescription }: PickedExercise) => {
    onEdit({ exercises: [...entries, newEntry(id, title, prescription)] });
    changed();
  };
  const remove = (index: number) => {
    const removedEntries = entries.slice(index, index + 1);
    const lost: RemovalUndo = {
      words: `Se quitó ${removedEntries[0]?.title}`,
      back: ({ exercises: now }) => ({ isRest: false, exercises: now.toSpliced(index, 0, ...removedEntries) }),
    };
    flushSync(() => {
      onEdit({ exercises: entries.toSpliced(index, 1) }, lost);
      changed();
    });
    // The pressed button is unmounted, so the focus goes to that of the next one, or to what adds one.
    const others = field.current?.querySelectorAll<HTMLElement>('[data-remove], [role=combobox]');
    others?.[Math.min(index, others.length - 1)]?.focus();
  };
  return (
    <div ref={field} className="space-y-3">
      {entries.length > 0 && (
        <SortableList
          label="Ejercicios"
          items={entries}
          keyOf={(entry) => entry.key}
          nameOf={({ title }) => title}
          onMove={(from, to) => {
            onEdit({ exercises: moveItem(entries, from, to) });
            changed();
          }}
          className="space-y-2"
        >
          {(entry, index, { handle, moves }) => (
            <div className="rounded-control border border-line bg-ground">
              <div className="flex items-center gap-1 pl-1 sm:gap-2">
                {handle}
                <span aria-hidden className="w-5 shrink-0 text-right text-xs font-semibold text-muted tabular-nums">
                  {index + 1}
                </span>
                <span className="min-w-0 flex-1 px-1 py-2 text-sm break-words">{entry.title}</span>
                <span className="flex shrink-0">
                  {moves}
                  <IconButton
                    label="Quitar ejercicio"
                    data-remove
                    title={`Quitar ejercicio: ${entry.title}`}
                    icon={<X aria-hidden className="size-4" />}
                    onClick={(event) => !isSecondClick(event) && remove(index)}
                  />
                </span>
              </div>
              {isNew(entry) && <NewExerciseField entry={entry} onPart={(part) => onPart(entry, part)} />}
              {prescribes && (
                <SetsLineField
                  name={`${dayName}.prescriptions.${index}.sets`}
                  entry={entry}
                  own={ownSets.get(entry.id) ?? []}
                  isLast={index === entries.length - 1}
                  onEdit={(changes) => onEdit({ exercises: entries.with(index, { ...entry, ...changes }) })}
                />
              )}
            </div>
          )}
        </SortableList>
      )}
      <ExercisePicker
        name={name}
        exercises={exercises}
        prescribes={prescribes}
        idForNew={idForNew}
        onPick={pick}
        error={error ?? partError}
      />
      {exercises.failed && <ListFailureNote onRetry={exercises.retry} />}
    </div>
  );
}
