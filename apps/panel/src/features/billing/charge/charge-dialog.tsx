import type { Debt } from '@pulso/contract/billing/debts';
import { paymentInput } from '@pulso/contract/billing/payments';
import type { Renewal } from '@pulso/contract/billing/subscriptions';
import type { Plan } from '@pulso/contract/catalogue/plans';
import { formatDate } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { formatMoney, sumMoney } from '@pulso/contract/kit/money';
import { reasonOf, isObject } from '@pulso/web/answers';
import { FailureState } from '@pulso/web/ui/feedback/states';
import { debtOrigin, isOpenDebt, useDebts } from '#features/billing/debts/debts-calls';
import { DebtAmountField, debtSale } from '#features/billing/debts/debt-sale';
import { GENERAL_ITEM_ID, useItemFields, useSaleOptions } from '#features/billing/ledger/item-fields';
import { LinkOffer } from '#features/billing/ledger/link-offer';
import type { LinkProposal } from '#features/billing/ledger/link-proposal';
import { paymentBody } from '#features/billing/ledger/payment-body';
import { mapCheckResult, PaymentDialog } from '#features/billing/ledger/payment-dialog';
import { PaymentFields, UNVERIFIED, withPaidOnCheck } from '#features/billing/ledger/payment-fields';
import { PICTURE_FIELD, ReceiptPictureField, savePicture } from '#features/billing/ledger/receipt-picture-field';
import { PAYMENTS_PATH } from '#features/billing/ledger/resource-paths';
import { RenewalTerms, useRenewalTerms } from '#features/billing/subscriptions/renewal-terms';
import { useRenewalSale, type Client } from '#features/billing/subscriptions/use-renewal-sale';
import type { CheckResult } from '#forms/form';
import { FormSkeleton } from '#forms/form-dialog';
import { TextAreaField } from '#forms/fields';
import { MoneyField, useFieldAmount } from '#forms/money-field';
import { RadioField } from '#forms/radio-field';
import { createSchemaCheck } from '#forms/schema-check';
import { useFieldValue } from '#forms/use-field-value';
import type { Options } from '#forms/use-options';

export const CHARGE_TITLE = 'Cobrar';
const RENEWAL = 'renew';
const OTHER = 'other';
const purposeOfDebt = ({ id }: Debt) => `debt ${id}`;
const checkPayment = createSchemaCheck(paymentInput);

type Fields = Record<string, unknown>;
/** A sale of one of the three kinds; `amount` is the money that comes now. */
type Charge = { path: string; json: object; purpose: string; amount: number };

/** The debt, the renewal or the other thing that the fields name: at first the first debt if there is one, else the renewal. */
function findPurpose(debts: Debt[], chosen: unknown) {
  const debt =
    chosen === RENEWAL || chosen === OTHER
      ? undefined
      : (debts.find((one) => purposeOfDebt(one) === chosen) ?? debts[0]);
  return { debt, isOther: chosen === OTHER };
}

/** The debts that can be paid, and first of them the one that was asked for. */
const openDebts = (debts: Debt[], firstId: number | undefined) =>
  debts.filter(isOpenDebt).sort((a, b) => Number(b.id === firstId) - Number(a.id === firstId));

export type ChargeProps = {
  user: Client;
  /** The debt to be proposed. */
  debtId?: number;
  onClose: () => void;
  /** After something was paid, and after a renewal was undone. */
  onDone?: () => void;
  /** Makes a link for what is chosen instead. */
  onLink?: (proposal: LinkProposal) => void;
  /** Focus target after closing, if the opener is gone. */
  returnTo?: () => HTMLElement | null;
};

/** Placeholder of the form of a debtor: without the debts it would propose a renewal. */
function debtsPlaceholder({
  isFetching,
  error,
  refetch,
}: Pick<ReturnType<typeof useDebts>, 'isFetching' | 'error' | 'refetch'>) {
  if (isFetching) return <FormSkeleton rows={6} />;
  if (!error) return undefined;
  return (
    <div className="p-5">
      <FailureState message="Error al cargar las deudas" reason={reasonOf(error)} onRetry={() => void refetch()} />
    </div>
  );
}

