import { myTraining, type LastTime, type MyTraining } from '@pulso/contract/coaching/courses';
import { myProgress, progressDay } from '@pulso/contract/coaching/progress';
import type { Cell, SetCell, Workout } from '@pulso/contract/coaching/workouts';
import { addDays } from '@pulso/contract/kit/dates';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { activeDay, contentOf } from '#test/content';
import { addClient, addTraining, assignOne, doneWorkout, newWorkoutId, sendWorkout, type Client } from '#test/courses';
import { expectAnswer, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const TODAY = '2026-11-16';
let day: string = TODAY;
const app = sharedApp({ passwords: quickPasswords, now: () => new Date(`${day}T15:00:00Z`) });
beforeEach(() => {
  day = TODAY;
});

const progressOf = async ({ token }: Client, query = '') =>
  expectAnswer(await app().get(`/api/my/progress${query}`, token), myProgress);
const daysOf = async ({ token }: Client, exercise: number) =>
  expectAnswer(await app().get(`/api/my/progress/${exercise}`, token), z.array(progressDay));

type Lifted = Pick<SetCell, 'reps' | 'seconds' | 'weight'>;
const setOf = (exercise_id: number, values: Lifted, state: SetCell['state'] = 'done'): SetCell => ({
  ...{ state, exercise_id, at: null, v: 1, by: 'telefono' },
  ...values,
});
const lifted = (reps: number, weight: number | null): Lifted => ({ reps, seconds: null, weight });

/** A closed session with these sets, all in the first place. */
const session = (on: string, sets: SetCell[], values: Partial<Workout> = {}): Workout => {
  const done = doneWorkout(null, { day: on, ...values });
  const cells = Object.fromEntries(sets.map((set, index) => [`s:1-7.${index + 1}`, set as Cell]));
  return { ...done, cells: { ...done.cells, ...cells } };
};

/* The naive count: documents, taken apart without any of the rules that the product shares. */

const EXERCISES = [7, 8, 9];
const lift = fc.oneof(
  fc.record({
    reps: fc.integer({ min: 1, max: 12 }),
    seconds: fc.constant(null),
    weight: fc.constantFrom(null, 0, 20, 22.25, 40),
  }),
  fc.record({
    reps: fc.constant(null),
    seconds: fc.constantFrom(20, 30, 45),
    weight: fc.constantFrom(null, 0, 5),
  }),
);
const randomSet = fc.record({
  position: fc.constantFrom(1, 2, 11),
  n: fc.integer({ min: 1, max: 3 }),
  exercise: fc.constantFrom(...EXERCISES),
  state: fc.constantFrom('done' as const, 'done' as const, 'todo' as const, 'gone' as const),
  lift,
});
const randomSession = fc.record({
  ago: fc.integer({ min: 1, max: 6 }),
  sets: fc.array(randomSet, { maxLength: 6 }),
  /** Later changes of a session: its sets, and whether it was thrown away. */
  later: fc.array(randomSet, { maxLength: 2 }),
  gone: fc.boolean(),
});

const cellsOf = (
  sets: readonly { position: number; n: number; exercise: number; state: SetCell['state']; lift: Lifted }[],
  v: number,
) =>
  Object.fromEntries(
    sets.map(({ position, n, exercise, state, lift: values }) => [
      `s:${position}-7.${n}`,
      { ...setOf(exercise, values, state), v },
    ]),
  );

type Done = Lifted & { exercise_id: number; day: string };
const doneIn = (workouts: readonly Workout[]): Done[] =>
  workouts.flatMap(({ day: on, cells }) =>
    (cells.end as { gone: boolean }).gone
      ? []
      : Object.values(cells).flatMap((cell) =>
          (cell as SetCell).state === 'done' ? [{ ...(cell as SetCell), day: on }] : [],
        ),
  );
/** Weight, repetitions and seconds of the best of some sets, where none is nothing. */
const bestIn = (sets: readonly Lifted[]) =>
  sets
    .map(({ weight, reps, seconds }) => [weight ?? 0, reps ?? 0, seconds ?? 0] as const)
    .sort((a, b) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2])[0];
