import { diets } from '@pulso/contract/content/diets';
import { describe, expect, it } from 'vitest';
import { createSchemaCheck } from '#forms/schema-check';

const check = createSchemaCheck(diets.create);
const validDiet = {
  title: 'Ensalada',
  category: 'Volumen',
  type_diet_id: '1',
  portions: '2 platos',
  total_time: '25 min',
  calories: '450.5',
  protein: '30',
  carbs: '0',
  fats: '12.5',
  ingredients: 'Lechuga',
  instructions: 'Lavar',
};
const CALORIES_ERROR = 'Las calorías deben ser un número positivo';
const PROTEIN_ERROR = 'Las proteínas deben ser un número no negativo';
const CARBS_ERROR = 'Los carbohidratos deben ser un número no negativo';
const FATS_ERROR = 'Las grasas deben ser un número no negativo';

describe('the form of a diet', () => {
  it.each([
    ['DIE-24', { title: ' ' }, { title: 'El título es obligatorio' }],
    ['DIE-25', { category: '' }, { category: 'La categoría es obligatoria' }],
    ['DIE-26', { type_diet_id: '' }, { type_diet_id: 'El tipo de dieta es obligatorio' }],
    ['DIE-27', { calories: '' }, { calories: CALORIES_ERROR }],
    ['DIE-27', { calories: '0' }, { calories: CALORIES_ERROR }],
    ['DIE-27', { calories: '-1' }, { calories: CALORIES_ERROR }],
    ['DIE-28', { protein: '' }, { protein: PROTEIN_ERROR }],
    ['DIE-28', { protein: '-0.1' }, { protein: PROTEIN_ERROR }],
    ['DIE-29', { carbs: '' }, { carbs: CARBS_ERROR }],
    ['DIE-29', { carbs: '-1' }, { carbs: CARBS_ERROR }],
    ['DIE-30', { fats: '' }, { fats: FATS_ERROR }],
    ['DIE-30', { fats: '-5' }, { fats: FATS_ERROR }],
    ['DIE-31', { portions: '' }, { portions: 'Las porciones son obligatorias' }],
    ['DIE-32', { total_time: '' }, { total_time: 'El tiempo total es obligatorio' }],
    ['DIE-33', { ingredients: '\n' }, { ingredients: 'Los ingredientes son obligatorios' }],
    ['DIE-34', { instructions: '  ' }, { instructions: 'Las instrucciones son obligatorias' }],
  ])('%s refuses %j', (_, typed, errors) => {
    expect(check({ ...validDiet, ...typed })).toEqual({ errors });
  });

  it('DIE-27 DIE-28 DIE-29 DIE-30 takes a meal of nothing but calories', () => {
    expect(check({ ...validDiet, calories: '1', protein: '0', carbs: '0', fats: '0' })).toHaveProperty('values');
  });
});
