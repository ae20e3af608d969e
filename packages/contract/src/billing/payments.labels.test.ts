import { describe, expect, it } from 'vitest';
import {
  paymentMethodLabel,
  paymentMethods,
  paymentStatuses,
  paymentStatusLabel,
  paymentTypeLabel,
  paymentTypes,
} from './payments.labels';

const inheritedKeys = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

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
    for (const type of ['', 'otro', 'PACKAGE', ...inheritedKeys]) expect(paymentTypeLabel(type)).toBe('Otro');
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
