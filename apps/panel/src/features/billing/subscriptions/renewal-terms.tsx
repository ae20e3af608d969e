import { renewalEnd, renewalStarts, type RenewalStart } from '@pulso/contract/billing/renewals';
import type { Renewal } from '@pulso/contract/billing/subscriptions';
import { monthsLabel, type Plan } from '@pulso/contract/catalogue/plans';
import { daysBetween, daysLabel, formatDate, dateOrUndefined } from '@pulso/contract/kit/dates';
import { textOrDash, displayName } from '@pulso/contract/kit/labels';
import { formatMoney, toCents } from '@pulso/contract/kit/money';
import { excessWords } from '#features/billing/subscriptions/claim.rules';
import { clientPriceOf } from '#features/billing/subscriptions/client-price';
import { DerivedValue, PlanField, useChosenPlan } from '#features/billing/subscriptions/plan-field';
import { MoneyField, useFieldAmount } from '#forms/money-field';
import { SelectField } from '#forms/select-field';
import { useFieldValue } from '#forms/use-field-value';
import type { Options } from '#forms/use-options';

/** Warnings before renewing. */
function renewalWarnings({ plan, run, today, owed, off }: Renewal, start?: RenewalStart, chosen?: Plan): string[] {
  const lapsed = run.on && run.end ? daysBetween(run.end, today) : 0;
  return [
    lapsed > 0 && `Venció hace ${daysLabel(lapsed)}.`,
    start?.why === 'continues' &&
      `Ya tiene pagado hasta el ${formatDate(start.start_date)}: este período empieza ese día.`,
    off && 'La suscripción está desactivada: la renovación empieza hoy.',
    plan && !plan.status && !chosen && `El plan ${displayName(plan.title)} ya no se ofrece. Elige otro.`,
    owed > 0 && `Debe ${formatMoney(owed)}.`,
  ].filter((notice) => typeof notice === 'string');
}

const startLabels = {
  continues: '',
  today: 'Hoy, ',
  due: 'Desde su vencimiento, ',
};

type Props = {
  renewal: Renewal;
  list: Options<Plan>;
  /** Amount paid now, if it is not to be chosen. */
  paid?: number;
};

/** The period that the fields describe: its plan, its days, its price and the rest that stays owed. */
export function useRenewalTerms({ renewal, list, paid: fixed }: Props) {
  const { today, run } = renewal;
  const plan = useChosenPlan(renewal, list);
  const starts = renewalStarts(run, today, plan?.duration);
  const startDate = useFieldValue('start_date');
  const start = starts.find(({ start_date }) => start_date === startDate) ?? starts[0];
  const end = plan && start && dateOrUndefined(() => renewalEnd(start.start_date, plan.duration, start.anchor_day));
  const [price, typed] = [useFieldAmount('price'), useFieldAmount('paid')];
  const paid = fixed ?? typed;
  return { plan, starts, start, end, price, owed: (toCents(price ?? NaN) - toCents(paid ?? NaN)) / 100 };
}

/** Plan, start, price and first payment of a period. */
export function RenewalTerms({ renewal, list, paid }: Props) {
  const { plan, starts, start, end, price, owed } = useRenewalTerms({ renewal, list, paid });
  const notices = renewalWarnings(renewal, start, plan);
  const rest = (
    <p aria-live="polite" className="mt-1 text-xs font-semibold text-yellow empty:hidden">
      {owed > 0 ? `Queda debiendo ${formatMoney(owed)}` : ''}
    </p>
  );
  return (
    <>
      {notices.length > 0 && (
        <ul className="space-y-1 rounded-control bg-yellow-soft p-3 text-sm text-yellow">
          {notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      <PlanField renewal={renewal} list={list} note={({ duration }) => monthsLabel(duration)} />
      <div className="grid grid-cols-2 gap-5">
        {starts.length > 1 ? (
          <SelectField
            name="start_date"
            label="Empieza"
            options={starts.map(({ start_date, why }) => ({
              value: start_date,
              label: `${startLabels[why]}${formatDate(start_date)}`,
            }))}
            byDefault={start?.start_date}
          />
        ) : (
          <DerivedValue label="Empieza" text={formatDate(start?.start_date)} isAlone>
            <input type="hidden" name="start_date" value={start?.start_date ?? ''} />
          </DerivedValue>
        )}
        <DerivedValue
          label="Hasta"
          text={plan ? textOrDash(formatDate(end)) : 'Elige un plan'}
          isAlone={starts.length === 1}
        />
      </div>
      <div className="grid grid-cols-2 gap-5">
        <MoneyField
          name="price"
          label="Precio"
          required
          prefill={plan && clientPriceOf(renewal, plan.id, plan.price)}
          of={plan?.id}
          hint={plan && price !== plan.price ? `De lista: ${formatMoney(plan.price)}` : undefined}
        />
        {paid === undefined ? (
          <MoneyField name="paid" label="Paga ahora" required prefill={price} of={plan?.id}>
            {rest}
          </MoneyField>
        ) : (
          <DerivedValue label="Paga ahora" text={formatMoney(paid)}>
            {rest}
          </DerivedValue>
        )}
      </div>
      <p role="alert" className="text-sm font-medium text-red empty:hidden">
        {paid !== undefined && owed < 0 ? excessWords(-owed) : ''}
      </p>
    </>
  );
}
