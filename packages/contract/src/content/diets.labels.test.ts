import { expect, it } from 'vitest';
import { dietStatusLabel } from './diets.labels';

it('a diet is Activa or Inactiva', () => {
  expect([true, false].map(dietStatusLabel)).toEqual(['Activa', 'Inactiva']);
});
