import { renewalEnd, renewalStarts, type RenewalStart } from '@pulso/contract/billing/renewals';
import { renewalResultBody, renewInput, type Renewal } from '@pulso/contract/billing/subscriptions';
import { monthsLabel, type Plan } from '@pulso/contract/catalogue/plans';
import { daysBetween, daysLabel, formatDate, dateOrUndefined } from '@pulso/contract/kit/dates';
import { textOrDash, displayName } from '@pulso/contract/kit/labels';
import { formatMoney, toCents } from '@pulso/contract/kit/money';
import { useQueryClient } from '@tanstack/react-query';
import { addresses } from '#addresses';
import { assertSuccess, call, CallFailure } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { readRow } from '#api/reader';
import { showFailureToast } from '#api/report-failure';
import { serverOffers } from '#api/session';
import { refetchUsers } from '#features/accounts/users/user-records';
import { PaymentDialog, toSale, withDuplicateCheck } from '#features/billing/ledger/payment-dialog';
import { PaymentFields, withPaidOnCheck } from '#features/billing/ledger/payment-fields';
import { DerivedValue, plansPlaceholder, PlanField, useChosenPlan } from '#features/billing/subscriptions/plan-field';
import { useRenewal } from '#features/billing/subscriptions/use-renewal';
import { usePlansOnSale } from '#features/catalogue/plans/plans-on-sale';
import { TextAreaField } from '#forms/fields';
import { MoneyField, useFieldAmount } from '#forms/money-field';
import { createSchemaCheck } from '#forms/schema-check';
import { SelectField } from '#forms/select-field';
import { useFieldValue } from '#forms/use-field-value';
import type { Options } from '#forms/use-options';
import { showToast } from '#ui/feedback/toast-queue';

export const RENEW_TITLE = 'Renovar suscripción';
const FAILURE_MESSAGE = 'Error al renovar la suscripción. Por favor intenta de nuevo.';
const UNDO_OFFER_MS = 10_000;
const UNDO_REASON = 'Deshecho al momento';
const checkRenewal = createSchemaCheck(renewInput);

type Client = { id: number; name: string };
type Props = {
  user: Client;
  onClose: () => void;
  /** After a renewal, and after one was undone. */
  onDone?: () => void;
  /** Focus target after closing, if the opener is gone. */
  returnTo?: () => HTMLElement | null;
};

/** Sells the period that follows, with what is paid of it now. */
export function RenewDialog({ user, onClose, onDone, returnTo }: Props) {
  const renewal = useRenewal(user.id, { fresh: true });
  const { list } = usePlansOnSale();
  const undo = useUndoRenewal(user, onDone);
  const path = `user/${user.id}/renew`;
  const check = (fields: Record<string, unknown>) => {
    const list_price = list.rows.find(({ id }) => id === Number(fields.plan_id))?.price ?? 0;
    return toSale(path, withDuplicateCheck(checkRenewal({ ...fields, list_price })));
  };
  return (
    <PaymentDialog
      title={RENEW_TITLE}
      subject={displayName(user.name)}
      submit="Renovar"
      busyLabel="Renovando..."
      failed={FAILURE_MESSAGE}
      values={{ id: user.id }}
      check={withPaidOnCheck(check, renewal.data?.today ?? '')}
      done={(data) => {
        const renewed = readRow({ path, row: renewalResultBody }, data);
        if (renewed === undefined) throw new CallFailure(200, undefined);
        const { period, payment } = renewed;
        return {
          title: `Renovada hasta el ${formatDate(period.end_date)}`,
          description: displayName(user.name),
          ...(payment &&
            serverOffers('ledger') && {
              link: { to: addresses.payments.detail(payment.id), label: 'Comprobante' },
            }),
          undo: () => void undo(period.id),
          undoMs: UNDO_OFFER_MS,
        };
      }}
      onDone={onDone}
      data={{ renewal: renewal.data, list }}
      instead={plansPlaceholder(renewal, list, { failure: 'Error al cargar la suscripción', rows: 6 })}
      returnTo={returnTo}
      onClose={onClose}
    >
      {(frozenData) =>
        frozenData.renewal && <RenewFields userId={user.id} renewal={frozenData.renewal} list={frozenData.list} />
      }
    </PaymentDialog>
  );
}

/** Takes a renewal back by its opposite. It is told wherever the person has gone meanwhile. */
function useUndoRenewal(user: Client, onDone: Props['onDone']) {
  const client = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  return async (period: number) => {
    const json = { reason: UNDO_REASON };
    try {
      const headers = idempotencyKey({ period, ...json });
      assertSuccess(await call('POST', `period/${period}/annul`, { payload: { json }, headers }));
      showToast({ title: 'Renovación deshecha', description: displayName(user.name), tone: 'good' });
    } catch (error) {
      showFailureToast('Error al deshacer la renovación', error);
    }
    refetchUsers(client);
    onDone?.();
  };
}

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

type FieldsProps = { userId: number; renewal: Renewal; list: Options<Plan> };

function RenewFields({ userId, renewal, list }: FieldsProps) {
  const { today, run, client_prices } = renewal;
  const plan = useChosenPlan(renewal, list);
  const starts = renewalStarts(run, today, plan?.duration);
  const startDate = useFieldValue('start_date');
  const start = starts.find(({ start_date }) => start_date === startDate) ?? starts[0];
  const end = plan && start && dateOrUndefined(() => renewalEnd(start.start_date, plan.duration, start.anchor_day));
  const clientAmount = client_prices.find(({ plan_id }) => plan_id === plan?.id)?.amount;
  const [price, paid] = [useFieldAmount('price'), useFieldAmount('paid')];
  const owed = (toCents(price ?? NaN) - toCents(paid ?? NaN)) / 100;
  const notices = renewalWarnings(renewal, start, plan);
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
          prefill={clientAmount ?? plan?.price}
          of={plan?.id}
          hint={plan && price !== plan.price ? `De lista: ${formatMoney(plan.price)}` : undefined}
        />
        <MoneyField name="paid" label="Paga ahora" required prefill={price} of={plan?.id}>
          <p aria-live="polite" className="mt-1 text-xs font-semibold text-yellow empty:hidden">
            {owed > 0 ? `Queda debiendo ${formatMoney(owed)}` : ''}
          </p>
        </MoneyField>
      </div>
      <PaymentFields userId={userId} day={today} amountIn="paid" lastMethod={renewal.last_method} />
      <TextAreaField name="notes" label="Notas (opcional)" rows={2} />
    </>
  );
}
