import { today } from '@pulso/contract/kit/dates';
import { expect } from 'vitest';
import { assignOne, doneWorkout, sendWorkout, setCell, type Client } from '#test/courses';
import { moneyOf } from '#test/money';
import { addPackage } from '#test/people';
import type { TestApp } from '#test/test-app';

export type Furnished = {
  client: Client;
  course: string;
  diet: number;
  payment: number;
  debt: number;
  workout: string;
};

type Contents = { plan: number; training_id: number; diet_id: number };
/** Texts that administrators write about a client. */
type Notes = { period?: string; debt?: string; payment?: string };

/** Gives a client something of everything. */
export async function furnish(
  app: TestApp,
  client: Client,
  { plan, training_id, diet_id }: Contents,
  notes: Notes = {},
): Promise<Furnished> {
  const { id } = client;
  const money = moneyOf(() => app);
  const starts_on = today();
  await money.activate(id, plan, { payment_amount: 12_500, payment_method: 'efectivo', notes: notes.period });
  await app.json('POST', '/api/user/activate-package', { user_id: id, package_id: await addPackage(app) });
  const owed = await app.json('POST', '/api/debt', {
    user_id: id,
    amount: 4_321,
    type: 'other',
    note: notes.debt ?? 'Una toalla',
  });
  expect(owed.status, owed.raw).toBe(201);
  const paid = await money.pay(id, { notes: notes.payment });
  expect(paid.status, paid.raw).toBe(201);
  const { id: assignment } = await assignOne(app, { training_id, user_ids: [id], starts_on });
  await assignOne(app, { diet_id, user_ids: [id], starts_on });
  const course = `a${assignment}`;
  const workout = {
    ...doneWorkout(course, { day: starts_on }),
    places: [{ key: '1-7', exercise_id: 7, title: 'Sentadilla', targets: [], superset: false, note: '' }],
  };
  workout.cells = {
    ...workout.cells,
    's:1-7.1': setCell('done', `${starts_on}T12:00:00.000Z`),
    note: { text: 'Me costó la última', v: 1, by: 'telefono' },
  };
  const { workout: stored } = await sendWorkout(app, client, workout);
  const cells = [{ kind: 'weight', day: starts_on, value: 71.5, v: 1, by: 'telefono' }];
  const noted = await app.json('PUT', '/api/my/measures', { cells }, { token: client.token });
  expect(noted.status, noted.raw).toBe(200);
  return { client, course, diet: diet_id, payment: paid.body.data.id, debt: owed.body.data.id, workout: stored.id };
}

/** Tells a transfer as the client does. */
export const tellTransfer = (app: TestApp, { token }: Client, transaction_id: string, amount: number) =>
  app.json('POST', '/api/my/transfer', { amount, paid_on: today(), claim: 'other', transaction_id }, { token });
