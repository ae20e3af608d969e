import type { PaymentLink } from '@pulso/contract/billing/links';
import { startPaidProduct, type FakeMercadoPago } from '@pulso/testing/mercadopago';
import { test as base, expect } from './builders';

export { expect };

const EXTRAS = ['mercadopago', 'collections', 'ledger', 'renew', 'business', 'idempotency-key'];

type LinkTerms = { plan_id: number; price: number; list_price: number } | { debt_id: number };

/** The panel on a server with a Mercado Pago of its own. */
export const test = base.extend<
  { makeLink: (userId: number, terms: LinkTerms) => Promise<PaymentLink> },
  { paid: { url: string; fake: FakeMercadoPago } }
>({
  paid: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are needed from it
    async ({}, use) => {
      const product = await startPaidProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  product: [async ({ paid }, use) => use({ url: paid.url }), { scope: 'worker' }],
  panel: async ({ panel }, use) => {
    await panel.addInitScript((extras) => localStorage.setItem('pulso-extras', JSON.stringify(extras)), EXTRAS);
    await use(panel);
  },
  makeLink: async ({ api }, use) =>
    use(async (userId, terms) => {
      const nothing = { plan_id: null, price: null, list_price: null, debt_id: null };
      const answer = await api.post(`/user/${userId}/payment-link`, { ...nothing, ...terms });
      const { data } = (await answer.json()) as { data: PaymentLink };
      expect(answer.status).toBe(201);
      return data;
    }),
});
