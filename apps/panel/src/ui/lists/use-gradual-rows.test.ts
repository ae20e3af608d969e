import { expect, it } from 'vitest';
import { takeNewRows } from '#ui/lists/use-gradual-rows';

const buildRows = (...ids: number[]) => ids.map((id) => ({ id }));

it('shows rows up to the last new one that fits, and all of those that were there', () => {
  expect(takeNewRows(buildRows(1, 2, 3, 4), [], 2)).toEqual(buildRows(1, 2));
  expect(takeNewRows(buildRows(9, 1, 2, 3, 8), buildRows(9, 8), 2)).toEqual(buildRows(9, 1, 2));
  expect(takeNewRows(buildRows(9, 1, 2, 3, 8), buildRows(9, 1, 2), 2)).toEqual(buildRows(9, 1, 2, 3, 8));
  const same = buildRows(3, 2, 1);
  expect(takeNewRows(same, buildRows(1, 2, 3), 0)).toBe(same);
});
