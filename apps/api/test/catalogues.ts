import { bodyParts } from '@pulso/contract/catalogue/body-parts';
import { dietCategories } from '@pulso/contract/catalogue/diet-categories';
import { levels } from '@pulso/contract/catalogue/levels';
import { machines } from '@pulso/contract/catalogue/machines';
import { plans } from '@pulso/contract/catalogue/plans';
import { productCategories } from '@pulso/contract/catalogue/product-categories';
import { products } from '@pulso/contract/catalogue/products';
import { trainingTypes } from '@pulso/contract/catalogue/training-types';
import { successBody } from '@pulso/contract/kit/envelope';
import type { Resource } from '@pulso/contract/kit/resource';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { Answer, Fields, TestApp } from '#test/test-app';

export type Values = Record<string, unknown>;
export type Catalogue = {
  name: string;
  resource: Resource;
  /** All input fields, and the required ones only. */
  whole: Values;
  least: Values;
  /** The stored values of omitted fields. */
  byDefault: Values;
  changed: Values;
  required: Record<string, string>;
  /** Statements that refer to it, and the message of a delete afterwards. */
  uses: string[];
  inUse: string;
};

const TITLE_REQUIRED = { title: 'El título es obligatorio' };
const trainingInsert = `insert into trainings (title, description, level_id, training_type_id, gender) select 'T', 'D',`;
const exerciseInsert = `insert into exercises (title, description, body_part_id, uses_machine, machine_id) select 'E', 'D',`;
const anyId = (table: string) => `(select min(id) from ${table})`;

/** The entities that are a single table, with the data of their tests. */
export const catalogues: Catalogue[] = [
  {
    name: 'levels',
    resource: levels,
    whole: { title: 'Avanzado', description: 'Para quien entrena hace años', status: false },
    least: { title: 'Inicial' },
    byDefault: { description: '', status: true },
    changed: { description: 'Otra descripción' },
    required: { title: 'El nombre del nivel es obligatorio' },
    uses: [
      `insert into training_types (title) values ('Fuerza')`,
      `${trainingInsert} $1, ${anyId('training_types')}, 'Unisex' from generate_series(1, 2)`,
      `insert into packages (title, description, duration_days, amount, level_id) values ('P', 'D', 3, 10, $1)`,
    ],
    inUse: '2 entrenamientos, 1 paquete',
  },
  {
    name: 'training types',
    resource: trainingTypes,
    whole: { title: 'Fuerza', status: false },
    least: { title: 'Cardio' },
    byDefault: { status: true },
    changed: { title: 'Resistencia' },
    required: TITLE_REQUIRED,
    uses: [
      `insert into levels (title) values ('Inicial')`,
      `${trainingInsert} ${anyId('levels')}, $1, 'Unisex' from generate_series(1, 1)`,
    ],
    inUse: '1 entrenamiento',
  },
  {
    name: 'machines',
    resource: machines,
    whole: { title: 'Polea', description: 'Alta y baja' },
    least: { title: 'Prensa' },
    byDefault: { description: '' },
    changed: { description: 'Solo alta' },
    required: TITLE_REQUIRED,
    uses: [
      `insert into body_parts (title) values ('Pecho')`,
      `${exerciseInsert} ${anyId('body_parts')}, true, $1 from generate_series(1, 3)`,
    ],
    inUse: '3 ejercicios',
  },
  {
    name: 'body parts',
    resource: bodyParts,
    whole: { title: 'Espalda', status: false },
    least: { title: 'Hombros' },
    byDefault: { status: true },
    changed: { status: false },
    required: TITLE_REQUIRED,
    uses: [`${exerciseInsert} $1, false, null from generate_series(1, 1)`],
    inUse: '1 ejercicio',
  },
  {
    name: 'product categories',
    resource: productCategories,
    whole: { title: 'Suplementos' },
    least: { title: 'Ropa' },
    byDefault: {},
    changed: { title: 'Indumentaria' },
    required: TITLE_REQUIRED,
    uses: [`insert into products (title, affiliate_link, price, category_id) values ('P', 'https://x.com', 1, $1)`],
    inUse: '1 producto',
  },
  {
    name: 'diet categories',
    resource: dietCategories,
    whole: { name: 'Keto', description: 'Baja en carbohidratos', status: false },
    least: { name: 'Vegana' },
    byDefault: { description: '', status: true },
    changed: { status: false },
    required: { name: 'El nombre es obligatorio' },
    uses: [
      `insert into diets (title, category, type_diet_id, calories, protein, carbs, fats, portions, total_time, ingredients, instructions)
       select 'D', 'C', $1, 1, 1, 1, 1, '1', '1', 'I', 'I' from generate_series(1, 2)`,
    ],
    inUse: '2 dietas',
  },
  {
    name: 'products',
    resource: products,
    whole: {
      title: 'Proteína',
      affiliate_link: 'https://tienda.com.ar/p?ref=1&x=ñ',
      price: 15_999.9,
      is_featured: true,
      description: 'Un kilo',
    },
    least: { title: 'Creatina', affiliate_link: 'http://tienda.com.ar', price: 0 },
    byDefault: { is_featured: false, description: '' },
    changed: { price: 0.5 },
    required: {
      title: 'El título es obligatorio',
      affiliate_link: 'El enlace de afiliado es obligatorio',
      price: 'El precio es obligatorio',
      category_id: 'La categoría es obligatoria',
    },
    uses: [
      `insert into payments (user_id, type, item_id, amount, payment_method, status)
       values (${anyId('users')}, 'product', $1, 10, 'efectivo', 'completed')`,
    ],
    inUse: '1 pago',
  },
  {
    name: 'plans',
    resource: plans,
    whole: { title: 'Anual', description: 'Doce meses', duration: 12, amount: 120_000.55, status: false },
    least: { title: 'Mensual', description: 'Un mes', duration: 1, amount: 0 },
    byDefault: { status: true },
    changed: { amount: 9_999_999_999.99 },
    required: {
      title: 'El título es obligatorio',
      description: 'La descripción es obligatoria',
      duration: 'La duración es obligatoria',
      amount: 'El precio es obligatorio',
    },
    uses: [
      `update users set "suscriptionId" = $1 where id = ${anyId('users')}`,
      `insert into user_subscriptions (user_id, subscription_id, start_date, end_date, payment_amount, payment_method)
       values (${anyId('users')}, $1, '2026-01-01', '2026-02-01', 10, 'efectivo')`,
      `insert into payments (user_id, type, item_id, amount, payment_method, status)
       values (${anyId('users')}, 'subscription', $1, 10, 'efectivo', 'completed')`,
    ],
    inUse: '1 usuario, 1 suscripción en el historial de usuarios, 1 pago',
  },
];

