import { describe, expect, it } from 'vitest';
import {
  ledgerKindLabel,
  ledgerStatusLabel,
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

  it.each([
    [{}, 'Completado'],
    [{ status: 'failed' }, 'Fallido'],
    [{ refunded: 100 }, 'Devuelto en parte'],
    [{ refunded: 500, reversed_by: 7 }, 'Anulado'],
    [{ kind: 'reversal' }, 'Anulación'],
    [{ kind: 'reversal', is_part: true }, 'Devolución'],
  ])('AJU-12 %o reads %s in the ledger, and a reversal has one word for its class and its state', (fields, label) => {
    const row = { kind: 'charge', is_part: false, status: 'completed', reversed_by: null, refunded: 0, ...fields };
    expect(ledgerStatusLabel(row)).toBe(label);
    if (row.kind === 'reversal') expect(ledgerKindLabel(row.kind, row.is_part)).toBe(label);
  });
});
