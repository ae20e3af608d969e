import { renewalEnd, renewalStarts, type RenewalStart } from '@pulso/contract/billing/renewals';
import { renewedBody, renewInput, type Renewal, type RenewInput } from '@pulso/contract/billing/subscriptions';
import { monthsLabel, type Plan } from '@pulso/contract/catalogue/plans';
import { daysBetween, daysLabel, formatDate, reached } from '@pulso/contract/kit/dates';
import { shown, shownName } from '@pulso/contract/kit/labels';
import { formatMoney, parseMoneyText, toCents } from '@pulso/contract/kit/money';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { addresses } from '#addresses';
import { assertSuccess, call, CallFailure, reasonOf } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { readRow } from '#api/reader';
import { reportTold } from '#api/report';
import { serverOffers } from '#api/session';
import { refetchUsers, useUserWrite } from '#features/accounts/users/user-records';
import { DuplicateQuestion, paymentFailure } from '#features/billing/payments/duplicate-question';
import { PaymentFields, withPaidOn } from '#features/billing/payments/payment-fields';
import { useRenewal } from '#features/billing/subscriptions/use-renewal';
import { usePlansOnOffer } from '#features/catalogue/plans/plans-on-offer';
import { TextAreaField } from '#forms/fields';
import { useField } from '#forms/form';
import { FormDialog, FormSkeleton } from '#forms/form-dialog';
import { MoneyField } from '#forms/money-field';
import { schemaCheck } from '#forms/schema-check';
import { ListFailed, SelectField } from '#forms/select-field';
import type { Options } from '#forms/use-options';
import { useHeld } from '#forms/use-write';
import { FailureState } from '#ui/states';
import { tell } from '#ui/tell';

export const RENEW_TITLE = 'Renovar suscripción';
const FAILED = 'Error al renovar la suscripción. Por favor intenta de nuevo.';
const UNDO_MS = 10_000;
const UNDO_REASON = 'Deshecho al momento';
const checkRenewal = schemaCheck(renewInput);

type Client = { id: number; name: string };
type Props = {
  user: Client;
  onClose: () => void;
  /** After a renewal, and after one was undone. */
  onDone?: () => void;
  /** Where the focus goes afterwards, where it does not return to what it came from. */
  returnTo?: () => HTMLElement | null;
};

/** Sells the period that follows, with what is paid of it now. */
export function RenewDialog({ user, onClose, onDone, returnTo }: Props) {
  const renewal = useRenewal(user.id, { fresh: true });
  const { list } = usePlansOnOffer();
  const idempotencyKey = useIdempotencyKey();
  const undo = useUndo(user, onDone);
  const write = useUserWrite(FAILED, async (body: RenewInput) => {
    const path = `user/${user.id}/renew`;
    const { data } = assertSuccess(
      await call('POST', path, { payload: { json: body }, headers: idempotencyKey(body) }),
    );
    const renewed = readRow({ path, row: renewedBody }, data);
    if (renewed === undefined) throw new CallFailure(200, undefined);
    const { period, payment } = renewed;
    tell({
      title: `Renovada hasta el ${formatDate(period.end_date)}`,
      description: shownName(user.name),
      tone: 'good',
      ...(payment &&
        serverOffers('ledger') && {
          link: { to: addresses.payments.detail(payment.id), label: 'Comprobante' },
        }),
      undo: () => void undo(period.id),
      undoMs: UNDO_MS,
    });
    onClose();
    onDone?.();
  });
  const known = useHeld(renewal.data, write);
  const rows = useHeld(list.rows, write);
  const priceOf = (planId: unknown) => rows.find(({ id }) => id === Number(planId))?.price ?? 0;
  const check = withPaidOn(
    (fields) => checkRenewal({ ...fields, list_price: priceOf(fields.plan_id), unless_duplicate: true }),
    known?.today ?? '',
  );
  return (
    <FormDialog
      title={RENEW_TITLE}
      submit="Renovar"
      busyLabel="Renovando..."
      values={{ id: user.id }}
      check={check}
      busy={write.isPending}
      failure={paymentFailure(write)}
      onSubmit={(body) => write.mutate(body)}
      instead={insteadOf({ data: known, error: renewal.error, refetch: renewal.refetch }, list)}
      returnTo={returnTo}
      onClose={onClose}
    >
      <p className="text-base font-semibold wrap-anywhere">{shownName(user.name)}</p>
      {known && <RenewFields userId={user.id} renewal={known} list={{ ...list, rows }} />}
      <DuplicateQuestion write={write} anyway={(body) => ({ ...body, unless_duplicate: undefined })} />
    </FormDialog>
  );
}

/** Takes a renewal back by its opposite. It is told wherever the person has gone meanwhile. */
function useUndo(user: Client, onDone: Props['onDone']) {
  const client = useQueryClient();
  const idempotencyKey = useIdempotencyKey();
  return async (period: number) => {
    const json = { reason: UNDO_REASON };
    try {
      const headers = idempotencyKey({ period, ...json });
      assertSuccess(await call('POST', `period/${period}/annul`, { payload: { json }, headers }));
      tell({ title: 'Renovación deshecha', description: shownName(user.name), tone: 'good' });
    } catch (error) {
      reportTold('Error al deshacer la renovación', error);
    }
    refetchUsers(client);
    onDone?.();
  };
}

type Loading = { data: Renewal | undefined; error: Error | null; refetch: () => Promise<unknown> };

function insteadOf({ data, error, refetch }: Loading, list: Options) {
  if (error && !data)
    return (
      <div className="p-5">
        <FailureState
          message="Error al cargar la suscripción"
          reason={reasonOf(error)}
          onRetry={() => void refetch()}
        />
      </div>
    );
  if (data && !list.isLoading) return undefined;
  return <FormSkeleton rows={6} />;
}

