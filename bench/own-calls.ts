import type { Access } from '@pulso/contract/coaching/access';
import type { MyPlan } from '@pulso/contract/coaching/claims';
import type { MyDiet, MyToday } from '@pulso/contract/coaching/courses';
import type { WorkoutRow } from '@pulso/contract/coaching/workouts';

/** Somebody's own session, and what the addresses of the app name of it. */
export type Own = { cookie: string; course: string; diet: number; payment: number; workout: string };

/** Whatever the app reads; its time must not depend on how many others there are. */
export const ownReads: Record<string, (own: Own) => string> = {
  'my/today': () => '/api/my/today',
  'my/training': ({ course }) => `/api/my/training/${course}`,
  'my/diets': () => '/api/my/diets',
  'my/diet': ({ diet }) => `/api/my/diet/${diet}`,
  'my/progress': () => '/api/my/progress',
  'my/plan': () => '/api/my/plan',
  'my/payments': () => '/api/my/payments',
  'my/payment': ({ payment }) => `/api/my/payment/${payment}`,
  'my/workouts': () => '/api/my/workouts',
  'my/workout': ({ workout }) => `/api/my/workouts/${workout}`,
  'my/workouts/versions': () => '/api/my/workouts/versions',
  'my/notifications': () => '/api/my/notifications',
  my: () => '/api/my',
};

/** The panel's reads of one client's training, and of those who follow something. */
export const coachingReads: Record<string, (client: number) => string> = {
  'courses of one client': (client) => `/api/user/${client}/courses`,
  'weeks of one client': (client) => `/api/user/${client}/training-weeks`,
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
  const [today, diets, plan, workouts] = [
    await read<MyToday>('today'),
    await read<MyDiet[]>('diets'),
    await read<MyPlan>('plan'),
    await read<WorkoutRow[]>('workouts'),
  ];
  const [course, diet, payment, workout] = [today.courses[0], diets[0], plan.payments[0], workouts[0]];
  if (!course || !diet || !payment || !workout) throw new Error(`Client ${client} follows nothing`);
  return { cookie, course: course.course, diet: diet.id, payment: payment.id, workout: workout.id };
}
