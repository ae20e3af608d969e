import type { ServerResponse } from 'node:http';
import type { StoredPayment } from '#mercadopago/fake/payments.rules';
import type { Store } from '#mercadopago/fake/store';
import { sendError, sendJson } from '#mercadopago/fake/troubles';

const SORTS = ['date_created', 'date_approved', 'date_last_updated', 'money_release_date'];

export type Context = {
  store: Store;
  token: string;
  collector: number;
  now: () => Date;
  textIds: boolean;
  lagSeconds: () => number;
  /** Tells of a payment that one of the calls has changed. */
  changed: (payment: StoredPayment) => void;
};
/** As slow to know of a payment as it was asked to be, and as particular about what it is sent. */
export function search(
  { store, collector, now, lagSeconds, textIds }: Context,
  response: ServerResponse,
  asked: URLSearchParams,
) {
  const [sort, criteria] = [asked.get('sort') ?? '', asked.get('criteria') ?? ''];
  if (!SORTS.includes(sort)) return sendError(response, 400, 'bad_request', 'Invalid sort', 1003);
  if (!['asc', 'desc'].includes(criteria)) return sendError(response, 400, 'bad_request', 'Invalid criteria', 1004);
  const range = [asked.get('begin_date'), asked.get('end_date')].map((text) => new Date(text ?? Number.NaN).getTime());
  if (asked.has('range') && range.some(Number.isNaN))
    return sendError(response, 400, 'bad_request', 'Invalid date', 1001);
  const [limit, offset] = [Number(asked.get('limit') ?? 30), Number(asked.get('offset') ?? 0)];
  if (!(limit >= 1 && limit <= 100)) return sendError(response, 400, 'bad_request', 'Too many rows', 1000);
  const known = now().getTime() - lagSeconds() * 1000;
  const found = store
    .find(asked.get('external_reference'))
    .filter(({ collector_id: id }) => id === collector)
    .filter(({ date_created: at }) => new Date(at).getTime() <= known)
    .filter(({ date_created: at }) => {
      const time = new Date(at).getTime();
      return !asked.has('range') || (time >= range[0]! && time <= range[1]!);
    })
    .toSorted((a, b) => (criteria === 'desc' ? -1 : 1) * (Date.parse(a.date_created) - Date.parse(b.date_created)));
  const results = found.slice(offset, offset + limit);
  return sendJson(response, 200, {
    paging: { total: found.length, limit, offset },
    results: textIds ? results.map((payment) => ({ ...payment, id: String(payment.id) })) : results,
  });
}
