import { clientPrice, clientPriceInput } from '@pulso/contract/billing/prices';
import type { Renewal } from '@pulso/contract/billing/subscriptions';
import type { Plan } from '@pulso/contract/catalogue/plans';
import { formatDate } from '@pulso/contract/kit/dates';
import { shownName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { useQueryClient } from '@tanstack/react-query';
import { CallFailure } from '#api/client';
import { readRow } from '#api/reader';
import { PaymentDialog, sentTo } from '#features/billing/ledger/payment-dialog';
import { refetchPrices } from '#features/billing/prices/prices-calls';
import { insteadOfPlans, PlanField, useChosenPlan } from '#features/billing/subscriptions/plan-field';
import { useRenewal } from '#features/billing/subscriptions/use-renewal';
import { usePlansOnOffer } from '#features/catalogue/plans/plans-on-offer';
import { DateField } from '#forms/date-field';
import { MoneyField } from '#forms/money-field';
import { schemaCheck } from '#forms/schema-check';
import type { Options } from '#forms/use-options';

export const KEEP_PRICE_TITLE = 'Mantener precio';
const FAILED = 'Error al guardar el precio. Por favor intenta de nuevo.';
const PATH = 'client-price';
const check = schemaCheck(clientPriceInput);

type Props = { user: { id: number; name: string }; onClose: () => void };

/** Sets a client's own price for a plan, whatever the list says, for ever or until a day. */
export function KeepPriceDialog({ user, onClose }: Props) {
  const client = useQueryClient();
  const renewal = useRenewal(user.id, { fresh: true });
  const { list } = usePlansOnOffer();
  return (
    <PaymentDialog
      title={KEEP_PRICE_TITLE}
      subject={shownName(user.name)}
      submit={KEEP_PRICE_TITLE}
      busyLabel="Guardando..."
      failed={FAILED}
      values={{ id: user.id }}
      method="PUT"
      check={(fields) => sentTo(PATH, check({ ...fields, user_id: user.id }))}
      done={(data) => {
        const price = readRow({ path: PATH, row: clientPrice }, data);
        if (price === undefined) throw new CallFailure(200, undefined);
        refetchPrices(client);
        const { plan, amount, until } = price;
        return {
          title: `Mantiene ${formatMoney(amount)}, ${until === null ? 'siempre' : `hasta el ${formatDate(until)}`}`,
          description: `${shownName(user.name)} · ${shownName(plan.title)}`,
        };
      }}
      instead={insteadOfPlans(renewal, list, { failure: 'Error al cargar los precios', rows: 3 })}
      onClose={onClose}
    >
      {renewal.data && <KeepPriceFields renewal={renewal.data} list={list} />}
    </PaymentDialog>
  );
}

function KeepPriceFields({ renewal, list }: { renewal: Renewal; list: Options<Plan> }) {
  const plan = useChosenPlan(renewal, list);
  const own = renewal.client_prices.find(({ plan_id }) => plan_id === plan?.id);
  return (
    <>
      <p className="text-sm text-muted">Renueva a este precio aunque suba el de lista.</p>
      <PlanField renewal={renewal} list={list} />
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyField
          name="amount"
          label="Precio"
          required
          prefill={own?.amount ?? plan?.price}
          of={plan?.id}
          hint={own && plan ? `De lista: ${formatMoney(plan.price)}` : undefined}
        />
        <DateField
          key={plan?.id}
          name="until"
          label="Hasta"
          defaultValue={own?.until ?? undefined}
          min={renewal.today}
          hint="Sin fecha: siempre."
        />
      </div>
    </>
  );
}
