import { readdir } from 'node:fs/promises';
import { diets } from '@pulso/contract/content/diets';
import { exercises } from '@pulso/contract/content/exercises';
import { packages } from '@pulso/contract/content/packages';
import { trainings } from '@pulso/contract/content/trainings';
import { createPicture } from '@pulso/testing/pictures';
import { toStrictSchema } from '@pulso/testing/strict-schema';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { contentOf, png } from '#test/content';
import { sharedApp } from '#test/shared-app';
import { testApp, type Body, type TestApp } from '#test/test-app';

const STALE_MESSAGE = 'Otra persona guardó cambios mientras editabas. Vuelve a cargar los datos para ver los suyos.';

/** The entities of several tables: how to create one, and how to change its title. */
const multiTableEntities = [
  { ...exercises, name: 'exercises', make: (app: TestApp) => contentOf(app).exercise({ image: png }) },
  { ...diets, name: 'diets', make: (app: TestApp) => contentOf(app).diet({ image: png }) },
  { ...trainings, name: 'trainings', make: (app: TestApp) => contentOf(app).training() },
  { ...packages, name: 'packages', make: (app: TestApp) => contentOf(app).pack() },
];
const entitiesWithImage = multiTableEntities.filter(({ image }) => image !== undefined);
const hasStatusSwitch = ({ path }: { path: string }) => path === trainings.path || path === packages.path;

type CallOptions = { headers?: Record<string, string> };
const rename = (
  app: TestApp,
  { path, image }: (typeof multiTableEntities)[number],
  id: number,
  title: string,
  call?: CallOptions,
) =>
  image
    ? app.form('PATCH', `/api${path}/${id}`, { title }, call)
    : app.json('PATCH', `/api${path}/${id}`, { title }, call);

/** Records every statement of this process. */
async function countQueries(work: () => Promise<unknown>): Promise<number> {
  const seen = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return seen.mock.calls.length;
  } finally {
    seen.mockRestore();
  }
}

