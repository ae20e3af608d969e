import { describe, expect, it } from 'vitest';
import {
  dietStatusLabel,
  genderLabel,
  genders,
  historyStatuses,
  historyStatusLabel,
  normalizeRole,
  paymentMethodLabel,
  paymentMethods,
  paymentStatuses,
  paymentStatusLabel,
  paymentTypeLabel,
  paymentTypes,
  roleLabel,
  roles,
  statusLabel,
  userGenderLabel,
} from './labels';

const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

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
    inherited,
  ])('refuse %j and the like', (...values) => {
    expect(values.map(normalizeRole).filter((role) => role !== undefined)).toEqual([]);
  });

  it('show an unknown role as it came', () => {
    expect(roleLabel('OWNER')).toBe('OWNER');
  });
});

describe('genders', () => {
  it('read Otro on users and Unisex elsewhere', () => {
    expect(genders).toEqual(['Male', 'Female', 'Unisex']);
    expect(genders.map(userGenderLabel)).toEqual(['Masculino', 'Femenino', 'Otro']);
    expect(genders.map(genderLabel)).toEqual(['Masculino', 'Femenino', 'Unisex']);
    expect([...inherited, 'X'].map(genderLabel)).toEqual([...inherited, 'X']);
    expect(userGenderLabel('X')).toBe('X');
  });
});

describe('statuses', () => {
  it('are Activo and Inactivo, of a diet Activa and Inactiva', () => {
    expect([true, false].map(statusLabel)).toEqual(['Activo', 'Inactivo']);
    expect([true, false].map(dietStatusLabel)).toEqual(['Activa', 'Inactiva']);
  });

  it('of a subscription history have five values and their labels', () => {
    expect(historyStatuses.map((status) => [status, historyStatusLabel(status)])).toEqual([
      ['active', 'Activa'],
      ['completed', 'Completada'],
      ['expired', 'Expirada'],
      ['canceled', 'Cancelada'],
      ['pending', 'Pendiente'],
    ]);
    expect(historyStatusLabel('frozen')).toBe('frozen');
  });
});

describe('payments', () => {
  it('have four statuses and their labels', () => {
    expect(paymentStatuses.map((status) => [status, paymentStatusLabel(status)])).toEqual([
      ['completed', 'Completado'],
      ['pending', 'Pendiente'],
      ['failed', 'Fallido'],
      ['processing', 'Procesando'],
    ]);
    expect(paymentStatusLabel('refunded')).toBe('refunded');
  });

  it('have four types, and any other reads Otro', () => {
    expect(paymentTypes.map((type) => [type, paymentTypeLabel(type)])).toEqual([
      ['subscription', 'Suscripción'],
      ['package', 'Paquete'],
      ['product', 'Producto'],
      ['other', 'Otro'],
    ]);
    for (const type of ['', 'otro', 'PACKAGE', ...inherited]) expect(paymentTypeLabel(type)).toBe('Otro');
  });

  it('have four methods and their labels', () => {
    expect(paymentMethods.map((method) => [method, paymentMethodLabel(method)])).toEqual([
      ['efectivo', 'Efectivo'],
      ['tarjeta', 'Tarjeta'],
      ['transferencia', 'Transferencia'],
      ['mercadopago', 'Mercado Pago'],
    ]);
    expect(paymentMethodLabel('cheque')).toBe('cheque');
  });
});
