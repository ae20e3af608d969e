import { paidOnProblem, type LedgerRow } from '@pulso/contract/billing/ledger';
import type { DateText } from '@pulso/contract/kit/dates';

/** The day that the client told, if a payment of it can still be entered. */
export const dayToPropose = ({ claimed_on }: Pick<LedgerRow, 'claimed_on'>, day: DateText): DateText =>
  claimed_on && !paidOnProblem(claimed_on, day) ? claimed_on : day;
