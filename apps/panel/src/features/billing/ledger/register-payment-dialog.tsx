import type { Debt } from '@pulso/contract/billing/debts';
import { debtPaymentInput, RECEIPT_NOT_IMAGE, type DebtPaymentInput } from '@pulso/contract/billing/ledger';
import { paymentInput, type PaymentInput } from '@pulso/contract/billing/payments';
import { paymentTypeLabel, paymentTypes } from '@pulso/contract/billing/payments.labels';
import { shownName } from '@pulso/contract/kit/labels';
import { formatMoney, parseMoneyText } from '@pulso/contract/kit/money';
import { useState } from 'react';
import { call } from '#api/client';
import { useIdempotencyKey } from '#api/idempotency-key';
import { multipart } from '#api/payload';
import { asNumber, isObject } from '#api/reader';
import { reportTold } from '#api/report';
import { serverOffers } from '#api/session';
import { useUserWrite } from '#features/accounts/users/user-records';
import { debtOrigin, isOpen, useDebts } from '#features/billing/debts/debts-calls';
import { DuplicateQuestion, paymentFailure } from '#features/billing/payments/duplicate-question';
import { useEqualPaymentQuestion } from '#features/billing/payments/equal-payment';
import { methodOptions, PaymentFields, withPaidOn } from '#features/billing/payments/payment-fields';
import type { Payer } from '#features/billing/payments/payment-history';
import { useRenewal } from '#features/billing/subscriptions/use-renewal';
import { usePlansOnOffer } from '#features/catalogue/plans/plans-on-offer';
import { usePackagesOnOffer } from '#features/content/packages/packages-on-offer';
import type { Checked } from '#forms/form';
import { FormDialog, FormSkeleton } from '#forms/form-dialog';
import { ImageField } from '#forms/image-field';
import { MoneyField } from '#forms/money-field';
import { PickField } from '#forms/pick-field';
import { schemaCheck } from '#forms/schema-check';
import { SelectField } from '#forms/select-field';
import { useHeld } from '#forms/use-write';
import { tell } from '#ui/tell';

const FAILED = 'Error al registrar el pago. Por favor intenta de nuevo.';
const PICTURE = 'receipt';
const types = paymentTypes.map((value) => ({ value, label: paymentTypeLabel(value) }));
const checkPayment = schemaCheck(paymentInput);
const checkDebtPayment = schemaCheck(debtPaymentInput);

/** Products and other things are paid for without naming one of the catalogue. */
const GENERAL = 0;

/** The specified fields, and those of a ledger where the server keeps one. */
const bodyOf = (
  { user_id, type, item_id, amount, payment_method, status, paid_on, transaction_id }: PaymentInput,
  hasLedger: boolean,
) => ({
  user_id,
  type,
  item_id,
  amount,
  payment_method,
  status,
  ...(hasLedger && { paid_on, transaction_id, unless_duplicate: true }),
});

type Sent = {
  path: string;
  json: ReturnType<typeof bodyOf> | DebtPaymentInput;
  /** Of the receipt. */
  picture?: File | null;
};

/** The payment is kept whatever becomes of its picture. */
async function savePicture(payment: unknown, picture: File) {
  try {
    const id = isObject(payment) ? asNumber(payment.id) : undefined;
    await call('PUT', `payment/${id}/receipt`, { payload: multipart({}, { name: 'image', file: picture }) });
  } catch (error) {
    reportTold('El pago se registró, pero no se guardó el comprobante', error);
  }
}

type Props = { user: Payer; day: string; onClose: () => void };

