import { clientPrice, clientPriceInput } from '@pulso/contract/billing/prices';
import type { Renewal } from '@pulso/contract/billing/subscriptions';
import type { Plan } from '@pulso/contract/catalogue/plans';
import { formatDate } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { useQueryClient } from '@tanstack/react-query';
import { CallFailure } from '@pulso/web/answers';
import { readRow } from '#api/reader';
import { PaymentDialog, toSale } from '#features/billing/ledger/payment-dialog';
import { refetchPrices } from '#features/billing/prices/prices-calls';
import { plansPlaceholder, PlanField, useChosenPlan } from '#features/billing/subscriptions/plan-field';
import { useRenewal } from '#features/billing/subscriptions/use-renewal';
import { usePlansOnSale } from '#features/catalogue/plans/plans-on-sale';
import { DateField } from '#forms/date-field';
import { MoneyField } from '#forms/money-field';
import { createSchemaCheck } from '#forms/schema-check';
import type { Options } from '#forms/use-options';

export const CLIENT_PRICE_TITLE = 'Mantener precio';
const FAILURE_MESSAGE = 'Error al guardar el precio. Por favor intenta de nuevo.';
const CLIENT_PRICE_PATH = 'client-price';
const check = createSchemaCheck(clientPriceInput);

type Props = { user: { id: number; name: string }; onClose: () => void };

/** Sets a client's own price for a plan, whatever the list says, for ever or until a day. */
export function ClientPriceDialog({ user, onClose }: Props) {
  const client = useQueryClient();
  const renewal = useRenewal(user.id, { fresh: true });
  const { list } = usePlansOnSale();
  return (
    <PaymentDialog
      title={CLIENT_PRICE_TITLE}
      subject={displayName(user.name)}
      submit={CLIENT_PRICE_TITLE}
      busyLabel="Guardando..."
      failed={FAILURE_MESSAGE}
      values={{ id: user.id }}
      method="PUT"
      check={(fields) => toSale(CLIENT_PRICE_PATH, check({ ...fields, user_id: user.id }))}
      done={(data) => {
        const price = readRow({ path: CLIENT_PRICE_PATH, row: clientPrice }, data);
        if (price === undefined) throw new CallFailure(200, undefined);
        refetchPrices(client);
        const { plan, amount, until } = price;
        return {
          title: `Mantiene ${formatMoney(amount)}, ${until === null ? 'siempre' : `hasta el ${formatDate(until)}`}`,
          description: `${displayName(user.name)} · ${displayName(plan.title)}`,
        };
      }}
      instead={plansPlaceholder(renewal, list, { failure: 'Error al cargar los precios', rows: 3 })}
      onClose={onClose}
    >
      {renewal.data && <ClientPriceFields renewal={renewal.data} list={list} />}
    </PaymentDialog>
  );
}

function ClientPriceFields({ renewal, list }: { renewal: Renewal; list: Options<Plan> }) {
  const plan = useChosenPlan(renewal, list);
  const ownPrice = renewal.client_prices.find(({ plan_id }) => plan_id === plan?.id);
  return (
    <>
      <p className="text-sm text-muted">Renueva a este precio aunque suba el de lista.</p>
      <PlanField renewal={renewal} list={list} />
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyField
          name="amount"
          label="Precio"
          required
          prefill={ownPrice?.amount ?? plan?.price}
          of={plan?.id}
          hint={ownPrice && plan ? `De lista: ${formatMoney(plan.price)}` : undefined}
        />
        <DateField
          key={plan?.id}
          name="until"
          label="Hasta"
          defaultValue={ownPrice?.until ?? undefined}
          min={renewal.today}
          hint="Sin fecha: siempre."
        />
      </div>
    </>
  );
}
