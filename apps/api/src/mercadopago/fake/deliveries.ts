import type { FakeDelivery, FakeNotice } from '#mercadopago/fake/fake-mercadopago';
import { noticesOf } from '#mercadopago/fake/notices';
import type { StoredPayment } from '#mercadopago/fake/payments.rules';

const ANSWER_MS = 22_000;
const RETRY_MS = 15 * 60_000;
/** After the third try they come less often. */
const LATER_MS = 6 * RETRY_MS;
const MAX_TRIES = 12;

type Waiting = { payment: StoredPayment; delivery: FakeDelivery; index: number; tries: number; due: number };
type Options = {
  now: () => Date;
  secret: string;
  /** Address for the notices of a payment. */
  addressOf: (payment: StoredPayment) => string | undefined;
  send?: (notice: FakeNotice) => Promise<number>;
};

async function post(address: string, { query, headers, body }: FakeNotice): Promise<number> {
  const url = `${address}${address.includes('?') ? '&' : '?'}${query}`;
  const signal = AbortSignal.timeout(ANSWER_MS);
  return fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' }).then(
    async (answer) => {
      await answer.body?.cancel();
      return answer.status;
    },
    () => 0,
  );
}

/** Tells of payments, and tells again what was not heard. */
export function openDeliveries({ now, secret, addressOf, send }: Options) {
  const told = new Map<number, number>();
  let waiting: Waiting[] = [];
  const underWay = new Set<Promise<unknown>>();

  const sign = (payment: StoredPayment, delivery: FakeDelivery = {}) => {
    const nth = told.get(payment.id) ?? 0;
    told.set(payment.id, nth + 1);
    return noticesOf(payment, { secret, now: now(), nth }, delivery);
  };

  async function tell(notice: FakeNotice, again: Omit<Waiting, 'due'>): Promise<number> {
    const address = addressOf(again.payment);
    if (!send && address === undefined) return 0;
    const status = await (send ? send(notice).catch(() => 0) : post(address!, notice));
    const isHeard = status === 200 || status === 201;
    if (!isHeard && again.tries < MAX_TRIES) {
      const due = now().getTime() + (again.tries < 3 ? RETRY_MS : LATER_MS);
      waiting.push({ ...again, due });
    }
    return status;
  }

  const track = async <T>(work: Promise<T>): Promise<T> => {
    underWay.add(work);
    return work.finally(() => underWay.delete(work));
  };

  async function deliver(payment: StoredPayment, delivery: FakeDelivery = {}): Promise<number[]> {
    const notices = sign(payment, delivery);
    const order = delivery.order ?? notices.map((_, index) => index);
    const first = (index: number) => tell(notices[index]!, { payment, delivery, index, tries: 1 });
    if (delivery.atOnce) return Promise.all(order.map(first));
    const statuses: number[] = [];
    for (const index of order) statuses.push(await first(index));
    return statuses;
  }

  async function deliverDue() {
    const due = waiting.filter(({ due: at }) => at <= now().getTime());
    waiting = waiting.filter((one) => !due.includes(one));
    for (const { payment, delivery, index, tries } of due)
      await tell(sign(payment, delivery)[index]!, { payment, delivery, index, tries: tries + 1 });
  }

  return {
    sign,
    deliver: (payment: StoredPayment, delivery?: FakeDelivery) => track(deliver(payment, delivery)),
    deliverDue: () => track(deliverDue()),
    settled: () => Promise.allSettled(underWay),
  };
}
