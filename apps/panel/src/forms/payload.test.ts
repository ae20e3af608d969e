import { expect, it } from 'vitest';
import { buildMultipart } from '#forms/payload';

it('writes what a form can hold as the contract reads it: text as it is, null as blank, the rest as JSON', () => {
  const values = { name: 'Ana', age: null, weight: 70.5, status: false, days: [1], password: undefined };
  const payload = buildMultipart(values, { name: 'image', file: undefined });
  const form = payload && 'form' in payload ? payload.form : new FormData();
  expect(Object.fromEntries(form)).toEqual({ name: 'Ana', age: '', weight: '70.5', status: 'false', days: '[1]' });
});
