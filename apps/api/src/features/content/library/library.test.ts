import { libraryRow, type LibraryRow } from '@pulso/contract/content/library';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import { beforeAll, describe, expect, it } from 'vitest';
import { bodyParts, machines } from '#features/content/library/catalogues.data';
import { drawnExerciseRows, exerciseRows } from '#features/content/library/library';
import { drawScene } from '#files/drawings/figure';
import { renderPicture } from '#files/drawings/render-picture';
import { contentOf } from '#test/content';
import { sharedApp } from '#test/shared-app';

const row = toStrictSchema(libraryRow);

describe('the exercises of the library', () => {
  const exercises = [...exerciseRows, ...drawnExerciseRows];

  it('are called differently, name what the catalogues have, and have sets', () => {
    expect(new Set(exercises.map(({ title }) => title.toLowerCase())).size).toBe(exercises.length);
    const parts = new Set<string>(bodyParts.map(({ title }) => title));
    const known = new Set<string | null>([null, ...machines.map(({ title }) => title)]);
    expect(
      exercises.filter(({ part, machine, sets }) => !parts.has(part) || !known.has(machine) || sets.length === 0),
    ).toEqual([]);
    expect(new Set(exercises.map(({ part }) => part))).toEqual(parts);
  });

  it('have drawings that can be rendered where no file draws them', async () => {
    const pictures = await Promise.all(drawnExerciseRows.map(({ drawing }) => renderPicture(drawing, 64)));
    const bytes = pictures.map(([first]) => Buffer.from(first!.bytes).toString('base64'));
    // No two are the same picture.
    expect(new Set(bytes).size).toBe(drawnExerciseRows.length);
    const drawn = drawnExerciseRows.map(({ drawing }) => drawScene(drawing)).join('');
    expect(drawn).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe('the library', () => {
  const shared = sharedApp();
  const list = async (): Promise<LibraryRow[]> =>
    (await shared().get('/api/library')).body.data.map((one: unknown) => row.parse(one));
  const add = (keys: unknown) => shared().json('POST', '/api/library', { keys });
  const stateOf = async (key: string) => (await list()).find((one) => one.key === key)?.state;
  const all = async (path: string): Promise<{ id: number; title: string; image_url?: string | null }[]> =>
    (await shared().get(`/api/${path}`)).body.data;

  let own: { id: number };
  beforeAll(async () => {
    own = await contentOf(shared()).exercise({ title: 'Press de banca con barra', description: 'La mía' });
  });

  it('is listed whole, each entry with a key of its own, and none is there yet', async () => {
    const rows = await list();
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    expect(rows.filter(({ kind }) => kind === 'exercise').length).toBeGreaterThanOrEqual(115);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['new']));
    const known = new Set(rows.map(({ key }) => key));
    expect(rows.filter(({ kind }) => kind === 'training').every(({ brings }) => brings.length > 0)).toBe(true);
    expect(rows.flatMap(({ brings }) => brings).every((key) => known.has(key))).toBe(true);
  });

  it('adds a training with its exercises, sets and pictures once, beside what is called the same', async () => {
    const [training] = (await list()).filter(
      ({ kind, brings }) => kind === 'training' && brings.includes('exercise/press-banca'),
    );
    const { status, body } = await add([training!.key, 'diet/oats']);
    expect([status, body.data]).toEqual([
      200,
      { exercises: training!.brings.length, trainings: 1, diets: 1, present: 0 },
    ]);
    const made = (await all('exercise')).filter(({ title }) => title === 'Press de banca con barra');
    expect(made.map(({ id }) => id)).toHaveLength(2);
    expect((await shared().get(`/api/exercise/${own.id}`)).body.data.description).toBe('La mía');
    const added = made.find(({ id }) => id !== own.id)!;
    expect((await shared().get(added.image_url!)).status).toBe(200);
    const trainings = await all('training');
    const stored = (await shared().get(`/api/training/${trainings.at(-1)!.id}`)).body.data;
    const ids = stored.training_days.flatMap((day: { training_day_exercises: { exercise_id: number }[] }) =>
      day.training_day_exercises.map(({ exercise_id }) => exercise_id),
    );
    expect(ids).toContain(added.id);
    expect(ids).not.toContain(own.id);
    expect((await shared().get('/api/event?entity=training&limit=5')).raw).toContain(training!.title);

    const again = await add([training!.key, 'diet/oats']);
    expect(again.body.data).toEqual({ exercises: 0, trainings: 0, diets: 0, present: 2 });
    expect((await all('exercise')).filter(({ title }) => title === 'Press de banca con barra')).toHaveLength(2);
  });

  it('knows an entry that was renamed, and one that was deleted, until it is ticked again', async () => {
    await add(['exercise/superman', 'exercise/burpees']);
    const { id } = (await all('exercise')).find(({ title }) => title === 'Superman')!;
    await shared().form('PATCH', `/api/exercise/${id}`, { title: 'Hombre volador' });
    expect((await add(['exercise/superman'])).body.data).toMatchObject({ exercises: 0, present: 1 });
    await shared().remove(`/api/exercise/${id}`);
    expect(await stateOf('exercise/superman')).toBe('removed');
    await add(['exercise/burpees']);
    expect(await stateOf('exercise/superman')).toBe('removed');
    // Undone, it is the entry again.
    await shared().json('POST', `/api/exercise/${id}/restore`, {});
    expect(await stateOf('exercise/superman')).toBe('present');
    await shared().remove(`/api/exercise/${id}`);
    expect((await add(['exercise/superman'])).body.data).toMatchObject({ exercises: 1 });
    expect(await stateOf('exercise/superman')).toBe('present');
  });

  it('adds an entry once, however many ask for it at the same time', async () => {
    const { key, title } = (await list()).find(({ kind, state }) => kind === 'exercise' && state === 'new')!;
    const answers = await Promise.all([add([key]), add([key]), add([key])]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.data.exercises, 0)).toBe(1);
    expect((await all('exercise')).filter((one) => one.title === title)).toHaveLength(1);
  });

  it.each([
    ['nothing', []],
    ['an entry that is none', ['exercise/nada-de-eso']],
    ['a key that is none', ['../../etc/passwd']],
    ['too many', Array.from({ length: 301 }, () => 'exercise/plancha')],
  ])('refuses %s and adds nothing', async (_what, keys) => {
    const before = await list();
    const { status, body } = await add(keys);
    expect(status).toBe(400);
    expect(Object.keys(body.errors)[0]).toMatch(/^keys/);
    expect(await list()).toEqual(before);
  });

  it('adds all of it in one call', async () => {
    const { status } = await add((await list()).filter(({ state }) => state !== 'present').map(({ key }) => key));
    expect(status).toBe(200);
    expect(new Set((await list()).map(({ state }) => state))).toEqual(new Set(['present']));
  });
});
