import { describe, expect, it } from 'vitest';
import { genderLabel, genders, statusLabel } from './labels';

const inheritedKeys = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

describe('genders', () => {
  it('read Unisex on what is not a person', () => {
    expect(genders).toEqual(['Male', 'Female', 'Unisex']);
    expect(genders.map(genderLabel)).toEqual(['Masculino', 'Femenino', 'Unisex']);
    expect([...inheritedKeys, 'X'].map(genderLabel)).toEqual([...inheritedKeys, 'X']);
  });
});

describe('statuses', () => {
  it('are Activo and Inactivo', () => {
    expect([true, false].map(statusLabel)).toEqual(['Activo', 'Inactivo']);
  });
});
