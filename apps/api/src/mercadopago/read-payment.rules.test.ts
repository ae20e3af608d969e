import { describe, expect, it } from 'vitest';
import { readOutsidePayment } from '#mercadopago/read-payment.rules';

/** With the fields, the nulls and the offsets of a real answer. */
const answer = {
  id: 17_014_025_134,
  date_created: '2026-11-04T23:29:10.367-04:00',
  date_approved: '2026-11-04T23:30:11.481-04:00',
  date_last_updated: '2026-11-04T23:30:11.481-04:00',
  date_of_expiration: null,
  money_release_date: '2026-11-04T23:30:11.481-04:00',
  operation_type: 'regular_payment',
  issuer_id: '24',
  payment_method_id: 'master',
  payment_type_id: 'credit_card',
  status: 'approved',
  status_detail: 'accredited',
  currency_id: 'ARS',
  description: 'Renovación',
  live_mode: true,
  sponsor_id: null,
  taxes_amount: 0,
  shipping_amount: 0,
  collector_id: 200_000_001,
  payer: { type: null, id: '128185910', email: 'ana@example.com', identification: { type: 'DNI', number: '12345678' } },
  marketplace_owner: null,
  metadata: {},
  additional_info: { items: [{ id: '1', title: 'Mensual', quantity: '1', unit_price: '12500.0' }] },
  order: {},
  external_reference: '0b7f8c1e-5a2d-4f6b-9c3e-7d1a2b3c4d5e',
  transaction_amount: 12_500,
  transaction_amount_refunded: 0,
  coupon_amount: 0,
  installments: 3,
  transaction_details: {
    payment_method_reference_id: null,
    net_received_amount: 11_548.75,
    total_paid_amount: 14_210.4,
    overpaid_amount: 0,
    installment_amount: 4_736.8,
  },
  fee_details: [
    { type: 'mercadopago_fee', amount: 951.25, fee_payer: 'collector' },
    { type: 'financing_fee', amount: 1_710.4, fee_payer: 'payer' },
  ],
  charges_details: [],
  captured: true,
  card: { id: null, first_six_digits: '503143', last_four_digits: '6351' },
  refunds: [],
  point_of_interaction: {},
};
const read = (changes: object = {}) => readOutsidePayment({ ...answer, ...changes });

describe('a payment of Mercado Pago', () => {
  it('is read for what we use of it: the price and not what the bank took besides', () => {
    expect(read()).toEqual({
      id: '17014025134',
      status: 'approved',
      status_detail: 'accredited',
      reference: '0b7f8c1e-5a2d-4f6b-9c3e-7d1a2b3c4d5e',
      amount: 12_500,
      refunded: 0,
      currency: 'ARS',
      approved_at: new Date('2026-11-05T03:30:11.481Z'),
      fee: 951.25,
      net: 11_548.75,
    });
  });

  it('is read with ids and amounts as text, and with everything missing that may be', () => {
    expect(read({ id: '17014025134', transaction_amount: '12500.00' })).toEqual(read());
    expect(readOutsidePayment({ id: 7, status: 'pending', transaction_amount: 10 })).toEqual({
      id: '7',
      status: 'pending',
      status_detail: '',
      reference: null,
      amount: 10,
      refunded: 0,
      currency: '',
      approved_at: null,
      fee: null,
      net: null,
    });
    expect(read({ fee_details: [], charges_details: null })?.fee).toBe(951.25);
    expect(read({ fee_details: null, transaction_details: null })).toMatchObject({ fee: null, net: null });
    const pending = { status: 'in_process', date_approved: null, transaction_details: { net_received_amount: 0 } };
    expect(read(pending)).toMatchObject({ status: 'in_process', approved_at: null, fee: null, net: null });
    expect(read({ status: 'under_some_new_review' })?.status).toBe('in_process');
    expect(read({ external_reference: '' })?.reference).toBeNull();
    // Without an offset nobody knows which day it was.
    expect(read({ date_approved: '2026-11-04T23:30:11.481' })?.approved_at).toBeNull();
  });

  it('is none without a number, a status or an amount', () => {
    const none: unknown[] = [
      null,
      [],
      'approved',
      {},
      { ...answer, id: null },
      { ...answer, id: 1.5 },
      { ...answer, id: '../7' },
      { ...answer, status: 7 },
      { ...answer, transaction_amount: null },
      { ...answer, transaction_amount: -1 },
      { ...answer, transaction_amount: 'NaN' },
      { ...answer, transaction_amount: 1e300 },
    ];
    for (const value of none) expect(readOutsidePayment(value)).toBeUndefined();
  });
});
