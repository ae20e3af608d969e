import { packageAnswer } from '@pulso/contract/content/package-answer';
import { describe, expect, it } from 'vitest';
import { packageDiets, packageTrainings } from '#features/content/packages/package-contents';

describe('a package, whatever the server calls its parts', () => {
  it('PAQ-04 is named by its title, or else by its name', () => {
    expect(packageAnswer({ title: 'Verano', name: 'Otro' }).title).toBe('Verano');
    expect(packageAnswer({ title: '', name: 'Otro' }).title).toBe('Otro');
    expect(packageAnswer({ name: 'Otro' }).title).toBe('Otro');
  });

  it('costs its price, or else its amount', () => {
    expect(packageAnswer({ price: 10, amount: 20 })).toMatchObject({ price: 10, amount: 20 });
    expect(packageAnswer({ price: 0, amount: 20 }).price).toBe(0);
    expect(packageAnswer({ amount: 20 })).toMatchObject({ price: 20, amount: 20 });
  });

  const training = { id: 3, title: 'Plan', level: { title: 'Avanzado' }, training_type: { title: 'Fuerza' } };
  it.each([
    ['package_trainings', { package_trainings: [{ training_id: 3, training }] }, [{ training_id: 3, training }]],
    ['links in trainings', { trainings: [{ training_id: 3, training }] }, [{ training_id: 3, training }]],
    ['trainings themselves', { trainings: [training] }, [{ training_id: 3, training }]],
    ['a link without its id', { trainings: [{ training }] }, [{ training_id: 3, training }]],
    [
      'a link whose training is gone',
      { trainings: [{ training_id: 3, training: null }] },
      [{ training_id: 3, training: null }],
    ],
    ['nothing among them', { trainings: [null, 'x', training] }, [{ training_id: 3, training }]],
    ['neither', {}, undefined],
  ])('PAQ-05 includes trainings: %s', (_, answer, expected) => {
    expect(packageAnswer(answer).package_trainings).toEqual(expected);
  });

  const diet = { id: 4, title: 'Cena', description: 'Liviana' };
  const link = { diet_id: 4, diet };
  it.each([
    ['package_diets', { package_diets: [link] }, [link]],
    ['links in diets', { diets: [link] }, [link]],
    ['diets themselves', { diets: [diet] }, [link]],
    [
      'a diet described by its type',
      { diets: [{ id: 4, title: 'Cena', type_diet: { description: 'Keto' } }] },
      [{ diet_id: 4, diet: expect.objectContaining({ ...diet, description: 'Keto' }) as object }],
    ],
    ['a link whose diet is gone', { package_diets: [{ diet_id: 4 }] }, [{ diet_id: 4, diet: undefined }]],
    ['neither', {}, undefined],
  ])('PAQ-05 includes diets: %s', (_, answer, expected) => {
    expect(packageAnswer(answer).package_diets).toEqual(expected);
  });

  it('PAQ-05 says what it includes, and of what is gone that it is', () => {
    const gone = { id: NaN, title: '', level: null, training_type: null };
    expect(
      packageTrainings({
        package_trainings: [
          { training_id: 3, training },
          { training_id: 5, training: gone },
        ],
      }),
    ).toEqual([
      { id: 3, title: 'Plan', level: 'Avanzado', type: 'Fuerza' },
      { id: 5, title: 'Entrenamiento no disponible', level: 'Sin nivel', type: 'Sin tipo' },
    ]);
    const diets = [
      { diet_id: 4, diet: { ...diet, category: 'Cenas' } },
      { diet_id: 6, diet: { id: NaN, title: '', category: '', description: '' } },
    ];
    expect(packageDiets({ package_diets: diets })).toEqual([
      diet,
      { id: 6, title: 'Dieta no disponible', description: '' },
    ]);
  });
});
