import type { ExerciseSet } from '@pulso/contract/content/exercises';
import {
  amountsWords,
  PRESCRIPTION_LIMITS,
  resolveSets,
  setProblems,
  type PrescribedSet,
  type Prescription,
} from '@pulso/contract/content/sets-line';
import { Plus, Trash2 } from 'lucide-react';
import { useId, useRef, useState, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton, isSecondClick } from '@pulso/web/ui/controls/button';
import { Dialog } from '@pulso/web/ui/dialogs/dialog';
import { controlClass, FieldFrame } from '#forms/fields';
import { useDiscardQuestion } from '#forms/use-discard-question';

type Typed = Record<keyof PrescribedSet, string>;
type Row = Typed & { key: number; isTimed: boolean };
type Problems = Partial<Typed>;

let lastKey = 0;
const nextKey = () => (lastKey += 1);

const textOf = (value: number | null) => (value === null ? '' : String(value).replace('.', ','));

const toRow = ({ reps, reps_max, seconds, weight, rest }: PrescribedSet): Row => ({
  key: nextKey(),
  isTimed: seconds !== null,
  reps: textOf(reps),
  reps_max: textOf(reps_max),
  seconds: textOf(seconds),
  weight: textOf(weight),
  rest: textOf(rest),
});

const ownRows = (own: readonly ExerciseSet[]): Row[] => {
  const sets = resolveSets(null, own).slice(0, PRESCRIPTION_LIMITS.sets);
  // A blank rest is that of the exercise.
  return (sets.length > 0 ? sets : [{ reps: 12, reps_max: null, seconds: null, weight: null }]).map((set) =>
    toRow({ ...set, rest: null }),
  );
};

/** Null for a blank, NaN for what is no number. */
function numberOf(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  return text === '' ? null : /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
}

function toSet({ isTimed, ...typed }: Row): PrescribedSet {
  const reps = isTimed ? null : (numberOf(typed.reps) ?? NaN);
  const upTo = isTimed ? null : numberOf(typed.reps_max);
  return {
    reps,
    reps_max: upTo === reps ? null : upTo,
    seconds: isTimed ? (numberOf(typed.seconds) ?? NaN) : null,
    weight: numberOf(typed.weight),
    rest: numberOf(typed.rest),
  };
}

type Props = {
  title: string;
  prescription: Prescription;
  own: readonly ExerciseSet[];
  isLast: boolean;
  onSave: (next: Prescription) => void;
  onClose: () => void;
};

