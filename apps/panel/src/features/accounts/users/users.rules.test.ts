import type { UserListRow } from '@pulso/contract/accounts/users';
import { describe, expect, it } from 'vitest';
import {
  findUsers,
  firstView,
  queryOf,
  searchable,
  sortUsers,
  type UsersView,
} from '#features/accounts/users/users.rules';
import { userCsvLine } from '#features/accounts/users/list/users-csv';

const TODAY = '2026-03-05';
const base: UserListRow = {
  id: 1,
  name: 'Ana',
  gender: 'Female',
  username: 'ana',
  countryCodeT: '+54',
  phone: '1155501234',
  role: 'CLIENT',
  status: true,
  suscription_status: false,
  suscription_end: null,
  created_at: '2026-01-01T12:00:00.000Z',
};
const people = (...changes: Partial<UserListRow>[]) =>
  changes.map((change, index) => ({ ...base, id: index + 1, ...change }));
const ids = (users: UserListRow[], view: Partial<UsersView>) => {
  const query = queryOf({ ...firstView, ...view });
  return findUsers(sortUsers(searchable(users), query), query, TODAY).map(({ id }) => id);
};

describe('queryOf', () => {
  it('leaves out what an address does not mean', () => {
    const odd = {
      rol: 'constructor',
      estado: 'toString',
      suscripcion: '',
      orden: 'password',
      sentido: 'desc',
      buscar: '  ',
    };
    expect(Object.values(queryOf({ ...firstView, ...odd })).filter((value) => value !== undefined)).toEqual([]);
  });

  it('cuts a search that the server would refuse, and never within a character', () => {
    expect(queryOf({ ...firstView, buscar: `${'a'.repeat(199)}😀` }).search?.isWellFormed()).toBe(true);
    expect(queryOf({ ...firstView, buscar: 'a'.repeat(500) }).search).toHaveLength(200);
  });
});

describe('findUsers', () => {
  it('finds every word in name, username or phone, without case and accents, literally, within one of them', () => {
    const users = people(
      { name: 'José Ñandú' },
      { username: 'JOSE.p' },
      { phone: '1147770000' },
      { name: '100% real' },
    );
    expect(ids(users, { buscar: 'jose' })).toEqual([1, 2]);
    expect(ids(users, { buscar: 'NANDU' })).toEqual([1]);
    expect(ids(users, { buscar: '+54 11 4777-0000' })).toEqual([3]);
    expect(ids(users, { buscar: '%' })).toEqual([4]);
    expect(ids(users, { buscar: 'ñandú  jose' })).toEqual([1]);
    expect(ids(users, { buscar: 'ñandú nadie' })).toEqual([]);
    expect(ids(users, { buscar: 'ñandúana' })).toEqual([]);
  });

  it('counts a subscription as active while its flag is on and its end is ahead', () => {
    const on = { suscription_status: true };
    const users = people({}, { ...on, suscription_end: TODAY }, { ...on, suscription_end: '2026-03-06' }, on, {
      suscription_end: '2026-03-06',
    });
    expect(ids(users, { suscripcion: 'active' })).toEqual([3]);
    expect(ids(users, { suscripcion: 'inactive' })).toEqual([1, 2, 4, 5]);
    const ends = people({ ...on, suscription_end: '2026-03-12' }, { ...on, suscription_end: '2026-03-13' }, ...users);
    expect(ids(ends, { suscripcion: 'expiring' })).toEqual([1, 3]);
  });

  it('sorts as a Spanish reader expects, ends without a date first, equals by id, and keeps the given order without a wish', () => {
    const users = people({ name: 'Zoe' }, { name: 'ñata' }, { name: 'Nora' }, { name: 'Álvaro' }, { name: 'zoe' });
    expect(ids(users, { orden: 'name' })).toEqual([4, 3, 2, 1, 5]);
    expect(ids(users, { orden: 'name', sentido: 'desc' })).toEqual([5, 1, 2, 3, 4]);
    expect(ids([...users].reverse(), {})).toEqual([5, 4, 3, 2, 1]);
    const ends = people({ suscription_end: '2026-05-01' }, {}, { suscription_end: '2026-04-01' });
    expect(ids(ends, { orden: 'suscription_end' })).toEqual([2, 3, 1]);
  });
});

it('C1 C3 a line of the file has the words of the screen and nothing that a spreadsheet computes', () => {
  const user = { ...base, name: '=cmd', suscription_status: true, suscription_end: '2026-03-06' };
  expect(userCsvLine(user, TODAY)).toBe(
    `1,"'=cmd",Femenino,ana,"'+54 1155501234",Cliente,Activo,Por expirar (1 día),01/01/2026`,
  );
});
