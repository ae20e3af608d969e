import { bodyParts } from '@pulso/contract/catalogue/body-parts';
import { dietCategories } from '@pulso/contract/catalogue/diet-categories';
import { levels } from '@pulso/contract/catalogue/levels';
import { machines } from '@pulso/contract/catalogue/machines';
import { plans } from '@pulso/contract/catalogue/plans';
import { productCategories } from '@pulso/contract/catalogue/product-categories';
import { products } from '@pulso/contract/catalogue/products';
import { trainingTypes } from '@pulso/contract/catalogue/training-types';
import type { FastifyInstance } from 'fastify';
import { crudRoutes } from '#http/crud-routes';
import type { Dependencies } from '#http/dependencies';

/** The entities that are one table and nothing else. */
export function catalogueRoutes(app: FastifyInstance, deps: Dependencies) {
  crudRoutes(app, deps, { resource: levels, table: 'levels', title: 'Niveles' });
  crudRoutes(app, deps, { resource: trainingTypes, table: 'training_types', title: 'Tipos de entrenamiento' });
  crudRoutes(app, deps, { resource: machines, table: 'machines', title: 'Máquinas' });
  crudRoutes(app, deps, { resource: bodyParts, table: 'body_parts', title: 'Partes del cuerpo' });
  crudRoutes(app, deps, { resource: productCategories, table: 'product_categories', title: 'Categorías de productos' });
  crudRoutes(app, deps, { resource: dietCategories, table: 'diet_categories', title: 'Categorías de dietas' });
  crudRoutes(app, deps, { resource: products, table: 'products', title: 'Productos' });
  crudRoutes(app, deps, { resource: plans, table: 'plans', title: 'Planes de suscripción' });
}
