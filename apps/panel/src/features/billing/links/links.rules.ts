import type { LinkedProblem, PaymentLink } from '@pulso/contract/billing/links';
import { linkStates, type LinkProblem, type LinkState } from '@pulso/contract/billing/links.labels';
import { formatDate } from '@pulso/contract/kit/dates';
import { displayName } from '@pulso/contract/kit/labels';
import { formatMoney } from '@pulso/contract/kit/money';
import type { Tone } from '@pulso/web/ui/feedback/badge';
import { ALL_VALUE } from '#ui/lists/filter-values';

/** True while something may still come by the link. */
export const isAwaited = ({ state }: Pick<PaymentLink, 'state'>) => state === 'open' || state === 'processing';

export const linkTones: Record<LinkState, Tone> = { open: 'yellow', processing: 'blue', paid: 'green', failed: 'grey' };

/** Value of the filter 'Estado' for those with something for a person to look at. */
export const PROBLEMS_VALUE = 'por-resolver';

export const defaultLinksView = { estado: ALL_VALUE, cliente: '', pagina: '1' };

/** Query for the server; unknown values in the address are ignored. */
export function toLinkQuestion({ estado, cliente }: typeof defaultLinksView) {
  const state = linkStates.find((one) => one === estado);
  const client = Number(cliente);
  return {
    ...(state && { state }),
    ...(estado === PROBLEMS_VALUE && { problems: true }),
    ...(Number.isInteger(client) && client > 0 && { user_id: client }),
  };
}

/** Line with the link's item, and until when it may be paid or when it was. */
export function linkFacts({ concept, state, expires_at, paid_on }: PaymentLink): string {
  const when =
    state === 'paid'
      ? paid_on && `Pagado el ${formatDate(paid_on)}`
      : state === 'failed'
        ? ''
        : `Vale hasta el ${formatDate(expires_at)}`;
  return [concept, when].filter(Boolean).join(' · ');
}

/** An amount as it came: pesos, or the letters of another currency. */
export const amountWords = ({ amount, currency }: Pick<LinkedProblem, 'amount' | 'currency'>) =>
  currency === 'ARS' ? formatMoney(amount) : formatMoney(amount).replace('ARS', currency);

/** Problems whose money may still become a period. */
export const canRenewWith = ({ problem, payment_id }: Pick<LinkedProblem, 'problem' | 'payment_id'>) =>
  payment_id !== null && (problem === 'not_renewed' || problem === 'twice');

const adviceByProblem: Record<LinkProblem, (problem: LinkedProblem, link: PaymentLink) => string> = {
  amount: (problem, { amount }) =>
    `Llegaron ${amountWords(problem)} y el link era de ${formatMoney(amount)}: no se renovó nada. Acuerda con tu cliente qué hacer.`,
  currency: (problem) => `Llegaron ${amountWords(problem)}: no se renovó nada. Mira tu cuenta de Mercado Pago.`,
  twice: (problem) =>
    `Llegaron otros ${amountWords(problem)} por el mismo link. Renueva otro período con ese dinero, o devuélvelo desde Mercado Pago.`,
  not_renewed: (problem) => `Llegaron ${amountWords(problem)}, pero no se pudo renovar. Mira al cliente y su plan.`,
  refunded: () => 'Quedó anulado en Pagos. El período sigue, y lo debe.',
  charged_back: () => 'Quedó anulado en Pagos. El período sigue, y lo debe. Puedes reclamar desde Mercado Pago.',
  partly_refunded: () => 'En Pagos sigue entero: si corresponde, anota la devolución ahí.',
  in_mediation: () => 'Mercado Pago retiene el dinero hasta que se resuelva. Responde desde tu cuenta.',
};

/** Words for a payment that nobody could settle, and what to do. */
export function problemAdvice(problem: LinkedProblem, link: PaymentLink): string {
  const advice = (adviceByProblem as Partial<typeof adviceByProblem>)[problem.problem];
  return advice?.(problem, link) ?? '';
}

/** 'Ana Gómez, ARS 12.500,00' */
export const linkName = ({ user, amount }: PaymentLink) => `${displayName(user.name)}, ${formatMoney(amount)}`;
