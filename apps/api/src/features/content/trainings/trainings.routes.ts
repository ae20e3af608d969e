import { trainingCreate, trainingPatch, trainings } from '@pulso/contract/content/trainings';
import { preprocess } from '@pulso/contract/kit/fields';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import {
  isShared,
  knowsTraining,
  sharedTrainingStore,
  trainingStore,
} from '#features/content/trainings/trainings.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { detailRoute, duplicateRoute, entityRoutes, statusRoute, type Entity } from '#http/entities/entity-routes';

/** The days without what EXTRAS=0 does not read. They mostly come as JSON inside a text, which the form's reader leaves alone. */
function dropPrescriptions(sent: unknown): unknown {
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent ?? null);
  try {
    return JSON.parse(text, (name, value: unknown) => (name === 'prescriptions' ? undefined : value)) as unknown;
  } catch {
    return sent;
  }
}

const specifiedDays = preprocess(dropPrescriptions, trainingCreate.shape.training_days);
const specifiedCreate = z.omit(z.extend(trainingCreate, { training_days: specifiedDays }), { new_exercises: true });

export function trainingRoutes(app: FastifyInstance, deps: Dependencies) {
  const create = deps.extras ? trainingCreate : specifiedCreate;
  const resource = { ...trainings, create, patch: deps.extras ? trainingPatch : z.partial(specifiedCreate) };
  const store = deps.extras ? trainingStore : sharedTrainingStore;
  const entity: Entity<typeof resource> = {
    resource,
    store,
    table: 'trainings',
    permission: 'content',
    trainers: 'edit',
    isKnown: knowsTraining,
    among: isShared,
  };
  entityRoutes(app, deps, entity);
  detailRoute(app, deps, entity);
  duplicateRoute(app, deps, entity);
  statusRoute(app, deps, entity);
}
