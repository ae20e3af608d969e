import type { FakeCard, FakePurchase, FakeTurn } from '#mercadopago/fake/fake-mercadopago';
import { outsideDate } from '#mercadopago/outside-date.rules';
import { totalOf, type Preference } from '#mercadopago/fake/preferences.rules';
import type { OutsidePayment } from '#mercadopago/mercadopago';

type Status = OutsidePayment['status'];
type Outcome = { status: Status; detail: string; method?: string; type?: string };
const refusedFor = (reason: string): Outcome => ({ status: 'rejected', detail: `cc_rejected_${reason}` });

const OUTCOMES: Record<FakeCard, Outcome> = {
  APRO: { status: 'approved', detail: 'accredited' },
  AUTH: { status: 'authorized', detail: 'pending_capture' },
  CONT: { status: 'in_process', detail: 'pending_contingency' },
  REVIEW: { status: 'in_process', detail: 'pending_review_manual' },
  CASH: { status: 'pending', detail: 'pending_waiting_payment', method: 'rapipago', type: 'ticket' },
  OTHE: refusedFor('other_reason'),
  CALL: refusedFor('call_for_authorize'),
  FUND: refusedFor('insufficient_amount'),
  SECU: refusedFor('bad_filled_security_code'),
  EXPI: refusedFor('bad_filled_date'),
  FORM: refusedFor('bad_filled_other'),
};

/** A share of each payment, as a fee with its tax. */
const FEE = 0.0761;
const cents = (amount: number) => Math.round(amount * 100) / 100;

export function paymentOf(
  preference: Preference,
  { card = 'APRO', amount = cents(totalOf(preference)), currency = 'ARS', interest = 0, stranger }: FakePurchase,
  own: { id: number; collector: number; now: Date },
) {
  const { status, detail, method = 'visa', type = 'credit_card' } = OUTCOMES[card];
  const at = outsideDate(own.now);
  const fee = cents(amount * FEE);
  const total = cents(amount + interest);
  return {
    id: own.id,
    date_created: at,
    date_approved: null as string | null,
    date_last_updated: at,
    money_release_date: null as string | null,
    operation_type: 'regular_payment',
    payment_method_id: method,
    payment_type_id: type,
    status,
    status_detail: detail,
    currency_id: currency,
    description: preference.items[0]?.title ?? '',
    // True for test payments too, as seen of the real one.
    live_mode: true,
    collector_id: stranger ? own.collector + 1 : own.collector,
    payer: { id: '1000000001', email: 'compra@example.com', identification: { type: 'DNI', number: '12345678' } },
    metadata: {},
    additional_info: { items: preference.items },
    external_reference: preference.external_reference || null,
    transaction_amount: amount,
    transaction_amount_refunded: 0,
    coupon_amount: 0,
    transaction_details: {
      net_received_amount: 0,
      total_paid_amount: total,
      overpaid_amount: 0,
      installment_amount: interest > 0 ? cents(total / 3) : total,
    },
    fee_details: [] as { type: string; amount: number; fee_payer: string }[],
    charges_details: [],
    installments: interest > 0 ? 3 : 1,
    card: type === 'ticket' ? {} : { first_six_digits: '450995', last_four_digits: '3704' },
    order: { id: String(own.id + 7), type: 'mercadopago' },
    refunds: [] as { id: number; payment_id: number; amount: number; status: string; date_created: string }[],
    internal_metadata: { fee, preference: preference.id },
  };
}
export type StoredPayment = ReturnType<typeof paymentOf>;

export function approve(payment: StoredPayment, now: Date) {
  const { fee } = payment.internal_metadata;
  payment.status = 'approved';
  payment.status_detail = 'accredited';
  payment.date_approved = outsideDate(now);
  payment.money_release_date = outsideDate(now);
  payment.transaction_details.net_received_amount = cents(payment.transaction_amount - fee);
  payment.fee_details = [{ type: 'mercadopago_fee', amount: fee, fee_payer: 'collector' }];
}

function refund(payment: StoredPayment, amount: number, now: Date) {
  payment.transaction_amount_refunded = cents(payment.transaction_amount_refunded + amount);
  const [id, date] = [payment.id + payment.refunds.length + 1, outsideDate(now)];
  payment.refunds.push({ id, payment_id: payment.id, amount, status: 'approved', date_created: date });
  const isWhole = payment.transaction_amount_refunded >= payment.transaction_amount;
  payment.status = isWhole ? 'refunded' : 'approved';
  payment.status_detail = isWhole ? 'refunded' : 'partially_refunded';
}

const set = (payment: StoredPayment, status: Status, detail: string) => {
  payment.status = status;
  payment.status_detail = detail;
};

export function turnPayment(payment: StoredPayment, turn: FakeTurn, now: Date) {
  const left = cents(payment.transaction_amount - payment.transaction_amount_refunded);
  switch (turn.to) {
    case 'approved':
      approve(payment, now);
      break;
    case 'rejected':
      set(payment, 'rejected', 'cc_rejected_high_risk');
      break;
    case 'cancelled':
      set(payment, 'cancelled', 'by_collector');
      break;
    case 'expired':
      set(payment, 'cancelled', 'expired');
      break;
    case 'in_mediation':
      set(payment, 'in_mediation', 'pending');
      break;
    case 'in_process':
      set(payment, 'in_process', 'pending_review_manual');
      break;
    case 'refunded':
      refund(payment, turn.amount ?? left, now);
      break;
    case 'charged_back':
      set(payment, 'charged_back', turn.detail ?? 'settled');
      break;
  }
  payment.date_last_updated = outsideDate(now);
}
