import { plans } from '@pulso/contract/plans';
import { describe, expect, it } from 'vitest';
import { catalogueOf, openCatalogue, type Values } from '#test/catalogues';
import { sharedApp } from '#test/shared-app';

const shared = sharedApp();
const open = () => openCatalogue(catalogueOf(plans), shared());

describe('a plan', () => {
  it('PLA-23 API-27 V3 has its amount also as the price, to the cent', async () => {
    const { post, patch, rowOf, least, app, path } = await open();
    const row = rowOf(await post({ ...least, amount: 1_500.1 }), 201);
    expect([row.amount, row.price]).toEqual([1_500.1, 1_500.1]);
    const changed = rowOf(await patch(row.id, { amount: '0.07' }));
    expect([changed.amount, changed.price]).toEqual([0.07, 0.07]);
    const { raw } = await app.get(`${path}/${String(row.id)}`);
    expect(raw).toContain('"amount":0.07,');
  });

  it('PLA-24 PLA-25 FMT-06 V2 is active by a real true, however it was sent', async () => {
    const { post, patch, rowOf, least } = await open();
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
    const { post, patch, create, find, least } = await open();
    const row = await create();
    const duration = 'La duración debe ser un número entero de 1 a 36 meses';
    const amount = 'El precio debe ser un número no negativo';
    for (const [values, errors] of [
      ...[0, 37, 1.5, -1, '12 ', '1.0', 'doce', '1e1', 1e309, true].map((value) => [{ duration: value }, { duration }]),
      ...[-0.01, '-1', 5.005, '1,50', '1.500', 'NaN', 10_000_000_000, true].map((value) => [
        { amount: value },
        { amount },
      ]),
      [{ duration: null }, { duration: 'La duración es obligatoria' }],
      [{ amount: null }, { amount: 'El precio es obligatorio' }],
    ] as [Values, Values][])
      for (const answer of [await post({ ...least, ...values }), await patch(row.id, values)]) {
        expect([values, answer.status]).toEqual([values, 400]);
        // JSON has no Infinity: it arrives as null.
        if (Object.values(values)[0] !== Infinity) expect(answer.body.errors).toEqual(errors);
      }
    expect(await find(row.id)).toEqual(row);
    for (const months of [1, 36]) expect((await post({ ...least, duration: months })).status).toBe(201);
  });
});
