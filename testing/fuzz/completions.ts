import type { EventRow } from '@pulso/contract/accounts/audit';
import type { Tag } from '@pulso/contract/accounts/tags';
import type { User, UserListRow } from '@pulso/contract/accounts/users';
import type { BulkInput } from '@pulso/contract/accounts/whom';
import type { ForgiveInput } from '@pulso/contract/billing/debts';
import type { LedgerRow } from '@pulso/contract/billing/ledger';
import { pausedEnd, resumedEnd, type PauseInput } from '@pulso/contract/billing/pauses';
import type { LinkInput, PaymentLink } from '@pulso/contract/billing/links';
import type { DebtPaymentInput, DownloadInput } from '@pulso/contract/billing/payments';
import { priceOn, type PriceItem, type PriceRiseInput } from '@pulso/contract/billing/prices';
import type { Renewal, RenewInput } from '@pulso/contract/billing/subscriptions';
import type { Till, TillCloseInput } from '@pulso/contract/billing/till';
import { plans, type Plan } from '@pulso/contract/catalogue/plans';
import type { MyPlan } from '@pulso/contract/coaching/claims';
import type { MeasuresInput } from '@pulso/contract/coaching/measures';
import type { MyProgress } from '@pulso/contract/coaching/progress';
import type { Workout, WorkoutRow } from '@pulso/contract/coaching/workouts';
import type { GroupNotificationSend, SentNotification } from '@pulso/contract/desk/notifications';
import type { ImportChange, ImportSummary } from '@pulso/contract/desk/imports';
import type { TrashRow } from '@pulso/contract/desk/trash';
import { exercises } from '@pulso/contract/content/exercises';
import { trainings, type Training } from '@pulso/contract/content/trainings';
import { packages, type Package } from '@pulso/contract/content/packages';
import { addDays, today } from '@pulso/contract/kit/dates';
import { MAX_MONEY } from '@pulso/contract/kit/fields';
import type { FuzzRequest } from './requests';
import { ADMIN_PASSWORD } from './state';

type LookupRequest = { method: 'GET' | 'POST' | 'PUT'; url: string; json?: object };
type CompletedRequest = { body?: object; url?: string };
/**
 * Completion of a request that is (nearly) always refused unless it carries what a person was shown: where to look,
 * and the request with it.
 */
type RequestCompletion = {
  looks: (url: string) => LookupRequest[];
  complete: (body: never, seen: never) => CompletedRequest;
};

const lookUp = (url: string): LookupRequest => ({ method: 'GET', url });

/** A decision about a payment takes it from the queue. */
const firstPaymentUrl = ([first]: LedgerRow[], decision: string) =>
  first ? { url: `/api/payment/${first.id}/${decision}` } : {};

/** Users with days to pause, or to have back. */
const SUBSCRIBERS_URL = '/api/user?page=1&limit=100&subscription=active';

/** Clients who are off already: the other requests need those who are on. */
const FEW_USERS_URL = '/api/user?page=1&limit=3&role=CLIENT&status=inactive';

/** Few of these are ever deleted: the one that was last. */
const restoreRemoved = (path: string, entity: string): RequestCompletion => ({
  looks: () => [lookUp(`/api/event?entity=${entity}&action=removed&limit=1`)],
  complete: (_body, [[last]]: [EventRow[]]) => (last ? { url: `/api/${path}/${last.entity_id}/restore` } : {}),
});

/** Most are in use. */
const removeNewest = (path: string): RequestCompletion => ({
  looks: () => [lookUp(`/api/${path}`)],
  complete: (_body, [rows]: [{ id: number }[]]) => {
    const newest = Math.max(0, ...rows.map(({ id }) => id));
    return newest > 0 ? { url: `/api/${path}/${newest}` } : {};
  },
});

/** Hardly any user is a trainer, whom a client could have. A form stays as it is. */
const withoutTrainer: RequestCompletion = {
  looks: () => [],
  complete: (body: object) => (Object.keys(body).length > 0 ? { body: { ...body, trainer_id: null } } : {}),
};

/** No session has an id that could be guessed. */
const ofOwnSession = (urlOf: (id: string) => string): RequestCompletion => ({
  looks: () => [lookUp('/api/my/workouts')],
  complete: (_body, [[first]]: [WorkoutRow[]]) => (first ? { url: urlOf(first.id) } : {}),
});

