import type { Resource } from '@pulso/contract/kit/resource';
import type { FastifyInstance } from 'fastify';
import { tableStore } from '#db/stores/store';
import { catalogues, type CatalogueTable } from '#db/stores/tables';
import type { Dependencies } from '#http/routes/dependencies';
import { detailRoute, entityRoutes } from '#http/entities/entity-routes';

/** The routes of an entity that is a single table. */
export function crudRoutes(app: FastifyInstance, deps: Dependencies, table: CatalogueTable) {
  const resource: Resource = catalogues[table];
  const store = tableStore(table, Object.keys(resource.row.shape));
  const entity = { resource, store, table, permission: 'catalogue', trainers: 'read', isOneStatement: true } as const;
  entityRoutes(app, deps, entity);
  // The specification has only their list.
  detailRoute(app, deps, entity, { extra: true });
}
