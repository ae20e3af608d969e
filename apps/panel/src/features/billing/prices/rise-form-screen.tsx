import { priceRiseInput, riseDayProblem, type PriceItem, type PriceRiseInput } from '@pulso/contract/billing/prices';
import { formatDate, today } from '@pulso/contract/kit/dates';
import { useState } from 'react';
import { addresses } from '#addresses';
import { usePriceList } from '#features/catalogue/plans/announced-prices';
import { useRaise } from '#features/billing/prices/prices-calls';
import { RiseFields } from '#features/billing/prices/rise-fields';
import { FormPage, FormSkeleton } from '#forms/form-page';
import type { Check } from '#forms/form';
import { schemaCheck } from '#forms/schema-check';
import { useHeld } from '#forms/use-write';
import { ItemStates } from '#screens/item-states';
import { ConfirmDialog } from '#ui/dialogs/confirm-dialog';
import { showToast } from '#ui/feedback/toast-queue';

const TITLE = 'Nuevo aumento';
const FAILED = 'Error al programar el aumento. Por favor intenta de nuevo.';
const back = { to: addresses.prices.list, label: 'Volver a precios' };
const checkInput = schemaCheck(priceRiseInput);

/** Body of the call, from the values of the controls. */
function inputOf({ percent, increase, rounding, valid_from, reason, rows, kept, until }: Record<string, unknown>) {
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
  const input = inputOf(fields);
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
      back={back}
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
  const [asked, setAsked] = useState<PriceRiseInput>();
  const raise = useRaise(FAILED, ({ state, valid_from }) =>
    showToast(
      state === 'scheduled'
        ? { title: 'Aumento programado', description: `Rige desde el ${formatDate(valid_from)}.`, tone: 'good' }
        : { title: 'Precios aumentados', tone: 'good' },
    ),
  );
  const held = useHeld(items, raise);
  return (
    <>
      <FormPage
        title={TITLE}
        back={raise.data ? { ...back, to: addresses.prices.rise(raise.data.id) } : back}
        submit={rulesNow ? 'Aumentar ahora' : 'Programar aumento'}
        check={check}
        busy={raise.isPending}
        saved={raise.isSuccess}
        failure={raise.failure}
        onSubmit={(input) => (input.valid_from === today() ? setAsked(input) : raise.mutate(input))}
      >
        <RiseFields items={held} onDay={(day) => setRulesNow(day === today())} />
      </FormPage>
      <ConfirmDialog
        open={asked !== undefined}
        title="¿Aumentar ahora?"
        text="Rige desde este momento y no se puede deshacer."
        yes="Aumentar ahora"
        no="Cancelar"
        onYes={() => {
          if (asked) raise.mutate(asked);
          setAsked(undefined);
        }}
        onNo={() => setAsked(undefined)}
      />
    </>
  );
}
