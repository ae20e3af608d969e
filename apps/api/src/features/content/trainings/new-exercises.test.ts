import { exercises } from '@pulso/contract/content/exercises';
import { trainings } from '@pulso/contract/content/trainings';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import { describe, expect, it } from 'vitest';
import { contentOf, png } from '#test/content';
import { sharedApp } from '#test/shared-app';

const row = toStrictSchema(trainings.row);
const exerciseRow = toStrictSchema(exercises.row);

describe('exercises that are made with a training', () => {
  const shared = sharedApp();
  const bare = sharedApp({ extras: false });
  const all = async (app = shared()) =>
    (await app.get('/api/exercise')).body.data.map((one: unknown) => exerciseRow.parse(one));
  const fieldsOf = async (app = shared()) => {
    const { title, description, level_id, training_type_id, gender } = await contentOf(app).training();
    return { title, description, level_id: String(level_id), training_type_id: String(training_type_id), gender };
  };
  const news = (body_part_id: number) => [
    { key: 'n1', title: 'Clamshell con banda', body_part_id },
    { key: 'n2', title: 'Monster walk', body_part_id },
  ];
  const day = (number: number, places: (number | string)[]) => ({
    day_number: number,
    is_rest_day: false,
    exercises: places,
  });

  it('PEG-04 are inactive, without a picture, in the places of their keys, and each leaves its event', async () => {
    const part = await contentOf(shared()).bodyPart();
    const known = await contentOf(shared()).exercise();
    const { body } = await shared().form('PATCH', `/api/training/${(await contentOf(shared()).training()).id}`, {
      training_days: JSON.stringify([day(1, ['n2', known.id, 'n1']), day(2, ['n1'])]),
      new_exercises: JSON.stringify(news(part)),
    });
    const made = row.parse(body.data);
    const titles = made.training_days.map((one) => one.training_day_exercises.map(({ exercise }) => exercise?.title));
    expect(titles).toEqual([['Monster walk', known.title, 'Clamshell con banda'], ['Clamshell con banda']]);
    const walk = (await all()).find(({ title }: { title: string }) => title === 'Monster walk');
    expect(walk).toMatchObject({ status: false, image_url: null, body_part_id: part, uses_machine: false });
    expect(walk.sets).toMatchObject([{ set_number: 1, reps: 12, rest_seconds: 60, weight: null }]);
    const events = await shared().get(`/api/event?entity=exercise&limit=100`);
    expect(events.raw).toContain('Monster walk');
  });

  it.each([
    [
      'a key that nothing has',
      { days: ['n1', 'n2', 'n3'] },
      'training_days.0.exercises',
      'Hay ejercicios que no son válidos',
    ],
    [
      'an exercise that is gone',
      { days: ['n1', 'n2', 2_000_000_000] },
      'training_days.0.exercises',
      'El día 1 tiene ejercicios que no existen',
    ],
    [
      'a body part that is gone',
      { part: 2_000_000_000 },
      'new_exercises.0.body_part_id',
      'La parte del cuerpo elegida no existe',
    ],
    ['a blank title', { title: ' ' }, 'new_exercises.1.title', 'El título es obligatorio'],
    ['the same key twice', { key: 'n1' }, 'new_exercises', 'Hay ejercicios nuevos con valores inválidos'],
    ['too many', { more: 400 }, 'new_exercises', 'Hay ejercicios nuevos con valores inválidos'],
    ['no title of the training', { trainingTitle: '' }, 'title', 'El título es obligatorio'],
  ] as [
    string,
    { days?: (number | string)[]; part?: number; title?: string; key?: string; more?: number; trainingTitle?: string },
    string,
    string,
  ][])('PEG-04 PEG-05 a training that is refused for %s leaves none of them', async (_what, change, field, message) => {
    const part = change.part ?? (await contentOf(shared()).bodyPart());
    const fields = await fieldsOf();
    const before = await all();
    const [first, second] = news(part);
    const more = Array.from({ length: change.more ?? 0 }, (_, index) => ({ ...first, key: `m${index}` }));
    const answer = await shared().form('POST', '/api/training', {
      ...fields,
      title: change.trainingTitle ?? 'Plan',
      cover_image: png,
      training_days: JSON.stringify([day(1, change.days ?? ['n1', 'n2'])]),
      new_exercises: JSON.stringify([
        first,
        { ...second, key: change.key ?? 'n2', title: change.title ?? 'Otro' },
        ...more,
      ]),
    });
    expect([answer.status, answer.body.errors[field]]).toEqual([400, message]);
    expect(await all()).toEqual(before);
  });

  it('PEG-04 are not made where there are no extras', async () => {
    const part = await contentOf(bare()).bodyPart();
    const { id } = await contentOf(bare()).training();
    const before = await all(bare());
    const answer = await bare().form('PATCH', `/api/training/${id}`, {
      training_days: JSON.stringify([day(1, ['n1', 'n2'])]),
      new_exercises: JSON.stringify(news(part)),
    });
    expect([answer.status, answer.body.errors['training_days.0.exercises']]).toEqual([
      400,
      'Hay ejercicios que no son válidos',
    ]);
    expect(await all(bare())).toEqual(before);
  });
});