/** Everything that a place can ask of its exercise, set by set. */
export function SetsEditor({ title, prescription, own, isLast, onSave, onClose }: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [rows, setRows] = useState(() => prescription.sets?.map(toRow) ?? ownRows(own));
  const [usesOwn, setUsesOwn] = useState(prescription.sets === null);
  const [superset, setSuperset] = useState(prescription.superset);
  const [note, setNote] = useState(prescription.note);
  const [problems, setProblemsOf] = useState<Problems[]>([]);
  const [dirty, setDirty] = useState(false);
  const { ask, question } = useDiscardQuestion(dirty, onClose);
  const close = () => (dirty ? ask() : onClose());
  const change = (next: Row[]) => {
    setRows(next);
    setUsesOwn(false);
    setProblemsOf([]);
    setDirty(true);
  };
  const rests = resolveSets(
    rows.map((row) => ({ ...toSet(row), rest: null })),
    own,
  );
  const focusRow = (index: number, selector: string) =>
    form.current?.querySelectorAll('[role=group]')[index]?.querySelector<HTMLElement>(selector)?.focus();
  const add = () => {
    const last = rows.at(-1);
    if (last) flushSync(() => change([...rows, { ...last, key: nextKey() }]));
    focusRow(rows.length, 'input');
  };
  const remove = (index: number) => {
    flushSync(() => change(rows.toSpliced(index, 1)));
    focusRow(Math.min(index, rows.length - 2), 'select');
  };
  const takeOwn = () => {
    setRows(ownRows(own));
    setUsesOwn(true);
    setProblemsOf([]);
    setDirty(true);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    // The training's form is around this one in React, though not in the page.
    event.stopPropagation();
    const sets = rows.map(toSet);
    const found = sets.map((set): Problems => setProblems(set));
    if (!usesOwn && found.some((one) => Object.keys(one).length > 0)) {
      flushSync(() => setProblemsOf(found));
      form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    } else onSave({ sets: usesOwn ? null : sets, superset, note: note.trim() });
  };
  return (
    <Dialog
      open
      onClose={close}
      title="Editar series"
      className="max-w-4xl"
      footer={
        <>
          <Button onClick={close}>Cancelar</Button>
          <Button look="primary" type="submit" form={id}>
            Listo
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        onSubmit={save}
        onChange={(event) => event.stopPropagation()}
        className="space-y-4 p-5"
      >
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div>
            <p className="font-semibold wrap-anywhere">{title}</p>
            <p className="min-h-5 text-sm text-muted">
              {usesOwn && own.length > 0 && `Del ejercicio: ${amountsWords(resolveSets(null, own))}`}
            </p>
          </div>
          <Button look="quiet" disabled={usesOwn} onClick={takeOwn}>
            Usar las del ejercicio
          </Button>
        </div>
        <div className="space-y-3 md:space-y-2">
          {rows.map((row, index) => (
            <SetFields
              key={row.key}
              row={row}
              index={index}
              rest={rests[index]?.rest}
              problems={problems[index] ?? {}}
              onRow={(next) => change(rows.with(index, next))}
              onRemove={rows.length > 1 ? () => remove(index) : undefined}
            />
          ))}
        </div>
        <Button
          icon={<Plus aria-hidden className="size-4" />}
          disabled={rows.length >= PRESCRIPTION_LIMITS.sets}
          onClick={add}
        >
          Agregar serie
        </Button>
        <label className={`flex min-h-11 items-center gap-3 text-sm font-medium ${isLast ? 'opacity-60' : ''}`}>
          <input
            type="checkbox"
            className="size-5"
            checked={superset && !isLast}
            disabled={isLast}
            onChange={({ target }) => {
              setSuperset(target.checked);
              setDirty(true);
            }}
          />
          Va con el siguiente
        </label>
        <FieldFrame id={`${id}-note`} label="Nota (opcional)">
          <input
            id={`${id}-note`}
            value={note}
            maxLength={PRESCRIPTION_LIMITS.note}
            autoComplete="off"
            onChange={({ target }) => {
              setNote(target.value);
              setDirty(true);
            }}
            className={`${controlClass} h-11`}
          />
        </FieldFrame>
      </form>
      {question}
    </Dialog>
  );
}

const labels: Record<keyof PrescribedSet, string> = {
  reps: 'Repeticiones',
  reps_max: 'Hasta (opcional)',
  seconds: 'Segundos',
  weight: 'Peso (kg)',
  rest: 'Descanso (s)',
};

type SetProps = {
  row: Row;
  index: number;
  /** The rest of the exercise's own set, for a blank one. */
  rest: number | undefined;
  problems: Problems;
  onRow: (row: Row) => void;
  onRemove: (() => void) | undefined;
};

function SetFields({ row, index, rest, problems, onRow, onRemove }: SetProps) {
  const id = useId();
  // In the wide layout only the first row shows its labels.
  const labelClass = index === 0 ? 'md:*:data-beside:mt-6.5' : 'md:[&_label]:sr-only';
  const field = (name: keyof PrescribedSet, placeholder?: string) => (
    <div className={name === 'seconds' ? 'md:col-span-2' : ''}>
      <FieldFrame id={`${id}-${name}`} label={labels[name]} error={problems[name]}>
        <input
          id={`${id}-${name}`}
          value={row[name]}
          placeholder={placeholder}
          inputMode={name === 'weight' ? 'decimal' : 'numeric'}
          autoComplete="off"
          aria-invalid={problems[name] ? true : undefined}
          aria-describedby={problems[name] ? `${id}-${name}-error` : undefined}
          onChange={({ target }) => onRow({ ...row, [name]: target.value })}
          className={`${controlClass} h-11 tabular-nums`}
        />
      </FieldFrame>
    </div>
  );
  return (
    <div
      role="group"
      aria-label={`Serie ${index + 1}`}
      className={`grid grid-cols-2 items-start gap-3 rounded-control border border-line p-3 md:grid-cols-[auto_1.2fr_1fr_1.15fr_0.9fr_1fr_auto] md:[&_label]:whitespace-nowrap md:gap-2 md:p-2 ${labelClass}`}
    >
      <span data-beside className="flex h-11 items-center text-sm font-semibold whitespace-nowrap tabular-nums">
        Serie {index + 1}
      </span>
      <span data-beside className="flex h-11 items-center justify-end md:order-last">
        <IconButton
          label="Quitar serie"
          title={onRemove ? `Quitar serie: ${index + 1}` : 'Debe quedar al menos una serie'}
          disabled={!onRemove}
          icon={<Trash2 aria-hidden className="size-4" />}
          onClick={(event) => !isSecondClick(event) && onRemove?.()}
        />
      </span>
      <FieldFrame id={`${id}-kind`} label="Tipo">
        <select
          id={`${id}-kind`}
          value={row.isTimed ? 'seconds' : 'reps'}
          onChange={({ target }) => onRow({ ...row, isTimed: target.value === 'seconds' })}
          className={`${controlClass} h-11`}
        >
          <option value="reps">{labels.reps}</option>
          <option value="seconds">{labels.seconds}</option>
        </select>
      </FieldFrame>
      {row.isTimed ? (
        field('seconds')
      ) : (
        <>
          {field('reps')}
          {field('reps_max')}
        </>
      )}
      {field('weight')}
      {field('rest', rest === undefined ? undefined : String(rest))}
    </div>
  );
}
