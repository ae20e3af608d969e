import { isJson, type Json } from '#mercadopago/json.rules';
import type { OutsidePayment } from '#mercadopago/mercadopago';

const STATUSES = [
  'pending',
  'approved',
  'authorized',
  'in_process',
  'in_mediation',
  'rejected',
  'cancelled',
  'refunded',
  'charged_back',
] as const satisfies OutsidePayment['status'][];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const MAX_AMOUNT = 1e12;
/** A number, or a text that is one: Orders write amounts as text. */
function amountOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  const isAmount = typeof number === 'number' && number >= 0 && number < MAX_AMOUNT;
  return isAmount ? Math.round(number * 100) / 100 : null;
}
const objectOf = (value: unknown): Json => (isJson(value) ? value : {});
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isJson) : []);

/** A number of a payment, which comes as number and as text. */
export function idOf(value: unknown): string | undefined {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && /^\d{1,20}$/.test(text) ? text : undefined;
}

/** An instant that says where: without an offset it would be another one with each server. */
function instantOf(value: unknown): Date | null {
  const text = textOf(value);
  const date = new Date(text);
  return /(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(date.getTime()) ? date : null;
}

/** The fee that the collector paid; null where Mercado Pago does not say. */
function feeOf(payment: Json, amount: number, net: number | null): number | null {
  const fees = listOf(payment.fee_details).filter(
    ({ fee_payer: payer }) => payer === undefined || payer === 'collector',
  );
  if (fees.length === 0) return net === null ? null : Math.max(0, Math.round((amount - net) * 100) / 100);
  return Math.round(fees.reduce((sum, fee) => sum + (amountOf(fee.amount) ?? 0), 0) * 100) / 100;
}

/** The fields of a payment that are used here. Undefined if it is none: without a number, a status or an amount. */
export function readOutsidePayment(value: unknown): OutsidePayment | undefined {
  const payment = objectOf(value);
  const id = idOf(payment.id);
  const word = textOf(payment.status);
  const amount = amountOf(payment.transaction_amount);
  if (id === undefined || word === '' || amount === null) return undefined;
  // A status that is new to us is one that we wait for to become another.
  const status = STATUSES.find((known) => known === word) ?? 'in_process';
  const approved_at = instantOf(payment.date_approved);
  const received = amountOf(objectOf(payment.transaction_details).net_received_amount);
  // Before the approval there is a zero, which is no amount that was received.
  const net = approved_at === null || received === 0 ? null : received;
  return {
    id,
    status,
    status_detail: textOf(payment.status_detail),
    reference: textOf(payment.external_reference) || null,
    amount,
    refunded: amountOf(payment.transaction_amount_refunded) ?? 0,
    currency: textOf(payment.currency_id),
    approved_at,
    fee: approved_at === null ? null : feeOf(payment, amount, net),
    net,
  };
}
