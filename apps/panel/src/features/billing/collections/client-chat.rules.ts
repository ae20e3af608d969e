import type { CollectionRow, Contact } from '@pulso/contract/billing/collections';
import { clientPriceOf } from '#features/billing/subscriptions/client-price';
import type { Renewal } from '@pulso/contract/billing/subscriptions';

type Client = { id: number; name: string; phone: string; status: boolean };

/** A client as Cobranzas would list him, whatever he has to pay. */
export function toCollectionRow(
  { id, name, phone, status }: Client,
  renewal: Renewal | undefined,
  last: Contact | undefined,
): CollectionRow {
  const { plan = null, list_price = null, run, owed = 0 } = renewal ?? {};
  return {
    user: { id, name, phone, status },
    plan,
    end: run?.on ? run.end : null,
    price: renewal && plan && list_price !== null ? clientPriceOf(renewal, plan.id, list_price) : null,
    owed,
    last_contact: last ?? null,
    ...{ snoozed_until: null, promised_on: null, promised_amount: null, promise_paid: null, claim: null },
    link: renewal?.link ?? null,
  };
}
