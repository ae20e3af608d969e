import type { Locator, Page } from '@playwright/test';
import { expect, PICTURE, test as base, unique, type Row } from './catalogue-screens';

type Values = Record<string, string | boolean | number>;
export type StoredSet = {
  id: number;
  set_number: number;
  reps: number | null;
  duration_seconds: number | null;
  weight: number | null;
  rest_seconds: number;
};
export type StoredExercise = Row & { title: string; version: number; sets: StoredSet[] };

/** A set of so many repetitions. */
export const counted = (set_number: number, reps: number) => ({ set_number, reps, rest_seconds: 60 });

export const test = base.extend<{
  /** Puts an exercise into the catalogue, with a body part of its own unless it is told another one. */
  addExercise: (values?: Values, picture?: typeof PICTURE) => Promise<StoredExercise>;
  /** Its sets as they are stored now. */
  storedSets: (exercise: { id: number }) => Promise<StoredSet[]>;
  /** A training of one day that has this exercise. */
  useInTraining: (exercise: { id: number }) => Promise<void>;
}>({
  addExercise: async ({ add }, use) => {
    await use(async (values = {}, picture) => {
      const part = values.body_part_id ?? (await add('/body-part', { title: unique('Zona') })).id;
      const sets = JSON.stringify([counted(1, 12)]);
      const whole = { title: unique('Ejercicio'), description: 'Despacio', sets, ...values, body_part_id: part };
      return (await add('/exercise', whole, picture)) as StoredExercise;
    });
  },
  storedSets: async ({ api }, use) => {
    await use(async ({ id }) => {
      const answer = await api.get(`/exercise-set/by-exercise/${id}`);
      return ((await answer.json()) as { data: StoredSet[] }).data;
    });
  },
  useInTraining: async ({ api, product, add }, use) => {
    await use(async ({ id }) => {
      const level = await add('/level', { title: unique('Nivel') });
      const type = await add('/training-type', { title: unique('Tipo') });
      const days = [{ day_number: 1, is_rest_day: false, title: '', description: '', exercises: [id] }];
      const form = new FormData();
      form.append('title', unique('Entrenamiento'));
      form.append('description', 'Con ese ejercicio');
      form.append('level_id', String(level.id));
      form.append('training_type_id', String(type.id));
      form.append('gender', 'Unisex');
      form.append('training_days', JSON.stringify(days));
      form.append('cover_image', new Blob([PICTURE.buffer], { type: PICTURE.mimeType }), PICTURE.name);
      const headers = { Authorization: `Bearer ${api.token}` };
      const answer = await fetch(`${product.url}/api/training`, { method: 'POST', headers, body: form });
      expect(answer.status).toBe(201);
    });
  },
});

export function rowOf(page: Page, title: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) });
}

/** The titles of the exercises that are shown, in their order. */
export function titles(page: Page): Locator {
  return page.getByRole('table', { name: 'Ejercicios' }).locator('tbody tr td:nth-child(2) a');
}

/** The row of a set in the form, from 1. */
export function setRow(page: Page, number: number): Locator {
  return page.getByRole('group', { name: `Set ${number}`, exact: true });
}
