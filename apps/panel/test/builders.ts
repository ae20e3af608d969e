import { userRow } from '@pulso/contract/accounts/users';
import { bodyParts } from '@pulso/contract/catalogue/body-parts';
import { dietCategories } from '@pulso/contract/catalogue/diet-categories';
import { levels } from '@pulso/contract/catalogue/levels';
import { machines } from '@pulso/contract/catalogue/machines';
import { plans } from '@pulso/contract/catalogue/plans';
import { productCategories } from '@pulso/contract/catalogue/product-categories';
import { products } from '@pulso/contract/catalogue/products';
import { trainingTypes } from '@pulso/contract/catalogue/training-types';
import { diets } from '@pulso/contract/content/diets';
import { type ExerciseSet, exercises } from '@pulso/contract/content/exercises';
import { packages } from '@pulso/contract/content/packages';
import { trainings } from '@pulso/contract/content/trainings';
import { uniqueTag } from '@pulso/testing/unique-tag';
import type * as z from 'zod/mini';
import { expect, test as base } from './panel';

export { expect, uniqueTag };

/** Resources that a test can create, by their address. */
export const resources = {
  '/level': levels,
  '/training-type': trainingTypes,
  '/machine': machines,
  '/body-part': bodyParts,
  '/category-product': productCategories,
  '/type-diet': dietCategories,
  '/product': products,
  '/suscriptions': plans,
  '/exercise': exercises,
  '/diet': diets,
  '/training': trainings,
  '/package': packages,
  '/user': { row: userRow, upload: undefined },
};

export type Path = keyof typeof resources;
/** A row with the contract's types; any other field may be read as unknown. */
export type Row<At extends Path = Path> = z.output<(typeof resources)[At]['row']> & Record<string, unknown>;
type Values = Record<string, unknown>;
type AddItem = <At extends Path>(path: At, values?: Values, picture?: typeof PICTURE) => Promise<Row<At>>;

