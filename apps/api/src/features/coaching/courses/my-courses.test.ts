import { myDiet, myTraining } from '@pulso/contract/coaching/courses';
import type { Cell } from '@pulso/contract/coaching/workouts';
import { addDays } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { activeDay, contentOf, exerciseSet } from '#test/content';
import {
  addClient,
  addTraining,
  assignOne,
  courseToday,
  doneWorkout,
  doNext,
  putWorkout,
  sendWorkout,
  todayOf,
  type Client,
} from '#test/courses';
import { addPlan, expectAnswer, quickPasswords } from '#test/people';
import { sharedApp } from '#test/shared-app';

const [MON, TUE, WED, THU, FRI] = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'] as const;
let day: string = MON;
const app = sharedApp({ passwords: quickPasswords, now: () => new Date(`${day}T15:00:00Z`) });
beforeEach(() => {
  day = MON;
});

const undo = (id: string) =>
  ({ id, end: { ended_at: null, effort: null, gone: true, v: 2, by: 'telefono' } as Cell }) as const;
const trainingOf = (client: Client, course: string, headers?: Record<string, string>) =>
  app().send('GET', `/api/my/training/${course}`, { token: client.token, headers });

describe('Hoy', () => {
  it('HOY-03 orders several courses, and gives the place of one that is done to the next that is due', async () => {
    const ana = await addClient(app());
    const ids = [
      await addTraining(app()),
      await addTraining(app()),
      await addTraining(app()),
      await addTraining(app()),
    ];
    const assign = (at: number, values = {}) =>
      assignOne(app(), { training_id: ids[at], user_ids: [ana.id], starts_on: MON, ...values });
    const first = await assign(0);
    const second = await assign(1);
    const weekly = await assign(2, { mode: 'weekdays', weekdays: [1, 5] });
    await assign(3, { starts_on: FRI });
    const packaged = [
      await addTraining(app(), 't', { title: 'Zancadas' }),
      await addTraining(app(), 't', { title: 'Abdominales' }),
    ];
    const { id: pack } = await contentOf(app()).pack({ trainings: packaged });
    await app().json('POST', '/api/user/activate-package', { user_id: ana.id, package_id: pack, status: true });
    const titles = async () => (await todayOf(app(), ana)).courses.map(({ course, state }) => `${course} ${state}`);
    const [zancadas, abdominales] = packaged.map((id) => `p${pack}-${id} train`);
    const later = expect.stringMatching(/ starts$/);
    const rest = [`a${second.id} train`, `a${first.id} train`, abdominales, zancadas];
    expect(await titles()).toEqual([`a${weekly.id} train`, ...rest, later]);
    await doNext(app(), ana, `a${weekly.id}`);
    expect(await titles()).toEqual([rest[0], `a${weekly.id} done`, ...rest.slice(1), later]);
    await doNext(app(), ana, `a${second.id}`);
    expect((await titles())[0]).toBe(`a${first.id} train`);
  });

  it('HOY-02 names the day that comes, with its exercises and minutes', async () => {
    const { id: press } = await contentOf(app()).exercise({
      sets: JSON.stringify([
        exerciseSet(10),
        exerciseSet(10, 2),
        { set_number: 3, duration_seconds: 400, rest_seconds: 9 },
      ]),
    });
    const days = [
      { ...activeDay(1, [press, press]), title: 'Torso' },
      { day_number: 2, is_rest_day: true },
    ];
    const { id } = await contentOf(app()).training({ training_days: JSON.stringify(days) });
    const ana = await addClient(app());
    await assignOne(app(), { training_id: id, user_ids: [ana.id], starts_on: MON });
    expect(await todayOf(app(), ana)).toMatchObject({
      day: MON,
      sees: 'all',
      plan: { state: 'none', end: null, days: null, owed: 0, claimed: false },
      // Twice 2 × 40 s and 400 s, with 60, 60, 9, 60 and 60 s between: 20 min 9 s.
      courses: [{ day: { day_number: 1, of: 1, title: 'Torso', exercises: 2, minutes: 25 }, round: 1, next_on: MON }],
      workout: null,
      shown_until: null,
    });
  });

  it('HOY-04 Ya lo hice closes the turn, Deshacer opens it again, and pressed on two phones it is one session', async () => {
    const ana = await addClient(app());
    const { id } = await assignOne(app(), {
      training_id: await addTraining(app()),
      user_ids: [ana.id],
      starts_on: MON,
    });
    const [one, other] = [1, 2].map(() => doneWorkout(`a${id}`, { day: MON }));
    const stored = await sendWorkout(app(), ana, one!);
    const second = await sendWorkout(app(), ana, other!);
    expect(second.workout.id).toBe(stored.workout.id);
    expect(await courseToday(app(), ana)).toMatchObject({ state: 'done', turn: 2, done_id: one!.id });
    expect((await app().get('/api/my/workouts', ana.token)).body.data).toHaveLength(1);
    const { workout } = await sendWorkout(app(), ana, {
      ...other!,
      version: 2,
      cells: { end: undo(other!.id).end },
    });
    expect(workout.id).toBe(one!.id);
    expect(await courseToday(app(), ana)).toMatchObject({ state: 'train', turn: 1, done_id: null });
    await doNext(app(), ana, `a${id}`);
    expect(await courseToday(app(), ana)).toMatchObject({ state: 'done', turn: 2 });
  });

  it('HOY-05 by weekdays a missed turn is offered, and missed no more once it was done', async () => {
    const ana = await addClient(app());
    const { id } = await assignOne(app(), {
      training_id: await addTraining(app()),
      user_ids: [ana.id],
      starts_on: MON,
      mode: 'weekdays',
      weekdays: [1, 3, 5],
    });
    day = THU;
    const missed = [
      { turn: 1, day_number: 1, on: MON, title: 'Parte 1' },
      { turn: 2, day_number: 2, on: WED, title: 'Parte 2' },
    ];
    expect(await courseToday(app(), ana)).toMatchObject({ state: 'rest', next_on: FRI, missed });
    await sendWorkout(app(), ana, doneWorkout(`a${id}`, { day: THU, turn: 1, day_number: 1 }));
    expect(await courseToday(app(), ana)).toMatchObject({ state: 'rest', missed: missed.slice(1) });
    day = addDays(WED, 8);
    expect((await courseToday(app(), ana))?.missed.map(({ turn }) => turn)).toEqual([3, 4, 5]);
  });

  it('HOY-06 another day is taken for the next turn, and the sequence goes on after it', async () => {
    const ana = await addClient(app());
    const training_id = await addTraining(app());
    const { id } = await assignOne(app(), { training_id, user_ids: [ana.id], starts_on: MON });
    await sendWorkout(app(), ana, doneWorkout(`a${id}`, { day: MON, turn: 1, day_number: 4 }));
    day = WED;
    expect(await courseToday(app(), ana)).toMatchObject({ state: 'train', turn: 2, day: { day_number: 1 } });
    const weekly = await addClient(app());
    const other = await assignOne(app(), {
      training_id,
      user_ids: [weekly.id],
      starts_on: WED,
      mode: 'weekdays',
      weekdays: [3],
    });
    const { workout } = await sendWorkout(
      app(),
      weekly,
      doneWorkout(`a${other.id}`, { day: WED, turn: null, day_number: 4 }),
    );
    expect(workout.turn).toBeNull();
    expect(await courseToday(app(), weekly)).toMatchObject({ state: 'train', turn: 1, day: { day_number: 1 } });
  });

  it('is empty for an administrator', async () => {
    const { body } = await app().get('/api/my/today');
    expect(body.data).toMatchObject({ sees: 'all', courses: [], meals: [], plan: { state: 'none' }, workout: null });
  });
});

