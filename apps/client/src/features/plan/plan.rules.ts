import { paymentTypeLabel, type ClaimKind } from '@pulso/contract/billing/payments.labels';
import type { Claim, MyPlan } from '@pulso/contract/coaching/claims';
import type { DateText } from '@pulso/contract/kit/dates';
import { formatAmount, parseMoneyText } from '@pulso/contract/kit/money';

export const PLAN_PATH = 'my/plan';

type Money = Pick<MyPlan, 'owed' | 'price' | 'debts'>;

/** Choice of 'Para qué': the plan, one of the debts by its id, or something else; '' before it is chosen. */
export type Purpose = '' | 'renewal' | 'other' | number;

/** A transfer as it is typed. */
export type Draft = { amount: string; paid_on: DateText; purpose: Purpose; transaction_id: string };

/** The amount that one would have sent for it; undefined where that is anybody's guess. */
function amountFor({ owed, price, debts }: Money, purpose: Purpose): number | undefined {
  if (purpose === 'renewal') return price ?? undefined;
  if (typeof purpose === 'number') return debts.find(({ id }) => id === purpose)?.owed;
  return purpose === '' && owed > 0 ? owed : undefined;
}

const amountText = (plan: Money, purpose: Purpose) => formatAmount(amountFor(plan, purpose) ?? NaN);

/** Makes an empty form, for the debt, else a renewal; with several debts the client says which. */
export function newDraft(plan: Money, today: DateText): Draft {
  const { debts } = plan;
  const purpose = debts.length === 0 ? 'renewal' : debts.length === 1 ? debts[0]!.id : '';
  return { amount: amountText(plan, purpose), paid_on: today, purpose, transaction_id: '' };
}

/** The amount follows what it is for, unless somebody typed another one. */
export function withPurpose(draft: Draft, plan: Money, purpose: Purpose): Draft {
  const isTyped = draft.amount !== amountText(plan, draft.purpose);
  return { ...draft, purpose, amount: isTyped ? draft.amount : amountText(plan, purpose) || draft.amount };
}

/** The fields that are sent; an amount that is none goes as it was typed, and the server says so. */
export function transferFields({ amount, paid_on, purpose, transaction_id }: Draft): Record<string, string> {
  const claim: ClaimKind | '' = typeof purpose === 'number' ? 'debt' : purpose;
  const number = transaction_id.trim();
  return {
    amount: String(parseMoneyText(amount) ?? amount),
    paid_on,
    claim,
    ...(typeof purpose === 'number' && { debt_id: String(purpose) }),
    ...(number && { transaction_id: number }),
  };
}

const UNNAMED_DEBT = 'Una deuda';

/** Words for a debt: its sale, or its kind where it was only noted down, because the note is the administrator's. */
export const debtName = ({ concept, type }: MyPlan['debts'][number]) =>
  concept || (type === 'other' ? UNNAMED_DEBT : paymentTypeLabel(type));

/** Words for the purpose of a claim. */
export function claimPurpose({ claim, debt_id }: Pick<Claim, 'claim' | 'debt_id'>, debts: MyPlan['debts']): string {
  const debt = debts.find(({ id }) => id === debt_id);
  if (claim === 'debt') return debt ? debtName(debt) : UNNAMED_DEBT;
  return claim === 'renewal' ? 'Renovar mi plan' : 'Otra cosa';
}
