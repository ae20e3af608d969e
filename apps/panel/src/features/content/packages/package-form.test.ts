import { describe, expect, it } from 'vitest';
import { createPackageCheck } from '#features/content/packages/package-form.rules';

const check = createPackageCheck(false);
const validPackage = {
  title: 'Paquete',
  description: 'Todo junto',
  duration_days: '1',
  amount: '10',
  gender: 'Unisex',
  level_id: '1',
  diets: ['1'],
};
const PRICE_ERROR = 'El precio debe ser un número positivo';
const NOTHING_SELECTED_ERROR = 'Debe seleccionar al menos un entrenamiento o una dieta';

describe('the form of a package', () => {
  it.each([
    ['PAQ-23', { title: ' ' }, { title: 'El título es obligatorio' }],
    ['PAQ-23', { description: '' }, { description: 'La descripción es obligatoria' }],
    ['PAQ-24', { duration_days: '' }, { duration_days: 'Debe seleccionar una duración' }],
    ['PAQ-25', { amount: '' }, { amount: PRICE_ERROR }],
    ['PAQ-25', { amount: 0 }, { amount: PRICE_ERROR }],
    ['PAQ-25', { amount: '-5' }, { amount: PRICE_ERROR }],
    ['PAQ-25', { amount: '1,234.50' }, { amount: PRICE_ERROR }],
    ['PAQ-26', { gender: '' }, { gender: 'Debe seleccionar un género' }],
    ['PAQ-27', { level_id: '' }, { level_id: 'Debe seleccionar un nivel' }],
    ['PAQ-28', { diets: [] }, { trainings: NOTHING_SELECTED_ERROR, diets: NOTHING_SELECTED_ERROR }],
  ])('%s refuses %j', (_, typed, errors) => {
    expect(check({ ...validPackage, ...typed })).toEqual({ errors });
  });

  it.each([
    ['PAQ-25', { amount: '0.01' }],
    ['PAQ-28', { diets: [], trainings: ['1'] }],
  ])('%s takes %j', (_, typed) => {
    expect(check({ ...validPackage, ...typed })).toHaveProperty('values');
  });

  it('takes a free package where the server knows them, and no other price that is not positive', () => {
    const checkFree = createPackageCheck(true);
    expect(checkFree({ ...validPackage, amount: 0 })).toMatchObject({ values: { amount: 0, free: true } });
    expect(checkFree({ ...validPackage, amount: 10 })).not.toHaveProperty('values.free');
    for (const amount of ['', '-5', 'mil'])
      expect(checkFree({ ...validPackage, amount })).toEqual({ errors: { amount: PRICE_ERROR } });
  });
});
