import type { OpenClaim } from '@pulso/contract/billing/subscriptions';
import { formatDate } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@pulso/web/ui/controls/button';
import { serverOffers } from '#api/session';
import { LinkOffer } from '#features/billing/ledger/link-offer';
import type { LinkProposal } from '#features/billing/ledger/link-proposal';
import { PaymentDialog } from '#features/billing/ledger/payment-dialog';
import { PaymentFields } from '#features/billing/ledger/payment-fields';
import { RenewalTerms } from '#features/billing/subscriptions/renewal-terms';
import { useRenewalSale, type Client } from '#features/billing/subscriptions/use-renewal-sale';
import { TextAreaField } from '#forms/fields';

const ClaimDialog = lazy(async () => ({
  default: (await import('#features/billing/subscriptions/claim-dialog')).ClaimDialog,
}));

export const RENEW_TITLE = 'Renovar suscripción';

export type RenewProps = {
  user: Client;
  onClose: () => void;
  /** After a renewal, and after one was undone. */
  onDone?: () => void;
  /** Makes a link for the plan and the price instead. */
  onLink?: (proposal: LinkProposal) => void;
  /** Focus target after closing, if the opener is gone. */
  returnTo?: () => HTMLElement | null;
};

/** Sells the period that follows, with what is paid of it now. */
export function RenewDialog({ user, onDone, onLink, ...closing }: RenewProps) {
  const { data, instead, check, done } = useRenewalSale(user, onDone);
  const [claim, setClaim] = useState<OpenClaim>();
  if (claim)
    return (
      <Suspense>
        <ClaimDialog user={user} claim={claim} onDone={onDone} {...closing} />
      </Suspense>
    );
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
            {serverOffers('coaching') &&
              renewal.claims.map((one) => <ClaimNote key={one.id} claim={one} onUse={() => setClaim(one)} />)}
            <RenewalTerms renewal={renewal} list={list} />
            {onLink && <LinkOffer onLink={onLink} />}
            <PaymentFields userId={user.id} day={renewal.today} amountIn="paid" lastMethod={renewal.last_method} />
            <TextAreaField name="notes" label="Notas (opcional)" rows={2} />
          </>
        )
      }
    </PaymentDialog>
  );
}

/** A transfer that the client told: to confirm it is another dialog than to record money. */
function ClaimNote({ claim, onUse }: { claim: OpenClaim; onUse: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-yellow-soft p-3">
      <p className="min-w-0 flex-1 basis-48 text-sm text-yellow">
        Avisó una transferencia de {formatMoney(claim.amount)} del {formatDate(claim.claimed_on)}.
      </p>
      <Button onClick={onUse}>Usar este aviso</Button>
    </div>
  );
}
