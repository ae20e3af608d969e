import * as z from 'zod/mini';
import { type FieldErrors, pageBody } from '../kit/envelope';
import { choice, flag, id, integer, money, nullable, reference, timestamp } from '../kit/fields';
import { withRule } from '../kit/resource';
import { INVALID_AMOUNT, ledgerRow } from './ledger';
import { connectionSteps, LINK_DAYS, linkProblems, linkStates } from './links.labels';
import { renewalTerms } from './subscriptions';

const validDays = integer({
  ...LINK_DAYS,
  message: `Debe ser un número entero de ${LINK_DAYS.min} a ${LINK_DAYS.max}`,
});
const amount = money({ min: 0.01, message: INVALID_AMOUNT });
const NOT_ONE = 'Elige un plan o una deuda';

/** A link renews a plan at the price that its author saw, or pays what is left of a debt. */
export const linkInput = withRule(
  z.object({
    plan_id: nullable(reference('El plan no es válido')),
    price: nullable(amount),
    list_price: nullable(amount),
    debt_id: nullable(reference(NOT_ONE)),
    days: z.optional(validDays),
  }),
  ({ plan_id, debt_id, price, list_price }): FieldErrors | undefined => {
    const isPlan = typeof plan_id === 'number';
    if (isPlan === (typeof debt_id === 'number')) return { plan_id: NOT_ONE };
    if (isPlan && typeof price !== 'number') return { price: INVALID_AMOUNT };
    return isPlan && typeof list_price !== 'number' ? { list_price: INVALID_AMOUNT } : undefined;
  },
);
export type LinkInput = z.infer<typeof linkInput>;

const problem = z.object({
  /** Our number of the payment that came. */
  id,
  problem: z.enum(linkProblems),
  amount: z.number(),
  currency: z.string(),
  /** Its number at Mercado Pago. */
  transaction_id: z.string(),
  at: timestamp,
  /** The charge in the ledger, if it was recorded. */
  payment_id: z.nullable(id),
});
export type LinkedProblem = z.infer<typeof problem>;

export const linkRow = z.object({
  id,
  user: z.object({ id, name: z.string(), deleted: z.boolean() }),
  plan: z.nullable(z.object({ id, title: z.string() })),
  debt_id: z.nullable(id),
  /** Item in the words of the sale. */
  concept: z.string(),
  amount: z.number(),
  /** The address to pay at. */
  url: z.string(),
  state: z.enum(linkStates),
  created_at: timestamp,
  expires_at: timestamp,
  created_by: ledgerRow.shape.recorded_by,
  /** The charge in the ledger. */
  payment_id: id,
  paid_on: z.nullable(z.iso.date()),
  fee: z.nullable(z.number()),
  net: z.nullable(z.number()),
  /** Problems that wait for a person. */
  problems: z.array(problem),
});
export type PaymentLink = z.infer<typeof linkRow>;

const page = pageBody(linkRow);
/** `problems`: how many wait for a person, of all links. */
export const linkPage = z.extend(page, {
  meta: z.extend(page.shape.meta, { problems: page.shape.meta.shape.total }),
});
export type LinkPage = z.infer<typeof linkPage>;

export const linkQuery = z.strictObject({
  user_id: z.optional(reference('El usuario no es válido')),
  state: z.optional(choice(linkStates, 'El estado no es válido')),
  /** Only those with something for a person to look at. */
  problems: z.optional(flag),
  page: z.optional(integer({ min: 1, max: 1_000_000, message: 'La página no es válida' })),
  limit: z.optional(integer({ min: 1, max: 100, message: 'El límite debe ser un número de 1 a 100' })),
});
export type LinkQuery = z.infer<typeof linkQuery>;

/** The problem that a person has looked at. */
export const solveInput = z.object({ problem_id: reference('Elige qué resolver') });

/** The terms are those of a renewal. */
export const linkRenewInput = z.extend(renewalTerms, solveInput.shape);
export type LinkRenewInput = z.infer<typeof linkRenewInput>;

/** A notice of Mercado Pago: nothing of it is believed. */
export const noticeInput = z
  .looseObject({})
  .register(z.globalRegistry, { bounds: { bytes: 65_536, values: 2_000, keys: 1_000 } });

/** State of the connection, without its secrets. */
export const connectionBody = z.object({
  /** The product's own practice server answers, and no money moves. */
  practice: z.boolean(),
  /** Notices can reach us. */
  has_address: z.boolean(),
  has_secret: z.boolean(),
  /** Notices whose signature is of none of our secrets, since the last one that was: and the application that sent them. */
  wrong_signatures: z.object({
    count: z.int(),
    application_id: z.nullable(z.string()),
    last_at: z.nullable(timestamp),
  }),
});
export type Connection = z.infer<typeof connectionBody>;

/** Result of 'Probar la conexión': `ok` null where an earlier step kept it from being tried. */
export const connectionTest = z.object({
  steps: z.array(z.object({ step: z.enum(connectionSteps), ok: z.nullable(z.boolean()), message: z.string() })),
  /** Whose token it is. */
  account: z.nullable(z.string()),
});
export type ConnectionTest = z.infer<typeof connectionTest>;

/** In the client's app: null renews his plan at the price that he saw. */
export const myLinkInput = z.object({ debt_id: nullable(reference(NOT_ONE)), amount });
export const myLink = z.object({ url: z.string() });
/** The newest link of the client, asked of Mercado Pago again; null without one. */
export const myLinkState = z.object({ state: z.nullable(z.enum(linkStates)) });
export type MyLinkState = z.infer<typeof myLinkState>;
