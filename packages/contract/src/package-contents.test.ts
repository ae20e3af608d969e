import { describe, expect, it } from 'vitest';
import { packageDiets, packagePrice, packageTitle, packageTrainings } from './package-contents';

describe('a package, whatever the server calls its parts', () => {
  it('PAQ-04 is named by its title, or else by its name', () => {
    expect(packageTitle({ title: 'Verano', name: 'Otro' })).toBe('Verano');
    expect(packageTitle({ title: '', name: 'Otro' })).toBe('Otro');
    expect(packageTitle({ name: 'Otro' })).toBe('Otro');
    expect(packageTitle({})).toBe('');
  });

  it('costs its price, or else its amount', () => {
    expect(packagePrice({ price: 10, amount: 20 })).toBe(10);
    expect(packagePrice({ price: 0, amount: 20 })).toBe(0);
    expect(packagePrice({ amount: 20 })).toBe(20);
  });

  const training = { id: 3, title: 'Plan', level: { title: 'Avanzado' }, training_type: { title: 'Fuerza' } };
  const whole = { id: 3, title: 'Plan', level: 'Avanzado', type: 'Fuerza' };
  it.each([
    ['package_trainings', { package_trainings: [{ training_id: 3, training }] }, [whole]],
    ['links in trainings', { trainings: [{ training_id: 3, training }] }, [whole]],
    ['trainings themselves', { trainings: [training] }, [whole]],
    [
      'a link whose training is gone',
      { package_trainings: [{ training_id: 3, training: null }] },
      [{ id: 3, title: 'Entrenamiento no disponible', level: 'Sin nivel', type: 'Sin tipo' }],
    ],
    ['neither', {}, []],
  ])('PAQ-05 includes trainings: %s', (_, row, expected) => {
    expect(packageTrainings(row)).toEqual(expected);
  });

  const diet = { id: 4, title: 'Cena', description: 'Liviana' };
  it.each([
    ['package_diets', { package_diets: [{ diet_id: 4, diet }] }, [diet]],
    ['links in diets', { diets: [{ diet_id: 4, diet }] }, [diet]],
    ['diets themselves', { diets: [diet] }, [diet]],
    [
      'a diet described by its type',
      { diets: [{ id: 4, title: 'Cena', type_diet: { description: 'Keto' } }] },
      [{ ...diet, description: 'Keto' }],
    ],
    [
      'a link whose diet is gone',
      { package_diets: [{ diet_id: 4 }] },
      [{ id: 4, title: 'Dieta no disponible', description: '' }],
    ],
    ['neither', {}, []],
  ])('PAQ-05 includes diets: %s', (_, row, expected) => {
    expect(packageDiets(row)).toEqual(expected);
  });
});
