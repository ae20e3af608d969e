import type { Workout } from '@pulso/contract/coaching/workouts';
import { effortLabels, NOTE_LENGTH } from '@pulso/contract/coaching/workouts.labels';
import { useId, useRef, useState, type FormEvent } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { speak } from '@pulso/web/ui/feedback/live-region';
import { openLog } from '#device/use-log';
import { Choice, FieldError } from '#features/field';
import { useSaving } from '#features/done';
import {
  correctionOf,
  isHold,
  linesOf,
  readCorrection,
  type Correction,
  type PlaceLines,
  type SetDraft,
} from '#features/progress/workout.rules';

const efforts = Object.entries(effortLabels).map(([value, label]) => ({ value: Number(value), label }));

/** 'Corregir': the values of the done sets, how it was, and the note. */
export function CorrectForm({ workout, onDone }: { workout: Workout; onDone: () => void }) {
  const noteId = useId();
  // As it was when the form was opened: what another phone sends meanwhile is merged, and not typed over.
  const [original] = useState(workout);
  const [correction, setCorrection] = useState<Correction>(() => correctionOf(original));
  const [faults, setFaults] = useState<Record<string, string>>({});
  const { run, busy, failure } = useSaving();
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readCorrection(original, correction);
    if ('faults' in read) {
      setFaults(read.faults);
      form.current?.querySelector<HTMLElement>(`[name="${Object.keys(read.faults)[0]}"]`)?.focus();
      return;
    }
    void run(async () => {
      if (Object.keys(read.values).length > 0) {
        const log = await openLog();
        await log.keepWorkout(original);
        await log.changeWorkout(original.id, read.values);
      }
      speak('Guardado', 'workout');
      onDone();
    });
  };
  const changeSet = (name: string, draft: SetDraft) => {
    setCorrection({ ...correction, sets: { ...correction.sets, [name]: draft } });
    setFaults(({ [name]: _fault, ...others }) => others);
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="space-y-5">
      {linesOf(original).map((lines) => (
        <PlaceFields
          key={lines.place.key}
          workout={original}
          lines={lines}
          drafts={correction.sets}
          faults={faults}
          onChange={changeSet}
        />
      ))}
      <fieldset className="min-w-0">
        <legend className="mb-1.5 font-medium">¿Cómo estuvo?</legend>
        <div className="grid gap-2">
          {efforts.map(({ value, label }) => (
            <Choice
              key={value}
              name="effort"
              of={correction.effort}
              value={value}
              label={label}
              onChoose={(effort) => setCorrection({ ...correction, effort })}
            />
          ))}
        </div>
      </fieldset>
      <div>
        <label htmlFor={noteId} className="mb-1.5 block font-medium">
          Nota para tu entrenador (opcional)
        </label>
        <textarea
          id={noteId}
          rows={3}
          maxLength={NOTE_LENGTH}
          value={correction.note}
          onChange={({ target }) => setCorrection({ ...correction, note: target.value })}
          className="w-full rounded-control border border-line-strong bg-surface px-4 py-3 text-base"
        />
      </div>
      <div className="grid gap-2">
        <Button type="submit" look="primary" busy={busy} disabled={busy}>
          {busy ? 'Guardando...' : 'Guardar'}
        </Button>
        <Button onClick={onDone}>Cancelar</Button>
        {failure}
      </div>
    </form>
  );
}

type PlaceProps = {
  workout: Workout;
  lines: PlaceLines;
  drafts: Correction['sets'];
  faults: Record<string, string>;
  onChange: (name: string, draft: SetDraft) => void;
};

function PlaceFields({ workout, lines: { title, sets }, drafts, faults, onChange }: PlaceProps) {
  const done = sets.filter(({ name }) => drafts[name]);
  if (done.length === 0) return null;
  return (
    <fieldset className="min-w-0 rounded-card border border-line bg-surface px-5 py-4">
      <legend className="sr-only">{title}</legend>
      <p aria-hidden className="mb-2 font-semibold wrap-anywhere">
        {title}
      </p>
      <div className="grid gap-3">
        {done.map(({ name, n }) => {
          const draft = drafts[name]!;
          const fault = faults[name];
          const fields = [
            { field: 'amount', unit: isHold(workout, name) ? 'Segundos' : 'Repeticiones' },
            { field: 'weight', unit: 'Peso (kg)' },
          ] as const;
          return (
            <div key={name}>
              <div className="flex items-end gap-3">
                <span className="w-6 shrink-0 pb-3 text-muted tabular-nums">{n}</span>
                {fields.map(({ field, unit }) => (
                  <label key={field} className="min-w-0 flex-1">
                    <span className="block text-sm text-muted">
                      <span className="sr-only">Serie {n}: </span>
                      {unit}
                    </span>
                    <input
                      name={field === 'amount' ? name : undefined}
                      inputMode="decimal"
                      autoComplete="off"
                      aria-invalid={fault !== undefined}
                      value={draft[field]}
                      onChange={({ target }) => onChange(name, { ...draft, [field]: target.value })}
                      className={`h-13 w-full min-w-0 rounded-control border bg-surface px-4 text-base ${fault ? 'border-red' : 'border-line-strong'}`}
                    />
                  </label>
                ))}
              </div>
              <FieldError>{fault}</FieldError>
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
