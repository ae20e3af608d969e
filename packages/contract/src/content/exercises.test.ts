import { describe, expect, it } from 'vitest';
import { fieldErrors } from '../kit/envelope';
import {
  exerciseCreate,
  exerciseSetCreate,
  exerciseSetPatch,
  exercises,
  INVALID_SETS,
  MACHINE_REQUIRED,
  machineProblems,
  MAX_SETS,
  NO_SETS,
  setKindProblems,
} from './exercises';

const set = { set_number: 1, reps: 12, rest_seconds: 60 };
const exercise = { title: 'Sentadilla', description: 'Con barra', body_part_id: '3', sets: JSON.stringify([set]) };

function problemsOf(values: object) {
  const { error } = exerciseCreate.safeParse(values);
  return error && fieldErrors(error);
}

describe('the kind of a set', () => {
  it.each([
    ['repetitions', { reps: 12, duration_seconds: null }, undefined],
    ['seconds', { reps: null, duration_seconds: 30 }, undefined],
    ['repetitions alone', { reps: 12 }, undefined],
    ['both', { reps: 12, duration_seconds: 30 }, ['duration_seconds']],
    ['neither', { reps: null, duration_seconds: null }, ['reps']],
    ['nothing at all', {}, ['reps']],
  ])('EJE-42 judges %s', (_, kind, fields) => {
    const problems = setKindProblems(kind);
    expect(problems && Object.keys(problems)).toEqual(fields);
  });

  it('is told together with whatever else is wrong with a set', () => {
    const { error } = exerciseSetCreate.safeParse({ rest_seconds: -1 });
    expect(error && fieldErrors(error)).toEqual({
      set_number: 'El número de set es obligatorio',
      exercise_id: 'El ejercicio es obligatorio',
      rest_seconds: 'Debe ser un número no negativo',
      reps: 'Las repeticiones son obligatorias',
    });
  });

  it('does not call repetitions missing when the seconds are wrong', () => {
    const { error } = exerciseSetCreate.safeParse({ ...set, exercise_id: 1, reps: null, duration_seconds: 0 });
    expect(error && fieldErrors(error)).toEqual({ duration_seconds: 'Debe ser un número positivo' });
  });
});

describe('the machine of an exercise', () => {
  it.each([
    ['used and named', { uses_machine: true, machine_id: 4 }, undefined],
    ['not used', { uses_machine: false, machine_id: null }, undefined],
    ['not mentioned', {}, undefined],
    ['used but not named', { uses_machine: true }, { machine_id: MACHINE_REQUIRED }],
    ['used and blank', { uses_machine: true, machine_id: null }, { machine_id: MACHINE_REQUIRED }],
  ])('V14 judges one that is %s', (_, use, expected) => {
    expect(machineProblems(use)).toEqual(expected);
  });

  it('is told together with whatever else is wrong', () => {
    expect(problemsOf({ ...exercise, title: ' ', uses_machine: 'true', machine_id: '' })).toEqual({
      title: 'El título es obligatorio',
      machine_id: MACHINE_REQUIRED,
    });
  });
});

describe('the sets of a new exercise', () => {
  it('come as JSON text with the forms of JSON inside', () => {
    const sets = [{ set_number: 2, duration_seconds: 30, weight: 12.5, rest_seconds: 0 }, set];
    expect(exerciseCreate.parse({ ...exercise, sets: JSON.stringify(sets) })).toEqual({
      title: 'Sentadilla',
      description: 'Con barra',
      body_part_id: 3,
      sets,
    });
  });

  it.each<[string, unknown, string]>([
    ['missing', undefined, NO_SETS],
    ['blank', '', NO_SETS],
    ['an empty list', '[]', NO_SETS],
    ['broken JSON', '[{', INVALID_SETS],
    ['no list', '{"set_number":1}', INVALID_SETS],
    ['a list of no sets', '[1]', INVALID_SETS],
    ['two with one number', JSON.stringify([set, set]), INVALID_SETS],
    [
      'too many',
      JSON.stringify(Array.from({ length: MAX_SETS + 1 }, (_, index) => ({ ...set, set_number: index + 1 }))),
      INVALID_SETS,
    ],
  ])('V8 are refused when they are %s', (_, sets, message) => {
    expect(problemsOf({ ...exercise, sets })?.sets).toBe(message);
  });

  it('V8 answers one line to a list of tens of thousands of broken sets', () => {
    const sets = `[${Array.from({ length: 80_000 }, () => '{}').join(',')}]`;
    expect(problemsOf({ ...exercise, sets })).toEqual({ sets: INVALID_SETS });
  });

  it.each([
    ['reps', { reps: 0 }],
    ['reps', { reps: -1 }],
    ['reps', { reps: 1.5 }],
    ['duration_seconds', { reps: null, duration_seconds: 0 }],
    ['duration_seconds', { duration_seconds: 30 }],
    ['reps', { reps: null }],
    ['rest_seconds', { rest_seconds: -1 }],
    ['rest_seconds', { rest_seconds: null }],
    ['weight', { weight: -0.5 }],
    ['weight', { weight: 0.123 }],
    ['weight', { weight: 'x' }],
    ['set_number', { set_number: 0 }],
  ])('V8 are pointed out by list and by %s: %o', (field, wrong) => {
    const problems = problemsOf({ ...exercise, sets: JSON.stringify([set, { ...set, set_number: 2, ...wrong }]) });
    expect(problems).toEqual({ sets: INVALID_SETS, [`sets.1.${field}`]: expect.any(String) });
  });

  it('take weights that are no multiple of the step', () => {
    expect(problemsOf({ ...exercise, sets: JSON.stringify([{ ...set, weight: 0.3 }]) })).toBeUndefined();
  });
});

describe('a change', () => {
  it('brings nothing that was not sent, neither sets nor another exercise', () => {
    expect(exercises.patch.parse({})).toEqual({});
    expect(exercises.patch.parse({ sets: '[]', id: '9', title: 'Remo' })).toEqual({ title: 'Remo' });
    expect(exerciseSetPatch.parse({ exercise_id: 2, id: 3, reps: '', weight: '7.5' })).toEqual({
      reps: null,
      weight: 7.5,
    });
  });
});
