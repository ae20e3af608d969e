import { WEIGHT_STEP_KG, type SetKind } from '@pulso/contract/content/exercises';
import { useId, type InputHTMLAttributes } from 'react';
import { switchKind, typeInto, type SetRow, type SetValues } from '#features/content/exercises/set-rows';
import { blurOnWheel, controlClass, FieldFrame } from '#forms/fields';
import { typedIn, useField } from '#forms/form';

const kinds: Record<SetKind, { choice: string; label: string }> = {
  reps: { choice: 'Repeticiones', label: 'Repeticiones' },
  duration_seconds: { choice: 'Tiempo', label: 'Duración (s)' },
};

type NumberProps = InputHTMLAttributes<HTMLInputElement> & {
  row: SetRow;
  index: number;
  field: keyof SetValues;
  label: string;
  onRow: (row: SetRow) => void;
};

function SetNumber({ row, index, field, label, onRow, ...rest }: NumberProps) {
  const id = useId();
  const name = `sets.${index}.${field}`;
  const { error: serverError } = useField(name);
  const error = row.errors[field] ?? serverError;
  return (
    <FieldFrame id={id} label={label} error={error}>
      <input
        id={id}
        name={name}
        type="number"
        inputMode="numeric"
        step={1}
        // The browser keeps what was typed, even what is no number.
        defaultValue={row.typed[field]}
        onChange={({ target }) => onRow(typeInto(row, field, typedIn(target)))}
        onWheel={blurOnWheel}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={`${controlClass} h-11 tabular-nums`}
        {...rest}
      />
    </FieldFrame>
  );
}

type Props = { row: SetRow; index: number; onRow: (row: SetRow) => void };

/** What a set counts, how much of it, with which weight, and the rest after it. */
export function SetRowFields({ row, index, onRow }: Props) {
  const id = useId();
  const common = { row, index, onRow };
  return (
    <>
      <FieldFrame id={id} label="Tipo">
        <select
          id={id}
          name={`sets.${index}.kind`}
          value={row.kind}
          onChange={({ target }) => onRow(switchKind(row, target.value as SetKind))}
          className={`${controlClass} h-11`}
        >
          {Object.entries(kinds).map(([kind, { choice }]) => (
            <option key={kind} value={kind}>
              {choice}
            </option>
          ))}
        </select>
      </FieldFrame>
      <SetNumber key={row.kind} {...common} field={row.kind} label={kinds[row.kind].label} min={1} required />
      <SetNumber {...common} field="weight" label="Peso (kg)" min={0} step={WEIGHT_STEP_KG} inputMode="decimal" />
      <SetNumber {...common} field="rest_seconds" label="Descanso (s)" min={0} required />
    </>
  );
}
