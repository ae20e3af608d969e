import { linkPage, linkRow, type PaymentLink } from '@pulso/contract/billing/links';
import { expect } from 'vitest';
import type { FakeNotice } from '#mercadopago/fake/fake-mercadopago';
import { fakedMercadoPago } from '#test/mercadopago';
import { moneyOf } from '#test/money';
import { addPlan, createUser, expectAnswer, quickPasswords } from '#test/people';
import { openSession } from '#test/sessions';
import { sharedApp } from '#test/shared-app';
import type { TestApp } from '#test/test-app';

export const PRICE = 12_500;

let addresses = 0;
/** Each notice comes from an address of its own, so that no limit is reached that is not meant. */
export const anyAddress = () => {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

/** Sends a notice, and gives its answer. */
export const sendNotice = async (app: TestApp, { query, headers, body }: FakeNotice, from = anyAddress()) =>
  app.send('POST', `/api/mercadopago/webhook?${query}`, { headers, payload: body, from });

/** An app with a Mercado Pago of its own, which delivers its notices to it. */
export async function linkedApp(now: () => Date) {
  const send = async (notice: FakeNotice) => (await sendNotice(app(), notice)).status;
  const { fake, mercadopago } = await fakedMercadoPago({ now, send }, { publicUrl: 'https://mi.gimnasio.com' });
  const app = sharedApp({ passwords: quickPasswords, now, mercadopago });
  const money = moneyOf(app);

  /** As the dialog sends it: the client's last plan at its price, unless a field says otherwise. */
  const ask = async (userId: number, fields: object = {}, headers: Record<string, string> = {}) => {
    const { plan, list_price } = await money.renewal(userId);
    const terms = { plan_id: plan?.id ?? null, price: list_price, list_price, debt_id: null };
    return app().json('POST', `/api/user/${userId}/payment-link`, { ...terms, ...fields }, { headers });
  };
  const act = async (id: number, what: string, body: object = {}) =>
    expectAnswer(await app().json('POST', `/api/payment-link/${id}/${what}`, body), linkRow);

  return {
    fake,
    app,
    money,
    mercadopago,
    send: ask,
    act,
    make: async (userId: number, fields: object = {}): Promise<PaymentLink> =>
      expectAnswer(await ask(userId, fields), linkRow, 201),
    read: async (id: number): Promise<PaymentLink> => expectAnswer(await app().get(`/api/payment-link/${id}`), linkRow),
    list: async (query = '') => {
      const answer = await app().get(`/api/payment-link?${query}`);
      expect(answer.status, answer.raw).toBe(200);
      return linkPage.parse(answer.body);
    },
    /** A client whose plan is paid for until next month, and a token of his. */
    newSubscriber: async (price = PRICE) => {
      const plan = await addPlan(app(), { amount: price });
      const { id, username } = await createUser(app());
      await money.activate(id, plan, { payment_amount: price });
      return { id, plan, token: await openSession(app(), username) };
    },
    newDebt: async (user_id: number, amount: number) =>
      (await app().json('POST', '/api/debt', { user_id, amount, type: 'other', note: 'Remera' })).body.data
        .id as number,
    owed: async (id: number) => (await money.renewal(id)).owed,
  };
}

/** By what Mercado Pago knows the link. */
export const preferenceOf = ({ url }: PaymentLink) => url.split('/').at(-1)!;
