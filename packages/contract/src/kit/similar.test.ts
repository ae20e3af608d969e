import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSimilarMatcher, isOneEditApart, soundOf } from './similar';

it.each([
  ['guemez', 'guemes'],
  ['gonsalez', 'gonzalez'],
  ['balentina', 'valentina'],
  ['ceballos', 'seballos'],
  ['sebayos', 'ceballos'],
  ['ernandez', 'hernandez'],
  ['gimenez', 'jimenes'],
  ['quiroga', 'kiroga'],
  ['erica', 'erika'],
  ['sofia', 'sophia'],
  ['romy', 'romi'],
  ['anna', 'ana'],
])('A8 %s sounds like %s', (one, other) => {
  expect(soundOf(one)).toBe(soundOf(other));
});

it('A8 other letters are heard', () => {
  expect(new Set(['gato', 'cato', 'jato', 'dato', 'lato', 'yato', 'guato'].map(soundOf)).size).toBe(7);
});

it('A8 one edit is a letter more, less, other or swapped, and no more than that', () => {
  const letters = fc.stringMatching(/^[abc]{0,6}$/);
  const edits = (text: string) => {
    const results = new Set<string>();
    for (let at = 0; at <= text.length; at += 1) {
      const [head, rest] = [text.slice(0, at), text.slice(at)];
      if (rest) results.add(head + rest.slice(1));
      if (rest.length > 1) results.add(`${head}${rest[1]}${rest[0]}${rest.slice(2)}`);
      for (const letter of 'abc') results.add(head + letter + rest).add(head + letter + rest.slice(1));
    }
    results.delete(text);
    return results;
  };
  fc.assert(
    fc.property(letters, letters, (one, other) => {
      expect(isOneEditApart(one, other)).toBe(edits(one).has(other));
    }),
    { numRuns: 3_000 },
  );
});

it('A8 a text is similar that has every word, or one that sounds like it or has one typo', () => {
  const found = (...words: string[]) =>
    ['sentadilla bulgara', 'press de banca', 'prensa'].filter(createSimilarMatcher(words));
  expect(found('sentadila')).toEqual(['sentadilla bulgara']);
  expect(found('vanca')).toEqual(['press de banca']);
  expect(found('vulg', 'sentadiya')).toEqual(['sentadilla bulgara']);
  expect(found('sentadilla', 'banca')).toEqual([]);
  expect(found('zzz')).toEqual([]);
});
