import { displayName } from '@pulso/contract/kit/labels';
import { PaymentDialog } from '#features/billing/ledger/payment-dialog';
import { PaymentFields } from '#features/billing/ledger/payment-fields';
import { RenewalTerms } from '#features/billing/subscriptions/renewal-terms';
import { useRenewalSale, type Client } from '#features/billing/subscriptions/use-renewal-sale';
import { TextAreaField } from '#forms/fields';

export const RENEW_TITLE = 'Renovar suscripción';

type Props = {
  user: Client;
  onClose: () => void;
  /** After a renewal, and after one was undone. */
  onDone?: () => void;
  /** Focus target after closing, if the opener is gone. */
  returnTo?: () => HTMLElement | null;
};

/** Sells the period that follows, with what is paid of it now. */
export function RenewDialog({ user, onDone, ...closing }: Props) {
  const { data, instead, check, done } = useRenewalSale(user, onDone);
  return (
    <PaymentDialog
      title={RENEW_TITLE}
      subject={displayName(user.name)}
      submit="Renovar"
      busyLabel="Renovando..."
      failed="Error al renovar la suscripción. Por favor intenta de nuevo."
      values={{ id: user.id }}
      check={check}
      done={done}
      onDone={onDone}
      data={data}
      instead={instead}
      {...closing}
    >
      {({ renewal, list }) =>
        renewal && (
          <>
            <RenewalTerms renewal={renewal} list={list} />
            <PaymentFields userId={user.id} day={renewal.today} amountIn="paid" lastMethod={renewal.last_method} />
            <TextAreaField name="notes" label="Notas (opcional)" rows={2} />
          </>
        )
      }
    </PaymentDialog>
  );
}
