import { useState } from 'react';
import { serverOffers } from '#api/session';
import { ChargeDialog, type ChargeProps } from '#features/billing/charge/charge-dialog';
import { LinkChatDialog } from '#features/billing/collections/links/link-chat-dialog';
import type { LinkProposal } from '#features/billing/ledger/link-proposal';
import { LinkDialog } from '#features/billing/links/link-dialog';
import { RenewDialog, type RenewProps } from '#features/billing/subscriptions/renew-dialog';

/** Props by which the dialog of a sale gives way to that of a link. */
function useLinkInstead() {
  const [proposal, setProposal] = useState<LinkProposal>();
  return { proposal, onLink: serverOffers('mercadopago') ? setProposal : undefined };
}

/** 'Cobrar', with a link for whoever pays from his phone. */
export function ChargeWithLink(props: ChargeProps) {
  const { proposal, onLink } = useLinkInstead();
  return proposal ? <LinkWithChat {...props} proposal={proposal} /> : <ChargeDialog {...props} onLink={onLink} />;
}

/** 'Renovar', with a link for whoever pays from his phone. */
export function RenewWithLink(props: RenewProps) {
  const { proposal, onLink } = useLinkInstead();
  return proposal ? <LinkWithChat {...props} proposal={proposal} /> : <RenewDialog {...props} onLink={onLink} />;
}

/** 'Generar link', from where its message is written too. */
export function LinkWithChat({ user, proposal, onClose, returnTo }: RenewProps & { proposal?: LinkProposal }) {
  return <LinkDialog user={user} proposal={proposal} Chat={LinkChatDialog} onClose={onClose} returnTo={returnTo} />;
}
