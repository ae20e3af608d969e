import { diets } from '@pulso/contract/content/diets';
import { exercises } from '@pulso/contract/content/exercises';
import { packages } from '@pulso/contract/content/packages';
import { trainings } from '@pulso/contract/content/trainings';
import { IMAGE_SIZES, imageInSize } from '@pulso/contract/kit/images';
import type { Resource } from '@pulso/contract/kit/resource';
import { createPicture } from '@pulso/testing/pictures';
import { startS3 } from '@pulso/testing/s3';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { activeDay, contentOf, png, exerciseSet } from '#test/content';
import { expectAnswer, createUser, quickPasswords } from '#test/people';
import { endRestoreDays } from '#test/restore';
import { sharedApp } from '#test/shared-app';
import { STORES } from '#test/stores';
import { testApp, type Body, type TestApp } from '#test/test-app';
import { s3Store } from '#files/s3-store';

type Entity = { name: string; resource: Resource; make: (app: TestApp, title?: string) => Promise<Body> };

/** Entities with parts in an order that is not that of their ids, and no field left to its default. */
const entities: Entity[] = [
  {
    name: 'exercises',
    resource: exercises,
    make: async (app, title = 'Remo') => {
      const made = await contentOf(app).exercise({
        title,
        tips: 'Sin tirones',
        uses_machine: 'true',
        machine_id: String(await contentOf(app).machine()),
        video_url: 'https://example.com/remo',
        image: png,
        sets: JSON.stringify([
          exerciseSet(12, 1),
          { set_number: 2, duration_seconds: 30, weight: 7.5, rest_seconds: 0 },
        ]),
      });
      await app.json('PATCH', `/api/exercise-set/${made.sets[1].id}`, { set_number: 1 });
      return made;
    },
  },
  {
    name: 'diets',
    resource: diets,
    make: (app, title = 'Keto') => contentOf(app).diet({ title, gender: 'Female', is_premium: 'true', image: png }),
  },
  {
    name: 'trainings',
    resource: trainings,
    make: async (app, title = 'Fuerza') => {
      const [one, other] = [(await contentOf(app).exercise()).id, (await contentOf(app).exercise()).id];
      const first = { ...activeDay(1, [other, one, other]), title: 'Piernas', description: 'Tranquilo' };
      const rest = { day_number: 2, is_rest_day: true, exercises: [] };
      const training_days = JSON.stringify([first, rest, activeDay(3, [one])]);
      return contentOf(app).training({ title, gender: 'Male', is_premium: 'true', training_days });
    },
  },
  {
    name: 'packages',
    resource: packages,
    make: async (app, title = 'Verano') => {
      const { diet, training, pack } = contentOf(app);
      const [first, second] = [(await diet()).id, (await diet()).id];
      const [early, late] = [(await training()).id, (await training()).id];
      return pack({ title, gender: 'Female', diets: [second, first], trainings: [late, early] });
    },
  },
];

const app = sharedApp({ passwords: quickPasswords });

