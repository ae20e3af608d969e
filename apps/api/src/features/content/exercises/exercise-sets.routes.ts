import { exerciseSetCreate, exerciseSetPatch, exerciseSets } from '@pulso/contract/content/exercises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  changeExerciseSet,
  createExerciseSet,
  listExerciseSets,
  removeExerciseSet,
} from '#features/content/exercises/exercise-sets.queries';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { notFound } from '#http/errors';
import { pathId } from '#http/ids';

const { path, row } = exerciseSets;

/** The sets of an exercise after its creation. A set's number is its place: the others make room and close up. */
export function exerciseSetRoutes(app: FastifyInstance, { db }: Dependencies) {
  const listed = { summary: 'Sets de ejercicio: los de un ejercicio', answer: z.array(row) };
  app.get(`${path}/by-exercise/:id`, { config: listed }, async (request) => {
    const sets = await listExerciseSets(db, pathId(request));
    if (!sets) throw notFound();
    return { success: true, data: sets };
  });

  const created = { summary: 'Sets de ejercicio: crear', creates: true, body: exerciseSetCreate, answer: row } as const;
  app.post(path, { config: created }, async (request, reply) => {
    const set = await createExerciseSet(db, exerciseSetCreate.parse(readJson(request)));
    return reply.code(201).send({ success: true, data: set });
  });

  const changed = { summary: 'Sets de ejercicio: modificar', body: exerciseSetPatch, answer: row };
  app.patch(`${path}/:id`, { config: changed }, async (request) => {
    const set = await changeExerciseSet(db, pathId(request), exerciseSetPatch.parse(readJson(request)));
    if (!set) throw notFound();
    return { success: true, data: set };
  });

  const removed = { summary: 'Sets de ejercicio: eliminar', answer: row };
  app.delete(`${path}/:id`, { config: removed }, async (request) => {
    const set = await removeExerciseSet(db, pathId(request));
    if (!set) throw notFound();
    return { success: true, data: set };
  });
}
