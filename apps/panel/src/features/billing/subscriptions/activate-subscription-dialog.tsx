import { subscriptionState } from '@pulso/contract/accounts/subscription-state';
import type { User } from '@pulso/contract/accounts/users';
import { paymentMethodLabel, paymentMethods } from '@pulso/contract/billing/payments.labels';
import {
  startProblem,
  subscriptionEnd,
  activateSubscriptionInput,
  type ActivateSubscription,
} from '@pulso/contract/billing/subscriptions';
import { formatShortDate, isDate, pureDate, reached } from '@pulso/contract/kit/dates';
import { shown, shownName } from '@pulso/contract/kit/labels';
import { formatMoney, parseMoneyText } from '@pulso/contract/kit/money';
import { useState } from 'react';
import * as z from 'zod/mini';
import { call, assertSuccess } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { useCurrentUser, useUserWrite } from '#features/accounts/users/user-records';
import { useEqualPaymentQuestion } from '#features/billing/payments/equal-payment';
import type { Payer } from '#features/billing/payments/payment-history';
import { usePlansOnOffer } from '#features/catalogue/plans/plans-on-offer';
import { DateField } from '#forms/date-field';
import { TextAreaField, TextField } from '#forms/fields';
import { FormDialog } from '#forms/form-dialog';
import { MoneyField } from '#forms/money-field';
import { PickField } from '#forms/pick-field';
import { readTyped } from '#forms/readings';
import { schemaCheck } from '#forms/schema-check';
import { SelectField } from '#forms/select-field';
import { Button } from '#ui/button';
import { tell } from '#ui/tell';

const FAILED = 'Error al activar la suscripción. Por favor intenta de nuevo.';
// Mercado Pago is offered where a payment is registered, not here.
const methods = paymentMethods
  .filter((method) => method !== 'mercadopago')
  .map((value) => ({ value, label: paymentMethodLabel(value) }));

/** Exactly the specified fields: those that may be missing only when given, the start only when it is not today. */
function bodyOf({ transaction_id, notes, start_date, ...rest }: ActivateSubscription, day: string) {
  return {
    ...rest,
    ...(transaction_id && { transaction_id }),
    ...(notes && { notes }),
    ...(start_date && start_date !== day && { start_date }),
  };
}

/** A deactivated one that could simply be activated again. */
const isPaused = ({ suscriptionId, suscription_status, suscription_end }: User, day: string) =>
  suscriptionId !== null && !suscription_status && (pureDate(suscription_end) ?? '') >= day;

/** What is recorded with the activation: nothing where nothing is paid. */
function paymentWords(amount: number | undefined) {
  if (amount === undefined || Number.isNaN(amount)) return '';
  return amount > 0 ? `Se registra un pago de ${formatMoney(amount)}.` : 'No se registra ningún pago.';
}

type Props = { user: Payer; day: string; onManage: () => void; onClose: () => void };

export function ActivateSubscriptionDialog({ user, day, onManage, onClose }: Props) {
  // What it would replace is said.
  useCurrentUser(user.id);
  const offer = usePlansOnOffer();
  const idempotencyKey = useIdempotencyKey();
  const [planId, setPlanId] = useState<number>();
  /** In this dialog, not in what was kept of it. */
  const [isPicked, setIsPicked] = useState(false);
  const [start, setStart] = useState(day);
  /** What was typed over the plan's price. */
  const [amount, setAmount] = useState<string>();
  const plan = offer.list.rows.find(({ id }) => id === planId);
  const end = plan && isDate(start) ? reached(() => subscriptionEnd(start, plan.duration)) : undefined;
  const write = useUserWrite(FAILED, async (body: ReturnType<typeof bodyOf>) => {
    assertSuccess(
      await call('POST', 'user/activate-suscription', { payload: { json: body }, headers: idempotencyKey(body) }),
    );
    const paid = body.payment_amount > 0 ? `. Se registró un pago de ${formatMoney(body.payment_amount)}.` : '';
    tell({ title: 'Suscripción activada', description: shownName(user.name) + paid, tone: 'good' });
    onClose();
  });
  const { ask, question } = useEqualPaymentQuestion(user, write, ' Si es el mismo pago, pon 0 en el monto.');
  const schema = activateSubscriptionInput.check(
    z.superRefine(({ start_date = day }, context) => {
      const message = startProblem(start_date, plan?.duration, day);
      if (message) context.addIssue({ code: 'custom', path: ['start_date'], message });
    }),
  );
  const check = schemaCheck(schema);
  const current = subscriptionState(user, day);
  return (
    <FormDialog
      title="Activar suscripción"
      subject={shownName(user.name)}
      submit="Activar suscripción"
      busyLabel="Activando..."
      check={(fields) => check({ ...fields, user_id: user.id })}
      busy={write.isPending}
      failure={write.failure}
      onSubmit={(values) => {
        const paid = { type: 'subscription', item_id: values.subscription_id, amount: values.payment_amount } as const;
        const activate = () => write.mutate(bodyOf(values, day));
        if (paid.amount > 0) ask(paid, activate);
        else activate();
      }}
      onRestore={({ subscription_id, start_date, payment_amount }) => {
        setPlanId(Number(subscription_id) || undefined);
        setStart(typeof start_date === 'string' ? String(readTyped('date', start_date)) : day);
        setAmount(typeof payment_amount === 'string' ? payment_amount : undefined);
      }}
      effect={paymentWords(amount === undefined ? plan?.price : parseMoneyText(amount))}
      onClose={onClose}
    >
      {!user.status && (
        <p className="rounded-control bg-yellow-soft p-3 text-sm text-yellow">
          El usuario está inactivo. Actívalo en «Editar» antes de venderle una suscripción.
        </p>
      )}
      {(current.kind === 'active' || current.kind === 'expiring') && (
        <p className="rounded-control bg-yellow-soft p-3 text-sm text-yellow">
          Ya tiene una suscripción hasta el {formatShortDate(user.suscription_end)}. La nueva la reemplaza.
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
      <PickField
        name="subscription_id"
        label="Plan de suscripción"
        offer={offer}
        onPick={(id) => {
          setPlanId(id);
          setIsPicked(true);
          setAmount(undefined);
        }}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField
          name="start_date"
          label="Fecha de inicio"
          min={day}
          defaultValue={day}
          onChange={setStart}
          required
        />
        <div>
          <p className="mb-1.5 text-sm font-medium">Fecha de fin</p>
          <p aria-live="polite" className="flex h-11 items-center text-sm tabular-nums">
            {plan ? shown(formatShortDate(end)) : 'Elige un plan'}
          </p>
        </div>
        <SelectField name="payment_method" label="Método de pago" options={methods} />
        <MoneyField
          key={plan?.id}
          name="payment_amount"
          label="Monto (ARS)"
          defaultValue={plan?.price}
          isPrefilled={isPicked}
          onType={setAmount}
          required
        />
      </div>
      <TextField name="transaction_id" label="ID de transacción (opcional)" />
      <TextAreaField name="notes" label="Notas (opcional)" rows={2} />
      {question}
    </FormDialog>
  );
}
