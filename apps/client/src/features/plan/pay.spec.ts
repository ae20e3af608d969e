import { addMonths, formatDate, today } from '@pulso/contract/kit/dates';
import type { MyPlan } from '@pulso/contract/coaching/claims';
import { preferenceAt, startPaidProduct, type FakeMercadoPago } from '@pulso/testing/mercadopago';
import { expectFine } from '#test/accessibility';
import { expect, foot, test as base } from '#test/app';

const test = base.extend<object, { paid: Awaited<ReturnType<typeof startPaidProduct>>; fake: FakeMercadoPago }>({
  paid: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are needed from it
    async ({}, use) => {
      const product = await startPaidProduct();
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  product: [async ({ paid }, use) => use(paid), { scope: 'worker' }],
  fake: [async ({ paid }, use) => use(paid.fake), { scope: 'worker' }],
});
test.use({ bypassCSP: true, viewport: { width: 390, height: 844 } });

test('MIP-03 MPA-03 a client pays his renewal at Mercado Pago with one link however often he taps, and reads until when it is paid as he comes back', async ({
  page,
  seed,
  api,
  fake,
  enter,
}) => {
  const client = await seed.addClient();
  const terms = { title: 'Mensual', description: 'Un mes', duration: 1, amount: 12_500, status: 1 };
  const plan = await seed.add('/suscriptions', terms);
  const sale = { user_id: client.id, payment_method: 'efectivo', payment_amount: 12_500 };
  await seed.add('/user/activate-suscription', { subscription_id: plan.id, ...sale });
  await seed.add('/debt', { user_id: client.id, amount: 4_000, type: 'other', note: 'Remera' });
  await api.patch('/business', { name: 'Gimnasio Norte', alias: 'norte.gimnasio' });
  await enter(client);
  await foot(page).getByRole('link', { name: 'Mi plan' }).click();
  const renew = page.getByRole('button', { name: 'Pagar con Mercado Pago: Renovar mi plan, $ 12.500' });
  await expect(renew).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pagar con Mercado Pago: Una deuda, $ 4.000' })).toBeVisible();
  await expectFine(page, 'what can be paid');

  // Without Mercado Pago it is said, and nothing leads away.
  fake.trouble({ how: 'error' });
  await renew.click();
  await expect(page.getByRole('alert')).toContainText('Error al abrir el pago. Por favor intenta de nuevo.');
  fake.trouble(undefined);
  await renew.dblclick();
  await page.waitForURL(`${fake.address}/**`);
  const answer = await api.get(`/payment-link?user_id=${client.id}&state=open`);
  const { data } = (await answer.json()) as { data: { url: string }[] };
  expect(data.map(({ url }) => url)).toEqual([page.url()]);

  // Mercado Pago has not told yet: it is asked while he looks.
  await page.goto('/mi/plan?pago=volver');
  await expect(page.getByText('Estamos confirmando tu pago…')).toBeVisible();
  await fake.pay(preferenceAt(data[0]!.url), { notify: false });
  const { end } = ((await (await page.request.get('/api/my/plan')).json()) as { data: MyPlan }).data;
  expect(end).toBe(addMonths(today(), 1));
  await expect(page.getByText(`Listo. Tu plan vence el ${formatDate(addMonths(today(), 2))}`)).toBeVisible({
    timeout: 15_000,
  });
  await expectFine(page, 'a payment that came');
});
