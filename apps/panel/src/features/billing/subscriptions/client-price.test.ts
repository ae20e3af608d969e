import { expect, it } from 'vitest';
import { clientPriceOf, describeActivationPayment } from '#features/billing/subscriptions/client-price';

it.each([
  [9_000, 9_000],
  [15_000, 12_000],
  [undefined, 12_000],
])('AJU-03 with an own price of %s a client pays %s of a list price of 12000', (amount, price) => {
  const client_prices = amount === undefined ? [] : [{ plan_id: 3, amount, until: null }];
  expect(clientPriceOf({ client_prices }, 3, 12_000)).toBe(price);
});

it.each([
  [12_000, 'Se registra un pago de ARS 12.000,00.'],
  [5_000, 'Se registra un pago de ARS 5.000,00. Se vende por ARS 5.000,00: no queda deuda.'],
  [0, 'No se registra ningún pago. Se vende por ARS 0,00: no queda deuda.'],
])('AJU-07 activating for %s below a list price of 12000 leaves no debt, and says so', (amount, words) => {
  expect(describeActivationPayment(amount, 12_000)).toBe(words);
});
