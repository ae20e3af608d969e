import type { ExerciseSet } from '@pulso/contract/content/exercises';
import { describe, expect, it } from 'vitest';
import { setsLine } from '#features/content/exercises/sets-line';

const set = (set_number: number, values: Partial<ExerciseSet>): ExerciseSet => ({
  ...{ id: set_number, exercise_id: 1, set_number, reps: null, duration_seconds: null, weight: null, rest_seconds: 60 },
  ...values,
});
const several = (count: number, values: Partial<ExerciseSet>) =>
  Array.from({ length: count }, (_, index) => set(index + 1, values));

describe('setsLine', () => {
  it.each([
    [several(4, { reps: 12 }), '4 × 12 · desc. 60 s'],
    [several(3, { duration_seconds: 30, rest_seconds: 0 }), '3 × 30 s'],
    [several(1, { reps: 5, weight: 62.5, rest_seconds: 180 }), '1 × 5 · 62,5 kg · desc. 180 s'],
    [[set(2, { reps: 10, weight: 60 }), set(1, { reps: 12, weight: 40 })], '12, 10 · 40–60 kg · desc. 60 s'],
    [[set(1, { reps: 12 }), set(2, { duration_seconds: 30, rest_seconds: 90 })], '12, 30 s · desc. 60–90 s'],
    [[set(1, { reps: NaN, rest_seconds: NaN })], ''],
    [[], ''],
  ])('writes %j', (sets, line) => {
    expect(setsLine(sets)).toBe(line);
  });
});