/** What there is to know before renewing. */
function noticesOf({ plan, run, today, owed, off }: Renewal, start?: RenewalStart, chosen?: Plan): string[] {
  const lapsed = run.on && run.end ? daysBetween(run.end, today) : 0;
  return [
    lapsed > 0 && `Venció hace ${daysLabel(lapsed)}.`,
    start?.why === 'continues' &&
      `Ya tiene pagado hasta el ${formatDate(start.start_date)}: este período empieza ese día.`,
    off && 'La suscripción está desactivada: la renovación empieza hoy.',
    plan && !plan.status && !chosen && `El plan ${shownName(plan.title)} ya no se ofrece. Elige otro.`,
    owed > 0 && `Debe ${formatMoney(owed)}.`,
  ].filter((notice) => typeof notice === 'string');
}

/** An amount that follows what it is prefilled with until another one is typed. */
function useFollowing(name: string, known: number | undefined, of: unknown) {
  const { initial } = useField(name);
  const [typed, setTyped] = useState(typeof initial === 'string' ? { key: name, text: initial } : undefined);
  const key = typed?.key ?? `${name} ${String(of)} ${known}`;
  return {
    amount: typed ? parseMoneyText(typed.text) : known,
    key,
    field: {
      name,
      defaultValue: known,
      isPrefilled: typed === undefined,
      onType: (text: string) => setTyped({ key, text }),
      required: true,
    },
    forget: () => setTyped(undefined),
  };
}

const startWords = {
  continues: '',
  today: 'Hoy, ',
  due: 'Desde su vencimiento, ',
};

type FieldsProps = { userId: number; renewal: Renewal; list: Options<Plan> };

function RenewFields({ userId, renewal, list }: FieldsProps) {
  const { today, run, client_prices } = renewal;
  const kept = useField('plan_id').initial ?? (renewal.plan?.status ? renewal.plan.id : undefined);
  const [planId, setPlanId] = useState(Number(kept));
  const plan = list.rows.find(({ id }) => id === planId);
  const starts = renewalStarts(run, today, plan?.duration);
  const { initial: keptStart } = useField('start_date');
  const [startDate, setStartDate] = useState(keptStart);
  const start = starts.find(({ start_date }) => start_date === startDate) ?? starts[0];
  const end = plan && start && reached(() => renewalEnd(start.start_date, plan.duration, start.anchor_day));
  const own = client_prices.find(({ plan_id }) => plan_id === planId)?.amount;
  const price = useFollowing('price', own ?? plan?.price, planId);
  const paid = useFollowing('paid', price.amount, planId);
  const owed = (toCents(price.amount ?? NaN) - toCents(paid.amount ?? NaN)) / 100;
  const notices = noticesOf(renewal, start, plan);
  const pick = (id: string) => {
    setPlanId(Number(id));
    price.forget();
    paid.forget();
  };
  return (
    <>
      {notices.length > 0 && (
        <ul className="space-y-1 rounded-control bg-yellow-soft p-3 text-sm text-yellow">
          {notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      <SelectField
        name="plan_id"
        label="Plan"
        required
        prompt={plan ? undefined : 'Elige un plan'}
        options={list.rows.map(({ id, title, duration, price: amount }) => ({
          value: id,
          label: `${shownName(title)} · ${monthsLabel(duration)} · ${shown(formatMoney(amount))}`,
        }))}
        byDefault={planId || undefined}
        onPick={pick}
      >
        {list.failed && <ListFailed onRetry={list.retry} />}
      </SelectField>
      <div className="grid grid-cols-2 gap-5">
        {starts.length > 1 ? (
          <SelectField
            name="start_date"
            label="Empieza"
            options={starts.map(({ start_date, why }) => ({
              value: start_date,
              label: `${startWords[why]}${formatDate(start_date)}`,
            }))}
            byDefault={start?.start_date}
            onPick={setStartDate}
          />
        ) : (
          <Told label="Empieza" text={formatDate(start?.start_date)} isAlone>
            <input type="hidden" name="start_date" value={start?.start_date ?? ''} />
          </Told>
        )}
        <Told label="Hasta" text={plan ? shown(formatDate(end)) : 'Elige un plan'} isAlone={starts.length === 1} />
      </div>
      <div className="grid grid-cols-2 gap-5">
        <MoneyField
          {...price.field}
          key={price.key}
          label="Precio"
          hint={plan && price.amount !== plan.price ? `De lista: ${formatMoney(plan.price)}` : undefined}
        />
        <MoneyField {...paid.field} key={paid.key} label="Paga ahora">
          <p aria-live="polite" className="mt-1 text-xs font-semibold text-yellow empty:hidden">
            {owed > 0 ? `Queda debiendo ${formatMoney(owed)}` : ''}
          </p>
        </MoneyField>
      </div>
      <PaymentFields userId={userId} day={today} amount={paid.amount} lastMethod={renewal.last_method} />
      <TextAreaField name="notes" label="Notas (opcional)" rows={2} />
    </>
  );
}

/** `isAlone`: no field stands beside it. */
type ToldProps = { label: string; text: string; isAlone: boolean; children?: ReactNode };

/** What follows from the rest, in the place of a field. */
function Told({ label, text, isAlone, children }: ToldProps) {
  return (
    <div>
      <p className="mb-1.5 text-sm font-medium">{label}</p>
      <p aria-live="polite" className={`flex items-center text-sm tabular-nums ${isAlone ? '' : 'h-11'}`}>
        {text}
      </p>
      {children}
    </div>
  );
}
