import { describe, expect, it } from 'vitest';
import { genderLabel, genders, statusLabel } from './labels';

const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

describe('genders', () => {
  it('read Unisex on what is not a person', () => {
    expect(genders).toEqual(['Male', 'Female', 'Unisex']);
    expect(genders.map(genderLabel)).toEqual(['Masculino', 'Femenino', 'Unisex']);
    expect([...inherited, 'X'].map(genderLabel)).toEqual([...inherited, 'X']);
  });
});

describe('statuses', () => {
  it('are Activo and Inactivo', () => {
    expect([true, false].map(statusLabel)).toEqual(['Activo', 'Inactivo']);
  });
});
