/** The item that a link is proposed for: a debt, or a plan at a price. */
export type LinkProposal = { debtId?: number; planId?: number; price?: number };
