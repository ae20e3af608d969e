import { priceRiseInput, riseDayProblem, type PriceItem, type PriceRiseInput } from '@pulso/contract/billing/prices';
import { formatDate, today } from '@pulso/contract/kit/dates';
import { useState } from 'react';
import { addresses } from '#addresses';
import { usePriceList } from '#features/catalogue/plans/announced-prices';
import { useScheduleRise } from '#features/billing/prices/prices-calls';
import { RiseFields } from '#features/billing/prices/rise-fields';
import { FormPage, FormSkeleton } from '#forms/form-page';
import type { Check } from '#forms/form';
import { createSchemaCheck } from '#forms/schema-check';
import { useFrozenValue } from '#forms/use-write';
import { ItemStates } from '#screens/item-states';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog';
import { showToast } from '#ui/feedback/toast-queue';

const TITLE = 'Nuevo aumento';
const FAILURE_MESSAGE = 'Error al programar el aumento. Por favor intenta de nuevo.';
const backLink = { to: addresses.prices.list, label: 'Volver a precios' };
const checkInput = createSchemaCheck(priceRiseInput);

/** Body of the call, from the values of the controls. */
function toRiseInput({ percent, increase, rounding, valid_from, reason, rows, kept, until }: Record<string, unknown>) {
  const users = JSON.parse(typeof kept === 'string' ? kept : '[]') as number[];
  return {
    percent,
    increase,
    rounding: Number(rounding),
    valid_from,
    reason,
    rows,
    ...(users.length > 0 && { keep: { user_ids: users, until } }),
  };
}

const check: Check<PriceRiseInput> = (fields) => {
  const input = toRiseInput(fields);
  const checked = checkInput(input);
  const day = riseDayProblem(String(input.valid_from), today());
  if ('values' in checked) return day ? { errors: day } : checked;
  const { 'keep.until': until, ...errors } = checked.errors;
  return { errors: { ...day, ...errors, ...(until && { until }) } };
};

export function RiseFormScreen() {
  const list = usePriceList();
  return (
    <ItemStates
      item={list}
      failure={() => 'Error al cargar los precios'}
      back={backLink}
      form={TITLE}
      skeleton={<FormSkeleton />}
    >
      {(items) => <RiseForm items={items} />}
    </ItemStates>
  );
}

function RiseForm({ items }: { items: PriceItem[] }) {
  const [rulesNow, setRulesNow] = useState(false);
  /** A rise that starts today, held until the person confirms it. */
  const [pendingRise, setPendingRise] = useState<PriceRiseInput>();
  const raise = useScheduleRise(FAILURE_MESSAGE, ({ state, valid_from }) =>
    showToast(
      state === 'scheduled'
        ? { title: 'Aumento programado', description: `Rige desde el ${formatDate(valid_from)}.`, tone: 'good' }
        : { title: 'Precios aumentados', tone: 'good' },
    ),
  );
  const frozenItems = useFrozenValue(items, raise);
  return (
    <>
      <FormPage
        title={TITLE}
        back={raise.data ? { ...backLink, to: addresses.prices.rise(raise.data.id) } : backLink}
        submit={rulesNow ? 'Aumentar ahora' : 'Programar aumento'}
        check={check}
        busy={raise.isPending}
        saved={raise.isSuccess}
        failure={raise.failure}
        onSubmit={(input) => (input.valid_from === today() ? setPendingRise(input) : raise.mutate(input))}
      >
        <RiseFields items={frozenItems} onDay={(day) => setRulesNow(day === today())} />
      </FormPage>
      <ConfirmDialog
        open={pendingRise !== undefined}
        title="¿Aumentar ahora?"
        text="Rige desde este momento y no se puede deshacer."
        yes="Aumentar ahora"
        no="Cancelar"
        onYes={() => {
          if (pendingRise) raise.mutate(pendingRise);
          setPendingRise(undefined);
        }}
        onNo={() => setPendingRise(undefined)}
      />
    </>
  );
}
