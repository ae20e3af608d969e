import { statistics, type Statistics } from '@pulso/contract/desk/statistics';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildDistributions } from '#features/desk/statistics/statistics.rules';
import { completeAnswer } from '#test/gaps';

const completeStatistics = completeAnswer(statistics) as Statistics;
const levelDistribution = (totals: number[]) => {
  const por_nivel = totals.map((total, index) => ({ id: index + 1, title: `Nivel ${index}`, total }));
  const all = buildDistributions({
    ...completeStatistics,
    entrenamientos: { ...completeStatistics.entrenamientos, por_nivel },
  });
  return all.find(({ title }) => title === 'Niveles de entrenamiento')?.parts ?? [];
};

it('G3 INI-13 thirds are rounded each by itself, and no bar is wider than its panel', () => {
  expect(levelDistribution([7, 7, 7]).map(({ percent }) => percent)).toEqual([33, 33, 33]);
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 12 }), (totals) => {
      for (const { percent, count } of levelDistribution(totals)) {
        expect(Number.isInteger(percent) && percent >= 0 && percent <= 100).toBe(true);
        expect(count).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

it('a bar leads to the trainings of its level, if there are any', () => {
  expect(levelDistribution([2, 0]).map(({ to }) => to)).toEqual(['/entrenamientos?nivel=1', undefined]);
});
