import { exerciseCreate, exercises } from '@pulso/contract/content/exercises';
import type { FastifyInstance } from 'fastify';
import { exerciseStore } from '#features/content/exercises/exercises.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { detailRoute, duplicateRoute, entityRoutes, type Entity } from '#http/entities/entity-routes';

const resource = { ...exercises, create: exerciseCreate };

export function exerciseRoutes(app: FastifyInstance, deps: Dependencies) {
  const entity: Entity<typeof resource> = {
    resource,
    store: exerciseStore,
    table: 'exercises',
    permission: 'content',
    trainers: 'edit',
  };
  entityRoutes(app, deps, entity);
  detailRoute(app, deps, entity);
  duplicateRoute(app, deps, entity);
}
