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
