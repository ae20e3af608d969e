import { labelFinder } from '../kit/labels';

/** `open`: nothing came yet, or a try that was rejected. `failed`: expired, closed, or never made. */
export const linkStates = ['open', 'processing', 'paid', 'failed'] as const;
export type LinkState = (typeof linkStates)[number];

const findLinkState = labelFinder<LinkState>({
  open: 'Abierto',
  processing: 'Procesando',
  paid: 'Pagado',
  failed: 'Fallido',
});
export const linkStateLabel = (state: string): string => findLinkState(state) ?? state;

/** Problems of a payment by a link that a person has to look at. */
export const linkProblems = [
  'amount',
  'currency',
  'twice',
  'not_renewed',
  'refunded',
  'charged_back',
  'partly_refunded',
  'in_mediation',
] as const;
export type LinkProblem = (typeof linkProblems)[number];

const findLinkProblem = labelFinder<LinkProblem>({
  amount: 'Pagó otro monto',
  currency: 'Pagó en otra moneda',
  twice: 'Pagó dos veces',
  not_renewed: 'Pago recibido, falta renovar',
  refunded: 'Mercado Pago devolvió este pago',
  charged_back: 'El banco devolvió este pago (contracargo)',
  partly_refunded: 'Mercado Pago devolvió una parte',
  in_mediation: 'Pago en mediación',
});
export const linkProblemLabel = (problem: string): string => findLinkProblem(problem) ?? problem;

/** Days for which a link is valid. */
export const LINK_DAYS = { min: 1, max: 30, default: 7 };

/** Steps of 'Probar la conexión', in their order. */
export const connectionSteps = ['token', 'service', 'identity', 'address', 'secret'] as const;
export type ConnectionStep = (typeof connectionSteps)[number];
