import { MAX_SETS } from '@pulso/contract/content/exercises';
import { describe, expect, it } from 'vitest';
import { planSetSteps } from '#features/content/exercises/set-steps';

const storedSets = (...ids: number[]) => ids.map((id) => ({ id }));

describe('the calls that save the sets of an exercise', () => {
  it('EJE-60 EJE-61 EJE-62 fill the places in order and remove last', () => {
    const fresh = {};
    const wanted = [{ id: 3 }, fresh, { id: 1 }];
    expect(planSetSteps(storedSets(1, 2, 3), wanted)).toEqual([
      { do: 'change', place: 1, row: { id: 3 }, id: 3 },
      { do: 'create', place: 2, row: fresh },
      { do: 'change', place: 3, row: { id: 1 }, id: 1 },
      { do: 'remove', id: 2 },
    ]);
  });

  it('create anew what somebody else has removed, and remove what nobody wanted', () => {
    expect(planSetSteps(storedSets(7), [{ id: 5 }])).toEqual([
      { do: 'create', place: 1, row: { id: 5 } },
      { do: 'remove', id: 7 },
    ]);
  });

  it('never hold more sets than an exercise may have, nor none', () => {
    const full = Array.from({ length: MAX_SETS }, (_, index) => ({ id: index + 1 }));
    const all = Array.from({ length: MAX_SETS }, () => ({}));
    let count = full.length;
    for (const step of planSetSteps(full, all)) {
      if (step.do === 'create') count += 1;
      if (step.do === 'remove') count -= 1;
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(MAX_SETS);
    }
    expect(count).toBe(MAX_SETS);
  });
});
