import { readdir } from 'node:fs/promises';
import { plans } from '@pulso/contract/catalogue/plans';
import { products } from '@pulso/contract/catalogue/products';
import type { Resource } from '@pulso/contract/kit/resource';
import { describe, expect, it } from 'vitest';
import { catalogueOf, openCatalogue, UNKNOWN_ID, type Values } from '#test/catalogues';
import { png } from '#test/content';
import { sharedApp } from '#test/shared-app';

const getApp = sharedApp();
const openOnSharedApp = (resource: Resource) => openCatalogue(catalogueOf(resource), getApp());

describe('a product', () => {
  it('PRO-17 API-17 V6 must be of a category that exists', async () => {
    const { post, patch, create, find, whole, app } = await openOnSharedApp(products);
    const row = await create();
    const files = await readdir(app.folder);
    for (const [category_id, message] of [
      [UNKNOWN_ID, 'El elemento elegido no existe'],
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
    const { post, rowOf, whole } = await openOnSharedApp(products);
    for (const [price, stored] of [
      ['0', 0],
      ['0.01', 0.01],
      ['15999.90', 15_999.9],
      ['9999999999.99', 9_999_999_999.99],
    ])
      expect(rowOf(await post({ ...whole, price }), 201).price).toBe(stored);
    const wrong = [
      '-0',
      '-0.01',
      '10000000000',
      '+5',
      '5.',
      '.5',
      '5.005',
      ' 5 ',
      '1,50',
      '1.234,50',
      '1.500',
      '٣',
      'abc',
    ];
    for (const price of [...wrong, '1e3', '0x10', 'Infinity', 'NaN']) {
      const { body } = await post({ ...whole, price });
      expect([price, body.errors]).toEqual([price, { price: 'El precio debe ser un número' }]);
    }
  });

  it('PRO-17 X1 leads to the web and nowhere else', async () => {
    const { post, patch, create, whole } = await openOnSharedApp(products);
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
    const { app, least, list } = await openOnSharedApp(products);
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

describe('a plan', () => {
  it('PLA-23 API-27 V3 has its amount also as the price, to the cent', async () => {
    const { post, patch, rowOf, least } = await openOnSharedApp(plans);
    const row = rowOf(await post({ ...least, amount: 1_500.1 }), 201);
    expect([row.amount, row.price]).toEqual([1_500.1, 1_500.1]);
    const changed = rowOf(await patch(row.id, { amount: '0.07' }));
    expect([changed.amount, changed.price]).toEqual([0.07, 0.07]);
  });

  it('PLA-24 PLA-25 FMT-06 V2 is active by a real true, however it was sent', async () => {
    const { post, patch, rowOf, least } = await openOnSharedApp(plans);
    const sent = [1, 0, '1', '0', true, false, 'true', 'false'];
    for (const [at, status] of sent.entries()) {
      const row = rowOf(await post({ ...least, status }), 201);
      expect([status, row.status]).toEqual([status, at % 2 === 0]);
      const opposite = sent[at % 2 === 0 ? 1 : 0];
      expect(rowOf(await patch(row.id, { status: opposite })).status).toBe(at % 2 !== 0);
    }
    for (const status of [2, -1, '', 'si', null, 0.5])
      expect([status, (await post({ ...least, status })).status]).toEqual([status, 400]);
  });

  it('PLA-26 V3 V4 V5 refuses a duration that is no number of months from 1 to 36, and an amount below 0', async () => {
    const { post, patch, create, find, least } = await openOnSharedApp(plans);
    const row = await create();
    const duration = 'La duración debe ser un número entero de 1 a 36 meses';
    const amount = 'El precio debe ser un número no negativo';
    for (const [values, errors] of [
      ...[0, 37, 1.5, -1, '12 ', '1.0', 'doce', '1e1', true].map((value) => [{ duration: value }, { duration }]),
      ...[-0.01, '-1', 5.005, '1,50', '1.500', 'NaN', 10_000_000_000, true].map((value) => [
        { amount: value },
        { amount },
      ]),
      [{ duration: null }, { duration: 'La duración es obligatoria' }],
      [{ amount: null }, { amount: 'El precio es obligatorio' }],
    ] as [Values, Values][])
      for (const answer of [await post({ ...least, ...values }), await patch(row.id, values)]) {
        expect([values, answer.status, answer.body.errors]).toEqual([values, 400, errors]);
      }
    expect(await find(row.id)).toEqual(row);
    for (const months of [1, 36]) expect((await post({ ...least, duration: months })).status).toBe(201);
  });
});
