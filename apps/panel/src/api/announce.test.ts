import { bodyParts } from '@pulso/contract/catalogue/body-parts';
import { dietCategories } from '@pulso/contract/catalogue/diet-categories';
import { levels } from '@pulso/contract/catalogue/levels';
import { plans } from '@pulso/contract/catalogue/plans';
import { diets } from '@pulso/contract/content/diets';
import { exercises } from '@pulso/contract/content/exercises';
import { packages } from '@pulso/contract/content/packages';
import { trainings } from '@pulso/contract/content/trainings';
import { describe, expect, it } from 'vitest';
import { takeToasts } from '@pulso/web/ui/feedback/toast-queue';
import {
  announceWrite,
  describeWrite,
  submittedName,
  nounWithArticle,
  type ResourceNoun,
  type WriteAction,
} from '#api/announce';

describe('what is said after a deed', () => {
  it.each<[ResourceNoun, WriteAction, string]>([
    [levels, 'removed', 'Nivel eliminado'],
    [dietCategories, 'removed', 'Categoría de dietas eliminada'],
    [bodyParts, 'created', 'Parte del cuerpo creada'],
    [plans, 'updated', 'Plan de suscripción actualizado'],
    [diets, 'restored', 'Dieta recuperada'],
    [{ path: '/user', noun: ['usuario', 'usuarios'] }, 'created', 'Usuario creado'],
  ])('agrees with the noun: %#', (called, deed, words) => expect(describeWrite(called, deed)).toBe(words));

  it('has the article of the noun', () => {
    expect([levels, diets, bodyParts].map(nounWithArticle)).toEqual(['el nivel', 'la dieta', 'la parte del cuerpo']);
  });

  it('names the thing and leads to it, where it has a screen and is still there', () => {
    const undo = () => undefined;
    announceWrite(diets, 'created', { id: 7, title: 'Keto' });
    announceWrite(levels, 'updated', { id: 3, title: ' ' });
    announceWrite(exercises, 'removed', { id: 5, title: 'Press' }, { undo });
    // Some servers answer with no row, or with one without an id.
    announceWrite(packages, 'created', { title: 'Verano' });
    announceWrite(trainings, 'created', { id: NaN, title: 'Fuerza' });
    const tone = 'good';
    expect(takeToasts()).toEqual([
      {
        title: 'Dieta creada',
        description: 'Keto',
        tone,
        link: { to: '/dietas/7', label: 'Ver detalles' },
        undo: undefined,
      },
      { title: 'Nivel actualizado', description: 'Sin nombre', tone, link: undefined, undo: undefined },
      { title: 'Ejercicio eliminado', description: 'Press', tone, link: undefined, undo },
      { title: 'Paquete creado', description: 'Verano', tone, link: undefined, undo: undefined },
      { title: 'Entrenamiento creado', description: 'Fuerza', tone, link: undefined, undo: undefined },
    ]);
  });

  it('knows the name from what was sent, either way', () => {
    const form = new FormData();
    form.append('title', 'Fuerza');
    expect(submittedName({ form })).toEqual({ title: 'Fuerza' });
    expect(submittedName({ json: { name: 'Keto' } })).toEqual({ title: 'Keto' });
    expect(submittedName({ json: { status: true } })).toEqual({});
    expect(submittedName(undefined)).toEqual({});
  });
});