describe('what a lapsed client sees', () => {
  const END = '2026-11-16';
  const lapse = (values: { lapsed_sees?: string; grace_days?: number }) =>
    sql`
      update business set lapsed_sees = ${values.lapsed_sees ?? 'history'}, grace_days = ${values.grace_days ?? 3}`.execute(
      app().db,
    );
  const sellTo = async ({ id }: Client) => {
    await app().json('PATCH', `/api/user/${id}`, {
      suscriptionId: await addPlan(app()),
      suscription_status: true,
      suscription_init: '2026-10-16',
      suscription_end: END,
    });
  };
  const sight = async (client: Client) => {
    const { sees, courses } = await todayOf(app(), client);
    return [sees, courses.length];
  };

  it('HOY-08 with three days of grace he sees all until the second day after the end', async () => {
    const training_id = await addTraining(app());
    const ana = await addClient(app());
    await assignOne(app(), { training_id, user_ids: [ana.id], starts_on: MON });
    await sellTo(ana);
    const seen = [];
    for (const at of ['2026-11-15', '2026-11-16', '2026-11-18', '2026-11-19']) {
      day = at;
      seen.push(await sight(ana));
    }
    expect(seen).toEqual([
      ['all', 1],
      ['all', 1],
      ['all', 1],
      ['history', 0],
    ]);
    expect((await todayOf(app(), ana)).plan).toMatchObject({ state: 'overdue', end: END, days: -3 });
    const { id: pack } = await contentOf(app()).pack({ trainings: [training_id] });
    await app().json('POST', '/api/user/activate-package', { user_id: ana.id, package_id: pack, status: true });
    expect(await sight(ana)).toEqual(['all', 1]);
    const off = await addClient(app());
    await sellTo(off);
    await app().json('PATCH', `/api/user/${off.id}`, { suscription_status: false });
    day = '2026-11-10';
    expect((await sight(off))[0]).toBe('history');
  });

  it('HOY-09 is what the business says, and a session is taken all the same', async () => {
    // The columns belong to another migration, which may be there already.
    await sql`
      alter table business add column if not exists lapsed_sees text not null default 'history',
        add column if not exists grace_days smallint not null default 3`.execute(app().db);
    const { id: diet } = await contentOf(app()).diet();
    const ana = await addClient(app());
    const { id } = await assignOne(app(), {
      training_id: await addTraining(app()),
      user_ids: [ana.id],
      starts_on: MON,
    });
    await assignOne(app(), { diet_id: diet, user_ids: [ana.id], starts_on: MON });
    await sellTo(ana);
    day = '2026-11-25';
    const sentence = 'Tu plan venció el 16/11/2026. Renuévalo para ver tu entrenamiento.';
    const paths = [`training/a${id}`, 'diets', `diet/${diet}`, 'workouts'];
    const expected: [string, number[]][] = [
      ['all', [200, 200, 200, 200]],
      ['history', [403, 403, 403, 200]],
      ['nothing', [403, 403, 403, 403]],
    ];
    for (const [lapsed_sees, statuses] of expected) {
      await lapse({ lapsed_sees });
      const answers = [];
      for (const path of paths) answers.push(await app().get(`/api/my/${path}`, ana.token));
      expect(answers.map(({ status }) => status)).toEqual(statuses);
      for (const { body } of answers.filter(({ status }) => status === 403))
        expect([body.code, body.message]).toEqual(['lapsed', sentence]);
      const turn = statuses.filter((status) => status === 403).length;
      const answer = await putWorkout(app(), ana, doneWorkout(`a${id}`, { day, turn: turn + 1 }));
      expect(answer.status, answer.raw).toBe(200);
    }
    await lapse({ grace_days: 10 });
    expect(await sight(ana)).toEqual(['all', 1]);
    await lapse({});
    await app().json('PATCH', `/api/user/${ana.id}`, { suscription_status: false });
    expect((await app().get('/api/my/diets', ana.token)).body.message).toBe(
      'Tu plan está desactivado. Renuévalo para ver tu entrenamiento.',
    );
  });
});

