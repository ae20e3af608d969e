import { packageCreate, packagePatch, packages } from '@pulso/contract/content/packages';
import type { FastifyInstance } from 'fastify';
import { packageStore } from '#features/content/packages/packages.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { detailRoute, duplicateRoute, entityRoutes, statusRoute, type Entity } from '#http/entities/entity-routes';

const resource = { ...packages, create: packageCreate, patch: packagePatch };

export function packageRoutes(app: FastifyInstance, deps: Dependencies) {
  const entity: Entity<typeof resource> = { resource, store: packageStore, table: 'packages', permission: 'content' };
  entityRoutes(app, deps, entity);
  detailRoute(app, deps, entity);
  duplicateRoute(app, deps, entity);
  statusRoute(app, deps, entity);
}
