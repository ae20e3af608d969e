import { expect, it } from 'vitest';
import { measuredKinds } from '#features/coaching/measures/measures-calls';

it('PGR-04 shows every kind that was ever noted, oldest first, without what was erased', () => {
  const cell = { v: 1, by: 'x' };
  expect(
    measuredKinds({
      values: {
        waist: [{ day: '2026-01-01', value: null, ...cell }],
        hips: [{ day: '2026-01-01', value: 90, ...cell }],
        weight: [
          { day: '2026-02-02', value: 71.5, ...cell },
          { day: '2026-02-01', value: null, ...cell },
          { day: '2026-01-31', value: 72, ...cell },
        ],
      },
    }),
  ).toEqual([
    {
      kind: 'weight',
      values: [
        { day: '2026-01-31', value: 72 },
        { day: '2026-02-02', value: 71.5 },
      ],
    },
    { kind: 'hips', values: [{ day: '2026-01-01', value: 90 }] },
  ]);
});
