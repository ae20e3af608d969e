import type { PauseDays } from '@pulso/contract/accounts/subscription-state';
import type { User } from '@pulso/contract/accounts/users';
import { debtRow, type Debt } from '@pulso/contract/billing/debts';
import { ledgerRow, type LedgerRow } from '@pulso/contract/billing/ledger';
import { ledgerPage } from '@pulso/contract/billing/payments';
import { pausedEnd, resumedEnd } from '@pulso/contract/billing/pauses';
import {
  periodRow,
  renewalBody,
  renewalResultBody,
  type Period,
  type Renewal,
  type RenewalResult,
} from '@pulso/contract/billing/subscriptions';
import { tillBody, type Till } from '@pulso/contract/billing/till';
import { userDetail } from '@pulso/contract/desk/user-detail';
import type { DateText } from '@pulso/contract/kit/dates';
import { sql } from 'kysely';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { Db } from '#db/schema/database';
import { addPlan, expectAnswer, createUser } from '#test/people';
import type { TestApp } from '#test/test-app';

type CallOptions = { token?: string; headers?: Record<string, string> };

/** An administrator's actions with money, as calls. */
export function moneyOf(app: () => TestApp) {
  const renewal = async (id: number): Promise<Renewal> =>
    expectAnswer(await app().get(`/api/user/${id}/renewal`), renewalBody);

  /** A renewal as the dialog would send it: with the values it was shown, unless a field says otherwise. */
  const renewalOf = async (id: number, fields: object = {}) => {
    const { plan, list_price, starts } = await renewal(id);
    const price = list_price ?? 0;
    return {
      plan_id: plan?.id,
      start_date: starts[0]?.start_date,
      list_price: price,
      price,
      paid: price,
      payment_method: 'efectivo',
      status: 'completed',
      ...fields,
    };
  };
  const detail = async (id: number) => expectAnswer(await app().get(`/api/user/${id}`), userDetail);
  const sendRenewal = (id: number, body: object, sent?: CallOptions) =>
    app().json('POST', `/api/user/${id}/renew`, body, sent);

  return {
    renewal,
    renewalOf,
    sendRenewal,
    renew: async (id: number, fields: object = {}): Promise<RenewalResult> =>
      expectAnswer(await sendRenewal(id, await renewalOf(id, fields)), renewalResultBody, 201),
    activate: async (id: number, subscription_id: number, fields: object = {}) => {
      const body = { user_id: id, subscription_id, payment_method: 'efectivo', payment_amount: 15_000, ...fields };
      const answer = await app().json('POST', '/api/user/activate-suscription', body);
      expect(answer.status, answer.raw).toBe(200);
    },
    /** A pause as the dialog would send it; `end` is what it would show. */
    pause: async (id: number, days: PauseDays, fields: object = {}, sent?: CallOptions) => {
      const { suscription_end } = await detail(id);
      const end = pausedEnd(suscription_end ?? days.to, days);
      return app().json('POST', `/api/user/${id}/pause`, { ...days, reason: 'Viaja', end, ...fields }, sent);
    },
    resume: async (id: number, on: DateText, fields: object = {}, sent?: CallOptions) => {
      const { suscription_end, pause } = await detail(id);
      const end = pause && suscription_end ? resumedEnd(suscription_end, pause, on) : on;
      return app().json('POST', `/api/user/${id}/resume`, { on, end, ...fields }, sent);
    },
    annulPeriod: (id: number, reason = 'Se equivocó') => app().json('POST', `/api/period/${id}/annul`, { reason }),
    annul: (id: number, reason = 'Se equivocó', sent?: CallOptions) =>
      app().json('POST', `/api/payment/${id}/annul`, { reason }, sent),
    verify: (id: number, body: object = {}, sent?: CallOptions) =>
      app().json('POST', `/api/payment/${id}/verify`, body, sent),
    reject: (id: number, body: object = {}, sent?: CallOptions) =>
      app().json('POST', `/api/payment/${id}/reject`, { reason: 'No llegó', ...body }, sent),
    pay: async (id: number, fields: object = {}, sent?: CallOptions) =>
      app().json(
        'POST',
        '/api/payment',
        {
          user_id: id,
          type: 'other',
          item_id: 0,
          amount: 1_000,
          payment_method: 'efectivo',
          status: 'completed',
          ...fields,
        },
        sent,
      ),
    debts: async (id: number): Promise<Debt[]> =>
      expectAnswer(await app().get(`/api/user/${id}/debts`), z.array(debtRow)),
    payDebt: (id: number, fields: object, sent?: CallOptions) =>
      app().json('POST', `/api/debt/${id}/pay`, { payment_method: 'efectivo', status: 'completed', ...fields }, sent),
    move: (fields: object, sent?: CallOptions) =>
      app().json(
        'POST',
        '/api/movement',
        { kind: 'expense', amount: 500, payment_method: 'efectivo', category: 'Otros', concept: 'Limpieza', ...fields },
        sent,
      ),
    till: async (): Promise<Till> => expectAnswer(await app().get('/api/till'), tillBody),
    openTill: (opening: number) => app().json('POST', '/api/till/open', { opening }),
    closeTill: (body: object, sent?: CallOptions) => app().json('POST', '/api/till/close', body, sent),
    ledger: async (query = '') => {
      const answer = await app().get(`/api/payment?page=1&limit=200${query}`);
      expect(answer.status, answer.raw).toBe(200);
      return ledgerPage.parse(answer.body);
    },
    one: async (id: number): Promise<LedgerRow> => {
      const { body } = await app().get(`/api/payment/${id}`);
      return ledgerRow.parse(body.data);
    },
    detail,
    periods: async (id: number): Promise<Period[]> =>
      expectAnswer(await app().get(`/api/user/${id}/periods`), z.array(periodRow)),
    fields: async (id: number) => {
      const { rows } = await sql<Pick<User, 'suscription_init' | 'suscription_end' | 'suscription_status'>>`
        select "suscriptionId", suscription_init, suscription_end, suscription_status from users where id = ${id}`.execute(
        app().db,
      );
      return rows[0]!;
    },
    /** Counts and sums of everything that a write could leave behind. */
    traces: async () => {
      const { rows } = await sql`
        select (select count(*) from payments) as payments, (select count(*) from user_subscriptions) as periods,
          (select count(*) from debts) as debts, (select count(*) from events) as events,
          (select count(*) from till_closes) as closes, (select sum(rows) from payment_days) as counted,
          (select sum(amount) from payment_days) as tallied, (select sum(owed) from debt_tally) as owed,
          (select sum(version) from users) as versions`.execute(app().db);
      return rows[0];
    },
    newClient: async (fields: object = {}) => (await createUser(app(), fields)).id,
    newPlan: (fields: object = {}) => addPlan(app(), fields),
  };
}