const duplicate = (from: TestApp, { path }: Resource, id: unknown, key?: string) =>
  from.send('POST', `/api${path}/${String(id)}/duplicate`, {
    token: from.token,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

/** A row without the fields that a copy has of its own, such as ids, versions, times and picture. */
function comparableRow(value: Body, image?: string): Body {
  if (Array.isArray(value)) return value.map((one) => comparableRow(one));
  if (typeof value !== 'object' || value === null) return value;
  const own = ['id', 'version', 'created_at', 'updated_at', 'title', 'status', 'packages', image];
  const kept = Object.entries(value).filter(([name]) => !own.includes(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, comparableRow(one)]));
}

const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

describe.each(entities)('a duplicate of $name', ({ resource, make }) => {
  const { path, image } = resource;
  const at = (id: number) => `/api${path}/${id}`;

  it('DUP-02 DUP-03 has all fields and parts under ids of its own, and is inactive', async () => {
    const { id } = await make(app());
    const original = (await app().get(at(id))).body.data;
    const copy = expectAnswer(await duplicate(app(), resource, id), resource.row, 201) as Body;
    expect((await app().get(at(copy.id))).body.data).toEqual(copy);
    expect([copy.id === id, copy.status, copy.version]).toEqual([false, false, 1]);
    expect(copy.title).toBe(`${original.title} (copia)`);
    // The sets of a copy refer to the copy.
    const sets = original.sets?.map((set: Body) => ({ ...set, exercise_id: copy.id }));
    expect(comparableRow(copy, image)).toEqual(comparableRow({ ...original, ...(sets && { sets }) }, image));
    for (const parts of ['sets', 'training_days']) {
      if (!original[parts]) continue;
      expect(idsOf(copy[parts]).filter((part) => idsOf(original[parts]).includes(part))).toEqual([]);
    }
    // The original is unchanged.
    expect((await app().get(at(id))).body.data).toEqual(original);
    expect((await app().get(`/api${path}`)).body.data.map((row: Body) => row.id)).toContain(copy.id);
  });

  it('DUP-02 changes and goes without the other', async () => {
    const { id } = await make(app());
    const copy = expectAnswer(await duplicate(app(), resource, id), resource.row, 201) as Body;
    const before = (await app().get(at(id))).body.data;
    expect((await app().remove(at(copy.id))).status).toBe(200);
    expect((await app().get(at(id))).body.data).toEqual(before);
    const other = expectAnswer(await duplicate(app(), resource, id), resource.row, 201) as Body;
    expect((await app().remove(at(id))).status).toBe(200);
    expect((await app().get(at(other.id))).body.data).toEqual(other);
  });

  it('DUP-03 has the next free title, also of several that are made at once, and of 150 characters', async () => {
    const { id } = await make(app(), `Serie de ${path}`);
    const titles = async (of: unknown) => (await duplicate(app(), resource, of)).body.data.title as string;
    const made = await Promise.all([1, 2, 3, 4].map(() => titles(id)));
    const start = `Serie de ${path} (copia`;
    expect(made.sort()).toEqual([`${start} 2)`, `${start} 3)`, `${start} 4)`, `${start})`]);
    const long = await make(app(), 'ñ'.repeat(150));
    expect(await titles(long.id)).toBe(`${'ñ'.repeat(142)} (copia)`);
    expect(await titles(long.id)).toBe(`${'ñ'.repeat(140)} (copia 2)`);
  });

  it('DUP-05 is made once for one key, however often it is sent, and not of what is not there', async () => {
    const { id } = await make(app());
    const count = async () => (await app().get(`/api${path}`)).body.data.length as number;
    const before = await count();
    const answers = await Promise.all([1, 2, 3].map(() => duplicate(app(), resource, id, `clave${path}`)));
    answers.push(await duplicate(app(), resource, id, `clave${path}`));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await count()).toBe(before + 1);
    // The same key for another original is the caller's mistake.
    const { id: second } = await make(app());
    expect((await duplicate(app(), resource, second, `clave${path}`)).status).toBe(400);

    const gone = (await make(app())).id;
    expect((await app().remove(at(gone))).status).toBe(200);
    for (const missing of [gone, 2_000_000_000, 'x'])
      expect((await duplicate(app(), resource, missing)).body).toEqual({
        success: false,
        message: 'El recurso solicitado no existe',
      });
  });
});

it('DUP-02 a copied diet is in no package, and a copied package has no clients', async () => {
  const { diet, pack } = contentOf(app());
  const { id } = await diet();
  const made = await pack({ diets: [id] });
  expect((await duplicate(app(), diets, id)).body.data.packages).toEqual([]);
  const user = await createUser(app());
  const sold = { user_id: user.id, package_id: made.id, payment_method: 'efectivo', payment_amount: 10 };
  expect((await app().json('POST', '/api/user/activate-package', sold)).status).toBeLessThan(300);
  const copy = (await duplicate(app(), packages, made.id)).body.data;
  // Only a package that nobody has can be deleted.
  expect((await app().remove(`/api/package/${made.id}`)).status).toBe(409);
  expect((await app().remove(`/api/package/${copy.id}`)).status).toBe(200);
});

