import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, daysBetween } from '../kit/dates';
import { pausedEnd, pauseInput, resumedEnd, resumedPause, yearlyLimitProblem } from './pauses';

const day = fc.nat({ max: 3_000 }).map((days) => addDays('2023-01-01', days));
const length = fc.integer({ min: 1, max: 366 });

it('PAU-01 PAU-04 MOD-05 moves the end by the pause, and a return on whatever day leaves as many paid days', () => {
  fc.assert(
    fc.property(day, length, length, length, fc.array(fc.nat({ max: 700 })), (from, days, left, other, returns) => {
      let pause = { from, to: addDays(from, days) };
      let end = pausedEnd(addDays(from, left), pause);
      expect(daysBetween(pause.to, end)).toBe(left);
      for (const after of [...returns, other]) {
        const on = addDays(from, after - 10);
        end = resumedEnd(end, pause, on);
        pause = resumedPause(pause, on);
        if (pause.to === from) break;
      }
      expect(daysBetween(pause.to, end)).toBe(left);
    }),
  );
});

it('PAU-04 leaves an end that was typed within the pause', () => {
  expect(resumedEnd('2026-03-10', { from: '2026-03-05', to: '2026-03-20' }, '2026-03-06')).toBe('2026-03-10');
});

const limitProblem = (from: string, to: string, others: [string, string][], limit: number | null) =>
  yearlyLimitProblem(
    { from, to },
    others.map(([first, next]) => ({ from: first, to: next })),
    limit,
  );

it('PAU-05 counts the days of each calendar year for itself', () => {
  const used: [string, string][] = [['2026-02-01', '2026-02-21']];
  expect(limitProblem('2026-06-01', '2026-06-11', used, 30)).toBeUndefined();
  expect(limitProblem('2026-06-01', '2026-06-12', used, 30)).toBe('Ya usó 20 de 30 días de pausa este año.');
  expect(limitProblem('2026-12-22', '2027-01-31', used, 30)).toBeUndefined();
  expect(limitProblem('2026-12-21', '2027-01-05', used, 30)).toBe('Ya usó 20 de 30 días de pausa este año.');
  expect(limitProblem('2026-12-22', '2027-02-01', used, 30)).toBe('Ya usó 0 de 30 días de pausa este año.');
  expect(limitProblem('2026-12-22', '2027-01-01', used, 0)).toBe('Ya usó 20 de 0 días de pausa este año.');
  expect(limitProblem('2026-01-01', '2026-12-31', used, null)).toBeUndefined();
});

it('PAU-01 asks for a return after the first day, at most 366 days later', () => {
  const problemOf = (to: unknown) =>
    pauseInput
      .safeParse({ from: '2026-03-05', to, reason: 'Viaja', end: '2026-04-05' })
      .error?.issues.map(({ path, message }) => [path[0], message]);
  expect(problemOf('2026-03-06')).toBeUndefined();
  expect(problemOf('2027-03-06')).toBeUndefined();
  expect(problemOf('2026-03-05')).toEqual([['to', 'Debe ser después del primer día de la pausa']]);
  expect(problemOf('2027-03-07')).toEqual([['to', 'La pausa puede durar hasta 366 días']]);
  expect(problemOf('mañana')).toEqual([['to', 'La fecha no es válida']]);
});