describe('the training', () => {
  it('HOY-07 is whole, with each exercise once, and is not sent again unchanged', async () => {
    const { id: press } = await contentOf(app()).exercise({ title: 'Press', tips: 'Despacio' });
    const { id: remo } = await contentOf(app()).exercise({ title: 'Remo' });
    const days = [activeDay(1, [press, remo, press]), { day_number: 2, is_rest_day: true }, activeDay(3, [remo])];
    const { id: training_id } = await contentOf(app()).training({ training_days: JSON.stringify(days) });
    const ana = await addClient(app());
    const { id } = await assignOne(app(), { training_id, user_ids: [ana.id], starts_on: MON, first_day: 3 });
    const answer = await trainingOf(ana, `a${id}`);
    const training = expectAnswer(answer, myTraining);
    expect(training).toMatchObject({
      course: `a${id}`,
      training_id,
      turn: 1,
      next_day: 3,
      description: 'Tres veces por semana',
    });
    expect(
      training.days.map(({ day_number, is_rest_day, places }) => [
        day_number,
        is_rest_day,
        places.map(({ key }) => key),
      ]),
    ).toEqual([
      [1, false, [`1-${press}`, `2-${remo}`, `3-${press}`]],
      [2, true, []],
      [3, false, [`1-${remo}`]],
    ]);
    expect(training.days[0]?.places[0]).toEqual({
      key: `1-${press}`,
      exercise_id: press,
      sets: [{ reps: 12, reps_max: null, seconds: null, weight: null, rest: 60 }],
      superset: false,
      note: '',
    });
    expect(training.exercises).toMatchObject({
      [press]: { title: 'Press', tips: 'Despacio', body_part: 'Pecho' },
      [remo]: {},
    });
    const etag = String(answer.headers.etag);
    expect((await trainingOf(ana, `a${id}`, { 'if-none-match': etag })).status).toBe(304);
    await app().form('PATCH', `/api/exercise/${press}`, { title: 'Press plano' });
    expect((await trainingOf(ana, `a${id}`, { 'if-none-match': etag })).status).toBe(200);
  });

  it('PRV-02 is another client’s to nobody', async () => {
    const [ana, beto] = [await addClient(app()), await addClient(app())];
    const { id } = await assignOne(app(), {
      training_id: await addTraining(app()),
      user_ids: [ana.id],
      starts_on: MON,
    });
    for (const key of [`a${id}`, 'a0', 'p1-1', 'x', `a${id}x`, 'a99999999999'])
      expect((await trainingOf(beto, key)).status, key).toBe(404);
    expect((await putWorkout(app(), beto, doneWorkout(`a${id}`, { day: MON }))).status).toBe(404);
    expect((await putWorkout(app(), beto, doneWorkout('p1-1', { day: MON }))).status).toBe(404);
    const { workout } = await doNext(app(), ana, `a${id}`);
    for (const answer of [
      await app().get(`/api/my/workouts/${workout.id}`, beto.token),
      await putWorkout(app(), beto, { ...workout, course: null, turn: null }),
    ])
      expect(answer.status).toBe(404);
    expect((await app().get(`/api/my/workouts/${workout.id}`, ana.token)).body.data).toEqual(workout);
  });
});

