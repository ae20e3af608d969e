import { plans } from '@pulso/contract/catalogue/plans';
import { describe, expect, it } from 'vitest';
import { createSchemaCheck } from '#forms/schema-check';

const check = createSchemaCheck(plans.create);
const validPlan = { title: 'Plan', description: 'Con todo', duration: '1', amount: '10', status: true };
const MONTHS_ERROR = 'La duración debe ser un número entero de 1 a 36 meses';
const PRICE_ERROR = 'El precio debe ser un número no negativo';

describe('the form of a plan', () => {
  it.each([
    ['PLA-11', { title: ' ' }, { title: 'El título es obligatorio' }],
    ['PLA-11', { description: '' }, { description: 'La descripción es obligatoria' }],
    ['PLA-12', { duration: '' }, { duration: 'La duración es obligatoria' }],
    ['PLA-12', { duration: '0' }, { duration: MONTHS_ERROR }],
    ['PLA-12', { duration: '37' }, { duration: MONTHS_ERROR }],
    ['PLA-12', { duration: '1.5' }, { duration: MONTHS_ERROR }],
    ['PLA-14', { amount: '' }, { amount: 'El precio es obligatorio' }],
    ['PLA-14', { amount: '-1' }, { amount: PRICE_ERROR }],
    ['PLA-14', { amount: '1.005' }, { amount: PRICE_ERROR }],
  ])('%s refuses %j', (_, typed, errors) => {
    expect(check({ ...validPlan, ...typed })).toEqual({ errors });
  });

  it.each([
    ['PLA-12', { duration: '1' }],
    ['PLA-12', { duration: '36' }],
    ['PLA-14', { amount: '0' }],
    ['PLA-14', { amount: '0.01' }],
  ])('%s takes %j', (_, typed) => {
    expect(check({ ...validPlan, ...typed })).toHaveProperty('values');
  });
});
