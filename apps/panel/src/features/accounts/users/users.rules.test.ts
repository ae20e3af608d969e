import type { UserListRow } from '@pulso/contract/accounts/users';
import { describe, expect, it } from 'vitest';
import { findUsers, toSearchableUsers, sortUsers } from '#features/accounts/users/find-users.rules';
import { defaultView, toUsersQuery, type UsersView } from '#features/accounts/users/users.rules';
import { userCsvLine } from '#features/accounts/users/list/users-csv';

const TODAY = '2026-03-05';
const baseUser: UserListRow = {
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
const buildUsers = (...changes: Partial<UserListRow>[]) =>
  changes.map((change, index) => ({ ...baseUser, id: index + 1, ...change }));
const foundIds = (users: UserListRow[], view: Partial<UsersView>) => {
  const query = toUsersQuery({ ...defaultView, ...view });
  return findUsers(sortUsers(toSearchableUsers(users), query), query, TODAY).users.map(({ id }) => id);
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
    expect(Object.values(toUsersQuery({ ...defaultView, ...odd })).filter((value) => value !== undefined)).toEqual([]);
  });

  it('cuts a search that the server would refuse, and never within a character', () => {
    expect(toUsersQuery({ ...defaultView, buscar: `${'a'.repeat(199)}😀` }).search?.isWellFormed()).toBe(true);
    expect(toUsersQuery({ ...defaultView, buscar: 'a'.repeat(500) }).search).toHaveLength(200);
  });
});

describe('findUsers', () => {
  it('finds every word in name, username or phone, without case and accents, literally, within one of them', () => {
    const users = buildUsers(
      { name: 'José Ñandú' },
      { username: 'JOSE.p' },
      { phone: '1147770000' },
      { name: '100% real' },
    );
    expect(foundIds(users, { buscar: 'jose' })).toEqual([1, 2]);
    expect(foundIds(users, { buscar: 'NANDU' })).toEqual([1]);
    expect(foundIds(users, { buscar: '+54 11 4777-0000' })).toEqual([3]);
    expect(foundIds(users, { buscar: '+54 9 11 4777-0000' })).toEqual([3]);
    expect(foundIds(users, { buscar: '%' })).toEqual([4]);
    expect(foundIds(users, { buscar: 'ñandú  jose' })).toEqual([1]);
    expect(foundIds(users, { buscar: 'ñandú nadie' })).toEqual([]);
    expect(foundIds(users, { buscar: 'ñandúana' })).toEqual([]);
  });

  it('A8 finds similar ones if nobody has what was typed, within the filters', () => {
    const users = buildUsers({ name: 'Ana Güemes' }, { name: 'Luz Domínguez', role: 'TRAINER' }, { name: 'Ana Pérez' });
    expect(foundIds(users, { buscar: 'guemez' })).toEqual([1]);
    expect(foundIds(users, { buscar: 'dominges' })).toEqual([2]);
    expect(foundIds(users, { buscar: 'dominges', rol: 'CLIENT' })).toEqual([]);
    expect(foundIds(users, { buscar: 'luz perez' })).toEqual([]);
  });

  it('counts a subscription as active while its flag is on and its end is ahead', () => {
    const on = { suscription_status: true };
    const users = buildUsers({}, { ...on, suscription_end: TODAY }, { ...on, suscription_end: '2026-03-06' }, on, {
      suscription_end: '2026-03-06',
    });
    expect(foundIds(users, { suscripcion: 'active' })).toEqual([3]);
    expect(foundIds(users, { suscripcion: 'inactive' })).toEqual([1, 2, 4, 5]);
    const ends = buildUsers(
      { ...on, suscription_end: '2026-03-12' },
      { ...on, suscription_end: '2026-03-13' },
      ...users,
    );
    expect(foundIds(ends, { suscripcion: 'expiring' })).toEqual([1, 3]);
  });

  it('sorts as a Spanish reader expects, ends without a date first, equals by id, and keeps the given order without a wish', () => {
    const users = buildUsers({ name: 'Zoe' }, { name: 'ñata' }, { name: 'Nora' }, { name: 'Álvaro' }, { name: 'zoe' });
    expect(foundIds(users, { orden: 'name' })).toEqual([4, 3, 2, 1, 5]);
    expect(foundIds(users, { orden: 'name', sentido: 'desc' })).toEqual([5, 1, 2, 3, 4]);
    expect(foundIds([...users].reverse(), {})).toEqual([5, 4, 3, 2, 1]);
    const ends = buildUsers({ suscription_end: '2026-05-01' }, {}, { suscription_end: '2026-04-01' });
    expect(foundIds(ends, { orden: 'suscription_end' })).toEqual([2, 3, 1]);
  });
});

it('C1 C3 a line of the file has the words of the screen and nothing that a spreadsheet computes', () => {
  const user = { ...baseUser, name: '=cmd', suscription_status: true, suscription_end: '2026-03-06' };
  expect(userCsvLine(user, TODAY, 'standard')).toBe(
    `1,"'=cmd",Femenino,ana,(+54) 1155501234,Cliente,Activo,Por expirar (1 día),01/01/2026`,
  );
});

describe('questions of an address', () => {
  it('NEG-02 asks what the numbers of Negocio lead to, and nothing by a value that means none', () => {
    const asked = { vence_desde: '2026-11-19', vence_hasta: '2026-12-18', nuevos: '2026-11', perdidos: '2026-13' };
    const query = toUsersQuery({ ...defaultView, ...asked });
    expect(query).toMatchObject({ ends_from: '2026-11-19', ends_to: '2026-12-18', new_in: '2026-11' });
    expect(query.lost_in ?? query.renewed_in).toBeUndefined();
  });
});
