import { exerciseCreate, type SetKind } from '@pulso/contract/content/exercises';
import { describe, expect, it } from 'vitest';
import {
  newSetRow,
  toSetBody,
  rowErrors,
  describeTotals,
  switchKind,
  setTypedValue,
  type SetValues,
} from '#features/content/exercises/set-rows';
import { createSchemaCheck } from '#forms/schema-check';

const POSITIVE_ERROR = 'Debe ser un número positivo';
const NOT_NEGATIVE_ERROR = 'Debe ser un número no negativo';
const newRowOfKind = (kind: SetKind) => (kind === 'reps' ? newSetRow() : switchKind(newSetRow(), kind));

describe('the row of a set', () => {
  it('EJE-42 EJE-43 EJE-44 counts repetitions or seconds, and switching begins at the usual value', () => {
    const first = newSetRow();
    expect(toSetBody(first, 1)).toEqual({
      set_number: 1,
      reps: 12,
      duration_seconds: null,
      weight: null,
      rest_seconds: 60,
    });
    const timed = switchKind(setTypedValue(first, 'reps', '8'), 'duration_seconds');
    expect(timed.values).toMatchObject({ reps: null, duration_seconds: 30 });
    expect(timed.typed).toMatchObject({ reps: '', duration_seconds: '30' });
    expect(switchKind(timed, 'reps').values).toMatchObject({ reps: 12, duration_seconds: null });
  });

  it.each<[string, SetKind, keyof SetValues, string, string]>([
    ['EJE-45', 'reps', 'reps', '', 'Las repeticiones son obligatorias'],
    ['EJE-39 EJE-46', 'reps', 'reps', '0', POSITIVE_ERROR],
    ['EJE-39 EJE-46', 'reps', 'reps', '-3', POSITIVE_ERROR],
    ['EJE-47', 'duration_seconds', 'duration_seconds', '', 'La duración es obligatoria'],
    ['EJE-39 EJE-48', 'duration_seconds', 'duration_seconds', '0', POSITIVE_ERROR],
    ['EJE-49', 'reps', 'weight', '-0.5', NOT_NEGATIVE_ERROR],
    ['EJE-50', 'reps', 'rest_seconds', '', 'El descanso es obligatorio'],
    ['EJE-39 EJE-51', 'reps', 'rest_seconds', '-1', NOT_NEGATIVE_ERROR],
  ])('%s EJE-53 of %s refuses %s %j, and the form keeps what it had', (_, kind, field, typed, message) => {
    const before = newRowOfKind(kind);
    const row = setTypedValue(before, field, typed);
    expect(row.errors).toEqual({ [field]: message });
    expect(rowErrors([newSetRow(), row])).toEqual({ [`sets.1.${field}`]: message });
    expect(row.values).toEqual(before.values);
    expect(describeTotals([row])).toBe(describeTotals([before]));
  });

  it('EJE-49 EJE-53 takes no weight, half kilos and no rest at all', () => {
    const row = setTypedValue(setTypedValue(newSetRow(), 'weight', '2.5'), 'rest_seconds', '0');
    expect(row).toMatchObject({ errors: {}, values: { reps: 12, weight: 2.5, rest_seconds: 0 } });
    expect(setTypedValue(row, 'weight', '')).toMatchObject({ errors: {}, values: { weight: null } });
  });
});

describe('the form of an exercise', () => {
  const check = createSchemaCheck(exerciseCreate);
  const whole = { title: 'Remo', description: 'Con barra', body_part_id: '1', sets: [toSetBody(newSetRow(), 1)] };
  const machine = 'La máquina es obligatoria cuando se selecciona "Usa máquina"';

  it.each([
    ['EJE-34', { title: ' ' }, { title: 'El título es obligatorio' }],
    ['EJE-35', { description: '' }, { description: 'La descripción es obligatoria' }],
    ['EJE-36', { body_part_id: '' }, { body_part_id: 'La parte del cuerpo es obligatoria' }],
    ['EJE-37', { uses_machine: true, machine_id: '' }, { machine_id: machine }],
    ['EJE-38', { sets: [] }, { sets: 'Debe haber al menos un set de ejercicio' }],
  ])('%s refuses %j', (_, typed, errors) => {
    expect(check({ ...whole, ...typed })).toEqual({ errors });
  });
});
