import type { Debt } from '@pulso/contract/billing/debts';
import { verifyInput } from '@pulso/contract/billing/payments';
import { PAID_TOO_MUCH, renewalTerms, type OpenClaim, type Renewal } from '@pulso/contract/billing/subscriptions';
import { formatMoney } from '@pulso/contract/kit/money';
import { mapCheckResult } from '#features/billing/ledger/payment-dialog';
import { createSchemaCheck } from '#forms/schema-check';

/** Uses of the money when a transfer that the client told is confirmed. */
export type ClaimAction = 'renew' | 'debt' | 'only';

const labels: Record<ClaimAction, string> = {
  renew: 'Confirmar y renovar',
  debt: 'Confirmar y aplicar a una deuda',
  only: 'Solo confirmar',
};

type Claim = Pick<OpenClaim, 'claim' | 'amount' | 'debt_id'>;

/** The debts that the money of a claim can be applied to, and first the one that was told. */
export const payableDebts = (debts: Debt[], { amount, debt_id }: Claim) =>
  debts
    .filter(({ closed_on, owed }) => closed_on === null && owed >= amount)
    .sort((a, b) => Number(b.id === debt_id) - Number(a.id === debt_id));

/** The choices that there are, and the one that is proposed. */
export function claimActions({ claim, debt_id }: Claim, { inactive }: Pick<Renewal, 'inactive'>, payable: Debt[]) {
  const actions: ClaimAction[] = [
    ...(inactive ? [] : (['renew'] as const)),
    ...(payable.length > 0 ? (['debt'] as const) : []),
    'only',
  ];
  const isOwed = claim === 'debt' && payable.some(({ id }) => id === debt_id);
  const wanted: ClaimAction = claim === 'renewal' ? 'renew' : isOwed ? 'debt' : 'only';
  const proposed = actions.includes(wanted) ? wanted : 'only';
  return { options: actions.map((value) => ({ value, label: labels[value] })), proposed };
}

/** Message for a claim of more than the price of the renewal. */
export const excessWords = (excess: number) =>
  `Transfirió ${formatMoney(excess)} de más: sube el precio, elige otro plan o usa «Solo confirmar».`;

const checkTerms = createSchemaCheck(renewalTerms);
const checkReceived = createSchemaCheck(verifyInput);

type Fields = Record<string, unknown>;

/** The body of the confirmation that the fields describe. */
export function checkClaim(
  action: ClaimAction,
  amount: number,
  { plan_id, start_date, list_price, price, ...fields }: Fields,
) {
  const { paid_on, transaction_id, debt_id } = fields;
  const checked = checkReceived({ paid_on, transaction_id, debt_id: action === 'debt' ? debt_id : null });
  if (action !== 'renew') return checked;
  const terms = checkTerms({ plan_id, start_date, list_price, price });
  if ('values' in terms && terms.values.price < amount) return { errors: { price: PAID_TOO_MUCH } };
  if ('errors' in terms) return { errors: { ...('errors' in checked && checked.errors), ...terms.errors } };
  return mapCheckResult(checked, (values) => ({ ...values, debt_id: undefined, renew: terms.values }));
}
