import { exerciseSetCreate, exerciseSetPatch, exerciseSets } from '@pulso/contract/content/exercises';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import {
  changeExerciseSet,
  createExerciseSet,
  listExerciseSets,
  removeExerciseSet,
} from '#features/content/exercises/exercise-sets.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

const { path, row } = exerciseSets;

/** The sets of an existing exercise. A set's number is its position, so the others are renumbered. */
export function exerciseSetRoutes(app: FastifyInstance, deps: Dependencies) {
  const { db } = deps;
  const route = routesOf(app, deps, { permission: 'content' });

  route.get(
    `${path}/by-exercise/:id`,
    { summary: 'Sets de ejercicio: los de un ejercicio', access: 'trainer', answer: z.array(row) },
    ({ id }) => listExerciseSets(db, id),
  );

  route.post(
    path,
    { summary: 'Sets de ejercicio: crear', access: 'trainer', creates: true, body: exerciseSetCreate, answer: row },
    ({ body, write }) => write((writing) => createExerciseSet(writing, body)),
  );

  route.patch(
    `${path}/:id`,
    { summary: 'Sets de ejercicio: modificar', access: 'trainer', body: exerciseSetPatch, answer: row },
    ({ id, body, write }) => write((writing) => changeExerciseSet(writing, id, body)),
  );

  route.delete(`${path}/:id`, { summary: 'Sets de ejercicio: eliminar', answer: row }, ({ id, write }) =>
    write((writing) => removeExerciseSet(writing, id)),
  );
}
