import * as z from 'zod/mini';
import { csvFormats, type CsvFormat } from '../kit/csv';
import { pageBody, successBody } from '../kit/envelope';
import {
  choice,
  date,
  extra,
  flag,
  id,
  integer,
  link,
  MAX_ID,
  money,
  nullable,
  reference,
  text,
  INVALID_DATE,
} from '../kit/fields';
import { withRule } from '../kit/resource';
import {
  byMethod,
  INVALID_AMOUNT,
  ITEM_REQUIRED,
  itemProblem,
  ledgerRow,
  paymentRow,
  reason,
  reasonInput,
  receivedPaymentFields,
} from './ledger';
import { renewalResultBody, renewalTerms } from './subscriptions';
import { ledgerKinds, paymentMethods, paymentStatuses, paymentTypes } from './payments.labels';

const payment = z.object({
  user_id: reference('El usuario es obligatorio'),
  type: choice(paymentTypes, 'El tipo de pago no es válido'),
  item_id: integer({ min: 0, max: MAX_ID, message: ITEM_REQUIRED }),
  amount: money({ min: 0.01, message: INVALID_AMOUNT }),
  payment_method: choice(paymentMethods, 'El método de pago no es válido'),
  status: choice(paymentStatuses, 'El estado del pago no es válido'),
  transaction_id: extra(nullable(text())),
  payment_url: extra(nullable(link('El enlace de pago no es válido'))),
  paid_on: extra(z.optional(date(INVALID_DATE))),
  notes: extra(nullable(text(undefined, 1_000))),
  debt_id: extra(nullable(reference('La deuda no es válida'))),
  /** Refuses the payment if an equal one exists. */
  unless_duplicate: extra(z.optional(flag)),
});

export const paymentInput = withRule(payment, itemProblem);
export type PaymentInput = z.infer<typeof paymentInput>;

/** Filters of the ledger, for its pages and its export. */
const ledgerFilterFields = {
  from: z.optional(date(INVALID_DATE)),
  to: z.optional(date(INVALID_DATE)),
  method: z.optional(choice(paymentMethods, 'El método de pago no es válido')),
  type: z.optional(choice(paymentTypes, 'El tipo de pago no es válido')),
  status: z.optional(choice(paymentStatuses, 'El estado del pago no es válido')),
  /** `clients`: charges and their reversals; `expenses`: expenses and theirs. */
  kind: z.optional(choice([...ledgerKinds, 'clients', 'expenses'] as const, 'La clase no es válida')),
  plan: z.optional(reference('El plan no es válido')),
  author: z.optional(reference('El usuario no es válido')),
  user_id: z.optional(reference('El usuario es obligatorio')),
  search: z.optional(text(undefined, 100)),
};
export const ledgerFilter = z.strictObject(ledgerFilterFields);
export type LedgerFilter = z.infer<typeof ledgerFilter>;

/** A query without `page` asks for all payments of a user. */
export const paymentsQuery = withRule(
  z.strictObject({
    ...ledgerFilterFields,
    page: z.optional(integer({ min: 1, max: 1_000_000, message: 'La página no es válida' })),
    limit: z.optional(integer({ min: 1, max: 200, message: 'El límite debe ser un número de 1 a 200' })),
  }),
  ({ page, user_id }) =>
    page === undefined && user_id === undefined ? { user_id: 'El usuario es obligatorio' } : undefined,
);

const page = pageBody(ledgerRow);
/** `sum` and `by_method` cover all payments that match the filters, completed ones only. */
export const ledgerPage = z.extend(page, {
  meta: z.extend(page.shape.meta, { sum: z.number(), by_method: byMethod }),
});
export type LedgerPage = z.infer<typeof ledgerPage>;

/** A page of the ledger, or all payments of a user. */
export const paymentsBody = z.extend(successBody(z.array(z.union([ledgerRow, paymentRow]))), {
  meta: z.optional(ledgerPage.shape.meta),
});

