import { expect, it } from 'vitest';
import { describePerson, readPerson, uniquePeople } from '#features/billing/collections/today/today.rules';

const row = {
  user: { id: 7, name: 'Ana', phone: '1155550000', status: true, profile_image: null },
  plan: { id: 1, title: 'Mensual' },
  end: '2026-03-05',
  owed: 0,
  promised_on: null,
};
const TODAY = '2026-03-05';
const describe = (changes: object) => describePerson(readPerson({ ...row, ...changes })!, TODAY);

it('says what somebody waits for today: the end, a promise in its place, and what is owed', () => {
  expect(describe({})).toBe('Mensual · Vence hoy');
  expect(describe({ end: '2026-03-03' })).toBe('Mensual · Venció hace 2 días');
  expect(describe({ promised_on: TODAY, owed: 4000 })).toBe('Mensual · Prometió pagar hoy · Debe ARS 4.000,00');
  expect(describe({ promised_on: '2026-03-04' })).toBe('Mensual · Prometió pagar hace 1 día');
  expect(describe({ promised_on: '2026-03-09' })).toBe('Mensual · Vence hoy');
  expect(describe({ plan: null, end: null })).toBe('');
});

it('a row with gaps is shown with what it has, and one of nobody is not', () => {
  expect(readPerson({ user: { id: 3 }, plan: 7, end: 1, owed: 'x' })).toEqual({
    ...{ id: 3, name: '', phone: '', status: true, profile_image: null },
    ...{ plan: undefined, end: null, owed: 0, promised_on: null },
  });
  for (const nobody of [null, 7, {}, { user: { name: 'Ana' } }]) expect(readPerson(nobody)).toBeUndefined();
});

it('who is in two lists is shown once, where they stand first', () => {
  const people = [1, 2, 1, 3].map((id) => readPerson({ user: { id } })!);
  expect(uniquePeople(people).map(({ id }) => id)).toEqual([1, 2, 3]);
});