describe.each(multiTableEntities)('$name', (entity) => {
  const shared = sharedApp();
  const at = (id: number | string) => `/api${entity.path}/${id}`;
  const find = async (id: number): Promise<Body> => (await shared().get(at(id))).body.data;

  // A row must exist for which these ids could be mistaken.
  beforeAll(() => entity.make(shared()));
  it.each(['999999', '0', '-1', '01', '2147483648', '9223372036854775808', '1e2', 'x', '1%20', "1'--"])(
    'API-18 R11 V6 answers 404 to every call on %s',
    async (id) => {
      const answers = [
        await shared().get(at(id)),
        entity.image
          ? await shared().form('PATCH', at(id), { title: 'Nada', image: '' })
          : await shared().json('PATCH', at(id), { title: 'Nada' }),
        await shared().remove(at(id)),
        await shared().json('PATCH', `${at(id)}/status`, { status: true }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    },
  );

  it('L8 lists by id, each with the same shape as alone, in one query however many there are', async () => {
    const app = await testApp();
    const list = async () => (await app.get(`/api${entity.path}`)).body.data as Body[];
    expect(await list()).toEqual([]);
    const made = [await entity.make(app), await entity.make(app), await entity.make(app)];
    expect(await list()).toEqual(await Promise.all(made.map(async ({ id }) => (await app.get(at(id))).body.data)));
    await rename(app, entity, made[0].id, 'Otro nombre');
    // Five queries: session, start of the snapshot, version, list, commit. The list is cached until the next change.
    expect(await countQueries(list)).toBe(5);
    expect(await countQueries(list)).toBe(1);
    expect((await list()).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    expect(await countQueries(() => app.get(at(made[0].id)))).toBe(2);
  });

  it('K1 P24 refuses a save over a newer one, and only that', async () => {
    const { id, version } = await entity.make(shared());
    const first = await rename(shared(), entity, id, 'Primera', { headers: { 'if-match': `"${version}"` } });
    expect(first.status).toBe(200);
    expect(first.body.data).toMatchObject({ title: 'Primera', version: version + 1 });
    const second = await rename(shared(), entity, id, 'Segunda', { headers: { 'if-match': `"${version}"` } });
    expect(second.status).toBe(409);
    expect(second.body.message).toBe(STALE_MESSAGE);
    expect((await find(id)).title).toBe('Primera');
    const third = await rename(shared(), entity, id, 'Tercera', { headers: { 'if-match': `"${version + 1}"` } });
    expect(third.status).toBe(200);
    expect((await rename(shared(), entity, id, 'Cuarta', { headers: { 'if-match': 'x' } })).status).toBe(400);
    expect((await rename(shared(), entity, 999_999, 'Quinta', { headers: { 'if-match': '"1"' } })).status).toBe(404);
  });

  it('K2 lets an edit and a delete meet: one of them finds it gone, and it is gone', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await entity.make(shared());
      const [edited, removed] = await Promise.all([rename(shared(), entity, id, 'A la vez'), shared().remove(at(id))]);
      expect(removed.status).toBe(200);
      expect([200, 404]).toContain(edited.status);
      expect((await shared().get(at(id))).status).toBe(404);
    }
  });

  it('Q4 U3 takes its own content type and no other', async () => {
    const { id } = await entity.make(shared());
    const before = await find(id);
    for (const [method, path] of [
      ['POST', `/api${entity.path}`],
      ['PATCH', at(id)],
    ] as const) {
      const wrong = entity.image
        ? await shared().json(method, path, { title: 'Otro', image: { filepath: '/etc/passwd' } })
        : await shared().form(method, path, { title: 'Otro' });
      expect(wrong.status).toBe(415);
    }
    expect(await find(id)).toEqual(before);
  });

  it('answers the two documents and nothing more without extras', async () => {
    const app = await testApp({ extras: false });
    const made = await entity.make(app);
    expect(made).not.toHaveProperty('version');
    const row = toStrictSchema(entity.row);
    expect(row.parse((await app.get(at(made.id))).body.data)).toEqual(made);
    expect((await app.get(`/api${entity.path}`)).body.data).toContainEqual(made);
    const changed = await rename(app, entity, made.id, 'Sin extras', { headers: { 'if-match': '"77"' } });
    expect(changed.status).toBe(200);
    expect(changed.body.data).not.toHaveProperty('version');
  });
});

describe.each(entitiesWithImage)('the image of $name', (entity) => {
  const shared = sharedApp();
  const upload = entity.upload ?? '';
  const at = (id: number) => `/api${entity.path}/${id}`;
  const stored = () => readdir(shared().folder);
  const imageOf = (row: Body): string => row[entity.image ?? ''];

  it('API-29 U18 is replaced under a new address, and the old one goes', async () => {
    const before = await entity.make(shared());
    const files = await stored();
    const other = await createPicture(20, 20).jpeg().toBuffer();
    const { status, body } = await shared().form('PATCH', at(before.id), { [upload]: other });
    expect(status).toBe(200);
    expect(imageOf(body.data)).not.toBe(imageOf(before));
    expect((await shared().get(imageOf(body.data))).status).toBe(200);
    expect((await shared().get(imageOf(before))).status).toBe(404);
    expect(await stored()).toHaveLength(files.length);
  });

  it('U18 is taken away where there need not be one, and nothing else with it', async () => {
    const before = await entity.make(shared());
    const { status, body } = await shared().form('PATCH', at(before.id), { remove_image: 'true' });
    expect(status).toBe(200);
    expect(body.data.title).toBe(before.title);
    expect(imageOf(body.data)).toBe(entity.imageRequired ? imageOf(before) : null);
    expect((await shared().get(imageOf(before))).status).toBe(entity.imageRequired ? 200 : 404);
    const unknown = await shared().form('PATCH', at(2_000_000_000), { remove_image: 'true' });
    expect(unknown.status).toBe(404);
  });

  it('U18 stays when the picker is left empty', async () => {
    const before = await entity.make(shared());
    const empty = { name: '', type: 'application/octet-stream', bytes: new Uint8Array() };
    const { status, body } = await shared().form('PATCH', at(before.id), { title: 'Con foto', [upload]: empty });
    expect(status).toBe(200);
    expect(imageOf(body.data)).toBe(imageOf(before));
    expect((await shared().get(imageOf(before))).status).toBe(200);
  });

  it.each<[string, Record<string, string>, Record<string, string>, number]>([
    ['a field is refused', { title: ' ' }, {}, 400],
    [
      'a reference does not exist',
      { body_part_id: '2147483647', type_diet_id: '2147483647', level_id: '2147483647' },
      {},
      400,
    ],
    ['somebody else was faster', {}, { 'if-match': '"99"' }, 409],
  ])('U17 R10 stays, and no other is kept, when %s', async (_, fields, headers, expected) => {
    const before = await entity.make(shared());
    const files = await stored();
    const { status } = await shared().form('PATCH', at(before.id), { ...fields, [upload]: png }, { headers });
    expect(status).toBe(expected);
    expect(await stored()).toEqual(files);
    expect((await shared().get(imageOf(before))).status).toBe(200);
  });

  it('is not kept for one that is not created', async () => {
    const files = await stored();
    const { status } = await shared().form('POST', `/api${entity.path}`, { [upload]: png });
    expect(status).toBe(400);
    expect(await stored()).toEqual(files);
  });

  it('API-29 goes in its own field', async () => {
    const { id } = await entity.make(shared());
    const wrong = upload === 'image' ? 'cover_image' : 'image';
    const answer = await shared().form('PATCH', at(id), { [wrong]: png });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([wrong]);
  });

  it('K2 is not kept for one that is gone', async () => {
    const files = await stored();
    expect((await shared().form('PATCH', at(999_999), { [upload]: png })).status).toBe(404);
    expect(await stored()).toEqual(files);
  });
});

describe('switching on and off', () => {
  const shared = sharedApp();

  it.each(multiTableEntities.filter(hasStatusSwitch))(
    'K1 heeds the version of $name, where one is given',
    async ({ path, make }) => {
      const { id } = await make(shared());
      const headers = { 'if-match': '"7"' };
      const stale = await shared().json('PATCH', `/api${path}/${id}/status`, { status: false }, { headers });
      expect(stale.status).toBe(409);
      expect((await shared().get(`/api${path}/${id}`)).body.data.status).toBe(true);
    },
  );

  it.each(multiTableEntities.filter((entity) => !hasStatusSwitch(entity)))(
    'is no call of $name: the form does that',
    async ({ path, make }) => {
      const { id } = await make(shared());
      expect((await shared().json('PATCH', `/api${path}/${id}/status`, { status: false })).status).toBe(404);
    },
  );
});