/** A payment with the other data that its receipt shows. */
export const receiptBody = z.object({
  ...ledgerRow.shape,
  phone: z.nullable(z.string()),
  /** Amount that is still owed today of what this payment is for. */
  owed: z.optional(z.number()),
  business: z.object({
    name: z.string(),
    cuit: z.string(),
    address: z.string(),
    phone: z.string(),
    /** Area code for a client's phone number that has none. */
    area_code: z.string(),
    receipt_footer: z.string(),
    logo_image: z.optional(z.string()),
  }),
});
export type Receipt = z.infer<typeof receiptBody>;

const verification = z.object({
  paid_on: z.optional(date(INVALID_DATE)),
  transaction_id: nullable(text()),
  /** Null records the money without its debt, which may be paid by now; absent leaves it at the debt that was told. */
  debt_id: z.optional(z.nullable(reference('La deuda no es válida'))),
  /** Makes the money the payment of a period, which is sold with it. */
  renew: z.optional(renewalTerms),
});
export const verifyInput = withRule(verification, ({ renew, debt_id }) =>
  renew && debt_id !== undefined ? { debt_id: 'Elige entre renovar y aplicar a una deuda' } : undefined,
);
export type VerifyInput = z.infer<typeof verifyInput>;

/** The payment, and what was sold with it. */
export const verifiedBody = z.object({
  ...ledgerRow.shape,
  renewed: z.optional(z.omit(renewalResultBody, { payment: true })),
});
export type Verified = z.infer<typeof verifiedBody>;

/** `owes`: false if the client gets the money back and owes nothing for the period that stays. */
export const annulInput = z.extend(reasonInput, { owes: z.optional(flag) });
export type AnnulInput = z.infer<typeof annulInput>;

export const refundInput = z.object({
  amount: money({ min: 0.01, message: INVALID_AMOUNT }),
  payment_method: choice(paymentMethods, 'El método de pago no es válido'),
  reason,
});
export type RefundInput = z.infer<typeof refundInput>;

export const rejectInput = z.object({
  reason,
  period: z.optional(choice(['keep', 'annul'], 'Elige qué hacer con el período')),
});

export const debtPaymentInput = z.object({
  amount: money({ min: 0.01, message: INVALID_AMOUNT }),
  ...receivedPaymentFields,
});
export type DebtPaymentInput = z.infer<typeof debtPaymentInput>;

/** Each parameter narrows the search; a transaction is found by itself as well. */
export const duplicatesQuery = z.strictObject({
  user_id: z.optional(reference('El usuario no es válido')),
  amount: z.optional(money({ min: 0.01, message: INVALID_AMOUNT })),
  day: z.optional(date(INVALID_DATE)),
  transaction_id: z.optional(text()),
});
export type DuplicatesQuery = z.infer<typeof duplicatesQuery>;

/** What the whole export holds besides the rest: what was noted of clients, and pictures of their transfers. */
const exportFields = { notes: z.optional(flag), receipts: z.optional(flag) };
export const exportOptions = z.strictObject(exportFields);
export type ExportOptions = z.infer<typeof exportOptions>;

/** `query` holds filters of the payments, or the options of an export of everything. */
export const downloadInput = z.object({
  what: choice(['payments', 'everything'], 'No se puede descargar eso'),
  query: z.strictObject({ ...ledgerFilterFields, ...exportFields }),
  format: z.optional(choice(csvFormats, 'El formato no es válido')),
});
export type DownloadInput = z.infer<typeof downloadInput>;
/** A stored wish for a file. */
export type LedgerDownload = { query: LedgerFilter; format?: CsvFormat };
export const downloadBody = z.object({ url: z.string() });
export const downloadTicket = z.strictObject({ ticket: text('Falta el permiso', 100) });

export const RECEIPT_NOT_IMAGE = 'El comprobante debe ser una imagen (una captura sirve)';
/** The form has no field besides the image. */
export const receiptInput = z.object({});
export const receiptPicture = z.object({ payment_id: id, has_receipt: z.boolean() });
