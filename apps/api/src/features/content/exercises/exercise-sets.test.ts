import { exerciseSets, MAX_SETS, NO_SETS } from '@pulso/contract/content/exercises';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentOf, exerciseSet } from '#test/content';
import { sharedApp } from '#test/shared-app';
import { planSetSteps } from '../../../../../panel/src/features/content/exercises/set-steps';

const row = toStrictSchema(exerciseSets.row);
const parse = (data: unknown) => row.parse(data);

describe('exercise sets', () => {
  const shared = sharedApp();
  /** An exercise whose sets have 10, 20, 30 … repetitions. */
  const exerciseWith = async (count: number) => {
    const sets = Array.from({ length: count }, (_, index) => exerciseSet((index + 1) * 10, index + 1));
    const made = await contentOf(shared()).exercise({ sets: JSON.stringify(sets) });
    return { id: made.id as number, sets: made.sets.map(({ id }: { id: number }) => id) as number[] };
  };
  const list = async (exerciseId: number) => {
    const answer = await shared().get(`/api/exercise-set/by-exercise/${exerciseId}`);
    expect(answer.status).toBe(200);
    return (answer.body.data as unknown[]).map(parse);
  };
  /** The repetitions in order; checks that the numbers are 1, 2, 3 … */
  const order = async (exerciseId: number) => {
    const sets = await list(exerciseId);
    expect(sets.map(({ set_number }) => set_number)).toEqual(sets.map((_, index) => index + 1));
    return sets.map(({ reps }) => reps);
  };
  const create = (values: object) => shared().json('POST', '/api/exercise-set', values);
  const change = (id: number | undefined, values: object) => shared().json('PATCH', `/api/exercise-set/${id}`, values);
  const remove = (id: number | undefined) => shared().remove(`/api/exercise-set/${id}`);

  it('EJE-73 EJE-69 lists the sets of an exercise in order, as the exercise shows them', async () => {
    const { id } = await exerciseWith(3);
    expect(await order(id)).toEqual([10, 20, 30]);
    expect(await list(id)).toEqual((await shared().get(`/api/exercise/${id}`)).body.data.sets);
  });

  it('API-18 R11 answers 404 for the sets of an exercise that is not there', async () => {
    for (const id of ['999999', '0', '2147483648', 'x'])
      expect((await shared().get(`/api/exercise-set/by-exercise/${id}`)).status).toBe(404);
  });

  it('EJE-74 creates a set and answers it', async () => {
    const { id } = await exerciseWith(1);
    const values = { exercise_id: id, set_number: 2, duration_seconds: 45, weight: 2.25, rest_seconds: 0 };
    const { status, body } = await create({ ...values, id: 77 });
    expect(status).toBe(201);
    expect(parse(body.data)).toEqual({ id: expect.any(Number), ...values, reps: null });
    expect(body.data.id).not.toBe(77);
    expect(await list(id)).toContainEqual(body.data);
  });

  it.each([
    [1, [99, 10, 20]],
    [2, [10, 99, 20]],
    [3, [10, 20, 99]],
    [500, [10, 20, 99]],
  ])('EJE-74 puts a new set at place %d and moves the others', async (set_number, expected) => {
    const { id } = await exerciseWith(2);
    expect((await create({ ...exerciseSet(99, set_number), exercise_id: id })).status).toBe(201);
    expect(await order(id)).toEqual(expected);
  });

  it('EJE-74 EJE-42 changes a set and leaves out what is not sent', async () => {
    const { id, sets } = await exerciseWith(2);
    const { status, body } = await change(sets[0], { weight: '12.5', rest_seconds: '90', exercise_id: 999_999 });
    expect(status).toBe(200);
    expect(parse(body.data)).toEqual({
      id: sets[0],
      exercise_id: id,
      set_number: 1,
      reps: 10,
      duration_seconds: null,
      weight: 12.5,
      rest_seconds: 90,
    });
    expect(parse((await change(sets[0], {})).body.data)).toEqual(body.data);
    expect(parse((await change(sets[0], { weight: null })).body.data)).toEqual({ ...body.data, weight: null });
  });

  it('EJE-42 EJE-74 switches the kind of a set only as a whole', async () => {
    const { sets } = await exerciseWith(1);
    const both = await change(sets[0], { duration_seconds: 30 });
    expect(both.status).toBe(400);
    expect(both.body.errors).toEqual({ duration_seconds: 'Elige repeticiones o duración, no ambas' });
    const neither = await change(sets[0], { reps: null });
    expect(neither.status).toBe(400);
    expect(neither.body.errors).toEqual({ reps: 'Las repeticiones son obligatorias' });
    const timed = await change(sets[0], { reps: null, duration_seconds: 30 });
    expect(parse(timed.body.data)).toMatchObject({ reps: null, duration_seconds: 30 });
    const counted = await change(sets[0], { reps: 12, duration_seconds: '' });
    expect(parse(counted.body.data)).toMatchObject({ reps: 12, duration_seconds: null });
  });

  it.each<[move: [from: number, to: number], expected: number[]]>([
    [
      [0, 3],
      [20, 30, 10, 40],
    ],
    [
      [3, 1],
      [40, 10, 20, 30],
    ],
    [
      [1, 2],
      [10, 20, 30, 40],
    ],
    [
      [1, 900],
      [10, 30, 40, 20],
    ],
  ])('EJE-74 moves a set: %o', async ([from, to], expected) => {
    const { id, sets } = await exerciseWith(4);
    const { body } = await change(sets[from], { set_number: to });
    expect(await order(id)).toEqual(expected);
    expect(parse(body.data).set_number).toBe(expected.indexOf((from + 1) * 10) + 1);
  });

  it('EJE-74 removes a set, answers it and closes the gap', async () => {
    const { id, sets } = await exerciseWith(3);
    const [, removed] = await list(id);
    const answer = await remove(sets[1]);
    expect(answer.status).toBe(200);
    expect(parse(answer.body.data)).toEqual(removed);
    expect(await order(id)).toEqual([10, 30]);
    expect((await remove(sets[1])).status).toBe(404);
    expect((await change(sets[1], { reps: 1 })).status).toBe(404);
  });

  it('K6 keeps the last set', async () => {
    const { id, sets } = await exerciseWith(2);
    expect((await remove(sets[0])).status).toBe(200);
    const refused = await remove(sets[1]);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe(NO_SETS);
    expect(await order(id)).toEqual([20]);
  });

  it('V8 keeps an exercise from having more sets than it could be made with', async () => {
    const { id } = await exerciseWith(MAX_SETS);
    const refused = await create({ ...exerciseSet(5, 1), exercise_id: id });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe('Un ejercicio puede tener hasta 100 sets');
  });

  it.each<[field: string, values: Record<string, unknown>, message: string]>([
    ['exercise_id', { exercise_id: 2_147_483_647 }, 'El ejercicio elegido no existe'],
    ['exercise_id', { exercise_id: null }, 'El ejercicio es obligatorio'],
    ['exercise_id', { exercise_id: [1] }, 'El ejercicio es obligatorio'],
    ['set_number', { set_number: undefined }, 'El número de set es obligatorio'],
    ['set_number', { set_number: 0 }, 'Debe ser un número positivo'],
    ['set_number', { set_number: 1e9 }, 'Debe ser un número positivo'],
    ['reps', { reps: 0 }, 'Debe ser un número positivo'],
    ['reps', { reps: 1.5 }, 'Debe ser un número positivo'],
    ['reps', { reps: '1e3' }, 'Debe ser un número positivo'],
    ['reps', { reps: null }, 'Las repeticiones son obligatorias'],
    ['duration_seconds', { reps: null, duration_seconds: -5 }, 'Debe ser un número positivo'],
    ['duration_seconds', { duration_seconds: 5 }, 'Elige repeticiones o duración, no ambas'],
    ['weight', { weight: -0.5 }, 'Debe ser un número no negativo'],
    ['weight', { weight: 10_000 }, 'Debe ser un número no negativo'],
    ['weight', { weight: true }, 'Debe ser un número no negativo'],
    ['rest_seconds', { rest_seconds: undefined }, 'El descanso es obligatorio'],
    ['rest_seconds', { rest_seconds: -1 }, 'Debe ser un número no negativo'],
    ['rest_seconds', { rest_seconds: {} }, 'Debe ser un número no negativo'],
  ])('EJE-74 V8 V11 refuses by %s: %o', async (field, wrong, message) => {
    const { id, sets } = await exerciseWith(1);
    const created = await create({ ...exerciseSet(5, 1), exercise_id: id, ...wrong });
    expect(created.status, created.raw).toBe(400);
    expect(created.body.errors).toEqual({ [field]: message });
    // A patch omits undefined fields and ignores the exercise.
    const sent = Object.values(wrong).some((value) => value !== undefined) && !('exercise_id' in wrong);
    if (sent) expect((await change(sets[0], wrong)).body.errors).toEqual({ [field]: message });
    expect(await order(id)).toEqual([10]);
  });

  it('API-18 answers 404 for a set that is not there', async () => {
    for (const id of [999_999, 0, 2_147_483_648]) {
      expect((await change(id, { reps: 5 })).status).toBe(404);
      expect((await remove(id)).status).toBe(404);
    }
  });

  it('K5 ends right after the calls of the form: new ones, existing ones, removed ones', async () => {
    const { id, sets } = await exerciseWith(3);
    const [a, b, c] = sets;
    expect((await change(b, { set_number: 1 })).status).toBe(200);
    expect((await change(c, { set_number: 2 })).status).toBe(200);
    expect((await remove(a)).status).toBe(200);
    expect(await order(id)).toEqual([20, 30]);
  });

  it('K5 ends as the form has it for any mixture of new, moved and removed, also when a call fails and it saves again', async () => {
    type Row = { id?: number; reps: number };
    const save = async (exercise: number, rows: Row[], calls: number) => {
      for (const step of planSetSteps(await list(exercise), rows).slice(0, calls)) {
        if (step.do === 'remove') {
          expect((await remove(step.id)).status).toBe(200);
          continue;
        }
        const values = exerciseSet(step.row.reps, step.place);
        const { status, body } =
          step.do === 'create' ? await create({ ...values, exercise_id: exercise }) : await change(step.id, values);
        expect([200, 201]).toContain(status);
        step.row.id = body.data.id;
      }
      expect((await order(exercise)).length).toBeGreaterThan(0);
    };
    const edits = fc.record({
      stored: fc.integer({ min: 1, max: 5 }),
      // Positions of the stored sets in the wanted order; higher numbers are new sets.
      wanted: fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 6 }),
      calls: fc.integer({ min: 0, max: 8 }),
    });
    const run = async ({ stored, wanted, calls }: { stored: number; wanted: number[]; calls: number }) => {
      const { id, sets } = await exerciseWith(stored);
      const rows = wanted.map((place): Row => ({ id: sets[place], reps: 500 + place }));
      await save(id, rows, calls);
      await save(id, rows, Infinity);
      expect(await order(id)).toEqual(rows.map(({ reps }) => reps));
      expect((await list(id)).map((set) => set.id)).toEqual(rows.map((row) => row.id));
    };
    await fc.assert(fc.asyncProperty(edits, run), { numRuns: 15, seed: 11 });
  });

  it('K5 K6 never shares a number and never ends without a set, whoever writes at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, sets } = await exerciseWith(4);
      const answers = await Promise.all([
        ...sets.map((set) => remove(set)),
        ...sets.map((set, index) => change(set, { set_number: 4 - index })),
        create({ ...exerciseSet(99, 1), exercise_id: id }),
        shared().form('PATCH', `/api/exercise/${id}`, { title: `Vuelta ${round}` }),
        create({ ...exerciseSet(98, 2), exercise_id: id }),
      ]);
      expect(answers.filter(({ status }) => ![200, 201, 404, 409].includes(status))).toEqual([]);
      expect((await order(id)).length).toBeGreaterThanOrEqual(1);
    }
  });

  it('K6 lets exactly one of two sets go when both are removed at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, sets } = await exerciseWith(2);
      const answers = await Promise.all(sets.map((set) => remove(set)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(await order(id)).toHaveLength(1);
    }
  });

  it('R8 leaves no set behind when its exercise goes at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, sets } = await exerciseWith(2);
      const [gone, ...others] = await Promise.all([
        shared().remove(`/api/exercise/${id}`),
        create({ ...exerciseSet(5, 1), exercise_id: id }),
        change(sets[0], { set_number: 2 }),
        remove(sets[1]),
      ]);
      expect(gone?.status).toBe(200);
      expect(others.filter(({ status }) => ![200, 201, 400, 404].includes(status))).toEqual([]);
      const left = await shared().db.selectFrom('exercise_sets').select('id').where('exercise_id', '=', id).execute();
      expect(left).toEqual([]);
    }
  });
});