const fetchSizes = async (from: TestApp, url: string) =>
  Promise.all(
    IMAGE_SIZES.map(async ({ size }) => {
      const { statusCode, rawPayload } = await from.http.inject({ url: imageInSize(url, size) });
      return statusCode === 200 ? rawPayload.toString('base64') : statusCode;
    }),
  );

describe.each(STORES)('DUP-04 the picture of a copy, in %s', (_kind, newStore) => {
  const setting = async () => {
    const store = await newStore();
    const own = await testApp({ store, passwords: quickPasswords });
    const { id, image_url } = await contentOf(own).diet({ image: png });
    const copy = (await duplicate(own, diets, id)).body.data;
    return { store, own, original: { id, image_url }, copy };
  };

  it('is one of its own in all sizes, which stays when the original is changed or deleted', async () => {
    const { store, own, original, copy } = await setting();
    expect(copy.image_url).not.toBe(original.image_url);
    const bytes = await fetchSizes(own, original.image_url);
    expect(bytes.every((one) => typeof one === 'string')).toBe(true);
    expect(await fetchSizes(own, copy.image_url)).toEqual(bytes);

    const image = await createPicture(40, 40).png().toBuffer();
    expect((await own.form('PATCH', `/api/diet/${original.id}`, { image })).status).toBe(200);
    expect(await fetchSizes(own, original.image_url)).toEqual([404, 404, 404]);
    expect((await own.remove(`/api/diet/${original.id}`)).status).toBe(200);
    await endRestoreDays(own, store);
    expect(await fetchSizes(own, copy.image_url)).toEqual(bytes);
    expect((await store.list()).pictures).toHaveLength(1);
  });

  it('goes without the original', async () => {
    const { store, own, original, copy } = await setting();
    const bytes = await fetchSizes(own, original.image_url);
    expect((await own.remove(`/api/diet/${copy.id}`)).status).toBe(200);
    await endRestoreDays(own, store);
    expect(await fetchSizes(own, copy.image_url)).toEqual([404, 404, 404]);
    expect(await fetchSizes(own, original.image_url)).toEqual(bytes);
  });

  it('is none where the original has none, or its files are lost', async () => {
    const { store, own, original } = await setting();
    await store.remove(original.image_url.split('/')[2]);
    expect((await duplicate(own, diets, original.id)).body.data.image_url).toBeNull();
    const { id } = await contentOf(own).diet();
    expect((await duplicate(own, diets, id)).body.data.image_url).toBeNull();
    expect((await store.list()).pictures).toHaveLength(1);
  });

  it('is made once for one key, and goes again when the copy is not written', async () => {
    const { store, own, original } = await setting();
    for (let count = 0; count < 2; count += 1)
      expect((await duplicate(own, diets, original.id, 'una')).status).toBe(201);
    expect((await store.list()).pictures).toHaveLength(3);
    await sql`alter table diets add constraint no_more check (title not like '%(copia 3)')`.execute(own.db);
    expect((await duplicate(own, diets, original.id)).status).toBe(400);
    expect((await store.list()).pictures).toHaveLength(3);
  });
});

it('DUP-04 a bucket that does not answer makes no copy', async () => {
  const { settings, close } = await startS3();
  const own = await testApp({ store: s3Store(settings), passwords: quickPasswords });
  const { id } = await contentOf(own).diet({ image: png });
  await close();
  expect((await duplicate(own, diets, id)).status).toBe(503);
  expect((await own.get('/api/diet')).body.data).toHaveLength(1);
});
