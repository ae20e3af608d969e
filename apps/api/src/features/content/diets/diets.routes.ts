import { diets } from '@pulso/contract/content/diets';
import type { FastifyInstance } from 'fastify';
import { dietStore } from '#features/content/diets/diets.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { detailRoute, duplicateRoute, entityRoutes, type Entity } from '#http/entities/entity-routes';

export function dietRoutes(app: FastifyInstance, deps: Dependencies) {
  const entity: Entity<typeof diets> = {
    resource: diets,
    store: dietStore,
    table: 'diets',
    permission: 'content',
    trainers: 'edit',
  };
  entityRoutes(app, deps, entity);
  detailRoute(app, deps, entity);
  duplicateRoute(app, deps, entity);
}