const amounts = (set: Lifted) => bestIn([set]);

describe('PGR-02 progress', () => {
  it('of random sessions agrees with an independent count', async () => {
    const property = fc.asyncProperty(fc.array(randomSession, { minLength: 1, maxLength: 6 }), async (sessions) => {
      const client = await addClient(app());
      const stored: Workout[] = [];
      for (const { ago, sets, later, gone } of sessions) {
        const first = session(addDays(TODAY, -ago), []);
        await sendWorkout(app(), client, { ...first, cells: { ...first.cells, ...cellsOf(sets, 1) } });
        const end = { ended_at: `${first.day}T12:30:00.000Z`, effort: null, gone, v: 2, by: 'telefono' };
        const changed = { ...first, version: 2, cells: { end, ...cellsOf(later, 2) } };
        stored.push((await sendWorkout(app(), client, changed)).workout);
      }
      const done = doneIn(stored);
      const { exercises } = await progressOf(client);
      const expected = EXERCISES.flatMap((exercise_id) => {
        const own = done.filter((one) => one.exercise_id === exercise_id);
        const days = [...new Set(own.map((one) => one.day))].sort();
        const last = days.at(-1)!;
        const on = (at: string) => own.filter((one) => one.day === at);
        return own.length === 0
          ? []
          : [
              {
                exercise_id,
                times: days.length,
                last: [last, bestIn(on(last))],
                best: bestIn(own),
                days: days.map((at) => [at, bestIn(on(at)), on(at).length]),
              },
            ];
      });
      expect(exercises.map(({ exercise_id }) => exercise_id).sort()).toEqual(
        expected.map(({ exercise_id }) => exercise_id),
      );
      for (const { exercise_id, times, last, best, days } of expected) {
        const seen = exercises.find((one) => one.exercise_id === exercise_id)!;
        expect([seen.times, [seen.last.day, amounts(seen.last.set)], amounts(seen.best.set)]).toEqual([
          times,
          last,
          best,
        ]);
        expect((await daysOf(client, exercise_id)).map((one) => [one.day, amounts(one.best), one.sets])).toEqual(days);
      }
      const lastDays = exercises.map(({ last }) => last.day);
      expect(lastDays).toEqual(lastDays.toSorted().reverse());
    });
    await fc.assert(property, { numRuns: 8, seed: 4, endOnFailure: true });
  });

  it('has 50 exercises and then the others, under the names that they have, or had', async () => {
    const client = await addClient(app());
    const { id: press } = await contentOf(app()).exercise({ title: 'Press inclinado' });
    const ids = [press, ...Array.from({ length: 59 }, (_, index) => 900_001 + index)];
    const all = doneWorkout(null, { day: TODAY });
    const places = ids.map((exercise_id, index) => ({
      ...{ key: `${index + 1}-${exercise_id}`, exercise_id, targets: [], superset: false, note: '' },
      title: `Borrado ${exercise_id}`,
    }));
    const cells = Object.fromEntries(
      places.map(({ key, exercise_id }) => [`s:${key}.1`, setOf(exercise_id, lifted(10, 5))]),
    );
    await sendWorkout(app(), client, { ...all, places, cells: { ...all.cells, ...cells } });
    const { exercises: first } = await progressOf(client);
    expect(first).toHaveLength(50);
    const { exercises: rest } = await progressOf(client, `?before=${first.at(-1)!.exercise_id}`);
    expect([...first, ...rest].map(({ exercise_id, title }) => [exercise_id, title])).toEqual(
      ids.toSorted((one, other) => other - one).map((id) => [id, id === press ? 'Press inclinado' : `Borrado ${id}`]),
    );
    expect((await progressOf(client, '?before=5')).exercises).toEqual([]);
  });

  it('PGR-03 of an exercise has the best set of each of the last 60 days with it, the newest last', async () => {
    const client = await addClient(app());
    for (let ago = 65; ago >= 1; ago -= 1)
      await sendWorkout(
        app(),
        client,
        session(addDays(TODAY, -ago), [setOf(7, lifted(10, ago)), setOf(7, lifted(8, ago))]),
      );
    const days = await daysOf(client, 7);
    expect(days).toHaveLength(60);
    expect([days[0], days.at(-1)]).toEqual([
      { day: addDays(TODAY, -60), best: lifted(10, 60), sets: 2 },
      { day: addDays(TODAY, -1), best: lifted(10, 1), sets: 2 },
    ]);
    expect((await app().get('/api/my/progress/8', client.token)).status).toBe(404);
  });
});