/** Everything that a client can pay for, with one set of methods; the screen says what the money buys. */
export function ChargeDialog({ user, debtId, onDone, onLink, ...closing }: ChargeProps) {
  const renewal = useRenewalSale(user, onDone);
  const { data: knownDebts = [], ...debtsQuery } = useDebts(user.id);
  const debts = openDebts(knownDebts, debtId);
  const owes = (renewal.data.renewal?.owed ?? 0) > 0;
  const day = renewal.data.renewal?.today ?? '';

  const check = withPaidOnCheck((fields: Fields): CheckResult<Charge> => {
    const { debt, isOther } = findPurpose(debts, fields.purpose);
    if (debt)
      return mapCheckResult(debtSale(debt).check(fields), (sale) => ({
        ...sale,
        purpose: purposeOfDebt(debt),
        amount: sale.json.amount,
      }));
    if (!isOther)
      return mapCheckResult(renewal.check(fields), (sale) => ({ ...sale, purpose: RENEWAL, amount: sale.json.paid }));
    const payment = { item_id: GENERAL_ITEM_ID, ...fields, user_id: user.id };
    return mapCheckResult(checkPayment(payment), (values) => ({
      path: PAYMENTS_PATH,
      json: { ...paymentBody(values, true), notes: values.notes },
      purpose: OTHER,
      amount: values.amount,
    }));
  }, day);

  return (
    <PaymentDialog
      title={CHARGE_TITLE}
      subject={displayName(user.name)}
      submit={CHARGE_TITLE}
      busyLabel="Cobrando..."
      failed="Error al cobrar. Por favor intenta de nuevo."
      values={{ id: user.id }}
      check={check}
      done={async (data, { purpose, amount }, { [PICTURE_FIELD]: picture }) => {
        const isRenewal = purpose === RENEWAL;
        if (picture) await savePicture(isRenewal && isObject(data) ? data.payment : data, picture);
        if (isRenewal) return renewal.done(data);
        const debt = debts.find((one) => purposeOfDebt(one) === purpose);
        const description = `${displayName(user.name)}: ${formatMoney(amount)}`;
        return debt ? debtSale(debt).done(amount) : { title: 'Pago registrado', description };
      }}
      onDone={onDone}
      effect={<ChargeEffect debts={debts} {...renewal.data} />}
      data={{ debts, ...renewal.data }}
      instead={renewal.instead ?? (owes && debts.length === 0 ? debtsPlaceholder(debtsQuery) : undefined)}
      {...closing}
    >
      {(frozenData) =>
        frozenData.renewal && <ChargeFields user={user} {...frozenData} renewal={frozenData.renewal} onLink={onLink} />
      }
    </PaymentDialog>
  );
}

type Due = { debts: Debt[]; renewal: Renewal; list: Options<Plan> };

function ChargeFields({ user, debts, renewal, list, onLink }: Due & Pick<ChargeProps, 'user' | 'onLink'>) {
  const { debt, isOther } = findPurpose(debts, useFieldValue('purpose'));
  const renewLabel = renewal.plan?.status ? `Renovar ${displayName(renewal.plan.title)}` : 'Un plan';
  const isPending = useFieldValue('status') === UNVERIFIED;
  return (
    <>
      <RadioField
        name="purpose"
        legend="Qué paga"
        options={[
          ...debts.map((one) => ({
            value: purposeOfDebt(one),
            label: `Deuda: ${debtOrigin(one)}, ${formatMoney(one.owed)}`,
          })),
          { value: RENEWAL, label: renewLabel },
          { value: OTHER, label: 'Otra cosa' },
        ]}
        byDefault={debts[0] ? purposeOfDebt(debts[0]) : RENEWAL}
      />
      {debt && <DebtAmountField debt={debt} />}
      {!debt && isOther && <OtherFields />}
      {!debt && !isOther && <RenewalTerms renewal={renewal} list={list} />}
      {onLink && !isOther && <LinkOffer debtId={debt?.id} onLink={onLink} />}
      <PaymentFields
        userId={user.id}
        day={renewal.today}
        amountIn={debt || isOther ? 'amount' : 'paid'}
        lastMethod={renewal.last_method}
      />
      {isPending && <ReceiptPictureField />}
      <TextAreaField name="notes" label="Notas (opcional)" rows={2} />
    </>
  );
}

function OtherFields() {
  const item = useItemFields(useSaleOptions(), {
    label: 'Tipo de pago',
    byDefault: 'product',
    without: 'subscription',
  });
  return (
    <>
      {item.fields}
      <MoneyField name="amount" label="Monto (ARS)" prefill={item.price} of={item.of} required />
    </>
  );
}

/** The words for what the money buys, before it is taken. */
function ChargeEffect({ debts, renewal, list }: Omit<Due, 'renewal'> & { renewal: Renewal | undefined }) {
  const { debt, isOther } = findPurpose(debts, useFieldValue('purpose'));
  const amount = useFieldAmount('amount');
  const type = useFieldValue('type');
  const isPending = useFieldValue('status') === UNVERIFIED;
  if (debt) {
    if (isPending) return 'Queda a verificar: la deuda baja cuando lo confirmes.';
    const rest = sumMoney([debt.owed, -(amount ?? 0)]);
    return rest > 0 ? `De la deuda quedan ${formatMoney(rest)}.` : 'Salda la deuda.';
  }
  if (isOther)
    return type === 'package' ? 'No activa el paquete: eso se hace en «Activar paquete».' : 'No renueva su plan.';
  return renewal ? <RenewalEffect renewal={renewal} list={list} /> : '';
}

function RenewalEffect({ renewal, list }: { renewal: Renewal; list: Options<Plan> }) {
  const { plan, end, owed } = useRenewalTerms({ renewal, list });
  if (!plan || !end) return '';
  const rest = owed > 0 ? `, y queda debiendo ${formatMoney(owed)}` : '';
  return `${displayName(plan.title)} hasta el ${formatDate(end)}${rest}.`;
}
