import type { Permission } from '@pulso/contract/accounts/permissions';
import { exerciseSetCreate, exerciseSetPatch, exerciseSets } from '@pulso/contract/content/exercises';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { notFound } from '#db/refusal';
import { write } from '#db/write';
import {
  changeExerciseSet,
  createExerciseSet,
  listExerciseSets,
  removeExerciseSet,
} from '#features/content/exercises/exercise-sets.queries';
import { currentAccount } from '#http/authorize';
import { readJson } from '#http/body';
import type { Dependencies } from '#http/dependencies';
import { pathId } from '#http/ids';

const { path, row } = exerciseSets;
const permission: Permission = 'content';

/** The sets of an existing exercise. A set's number is its position, so the others are renumbered. */
export function exerciseSetRoutes(app: FastifyInstance, { db }: Dependencies) {
  const listed = { permission, summary: 'Sets de ejercicio: los de un ejercicio', answer: z.array(row) };
  app.get(`${path}/by-exercise/:id`, { config: listed }, async (request) => {
    const sets = await listExerciseSets(db, pathId(request));
    if (!sets) throw notFound();
    return { success: true, data: sets };
  });

  const created = {
    permission,
    summary: 'Sets de ejercicio: crear',
    creates: true,
    body: exerciseSetCreate,
    answer: row,
  } as const;
  app.post(path, { config: created }, async (request, reply) => {
    const input = exerciseSetCreate.parse(readJson(request));
    const set = await write(db, currentAccount(request), (writing) => createExerciseSet(writing, input));
    return reply.code(201).send({ success: true, data: set });
  });

  const changed = { permission, summary: 'Sets de ejercicio: modificar', body: exerciseSetPatch, answer: row };
  app.patch(`${path}/:id`, { config: changed }, async (request) => {
    const id = pathId(request);
    const patch = exerciseSetPatch.parse(readJson(request));
    const set = await write(db, currentAccount(request), (writing) => changeExerciseSet(writing, id, patch));
    if (!set) throw notFound();
    return { success: true, data: set };
  });

  const removed = { permission, summary: 'Sets de ejercicio: eliminar', answer: row };
  app.delete(`${path}/:id`, { config: removed }, async (request) => {
    const id = pathId(request);
    const set = await write(db, currentAccount(request), (writing) => removeExerciseSet(writing, id));
    if (!set) throw notFound();
    return { success: true, data: set };
  });
}