type BrokenCounts = Record<string, number>;

/** The promises about money that rows break, each with the number of such rows. */
export async function findBrokenInvariants(db: Db): Promise<[string, number][]> {
  const { rows } = await sql<BrokenCounts>`
    select
      (select count(*) from user_subscriptions a join user_subscriptions b
         on a.user_id = b.user_id and a.id < b.id and a.covers && b.covers)::int as "P1 periods that share a day",
      (select count(*) from user_subscriptions c join user_subscriptions o on o.id = c.continues_id
       where c.kind = 'plan' and o.kind = 'plan' and c.closed_on is null
         and upper(o.covers) - lower(o.covers) + (c.end_date - c.start_date) <> o.end_date - o.start_date
         and c.status = 'active')::int
        as "P5 paused periods that cover other days than were sold",
      (select count(*) from (
         select p.price - coalesce((select sum(amount) from payments where period_id = p.id and status = 'completed'), 0)
           - coalesce((select sum(amount) from payments where period_id = p.id and status in ('pending', 'processing')
                       and debt_id is null), 0)
           - coalesce((select sum(owed + forgiven) from debts where period_id = p.id), 0) as rest
         from user_subscriptions p
         where p.price is not null and not isempty(p.covers)) sold
       where rest <> 0)::int as "L4 prices that do not add up",
      (select count(*) from client_accounts a
       where a.owed <> coalesce((select sum(owed) from debts where user_id = a.user_id and closed_on is null), 0))::int
        as "L5 balances",
      (select count(*) from debts where owed < 0 or owed > amount)::int as "L5 debts",
      (select count(*) from debts d where d.closed_as is distinct from 'anulada' and d.amount <> d.owed + d.forgiven
         + coalesce((select sum(amount) from payments where debt_id = d.id and status = 'completed'), 0))::int
        as "L5 debts that do not add up",
      (select count(*) from debts d join user_subscriptions p on p.id = d.period_id
       where d.closed_on is null and isempty(p.covers))::int as "debts of periods that cover nothing",
      (select count(*) from (
         select day, kind, type, payment_method, status, recorded_by from payments group by 1, 2, 3, 4, 5, 6
         having count(*) <> (select coalesce(sum(rows), 0) from payment_days d where (d.day, d.kind, d.type, d.payment_method, d.status)
             = (payments.day, payments.kind, payments.type, payments.payment_method, payments.status)
             and d.recorded_by is not distinct from payments.recorded_by)
           or sum(amount) <> (select coalesce(sum(amount), 0) from payment_days d where (d.day, d.kind, d.type, d.payment_method, d.status)
             = (payments.day, payments.kind, payments.type, payments.payment_method, payments.status)
             and d.recorded_by is not distinct from payments.recorded_by)) wrong)::int as "L1 days that are counted wrong",
      abs((select coalesce(sum(owed), 0) from debt_tally) - (select coalesce(sum(owed), 0) from client_accounts a
        join users u on u.id = a.user_id where u.deleted_at is null))::float as "the tally of debts",
      (select count(*) from (
         select promised_on, plan_id from (
           select promised_on, plan_id, clients, amount from promise_tally
           union all
           select a.promised_on, case when a.promised_amount is null then u."suscriptionId" end, -1,
             coalesce(a.promise_paid - a.promised_amount, 0)
           from client_accounts a join users u on u.id = a.user_id
           where a.promised_on is not null and a.promise_paid < coalesce(a.promised_amount, 0.01)
             and u.status and u.deleted_at is null) promises
         group by 1, 2 having sum(clients) <> 0 or sum(amount) <> 0) wrong)::int as "the tally of promises",
      (select count(*) from (
         select from payments r join payments o on o.id = r.reverses group by o.id
         having abs(sum(r.amount)) > abs(o.amount) or bool_or(sign(r.amount) = sign(o.amount)) or o.kind = 'reversal') wrong
      )::int as "L3 reversals",
      (select count(*) from till_closes c join till_closes o on o.id = (select max(id) from till_closes where id < c.id)
       where c.opening <> o.left_over or (c.expected ->> 'efectivo')::numeric
         <> c.opening + coalesce((select sum(amount) from payments where close_id = c.id and payment_method = 'efectivo'), 0)
      )::int as "L2 tills",
      (select count(*) from payments where status = 'completed' and close_id is null
         and exists (select from till_closes where id = 0 and closed_at is null))::int as "L2 payments in no till"`.execute(
    db,
  );
  return Object.entries(rows[0]!).filter(([, broken]) => broken !== 0);
}
