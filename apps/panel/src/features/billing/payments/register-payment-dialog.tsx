import type { Debt } from '@pulso/contract/billing/debts';
import {
  debtPaymentInput,
  type DebtPaymentInput,
  type PaymentInput,
  paymentInput,
  RECEIPT_NOT_IMAGE,
} from '@pulso/contract/billing/payments';
import { shownName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { PAYMENTS } from '#features/billing/ledger/cache-keys';
import { call } from '#api/client';
import { multipart } from '#forms/payload';
import { asNumber, isObject } from '#api/reader';
import { reportTold } from '#api/report';
import { serverOffers } from '#api/session';
import { debtOrigin, isOpen, useDebts } from '#features/billing/debts/debts-calls';
import { useEqualPayment } from '#features/billing/ledger/equal-payment';
import { GENERAL, useItemFields, useOffers } from '#features/billing/ledger/item-fields';
import { mapValues, PaymentDialog, sentTo, unlessDuplicate } from '#features/billing/ledger/payment-dialog';
import { methodOptions, PaymentFields, withPaidOn } from '#features/billing/ledger/payment-fields';
import type { Payer } from '#features/billing/ledger/payment-history';
import { useRenewal } from '#features/billing/subscriptions/use-renewal';
import type { Checked } from '#forms/form';
import { FormSkeleton } from '#forms/form-dialog';
import { ImageField } from '#forms/image-field';
import { MoneyField } from '#forms/money-field';
import { schemaCheck } from '#forms/schema-check';
import { SelectField } from '#forms/select-field';
import { useFieldValue } from '#forms/use-field-value';

const PICTURE = 'receipt';
const checkPayment = schemaCheck(paymentInput);
const checkDebtPayment = schemaCheck(debtPaymentInput);

/** The specified fields, and those of a ledger where the server has one. */
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

/** A payment is recorded whether or not its picture can be saved. */
async function savePicture(payment: unknown, picture: File) {
  try {
    const id = isObject(payment) ? asNumber(payment.id) : undefined;
    await call('PUT', `${PAYMENTS}/${id}/receipt`, { payload: multipart({}, { name: 'image', file: picture }) });
  } catch (error) {
    reportTold('El pago se registró, pero no se guardó el comprobante', error);
  }
}

type Sent = { path: string; json: ReturnType<typeof bodyOf> | DebtPaymentInput };

type Props = { user: Payer; day: string; onClose: () => void };

export function RegisterPaymentDialog({ user, day, onClose }: Props) {
  const hasLedger = serverOffers('ledger');
  const offers = useOffers();
  const owes = (useRenewal(user.id).data?.owed ?? 0) > 0;
  const { data: known = [], isPending } = useDebts(user.id);
  const debts = known.filter(isOpen);
  const equalPayment = useEqualPayment(user);
  const check = withPaidOn((fields): Checked<Sent> => {
    const debt = debts.find(({ id }) => id === Number(fields.debt_id));
    if (debt) return sentTo(`debt/${debt.id}/pay`, unlessDuplicate(checkDebtPayment(fields)));
    const payment = { status: 'completed', item_id: GENERAL, ...fields, user_id: user.id };
    return mapValues(checkPayment(payment), (values) => ({ path: PAYMENTS, json: bodyOf(values, hasLedger) }));
  }, day);
  return (
    <PaymentDialog
      title="Registrar pago"
      subject={shownName(user.name)}
      submit="Registrar pago"
      busyLabel="Registrando..."
      failed="Error al registrar el pago. Por favor intenta de nuevo."
      check={check}
      twinOf={({ json }) => (hasLedger || !('item_id' in json) ? undefined : equalPayment(json))}
      mayBeEmpty
      done={async (data, { json }, { [PICTURE]: picture }) => {
        if (picture) await savePicture(data, picture);
        return { title: 'Pago registrado', description: `${shownName(user.name)}: ${formatMoney(json.amount)}` };
      }}
      data={debts}
      instead={owes && isPending ? <FormSkeleton rows={4} /> : undefined}
      onClose={onClose}
    >
      {(openDebts) => (
        <>
          <AmountFields offers={offers} debts={openDebts} hasLedger={hasLedger} />
          {hasLedger && <PaymentFields userId={user.id} day={day} amountIn="amount" />}
          {hasLedger && (
            <ImageField name={PICTURE} label="Comprobante (imagen, opcional)" notImage={RECEIPT_NOT_IMAGE} />
          )}
        </>
      )}
    </PaymentDialog>
  );
}

type FieldsProps = { offers: ReturnType<typeof useOffers>; debts: Debt[]; hasLedger: boolean };

/** The amount of a debt, or of one item. */
function AmountFields({ offers, debts, hasLedger }: FieldsProps) {
  const debtId = useFieldValue('debt_id');
  const debt = debts.find(({ id }) => id === Number(debtId));
  const item = useItemFields(offers, { label: 'Tipo de pago', byDefault: 'subscription' });
  return (
    <>
      {debts.length > 0 && (
        <SelectField
          name="debt_id"
          label="Aplicar a"
          prompt="Ninguna deuda"
          options={debts.map((one) => ({ value: one.id, label: `${debtOrigin(one)}: debe ${formatMoney(one.owed)}` }))}
        />
      )}
      {debt ? <input type="hidden" name="type" value={item.type} /> : item.fields}
      <div className={hasLedger ? undefined : 'grid gap-5 sm:grid-cols-2'}>
        <MoneyField
          name="amount"
          label="Monto (ARS)"
          prefill={debt ? debt.owed : item.price}
          of={debt ? `deuda ${debt.id}` : item.of}
          required
        />
        {!hasLedger && <SelectField name="payment_method" label="Método de pago" options={methodOptions} />}
      </div>
    </>
  );
}
