import type { OutsidePayment } from '#mercadopago/mercadopago';

/** How a card's holder decides what becomes of a payment, as in Mercado Pago's test cards. */
export type FakeCard =
  | 'APRO'
  | 'CONT'
  | 'OTHE'
  | 'CALL'
  | 'FUND'
  | 'SECU'
  | 'EXPI'
  | 'FORM'
  | 'CASH'
  | 'AUTH'
  | 'REVIEW';

export type FakePurchase = {
  /** 'APRO' by default: approved. 'CONT', 'CASH', 'REVIEW': pending or in process. 'AUTH': authorized. Others: rejected. */
  card?: FakeCard;
  /** Another amount than the link's. */
  amount?: number;
  currency?: string;
  /** Interest that the payer pays beyond the amount, to his bank. */
  interest?: number;
  /** At a link of another collector, which we may not read. */
  stranger?: boolean;
  /** Delivers the notices; by default it does. */
  notify?: boolean | FakeDelivery;
};

/** A later turn of a payment. */
export type FakeTurn =
  | { to: 'approved' | 'rejected' | 'cancelled' | 'expired' | 'in_mediation' | 'in_process' }
  | { to: 'refunded'; amount?: number }
  | { to: 'charged_back'; detail?: 'in_process' | 'settled' | 'reimbursed' };

/** The six of one payment, in the order in which they came in a real log; the webhook is the last, with index 5. */
export type FakeDelivery = {
  /** Indexes of the notices to deliver, in this order; by default all six, each once. */
  order?: number[];
  /** All at once instead of one after the other. */
  atOnce?: boolean;
  /** As another application would: its id in the body, its secret in the signature. */
  application?: { id: string; secret: string };
};

/** A notice as it is posted. */
export type FakeNotice = { query: string; headers: Record<string, string>; body: string };

export type FakeTrouble = {
  /** By default all. 'preference' reads or changes one. */
  of?: ('make' | 'preference' | 'payment' | 'search' | 'me')[];
  how:
    | 'unauthorized'
    | 'forbidden'
    | 'not_found'
    | 'busy'
    | 'error'
    | 'slow'
    | 'cut'
    | 'html'
    | 'redirect'
    | 'huge'
    | 'nested_cause'
    | 'no_identity';
  /** How many calls; by default until `trouble(undefined)`. */
  times?: number;
};

export type FakePayment = { id: string; status: OutsidePayment['status']; reference: string | null };

/** Mercado Pago on the loopback: it keeps what it is told, and refuses what the real one refuses. */
export type FakeMercadoPago = {
  /** To be MERCADOPAGO_ADDRESS. */
  address: string;
  token: string;
  secret: string;
  /** Somebody pays at a link. Refused, as there, where the link is over: then it throws. */
  pay: (preferenceId: string, purchase?: FakePurchase) => Promise<FakePayment>;
  /** Something happens to a payment, and is told of. */
  turn: (paymentId: string, turn: FakeTurn, notify?: boolean | FakeDelivery) => Promise<FakePayment>;
  /** The six notices of a payment, signed now, to be delivered by other means. */
  noticesOf: (paymentId: string, delivery?: FakeDelivery) => FakeNotice[];
  /** Delivers them (once more), and gives the statuses that came back; 0 where nobody answered. */
  deliver: (paymentId: string, delivery?: FakeDelivery) => Promise<number[]>;
  /** Moves the clock. What was not answered with 200 and is due by then is delivered again. */
  setClock: (now: Date) => Promise<void>;
  /** Has calls go wrong; undefined ends it. */
  trouble: (trouble: FakeTrouble | undefined) => void;
  /** Search knows of a payment only this many seconds after it was made. */
  searchLag: (seconds: number) => void;
  /** Address for notices of links that name none, as in the panel of Mercado Pago's developers. */
  setWebhook: (address: string | undefined) => void;
  /** Calls that came, newest last, such as 'POST /checkout/preferences'. */
  calls: () => string[];
  close: () => Promise<void>;
};

export type FakeOptions = {
  /** Any free one by default. */
  port?: number;
  now?: () => Date;
  token?: string;
  secret?: string;
  collector?: number;
  /** Address for notices of links that name none. */
  webhook?: string;
  /** Delivers a notice in another way than over the network, and gives the status that came back. */
  send?: (notice: FakeNotice) => Promise<number>;
  /** The page that a link leads to; by default one of its own. */
  payAt?: (preferenceId: string) => string;
  /** Address of the page's way back, for a link that names none. */
  backTo?: string;
  /** File of its state, for the next start. */
  file?: string;
  /** Ids of payments as text where they are searched for. */
  textIds?: boolean;
};
