import { labelFinder } from '../kit/labels';

export const paymentStatuses = ['completed', 'pending', 'failed', 'processing'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

const findPaymentStatus = labelFinder<PaymentStatus>({
  completed: 'Completado',
  pending: 'Pendiente',
  failed: 'Fallido',
  processing: 'Procesando',
});

export function paymentStatusLabel(status: string): string {
  return findPaymentStatus(status) ?? status;
}

type LedgerState = { kind: string; is_part: boolean; status: string; reversed_by: number | null; refunded: number };

export const isAnnulled = ({ reversed_by }: Pick<LedgerState, 'reversed_by'>) => reversed_by !== null;

export const isUnverified = ({ kind, status }: Pick<LedgerState, 'kind' | 'status'>) =>
  kind === 'charge' && (status === 'pending' || status === 'processing');

/** State of a row of the ledger: money that went back says so, whatever it was before. */
export function ledgerStatusLabel({ kind, is_part, status, reversed_by, refunded }: LedgerState): string {
  if (kind === 'reversal') return ledgerKindLabel(kind, is_part);
  if (isAnnulled({ reversed_by })) return 'Anulado';
  return refunded > 0 ? 'Devuelto en parte' : paymentStatusLabel(status);
}

export const paymentTypes = ['subscription', 'package', 'product', 'other'] as const;
export type PaymentType = (typeof paymentTypes)[number];

const findPaymentType = labelFinder<PaymentType>({
  subscription: 'Suscripción',
  package: 'Paquete',
  product: 'Producto',
  other: 'Otro',
});

export function paymentTypeLabel(type: string): string {
  return (type && findPaymentType(type)) || 'Otro';
}

type Sale = { category: string | null; concept: string | null; type: string };

/** Concept of the payment in the words of the sale; without these, its type. */
export function conceptOf({ category, concept, type }: Sale): string {
  return [category, concept].filter(Boolean).join(' · ') || paymentTypeLabel(type);
}

/** '00001234', as in 'Comprobante N.º 00001234'. */
export const receiptNumber = (paymentId: number) => String(paymentId).padStart(8, '0');

export const paymentMethods = ['efectivo', 'tarjeta', 'transferencia', 'mercadopago'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

const findPaymentMethod = labelFinder<PaymentMethod>({
  efectivo: 'Efectivo',
  tarjeta: 'Tarjeta',
  transferencia: 'Transferencia',
  mercadopago: 'Mercado Pago',
});

export function paymentMethodLabel(method: string): string {
  return findPaymentMethod(method) ?? method;
}

export const ledgerKinds = ['charge', 'reversal', 'expense', 'income'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

/** Purposes of a transfer that a client tells in his app. */
export const claimKinds = ['renewal', 'debt', 'other'] as const;
export type ClaimKind = (typeof claimKinds)[number];

const findClaimKind = labelFinder<ClaimKind>({
  renewal: 'Para renovar su plan',
  debt: 'Para una deuda',
  other: 'Para otra cosa',
});

export const claimLabel = (claim: string): string => findClaimKind(claim) ?? claim;

const findLedgerKind = labelFinder<LedgerKind>({
  charge: 'Cobro',
  reversal: 'Anulación',
  expense: 'Egreso',
  income: 'Ingreso',
});

/** A reversal of a part is told as money given back, not as an annulment. */
export function ledgerKindLabel(kind: string, isPart = false): string {
  return isPart ? 'Devolución' : (findLedgerKind(kind) ?? kind);
}
