import { readLine, resolveSets, writeLine, type Prescription } from '@pulso/contract/content/sets-line';
import { trainings, type Training } from '@pulso/contract/content/trainings';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { activeDay, contentOf, exerciseSet } from '#test/content';
import { sharedApp } from '#test/shared-app';
import type { TestApp } from '#test/test-app';

const row = toStrictSchema(trainings.row);
const INVALID_SETS = 'Hay sets con valores inválidos';
const MISMATCH = 'Las series no corresponden a los ejercicios del día';

const ask = (line: string): Prescription => {
  const { prescription, problem } = readLine(line);
  if (problem) throw new Error(problem);
  return prescription!;
};
const day = (day_number: number, exercises: number[], lines?: string[]) => ({
  ...activeDay(day_number, exercises),
  ...(lines && { prescriptions: lines.map(ask) }),
});

/** Each day's exercises with the line of what they are asked for. */
const linesOf = ({ training_days }: Pick<Training, 'training_days'>) =>
  training_days.map(({ training_day_exercises }) =>
    training_day_exercises.map(({ exercise_id, sets = null, superset = false, note = '' }) => [
      exercise_id,
      writeLine({ sets, superset, note }),
    ]),
  );
/** The stored days as another client sends them back, which knows nothing of prescriptions. */
const specifiedDays = ({ training_days }: Pick<Training, 'training_days'>) =>
  training_days.map(({ day_number, is_rest_day, title, description, training_day_exercises }) => ({
    day_number,
    is_rest_day,
    title,
    description,
    exercises: training_day_exercises.map(({ exercise_id }) => exercise_id),
  }));