describe('last time', () => {
  const trainingOf = async ({ token }: Client, course: string) =>
    expectAnswer(await app().get(`/api/my/training/${course}`, token), myTraining);
  const lastOf = ({ exercises }: MyTraining, id: number) => exercises[id]?.last;
  const at = (workout: Workout, sets: LastTime['sets']): LastTime => ({
    day: workout.day,
    workout_id: workout.id,
    sets,
  });

  async function follow() {
    const client = await addClient(app());
    const { id: part } = (await app().form('POST', '/api/body-part', { title: `Parte ${newWorkoutId()}` })).body.data;
    const add = async (title: string, fields = {}) =>
      (await contentOf(app()).exercise({ title, body_part_id: String(part), ...fields })).id as number;
    const press = await add('Press');
    const training_days = JSON.stringify([activeDay(1, [press])]);
    const { id: training_id } = await contentOf(app()).training({ training_days });
    const { id } = await assignOne(app(), { training_id, user_ids: [client.id], starts_on: TODAY });
    return { client, course: `a${id}`, press, add };
  }

  it('SET-02 is the newest closed session with a done set of the exercise, of whatever training', async () => {
    const { client, course, press } = await follow();
    expect(lastOf(await trainingOf(client, course), press)).toBeNull();
    const old = session(addDays(TODAY, -9), [setOf(press, lifted(8, 30)), setOf(press, lifted(6, 35))]);
    const other = session(addDays(TODAY, -2), [setOf(press, lifted(5, 50), 'todo')]);
    const open = { ...session(TODAY, [setOf(press, lifted(1, 1))]) };
    delete open.cells.end;
    for (const workout of [old, other, open]) await sendWorkout(app(), client, workout);
    const before = at(old, [
      { n: 1, ...lifted(8, 30) },
      { n: 2, ...lifted(6, 35) },
    ]);
    expect(lastOf(await trainingOf(client, course), press)).toEqual(before);
    const newest = session(addDays(TODAY, -1), [setOf(press, lifted(4, 60))]);
    await sendWorkout(app(), client, newest);
    expect(lastOf(await trainingOf(client, course), press)).toEqual(at(newest, [{ n: 1, ...lifted(4, 60) }]));
    const end = { ended_at: null, effort: null, gone: true, v: 2, by: 'telefono' };
    await sendWorkout(app(), client, { ...newest, version: 2, cells: { end } });
    expect(lastOf(await trainingOf(client, course), press)).toEqual(before);
    // By tomorrow the session that nobody ended is over.
    day = addDays(TODAY, 1);
    expect(lastOf(await trainingOf(client, course), press)).toMatchObject({ workout_id: open.id });
  });

  it('SET-11 offers active exercises of the same body part, with their own last time; done sets stay with the old one', async () => {
    const { client, course, press, add } = await follow();
    const inactive = await add('Aperturas inactivas', { status: 'false' });
    const others: number[] = [];
    for (let index = 0; index < 14; index += 1) others.push(await add(`Variante ${String(index).padStart(2, '0')}`));
    const [first] = others as [number];
    const swapped = doneWorkout(course, { day: TODAY });
    await sendWorkout(app(), client, {
      ...swapped,
      places: [{ key: `1-${press}`, exercise_id: press, title: 'Press', targets: [], superset: false, note: '' }],
      cells: {
        ...swapped.cells,
        [`x:1-${press}`]: { exercise_id: first, title: 'Variante 00', v: 1, by: 'telefono' },
        [`s:1-${press}.1`]: setOf(press, lifted(10, 40)),
        [`s:1-${press}.2`]: setOf(first, lifted(12, 15)),
      },
    });
    const training = await trainingOf(client, course);
    expect(training.exercises[press]?.swaps).toEqual(others.slice(0, 12));
    expect(Object.keys(training.exercises).map(Number).toSorted()).toEqual([press, ...others.slice(0, 12)].toSorted());
    expect(training.exercises[inactive]).toBeUndefined();
    expect(training.days[0]?.places).toMatchObject([{ exercise_id: press }]);
    expect(training.exercises[first]).toMatchObject({ title: 'Variante 00', swaps: [] });
    expect([lastOf(training, press)?.sets, lastOf(training, first)?.sets]).toEqual([
      [{ n: 1, ...lifted(10, 40) }],
      [{ n: 2, ...lifted(12, 15) }],
    ]);
    expect((await progressOf(client)).exercises.map(({ exercise_id }) => exercise_id).sort()).toEqual(
      [press, first].sort(),
    );
  });
});

