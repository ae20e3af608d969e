import { readdir } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { Resource } from '@pulso/contract/kit/resource';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { catalogues as declared } from '#db/stores/tables';
import { catalogues, openCatalogue, UNKNOWN_ID, type Catalogue, type Values } from '#test/catalogues';
import { png } from '#test/content';
import { endRestoreDays } from '#test/restore';
import { sharedApp } from '#test/shared-app';
import { testApp } from '#test/test-app';

type RequirementIds = {
  list: string;
  create: string;
  blank: string;
  change: string;
  remove: string;
  byDefault?: string;
};

/** The requirement IDs that each catalogue covers. */
const requirementIds: Record<string, RequirementIds> = {
  levels: { list: 'NIV-27', create: 'NIV-28', blank: 'NIV-29', change: 'NIV-30', remove: 'NIV-31' },
  'training types': {
    list: 'TIP-16',
    create: 'TIP-17',
    blank: 'TIP-17',
    change: 'TIP-17',
    remove: 'TIP-18',
    byDefault: 'TIP-08',
  },
  machines: { list: 'MAQ-12', create: 'MAQ-13', blank: 'MAQ-13', change: 'MAQ-13', remove: 'MAQ-14' },
  'body parts': {
    list: 'PAR-14',
    create: 'PAR-15',
    blank: 'PAR-15',
    change: 'PAR-15',
    remove: 'PAR-16',
    byDefault: 'PAR-06',
  },
  'product categories': { list: 'CPR-11', create: 'CPR-12', blank: 'CPR-12', change: 'CPR-12', remove: 'CPR-13' },
  'diet categories': {
    list: 'CDI-14',
    create: 'CDI-15',
    blank: 'CDI-15',
    change: 'CDI-15',
    remove: 'CDI-16',
    byDefault: 'CDI-07',
  },
  products: { list: 'PRO-15', create: 'PRO-16', blank: 'PRO-17', change: 'PRO-16', remove: 'PRO-18' },
  plans: { list: 'PLA-23', create: 'PLA-25', blank: 'PLA-26', change: 'PLA-25', remove: 'PLA-27' },
};