describe('what the exercises of a day are asked for', () => {
  const shared = sharedApp();
  const bare = sharedApp({ extras: false });
  const content = () => contentOf(shared());
  const send = (app: TestApp, id: number, days: unknown) =>
    app.form('PATCH', `/api/training/${id}`, { training_days: JSON.stringify(days) });
  const exerciseIds = async (app: TestApp, count: number) => {
    const ids: number[] = [];
    while (ids.length < count) ids.push((await contentOf(app).exercise()).id);
    return ids as [number, number, number];
  };
  const make = async (app: TestApp, days: unknown) =>
    (await contentOf(app).training({ training_days: JSON.stringify(days) })) as Training;
  const find = async (id: number) => row.parse((await shared().get(`/api/training/${id}`)).body.data);

  it('PRE-03 is answered beside the specified fields, in list, detail and change', async () => {
    const [press, remo] = await exerciseIds(shared(), 2);
    const made = row.parse(await make(shared(), [day(1, [press, remo], ['4x8-12 22,5kg 90" + (lento)', ''])]));
    const [first, second] = made.training_days[0]!.training_day_exercises;
    const set = { reps: 8, reps_max: 12, seconds: null, weight: 22.5, rest: 90 };
    expect(first).toMatchObject({ exercise_id: press, sets: [set, set, set, set], superset: true, note: 'lento' });
    expect(second).toMatchObject({ exercise_id: remo, sets: null, superset: false, note: '' });
    expect(await find(made.id)).toEqual(made);
    expect((await shared().get('/api/training')).body.data).toContainEqual(made);
    const changed = (await send(shared(), made.id, [day(1, [press], ['3x30"'])])).body.data;
    expect(linesOf(row.parse(changed))).toEqual([[[press, '3x30"']]]);
  });

  it('PRE-03 takes null, a bare place and only the values that are said', async () => {
    const [press, remo, curl] = await exerciseIds(shared(), 3);
    const prescriptions = [null, {}, { sets: [{ reps: 5 }, { seconds: 20, weight: 0 }], note: ' Sin apuro ' }];
    const made = await make(shared(), [{ ...activeDay(1, [press, remo, curl]), prescriptions }]);
    const places = made.training_days[0]!.training_day_exercises;
    expect(places.slice(0, 2)).toMatchObject(
      Array.from({ length: 2 }, () => ({ sets: null, superset: false, note: '' })),
    );
    expect(places[2]).toMatchObject({
      note: 'Sin apuro',
      sets: [
        { reps: 5, reps_max: null, seconds: null, weight: null, rest: null },
        { reps: null, reps_max: null, seconds: 20, weight: 0, rest: null },
      ],
    });
  });

  const tooMany = Array.from({ length: 21 }, () => ({ reps: 1 }));
  const wrongPlaces: [what: string, prescriptions: unknown, field: string, message: string][] = [
    ['one too few', [{}], 'prescriptions', MISMATCH],
    ['one too many', [null, null, null], 'prescriptions', MISMATCH],
    ['none', [], 'prescriptions', MISMATCH],
    ['no list', 'x', 'prescriptions', MISMATCH],
    ['both kinds', [null, { sets: [{ reps: 1, seconds: 1 }] }], 'prescriptions.1.sets', INVALID_SETS],
    ['no kind', [{ sets: [{ weight: 5 }] }, null], 'prescriptions.0.sets', INVALID_SETS],
    ['no sets', [{ sets: [] }, null], 'prescriptions.0.sets', INVALID_SETS],
    ['21 sets', [{ sets: tooMany }, null], 'prescriptions.0.sets', INVALID_SETS],
    ['a range upside down', [{ sets: [{ reps: 8, reps_max: 6 }] }, null], 'prescriptions.0.sets', INVALID_SETS],
    ['a thousand repetitions', [{ sets: [{ reps: 1_000 }] }, null], 'prescriptions.0.sets', INVALID_SETS],
    ['two hours and a second', [{ sets: [{ seconds: 7_201 }] }, null], 'prescriptions.0.sets', INVALID_SETS],
    ['a ton', [{ sets: [{ reps: 1, weight: 1_000 }] }, null], 'prescriptions.0.sets', INVALID_SETS],
    ['a long rest', [{ sets: [{ reps: 1, rest: 1_801 }] }, null], 'prescriptions.0.sets', INVALID_SETS],
    ['a text', [{ sets: '4x10' }, null], 'prescriptions.0.sets', INVALID_SETS],
    ['a long note', [{ note: 'x'.repeat(201) }, null], 'prescriptions.0.note', 'No puede tener más de 200 caracteres'],
    ['no flag', [{ superset: 'quizás' }, null], 'prescriptions.0.superset', 'Debe ser verdadero o falso'],
  ];
  it.each(wrongPlaces)('PRE-04 refuses %s and stores nothing', async (_what, prescriptions, field, message) => {
    const [press, remo] = await exerciseIds(shared(), 2);
    const before = await make(shared(), [day(1, [press, remo], ['4x10', ''])]);
    const days = [day(1, [press]), { ...activeDay(2, [press, remo]), prescriptions }];
    const { status, body } = await send(shared(), before.id, days);
    expect([status, body.errors[`training_days.1.${field}`]]).toEqual([400, message]);
    expect(await find(before.id)).toEqual(before);
  });

  it('PRE-04 the database takes no sets beyond their limits either', async () => {
    const { id } = await make(shared(), [day(1, await exerciseIds(shared(), 1))]);
    const store = (sets: unknown) =>
      sql`update training_day_exercises set sets = ${JSON.stringify(sets)}::jsonb
        where training_day_id in (select id from training_days where training_id = ${id})`.execute(shared().db);
    const set = { reps: 8, reps_max: 12, seconds: null, weight: 999.99, rest: 0 };
    await store([set]);
    const wrong = [
      { reps: 0 },
      { reps_max: 8 },
      { seconds: 5 },
      { weight: 1_000 },
      { rest: -1 },
      { reps: null },
      { rest: 'x' },
    ];
    for (const values of wrong)
      await expect(store([set, { ...set, ...values }]), JSON.stringify(values)).rejects.toThrow('sets_check');
    for (const none of [[], {}, 'x', Array.from({ length: 21 }, () => set)])
      await expect(store(none)).rejects.toThrow('check constraint');
  });

  it.each([
    ['with extras', shared],
    ['with EXTRAS=0', bare],
  ])('PRE-05 stays when the stored days are sent back, %s', async (_mode, asking) => {
    const app = asking();
    const [press, remo] = await exerciseIds(app, 2);
    const made = await make(app, [day(1, [press, remo, press]), { day_number: 2, is_rest_day: true }, day(3, [remo])]);
    const lines = ['4x10 60kg +', '3x8-12 (lento)', "10/8/6 2'", '5x5 100kg'];
    // Stored past the API, which does not read them with EXTRAS=0.
    for (const [index, line] of lines.entries()) {
      const { sets, superset, note } = ask(line);
      const place = made.training_days.flatMap((one) => one.training_day_exercises)[index]!;
      await sql`update training_day_exercises set sets = ${JSON.stringify(sets)}::jsonb, superset = ${superset},
        note = ${note} where id = ${place.id}`.execute(app.db);
    }
    const answer = await send(app, made.id, specifiedDays(made));
    expect(answer.status).toBe(200);
    const { rows } = await sql<Prescription>`
      select sets, superset, note from training_day_exercises e join training_days d on d.id = e.training_day_id
      where training_id = ${made.id} order by day_number, order_index`.execute(app.db);
    expect(rows.map(writeLine)).toEqual(lines);
    const title = await app.form('PATCH', `/api/training/${made.id}`, { title: 'Otro' });
    expect(title.body.data.training_days).toEqual(answer.body.data.training_days);
  });

  it('PRE-05 with EXTRAS=0 neither reads nor answers it', async () => {
    const [press] = await exerciseIds(bare(), 1);
    const { id } = await make(bare(), [{ ...activeDay(1, [press]), prescriptions: [{ sets: 'x' }, null] }]);
    for (const one of [
      (await bare().get(`/api/training/${id}`)).body.data,
      (await bare().get('/api/training')).body.data.find((training: Training) => training.id === id),
      (await send(bare(), id, [{ ...activeDay(1, [press]), prescriptions: [ask('4x10')] }])).body.data,
    ])
      expect(one.training_days[0].training_day_exercises).toEqual([
        { id: expect.any(Number), exercise_id: press, exercise: { title: 'Press de banca' }, order_index: 1 },
      ]);
  });

  it('PRE-06 follows days and exercises that another client moves, and no others', async () => {
    const [press, remo, curl] = await exerciseIds(shared(), 3);
    const { id } = await make(shared(), [
      day(1, [press, remo, press], ['4x10 +', '3x8', '2x20']),
      day(2, [curl], ['3x30"']),
    ]);
    const sent = [day(1, [curl]), day(2, [press, remo, press]), day(3, [press])];
    const moved = row.parse((await send(shared(), id, sent)).body.data);
    expect(linesOf(moved)).toEqual([
      [[curl, '3x30"']],
      [
        [press, '4x10 +'],
        [remo, '3x8'],
        [press, '2x20'],
      ],
      [[press, '']],
    ]);
    // The first and the second press stay so; the link goes where another exercise follows.
    const mixed = [day(1, [curl], ['']), day(2, [press, press, remo, press])];
    const kept = row.parse((await send(shared(), id, mixed)).body.data);
    expect(linesOf(kept)).toEqual([
      [[curl, '']],
      [
        [press, '4x10'],
        [press, '2x20'],
        [remo, '3x8'],
        [press, ''],
      ],
    ]);
  });

  it('PRE-07 goes along when a training is duplicated, deleted and restored', async () => {
    const [press, remo] = await exerciseIds(shared(), 2);
    const made = await make(shared(), [day(1, [press, remo], ['4x10 60kg + (lento)', '3x30"']), day(2, [remo], [''])]);
    const path = `/api/training/${made.id}`;
    const copy = row.parse((await shared().json('POST', `${path}/duplicate`, {})).body.data);
    expect(linesOf(copy)).toEqual(linesOf(made));
    expect((await shared().remove(path)).status).toBe(200);
    expect((await shared().json('POST', `${path}/restore`, {})).status).toBe(200);
    expect((await find(made.id)).training_days).toEqual(made.training_days);
  });

  it('PRE-08 has no link on the last exercise of a day', async () => {
    const [press, remo] = await exerciseIds(shared(), 2);
    const made = await make(shared(), [day(1, [press, remo], ['4x10 +', '3x8 +']), day(2, [press], ['+'])]);
    const stored = [
      [
        [press, '4x10 +'],
        [remo, '3x8'],
      ],
      [[press, '']],
    ];
    expect(linesOf(made)).toEqual(stored);
    // Also where another client takes away what followed.
    const kept = (await send(shared(), made.id, [day(1, [press]), day(2, [press])])).body.data;
    expect(linesOf(row.parse(kept))).toEqual([[[press, '4x10']], [[press, '']]]);
  });

  it('PRE-12 the sets of an exercise change what unprescribed places ask for, and no other', async () => {
    const exercise = await content().exercise({ sets: JSON.stringify([exerciseSet(12)]) });
    const made = await make(shared(), [day(1, [exercise.id, exercise.id], ['', '5x5'])]);
    const asked = async () => {
      const { sets } = (await shared().get(`/api/exercise/${exercise.id}`)).body.data;
      const places = (await find(made.id)).training_days[0]!.training_day_exercises;
      return places.map((place) => resolveSets(place.sets, sets).map(({ reps, rest }) => `${reps}/${rest}`));
    };
    const five = Array.from({ length: 5 }, () => '5/60');
    expect(await asked()).toEqual([['12/60'], five]);
    await shared().json('PATCH', `/api/exercise-set/${exercise.sets[0].id}`, { reps: 15 });
    expect(await asked()).toEqual([['15/60'], five]);
  });
});
