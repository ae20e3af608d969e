import type { ExerciseSet } from '@pulso/contract/content/exercises';
import { describe, expect, it } from 'vitest';
import { summarizeSets } from '#features/content/exercises/summarize-sets';

const buildSet = (set_number: number, values: Partial<ExerciseSet>): ExerciseSet => ({
  ...{ id: set_number, exercise_id: 1, set_number, reps: null, duration_seconds: null, weight: null, rest_seconds: 60 },
  ...values,
});
const buildEqualSets = (count: number, values: Partial<ExerciseSet>) =>
  Array.from({ length: count }, (_, index) => buildSet(index + 1, values));

describe('setsLine', () => {
  it.each([
    [buildEqualSets(4, { reps: 12 }), '4 × 12 · desc. 60 s'],
    [buildEqualSets(3, { duration_seconds: 30, rest_seconds: 0 }), '3 × 30 s'],
    [buildEqualSets(1, { reps: 5, weight: 62.5, rest_seconds: 180 }), '1 × 5 · 62,5 kg · desc. 180 s'],
    [[buildSet(2, { reps: 10, weight: 60 }), buildSet(1, { reps: 12, weight: 40 })], '12, 10 · 40–60 kg · desc. 60 s'],
    [[buildSet(1, { reps: 12 }), buildSet(2, { duration_seconds: 30, rest_seconds: 90 })], '12, 30 s · desc. 60–90 s'],
    [[buildSet(1, { reps: NaN, rest_seconds: NaN })], ''],
    [[], ''],
  ])('writes %j', (sets, line) => {
    expect(summarizeSets(sets)).toBe(line);
  });
});
