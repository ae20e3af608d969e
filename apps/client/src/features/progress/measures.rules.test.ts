import type { MyMeasures } from '@pulso/contract/coaching/measures';
import { expect, it } from 'vitest';
import { joinMeasures, readMeasure, shownKinds, type OwnMeasure } from './measures.rules';

const told: MyMeasures = {
  kinds: ['weight', 'waist'],
  values: {
    weight: [
      { day: '2026-11-18', value: 72.4, v: 2, by: 'uno' },
      { day: '2026-11-10', value: 73, v: 1, by: 'uno' },
      { day: '2026-11-01', value: null, v: 2, by: 'uno' },
    ],
    neck: [{ day: '2026-01-01', value: 38, v: 1, by: 'uno' }],
    hips: [{ day: '2026-01-01', value: null, v: 2, by: 'uno' }],
  },
};
const own = (fields: Partial<OwnMeasure>): OwnMeasure => ({
  ...{ kind: 'weight', day: '2026-11-19', value: 72, v: 1, by: 'dos', unsent: true },
  ...fields,
});

it('PGR-05 joins what the server told with what waits on this phone, by version', () => {
  const joined = joinMeasures('weight', told, [
    own({}),
    own({ day: '2026-11-18', value: 71, v: 1 }),
    own({ day: '2026-11-10', value: null, v: 2 }),
    own({ day: '2026-11-09', value: 74, v: 1, unsent: false }),
    own({ kind: 'waist', day: '2026-11-02', value: 80 }),
  ]);
  expect(joined).toEqual([
    { day: '2026-11-09', value: 74, state: 'sent' },
    { day: '2026-11-18', value: 72.4, state: 'sent' },
    { day: '2026-11-19', value: 72, state: 'unsent' },
  ]);
});

it('PGR-04 keeps a kind with its history that is no longer asked for, and none without', () => {
  expect(shownKinds(told, [])).toEqual(['weight', 'waist', 'neck']);
  expect(shownKinds(told, [own({ kind: 'neck', day: '2026-01-01', value: null, v: 2 })])).toEqual(['weight', 'waist']);
});

it('PGR-04 reads a number with comma or point, within the limits of its kind and a year back', () => {
  const today = '2026-11-19';
  const strange = { fault: 'El valor no parece correcto' };
  expect(readMeasure('weight', today, ' 72,4 ', today)).toEqual({ value: 72.4 });
  expect(readMeasure('weight', '2025-11-18', '72.45', today)).toEqual({ value: 72.45 });
  for (const typed of ['', 'hola', '1e2', '19,99', '400,01', '72,456', '-70', '7 2'])
    expect(readMeasure('weight', today, typed, today), typed).toEqual(strange);
  expect([readMeasure('waist', today, '9', today), readMeasure('body_fat', today, '76', today)]).toEqual([
    strange,
    strange,
  ]);
  for (const day of ['2026-11-20', '2025-11-17'])
    expect(readMeasure('weight', day, '72', today), day).toEqual({ fault: 'La fecha no es válida' });
});
