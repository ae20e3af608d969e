import type { Receipt } from '@pulso/contract/billing/payments';
import { describe, expect, it } from 'vitest';
import { fillReceiptMessage, buildReceiptText, wrapText } from './receipt.rules';

const receipt: Receipt = {
  ...{ id: 1234, type: 'subscription', item_id: 3, amount: 12_500.5, payment_method: 'transferencia' },
  ...{ status: 'completed', created_at: '2026-11-16T12:00:00.000Z', transaction_id: null, payment_url: null },
  ...{ kind: 'charge', day: '2026-11-15', concept: 'Mensual, del 15/11/2026 al 15/12/2026', category: null },
  ...{ notes: null, user: { id: 9, name: 'Ana María Gómez', deleted: false }, recorded_by: { id: 1, name: 'Luis' } },
  ...{
    settled_by: null,
    settled_at: null,
    reason: null,
    reverses: null,
    is_part: false,
    reversed_by: null,
    refunded: 0,
    claimed_on: null,
    claim: null,
    period_id: 4,
  },
  ...{ debt_id: null, close_id: null, has_receipt: false, fee: null, net: null, phone: '1123456789' },
  business: {
    ...{ name: 'El Galpón', cuit: '30-71234567-9', address: '', phone: '4567-8901' },
    ...{ area_code: '11', receipt_footer: 'Gracias' },
  },
} as const;

describe('a receipt', () => {
  it('PAG-15 says who sold what to whom, for how much and how', () => {
    const { business, details, title, facts, amount, words, mark } = buildReceiptText(receipt);
    expect({ business, details, title }).toEqual({
      business: 'El Galpón',
      details: ['CUIT 30-71234567-9', '4567-8901'],
      title: 'Comprobante N.º 00001234',
    });
    expect(Object.fromEntries(facts.map(({ name, value }) => [name, value]))).toEqual({
      Fecha: '15/11/2026',
      Cliente: 'Ana María Gómez',
      Concepto: 'Mensual, del 15/11/2026 al 15/12/2026',
      Método: 'Transferencia',
      Registró: 'Luis',
    });
    expect([amount, words]).toEqual(['ARS 12.500,50', 'Doce mil quinientos pesos con 50/100']);
    expect(mark).toBeUndefined();
  });

  it.each([
    [{ reversed_by: 1235 }, 'ANULADO'],
    [{ status: 'pending' }, 'PENDIENTE DE VERIFICACIÓN'],
    [{ status: 'processing' }, 'PENDIENTE DE VERIFICACIÓN'],
    [{ status: 'failed' }, 'RECHAZADO'],
  ] as const)('PAG-17 %o is marked %s', (fields, words) => {
    expect(buildReceiptText({ ...receipt, ...fields }).mark?.words).toBe(words);
  });

  it('PAG-15 PAG-07 a reversal names what it annuls and why; older rows have no author', () => {
    const { facts } = buildReceiptText({ ...receipt, reverses: 7, reason: 'Fue un error', recorded_by: null });
    expect(facts).toContainEqual({ name: 'Anula el', value: 'N.º 00000007: Fue un error' });
    expect(facts).toContainEqual({ name: 'Registró', value: '—' });
  });

  it('AJU-12 a reversal of a part gives back and annuls nothing; its payment says what of it was given back', () => {
    const part = {
      ...receipt,
      kind: 'reversal',
      amount: -3_000,
      reverses: 7,
      is_part: true,
      reason: 'Se fue',
    } as const;
    const facts = buildReceiptText(part).facts;
    expect(facts).toContainEqual({ name: 'Devuelve parte del', value: 'N.º 00000007: Se fue' });
    expect(fillReceiptMessage('Hola {nombre}, recibimos {monto}.', part)).toBeUndefined();
    const given = { ...receipt, refunded: 3_000 };
    expect(buildReceiptText(given).facts.slice(4, 6)).toEqual([
      { name: 'Devuelto', value: 'ARS 3.000,00' },
      { name: 'Queda pagado', value: 'ARS 9.500,50' },
    ]);
    expect(fillReceiptMessage('Hola {nombre}, recibimos {monto}.', given)).toBe(
      'Hola Ana, recibimos $ 12.500,50.\nTe devolvimos $ 3.000: quedan pagados $ 9.500,50.',
    );
    expect(buildReceiptText({ ...given, reversed_by: 9 }).facts.map(({ name }) => name)).not.toContain('Devuelto');
  });

  it('PAG-18 the message is the template with what was paid; a line without its value is left out', () => {
    const template = 'Hola {nombre}, recibimos {monto} del {fecha}.\n{concepto}\nAlias: {alias}\nGracias. {negocio}';
    expect(fillReceiptMessage(template, receipt)).toBe(
      'Hola Ana, recibimos $ 12.500,50 del 15/11/2026.\nMensual, del 15/11/2026 al 15/12/2026\nGracias. El Galpón',
    );
  });

  it('B3 the message says that money was received only where it was', () => {
    const template = 'Hola {nombre}, recibimos tu pago de {monto}.';
    for (const other of [
      { status: 'failed' },
      { reversed_by: { id: 9, reason: 'Error', at: '2026-11-16T12:00:00.000Z' } },
      { kind: 'reversal', amount: -12_500.5 },
    ])
      expect(fillReceiptMessage(template, { ...receipt, ...other } as Receipt)).toBeUndefined();
    for (const status of ['pending', 'processing'] as const)
      expect(fillReceiptMessage(template, { ...receipt, status })).toBe(
        'Hola Ana, tu pago de $ 12.500,50 del 15/11/2026 se está verificando.\nMensual, del 15/11/2026 al 15/12/2026\nEl Galpón',
      );
  });

  it('A17 what is left of a sale that was paid in part stands on the receipt and in the message, while it is owed', () => {
    const partial = { ...receipt, owed: 38_000 };
    const balance = { name: 'Saldo', value: 'ARS 38.000,00' };
    expect(buildReceiptText(partial).facts).toContainEqual(balance);
    expect(fillReceiptMessage('Hola {nombre}.', partial)).toBe('Hola Ana.\nSaldo: $ 38.000');
    expect(fillReceiptMessage('Te queda {deuda}.', partial)).toBe('Te queda $ 38.000.');
    expect(fillReceiptMessage('Hola {nombre}.', { ...partial, status: 'pending' })).toContain('\nSaldo: $ 38.000');
    expect(fillReceiptMessage('Hola {nombre}.', { ...receipt, owed: 0 })).toBe('Hola Ana.');
    // A debt still counts the payment that nobody has verified.
    const unverified = { ...partial, status: 'pending', debt_id: 3 } as const;
    expect(fillReceiptMessage('Hola {nombre}.', unverified)).toContain('\nSaldo: $ 25.499,50');
    expect(fillReceiptMessage('Hola {nombre}.', { ...unverified, owed: 12_500.5 })).not.toContain('Saldo');
    for (const other of [{ status: 'failed' }, { kind: 'reversal' }, { reversed_by: 9 }])
      expect(buildReceiptText({ ...partial, ...other } as Receipt).facts).not.toContainEqual(balance);
  });

  it('PAG-18 lines of the picture are as wide as it is, and break only where they must', () => {
    const fits = (line: string) => line.length <= 10;
    expect(wrapText('Mensual, del 15 al 16', fits)).toEqual(['Mensual,', 'del 15 al', '16']);
    expect(wrapText('Otorrinolaringología\n\nsí', fits)).toEqual(['Otorrinola', 'ringología', '', 'sí']);
  });
});
