import * as z from 'zod/mini';
import { ledgerRow, INVALID_AMOUNT } from '../billing/ledger';
import { receiptBody } from '../billing/payments';
import { claimKinds } from '../billing/payments.labels';
import { addDays, type DateText } from '../kit/dates';
import { choice, date, flag, id, money, nullable, reference, text, timestamp } from '../kit/fields';
import { withRule } from '../kit/resource';
import { claimStates, MAX_CLAIM_AGE_DAYS } from './claims.labels';
import { planStates } from './coverage';

/** How many transfers a client may tell before somebody looks at them, and on one day. */
export const MAX_CLAIMS = { open: 3, perDay: 5 };
/** Payments of a page. */
export const MY_PAYMENTS = 20;

const WRONG_DAY = `La fecha debe estar entre hoy y ${MAX_CLAIM_AGE_DAYS} días atrás`;
const NO_DEBT = 'Elige qué deuda pagaste';

export const transferInput = withRule(
  z.object({
    amount: money({ min: 0.01, message: INVALID_AMOUNT }),
    /** The day on which the client says that he transferred. */
    paid_on: date(WRONG_DAY),
    claim: choice(claimKinds, 'Elige para qué es'),
    debt_id: nullable(reference(NO_DEBT)),
    transaction_id: nullable(text()),
    /** Sends a transfer although the client has an equal payment. */
    another: z.optional(flag),
  }),
  ({ claim, debt_id }) => ((claim === 'debt') === (typeof debt_id === 'number') ? undefined : { debt_id: NO_DEBT }),
);
export type TransferInput = z.infer<typeof transferInput>;

export function transferDayProblem(paidOn: DateText, today: DateText): { paid_on: string } | undefined {
  return paidOn <= today && paidOn >= addDays(today, -MAX_CLAIM_AGE_DAYS) ? undefined : { paid_on: WRONG_DAY };
}

/** A transfer that the client told, as he sees it. */
export const claimRow = z.object({
  id,
  amount: z.number(),
  claim: z.enum(claimKinds),
  claimed_on: z.iso.date(),
  transaction_id: z.nullable(z.string()),
  debt_id: z.nullable(id),
  has_receipt: z.boolean(),
  state: z.enum(claimStates),
  /** Why it was rejected. */
  reason: z.nullable(z.string()),
  created_at: timestamp,
});
export type Claim = z.infer<typeof claimRow>;

/** A payment in the client's list. */
export const myPayment = z.object({
  ...z.pick(ledgerRow, { id: true, type: true, amount: true, day: true, concept: true, payment_method: true }).shape,
  annulled: z.boolean(),
  /** Part of it that was given back. */
  refunded: z.number(),
});
export type MyPayment = z.infer<typeof myPayment>;

export const myPaymentsQuery = z.strictObject({ before: z.optional(reference('El pago no es válido')) });
/** `more`: the page has another behind it, which begins before its last payment. */
export const myPaymentsBody = z.object({ payments: z.array(myPayment), more: z.boolean() });
export type MyPayments = z.infer<typeof myPaymentsBody>;

/** Fields that a receipt shows, and nothing else of the payment. */
export const myReceipt = z.object({
  ...z.pick(receiptBody, {
    ...{ id: true, type: true, amount: true, payment_method: true, status: true, transaction_id: true, kind: true },
    ...{ day: true, concept: true, category: true, user: true, reason: true, reverses: true, is_part: true },
    ...{ reversed_by: true, refunded: true, debt_id: true, owed: true, business: true },
  }).shape,
  recorded_by: z.nullable(z.object({ name: z.string() })),
});
export type MyReceipt = z.infer<typeof myReceipt>;

export const myPlan = z.object({
  state: z.enum(planStates),
  /** Title of the last plan. */
  plan: z.nullable(z.string()),
  /** The first day that is not covered, queued periods included. */
  end: z.nullable(z.iso.date()),
  /** Days until the end; negative once past. */
  days: z.nullable(z.int()),
  paused_until: z.nullable(z.iso.date()),
  /** Active ones. */
  packages: z.array(z.object({ id, title: z.string(), end_date: z.iso.date() })),
  /** Price of a renewal today; null if the plan is not sold any more. */
  price: z.nullable(z.number()),
  /** A rise that was announced and does not spare the client. */
  next_price: z.nullable(z.object({ amount: z.number(), valid_from: z.iso.date() })),
  owed: z.number(),
  /** Open ones. */
  debts: z.array(
    z.object({
      id,
      type: ledgerRow.shape.type,
      concept: z.string(),
      owed: z.number(),
      due_on: z.nullable(z.iso.date()),
    }),
  ),
  /** True where he can pay at Mercado Pago. */
  online: z.boolean(),
  /** Open ones and those of the last weeks, newest first; none that was withdrawn. */
  claims: z.array(claimRow),
  /** Alias or CBU to which clients transfer; blank without one. */
  alias: z.string(),
  /** Name of the business. */
  business: z.string(),
  /** The first page of payments, as `my/payments` answers it. */
  ...myPaymentsBody.shape,
});
export type MyPlan = z.infer<typeof myPlan>;
