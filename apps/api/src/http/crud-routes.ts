import type { Resource } from '@pulso/contract/kit/resource';
import type { FastifyInstance } from 'fastify';
import type { Table } from '#db/rows';
import { tableStore } from '#db/store';
import type { Dependencies } from '#http/dependencies';
import { detailRoute, entityRoutes } from '#http/entity-routes';

type Parts = { resource: Resource; table: Table; title: string };

/** The calls of an entity that is one table and nothing else. */
export function crudRoutes(app: FastifyInstance, deps: Dependencies, { resource, table, title }: Parts) {
  const store = tableStore(deps.db, table, Object.keys(resource.row.shape));
  const entity = { resource, store, table, title };
  entityRoutes(app, deps, entity);
  // The specification reads these by their list alone.
  if (deps.extras) detailRoute(app, deps, entity, { extra: true });
}
