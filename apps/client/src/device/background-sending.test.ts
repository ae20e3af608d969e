import 'fake-indexeddb/auto';
import { newWorkout } from '@pulso/contract/coaching/session';
import type { Workout } from '@pulso/contract/coaching/workouts';
import { today } from '@pulso/contract/kit/dates';
import { expect, it } from 'vitest';
import { CallFailure } from '@pulso/web/answers';
import { sendWaiting } from '#device/background-sending';
import { openStorage } from '#device/log-storage';

const workoutOf = (title: string): Workout =>
  newWorkout({
    ...{ id: crypto.randomUUID(), course: 'a1', turn: 1, training_id: 1, day_number: 1, title, day: today() },
    ...{ started_at: new Date().toISOString(), offset: 0, places: [] },
  });

it('SYN-11 without a page the worker sends what waits of who is inside, of nobody else, and asks to be woken again for what it could not', async () => {
  const [left, inside] = [openStorage(1), openStorage(2)];
  await left.setInside(false);
  await inside.setInside(true);
  for (const [storage, title] of [
    [left, 'De otra'],
    [inside, 'Fuerza'],
  ] as const)
    await storage.write(async ({ keepWorkout }) => keepWorkout({ workout: workoutOf(title), unsent: true }));
  const offline = () => Promise.reject(new CallFailure(0, undefined));
  await expect(sendWaiting(offline, '1')).rejects.toThrow('Not all of it was sent');

  const sent: Workout[] = [];
  await sendWaiting(async (method, _path, json) => {
    if (method === 'GET') return sent;
    sent.push(json as Workout);
    return { workout: json, changed: true };
  }, '1');
  expect(sent.map(({ title }) => title)).toEqual(['Fuerza']);
  expect((await inside.read()).workouts).toMatchObject([{ unsent: false }]);
  expect((await left.read()).workouts).toMatchObject([{ unsent: true }]);
});
