/** Days back to which a client may tell a transfer. */
export const MAX_CLAIM_AGE_DAYS = 30;

/** Multipart field of the picture. */
export const TRANSFER_PICTURE = 'image';

export const claimStates = ['open', 'confirmed', 'rejected', 'withdrawn'] as const;
export type ClaimState = (typeof claimStates)[number];

/** The words for the state of a claim. */
export function claimStateLabel({ state, reason }: { state: ClaimState; reason: string | null }): string {
  if (state === 'rejected') return reason ? `No la encontramos: ${reason}` : 'No la encontramos';
  return { open: 'En revisión', confirmed: 'Confirmada', withdrawn: 'Retirada' }[state];
}