/** There are few links, and each is open only until something is paid, closed or over. */
const ofLink = (call = '', query = ''): RequestCompletion => ({
  looks: () => [lookUp(`/api/payment-link?page=1&limit=1${query}`)],
  complete: (_body, [[first]]: [PaymentLink[]]) => (first ? { url: `/api/payment-link/${first.id}${call}` } : {}),
});

const completions: Record<string, RequestCompletion> = {
  'POST /api/user/:id/payment-link': {
    looks: () => [lookUp('/api/price-list')],
    complete: ({ days }: LinkInput, [items]: [PriceItem[]]) => {
      const { id, price } = items.find((item) => item.kind === 'plan' && item.status && item.price > 0) ?? {};
      return { body: { plan_id: id, price, list_price: price, debt_id: null, days } };
    },
  },
  'POST /api/my/payment-link': {
    looks: () => [lookUp('/api/my/plan')],
    complete: (_body, [shown]: [MyPlan | null]) => {
      const [debt] = shown?.debts ?? [];
      return { body: debt ? { debt_id: debt.id, amount: debt.owed } : { debt_id: null, amount: shown?.price } };
    },
  },
  'GET /api/payment-link/:id': ofLink(),
  'POST /api/payment-link/:id/check': ofLink('/check'),
  'POST /api/payment-link/:id/close': ofLink('/close', '&state=open'),
  // Nobody guesses a signature; a notice of the older kind has none that counts.
  'POST /api/mercadopago/webhook': {
    looks: () => [],
    complete: () => ({ url: '/api/mercadopago/webhook?topic=payment&id=1', body: {} }),
  },
  'GET /api/my/payment/:id': {
    looks: () => [lookUp('/api/my/plan')],
    complete: (_body, [plan]: [MyPlan | null]) =>
      plan?.payments[0] ? { url: `/api/my/payment/${plan.payments[0].id}` } : {},
  },
  'GET /api/collection': { looks: () => [], complete: () => ({ url: '/api/collection?list=due_soon' }) },
  'POST /api/diet/:id/restore': restoreRemoved('diet', 'diet'),
  'POST /api/type-diet/:id/restore': restoreRemoved('type-diet', 'diet-category'),
  'POST /api/tag/:id/restore': restoreRemoved('tag', 'tag'),
  'POST /api/level/:id/restore': restoreRemoved('level', 'level'),
  'POST /api/body-part/:id/restore': restoreRemoved('body-part', 'body-part'),
  'DELETE /api/level/:id': removeNewest('level'),
  'DELETE /api/diet/:id': removeNewest('diet'),
  'DELETE /api/user/:id/package': {
    looks: (url) => [lookUp(`${url}s`)],
    complete: (body: object, [bought]: [{ package_id: number }[]]) =>
      bought?.[0] ? { body: { package_id: bought[0].package_id } } : { body },
  },
  // What is owed is seldom guessed.
  'POST /api/debt/:id/forgive': {
    looks: () => [],
    complete: ({ reason }: ForgiveInput) => ({ body: { reason } }),
  },
  'DELETE /api/my/device': {
    looks: () => [
      { method: 'PUT', url: '/api/my/device', json: { provider: 'fcm', platform: 'android', token: 'fuzz-device' } },
    ],
    complete: () => ({ body: { token: 'fuzz-device' } }),
  },
  'PUT /api/user/:id/tags': {
    looks: () => [lookUp('/api/tag')],
    complete: (_body, [tags]: [Tag[]]) => ({ body: { tag_ids: tags.slice(0, 20).map(({ id }) => id) } }),
  },
  'POST /api/user/bulk': {
    looks: () => [lookUp(FEW_USERS_URL), lookUp('/api/tag')],
    complete: ({ action }: BulkInput, [users, [tag]]: [UserListRow[], Tag[]]) => ({
      body: { action, ids: users.map(({ id }) => id), count: users.length, tag_id: tag?.id, trainer_id: null },
    }),
  },
  'POST /api/notifications/send': {
    looks: () => [lookUp(FEW_USERS_URL)],
    complete: ({ title, body, data, send_at }: GroupNotificationSend, [users]: [UserListRow[]]) => ({
      body: {
        ...{ title, body, data, audience: { ids: users.map(({ id }) => id) } },
        ...(send_at !== undefined && { send_at: `${addDays(today(), 1 + (title.length % 30))}T12:00:00Z` }),
      },
    }),
  },
  'POST /api/notifications/:id/cancel': {
    looks: () => [lookUp('/api/notifications?list=scheduled')],
    complete: (_body, [[first]]: [SentNotification[]]) =>
      first ? { url: `/api/notifications/${first.id}/cancel` } : {},
  },
  'PATCH /api/import/:id': {
    looks: () => [lookUp('/api/import')],
    complete: ({ rules }: ImportChange, [[found]]: [ImportSummary[]]) =>
      found ? { url: `/api/import/${found.id}`, body: { rules, mapping: ['name', 'phone'] } } : {},
  },
  'POST /api/import/:id/run': {
    looks: () => [lookUp('/api/import')],
    complete: (_body, [imports]: [ImportSummary[]]) => {
      const found = imports.find(({ counts }) => counts.ready > 0);
      return found ? { url: `/api/import/${found.id}/run`, body: { ready: found.counts.ready } } : {};
    },
  },
  'POST /api/import/:id/undo': {
    looks: () => [lookUp('/api/import')],
    complete: (_body, [imports]: [ImportSummary[]]) => {
      const found = imports.find(({ counts }) => counts.imported > 0);
      return found ? { url: `/api/import/${found.id}/undo` } : {};
    },
  },
  'POST /api/user': withoutTrainer,
  'PATCH /api/user/:id': withoutTrainer,
  'PATCH /api/user/:id/subscription-status': {
    looks: () => [lookUp(SUBSCRIBERS_URL)],
    complete: (_body, [[first]]: [UserListRow[]]) =>
      first ? { url: `/api/user/${first.id}/subscription-status`, body: { active: true } } : {},
  },
  'POST /api/user/:id/pause': {
    looks: () => [lookUp(SUBSCRIBERS_URL)],
    complete: ({ reason }: PauseInput, [users]: [UserListRow[]]) => {
      const found = users.find(({ pause }) => !pause || pause.to <= today());
      if (!found?.suscription_end) return {};
      const days = { from: today(), to: addDays(today(), 1 + reason.length) };
      const end = pausedEnd(found.suscription_end, days);
      return { url: `/api/user/${found.id}/pause`, body: { ...days, reason, end } };
    },
  },
  'POST /api/user/:id/resume': {
    looks: () => [lookUp(SUBSCRIBERS_URL)],
    complete: (_body, [users]: [UserListRow[]]) => {
      const found = users.find(({ pause }) => pause && pause.to > today());
      if (!found?.pause || !found.suscription_end) return {};
      const end = resumedEnd(found.suscription_end, found.pause, today());
      return { url: `/api/user/${found.id}/resume`, body: { on: today(), end } };
    },
  },
  'POST /api/user/:id/renew': {
    looks: (url) => [lookUp(url.replace(/renew$/, 'renewal')), lookUp('/api/price-list')],
    complete: (body: RenewInput, [{ plan, starts }, items]: [Renewal, PriceItem[]]) => {
      const offered = items.filter(({ kind, status }) => kind === 'plan' && status);
      const { id = 1, price = 0 } = offered.find((item) => item.id === plan?.id) ?? offered[0] ?? {};
      const paid = Math.min(body.paid, price);
      const sold = { plan_id: id, start_date: starts[0]?.start_date, list_price: price, price, paid };
      return { body: { ...body, ...sold, paid_on: undefined, unless_duplicate: undefined } };
    },
  },
  'POST /api/trash/:id/restore': {
    looks: () => [lookUp('/api/trash')],
    complete: (_body, [trash]: [TrashRow[]]) => (trash[0] ? { url: `/api/trash/${trash[0].id}/restore` } : {}),
  },
  'POST /api/price-rise': {
    looks: () => [lookUp('/api/price-list')],
    complete: ({ valid_from, keep, rows }: PriceRiseInput, [items]: [PriceItem[]]) => {
      // One of the next 31 days, so that some have a price by now.
      const day = addDays(today(), Number(valid_from.slice(8)));
      const chosen = items.slice(0, rows.length).map((item) => ({ ...item, before: priceOn(item, day) }));
      return {
        body: {
          increase: 100,
          rounding: 0,
          valid_from: day,
          ...(keep && { keep: { ...keep, until: null } }),
          rows: chosen.map(({ kind, id, before }) => ({ kind, id, before, after: before + 100 })),
        },
      };
    },
  },
  'POST /api/till/close': {
    looks: () => [lookUp('/api/till')],
    complete: (body: TillCloseInput, [till]: [Till]) => {
      if (!till) return { body };
      const efectivo = Math.min(Math.max(0, till.expected.efectivo), MAX_MONEY);
      return { body: { counted: { efectivo }, left: efectivo, note: 'Contado dos veces', expected: till.expected } };
    },
  },
  'POST /api/debt/:id/pay': {
    looks: () => [],
    complete: (body: DebtPaymentInput) => ({
      body: { ...body, amount: 0.01, paid_on: undefined, unless_duplicate: undefined },
    }),
  },
  'POST /api/payment/:id/refund': {
    looks: () => [lookUp('/api/payment?kind=charge&status=completed&page=1&limit=1')],
    complete: (body: object, [charges]: [LedgerRow[]]) => ({
      body: { ...body, amount: 0.01 },
      ...firstPaymentUrl(charges, 'refund'),
    }),
  },
  'POST /api/user/:id/snooze': {
    looks: () => [],
    complete: ({ until }: { until: string }) => ({ body: { until: addDays(today(), Number(until.slice(8))) } }),
  },
  'POST /api/payment/:id/verify': {
    looks: () => [lookUp('/api/payment/unverified')],
    complete: (_: object, [queue]: [LedgerRow[]]) => ({ body: {}, ...firstPaymentUrl(queue, 'verify') }),
  },
  'POST /api/payment/:id/reject': {
    looks: () => [lookUp('/api/payment/unverified')],
    complete: (body: object, [queue]: [LedgerRow[]]) => ({ body, ...firstPaymentUrl(queue, 'reject') }),
  },
  'POST /api/user/activate-package': {
    looks: () => [lookUp(`/api${packages.path}`)],
    complete: (body: { package_id: number }, [offered]: [Package[]]) => ({
      body: { ...body, package_id: offered.find(({ status }) => status)?.id ?? body.package_id },
    }),
  },
  'POST /api/user/activate-suscription': {
    looks: () => [lookUp(`/api${plans.path}`)],
    complete: (body: { subscription_id: number }, [offered]: [Plan[]]) => ({
      body: {
        ...body,
        subscription_id: offered.find(({ status }) => status)?.id ?? body.subscription_id,
        list_price: undefined,
      },
    }),
  },
  'POST /api/user/:id/promise': {
    looks: () => [lookUp('/api/user')],
    complete: (_: object, [people]: [User[]]) => {
      const client = people.find(({ role, status }) => role === 'CLIENT' && status);
      return { body: { on: addDays(today(), 1) }, ...(client && { url: `/api/user/${client.id}/promise` }) };
    },
  },
  'POST /api/auth/login': {
    looks: () => [],
    complete: (body: object) => ({ body: { ...body, username: 'fuzz-admin', password: ADMIN_PASSWORD } }),
  },
  'POST /api/auth/access': {
    looks: () => [],
    complete: () => ({ body: { username: 'fuzz-admin', password: ADMIN_PASSWORD } }),
  },
  'POST /api/user/:id/access': {
    looks: () => [lookUp('/api/user')],
    complete: (_, [people]: [User[]]) => {
      const client = people.find(({ role, status }) => role === 'CLIENT' && status);
      return client ? { url: `/api/user/${client.id}/access` } : {};
    },
  },
  'PUT /api/my/workouts/:workout': {
    looks: () => [lookUp(`/api${exercises.path}`)],
    complete: (body: Workout, [offered]: [{ id: number }[]]) => ({
      url: `/api/my/workouts/${body.id}`,
      body: {
        ...body,
        schema: 1,
        course: null,
        turn: null,
        day: today(),
        cells: {
          note: { text: 'Bien', v: 1, by: 'x' },
          's:1-1.1': {
            ...{ state: 'done', exercise_id: offered[0]?.id ?? 1, reps: 10, seconds: null, weight: 40, at: null },
            ...{ v: 1, by: 'x' },
          },
        },
      },
    }),
  },
  'GET /api/my/workouts/:workout': ofOwnSession((id) => `/api/my/workouts/${id}`),
  'GET /api/my/progress/:id': {
    looks: () => [lookUp('/api/my/progress')],
    complete: (_body, [{ exercises: done }]: [MyProgress]) =>
      done[0] ? { url: `/api/my/progress/${done[0].exercise_id}` } : {},
  },
  'PUT /api/my/measures': {
    looks: () => [],
    complete: ({ cells }: MeasuresInput) => ({
      body: { cells: cells.map((cell) => ({ ...cell, day: today(), value: 50 })) },
    }),
  },
  'GET /api/workout/:workout': ofOwnSession((id) => `/api/workout/${id}`),
  'POST /api/workout/:workout/answer': ofOwnSession((id) => `/api/workout/${id}/answer`),
  'POST /api/assignment/:id/change': {
    looks: () => [],
    complete: () => ({ body: { starts_on: today(), ends_on: addDays(today(), 30), mode: 'sequence' } }),
  },
  // Each kind has its own part of the query.
  'POST /api/download': {
    looks: () => [],
    complete: ({ what, query: { notes, receipts, ...filters }, format }: DownloadInput) => ({
      body: what === 'everything' ? { what, query: { notes, receipts } } : { what, query: filters, format },
    }),
  },
  'GET /api/download/everything': {
    looks: () => [{ method: 'POST', url: '/api/download', json: { what: 'everything', query: {} } }],
    complete: (_: object, [asked]: [{ url: string } | undefined]) => (asked ? { url: asked.url } : {}),
  },
  'GET /api/download/own-data': {
    looks: () => [{ method: 'POST', url: '/api/my/export' }],
    complete: (_: object, [asked]: [{ url: string } | undefined]) => (asked ? { url: asked.url } : {}),
  },
  'DELETE /api/my/transfer/:id': {
    looks: () => [lookUp('/api/my/plan')],
    complete: (_: object, [plan]: [MyPlan]) => {
      const open = plan.claims.find(({ state }) => state === 'open');
      return open ? { url: `/api/my/transfer/${open.id}` } : {};
    },
  },
  'GET /api/price/:kind/:id/history': {
    looks: () => [lookUp('/api/price-list')],
    complete: (_: object, [[first]]: [PriceItem[]]) =>
      first ? { url: `/api/price/${first.kind}/${first.id}/history` } : {},
  },
  'POST /api/assignment': {
    looks: () => [lookUp('/api/user'), lookUp(`/api${trainings.path}`)],
    complete: (body: object, [people, offered]: [User[], Training[]]) => {
      const client = people.find(({ role, status }) => role === 'CLIENT' && status);
      const training = offered.find(
        ({ status, training_days }) => status && training_days.some((day) => !day.is_rest_day),
      );
      if (!client || !training) return { body };
      return { body: { training_id: training.id, user_ids: [client.id], starts_on: today() } };
    },
  },
  'GET /api/download': {
    looks: () => [{ method: 'POST', url: '/api/download', json: { what: 'payments', query: {} } }],
    complete: (_, [{ url }]: [{ url: string }]) => ({ url }),
  },
};

/** Completes a request by looking first. Requests that must fail, or are sent two at once, go unchanged. */
export async function completeRequest(
  request: FuzzRequest,
  look: (look: LookupRequest) => Promise<{ status: number; data?: unknown }>,
): Promise<FuzzRequest> {
  const rule = completions[`${request.method} ${request.route?.url}`];
  if (!rule || request.kind !== 'valid') return request;
  const seen: unknown[] = [];
  for (const one of rule.looks(request.url)) {
    const { status, data } = await look(one);
    if (status >= 300) return request;
    seen.push(data);
  }
  const body: unknown = typeof request.payload === 'string' ? JSON.parse(request.payload) : {};
  const { body: completed, url } = rule.complete(body as never, seen as never);
  return {
    ...request,
    ...(url !== undefined && { url }),
    ...(completed && { payload: JSON.stringify(completed) }),
  };
}
