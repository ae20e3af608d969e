import type { Debt } from '@pulso/contract/billing/debts';
import type { OpenClaim, Renewal } from '@pulso/contract/billing/subscriptions';
import type { Plan } from '@pulso/contract/catalogue/plans';
import { claimLabel } from '@pulso/contract/billing/payments.labels';
import { formatDate } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { isObject } from '@pulso/web/answers';
import { debtOrigin, useDebts } from '#features/billing/debts/debts-calls';
import { PaymentDialog, toSale } from '#features/billing/ledger/payment-dialog';
import { withPaidOnCheck } from '#features/billing/ledger/payment-fields';
import { ReceivedFields } from '#features/billing/ledger/received-fields';
import { PAYMENTS_PATH } from '#features/billing/ledger/resource-paths';
import { checkClaim, claimActions, payableDebts, type ClaimAction } from '#features/billing/subscriptions/claim.rules';
import { RenewalTerms } from '#features/billing/subscriptions/renewal-terms';
import { useRenewalSale, type Client } from '#features/billing/subscriptions/use-renewal-sale';
import { FormSkeleton } from '#forms/form-dialog';
import { RadioField } from '#forms/radio-field';
import { SelectField } from '#forms/select-field';
import { useFieldValue } from '#forms/use-field-value';
import type { Options } from '#forms/use-options';

type Props = {
  user: Client;
  claim: OpenClaim;
  onClose: () => void;
  onDone?: () => void;
  /** Focus target after closing, if the opener is gone. */
  returnTo?: () => HTMLElement | null;
};

/** Confirms a transfer that the client told in his app; the screen says what becomes of the money. */
export function ClaimDialog({ user, claim, onDone, ...closing }: Props) {
  const sale = useRenewalSale(user, onDone);
  const { data: debts = [], isLoading } = useDebts(user.id);
  const { renewal, list } = sale.data;
  const payable = payableDebts(debts, claim);
  const actions = renewal && claimActions(claim, renewal, payable);
  const check = withPaidOnCheck((fields) => {
    const list_price = list.rows.find(({ id }) => id === Number(fields.plan_id))?.price ?? 0;
    const action = (fields.action ?? actions?.proposed ?? 'only') as ClaimAction;
    const checked = checkClaim(action, claim.amount, { ...fields, list_price });
    return toSale(`${PAYMENTS_PATH}/${claim.id}/verify`, checked);
  }, renewal?.today ?? '');
  return (
    <PaymentDialog
      title="Confirmar pago"
      subject={displayName(user.name)}
      submit="Confirmar"
      busyLabel="Confirmando..."
      failed="Error al confirmar el pago. Por favor intenta de nuevo."
      values={{ id: claim.id, transaction_id: claim.transaction_id }}
      check={check}
      done={(data) =>
        isObject(data) && isObject(data.renewed)
          ? sale.done({ ...data.renewed, payment: data })
          : { title: 'Pago confirmado', description: `${displayName(user.name)}: ${formatMoney(claim.amount)}` }
      }
      onDone={onDone}
      data={{ renewal, list, payable, actions }}
      instead={sale.instead ?? (isLoading ? <FormSkeleton rows={6} /> : undefined)}
      {...closing}
    >
      {(data) =>
        data.renewal &&
        data.actions && (
          <ClaimFields claim={claim} userId={user.id} {...data} renewal={data.renewal} actions={data.actions} />
        )
      }
    </PaymentDialog>
  );
}

type FieldsProps = {
  claim: OpenClaim;
  userId: number;
  renewal: Renewal;
  list: Options<Plan>;
  payable: Debt[];
  actions: ReturnType<typeof claimActions>;
};

function ClaimFields({ claim, userId, renewal, list, payable, actions: { options, proposed } }: FieldsProps) {
  const action = useFieldValue('action', proposed);
  return (
    <>
      <p className="text-sm">
        Avisó una transferencia de <span className="font-semibold whitespace-nowrap">{formatMoney(claim.amount)}</span>{' '}
        del {formatDate(claim.claimed_on)}. {claim.claim && `${claimLabel(claim.claim)}.`}
      </p>
      <RadioField name="action" legend="Qué hacer" options={options} byDefault={proposed} />
      {action === 'renew' && <RenewalTerms renewal={renewal} list={list} paid={claim.amount} />}
      {action === 'debt' && (
        <SelectField
          name="debt_id"
          label="Deuda"
          options={payable.map((debt) => ({
            value: debt.id,
            label: `${debtOrigin(debt)} · Debe ${formatMoney(debt.owed)}`,
          }))}
          byDefault={payable[0]?.id}
        />
      )}
      <ReceivedFields payment={claim} userId={userId} day={renewal.today} />
    </>
  );
}
