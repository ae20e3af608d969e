import {
  exerciseCreate,
  INVALID_SETS,
  SET_DEFAULTS,
  setRows,
  type ExerciseInput,
  type ExerciseSet,
  type SetKind,
} from '@pulso/contract/content/exercises';
import type { FieldErrors } from '@pulso/contract/kit/envelope';
import { fieldErrors } from '@pulso/contract/kit/envelope';
import type { Check } from '#forms/form';
import { createSchemaCheck } from '#forms/schema-check';

export type SetValues = Pick<ExerciseSet, 'reps' | 'duration_seconds' | 'weight' | 'rest_seconds'>;
type TypedSetValues = Record<keyof SetValues, string>;

/** A set while its exercise is edited. */
export type SetRow = {
  /** Identifies the row while the form is open; a new set has no id yet. */
  key: number;
  id?: number;
  kind: SetKind;
  typed: TypedSetValues;
  errors: FieldErrors;
  /** The last valid values. */
  values: SetValues;
};

// Rows may come back from an earlier load of the page, with the keys that they had there.
let lastKey = Date.now();
const newKey = () => (lastKey += 1);

const numberText = (value: number | null | undefined) => (Number.isFinite(value) ? String(value) : '');

function validateRow(row: Omit<SetRow, 'errors'>): SetRow {
  const { success, data, error } = setRows[row.kind].safeParse(row.typed);
  if (!success) return { ...row, errors: fieldErrors(error) };
  return { ...row, errors: {}, values: { reps: null, duration_seconds: null, weight: null, ...data } };
}

export function newSetRow(): SetRow {
  const { reps, rest_seconds } = SET_DEFAULTS;
  const values = { reps, duration_seconds: null, weight: null, rest_seconds };
  const typed = { reps: numberText(reps), duration_seconds: '', weight: '', rest_seconds: numberText(rest_seconds) };
  return { key: newKey(), kind: 'reps', typed, errors: {}, values };
}

/** Editable rows of the stored sets; a new exercise begins with one. */
export function toSetRows(stored: readonly ExerciseSet[] | undefined): SetRow[] {
  if (!stored) return [newSetRow()];
  return stored.toSorted((one, other) => one.set_number - other.set_number).map(toSetRow);
}

function toSetRow(set: ExerciseSet): SetRow {
  const { reps, duration_seconds, weight, rest_seconds } = set;
  const typed = {
    reps: numberText(reps),
    duration_seconds: numberText(duration_seconds),
    weight: numberText(weight),
    rest_seconds: numberText(rest_seconds),
  };
  const kind = reps === null ? 'duration_seconds' : 'reps';
  // An old row may break the rules; then it shows its errors from the start.
  return validateRow({
    key: newKey(),
    id: set.id,
    kind,
    typed,
    values: { reps, duration_seconds, weight, rest_seconds },
  });
}

export function setTypedValue(row: SetRow, field: keyof SetValues, text: string): SetRow {
  return validateRow({ ...row, typed: { ...row.typed, [field]: text } });
}

/** The number of the other kind goes, and this one begins at its usual value. */
export function switchKind(row: SetRow, kind: SetKind): SetRow {
  const typed = { ...row.typed, reps: '', duration_seconds: '', [kind]: numberText(SET_DEFAULTS[kind]) };
  return validateRow({ ...row, kind, typed });
}

/** Body of a set; its number is its position. */
export function toSetBody({ values }: SetRow, place: number) {
  return { set_number: place, ...values };
}

/** Errors of the rows, by the names of their controls. */
export function rowErrors(rows: readonly SetRow[]): FieldErrors {
  const all = rows.flatMap(({ errors }, index) =>
    Object.entries(errors).map(([field, message]) => [`sets.${index}.${field}`, message]),
  );
  return Object.fromEntries(all) as FieldErrors;
}

const checkExercise = createSchemaCheck(exerciseCreate);

/** The contract's rules on the last valid sets; a row that shows an error blocks the form. */
export const checkWithSets: Check<{ values: ExerciseInput; rows: SetRow[] }> = (fields) => {
  const rows = JSON.parse(String(fields.sets)) as SetRow[];
  const result = checkExercise({ ...fields, sets: rows.map((row, index) => toSetBody(row, index + 1)) });
  const wrong = rowErrors(rows);
  if (Object.keys(wrong).length > 0)
    return { errors: { ...('errors' in result && result.errors), ...wrong, sets: INVALID_SETS } };
  return 'errors' in result ? result : { values: { values: result.values, rows } };
};

const formatDuration = (seconds: number) => {
  const rest = seconds % 60;
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min${rest ? ` ${rest} s` : ''}`;
};
const sumField = (rows: readonly SetRow[], field: 'reps' | 'duration_seconds' | 'rest_seconds') =>
  rows.reduce((total, { values }) => total + (values[field] || 0), 0);

/** Totals of all sets: '3 sets · 36 repeticiones · 3 min de descanso'. */
export function describeTotals(rows: readonly SetRow[]): string {
  const [reps, work, rest] = [
    sumField(rows, 'reps'),
    sumField(rows, 'duration_seconds'),
    sumField(rows, 'rest_seconds'),
  ];
  return [
    `${rows.length} ${rows.length === 1 ? 'set' : 'sets'}`,
    reps > 0 && `${reps} ${reps === 1 ? 'repetición' : 'repeticiones'}`,
    work > 0 && `${formatDuration(work)} de trabajo`,
    rest > 0 && `${formatDuration(rest)} de descanso`,
  ]
    .filter(Boolean)
    .join(' · ');
}
