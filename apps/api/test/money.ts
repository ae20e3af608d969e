import type { User } from '@pulso/contract/accounts/users';
import { debtRow, type Debt } from '@pulso/contract/billing/debts';
import { ledgerPage } from '@pulso/contract/billing/ledger';
import { ledgerRow, type LedgerRow } from '@pulso/contract/billing/payments';
import { renewalBody, renewedBody, type Renewal, type Renewed } from '@pulso/contract/billing/subscriptions';
import { tillBody, type Till } from '@pulso/contract/billing/till';
import { userDetail } from '@pulso/contract/desk/user-detail';
import { sql } from 'kysely';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { addPlan, answered, createUser } from '#test/people';
import type { TestApp } from '#test/test-app';

type Sent = { token?: string; headers?: Record<string, string> };

/** What an administrator does with money, as calls. */
export function moneyOf(app: () => TestApp) {
  const renewal = async (id: number): Promise<Renewal> =>
    answered(await app().get(`/api/user/${id}/renewal`), renewalBody);

  /** As the dialog would send it: what it was shown, unless a field says otherwise. */
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
  const sendRenewal = (id: number, body: object, sent?: Sent) =>
    app().json('POST', `/api/user/${id}/renew`, body, sent);

  return {
    renewal,
    renewalOf,
    sendRenewal,
    renew: async (id: number, fields: object = {}): Promise<Renewed> =>
      answered(await sendRenewal(id, await renewalOf(id, fields)), renewedBody, 201),
    activate: async (id: number, subscription_id: number, fields: object = {}) => {
      const body = { user_id: id, subscription_id, payment_method: 'efectivo', payment_amount: 15_000, ...fields };
      const answer = await app().json('POST', '/api/user/activate-suscription', body);
      expect(answer.status, answer.raw).toBe(200);
    },
    annulPeriod: (id: number, reason = 'Se equivocó') => app().json('POST', `/api/period/${id}/annul`, { reason }),
    annul: (id: number, reason = 'Se equivocó', sent?: Sent) =>
      app().json('POST', `/api/payment/${id}/annul`, { reason }, sent),
    verify: (id: number, body: object = {}, sent?: Sent) => app().json('POST', `/api/payment/${id}/verify`, body, sent),
    reject: (id: number, body: object = {}, sent?: Sent) =>
      app().json('POST', `/api/payment/${id}/reject`, { reason: 'No llegó', ...body }, sent),
    pay: async (id: number, fields: object = {}, sent?: Sent) =>
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
    debts: async (id: number): Promise<Debt[]> => answered(await app().get(`/api/user/${id}/debts`), z.array(debtRow)),
    payDebt: (id: number, fields: object, sent?: Sent) =>
      app().json('POST', `/api/debt/${id}/pay`, { payment_method: 'efectivo', status: 'completed', ...fields }, sent),
    move: (fields: object, sent?: Sent) =>
      app().json(
        'POST',
        '/api/movement',
        { kind: 'expense', amount: 500, payment_method: 'efectivo', category: 'Otros', concept: 'Limpieza', ...fields },
        sent,
      ),
    till: async (): Promise<Till> => answered(await app().get('/api/till'), tillBody),
    openTill: (opening: number) => app().json('POST', '/api/till/open', { opening }),
    closeTill: (body: object, sent?: Sent) => app().json('POST', '/api/till/close', body, sent),
    ledger: async (query = '') => {
      const answer = await app().get(`/api/payment?page=1&limit=200${query}`);
      expect(answer.status, answer.raw).toBe(200);
      return ledgerPage.parse(answer.body);
    },
    one: async (id: number): Promise<LedgerRow> => {
      const { body } = await app().get(`/api/payment/${id}`);
      return ledgerRow.parse(body.data);
    },
    detail: async (id: number) => answered(await app().get(`/api/user/${id}`), userDetail),
    fields: async (id: number) => {
      const { rows } = await sql<Pick<User, 'suscription_init' | 'suscription_end' | 'suscription_status'>>`
        select "suscriptionId", suscription_init, suscription_end, suscription_status from users where id = ${id}`.execute(
        app().db,
      );
      return rows[0]!;
    },
    /** How many rows there are of everything that a write could leave behind. */
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
