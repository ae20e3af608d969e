import { describe, expect, it } from 'vitest';
import { genders } from '../kit/labels';
import { normalizeRole, roleLabel, roles, userGenderLabel } from './users.labels';

const inheritedKeys = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

describe('roles', () => {
  it('have three values and their labels', () => {
    expect(roles.map((role) => [role, roleLabel(role)])).toEqual([
      ['ADMIN', 'Administrador'],
      ['TRAINER', 'Entrenador'],
      ['CLIENT', 'Cliente'],
    ]);
  });

  it.each([
    ['ADMIN', ['ADMIN', 'admin', 'administrador']],
    ['TRAINER', ['TRAINER', 'trainer', 'entrenador']],
    ['CLIENT', ['CLIENT', 'client', 'cliente']],
  ])('know %s by exactly three names', (role, names) => {
    expect(names.map(normalizeRole)).toEqual([role, role, role]);
    expect(new Set(names.map(roleLabel)).size).toBe(1);
  });

  it.each([
    ['Admin', 'Admin ', 'admin ', ' admin', 'ADMIN\u0000', 'ＡＤＭＩＮ', 'Administrador', 'ADMINISTRADOR', 'аdmin', ''],
    [null, undefined, 0, true, ['ADMIN'], { role: 'ADMIN' }],
    inheritedKeys,
  ])('refuse %j and the like', (...values) => {
    expect(values.map(normalizeRole).filter((role) => role !== undefined)).toEqual([]);
  });

  it('show an unknown role as it came', () => {
    expect(roleLabel('OWNER')).toBe('OWNER');
  });
});

it('the third gender of a person reads Otro', () => {
  expect(genders.map(userGenderLabel)).toEqual(['Masculino', 'Femenino', 'Otro']);
  expect(userGenderLabel('X')).toBe('X');
});
