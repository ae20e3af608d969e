import { formatMoney } from '@pulso/contract/kit/money';
import type { Renewal } from '@pulso/contract/billing/subscriptions';

/** Price of a plan for a client: his own or the list's, the lower. */
export function clientPriceOf({ client_prices }: Pick<Renewal, 'client_prices'>, planId: number, listPrice: number) {
  const own = client_prices.find(({ plan_id }) => plan_id === planId)?.amount;
  return Math.min(own ?? listPrice, listPrice);
}

/** Payment recorded with an activation, whose price is the amount paid: nothing is owed of it. */
export function describeActivationPayment(amount: number, listPrice: number): string {
  const payment = amount > 0 ? `Se registra un pago de ${formatMoney(amount)}.` : 'No se registra ningún pago.';
  return amount < listPrice ? `${payment} Se vende por ${formatMoney(amount)}: no queda deuda.` : payment;
}
