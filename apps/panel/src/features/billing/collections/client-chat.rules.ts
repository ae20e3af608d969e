import type { CollectionRow, Contact } from '@pulso/contract/billing/collections';
import type { Renewal } from '@pulso/contract/billing/subscriptions';

type Client = { id: number; name: string; phone: string; status: boolean };

/** A client as Cobranzas would list him, whatever he has to pay. */
export function toCollectionRow(
  { id, name, phone, status }: Client,
  renewal: Renewal | undefined,
  last: Contact | undefined,
): CollectionRow {
  const { plan = null, list_price = null, client_prices = [], run, owed = 0 } = renewal ?? {};
  const own = client_prices.find(({ plan_id }) => plan_id === plan?.id)?.amount;
  return {
    user: { id, name, phone, status },
    plan,
    end: run?.on ? run.end : null,
    price: own ?? list_price,
    owed,
    last_contact: last ?? null,
    ...{ snoozed_until: null, promised_on: null, promised_amount: null, promise_paid: null },
  };
}