export const PICTURE = {
  name: 'foto.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** A name that no other test uses. */
export function uniqueName(word: string): string {
  return `${word} ${uniqueTag()}`;
}

/** Id of the first one that is called so: a test's own may stand behind another's. */
export async function idOfFirst(api: { get: (path: string) => Promise<Response> }, path: Path, title: string) {
  const { data } = (await (await api.get(path)).json()) as { data: { id: number; title: string }[] };
  return data.find((one) => one.title === title)!.id;
}

/** A set with this many repetitions. */
export const buildSet = (set_number: number, reps: number) => ({ set_number, reps, rest_seconds: 60 });

let nextPhone = 1_100_000;

/** Payloads with the required fields, overridden by `said`; related items are created only when needed. */
const buildPayloads = (add: AddItem, said: Values): Record<Path, Values> => {
  const idOf = (path: Path, values?: Values) => async () => (await add(path, values)).id;
  const oneDay = async () => [{ day_number: 1, is_rest_day: false, exercises: [await idOf('/exercise')()] }];
  return {
    '/level': { title: uniqueName('Nivel') },
    '/training-type': { title: uniqueName('Tipo') },
    '/machine': { title: uniqueName('Máquina') },
    '/body-part': { title: uniqueName('Zona') },
    '/category-product': { title: uniqueName('Categoría') },
    '/type-diet': { name: uniqueName('Tipo') },
    '/product': {
      title: uniqueName('Producto'),
      affiliate_link: 'https://tienda.example/x',
      price: 1500,
      category_id: idOf('/category-product'),
    },
    '/suscriptions': {
      title: uniqueName('Plan'),
      description: 'Acceso libre',
      duration: 3,
      amount: 45_000.5,
      status: 1,
    },
    '/exercise': {
      title: uniqueName('Ejercicio'),
      description: 'Despacio',
      sets: [buildSet(1, 12)],
      body_part_id: idOf('/body-part'),
    },
    '/diet': {
      title: uniqueName('Dieta'),
      category: 'Definición',
      calories: 1800,
      protein: 120,
      carbs: 150.5,
      fats: 60,
      portions: '4 comidas',
      total_time: '30 min',
      ingredients: 'Avena\nBanana',
      instructions: 'Mezclar.\nCocinar.',
      type_diet_id: idOf('/type-diet', { description: 'Poca sal' }),
    },
    '/training': {
      title: uniqueName('Entrenamiento'),
      description: 'De a poco',
      gender: 'Unisex',
      level_id: idOf('/level'),
      training_type_id: idOf('/training-type'),
      training_days: oneDay,
    },
    '/package': {
      title: uniqueName('Paquete'),
      description: 'Todo junto',
      duration_days: 30,
      amount: 1500,
      gender: 'Unisex',
      level_id: idOf('/level'),
      ...(!said.trainings && { diets: async () => [await idOf('/diet')()] }),
    },
    '/user': {
      name: uniqueName('Marta'),
      username: uniqueTag(),
      gender: 'Female',
      phone: String(nextPhone++),
      password: 'clave',
    },
  };
};

/** Request body as the API takes it: a form if there may be an image, else JSON. */
function bodyOf(values: Values, upload: string | undefined, picture?: typeof PICTURE) {
  if (!upload) return { body: JSON.stringify(values), headers: { 'Content-Type': 'application/json' } };
  const body = new FormData();
  for (const [name, value] of Object.entries(values))
    body.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  if (picture) body.append(upload, new Blob([picture.buffer], { type: picture.mimeType }), picture.name);
  return { body };
}

export const test = base.extend<{
  /** Creates an item, as another administrator would, with its related items. */
  add: AddItem;
  /** Changes or deletes an item behind the panel's back. */
  change: (method: 'PATCH' | 'DELETE', path: string, values?: Values) => Promise<void>;
  /** Any other write, as another administrator would do it. */
  write: (path: string, values: Values) => Promise<Record<string, unknown>>;
  /** An exercise's sets as they are stored now. */
  storedSets: (exercise: { id: number }) => Promise<ExerciseSet[]>;
}>({
  add: async ({ api, product }, use) => {
    const add: AddItem = async (path, values = {}, picture) => {
      const whole: Values = { ...values };
      for (const [name, value] of Object.entries(buildPayloads(add, values)[path]))
        if (!(name in values)) whole[name] = typeof value === 'function' ? await (value as () => unknown)() : value;
      const required = path === '/training' ? (picture ?? PICTURE) : picture;
      const { body, headers } = bodyOf(whole, resources[path].upload, required);
      const answer = await fetch(`${product.url}/api${path}`, {
        method: 'POST',
        headers: { ...headers, Authorization: `Bearer ${api.token}` },
        body,
      });
      const answered = (await answer.json()) as { data: Row<typeof path> };
      expect(answer.status, JSON.stringify(answered)).toBe(201);
      return answered.data;
    };
    await use(add);
  },
  change: async ({ api, product }, use) => {
    await use(async (method, path, values) => {
      const at = `/${path.split('/')[1]}` as Path;
      const { body, headers } = values ? bodyOf(values, resources[at].upload) : {};
      const answer = await fetch(`${product.url}/api${path}`, {
        method,
        headers: { ...headers, Authorization: `Bearer ${api.token}` },
        body,
      });
      expect(answer.status).toBe(200);
    });
  },
  write: async ({ api }, use) => {
    await use(async (path, values) => {
      const answer = await api.post(path, values);
      const { data, message } = (await answer.json()) as { data: Record<string, unknown>; message?: string };
      expect(answer.ok, message).toBe(true);
      return data;
    });
  },
  storedSets: async ({ api }, use) => {
    await use(async ({ id }) => {
      const answer = await api.get(`/exercise-set/by-exercise/${id}`);
      return ((await answer.json()) as { data: ExerciseSet[] }).data;
    });
  },
});
