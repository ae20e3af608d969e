import { bodyParts } from '@pulso/contract/catalogue/body-parts';
import { dietCategories } from '@pulso/contract/catalogue/diet-categories';
import { levels } from '@pulso/contract/catalogue/levels';
import { machines } from '@pulso/contract/catalogue/machines';
import { plans } from '@pulso/contract/catalogue/plans';
import { productCategories } from '@pulso/contract/catalogue/product-categories';
import { products } from '@pulso/contract/catalogue/products';
import { trainingTypes } from '@pulso/contract/catalogue/training-types';
import { diets } from '@pulso/contract/content/diets';
import { exercises } from '@pulso/contract/content/exercises';
import { packages } from '@pulso/contract/content/packages';
import { trainings } from '@pulso/contract/content/trainings';
import type { Noun, Resource } from '@pulso/contract/kit/resource';

/** The entities that are a single table; those listed here are served. */
export const catalogues = {
  levels,
  training_types: trainingTypes,
  machines,
  body_parts: bodyParts,
  product_categories: productCategories,
  diet_categories: dietCategories,
  products,
  plans,
};
export type CatalogueTable = keyof typeof catalogues;
export const catalogueTables = Object.keys(catalogues) as CatalogueTable[];

const resources: Record<string, Resource> = { ...catalogues, exercises, diets, trainings, packages };

const imagesOfResources = Object.entries(resources).flatMap(([table, { image }]): [string, string][] =>
  image ? [[table, image]] : [],
);
/** Every column with the address of an uploaded image. */
export const imageColumns = [
  ...imagesOfResources,
  ['users', 'profile_image'] as const,
  ['business', 'logo_image'] as const,
  ['deleted_rows', 'image'] as const,
];

/** The tables whose deleted rows can be restored, by the name that their things have in events. */
export const restorableTables = {
  level: 'levels',
  'training-type': 'training_types',
  machine: 'machines',
  'body-part': 'body_parts',
  'product-category': 'product_categories',
  'diet-category': 'diet_categories',
  product: 'products',
  plan: 'plans',
  exercise: 'exercises',
  diet: 'diets',
  training: 'trainings',
  package: 'packages',
  template: 'message_templates',
  user: 'users',
} as const;

const feminineTables = Object.entries(resources).flatMap(([table, { feminine }]) => (feminine ? [table] : []));

/** 'el nivel', 'la dieta': a row's word with its article, and the ending of what is said about it. */
export const definiteNoun = (table: string): { noun: string; ending: 'o' | 'a' } => {
  const [noun] = rowNouns[table] ?? ['elemento'];
  return feminineTables.includes(table) ? { noun: `la ${noun}`, ending: 'a' } : { noun: `el ${noun}`, ending: 'o' };
};

/** The Spanish word for a row, for the message that something is in use. */
export const rowNouns: Record<string, Noun> = {
  ...Object.fromEntries(Object.entries(resources).map(([table, { noun }]) => [table, noun])),
  training_day_exercises: ['día de entrenamiento', 'días de entrenamiento'],
  package_trainings: packages.noun,
  package_diets: packages.noun,
  users: ['usuario', 'usuarios'],
  user_subscriptions: ['suscripción en el historial de usuarios', 'suscripciones en el historial de usuarios'],
  user_packages: ['paquete asignado a un usuario', 'paquetes asignados a usuarios'],
  payments: ['pago', 'pagos'],
};
