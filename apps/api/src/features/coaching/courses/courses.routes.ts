import {
  assignmentAnswer,
  assignmentCheck,
  assignmentCheckInput,
  assignmentInput,
  assignmentRow,
  followerPage,
  followersQuery,
  personalCourse,
  scheduleInput,
  userCourses,
} from '@pulso/contract/coaching/courses';
import { coachingSummary, IDLE_DAYS } from '@pulso/contract/coaching/summary';
import { trainingPatch, trainings } from '@pulso/contract/content/trainings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { countQuestion } from '#features/accounts/users/user-list.queries';
import {
  assign,
  changeAssignment,
  checkAssignment,
  endAssignment,
  makePersonal,
  makePersonalOfPackage,
} from '#features/coaching/courses/assign.queries';
import { readDietFollowers, readTrainingFollowers, readUserCourses } from '#features/coaching/courses/courses.queries';
import { readForm } from '#http/bodies/body';
import type { Dependencies } from '#http/routes/dependencies';
import { expectedVersion } from '#http/routes/ids';
import { routesOf } from '#http/routes/routes';

const COVER = 'cover_image';
const personalAnswer = z.object({ assignment: assignmentRow, training: trainings.row });
const personalOfPackage = z.extend(trainingPatch, personalCourse.shape);

export function courseRoutes(app: FastifyInstance, deps: Dependencies) {
  const { now, uploads } = deps;
  const route = routesOf(app, deps, { permission: 'coaching', access: 'trainer', extra: true });

  route.post(
    '/assignment',
    {
      summary: 'Asignaciones: asignar un entrenamiento o una dieta',
      creates: true,
      mayMiss: true,
      body: assignmentInput,
      answer: assignmentAnswer,
    },
    ({ body, writeOnce }) => writeOnce((write) => assign(write, body)),
  );

  route.post(
    '/assignment/check',
    {
      summary: 'Asignaciones: qué cambiaría',
      body: assignmentCheckInput,
      answer: assignmentCheck,
    },
    ({ body, read }) => checkAssignment(read, body),
  );

  route.post(
    '/assignment/:id/change',
    { summary: 'Asignaciones: cambiar', body: scheduleInput, answer: assignmentRow },
    ({ id, body, request, writeOnce }) => {
      const version = expectedVersion(request);
      return writeOnce((write) => changeAssignment(write, id, body, now(), version));
    },
  );

  route.delete('/assignment/:id', { summary: 'Asignaciones: terminar', answer: assignmentRow }, ({ id, write }) =>
    write((writing) => endAssignment(writing, id)),
  );

  const readChange = async <T extends z.ZodMiniType>(request: FastifyRequest, schema: T) => {
    const { fields, image } = await readForm(request, COVER);
    return { values: schema.parse(fields), image };
  };

  route.post(
    '/assignment/:id/personal',
    {
      summary: 'Asignaciones: un entrenamiento solo para el cliente',
      creates: true,
      body: trainingPatch,
      upload: COVER,
      answer: personalAnswer,
    },
    async ({ id, request, writeOnce }) => {
      const { values, image } = await readChange(request, trainingPatch);
      return uploads.keep(image, COVER, (cover_image) =>
        uploads.keepCopy((copy) => writeOnce((write) => makePersonal(write, id, { ...values, cover_image }, copy))),
      );
    },
  );

  route.post(
    '/user/:id/personal',
    {
      summary: 'Asignaciones: el entrenamiento de un paquete solo para el cliente',
      creates: true,
      body: personalOfPackage,
      upload: COVER,
      answer: personalAnswer,
    },
    async ({ id, request, writeOnce }) => {
      const { values, image } = await readChange(request, personalOfPackage);
      const { course, ...change } = values;
      return uploads.keep(image, COVER, (cover_image) =>
        uploads.keepCopy((copy) =>
          writeOnce((write) => makePersonalOfPackage(write, id, course, now(), { ...change, cover_image }, copy), id),
        ),
      );
    },
  );

  route.get(
    '/training/:id/followers',
    { summary: 'Entrenamientos: quién lo sigue', query: followersQuery, answer: followerPage },
    async ({ id, read, query }) => {
      const page = await readTrainingFollowers(read, id, query, now());
      return page && { success: true, ...page };
    },
  );

  route.get(
    '/diet/:id/followers',
    { summary: 'Dietas: quién la sigue', query: followersQuery, answer: followerPage },
    async ({ id, read, query }) => {
      const page = await readDietFollowers(read, id, query);
      return page && { success: true, ...page };
    },
  );

  route.get('/user/:id/courses', { summary: 'Usuarios: qué sigue', answer: userCourses }, ({ id, read }) =>
    readUserCourses(read, id, now()),
  );

  route.get('/coaching/summary', { summary: 'Seguimiento: resumen', answer: coachingSummary }, async ({ read }) => ({
    without_training: await countQuestion(read, { training: 'none' }),
    idle: await countQuestion(read, { idle: IDLE_DAYS }),
    notes: await countQuestion(read, { note: 'open' }),
  }));
}
