import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TITLE_LENGTH } from '../kit/fields';
import { copyTitle } from './copy-title';

it.each([
  ['Fuerza', [], 'Fuerza (copia)'],
  ['Fuerza', ['Fuerza (copia)'], 'Fuerza (copia 2)'],
  ['Fuerza', ['Fuerza (copia)', 'Fuerza (copia 2)'], 'Fuerza (copia 3)'],
  ['Fuerza', ['Fuerza (copia 2)'], 'Fuerza (copia)'],
  ['Fuerza (copia)', ['Fuerza (copia)'], 'Fuerza (copia 2)'],
  ['Fuerza (copia 2)', ['Fuerza (copia 2)'], 'Fuerza (copia)'],
  ['Fuerza (copia de Ana)', [], 'Fuerza (copia de Ana) (copia)'],
  ['a'.repeat(150), [], `${'a'.repeat(142)} (copia)`],
  ['a'.repeat(150), [`${'a'.repeat(142)} (copia)`], `${'a'.repeat(140)} (copia 2)`],
  [`${'a'.repeat(141)} bc`, [], `${'a'.repeat(141)} (copia)`],
  [`${'a'.repeat(141)}💪`, [], `${'a'.repeat(141)} (copia)`],
])('DUP-03 calls a copy of %j beside %j %j', (title, taken, called) => {
  expect(copyTitle(title, new Set(taken))).toBe(called);
});

it('DUP-03 gives twelve copies twelve titles that can be stored, whatever the original is called', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: TITLE_LENGTH }), (title) => {
      const taken = new Set<string>();
      for (let count = 0; count < 12; count += 1) taken.add(copyTitle(title, taken));
      expect(taken.size).toBe(12);
      expect([...taken].filter((made) => made.length > TITLE_LENGTH || !made.isWellFormed())).toEqual([]);
    }),
  );
});