describe('Comida', () => {
  const dietsOf = async (client: Client) =>
    expectAnswer(await app().get('/api/my/diets', client.token), z.array(myDiet));

  it('COM-03 has what is in force by dates, weekdays and packages, and nothing inactive', async () => {
    const addDiet = async (title: string, category = 'Cena') =>
      (await contentOf(app()).diet({ title, category })).id as number;
    const ana = await addClient(app());
    const [sopa, tarta, avena, futura, inactiva] = [
      await addDiet('Sopa'),
      await addDiet('Tarta', 'Almuerzos'),
      await addDiet('Avena', 'DESAYUNO'),
      await addDiet('Futura'),
      await addDiet('Inactiva'),
    ];
    const assign = (diet_id: number, values = {}) =>
      assignOne(app(), { diet_id, user_ids: [ana.id], starts_on: MON, ...values });
    await assign(sopa, { weekdays: [1, 3], ends_on: FRI });
    await assign(futura, { starts_on: FRI });
    await assign(inactiva);
    await app().form('PATCH', `/api/diet/${inactiva}`, { status: 'false' });
    const { id: pack } = await contentOf(app()).pack({ trainings: [], diets: [tarta, avena, sopa] });
    await app().json('POST', '/api/user/activate-package', { user_id: ana.id, package_id: pack, status: true });
    const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
    expect((await dietsOf(ana)).map(({ id, weekdays }) => [id, weekdays])).toEqual([
      [avena, EVERY_DAY],
      [tarta, EVERY_DAY],
      [sopa, [1, 3]],
    ]);
    const meals = async () => (await todayOf(app(), ana)).meals.map(({ id }) => id);
    expect(await meals()).toEqual([avena, tarta, sopa]);
    day = TUE;
    expect(await meals()).toEqual([avena, tarta]);
    day = FRI;
    // The assigned one has ended, so the package's shows; the coming one has begun.
    expect((await dietsOf(ana)).map(({ id }) => id)).toEqual([avena, tarta, futura, sopa]);
  });

  it('COM-02 answers a diet whole, with its line breaks, and 404 for one that he does not follow', async () => {
    const { id: diet_id } = await contentOf(app()).diet({ instructions: 'Batir.\nCocinar.' });
    const { id: other } = await contentOf(app()).diet();
    const ana = await addClient(app());
    await assignOne(app(), { diet_id, user_ids: [ana.id], starts_on: MON });
    const diet = expectAnswer(await app().get(`/api/my/diet/${diet_id}`, ana.token), myDiet);
    expect(diet).toMatchObject({
      instructions: 'Batir.\nCocinar.',
      ingredients: 'Avena, huevos',
      calories: 450.5,
      protein: 30,
      carbs: 40.25,
      fats: 0,
      portions: '2 porciones',
      total_time: '15 minutos',
    });
    expect((await app().get(`/api/my/diet/${other}`, ana.token)).status).toBe(404);
  });
});
