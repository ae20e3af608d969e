import { expect, it } from 'vitest';
import { upTo } from '#ui/lists/use-gradual-rows';

const rows = (...ids: number[]) => ids.map((id) => ({ id }));

it('shows rows up to the last new one that fits, and all of those that were there', () => {
  expect(upTo(rows(1, 2, 3, 4), [], 2)).toEqual(rows(1, 2));
  expect(upTo(rows(9, 1, 2, 3, 8), rows(9, 8), 2)).toEqual(rows(9, 1, 2));
  expect(upTo(rows(9, 1, 2, 3, 8), rows(9, 1, 2), 2)).toEqual(rows(9, 1, 2, 3, 8));
  const same = rows(3, 2, 1);
  expect(upTo(same, rows(1, 2, 3), 0)).toBe(same);
});
