import { segments } from '@pulso/contract/accounts/segments';
import type { FastifyInstance } from 'fastify';
import { segmentStore } from '#features/accounts/segments/segments.queries';
import { detailRoute, entityRoutes, type Entity } from '#http/entities/entity-routes';
import type { Dependencies } from '#http/routes/dependencies';

export function segmentRoutes(app: FastifyInstance, deps: Dependencies) {
  const entity: Entity<typeof segments> = {
    resource: segments,
    store: segmentStore,
    table: 'segments',
    permission: 'users',
  };
  entityRoutes(app, deps, entity);
  detailRoute(app, deps, entity);
}
