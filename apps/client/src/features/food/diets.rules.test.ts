import { expect, it } from 'vitest';
import { byCategory } from './diets.rules';

const diet = (category: string, title: string) => ({ category, title });

it('COM-01 puts the diets of a day under their meals, however those are written, then under the others by name', () => {
  const groups = byCategory([
    diet('Snack', 'Nueces'),
    diet('CENA', 'Sopa'),
    diet('almuerzo', 'Pollo'),
    diet('Merienda ', 'Yogur'),
    diet('Almuerzo', 'Arroz'),
    diet('Antes de entrenar', 'Banana'),
    diet('desayuno', 'Avena'),
    diet('', 'Agua'),
  ]);
  expect(groups.map(({ category, diets }) => [category, ...diets.map(({ title }) => title)])).toEqual([
    ['desayuno', 'Avena'],
    ['Almuerzo', 'Arroz', 'Pollo'],
    ['Merienda', 'Yogur'],
    ['Cena', 'Sopa'],
    ['Antes de entrenar', 'Banana'],
    ['Otras', 'Agua'],
    ['Snack', 'Nueces'],
  ]);
});
