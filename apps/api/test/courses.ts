import { randomUUID } from 'node:crypto';
import {
  assignmentAnswer,
  myToday,
  type Assignment,
  type AssignmentAnswer,
  type MyToday,
} from '@pulso/contract/coaching/courses';
import { workoutAnswer, type Cell, type Workout, type WorkoutAnswer } from '@pulso/contract/coaching/workouts';
import { sql } from 'kysely';
import { activeDay, contentOf } from '#test/content';
import { createUser, expectAnswer } from '#test/people';
import { openSession } from '#test/sessions';
import type { Fields, TestApp } from '#test/test-app';

export type Client = { id: number; name: string; token: string };

/** A client with a session of his own, whose account is older than anything that happens in a test. */
export async function addClient(app: TestApp, fields: object = {}): Promise<Client> {
  const { id, name, username } = await createUser(app, fields);
  await sql`update users set created_at = '2020-01-01' where id = ${id}`.execute(app.db);
  return { id, name, token: await openSession(app, username) };
}

/** A training with a day for each letter: 't' trains, 'r' rests. */
export async function addTraining(app: TestApp, days = 'ttrtr', fields: Fields = {}): Promise<number> {
  const { id: exercise } = await contentOf(app).exercise({ title: `Ejercicio de ${days}` });
  const training_days = [...days].map((letter, index) =>
    letter === 't'
      ? { ...activeDay(index + 1, [exercise]), title: `Parte ${index + 1}` }
      : { day_number: index + 1, is_rest_day: true },
  );
  const { id } = await contentOf(app).training({ ...fields, training_days: JSON.stringify(training_days) });
  return id;
}

export const postAssignment = (app: TestApp, values: object) => app.json('POST', '/api/assignment', values);

export async function assignTo(app: TestApp, values: object): Promise<AssignmentAnswer> {
  return expectAnswer(await postAssignment(app, values), assignmentAnswer, 201);
}

/** The one assignment that a request makes. */
export async function assignOne(app: TestApp, values: object): Promise<Assignment> {
  const { made } = await assignTo(app, values);
  return made[0]!;
}

export async function todayOf(app: TestApp, { token }: Client): Promise<MyToday> {
  return expectAnswer(await app.get('/api/my/today', token), myToday);
}

/** The course that stands first. */
export const courseToday = async (app: TestApp, client: Client) => (await todayOf(app, client)).courses[0];

export const newWorkoutId = () => randomUUID();

/** A document as 'Ya lo hice' makes it. */
export const doneWorkout = (course: string | null, values: Partial<Workout> & { day: string }): Workout => ({
  id: newWorkoutId(),
  schema: 1,
  course,
  turn: 1,
  training_id: null,
  day_number: 1,
  title: 'Fuerza',
  started_at: `${values.day}T12:00:00.000Z`,
  offset: 0,
  version: 1,
  places: [],
  cells: { end: { ended_at: `${values.day}T12:00:00.000Z`, effort: null, gone: false, v: 1, by: 'telefono' } },
  ...values,
});

export const setCell = (state: 'todo' | 'done' | 'gone', at: string | null, v = 1, by = 'telefono'): Cell => ({
  state,
  exercise_id: 7,
  reps: 10,
  seconds: null,
  weight: 40,
  at,
  v,
  by,
});

export const putWorkout = (app: TestApp, { token }: Client, workout: Workout) =>
  app.json('PUT', `/api/my/workouts/${workout.id}`, workout, { token });

export async function sendWorkout(app: TestApp, client: Client, workout: Workout): Promise<WorkoutAnswer> {
  return expectAnswer(await putWorkout(app, client, workout), workoutAnswer);
}

/** Says 'Ya lo hice' of what is next of a course. */
export async function doNext(app: TestApp, client: Client, course: string): Promise<WorkoutAnswer> {
  const { day, courses } = await todayOf(app, client);
  const { turn, day: next } = courses.find((one) => one.course === course)!;
  return sendWorkout(app, client, doneWorkout(course, { day, turn, day_number: next!.day_number }));
}
