import { WEIGHT_STEP_KG, type SetKind } from '@pulso/contract/content/exercises';
import { useId, type InputHTMLAttributes } from 'react';
import { switchKind, setTypedValue, type SetRow, type SetValues } from '#features/content/exercises/set-rows';
import { blurOnWheel, controlClass, FieldFrame } from '#forms/fields';
import { typedText, useField } from '#forms/form';
import { parseTyped, formatTyped } from '#forms/text-formats';
import { stepOnArrows, formatOnBlur } from '#forms/typed-field';

const kindLabels: Record<SetKind, { choice: string; label: string; unit: string }> = {
  reps: { choice: 'Repeticiones', label: 'Repeticiones', unit: 'reps' },
  duration_seconds: { choice: 'Tiempo', label: 'Duración (s)', unit: 's' },
};

type NumberProps = InputHTMLAttributes<HTMLInputElement> & {
  row: SetRow;
  index: number;
  field: keyof SetValues;
  label: string;
  /** Unit shown inside the field. */
  unit: string;
  onRow: (row: SetRow) => void;
};

const integerInputProps = { type: 'number', inputMode: 'numeric', step: 1, onWheel: blurOnWheel } as const;
const decimalInputProps = {
  'data-reads': 'decimal',
  inputMode: 'decimal',
  step: WEIGHT_STEP_KG,
  onBlur: formatOnBlur('decimal'),
  onKeyDown: stepOnArrows('decimal'),
} as const;

function SetNumberField({ row, index, field, label, unit, onRow, ...rest }: NumberProps) {
  const id = useId();
  const name = `sets.${index}.${field}`;
  const { error: serverError } = useField(name);
  const error = row.errors[field] ?? serverError;
  const isDecimal = field === 'weight';
  return (
    <FieldFrame id={id} label={label} error={error}>
      <div className="relative">
        <input
          id={id}
          name={name}
          {...(isDecimal ? decimalInputProps : integerInputProps)}
          autoComplete="off"
          // The browser keeps what was typed, even what is no number.
          defaultValue={isDecimal ? formatTyped('decimal', row.typed[field]) : row.typed[field]}
          onChange={({ target }) =>
            onRow(
              setTypedValue(row, field, isDecimal ? String(parseTyped('decimal', target.value)) : typedText(target)),
            )
          }
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={`${controlClass} h-11 pr-11 [appearance:textfield] tabular-nums [&::-webkit-inner-spin-button]:appearance-none`}
          {...rest}
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3 inline-flex items-center text-xs text-muted"
        >
          {unit}
        </span>
      </div>
    </FieldFrame>
  );
}

type Props = { row: SetRow; index: number; onRow: (row: SetRow) => void };

/** Fields of a set: its kind, its number, the weight, and the rest after it. */
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
          {Object.entries(kindLabels).map(([kind, { choice }]) => (
            <option key={kind} value={kind}>
              {choice}
            </option>
          ))}
        </select>
      </FieldFrame>
      <SetNumberField
        key={row.kind}
        {...common}
        field={row.kind}
        label={kindLabels[row.kind].label}
        unit={kindLabels[row.kind].unit}
        min={1}
        required
      />
      <SetNumberField {...common} field="weight" label="Peso (kg)" unit="kg" min={0} />
      <SetNumberField {...common} field="rest_seconds" label="Descanso (s)" unit="s" min={0} required />
    </>
  );
}
