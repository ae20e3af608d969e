import type { Contact } from '@pulso/contract/billing/collections';
import type { PriceItem } from '@pulso/contract/billing/prices';
import type { Renewal, RenewalResult } from '@pulso/contract/billing/subscriptions';
import type { Till } from '@pulso/contract/billing/till';
import { addDays, today } from '@pulso/contract/kit/dates';
import { monthOf } from '@pulso/contract/kit/months';

const collectionPath = (name: string) => `/api/collection?list=${name}&page=1&limit=50`;
const ledgerPath = (query: string) => `/api/payment?page=1${query}`;

/** Reads of the money screens, of one client and of everybody; their time must not depend on how many there are. */
export const moneyReads: Record<string, (client: number) => string> = {
  ledger: () => ledgerPath(''),
  'ledger: this month': () => ledgerPath(`&from=${today().slice(0, 8)}01&to=${today()}`),
  'ledger: cash of a year': () => ledgerPath(`&method=efectivo&from=${addDays(today(), -365)}&to=${today()}`),
  'ledger: a plan of this month': () => ledgerPath(`&kind=clients&plan=1&from=${today().slice(0, 8)}01&to=${today()}`),
  'ledger: expenses of this month': () =>
    ledgerPath(`&kind=expenses&status=completed&from=${today().slice(0, 8)}01&to=${today()}`),
  'ledger: of one client': (client) => ledgerPath(`&user_id=${client}`),
  'ledger: search mar': () => ledgerPath('&search=mar'),
  'ledger: search a transaction': () => ledgerPath('&search=MP-777'),
  'a receipt': () => '/api/payment/100',
  duplicates: (client) => `/api/payment/duplicates?user_id=${client}&amount=10000&day=${today()}&transaction_id=MP-777`,
  'to verify': () => '/api/payment/unverified',
  till: () => '/api/till',
  'till: closes': () => '/api/till/closes?page=1',
  renewal: (client) => `/api/user/${client}/renewal`,
  debts: (client) => `/api/user/${client}/debts`,
  contacts: (client) => `/api/user/${client}/contacts`,
  'price list': () => '/api/price-list',
  'collections: summary': () => '/api/collection/summary',
  'collections: due_today': () => collectionPath('due_today'),
  'collections: due_soon': () => collectionPath('due_soon'),
  'collections: overdue': () => collectionPath('overdue'),
  'collections: lapsed': () => collectionPath('lapsed'),
  'collections: no_plan': () => collectionPath('no_plan'),
  'collections: debt': () => collectionPath('debt'),
  'collections: promised': () => collectionPath('promised'),
  'business: a month': () => `/api/business/overview?month=${monthOf(today())}`,
  'business: 24 months': () => '/api/business/series?months=24',
  ipc: () => '/api/ipc',
  audit: () => '/api/event',
  'audit: of one client': (client) => `/api/event?user_id=${client}`,
  'audit: of one plan': () => '/api/event?entity=plan&entity_id=1',
  'audit: today': () => `/api/event?from=${today()}&to=${today()}`,
  'audit: of a kind': () => '/api/event?entity=payment',
  'audit: by one author': () => '/api/event?actor=1',
  'audit: by nobody': () => '/api/event?actor=0',
  'audit: a rare action': () => '/api/event?action=removed',
  'audit: a rare kind, of a month': () =>
    `/api/event?entity=plan&from=${addDays(today(), -60)}&to=${addDays(today(), -30)}`,
  trash: () => '/api/trash',
};

export type Call = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: object };
/** Sends a call and answers its data. Calls with a name are measured. */
export type Send = (call: Call, name?: string) => Promise<unknown>;
type CreatedRow = { id: number };

const REASON = { reason: 'Era una prueba' };

/** Everything that is written about the money of one client, and taken back: only rows of the ledger and events are left behind. */
export async function runMoneyDay(client: number, send: Send): Promise<void> {
  const read = async <T>(path: string) => (await send({ method: 'GET', path: `/api${path}` })) as T;
  const write = async <T>(name: string, path: string, body?: object) =>
    (await send({ method: body ? 'POST' : 'DELETE', path: `/api${path}`, body }, name)) as T;

  const [last] = await read<Contact[]>(`/user/${client}/contacts`);
  await write('write a contact', `/user/${client}/contact`, {
    channel: 'llamada',
    text: 'Hola',
    after: last?.id ?? null,
  });
  await write('postpone', `/user/${client}/snooze`, { until: addDays(today(), 3) });
  await write('postpone no more', `/user/${client}/snooze`);
  await write('promise', `/user/${client}/promise`, { on: addDays(today(), 1) });

  const { plan, list_price, starts } = await read<Renewal>(`/user/${client}/renewal`);
  const price = list_price ?? 0;
  const { period, payment, debt } = await write<RenewalResult>('renew', `/user/${client}/renew`, {
    plan_id: plan?.id,
    start_date: starts[0]?.start_date,
    list_price: price,
    price,
    paid: price - 1_000,
    payment_method: 'efectivo',
    status: 'completed',
  });
  await write('pay a debt', `/debt/${debt?.id}/pay`, { amount: 400, payment_method: 'efectivo', status: 'completed' });
  await write('forgive a debt', `/debt/${debt?.id}/forgive`, REASON);
  await write('annul a payment', `/payment/${payment?.id}/annul`, REASON);
  await write('annul a period', `/period/${period.id}/annul`, REASON);

  const transfer = {
    user_id: client,
    type: 'other',
    item_id: 0,
    amount: 700,
    payment_method: 'transferencia',
    status: 'pending',
    unless_duplicate: true,
  };
  const claim = (kind: string) =>
    write<CreatedRow>('record a transfer', '/payment', {
      ...transfer,
      transaction_id: `${kind}-${client}-${Date.now()}`,
    });
  const confirmed = (await claim('SI')).id;
  await write('verify', `/payment/${confirmed}/verify`, {});
  await write('annul a payment', `/payment/${confirmed}/annul`, REASON);
  await write('reject', `/payment/${(await claim('NO')).id}/reject`, REASON);

  await write('pay the cleaner', '/movement', {
    kind: 'expense',
    amount: 100,
    payment_method: 'efectivo',
    category: 'Servicios',
    concept: 'Limpieza',
  });
  await write('bring change', '/movement', {
    kind: 'income',
    amount: 1_000,
    payment_method: 'efectivo',
    category: 'Otros',
    concept: 'Cambio',
  });
  const till = await read<Till>('/till');
  const left = till?.expected.efectivo;
  await write('close the till', '/till/close', { counted: { efectivo: left }, left, expected: till?.expected });

  const prices = await read<PriceItem[]>('/price-list');
  const { id } = await write<CreatedRow>('schedule a rise', '/price-rise', {
    increase: 100,
    rounding: 0,
    valid_from: addDays(today(), 200),
    rows: prices.map((item) => ({ kind: item.kind, id: item.id, before: item.price, after: item.price + 100 })),
  });
  await send({ method: 'GET', path: `/api/price-rise/${id}` }, 'one rise');
  await send({ method: 'GET', path: collectionPath(`rise:${id}`) }, 'collections: of a rise');
  await write('undo a rise', `/price-rise/${id}`);
}
