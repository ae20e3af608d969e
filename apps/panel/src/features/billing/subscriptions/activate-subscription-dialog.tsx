import { subscriptionState } from '@pulso/contract/accounts/subscription-state';
import type { User } from '@pulso/contract/accounts/users';
import { MAX_PAID_AGE_DAYS } from '@pulso/contract/billing/ledger';
import { paymentMethodLabel, paymentMethods } from '@pulso/contract/billing/payments.labels';
import {
  startProblem,
  subscriptionEnd,
  activateSubscriptionInput,
  type ActivateSubscription,
} from '@pulso/contract/billing/subscriptions';
import type { Plan } from '@pulso/contract/catalogue/plans';
import { addDays, formatShortDate, isDate, parseDateField, dateOrUndefined } from '@pulso/contract/kit/dates';
import { textOrDash, displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import * as z from 'zod/mini';
import { Button } from '@pulso/web/ui/controls/button';
import { serverOffers } from '#api/session';
import { useRefetchUser } from '#features/accounts/users/user-records';
import { useEqualPaymentWarning } from '#features/billing/ledger/equal-payment';
import { mapCheckResult, PaymentDialog } from '#features/billing/ledger/payment-dialog';
import { withPaidOnCheck } from '#features/billing/ledger/payment-fields';
import type { Payer } from '#features/billing/ledger/use-payments';
import { describeActivationPayment } from '#features/billing/subscriptions/client-price';
import { DerivedValue } from '#features/billing/subscriptions/plan-field';
import { usePlansOnSale } from '#features/catalogue/plans/plans-on-sale';
import { DateField } from '#forms/date-field';
import { CheckField, TextAreaField, TextField } from '#forms/fields';
import { useField } from '#forms/form';
import { MoneyField, useFieldAmount } from '#forms/money-field';
import { PickField, type PickOptions } from '#forms/pick-field';
import { createSchemaCheck } from '#forms/schema-check';
import { SelectField } from '#forms/select-field';
import { useFieldValue } from '#forms/use-field-value';

const ACTIVATE_PATH = 'user/activate-suscription';
const FAILURE_MESSAGE = 'Error al activar la suscripción. Por favor intenta de nuevo.';
// Mercado Pago is offered where a payment is registered, not here.
const methodOptions = paymentMethods
  .filter((method) => method !== 'mercadopago')
  .map((value) => ({ value, label: paymentMethodLabel(value) }));

/** Exactly the specified fields: those that may be missing only when given, the start only when it is not today. */
function activationBody(values: ActivateSubscription, day: string) {
  const { transaction_id, notes, start_date, started, paid_on, ...rest } = values;
  return {
    ...rest,
    ...(transaction_id && { transaction_id }),
    ...(notes && { notes }),
    ...(start_date && start_date !== day && { start_date }),
    ...(started && start_date && start_date < day && { started, paid_on }),
  };
}

/** True for a deactivated subscription that could simply be activated again. */
const isPaused = ({ suscriptionId, suscription_status, suscription_end }: User, day: string) =>
  suscriptionId !== null && !suscription_status && (parseDateField(suscription_end) ?? '') >= day;

/** The payment that is recorded with the activation: none where nothing is paid. What is paid is the price. */
function PaymentNote({ plans }: { plans: readonly Plan[] }) {
  const amount = useFieldAmount('payment_amount');
  const planId = Number(useFieldValue('subscription_id'));
  const listPrice = plans.find(({ id }) => id === planId)?.price ?? 0;
  return amount === undefined ? '' : describeActivationPayment(amount, listPrice);
}

/** Fate of the subscription that runs. */
function ReplacementNote({ user, day }: { user: Payer; day: string }) {
  const start = String(useFieldValue('start_date', day));
  if (!isDate(start) || start <= day) return 'La nueva la reemplaza.';
  const end = parseDateField(user.suscription_end) ?? '';
  return start < end ? `La actual sigue hasta el ${formatShortDate(start)}.` : 'La nueva empieza después.';
}

type Props = { user: Payer; day: string; onManage: () => void; onClose: () => void };

export function ActivateSubscriptionDialog({ user, day, onManage, onClose }: Props) {
  // Refetches the user, so that the dialog names the subscription that would be replaced.
  useRefetchUser(user.id);
  const offer = usePlansOnSale();
  const equalPayment = useEqualPaymentWarning(user);
  const check = (fields: Record<string, unknown>) => {
    const plan = offer.list.rows.find(({ id }) => id === Number(fields.subscription_id));
    const schema = activateSubscriptionInput.check(
      z.superRefine(({ start_date = day, started }, context) => {
        const message = startProblem({ start: start_date, months: plan?.duration, started }, day);
        if (message) context.addIssue({ code: 'custom', path: ['start_date'], message });
      }),
    );
    const checked = withPaidOnCheck(createSchemaCheck(schema), day)({ ...fields, user_id: user.id });
    const seen = plan && serverOffers('renew') && { list_price: plan.price };
    return mapCheckResult(checked, (values) => ({
      path: ACTIVATE_PATH,
      json: { ...activationBody(values, day), ...seen },
    }));
  };
  const current = subscriptionState(user, day);
  return (
    <PaymentDialog
      title="Activar suscripción"
      subject={displayName(user.name)}
      submit="Activar suscripción"
      busyLabel="Activando..."
      failed={FAILURE_MESSAGE}
      check={check}
      twinOf={({ json: { subscription_id, payment_amount } }) => {
        const words = equalPayment({ type: 'subscription', item_id: subscription_id, amount: payment_amount });
        return words && `${words} Si es el mismo pago, pon 0 en el monto.`;
      }}
      done={(_data, { json }) => {
        const paid = json.payment_amount > 0 ? `. Se registró un pago de ${formatMoney(json.payment_amount)}.` : '';
        return { title: 'Suscripción activada', description: displayName(user.name) + paid };
      }}
      effect={<PaymentNote plans={offer.list.rows} />}
      onClose={onClose}
    >
      {!user.status && (
        <p className="rounded-control bg-yellow-soft p-3 text-sm text-yellow">
          El usuario está inactivo. Actívalo en «Editar» antes de venderle una suscripción.
        </p>
      )}
      {(current.kind === 'active' || current.kind === 'expiring') && (
        <p className="rounded-control bg-yellow-soft p-3 text-sm text-yellow">
          Ya tiene una suscripción hasta el {formatShortDate(user.suscription_end)}.{' '}
          <ReplacementNote user={user} day={day} />
        </p>
      )}
      {isPaused(user, day) && (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-yellow-soft p-3 text-sm text-yellow">
          <p className="min-w-0 flex-1 basis-48">
            Tiene una suscripción desactivada hasta el {formatShortDate(user.suscription_end)}. Se puede volver a
            activar sin cobrar otra.
          </p>
          <Button onClick={onManage}>Gestionar suscripción</Button>
        </div>
      )}
      <SaleFields offer={offer} day={day} />
      <TextField name="transaction_id" label="ID de transacción (opcional)" />
      <TextAreaField name="notes" label="Notas (opcional)" rows={2} />
    </PaymentDialog>
  );
}

/** Day of the payment for a month that runs already. */
function PastPaymentField({ start, day }: { start: string; day: string }) {
  const earliest = addDays(day, -MAX_PAID_AGE_DAYS);
  return (
    <DateField
      key={start}
      name="paid_on"
      label="Fecha de pago"
      hint="Si esa plata ya está en tus cuentas, pon 0 en el monto."
      min={earliest}
      defaultValue={start < earliest ? earliest : start}
      required
    />
  );
}

function SaleFields({ offer, day }: { offer: PickOptions<Plan>; day: string }) {
  const picked = useFieldValue('subscription_id');
  const started = useFieldValue('started') === true;
  // Its message may be mended by the tick.
  const { clear: clearStart } = useField('start_date');
  const start = String(useFieldValue('start_date', day));
  const plan = offer.list.rows.find(({ id }) => id === Number(picked));
  const end = plan && isDate(start) ? dateOrUndefined(() => subscriptionEnd(start, plan.duration)) : undefined;
  return (
    <>
      <PickField name="subscription_id" label="Plan de suscripción" offer={offer} />
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField
          name="start_date"
          label="Fecha de inicio"
          min={started ? undefined : day}
          defaultValue={day}
          required
        />
        <DerivedValue label="Fecha de fin" text={plan ? textOrDash(formatShortDate(end)) : 'Elige un plan'} />
      </div>
      {serverOffers('past-starts') && (
        <CheckField name="started" label="Ya empezó: entra con el mes en curso" onChange={clearStart} />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField name="payment_method" label="Método de pago" options={methodOptions} />
        <MoneyField name="payment_amount" label="Monto (ARS)" prefill={plan?.price} of={picked} required />
      </div>
      {started && isDate(start) && start < day && <PastPaymentField start={start} day={day} />}
    </>
  );
}
