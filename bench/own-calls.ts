import { randomUUID } from 'node:crypto';
import type { Access } from '@pulso/contract/coaching/access';
import type { MyPlan } from '@pulso/contract/coaching/claims';
import type { MyDiet, MyToday } from '@pulso/contract/coaching/courses';
import type { MyProgress } from '@pulso/contract/coaching/progress';
import type { WorkoutRow } from '@pulso/contract/coaching/workouts';
import { today } from '@pulso/contract/kit/dates';
import type { Call } from './money-calls';

/** Somebody's own session, and what the addresses of the app name of it. */
export type Own = { cookie: string; course: string; diet: number; payment: number; workout: string; exercise: number };

/** Whatever the app reads; its time must not depend on how many others there are. */
export const ownReads: Record<string, (own: Own) => string> = {
  'my/today': () => '/api/my/today',
  'my/training': ({ course }) => `/api/my/training/${course}`,
  'my/diets': () => '/api/my/diets',
  'my/diet': ({ diet }) => `/api/my/diet/${diet}`,
  'my/progress': () => '/api/my/progress',
  'my/progress of one exercise': ({ exercise }) => `/api/my/progress/${exercise}`,
  'my/measures': () => '/api/my/measures',
  'my/plan': () => '/api/my/plan',
  'my/payments': () => '/api/my/payments',
  'my/payment': ({ payment }) => `/api/my/payment/${payment}`,
  'my/workouts': () => '/api/my/workouts',
  'my/workout': ({ workout }) => `/api/my/workouts/${workout}`,
  'my/workouts/versions': () => '/api/my/workouts/versions',
  'my/notifications': () => '/api/my/notifications',
  my: () => '/api/my',
};

const EXERCISES = 6;
const SETS = 4;

/** A session of twenty-four sets, as a phone sends it. */
function session(): Call {
  const id = randomUUID();
  const at = new Date().toISOString();
  const version = { v: 1, by: 'bench' };
  const target = { reps: 10, reps_max: null, seconds: null, weight: 40, rest: 90 };
  const positions = Array.from({ length: EXERCISES }, (_, index) => index + 1);
  const places = positions.map((position) => ({
    ...{ key: `${position}-${position}`, exercise_id: position, title: `Ejercicio ${position}` },
    ...{ targets: Array.from({ length: SETS }, () => target), superset: false, note: '' },
  }));
  const sets = positions.flatMap((position) =>
    Array.from({ length: SETS }, (_, index): [string, object] => [
      `s:${position}-${position}.${index + 1}`,
      { state: 'done', exercise_id: position, reps: 10, seconds: null, weight: 40, at, ...version },
    ]),
  );
  const cells: Record<string, object> = {
    ...Object.fromEntries(sets),
    end: { ended_at: at, effort: 2, gone: false, ...version },
  };
  const course = { course: null, turn: null, training_id: null, day_number: null };
  const body = { id, schema: 1, ...course, title: 'Libre', day: today(), started_at: at, offset: 0, version: 1 };
  return { method: 'PUT', path: `/api/my/workouts/${id}`, body: { ...body, places, cells } };
}

/** Whatever the app sends. */
export const ownWrites: Record<string, () => Call> = {
  'PUT my/workouts': session,
  'PUT my/measures': () => ({
    method: 'PUT',
    path: '/api/my/measures',
    body: { cells: [{ kind: 'weight', day: today(), value: 70, v: 2, by: 'bench' }] },
  }),
};

/** The panel's reads of one client's training, and of those who follow something. */
export const coachingReads: Record<string, (client: number) => string> = {
  'courses of one client': (client) => `/api/user/${client}/courses`,
  'weeks of one client': (client) => `/api/user/${client}/training-weeks`,
  'workouts of one client': (client) => `/api/user/${client}/workouts`,
  'measures of one client': (client) => `/api/user/${client}/measures`,
  'devices of one client': (client) => `/api/user/${client}/sessions`,
};

/** Enters the app as this client, by a link. */
export async function enterAsClient(url: string, token: string, client: number): Promise<Own> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const dataOf = async <Data>(answer: Response) => ((await answer.json()) as { data: Data }).data;
  const post = (path: string, body: object) =>
    fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { secret } = await dataOf<Access>(await post(`user/${client}/access`, {}));
  const entered = await post('auth/access', { link: secret });
  const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const read = async <Data>(path: string) =>
    dataOf<Data>(await fetch(`${url}/api/my/${path}`, { headers: { Cookie: cookie } }));
  const [day, diets, plan, workouts, progress] = [
    await read<MyToday>('today'),
    await read<MyDiet[]>('diets'),
    await read<MyPlan>('plan'),
    await read<WorkoutRow[]>('workouts'),
    await read<MyProgress>('progress'),
  ];
  const [course, diet, payment, workout] = [day.courses[0], diets[0], plan.payments[0], workouts[0]];
  const exercise = progress.exercises[0];
  if (!course || !diet || !payment || !workout || !exercise) throw new Error(`Client ${client} follows nothing`);
  return {
    cookie,
    course: course.course,
    diet: diet.id,
    payment: payment.id,
    workout: workout.id,
    exercise: exercise.exercise_id,
  };
}
