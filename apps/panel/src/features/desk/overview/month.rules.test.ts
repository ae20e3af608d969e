import { expect, it } from 'vitest';
import { isCollected, monthLine, readMonthMoney } from '#features/desk/overview/month.rules';

const collected = {
  ...{ sum: 900, from: '2026-03-01', to: '2026-03-05' },
  before: { sum: 600, from: '2026-02-01', to: '2026-02-05' },
};

it('NEG-01 the money of a month is read with the same days of the last one, or not at all', () => {
  expect(readMonthMoney({ collected })).toEqual(collected);
  for (const numbers of [null, {}, { collected: 7 }, { collected: { ...collected, before: null } }])
    expect(readMonthMoney(numbers)).toBeUndefined();
  expect([{ month: '2026-03', collected: 1 }, { month: 3, collected: 1 }, null].map(isCollected)).toEqual([
    true,
    false,
    false,
  ]);
});

it('NEG-07 the line of a year names every third month, and says of the last one that it is not over', () => {
  const months = ['2025-12', '2026-01', '2026-02', '2026-03'].map((month, at) => ({ month, collected: at * 100 }));
  const { steps, marks, curves } = monthLine(months, '2026-03');
  expect(steps.map(({ name }) => name)).toEqual([
    ...['diciembre de 2025', 'enero de 2026', 'febrero de 2026', 'marzo de 2026'],
  ]);
  expect(marks.map(({ at }) => at)).toEqual([0, 3]);
  expect(curves[0]?.points.map(({ text, note }) => [text, note])).toEqual([
    ['ARS 0,00', undefined],
    ['ARS 100,00', undefined],
    ['ARS 200,00', undefined],
    ['ARS 300,00', 'hasta hoy'],
  ]);
});
