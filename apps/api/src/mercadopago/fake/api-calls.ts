import { timingSafeEqual, createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { outsideDate } from '#mercadopago/outside-date.rules';
import type { StoredPayment } from '#mercadopago/fake/payments.rules';
import { refusalOfPreference } from '#mercadopago/fake/preferences.rules';
import { search, type Context } from '#mercadopago/fake/search-payments';
import { parseJson, type Json } from '#mercadopago/json.rules';
import { sendError, sendJson, type Call } from '#mercadopago/fake/troubles';

const MAX_BYTES = 1_000_000;

export async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_BYTES) throw new Error('too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;
type Route = { call: Call; method: string; path: RegExp; answer: (given: Context, id: string) => Answer };

const digest = (text: string) => createHash('sha256').update(text).digest();
const isAuthorized = ({ headers }: IncomingMessage, token: string) =>
  timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`));

const withBody =
  (use: (response: ServerResponse, body: Json) => unknown): Answer =>
  async (request, response) => {
    const text = await readBody(request);
    const body = text === '' ? {} : parseJson(text);
    return body ? use(response, body) : sendError(response, 400, 'bad_request', 'Invalid JSON');
  };

const refusePreference = (response: ServerResponse, word: string) =>
  sendError(
    response,
    400,
    word,
    // Word for word as misleading as the real one.
    word === 'invalid_auto_return'
      ? 'auto_return invalid. back_url.success must be defined'
      : word.replaceAll('_', ' '),
  );

const noPayment = (response: ServerResponse) => sendError(response, 404, 'not_found', 'Payment not found', 2000);
const noPreference = (response: ServerResponse) =>
  sendError(response, 404, 'not_found', 'The preference was not found');

/** Uses a payment that is the collector's own. */
const ownPayment = (
  { store, collector }: Context,
  id: string,
  response: ServerResponse,
  use: (payment: StoredPayment) => unknown,
) => {
  const payment = store.payment(id);
  if (!payment) return noPayment(response);
  if (payment.collector_id !== collector) return sendError(response, 403, 'forbidden', 'Caller is not authorized', 4);
  return use(payment);
};

const ROUTES: Route[] = [
  {
    call: 'me',
    method: 'GET',
    path: /^\/users\/me$/,
    answer:
      ({ collector }) =>
      (_request, response) =>
        sendJson(response, 200, {
          id: collector,
          nickname: 'NEGOCIO.DE.PRUEBA',
          first_name: 'Negocio',
          last_name: 'de Prueba',
          email: 'negocio@example.com',
          country_id: 'AR',
          site_id: 'MLA',
          tags: ['normal'],
          status: { site_status: 'active' },
        }),
  },
  {
    call: 'make',
    method: 'POST',
    path: /^\/checkout\/preferences\/?$/,
    answer: ({ store }) =>
      withBody((response, sent) => {
        const word = refusalOfPreference(sent);
        return word ? refusePreference(response, word) : sendJson(response, 201, store.make(sent));
      }),
  },
  {
    call: 'preference',
    method: 'GET',
    path: /^\/checkout\/preferences\/([\w-]+)$/,
    answer:
      ({ store }, id) =>
      (_request, response) => {
        const preference = store.preference(id);
        return preference ? sendJson(response, 200, preference) : noPreference(response);
      },
  },
  {
    call: 'preference',
    method: 'PUT',
    path: /^\/checkout\/preferences\/([\w-]+)$/,
    answer: ({ store }, id) =>
      withBody((response, sent) => {
        const preference = store.preference(id);
        if (!preference) return noPreference(response);
        const word = refusalOfPreference({ ...preference, ...sent, payment_methods: sent.payment_methods });
        return word ? refusePreference(response, word) : sendJson(response, 200, store.change(preference, sent));
      }),
  },
  {
    call: 'search',
    method: 'GET',
    path: /^\/v1\/payments\/search$/,
    answer: (given) => (_request, response, url) => search(given, response, url.searchParams),
  },
  {
    call: 'payment',
    method: 'GET',
    path: /^\/v1\/payments\/([\w-]+)$/,
    answer: (given, id) => (_request, response) =>
      ownPayment(given, id, response, (payment) => sendJson(response, 200, payment)),
  },
  {
    call: 'payment',
    method: 'PUT',
    path: /^\/v1\/payments\/([\w-]+)$/,
    answer: (given, id) =>
      withBody((response, sent) =>
        ownPayment(given, id, response, (payment) => {
          const isOpen = ['pending', 'in_process', 'authorized'].includes(payment.status);
          if (sent.status !== 'cancelled' || !isOpen)
            return sendError(response, 400, 'bad_request', 'Invalid payment status', 2018);
          given.changed(given.store.turn(id, { to: 'cancelled' }));
          return sendJson(response, 200, payment);
        }),
      ),
  },
  {
    call: 'payment',
    method: 'POST',
    path: /^\/v1\/payments\/([\w-]+)\/refunds$/,
    answer: (given, id) =>
      withBody((response, sent) =>
        ownPayment(given, id, response, (payment) => {
          const left = payment.transaction_amount - payment.transaction_amount_refunded;
          const amount = sent.amount === undefined ? left : Number(sent.amount);
          if (payment.status !== 'approved' || !(amount > 0 && amount <= left))
            return sendError(response, 400, 'bad_request', 'Invalid transaction_amount', 4040);
          given.changed(given.store.turn(id, { to: 'refunded', amount }));
          const { name, type } = { name: 'Negocio de Prueba', type: 'collector' };
          return sendJson(response, 201, {
            ...payment.refunds.at(-1),
            source: { id: String(given.collector), name, type },
            refund_mode: 'standard',
            reason: null,
            unique_sequence_number: null,
            date_created: outsideDate(given.now()),
          });
        }),
      ),
  },
];

/** Answers a call of the API; `interrupt` may do something else with it. */
export async function answerCall(
  given: Context,
  request: IncomingMessage,
  response: ServerResponse,
  interrupt: (call: Call) => boolean,
): Promise<unknown> {
  const url = new URL(request.url ?? '/', 'http://fake');
  const route = ROUTES.find(({ method, path }) => method === request.method && path.test(url.pathname));
  if (!route) return sendError(response, 404, 'not_found', 'Resource not found');
  if (interrupt(route.call)) return undefined;
  if (!isAuthorized(request, given.token)) return sendError(response, 401, 'unauthorized', 'invalid access token');
  const id = route.path.exec(url.pathname)?.[1] ?? '';
  return route.answer(given, id)(request, response, url);
}
