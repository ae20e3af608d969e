import { createPushBrowser } from '@pulso/testing/push-browser';
import { startPushServices } from '@pulso/testing/push-services';
import type { BrowserContext, Page } from '@playwright/test';
import { startBrowserProduct } from '@pulso/testing/browser-product';
import { expect, foot, test as base } from '#test/app';

/** The product with a push service on loopback, whose messages can be read here. */
const test = base.extend<object, { services: Awaited<ReturnType<typeof startPushServices>> }>({
  services: [
    async ({}, use) => {
      const services = await startPushServices();
      await use(services);
      await services.close();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ services }, use) => {
      const product = await startBrowserProduct({ WEB_PUSH_ADDRESS: services.address });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

/** A browser for tests reaches no push service: its subscription is one of the service on loopback. */
function subscribeTo(context: BrowserContext, endpoint: string, keys: object) {
  return context.addInitScript(
    ([address, ownKeys]) => {
      const subscription = {
        endpoint: address,
        toJSON: () => ({ endpoint: address, keys: ownKeys }),
        unsubscribe: async () => {
          localStorage.removeItem('prueba-suscripcion');
          return true;
        },
      };
      const found = () => (localStorage.getItem('prueba-suscripcion') ? subscription : null);
      Object.assign(PushManager.prototype, {
        getSubscription: async () => found(),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          localStorage.setItem('prueba-suscripcion', applicationServerKey);
          return subscription;
        },
      });
    },
    [endpoint, keys] as const,
  );
}

/** All that this browser holds of whoever was here. */
const everythingKept = (page: Page) =>
  page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage)];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return texts.join('\n');
  });

test('HOY-11 Activar avisos registers the browser: what the panel sends is shown, a tap opens Hoy, and leaving removes the device', async ({
  page,
  context,
  seed,
  enter,
  api,
  services,
}) => {
  const browser = createPushBrowser();
  const endpoint = `${services.address}/wpush/v2/telefono`;
  await subscribeTo(context, endpoint, browser.keys);
  await context.grantPermissions(['notifications']);
  const client = await seed.addClient();
  await enter(client);
  await foot(page).getByRole('link', { name: 'Mi plan' }).click();
  await page.getByRole('button', { name: 'Activar avisos' }).click();
  await expect(page.getByText('Los avisos están activados en este teléfono.')).toBeVisible();

  const send = (title: string) => api.post('/notifications/send-to-all', { title, body: 'El lunes abrimos a las 9.' });
  expect((await send('Feriado')).ok).toBe(true);
  await expect.poll(() => services.accepted.length).toBe(1);
  const message = browser.read(services.accepted[0]!.body);
  expect(services.problems).toEqual([]);

  // What the push service would do next.
  const network = await context.newCDPSession(page);
  await network.send('ServiceWorker.enable' as never);
  const registrationId = await new Promise<string>((resolve) => {
    network.on(
      'ServiceWorker.workerRegistrationUpdated' as never,
      ({ registrations }: { registrations: { registrationId: string; scopeURL: string }[] }) => {
        const own = registrations.find(({ scopeURL }) => scopeURL.endsWith('/mi/'));
        if (own) resolve(own.registrationId);
      },
    );
  });
  const origin = new URL(page.url()).origin;
  await network.send('ServiceWorker.deliverPushMessage' as never, { origin, registrationId, data: message } as never);
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/mi/');
      return (await registration!.getNotifications()).map(({ title, body }) => ({ title, body }));
    });
  await expect.poll(shown).toEqual([{ title: 'Feriado', body: 'El lunes abrimos a las 9.' }]);

  const worker = context.serviceWorkers().find((one) => one.url().endsWith('/mi/sw.js'))!;
  await worker.evaluate(async () => {
    type Scope = {
      registration: { getNotifications: () => Promise<unknown[]> };
      NotificationEvent: new (kind: string, values: { notification: unknown }) => Event;
    };
    const { registration, NotificationEvent } = globalThis as unknown as Scope;
    const [notification] = await registration.getNotifications();
    globalThis.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Hola, Marta' })).toBeVisible();
  await expect(page.getByText('El lunes abrimos a las 9.')).toBeVisible();
  expect(await shown()).toEqual([]);

  await foot(page).getByRole('link', { name: 'Mi plan' }).click();
  const order: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') order.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.getByRole('button', { name: 'Salir de este teléfono' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Salir' }).click();
  await expect(page.getByRole('heading', { name: 'Entra con tu código' })).toBeVisible();
  expect(order).toEqual(['DELETE /api/my/device', 'POST /api/my/leave']);
  expect(await everythingKept(page)).not.toContain('prueba-suscripcion');
  expect((await send('Otro')).ok).toBe(true);
  const audience = (await (await api.get('/notifications/audience')).json()) as { data: unknown };
  expect(JSON.stringify(audience.data)).toContain('"devices":0');
});

test('HOY-11 on an iPhone, in a tab, Mi plan says where notifications arrive', async ({
  page,
  context,
  seed,
  enter,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', {
      get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)',
    });
    Reflect.deleteProperty(window, 'PushManager');
  });
  await enter(await seed.addClient());
  await foot(page).getByRole('link', { name: 'Mi plan' }).click();
  await expect(page.getByText('Para recibir avisos, agrega la app a tu inicio.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Activar avisos' })).toHaveCount(0);
});

test('PRV-07 a session that the panel has ended takes everything of the person from the phone at the next contact, also what is still on its way', async ({
  page,
  seed,
  enter,
  api,
}) => {
  const { client, training, diets } = await seed.addFollower();
  await page.clock.install();
  await enter(client);
  await page.clock.fastForward('00:05');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.scriptURL.endsWith('/mi/sw.js'));
  await page.reload();
  await foot(page).getByRole('link', { name: 'Comida' }).click();
  await expect(page.getByText(diets[0]!.title)).toBeVisible();
  const secrets = [client.name, training.title, diets[0]!.title];
  await expect.poll(() => everythingKept(page)).toContain('/uploads/');
  for (const text of secrets) expect(await everythingKept(page)).toContain(text);

  // Its answer leaves the server while the session stands, and arrives when the person is gone.
  const late = Promise.withResolvers<void>();
  await page.route('**/api/my/today', async (route) => {
    const response = await route.fetch();
    await late.promise;
    await route.fulfill({ response });
  });
  await page.clock.fastForward('01:00');
  const asked = page.waitForRequest('**/api/my/today');
  await foot(page).getByRole('link', { name: 'Hoy' }).click();
  await asked;
  const headers = { Authorization: `Bearer ${api.token}` };
  expect((await page.request.delete(`/api/user/${client.id}/sessions`, { headers })).ok()).toBe(true);
  await foot(page).getByRole('link', { name: 'Comida' }).click();
  await expect(page.getByRole('heading', { name: 'Entra con tu código' })).toBeVisible();
  const arrived = page.waitForResponse('**/api/my/today');
  late.resolve();
  await (await arrived).finished();
  for (const text of [...secrets, '/uploads/']) expect(await everythingKept(page)).not.toContain(text);

  // Whoever enters next, and has no connection, finds nothing of her.
  await page.unroute('**/api/my/today');
  await enter(await seed.addClient('Bea Ruiz'));
  await page.route('**/api/**', (route) => route.abort());
  await page.goto('/mi/comida');
  await expect(page.getByRole('alert').or(page.getByText('Todavía no tienes comidas')).first()).toBeVisible();
  for (const text of secrets) expect(await everythingKept(page)).not.toContain(text);
});
