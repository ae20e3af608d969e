import { trainings } from '@pulso/contract/content/trainings';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { activeDay, contentOf, png } from '#test/content';
import { endRestoreDays } from '#test/restore';
import { sharedApp } from '#test/shared-app';
import type { Fields } from '#test/test-app';

const row = toStrictSchema(trainings.row);
const parse = (data: unknown) => row.parse(data);
const nothingAsked = { sets: null, superset: false, note: '' };

describe('trainings', () => {
  const shared = sharedApp();
  const content = () => contentOf(shared());
  const find = async (id: number) => parse((await shared().get(`/api/training/${id}`)).body.data);
  const change = (id: number, fields: Fields) => shared().form('PATCH', `/api/training/${id}`, fields);
  const exerciseIds = async (...titles: string[]) => {
    const ids: number[] = [];
    for (const title of titles) ids.push((await content().exercise({ title })).id);
    return ids as [number, number, number];
  };
  /** The days without their generated ids. */
  const daysOf = ({ training_days }: ReturnType<typeof parse>) =>
    training_days.map(({ day_number, is_rest_day, title, training_day_exercises }) => ({
      day_number,
      is_rest_day,
      title,
      exercises: training_day_exercises.map(({ exercise_id, order_index }) => [order_index, exercise_id]),
    }));

  it('ENT-45 ENT-46 ENT-47 ENT-49 API-29 stores a training with its days and lists it whole', async () => {
    const level_id = await content().level('Avanzado');
    const training_type_id = await content().trainingType('Cardio');
    const [press, remo] = await exerciseIds('Press', 'Remo');
    const training_days = [
      { day_number: 2, is_rest_day: true, title: 'Sobra', description: 'Sobra', exercises: [press] },
      { day_number: 1, is_rest_day: false, title: 'Torso', description: 'Pesado', exercises: [remo, press] },
    ];
    const { status, body } = await shared().form('POST', '/api/training', {
      title: 'Plan de fuerza',
      description: 'Doce semanas',
      level_id: String(level_id),
      training_type_id: String(training_type_id),
      gender: 'Male',
      is_premium: 'true',
      status: 'false',
      training_days: JSON.stringify(training_days),
      cover_image: png,
    });
    expect(status).toBe(201);
    const made = parse(body.data);
    expect(made).toEqual({
      id: made.id,
      title: 'Plan de fuerza',
      description: 'Doce semanas',
      level_id,
      level: { title: 'Avanzado' },
      training_type_id,
      training_type: { title: 'Cardio' },
      gender: 'Male',
      is_premium: true,
      status: false,
      cover_image: expect.stringMatching(/^\/uploads\//),
      created_at: made.created_at,
      updated_at: made.created_at,
      version: 1,
      training_days: [
        {
          id: expect.any(Number),
          day_number: 1,
          is_rest_day: false,
          title: 'Torso',
          description: 'Pesado',
          training_day_exercises: [
            { id: expect.any(Number), exercise_id: remo, exercise: { title: 'Remo' }, order_index: 1, ...nothingAsked },
            {
              id: expect.any(Number),
              exercise_id: press,
              exercise: { title: 'Press' },
              order_index: 2,
              ...nothingAsked,
            },
          ],
        },
        {
          id: expect.any(Number),
          day_number: 2,
          is_rest_day: true,
          title: '',
          description: '',
          training_day_exercises: [],
        },
      ],
    });
    expect(await find(made.id)).toEqual(made);
    expect((await shared().get('/api/training')).body.data.map(parse)).toContainEqual(made);
    expect((await shared().get(made.cover_image ?? '')).status).toBe(200);
  });

  it('FMT-06 V1 V2 is active and not premium unless it says otherwise', async () => {
    expect(parse(await content().training())).toMatchObject({ status: true, is_premium: false });
  });

  it('ENT-47 V9 numbers the days from 1 in their order, whatever gaps they leave, and keeps an exercise that comes back', async () => {
    const [press, remo] = await exerciseIds('Press', 'Remo');
    const training_days = JSON.stringify([
      activeDay(30, [remo, press, remo]),
      { day_number: 7, is_rest_day: true },
      activeDay(3, [press]),
    ]);
    expect(daysOf(parse(await content().training({ training_days })))).toEqual([
      { day_number: 1, is_rest_day: false, title: '', exercises: [[1, press]] },
      { day_number: 2, is_rest_day: true, title: '', exercises: [] },
      {
        day_number: 3,
        is_rest_day: false,
        title: '',
        exercises: [
          [1, remo],
          [2, press],
          [3, remo],
        ],
      },
    ]);
  });

  it('V9 stores a plan of a year with every exercise a day can hold', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into exercises (title, description, body_part_id)
      select 'Salto', 'Alto', ${await content().bodyPart()} from generate_series(1, 100) returning id`.execute(
      shared().db,
    );
    const exercises = rows.map(({ id }) => id);
    const days = Array.from({ length: 366 }, (_, index) => activeDay(index + 1, exercises));
    const made = parse(await content().training({ training_days: JSON.stringify(days) }));
    expect(made.training_days).toHaveLength(366);
    expect(made.training_days[365]?.training_day_exercises).toHaveLength(100);
  });

  it('ENT-50 U18 U20 keeps days and cover that are not sent', async () => {
    const before = parse(await content().training());
    const answer = await change(before.id, { title: 'Plan corto', cover_image: '', training_day: '[]' });
    expect(answer.status).toBe(200);
    const after = parse(answer.body.data);
    expect(after).toEqual({ ...before, title: 'Plan corto', updated_at: after.updated_at, version: 2 });
    expect(await find(before.id)).toEqual(after);
  });

  it('ENT-50 replaces the days that are sent, all of them', async () => {
    const [press, remo] = await exerciseIds('Press', 'Remo');
    const training_days = JSON.stringify([activeDay(1, [press]), activeDay(2, [press])]);
    const before = parse(await content().training({ training_days }));
    const days = JSON.stringify([
      { day_number: 2, is_rest_day: true },
      { ...activeDay(1, [remo]), title: 'Nuevo' },
    ]);
    const after = parse((await change(before.id, { training_days: days })).body.data);
    expect(daysOf(after)).toEqual([
      { day_number: 1, is_rest_day: false, title: 'Nuevo', exercises: [[1, remo]] },
      { day_number: 2, is_rest_day: true, title: '', exercises: [] },
    ]);
    expect(after).toEqual({
      ...before,
      training_days: after.training_days,
      updated_at: after.updated_at,
      version: 2,
    });
    expect((await shared().remove(`/api/exercise/${press}`)).status).toBe(200);
  });

  it('ENT-51 K3 switches a training on and off and changes nothing else', async () => {
    const before = parse(await content().training());
    for (const [status, version] of [
      [false, 2],
      [false, 3],
      [true, 4],
    ]) {
      const answer = await shared().json('PATCH', `/api/training/${before.id}/status`, { status, title: 'Otro' });
      expect(answer.status).toBe(200);
      const after = parse(answer.body.data);
      expect(after).toEqual({ ...before, status, updated_at: after.updated_at, version });
      expect(await find(before.id)).toEqual(after);
    }
  });

  it.each([{}, { status: null }, { status: 'si' }, { status: 1 }, { status: [true] }])(
    'ENT-51 V11 refuses a status that is none: %o',
    async (body) => {
      const { id } = await content().training();
      const answer = await shared().json('PATCH', `/api/training/${id}/status`, body);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors)).toEqual(['status']);
      expect((await find(id)).status).toBe(true);
    },
  );

  it('ENT-52 API-20 R7 removes a training with its days and its cover, once, and leaves its exercises', async () => {
    const [press] = await exerciseIds('Press');
    const made = parse(await content().training({ training_days: JSON.stringify([activeDay(1, [press])]) }));
    const removed = await shared().remove(`/api/training/${made.id}`);
    expect(removed.status).toBe(200);
    expect(parse(removed.body.data)).toEqual(made);
    expect((await shared().get(`/api/training/${made.id}`)).status).toBe(404);
    // The image goes when the training can no longer be restored.
    await endRestoreDays(shared());
    expect((await shared().get(made.cover_image ?? '')).status).toBe(404);
    expect((await shared().get(`/api/exercise/${press}`)).status).toBe(200);
    const left = await shared()
      .db.selectFrom('training_days')
      .select('id')
      .where('training_id', '=', made.id)
      .execute();
    expect(left).toEqual([]);
    expect((await shared().remove(`/api/training/${made.id}`)).status).toBe(404);
  });

  it('ENT-52 API-19 R4 keeps a training that packages include, and says how many', async () => {
    const { id } = await content().training();
    await content().pack({ trainings: [id] });
    await content().pack({ trainings: [id] });
    const before = await find(id);
    const refusal = await shared().remove(`/api/training/${id}`);
    expect(refusal.status).toBe(409);
    expect(refusal.body.message).toContain('2 paquetes');
    expect(await find(id)).toEqual(before);
    expect((await shared().get(before.cover_image ?? '')).status).toBe(200);
  });

  it('R1 R2 keeps the level and the type of a training', async () => {
    const level_id = String(await content().level());
    const training_type_id = String(await content().trainingType());
    await content().training({ level_id, training_type_id });
    for (const path of [`/api/level/${level_id}`, `/api/training-type/${training_type_id}`]) {
      const refusal = await shared().remove(path);
      expect(refusal.status).toBe(409);
      expect(refusal.body.message).toContain('1 entrenamiento');
    }
  });

  it('R8 never leaves a training with an exercise that is gone', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [kept, doomed] = await exerciseIds('Press', 'Remo');
      const { id } = await content().training({ training_days: JSON.stringify([activeDay(1, [kept])]) });
      const [saved, removed] = await Promise.all([
        change(id, { training_days: JSON.stringify([activeDay(1, [doomed, kept])]) }),
        shared().remove(`/api/exercise/${doomed}`),
      ]);
      expect([
        [200, 409],
        [400, 200],
      ]).toContainEqual([saved.status, removed.status]);
      if (saved.status === 400) expect(saved.body.errors).toHaveProperty(['training_days.0.exercises']);
      const [day] = (await find(id)).training_days;
      const stored = day?.training_day_exercises.map(({ exercise_id }) => exercise_id);
      expect(stored).toEqual(saved.status === 200 ? [doomed, kept] : [kept]);
    }
  });

  it('K1 never mixes the days of two saves at the same time', async () => {
    const [press, remo] = await exerciseIds('Press', 'Remo');
    const { id } = await content().training();
    for (let round = 0; round < 10; round += 1) {
      const plan = (exercise: number, days: number) =>
        JSON.stringify(Array.from({ length: days }, (_, index) => activeDay(index + 1, [exercise])));
      const answers = await Promise.all([
        change(id, { title: 'Uno', training_days: plan(press, 3) }),
        change(id, { title: 'Dos', training_days: plan(remo, 2) }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const { title, training_days } = await find(id);
      const used = new Set(training_days.map((day) => day.training_day_exercises[0]?.exercise_id));
      expect([title, training_days.length, ...used]).toEqual(title === 'Uno' ? ['Uno', 3, press] : ['Dos', 2, remo]);
    }
  });
});