export function catalogueOf(resource: Resource): Catalogue {
  return catalogues.find((catalogue) => catalogue.resource === resource)!;
}

/** An id that does not exist. */
export const UNKNOWN_ID = 2_000_000_000;

/** The calls of one catalogue, JSON or multipart; every answer is checked strictly against the contract. */
export async function openCatalogue({ resource, whole, least }: Catalogue, app: TestApp) {
  const path = `/api${resource.path}`;
  const fixed: Values = {};
  if ('category_id' in resource.create.shape) {
    const category = await app.form('POST', '/api/category-product', { title: 'Suplementos' });
    fixed.category_id = category.body.data.id;
  }
  const send = (method: string, to: string, values: Values, headers?: Record<string, string>, image?: Uint8Array) => {
    if (!resource.upload) return app.json(method, to, values, { headers });
    const texts = Object.entries(values).map(([name, value]) => [name, String(value as string)]);
    return app.form(method, to, { ...Object.fromEntries(texts), ...(image && { image }) } as Fields, { headers });
  };
  const dataOf = <T extends z.ZodMiniType>(schema: T, { body, status, raw }: Answer, expected = 200): z.infer<T> => {
    expect(status, raw).toBe(expected);
    const parsed = successBody(schema).parse(body);
    // The schema would also accept text forms, which answers must not have.
    expect(body).toEqual(parsed);
    return (parsed as { data: z.infer<T> }).data;
  };
  const row = z.strictObject(resource.row.shape);
  const rowOf = (answer: Answer, expected = 200): Values => dataOf(row, answer, expected);
  const create = async (values: Values = whole, image?: Uint8Array) =>
    rowOf(await send('POST', path, { ...fixed, ...values }, {}, image), 201);
  const find = async (id: unknown) => rowOf(await app.get(`${path}/${String(id)}`));
  const imageOf = (row: Values) => row[resource.image ?? ''] as string | null;
  return {
    app,
    path,
    fixed,
    whole: { ...fixed, ...whole },
    least: { ...fixed, ...least },
    post: (values: Values, image?: Uint8Array) => send('POST', path, values, {}, image),
    patch: (id: unknown, values: Values, headers?: Record<string, string>, image?: Uint8Array) =>
      send('PATCH', `${path}/${String(id)}`, values, headers, image),
    create,
    find,
    rowOf,
    imageOf,
    list: async (): Promise<Values[]> => dataOf(z.array(row), await app.get(path)),
    remove: (id: unknown) => app.remove(`${path}/${String(id)}`),
    isServed: async (url: string | null) => (await app.http.inject({ url: url ?? '/uploads/' })).statusCode === 200,
  };
}
