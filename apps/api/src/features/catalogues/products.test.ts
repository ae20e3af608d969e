import { readdir } from 'node:fs/promises';
import { products } from '@pulso/contract/products';
import { describe, expect, it } from 'vitest';
import { catalogueOf, openCatalogue, UNKNOWN } from '#test/catalogues';
import { png } from '#test/content';
import { sharedApp } from '#test/shared-app';

const shared = sharedApp();
const open = () => openCatalogue(catalogueOf(products), shared());

describe('a product', () => {
  it('PRO-17 API-17 V6 must be of a category that exists', async () => {
    const { post, patch, create, find, whole, app } = await open();
    const row = await create();
    const files = await readdir(app.folder);
    for (const [category_id, message] of [
      [UNKNOWN, 'El elemento elegido no existe'],
      ['0', 'La categoría es obligatoria'],
      ['-1', 'La categoría es obligatoria'],
      ['2147483648', 'La categoría es obligatoria'],
      ['9223372036854775808', 'La categoría es obligatoria'],
      ['1e2', 'La categoría es obligatoria'],
      ['1 OR 1=1', 'La categoría es obligatoria'],
      ['null', 'La categoría es obligatoria'],
      ['1.5', 'La categoría es obligatoria'],
    ])
      for (const answer of [await post({ ...whole, category_id }, png), await patch(row.id, { category_id }, {}, png)])
        expect(answer).toMatchObject({ status: 400, body: { errors: { category_id: message } } });
    expect(await find(row.id)).toEqual(row);
    expect(await readdir(app.folder)).toEqual(files);
  });

  it('PRO-17 API-17 API-28 V3 V4 has a price in plain decimals', async () => {
    const { post, rowOf, whole } = await open();
    for (const [price, stored] of [
      ['0', 0],
      ['0.01', 0.01],
      ['15999.90', 15_999.9],
      ['9999999999.99', 9_999_999_999.99],
    ])
      expect(rowOf(await post({ ...whole, price }), 201).price).toBe(stored);
    for (const price of [
      '1e3',
      '0x10',
      'Infinity',
      'NaN',
      '-0',
      '1,50',
      '1.234,50',
      '1.500',
      '٣',
      '+5',
      '5.',
      '.5',
      '5.005',
    ])
      expect([price, (await post({ ...whole, price })).body.errors]).toEqual([
        price,
        { price: 'El precio debe ser un número' },
      ]);
    for (const price of ['-0.01', '10000000000', ' 5 ', 'abc'])
      expect([price, (await post({ ...whole, price })).body.errors]).toEqual([
        price,
        { price: 'El precio debe ser un número' },
      ]);
  });

  it('PRO-17 X1 leads to the web and nowhere else', async () => {
    const { post, patch, create, whole } = await open();
    const { id } = await create();
    const message = 'Debe ser una dirección web que empiece con http:// o https://';
    for (const affiliate_link of [
      'javascript:alert(1)',
      'JaVa\tScript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '//evil.com',
      'http://user:pw@x.com',
      'http:/\\evil.com',
      'http:\\\\evil.com',
      'ftp://x.com',
      'tienda.com.ar',
      'https://',
    ])
      for (const answer of [await post({ ...whole, affiliate_link }), await patch(id, { affiliate_link })])
        expect([affiliate_link, answer.body.errors]).toEqual([affiliate_link, { affiliate_link: message }]);
    const hidden = await post({ ...whole, affiliate_link: '\u0001javascript:alert(1)' });
    expect(hidden.body.errors).toEqual({ affiliate_link: 'Contiene caracteres no permitidos' });
    const long = await post({ ...whole, affiliate_link: `https://x.com/${'a'.repeat(10_000)}` });
    expect(long.body.errors.affiliate_link).toMatch(/^No puede tener más de/);
  });

  it('P25 R8 never outlives its category, whoever is first', async () => {
    const { app, least, list } = await open();
    const fields = Object.fromEntries(Object.entries(least).map(([name, value]) => [name, String(value as string)]));
    for (let round = 0; round < 10; round += 1) {
      const { id } = (await app.form('POST', '/api/category-product', { title: 'Ropa' })).body.data;
      const [made, removed] = await Promise.all([
        app.form('POST', '/api/product', { ...fields, category_id: String(id) }),
        app.remove(`/api/category-product/${id}`),
      ]);
      const either = [
        [201, 409],
        [400, 200],
      ];
      expect(either).toContainEqual([made.status, removed.status]);
      expect((await list()).some(({ category_id }) => category_id === id)).toBe(made.status === 201);
    }
  });
});
