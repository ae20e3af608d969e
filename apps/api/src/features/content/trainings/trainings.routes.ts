import { trainingCreate, trainingPatch, trainings } from '@pulso/contract/content/trainings';
import type { FastifyInstance } from 'fastify';
import { trainingStore } from '#features/content/trainings/trainings.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { detailRoute, duplicateRoute, entityRoutes, statusRoute, type Entity } from '#http/entities/entity-routes';

const resource = { ...trainings, create: trainingCreate, patch: trainingPatch };

export function trainingRoutes(app: FastifyInstance, deps: Dependencies) {
  const entity: Entity<typeof resource> = { resource, store: trainingStore, table: 'trainings', permission: 'content' };
  entityRoutes(app, deps, entity);
  detailRoute(app, deps, entity);
  duplicateRoute(app, deps, entity);
  statusRoute(app, deps, entity);
}
