import { describe, expect, it } from 'vitest';
import { fieldErrors } from '../kit/envelope';
import { includedProblems, packageCreate, packagePatch } from './packages';

const NOTHING_INCLUDED = 'Debe seleccionar al menos un entrenamiento o una dieta';
const nothingIncludedErrors = { trainings: NOTHING_INCLUDED, diets: NOTHING_INCLUDED };
const values = { title: 'Verano', description: 'Todo', duration_days: 1, amount: 10, gender: 'Unisex', level_id: 1 };

const problemsOf = (sent: object) => {
  const { error } = packageCreate.safeParse(sent);
  return error && fieldErrors(error);
};

describe('what a package includes', () => {
  it.each([
    [{ trainings: [1], diets: [] }, undefined],
    [{ trainings: [], diets: [1] }, undefined],
    [{ diets: [1] }, undefined],
    [{ trainings: [], diets: [] }, nothingIncludedErrors],
    [{}, nothingIncludedErrors],
  ])('PAQ-37 judges %o', (included, expected) => {
    expect(includedProblems(included)).toEqual(expected);
  });

  it('is told together with whatever else is wrong', () => {
    expect(problemsOf({ ...values, amount: 0 })).toEqual({
      amount: 'El precio debe ser un número positivo',
      ...nothingIncludedErrors,
    });
  });

  it.each([null, 5, 'x', {}, [['1']], [1.5], [0]])('V11 is a list of ids: %o is refused', (trainings) => {
    expect(problemsOf({ ...values, diets: [1], trainings })).toMatchObject({
      trainings: 'Hay entrenamientos que no son válidos',
    });
  });

  it('V10 counts each id once, and not thousands of them', () => {
    expect(packageCreate.parse({ ...values, diets: [3, 1, '3'] }).diets).toEqual([3, 1]);
    const many = Array.from({ length: 10_000 }, (_, index) => index + 1);
    expect(problemsOf({ ...values, diets: many })).toMatchObject({ diets: 'Hay dietas que no son válidas' });
  });

  it('waits, in a change, for what is stored', () => {
    expect(packagePatch.parse({ trainings: [] })).toEqual({ trainings: [] });
    expect(packagePatch.parse({})).toEqual({});
  });
});
