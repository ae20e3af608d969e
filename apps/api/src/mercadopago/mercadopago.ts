import type { IncomingHttpHeaders } from 'node:http';
import type { ConnectionTest } from '@pulso/contract/billing/links';

/** A payment as Mercado Pago tells of it, with what is read of it. */
export type OutsidePayment = {
  /** Digits. */
  id: string;
  status:
    | 'pending'
    | 'approved'
    | 'authorized'
    | 'in_process'
    | 'in_mediation'
    | 'rejected'
    | 'cancelled'
    | 'refunded'
    | 'charged_back';
  status_detail: string;
  reference: string | null;
  amount: number;
  refunded: number;
  currency: string;
  approved_at: Date | null;
  /** The part that Mercado Pago kept, and the rest. */
  fee: number | null;
  net: number | null;
};

export type NewLink = {
  /** A random UUID, which payments bring back. */
  reference: string;
  title: string;
  amount: number;
  expires_at: Date;
};

/** `old`: of the kind before webhooks, to be ignored. `wrong`: of no secret of ours. `other`: of something that is no payment. */
export type Notice =
  | { kind: 'payment'; payment: string }
  | { kind: 'old' | 'other' }
  | { kind: 'wrong'; application: string | null };

/** Mercado Pago as far as we use it. Whatever keeps it from answering is an `OutsideDown`. */
export type MercadoPago = {
  /** The product's own practice server answers, and no money moves. */
  practice: boolean;
  /** Notices can reach us. */
  hasAddress: boolean;
  hasSecret: boolean;
  makeLink: (link: NewLink) => Promise<{ id: string; url: string }>;
  /** Undefined when there is none that is ours. */
  readPayment: (id: string) => Promise<OutsidePayment | undefined>;
  searchPayments: (reference: string) => Promise<OutsidePayment[]>;
  judgeNotice: (notice: { headers: IncomingHttpHeaders; query: Record<string, unknown>; body: unknown }) => Notice;
  /** Nobody can pay at it any more. */
  closeLink: (id: string) => Promise<void>;
  /** 'Probar la conexión'. Never an `OutsideDown`, which is one of the things that it finds. */
  testConnection: () => Promise<ConnectionTest>;
};