it('SET-15 a session that is thrown away is out of progress, last time and weeks, and its turn is free again', async () => {
  const client = await addClient(app());
  const { id } = await assignOne(app(), {
    training_id: await addTraining(app()),
    user_ids: [client.id],
    starts_on: TODAY,
  });
  const course = `a${id}`;
  const done = session(TODAY, [setOf(7, lifted(10, 40))], { course });
  expect((await sendWorkout(app(), client, done)).workout.turn).toBe(1);
  const weekOf = async () => (await progressOf(client)).weeks.at(-1)?.done;
  expect([await weekOf(), (await progressOf(client)).exercises.length]).toEqual([1, 1]);
  const end = { ended_at: null, effort: null, gone: true, v: 2, by: 'telefono' };
  await sendWorkout(app(), client, { ...done, version: 2, cells: { end } });
  expect([await weekOf(), (await progressOf(client)).exercises]).toEqual([0, []]);
  expect((await app().get('/api/my/workouts', client.token)).body.data).toEqual([]);
  expect((await sendWorkout(app(), client, doneWorkout(course, { day: TODAY }))).workout.turn).toBe(1);
});

it('SYN-09 a training that is changed after the start changes no session of it; the next turn has the new sets', async () => {
  const client = await addClient(app());
  const training_id = await addTraining(app(), 't');
  const { id } = await assignOne(app(), { training_id, user_ids: [client.id], starts_on: TODAY });
  const course = `a${id}`;
  const trainingOf = async () => expectAnswer(await app().get(`/api/my/training/${course}`, client.token), myTraining);
  const shown = (await trainingOf()).days[0]!;
  const places = shown.places.map(({ sets, ...place }) => ({ ...place, title: 'Press', targets: sets }));
  const open: Workout = { ...doneWorkout(course, { day: TODAY, turn: 1 }), title: 'Fuerza', places, cells: {} };
  const [{ exercise_id, key }] = places as [(typeof places)[0]];
  open.cells = { [`s:${key}.1`]: setOf(exercise_id, lifted(12, 40)) };
  await sendWorkout(app(), client, open);
  const five = { reps: 5, reps_max: null, seconds: null, weight: 80, rest: 180 };
  const prescriptions = [{ sets: [five, five, five], superset: false, note: 'Pesado' }];
  const changed = await app().form('PATCH', `/api/training/${training_id}`, {
    title: 'Fuerza II',
    training_days: JSON.stringify([{ ...activeDay(1, [exercise_id]), prescriptions }]),
  });
  expect(changed.status, changed.raw).toBe(200);
  const end = { ended_at: `${TODAY}T14:00:00.000Z`, effort: 1, gone: false, v: 2, by: 'telefono' };
  const { workout: closed } = await sendWorkout(app(), client, { ...open, version: 2, cells: { end } });
  expect(closed).toMatchObject({ title: 'Fuerza', turn: 1, places });
  const [row] = (await app().get(`/api/user/${client.id}/workouts`)).body.data;
  expect(row).toMatchObject({ title: 'Fuerza', done: 1, planned: 1 });
  day = addDays(TODAY, 1);
  const next = await trainingOf();
  expect([next.turn, next.days[0]?.places[0]]).toMatchObject([2, { sets: [five, five, five], note: 'Pesado' }]);
});