export function RegisterPaymentDialog({ user, day, onClose }: Props) {
  const hasLedger = serverOffers('ledger');
  const offers = { subscription: usePlansOnOffer(), package: usePackagesOnOffer() };
  const owes = (useRenewal(user.id).data?.owed ?? 0) > 0;
  const known = useDebts(user.id);
  const idempotencyKey = useIdempotencyKey();
  const [type, setType] = useState('subscription');
  const [itemId, setItemId] = useState<number>();
  const [debtId, setDebtId] = useState<number>();
  /** What was typed over what it is prefilled with. */
  const [typed, setTyped] = useState<string>();
  /** In this dialog, not in what was kept of it. */
  const [isPicked, setIsPicked] = useState(false);
  const picked = () => {
    setTyped(undefined);
    setIsPicked(true);
  };
  const write = useUserWrite(FAILED, async ({ path, json, picture }: Sent) => {
    const { data } = await call('POST', path, { payload: { json }, headers: idempotencyKey({ path, json }) });
    if (picture) await savePicture(data, picture);
    tell({
      title: 'Pago registrado',
      description: `${shownName(user.name)}: ${formatMoney(json.amount)}`,
      tone: 'good',
    });
    onClose();
  });
  const { ask, question } = useEqualPaymentQuestion(user, write);
  const debts = useHeld(known.data, write)?.filter(isOpen) ?? [];
  const debt = debts.find(({ id }) => id === debtId);
  const offer = !debt && (type === 'subscription' || type === 'package') ? offers[type] : undefined;
  const item = offer?.list.rows.find(({ id }) => id === itemId);
  const price = debt ? debt.owed : item?.price;
  const check = withPaidOn((fields): Checked<Sent> => {
    if (debt) return sentBy(checkDebtPayment({ ...fields, unless_duplicate: true }), (json) => payingDebt(debt, json));
    const whole = { status: 'completed', ...fields, user_id: user.id };
    const checked = checkPayment({ ...whole, item_id: offer ? (fields.item_id ?? '') : GENERAL });
    return sentBy(checked, (input) => ({ path: 'payment', json: bodyOf(input, hasLedger) }));
  }, day);
  return (
    <FormDialog
      title="Registrar pago"
      subject={shownName(user.name)}
      submit="Registrar pago"
      busyLabel="Registrando..."
      check={check}
      busy={write.isPending}
      failure={paymentFailure(write)}
      onSubmit={(sent, files) => {
        const send = () => write.mutate({ ...sent, picture: files[PICTURE] });
        // A server with a ledger knows itself what is equal.
        if (hasLedger || !('item_id' in sent.json)) send();
        else ask(sent.json, send);
      }}
      onRestore={({ type: kind, item_id, debt_id, amount }) => {
        setType(typeof kind === 'string' ? kind : 'subscription');
        setItemId(Number(item_id) || undefined);
        setDebtId(Number(debt_id) || undefined);
        setTyped(typeof amount === 'string' ? amount : undefined);
      }}
      instead={owes && known.isPending ? <FormSkeleton rows={4} /> : undefined}
      onClose={onClose}
    >
      {debts.length > 0 && (
        <SelectField
          name="debt_id"
          label="Aplicar a"
          prompt="Ninguna deuda"
          options={debts.map((one) => ({ value: one.id, label: `${debtOrigin(one)}: debe ${formatMoney(one.owed)}` }))}
          onPick={(id) => {
            setDebtId(Number(id) || undefined);
            setItemId(undefined);
            picked();
          }}
        />
      )}
      {!debt && (
        <SelectField
          name="type"
          label="Tipo de pago"
          options={types}
          byDefault={type}
          onPick={(kind) => {
            setType(kind);
            setItemId(undefined);
            picked();
          }}
        />
      )}
      {offer && (
        <PickField
          key={type}
          name="item_id"
          label={paymentTypeLabel(type)}
          offer={offer}
          isFresh={isPicked}
          onPick={(id) => {
            setItemId(id);
            picked();
          }}
        />
      )}
      <div className={hasLedger ? undefined : 'grid gap-5 sm:grid-cols-2'}>
        <MoneyField
          key={debt ? `deuda ${debt.id}` : item && `${type} ${item.id}`}
          isPrefilled={isPicked}
          name="amount"
          label="Monto (ARS)"
          defaultValue={price}
          onType={setTyped}
          required
        />
        {!hasLedger && <SelectField name="payment_method" label="Método de pago" options={methodOptions} />}
      </div>
      {hasLedger && (
        <>
          <PaymentFields userId={user.id} day={day} amount={typed === undefined ? price : parseMoneyText(typed)} />
          <ImageField name={PICTURE} label="Comprobante (imagen, opcional)" notImage={RECEIPT_NOT_IMAGE} />
        </>
      )}
      {question}
      <DuplicateQuestion
        write={write}
        anyway={({ json, ...sent }) => ({ ...sent, json: { ...json, unless_duplicate: undefined } })}
      />
    </FormDialog>
  );
}

const sentBy = <T,>(checked: Checked<T>, sent: (values: T) => Sent): Checked<Sent> =>
  'values' in checked ? { values: sent(checked.values) } : checked;

const payingDebt = ({ id }: Debt, json: DebtPaymentInput): Sent => ({ path: `debt/${id}/pay`, json });
