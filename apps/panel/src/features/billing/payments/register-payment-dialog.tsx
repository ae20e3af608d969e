import type { Debt } from '@pulso/contract/billing/debts';
import { debtPaymentInput, type DebtPaymentInput, paymentInput } from '@pulso/contract/billing/payments';
import { displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { Button } from '@pulso/web/ui/controls/button';
import { PAYMENTS_PATH } from '#features/billing/ledger/resource-paths';
import { serverOffers } from '#api/session';
import { debtOrigin, isOpenDebt, useDebts } from '#features/billing/debts/debts-calls';
import { useEqualPaymentWarning } from '#features/billing/ledger/equal-payment';
import { GENERAL_ITEM_ID, useItemFields, useSaleOptions } from '#features/billing/ledger/item-fields';
import { paymentBody } from '#features/billing/ledger/payment-body';
import { mapCheckResult, PaymentDialog, toSale, withDuplicateCheck } from '#features/billing/ledger/payment-dialog';
import { PICTURE_FIELD, ReceiptPictureField, savePicture } from '#features/billing/ledger/receipt-picture-field';
import { methodOptions, PaymentFields, withPaidOnCheck } from '#features/billing/ledger/payment-fields';
import type { Payer } from '#features/billing/ledger/use-payments';
import { useRenewal } from '#features/billing/subscriptions/use-renewal';
import type { CheckResult } from '#forms/form';
import { FormSkeleton } from '#forms/form-dialog';
import { MoneyField } from '#forms/money-field';
import { createSchemaCheck } from '#forms/schema-check';
import { SelectField } from '#forms/select-field';
import { useFieldValue } from '#forms/use-field-value';

const checkPayment = createSchemaCheck(paymentInput);
const checkDebtPayment = createSchemaCheck(debtPaymentInput);

type PaymentRequest = { path: string; json: ReturnType<typeof paymentBody> | DebtPaymentInput };

type Props = { user: Payer; day: string; onCharge: () => void; onClose: () => void };

export function RegisterPaymentDialog({ user, day, onCharge, onClose }: Props) {
  const hasLedger = serverOffers('ledger');
  const offers = useSaleOptions();
  const owes = (useRenewal(user.id).data?.owed ?? 0) > 0;
  const { data: knownDebts = [], isPending } = useDebts(user.id);
  const debts = knownDebts.filter(isOpenDebt);
  const equalPayment = useEqualPaymentWarning(user);
  const check = withPaidOnCheck((fields): CheckResult<PaymentRequest> => {
    const debt = debts.find(({ id }) => id === Number(fields.debt_id));
    if (debt) return toSale(`debt/${debt.id}/pay`, withDuplicateCheck(checkDebtPayment(fields)));
    const payment = { status: 'completed', item_id: GENERAL_ITEM_ID, ...fields, user_id: user.id };
    return mapCheckResult(checkPayment(payment), (values) => ({
      path: PAYMENTS_PATH,
      json: paymentBody(values, hasLedger),
    }));
  }, day);
  return (
    <PaymentDialog
      title="Registrar pago"
      subject={displayName(user.name)}
      submit="Registrar pago"
      busyLabel="Registrando..."
      failed="Error al registrar el pago. Por favor intenta de nuevo."
      check={check}
      twinOf={({ json }) => (hasLedger || !('item_id' in json) ? undefined : equalPayment(json))}
      mayBeEmpty
      done={async (data, { json }, { [PICTURE_FIELD]: picture }) => {
        if (picture) await savePicture(data, picture);
        return { title: 'Pago registrado', description: `${displayName(user.name)}: ${formatMoney(json.amount)}` };
      }}
      data={debts}
      instead={owes && isPending ? <FormSkeleton rows={4} /> : undefined}
      onClose={onClose}
    >
      {(openDebts) => (
        <>
          <AmountFields offers={offers} debts={openDebts} hasLedger={hasLedger} onCharge={onCharge} />
          {hasLedger && <PaymentFields userId={user.id} day={day} amountIn="amount" />}
          {hasLedger && <ReceiptPictureField />}
        </>
      )}
    </PaymentDialog>
  );
}

/** A payment alone gives nothing: what it names is sold elsewhere. */
function SaleNote({ type, onCharge }: { type: string; onCharge: () => void }) {
  const offersCharge = type === 'subscription' && serverOffers('renew');
  const words =
    type === 'package'
      ? 'Este pago no activa el paquete: eso se hace en «Activar paquete».'
      : offersCharge
        ? 'Este pago no renueva su plan. ¿Renovar en su lugar?'
        : 'Este pago no activa el plan: eso se hace en «Activar suscripción».';
  if (type !== 'package' && type !== 'subscription') return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-yellow-soft p-3 text-sm text-yellow">
      <p className="min-w-0 flex-1 basis-48">{words}</p>
      {offersCharge && <Button onClick={onCharge}>Cobrar</Button>}
    </div>
  );
}

type FieldsProps = {
  offers: ReturnType<typeof useSaleOptions>;
  debts: Debt[];
  hasLedger: boolean;
  onCharge: () => void;
};

/** The amount of a debt, or of one item. */
function AmountFields({ offers, debts, hasLedger, onCharge }: FieldsProps) {
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
      {!debt && <SaleNote type={item.type} onCharge={onCharge} />}
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
