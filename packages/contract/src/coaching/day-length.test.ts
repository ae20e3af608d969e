import { expect, it } from 'vitest';
import { minutesOf } from './day-length';

const set = (reps: number | null, seconds: number | null, rest: number) => ({ reps, reps_max: null, seconds, rest });
const place = (sets: ReturnType<typeof set>[], superset = false) => ({ sets, superset });
const four = (rest: number) => [1, 2, 3, 4].map(() => set(10, null, rest));

it('HOY-02 a day takes its work and its rests but the last, up to the next five minutes', () => {
  expect(minutesOf([])).toBe(0);
  // 4 × 40 s and 3 × 90 s are 7 min 10 s.
  expect(minutesOf([place(four(90))])).toBe(10);
  // 300 s are five minutes to the second.
  expect(minutesOf([place([set(null, 300, 60)])])).toBe(5);
  expect(minutesOf([place([set(null, 301, 60)])])).toBe(10);
});

it('HOY-02 nobody rests inside a round of a superset', () => {
  // Three rounds of 200 s, and twice 60 s: 12 min.
  const hold = [1, 2, 3].map(() => set(null, 100, 60));
  expect(minutesOf([place(hold, true), place(hold)])).toBe(15);
  expect(minutesOf([place(hold), place(hold)])).toBe(15);
  const long = [1, 2, 3].map(() => set(null, 100, 150));
  expect(minutesOf([place(long, true), place(long)])).toBe(15);
  expect(minutesOf([place(long), place(long)])).toBe(25);
});
