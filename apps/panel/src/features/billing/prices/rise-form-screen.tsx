import {
  priceRiseInput,
  riseDayProblem,
  type PriceItem,
  type PriceRiseDetail,
  type PriceRiseInput,
} from '@pulso/contract/billing/prices';
import { formatDate, today } from '@pulso/contract/kit/dates';
import { useState } from 'react';
import { ConfirmDialog } from '@pulso/web/ui/dialogs/confirm-dialog';
import { showToast } from '@pulso/web/ui/feedback/toast-queue';
import { addresses } from '#addresses';
import { usePriceList } from '#features/catalogue/plans/announced-prices';
import { useScheduleRise } from '#features/billing/prices/prices-calls';
import { pricesLabel } from '#features/billing/prices/prices.rules';
import { RiseFields } from '#features/billing/prices/rise-fields';
import { FormPage, FormSkeleton } from '#forms/form-page';
import type { Check } from '#forms/form';
import { createSchemaCheck } from '#forms/schema-check';
import { useFrozenValue } from '#forms/use-write';
import { ItemStates } from '#screens/item-states';

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

function submitLabel(count: number, rulesNow: boolean): string {
  if (rulesNow) return 'Aumentar ahora';
  return count === 0 ? 'Programar aumento' : `Programar ${pricesLabel(count)}`;
}

/** '1 precio cambia el 01/12/2026'. */
function describeRise({ state, rows, valid_from }: PriceRiseDetail): string {
  const [one, several] = state === 'scheduled' ? ['cambia', 'cambian'] : ['cambió', 'cambiaron'];
  const day = state === 'scheduled' ? ` el ${formatDate(valid_from)}` : '';
  return `${pricesLabel(rows.length)} ${rows.length === 1 ? one : several}${day}`;
}

function RiseForm({ items }: { items: PriceItem[] }) {
  const [rulesNow, setRulesNow] = useState(false);
  const [count, setCount] = useState(0);
  /** A rise that starts today, held until the person confirms it. */
  const [pendingRise, setPendingRise] = useState<PriceRiseInput>();
  const raise = useScheduleRise(FAILURE_MESSAGE, (rise) => showToast({ title: describeRise(rise), tone: 'good' }));
  const frozenItems = useFrozenValue(items, raise);
  return (
    <>
      <FormPage
        title={TITLE}
        back={raise.data ? { ...backLink, to: addresses.prices.rise(raise.data.id) } : backLink}
        submit={submitLabel(count, rulesNow)}
        check={check}
        busy={raise.isPending}
        saved={raise.isSuccess}
        failure={raise.failure}
        onSubmit={(input) => (input.valid_from === today() ? setPendingRise(input) : raise.mutate(input))}
      >
        <RiseFields items={frozenItems} onDay={(day) => setRulesNow(day === today())} onCount={setCount} />
      </FormPage>
      <ConfirmDialog
        open={pendingRise !== undefined}
        title={`¿Aumentar ${pricesLabel(pendingRise?.rows.length ?? 0)} ahora?`}
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