const omitFields = (values: Values, ...names: string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

const getApp = sharedApp();
const openOnSharedApp = (catalogue: Catalogue) => openCatalogue(catalogue, getApp());

describe.each(catalogues)('$name', (catalogue) => {
  const { changed, required, byDefault, uses, inUse } = catalogue;
  const { image } = catalogue.resource;
  const ids = requirementIds[catalogue.name]!;

  it(`${ids.list} API-14 API-24 API-25 API-27 lists every one, by id, as it was answered when made`, async () => {
    const { list, create, least } = await openOnSharedApp(catalogue);
    const made = [await create(), await create(least)];
    const listed = await list();
    expect(listed.slice(-2)).toEqual(made);
    const found = listed.map(({ id }) => id as number);
    expect(found).toEqual([...found].sort((one, other) => one - other));
    expect(found.every(Number.isInteger)).toBe(true);
  });

  it(`${ids.create} API-15 stores everything that is sent`, async () => {
    const { post, rowOf, find, whole } = await openOnSharedApp(catalogue);
    const row = rowOf(await post(whole), 201);
    expect(row).toMatchObject(whole);
    if (image) expect(row[image]).toBeNull();
    expect(await find(row.id)).toEqual(row);
  });

  it(`${ids.create} ${ids.byDefault ?? ''} V1 fills in what may be absent`, async () => {
    const { post, rowOf, least } = await openOnSharedApp(catalogue);
    expect(rowOf(await post(least), 201)).toMatchObject({ ...least, ...byDefault });
  });

  it(`${ids.blank} API-16 API-17 API-28 N5 demands what must be there, on create and on change`, async () => {
    const { post, patch, create, find, whole, list } = await openOnSharedApp(catalogue);
    const row = await create();
    const before = await list();
    const nothing = await post({});
    expect(nothing).toMatchObject({ status: 400, body: { success: false, message: expect.stringMatching(/válidos/) } });
    expect(nothing.body.errors).toEqual(required);
    for (const [field, message] of Object.entries(required)) {
      const rest = omitFields(whole, field);
      for (const values of [rest, { ...rest, [field]: '' }])
        expect((await post(values)).body.errors).toEqual({ [field]: message });
      for (const blank of ['   ', '\u200b']) {
        const { status, body } = await post({ ...rest, [field]: blank });
        expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
      }
      expect(await patch(row.id, { [field]: '' })).toMatchObject({
        status: 400,
        body: { errors: { [field]: message } },
      });
    }
    expect(await find(row.id)).toEqual(row);
    expect(await list()).toEqual(before);
  });

  it(`${ids.change} API-15 changes what is sent and nothing else, and answers it whole`, async () => {
    const { create, patch, rowOf, find } = await openOnSharedApp(catalogue);
    const before = await create();
    // The clock has milliseconds: within one of them both times would be equal.
    while (Date.now() <= Date.parse(before.updated_at as string)) await setImmediate();
    const after = rowOf(await patch(before.id, changed));
    // A plan's price and amount are the same value.
    const price = 'amount' in changed ? { price: changed.amount } : {};
    expect(after).toMatchObject({ ...omitFields(before, 'updated_at'), ...changed, ...price, version: 2 });
    const [earlier, later] = [before, after].map((row) => Date.parse(row.updated_at as string));
    if ('updated_at' in before) expect(later).toBeGreaterThan(earlier!);
    expect(await find(before.id)).toEqual(after);
    expect(rowOf(await patch(before.id, {}))).toMatchObject(omitFields(after, 'updated_at', 'version'));
  });

  it(`${ids.remove} API-15 R7 is gone once it is deleted, for every call`, async () => {
    const { app, create, find, list, patch, path, remove, rowOf } = await openOnSharedApp(catalogue);
    const row = await create();
    expect(await find(row.id)).toEqual(row);
    expect(rowOf(await remove(row.id))).toEqual(row);
    expect((await list()).map(({ id }) => id)).not.toContain(row.id);
    const calls = [await remove(row.id), await app.get(`${path}/${String(row.id)}`), await patch(row.id, changed)];
    expect(calls.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it(`${ids.remove} API-19 R1 R2 R5 stays while something needs it, and says what`, async () => {
    const { app, create, find, remove, isServed, imageOf } = await openOnSharedApp(catalogue);
    const row = await create(catalogue.whole, image ? png : undefined);
    for (const statement of uses) await app.ownPool.query(statement, statement.includes('$1') ? [row.id] : []);
    const answer = await remove(row.id);
    expect(answer.status).toBe(409);
    const message = `No se puede eliminar porque está en uso: ${inUse}.`;
    expect(answer.body).toEqual({ success: false, message });
    expect(await find(row.id)).toEqual(row);
    if (image) expect(await isServed(imageOf(row))).toBe(true);
  });

  it('API-16 API-18 API-23 V6 Z4 answers 404 to an id that names nothing', async () => {
    const { app, path, patch, remove, least } = await openOnSharedApp(catalogue);
    const odd = ['0', '-1', '01', '1.0', '1e2', '2147483648', '9223372036854775808', '1%20OR%201=1', 'abc', '%00'];
    for (const id of [UNKNOWN_ID, ...odd]) {
      const answers = [await app.get(`${path}/${id}`), await patch(id, least), await remove(id)];
      for (const { status, body } of answers)
        expect([id, status, body]).toEqual([id, 404, { success: false, message: 'El recurso solicitado no existe' }]);
    }
    expect((await app.remove(`${path}/`)).status).toBe(404);
  });

  it('P24 K1 refuses to save over what somebody else has saved meanwhile', async () => {
    const { create, patch, rowOf, find, app } = await openOnSharedApp(catalogue);
    const row = await create();
    expect(row.version).toBe(1);
    const first = rowOf(await patch(row.id, changed, { 'if-match': '"1"' }));
    expect(first.version).toBe(2);
    const files = await readdir(app.folder);
    const stale = await patch(row.id, catalogue.least, { 'if-match': '"1"' }, image ? png : undefined);
    expect(stale.status).toBe(409);
    expect(stale.body.message).toBe(
      'Otra persona guardó cambios mientras editabas. Vuelve a cargar los datos para ver los suyos.',
    );
    expect(await find(row.id)).toEqual(first);
    expect(await readdir(app.folder)).toEqual(files);
    expect(rowOf(await patch(row.id, changed, { 'if-match': '"2"' })).version).toBe(3);
    expect((await patch(UNKNOWN_ID, changed, { 'if-match': '"1"' })).status).toBe(404);
    for (const wrong of ['1', '""', '"x"', '"-1"', 'W/"3"', '"99999999999"', '*', '"3", "4"'])
      expect((await patch(row.id, changed, { 'if-match': wrong })).body.errors).toHaveProperty('If-Match');
  });

  it('P24 K1 lets one of many through who save the same version at once', async () => {
    const { create, patch, find } = await openOnSharedApp(catalogue);
    const { id } = await create();
    const all = await Promise.all(Array.from({ length: 8 }, () => patch(id, changed, { 'if-match': '"1"' })));
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
    expect((await find(id)).version).toBe(2);
  });

  it('K2 ends well when one changes it and another deletes it', async () => {
    const { create, patch, list, remove } = await openOnSharedApp(catalogue);
    const { id } = await create();
    const [changing, removing] = await Promise.all([patch(id, changed), remove(id)]);
    expect([200, 404]).toContain(changing.status);
    expect(removing.status).toBe(200);
    expect((await list()).map((row) => row.id)).not.toContain(id);
  });
});

describe.each(catalogues.filter(({ resource }) => resource.image))('the image of $name', (catalogue) => {
  const { changed } = catalogue;

  it('API-29 API-30 U17 U18 R10 is kept, replaced, and taken along', async () => {
    const { app, create, patch, remove, rowOf, imageOf, isServed, post, whole } = await openOnSharedApp(catalogue);
    const made = await create(catalogue.whole, png);
    const first = imageOf(made);
    expect(first).toMatch(/^\/uploads\/[\w-]{22}\/large\.webp$/);
    expect(await isServed(first)).toBe(true);
    expect(imageOf(rowOf(await patch(made.id, changed)))).toBe(first);
    const second = imageOf(rowOf(await patch(made.id, {}, {}, png)));
    expect(second).not.toBe(first);
    expect([await isServed(first), await isServed(second)]).toEqual([false, true]);

    const files = await readdir(app.folder);
    const refused = [
      await post({ ...whole, title: '' }, png),
      await patch(made.id, { title: '' }, {}, png),
      await patch(UNKNOWN_ID, {}, {}, png),
      await patch(made.id, {}, {}, png.subarray(0, 90)),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 404, 400]);
    expect(await readdir(app.folder)).toEqual(files);
    expect(await isServed(second)).toBe(true);

    expect((await remove(made.id)).status).toBe(200);
    // The image stays until its row can no longer be restored.
    expect(await isServed(second)).toBe(true);
    await endRestoreDays(app);
    expect(await isServed(second)).toBe(false);
    expect(await readdir(app.folder)).toHaveLength(files.length - 1);
  });
});

/** Something that every field of a catalogue takes. */
const SAMPLE_VALUES: unknown[] = ['Una muestra', 1, 'https://example.com'];

function sampleOf({ create }: Resource): Values {
  const fields = Object.entries(create.shape);
  const needed = fields.filter(([, field]) => !z.safeParse(field, undefined).success);
  return Object.fromEntries(
    needed.map(([name, field]) => [name, SAMPLE_VALUES.find((sample) => z.safeParse(field, sample).success)]),
  );
}

const asTexts = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

describe('all of them', () => {
  it('are served from being listed alone: made, changed, found and deleted', async () => {
    const app = await testApp();
    await app.form('POST', '/api/category-product', { title: 'La primera' });
    for (const resource of Object.values<Resource>(declared)) {
      const [path, values] = [`/api${resource.path}`, sampleOf(resource)];
      const send = (method: string, to: string) =>
        resource.upload ? app.form(method, to, asTexts(values)) : app.json(method, to, values);
      const { status, body } = await send('POST', path);
      expect(status, path).toBe(201);
      const one = `${path}/${body.data.id}`;
      expect((await send('PATCH', one)).body.data, one).toMatchObject({ ...values, version: 2 });
      expect((await app.get(one)).status, one).toBe(200);
      expect((await app.remove(one)).status, one).toBe(200);
      expect((await app.get(one)).status, one).toBe(404);
    }
  });

  it('API-14 are empty lists before anything is made', async () => {
    const app = await testApp();
    for (const { resource } of catalogues) {
      const { status, body } = await app.get(`/api${resource.path}`);
      expect([status, body]).toEqual([200, { success: true, data: [] }]);
    }
  });

  it('answer the two documents and nothing more with EXTRAS=0', async () => {
    const app = await testApp({ extras: false });
    for (const catalogue of catalogues) {
      const { create, path, patch, rowOf, list, least, remove } = await openCatalogue(catalogue, app);
      const made = await create();
      const patched = rowOf(await patch(made.id, least, { 'if-match': '"99"' }));
      expect(patched).toMatchObject(least);
      const listed = await list();
      expect((await app.get(`${path}/${String(made.id)}`)).status).toBe(404);
      for (const row of [made, patched, ...listed, rowOf(await remove(made.id))])
        expect(row).not.toHaveProperty('version');
    }
  });
});
