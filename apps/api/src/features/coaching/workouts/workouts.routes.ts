import {
  answeredNote,
  answerInput,
  clientWorkout,
  clientWorkoutRow,
  clientWorkoutsQuery,
  isWorkoutId,
  workoutAnswer,
  workoutDocument,
  workoutInput,
  workoutRow,
  workoutsQuery,
  workoutVersion,
} from '@pulso/contract/coaching/workouts';
import { MAX_WORKOUT_BYTES } from '@pulso/contract/coaching/workouts.labels';
import { myProgress, progressDay, progressQuery } from '@pulso/contract/coaching/progress';
import { trainingWeek } from '@pulso/contract/coaching/weeks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { notFound, Refusal } from '#db/writes/refusal';
import { requireSight } from '#features/coaching/courses/coverage.queries';
import { answerNote, findClientWorkout, listClientWorkouts } from '#features/coaching/workouts/client-workouts.queries';
import { readExerciseDays } from '#features/coaching/workouts/progress.queries';
import { readProgress, readTrainingWeeks } from '#features/coaching/workouts/weeks.queries';
import { findWorkout, listVersions, listWorkouts, storeWorkout } from '#features/coaching/workouts/workouts.queries';
import type { Dependencies } from '#http/routes/dependencies';
import { routesOf } from '#http/routes/routes';

/** The id in the path; anything but its canonical form is a 404. */
function workoutId(request: FastifyRequest): string {
  const { workout } = request.params as { workout: string };
  if (!isWorkoutId(workout)) throw notFound();
  return workout;
}

export function workoutRoutes(app: FastifyInstance, deps: Dependencies) {
  const route = routesOf(app, deps, { permission: 'own', extra: true });

  route.put(
    '/my/workouts/:workout',
    { summary: 'La app: guardar una sesión', body: workoutInput, answer: workoutAnswer },
    ({ body, request, write }) => {
      if (JSON.stringify(body).length > MAX_WORKOUT_BYTES)
        throw new Refusal('La sesión es demasiado grande', 'too-large');
      if (workoutId(request) !== body.id) throw new Refusal({ id: 'La sesión no es la de la dirección' });
      return write((writing) => storeWorkout(writing, body, deps.now()));
    },
  );

  route.get(
    '/my/workouts',
    { summary: 'La app: las sesiones propias', query: workoutsQuery, answer: z.array(workoutRow) },
    async ({ read, query }) => {
      await requireSight(read, 'history');
      return listWorkouts(read, query);
    },
  );

  route.get(
    '/my/workouts/versions',
    { summary: 'La app: qué sesiones tiene el servidor', answer: z.array(workoutVersion) },
    ({ read }) => listVersions(read),
  );

  route.get(
    '/my/workouts/:workout',
    { summary: 'La app: una sesión propia', answer: workoutDocument },
    async ({ read, request }) => {
      await requireSight(read, 'history');
      return findWorkout(read, workoutId(request));
    },
  );

  route.get(
    '/my/progress',
    { summary: 'La app: el progreso propio', query: progressQuery, answer: myProgress },
    async ({ read, query }) => {
      await requireSight(read, 'history');
      return readProgress(read, deps.now(), query.before);
    },
  );

  route.get(
    '/my/progress/:id',
    { summary: 'La app: el progreso propio en un ejercicio', answer: z.array(progressDay) },
    async ({ read, id }) => {
      await requireSight(read, 'history');
      return readExerciseDays(read, id);
    },
  );

  const panel = routesOf(app, deps, { permission: 'coaching', access: 'trainer', extra: true });

  panel.get(
    '/user/:id/training-weeks',
    { summary: 'Usuarios: sus semanas de entrenamiento', answer: z.array(trainingWeek) },
    ({ id, read }) => readTrainingWeeks(read, id, deps.now()),
  );

  panel.get(
    '/user/:id/workouts',
    { summary: 'Usuarios: sus sesiones', query: clientWorkoutsQuery, answer: z.array(clientWorkoutRow) },
    ({ id, read, query }) => listClientWorkouts(read, id, query),
  );

  panel.get(
    '/workout/:workout',
    { summary: 'Sesiones: una, serie por serie', answer: clientWorkout },
    ({ read, request }) => findClientWorkout(read, workoutId(request)),
  );

  panel.post(
    '/workout/:workout/answer',
    { summary: 'Sesiones: la nota está respondida', body: answerInput, answer: answeredNote },
    ({ body, request, writeOnce }) => {
      const id = workoutId(request);
      return writeOnce((writing) => answerNote(writing, id, body, deps.now()));
    },
  );
}
