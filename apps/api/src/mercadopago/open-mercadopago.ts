import { testConnection } from '#mercadopago/connection-test';
import { judgeNotice } from '#mercadopago/judge-notice';
import { isJson, type Json } from '#mercadopago/json.rules';
import type { MercadoPago, NewLink, OutsidePayment } from '#mercadopago/mercadopago';
import { outsideDate } from '#mercadopago/outside-date.rules';
import { openCalls } from '#mercadopago/outside-calls';
import { OutsideDown } from '#mercadopago/outside-down';
import { idOf, readOutsidePayment } from '#mercadopago/read-payment.rules';

/** Making a link answers in less than ten seconds, whatever happens. */
const TIMEOUT_MS = 8_000;
const DAY_MS = 86_400_000;
/** Payments of longer ago are not looked for. */
const SEARCHED_DAYS = 365;
const PAGE = 50;
const MAX_PAGES = 5;
const MAX_TITLE = 250;

export type Settings = {
  address: string;
  token: string;
  secrets: string[];
  /** The address that the outside knows this server by, with https. */
  publicUrl?: string;
  /** The product's own practice server is at the address. */
  practice?: boolean;
  timeoutMs?: number;
  now?: () => Date;
  /** Milliseconds that only grow. */
  clock?: () => number;
};

/** Without https, Mercado Pago refuses ways back; without a secret nobody could tell whose a notice is. */
function ownAddresses({ publicUrl, secrets }: Settings): Json {
  if (publicUrl === undefined) return {};
  const back = `${publicUrl}/mi/plan?pago=volver`;
  return {
    ...(secrets.length > 0 && { notification_url: `${publicUrl}/api/mercadopago/webhook?source_news=webhooks` }),
    back_urls: { success: back, pending: back, failure: back },
    auto_return: 'approved',
  };
}

export const preferenceOf = ({ reference, title, amount, expires_at: expires }: NewLink, settings: Settings): Json => ({
  items: [{ id: reference, title: title.slice(0, MAX_TITLE), quantity: 1, currency_id: 'ARS', unit_price: amount }],
  external_reference: reference,
  expires: true,
  expiration_date_to: outsideDate(expires),
  ...ownAddresses(settings),
});

const isPath = (id: string) => /^[\w-]{1,100}$/.test(id);
/** 403 of a payment of somebody else's, whose token is all right. */
const NOT_OURS = ['4', '3002'];

/** Mercado Pago behind the calls that we need of it, and no more. */
export function openMercadoPago(settings: Settings): MercadoPago {
  const { secrets, now = () => new Date(), timeoutMs = TIMEOUT_MS, practice = false } = settings;
  const calls = openCalls({ ...settings, timeoutMs });

  const readPayment: MercadoPago['readPayment'] = async (id) => {
    if (idOf(id) === undefined) return undefined;
    const { status, body, codes } = await calls.call(`/v1/payments/${id}`);
    if (status === 404 || (status === 403 && codes.some((code) => NOT_OURS.includes(code)))) return undefined;
    if (status === 403) throw new OutsideDown('forbidden');
    const payment = readOutsidePayment(body);
    if (payment?.id !== id) throw new OutsideDown('nonsense');
    return payment;
  };

  /** Pages share one deadline: whoever waits for a search waits for all of it. */
  const searchPayments: MercadoPago['searchPayments'] = async (reference) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const found: OutsidePayment[] = [];
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const query = new URLSearchParams({
        sort: 'date_created',
        criteria: 'desc',
        external_reference: reference,
        range: 'date_created',
        begin_date: outsideDate(new Date(now().getTime() - SEARCHED_DAYS * DAY_MS)),
        end_date: outsideDate(new Date(now().getTime() + DAY_MS)),
        limit: String(PAGE),
        offset: String(page * PAGE),
      });
      const { results, paging } = await calls.need(`/v1/payments/search?${query.toString()}`, { deadline });
      if (!Array.isArray(results)) throw new OutsideDown('nonsense');
      // One that cannot be read must not hide the others.
      for (const result of results) {
        const payment = readOutsidePayment(result);
        if (payment?.reference === reference) found.push(payment);
      }
      const total = isJson(paging) ? Number(paging.total) : 0;
      if (results.length < PAGE || !(total > (page + 1) * PAGE)) break;
    }
    return found;
  };

  const makeLink: MercadoPago['makeLink'] = async (link) => {
    const { id, init_point: url } = await calls.need('/checkout/preferences', {
      method: 'POST',
      headers: { 'x-idempotency-key': link.reference },
      body: preferenceOf(link, settings),
    });
    if (typeof id !== 'string' || !isPath(id)) throw new OutsideDown('nonsense');
    if (typeof url !== 'string' || !/^https?:\/\/[^\s"'<>]+$/.test(url)) throw new OutsideDown('nonsense');
    return { id, url };
  };

  const closeLink: MercadoPago['closeLink'] = async (id) => {
    if (!isPath(id)) return;
    const over = outsideDate(new Date(now().getTime() - 60_000));
    const body = { expires: true, expiration_date_to: over };
    const { status } = await calls.call(`/checkout/preferences/${id}`, { method: 'PUT', body });
    // One that is not there is one that nobody can pay at.
    if (status === 403) throw new OutsideDown('forbidden');
  };

  return {
    practice,
    hasAddress: practice || settings.publicUrl !== undefined,
    hasSecret: secrets.length > 0,
    makeLink,
    readPayment,
    searchPayments,
    judgeNotice: (notice) => judgeNotice(notice, secrets),
    closeLink,
    testConnection: () => testConnection({ calls, settings, makeLink, closeLink }),
  };
}
