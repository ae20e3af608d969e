import { createPicture } from '@pulso/testing/pictures';
import { expect } from 'vitest';
import type { Answer, Body, Fields, TestApp } from '#test/test-app';

export const png = await createPicture().png().toBuffer();

const createdData = ({ status, body, raw }: Answer): Body => {
  expect(status, raw).toBe(201);
  return body.data;
};

export const exerciseSet = (reps: number, set_number = 1) => ({ set_number, reps, rest_seconds: 60 });
export const activeDay = (day_number: number, exercises: number[]) => ({ day_number, is_rest_day: false, exercises });

const contentByApp = new WeakMap<TestApp, Content>();

/** Builders for trainings, diets, packages and their parts, through the API. */
export function contentOf(app: TestApp): Content {
  const content = contentByApp.get(app) ?? openContent(app);
  contentByApp.set(app, content);
  return content;
}

/** Parts that a test does not name are created once and shared. */
const memoize = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

function openContent(app: TestApp) {
  const form = async (path: string, fields: Fields): Promise<Body> => createdData(await app.form('POST', path, fields));
  const json = async (path: string, values: object): Promise<Body> => createdData(await app.json('POST', path, values));
  const id = async (made: Promise<Body>): Promise<number> => (await made).id;

  const level = (title = 'Intermedio') => id(form('/api/level', { title }));
  const trainingType = (title = 'Fuerza') => id(form('/api/training-type', { title }));
  const bodyPart = (title = 'Pecho') => id(form('/api/body-part', { title }));
  const machine = (title = 'Polea') => id(form('/api/machine', { title }));
  const dietType = (name = 'Keto', description = 'Baja en carbohidratos') =>
    id(json('/api/type-diet', { name, description }));

  const anyLevel = memoize(() => level());
  const anyTrainingType = memoize(() => trainingType());
  const anyBodyPart = memoize(() => bodyPart());
  const anyDietType = memoize(() => dietType());

  const exerciseFields = async (fields: Fields = {}): Promise<Fields> => ({
    title: 'Press de banca',
    description: 'Acostado sobre el banco',
    sets: JSON.stringify([exerciseSet(12)]),
    ...fields,
    body_part_id: fields.body_part_id ?? String(await anyBodyPart()),
  });
  const dietFields = async (fields: Fields = {}): Promise<Fields> => ({
    title: 'Desayuno proteico',
    category: 'Desayuno',
    calories: '450.5',
    protein: '30',
    carbs: '40.25',
    fats: '0',
    portions: '2 porciones',
    total_time: '15 minutos',
    ingredients: 'Avena, huevos',
    instructions: 'Batir.\nCocinar.',
    ...fields,
    type_diet_id: fields.type_diet_id ?? String(await anyDietType()),
  });
  const exercise = async (fields?: Fields) => form('/api/exercise', await exerciseFields(fields));
  const diet = async (fields?: Fields) => form('/api/diet', await dietFields(fields));

  const anyExercise = memoize(() => id(exercise()));
  const anyDiet = memoize(() => id(diet()));

  const trainingFields = async (fields: Fields = {}): Promise<Fields> => ({
    title: 'Plan inicial',
    description: 'Tres veces por semana',
    gender: 'Unisex',
    cover_image: png,
    ...fields,
    level_id: fields.level_id ?? String(await anyLevel()),
    training_type_id: fields.training_type_id ?? String(await anyTrainingType()),
    training_days: fields.training_days ?? JSON.stringify([activeDay(1, [await anyExercise()])]),
  });
  const training = async (fields?: Fields) => form('/api/training', await trainingFields(fields));

  const packageValues = async (values: Record<string, unknown> = {}): Promise<Record<string, unknown>> => ({
    title: 'Paquete verano',
    description: 'Todo incluido',
    duration_days: 3,
    amount: 1500.5,
    gender: 'Unisex',
    level_id: await anyLevel(),
    ...(!('trainings' in values) && { diets: [await anyDiet()] }),
    ...values,
  });
  const pack = async (values?: Record<string, unknown>) => json('/api/package', await packageValues(values));

  return {
    level,
    trainingType,
    bodyPart,
    machine,
    dietType,
    exercise,
    exerciseFields,
    diet,
    dietFields,
    training,
    trainingFields,
    pack,
    packageValues,
  };
}

export type Content = ReturnType<typeof openContent>;
