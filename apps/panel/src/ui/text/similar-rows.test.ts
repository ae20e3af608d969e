import { expect, it } from 'vitest';
import { findOrSimilar, searchExactly } from '#ui/text/similar-rows';

it('A8 a search that finds nothing finds what is similar, unless by the letter', () => {
  const rows = ['sentadilla bulgara', 'press de banca'];
  const find = (typed: string) =>
    findOrSimilar(rows, { typed, fits: (row) => row.includes(typed), textOf: (row) => row });
  expect(find('banca')).toEqual({ found: ['press de banca'], isSimilar: false });
  expect(find('sentadila')).toEqual({ found: ['sentadilla bulgara'], isSimilar: true });
  expect(find('zumba')).toEqual({ found: [], isSimilar: false });
  expect(find('')).toEqual({ found: rows, isSimilar: false });
  searchExactly();
  expect(find('sentadila')).toEqual({ found: [], isSimilar: false });
});
