import { clientPriceInput } from '@pulso/contract/billing/prices';
import type { Renewal } from '@pulso/contract/billing/subscriptions';
import type { Plan } from '@pulso/contract/catalogue/plans';
import { formatDate } from '@pulso/contract/kit/dates';
import { shown, shownName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { useState } from 'react';
import { reasonOf } from '#api/client';
import { useKeepPrice } from '#features/billing/prices/prices-calls';
import { useRenewal } from '#features/billing/subscriptions/use-renewal';
import { usePlansOnOffer } from '#features/catalogue/plans/plans-on-offer';
import { DateField } from '#forms/date-field';
import { useField } from '#forms/form';
import { FormDialog, FormSkeleton } from '#forms/form-dialog';
import { MoneyField } from '#forms/money-field';
import { schemaCheck } from '#forms/schema-check';
import { ListFailed, SelectField } from '#forms/select-field';
import type { Options } from '#forms/use-options';
import { FailureState } from '#ui/states';
import { tell } from '#ui/tell';

export const KEEP_PRICE_TITLE = 'Mantener precio';
const FAILED = 'Error al guardar el precio. Por favor intenta de nuevo.';
const check = schemaCheck(clientPriceInput);

type Props = { user: { id: number; name: string }; onClose: () => void };

/** What one client pays for a plan, whatever the list says, for ever or until a day. */
export function KeepPriceDialog({ user, onClose }: Props) {
  const renewal = useRenewal(user.id, { fresh: true });
  const { list } = usePlansOnOffer();
  const write = useKeepPrice(FAILED, ({ plan, amount, until }) => {
    tell({
      title: `Mantiene ${formatMoney(amount)}, ${until === null ? 'siempre' : `hasta el ${formatDate(until)}`}`,
      description: `${shownName(user.name)} · ${shownName(plan.title)}`,
      tone: 'good',
    });
    onClose();
  });
  return (
    <FormDialog
      title={KEEP_PRICE_TITLE}
      subject={shownName(user.name)}
      submit={KEEP_PRICE_TITLE}
      busyLabel="Guardando..."
      values={{ id: user.id }}
      check={(fields) => check({ ...fields, user_id: user.id })}
      busy={write.isPending}
      failure={write.failure}
      onSubmit={(values) => write.mutate(values)}
      instead={insteadOf(renewal, list)}
      onClose={onClose}
    >
      {renewal.data && <KeepPriceFields renewal={renewal.data} list={list} />}
    </FormDialog>
  );
}

function insteadOf({ data, error, refetch }: ReturnType<typeof useRenewal>, list: Options) {
  if (error && !data)
    return (
      <div className="p-5">
        <FailureState message="Error al cargar los precios" reason={reasonOf(error)} onRetry={() => void refetch()} />
      </div>
    );
  return data && !list.isLoading ? undefined : <FormSkeleton rows={3} />;
}

function KeepPriceFields({ renewal, list }: { renewal: Renewal; list: Options<Plan> }) {
  const kept = useField('plan_id').initial ?? (renewal.plan?.status ? renewal.plan.id : undefined);
  const [planId, setPlanId] = useState(Number(kept));
  const plan = list.rows.find(({ id }) => id === planId);
  const own = renewal.client_prices.find(({ plan_id }) => plan_id === planId);
  return (
    <>
      <p className="text-sm text-muted">Renueva a este precio aunque suba el de lista.</p>
      <SelectField
        name="plan_id"
        label="Plan"
        required
        prompt={plan ? undefined : 'Elige un plan'}
        options={list.rows.map(({ id, title, price }) => ({
          value: id,
          label: `${shownName(title)} · ${shown(formatMoney(price))}`,
        }))}
        byDefault={planId || undefined}
        onPick={(id) => setPlanId(Number(id))}
      >
        {list.failed && <ListFailed onRetry={list.retry} />}
      </SelectField>
      <div key={planId} className="grid gap-5 sm:grid-cols-2">
        <MoneyField
          name="amount"
          label="Precio"
          required
          defaultValue={own?.amount ?? plan?.price}
          isPrefilled
          hint={own && plan ? `De lista: ${formatMoney(plan.price)}` : undefined}
        />
        <DateField
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
