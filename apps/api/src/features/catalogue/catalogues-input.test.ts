import { TITLE_LENGTH } from '@pulso/contract/kit/fields';
import { describe, expect, it } from 'vitest';
import { catalogues, openCatalogue, type Catalogue, type Values } from '#test/catalogues';
import { FORM_TYPE, rawForm } from '#test/raw-form';
import { sharedApp } from '#test/shared-app';

const getApp = sharedApp();
const openOnSharedApp = (catalogue: Catalogue) => openCatalogue(catalogue, getApp());
const fieldsOf = ({ whole }: Catalogue, names: string[]) => Object.keys(whole).filter((name) => names.includes(name));

describe.each(catalogues)('what is sent to $name', (catalogue) => {
  const { resource, changed } = catalogue;
  const { image } = resource;
  const texts = fieldsOf(catalogue, ['title', 'name', 'description']);

  it('M1 M3 M7 counts only where it is for the caller to say', async () => {
    const { post, patch, rowOf, list, whole } = await openOnSharedApp(catalogue);
    const long = '2001-01-01T00:00:00.000Z';
    const forged: Values = {
      id: 7_000_000,
      version: 99,
      created_at: long,
      updated_at: long,
      ...(image && image !== 'image' && { [image]: 'https://evil.example/x.svg' }),
      ...('amount' in whole && { price: 1 }),
      is_admin: true,
      'title; drop table levels': 'x',
    };
    const made = rowOf(await post({ ...whole, ...forged }), 201);
    const patched = rowOf(await patch(made.id, { ...changed, ...forged }));
    for (const row of [made, patched]) {
      expect(row.id).not.toBe(forged.id);
      expect(Object.values(row)).not.toContain(long);
      if (image) expect(row[image]).toBeNull();
      if ('amount' in whole) expect(row.price).toBe(row.amount);
    }
    expect([made.version, patched.version]).toEqual([1, 2]);
    expect((await list()).map(({ id }) => id)).not.toContain(forged.id);
  });

  it('N5 N7 X4 Q1 is kept to the letter where it is a text', async () => {
    const { post, rowOf, find, whole } = await openOnSharedApp(catalogue);
    for (const text of [
      'Ñandú — Ángela ﬁ İ ß',
      '<img src=x onerror=alert(1)></title><script>',
      "'; drop table levels; --",
      '{{7*7}} ${7*7} %s %d \\ _ %',
      'Uno\n\ndos\ttres',
      '👩‍👩‍👧 🇦🇷',
      'שלום \u202eabc',
      'e\u0301'.repeat(70),
      'null',
    ]) {
      const values = Object.fromEntries(texts.map((name) => [name, text]));
      const row = rowOf(await post({ ...whole, ...values }), 201);
      expect(await find(row.id)).toMatchObject(values);
    }
  });

  it('API-17 API-23 N1 N2 N5 is refused where it is a text that cannot be stored or is too long', async () => {
    const { post, patch, create, find, whole, list } = await openOnSharedApp(catalogue);
    const row = await create();
    const before = await list();
    const forbidden = 'Contiene caracteres no permitidos';
    const bad: [string, string | RegExp][] = [
      ['a\0b', forbidden],
      ['a\u0007b', forbidden],
      // A form is UTF-8, which cannot encode a lone surrogate.
      ...(resource.upload ? [] : [['a\ud800b', forbidden] as [string, string]]),
      ['x'.repeat(5_001), /^No puede tener más de (150|5000) caracteres$/],
    ];
    for (const [text, message] of bad)
      for (const name of texts)
        for (const answer of [await post({ ...whole, [name]: text }), await patch(row.id, { [name]: text })]) {
          expect([name, answer.status]).toEqual([name, 400]);
          expect(answer.body.errors[name]).toMatch(message);
        }
    const [first = ''] = texts;
    expect((await post({ ...whole, [first]: 'x'.repeat(TITLE_LENGTH + 1) })).status).toBe(400);
    expect(await list()).toEqual(before);
    expect((await post({ ...whole, [first]: 'x'.repeat(TITLE_LENGTH) })).status).toBe(201);
    expect(await find(row.id)).toEqual(row);
  });

  it('API-17 API-23 V11 is refused by its field where it is no single value', async () => {
    const { app, path, whole, create } = await openOnSharedApp(catalogue);
    const { id } = await create();
    // A part may declare itself JSON, the only way to send such values in a form.
    const send = (method: string, to: string, name: string, value: unknown) => {
      if (!resource.upload) return app.json(method, to, { ...whole, [name]: value });
      const payload = rawForm([{ name, type: 'application/json', value: JSON.stringify(value) }]);
      return app.send(method, to, { token: app.token, headers: { 'content-type': FORM_TYPE }, payload });
    };
    for (const name of Object.keys(whole))
      for (const value of [[], ['a'], [1, 2], { $ne: null }])
        for (const answer of [
          await send('POST', path, name, value),
          await send('PATCH', `${path}/${String(id)}`, name, value),
        ])
          expect([name, answer.status, name in answer.body.errors]).toEqual([name, 400, true]);
  });
});

const cataloguesWithFlag = catalogues.filter((catalogue) => fieldsOf(catalogue, ['status', 'is_featured']).length > 0);
describe.each(cataloguesWithFlag)('a flag sent to $name', (catalogue) => {
  it('API-28 FMT-06 V1 V2 is true or false, and no third', async () => {
    const { post, patch, rowOf, whole } = await openOnSharedApp(catalogue);
    const [name = ''] = fieldsOf(catalogue, ['status', 'is_featured']);
    for (const value of [false, true, 'false', 'true'])
      expect(rowOf(await post({ ...whole, [name]: value }), 201)[name]).toBe(String(value) === 'true');
    const { id } = rowOf(await post(whole), 201);
    for (const wrong of ['off', '', 'FALSE', 'no', 'on', '2', 'True', ' true', 'null'])
      for (const answer of [await post({ ...whole, [name]: wrong }), await patch(id, { [name]: wrong })])
        expect([wrong, answer.status, Object.keys(answer.body.errors)]).toEqual([wrong, 400, [name]]);
  });
});
