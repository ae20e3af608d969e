import { expect, it } from 'vitest';
import { findOptions, createWordMatcher } from '#ui/pickers/find-options';
import { plainText } from '#ui/text/plain-text';

it('finds what holds every word typed, in any order, without case and accents', () => {
  const fits = (typed: string, text: string) => createWordMatcher(typed)(plainText(text));
  expect(fits('banca PRESS', 'Press de banca')).toBe(true);
  expect(fits(' nandu ', 'Ñandú')).toBe(true);
  expect(fits('press plano', 'Press de banca')).toBe(false);
  expect(fits('', 'Lo que sea')).toBe(true);
});

it('puts first what begins with it', () => {
  const options = ['Con press', 'Press de banca', 'Sentadilla'].map((label, value) => ({ value, label }));
  expect(findOptions(options, 'press').shown.map(({ label }) => label)).toEqual(['Press de banca', 'Con press']);
});

it('A8 finds what sounds like it or has one typo, where nothing has it exactly', () => {
  const options = ['Sentadilla búlgara', 'Sentadilla', 'Press de banca'].map((label, value) => ({ value, label }));
  const found = (typed: string) => findOptions(options, typed).shown.map(({ label }) => label);
  expect(found('sentadila')).toEqual(['Sentadilla búlgara', 'Sentadilla']);
  expect(found('vanca pres')).toEqual(['Press de banca']);
  expect(found('sentadilla')).toEqual(['Sentadilla búlgara', 'Sentadilla']);
  expect(found('remo')).toEqual([]);
});
