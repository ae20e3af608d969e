import { createPushBrowser } from '@pulso/testing/push-browser';
import { addDays, today } from '@pulso/contract/kit/dates';
import { startPushServices } from '@pulso/testing/push-services';
import type { MyToday } from '@pulso/contract/coaching/courses';
import type { BrowserContext, Page, Worker } from '@playwright/test';
import { startBrowserProduct } from '@pulso/testing/browser-product';
import { expectFine } from '#test/accessibility';
import { enterBy, everythingKept, expect, fetchAnswer, foot, leaveApp, test as base, type Followed } from '#test/app';

/** The product with a push service on loopback, whose messages can be read here. */
const test = base.extend<object, { services: Awaited<ReturnType<typeof startPushServices>> }>({
  services: [
    async ({ settings: _settings }, use) => {
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
test.use({ serviceWorkers: 'allow', bypassCSP: true, viewport: { width: 390, height: 844 } });

/** A browser for tests reaches no push service and shows no notifications: the subscription is one of the service on loopback. */
function subscribeTo(context: BrowserContext, endpoint: string, keys: object) {
  return context.addInitScript(
    ([address, ownKeys]) => {
      const subscription = {
        endpoint: address,
        toJSON: () => ({ endpoint: address, keys: ownKeys }),
        unsubscribe: async () => localStorage.removeItem('prueba-suscripcion'),
      };
      const granted = async () => 'granted';
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
      Object.assign(Notification, { requestPermission: granted });
      Object.assign(PushManager.prototype, {
        getSubscription: async () => (localStorage.getItem('prueba-suscripcion') ? subscription : null),
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          localStorage.setItem('prueba-suscripcion', applicationServerKey);
          return subscription;
        },
      });
    },
    [endpoint, keys] as const,
  );
}

/** An event that only a browser with a push service would raise; answers what the worker then showed. */
const raise = (worker: Worker, kind: 'push' | 'notificationclick', message?: string) =>
  worker.evaluate(
    async ([name, text]) => {
      type Scope = { registration: { showNotification: (title: string, options: object) => Promise<void> } };
      const shown: unknown[] = [];
      (globalThis as unknown as Scope).registration.showNotification = async (title, options) => {
        shown.push({ title, ...options });
      };
      const work: Promise<unknown>[] = [];
      const event = Object.assign(new Event(name!), {
        data: { json: () => JSON.parse(text ?? '') as unknown },
        notification: { close: () => shown.push('closed') },
      });
      Object.defineProperty(event, 'waitUntil', { value: (promise: Promise<unknown>) => work.push(promise) });
      globalThis.dispatchEvent(event);
      await Promise.all(work);
      return shown;
    },
    [kind, message],
  );

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

  const worker = context.serviceWorkers().find((one) => one.url().endsWith('/mi/sw.js'))!;
  expect(await raise(worker, 'push', message)).toMatchObject([
    { title: 'Feriado', body: 'El lunes abrimos a las 9.', icon: '/mi/icon-192.png' },
  ]);
  expect(await raise(worker, 'notificationclick')).toEqual(['closed']);
  await expect(page.getByRole('heading', { level: 1, name: 'Hola, Marta' })).toBeVisible();
  await expect(page.getByText('El lunes abrimos a las 9.')).toBeVisible();

  const order: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') order.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await leaveApp(page);
  expect(order).toEqual(['DELETE /api/my/device', 'POST /api/my/leave']);
  expect(await everythingKept(page)).not.toContain('prueba-suscripcion');
  expect((await send('Otro')).ok).toBe(true);
  const audience = (await (await api.get('/notifications/audience')).json()) as { data: unknown };
  expect(JSON.stringify(audience.data)).toContain('"devices":0');
});

test('HOY-11 after the second workout, and not before, Activar avisos is offered on Hoy, on one day and until it is answered', async ({
  page,
  context,
  seed,
  enter,
  services,
}) => {
  await subscribeTo(context, `${services.address}/wpush/v2/segundo`, createPushBrowser().keys);
  const { client } = await seed.addFollower();
  await enter(client);
  const offer = page.getByRole('region', { name: 'Entérate de las novedades' });
  const done = page.getByRole('heading', { name: 'Hecho por hoy' });
  const reload = async () => {
    await page.reload();
    await expect(done).toBeVisible();
  };
  const counted = () => page.waitForResponse('**/api/my/workouts?limit=2');
  const first = counted();
  await page.getByRole('button', { name: 'Ya lo hice' }).click();
  await expect(done).toBeVisible();
  await (await first).finished();
  await expect(offer).toHaveCount(0);
  const { data } = (await (await page.request.get('/api/my/today')).json()) as { data: MyToday };
  await page.goto(`/mi/entrenamiento/${data.courses[0]!.course}?dia=2`);
  await page.getByRole('region', { name: 'Día 2 · Torso' }).getByRole('button', { name: 'Ya lo hice' }).click();
  await expect(offer.getByRole('button', { name: 'Activar avisos' })).toBeVisible();
  await expectFine(page, 'Hoy, con la oferta de avisos');
  await reload();
  await offer.getByRole('button', { name: 'Ahora no' }).click();
  await expect(offer).toHaveCount(0);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const remember = (value: string | undefined) =>
    page.evaluate((text) => {
      if (text === undefined) localStorage.removeItem('pulso-mi-oferta');
      else localStorage.setItem('pulso-mi-oferta', JSON.stringify(text));
    }, value);
  await reload();
  // Ignored, it is not made again on another day.
  await remember(addDays(today(), -1));
  await reload();
  await expect(page.getByText('Comidas de hoy')).toBeVisible();
  expect(asked).not.toContain('/api/my/workouts');
  await remember(undefined);
  await reload();
  await offer.getByRole('button', { name: 'Activar avisos' }).click();
  await expect(offer).toHaveText(/Los avisos están activados en este teléfono\.$/);
  const last = counted();
  await reload();
  await (await last).finished();
  await expect(offer).toHaveCount(0);
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
  let letGo = () => {};
  const late = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/my/today', async (route) => {
    const response = await fetchAnswer(route);
    await late;
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
  letGo();
  await (await arrived).finished();
  for (const text of [...secrets, '/uploads/']) expect(await everythingKept(page)).not.toContain(text);

  // The next person, without a connection, finds nothing of her.
  await page.unroute('**/api/my/today');
  await enter(await seed.addClient('Bea Ruiz'));
  await page.route('**/api/**', (route) => route.abort());
  await page.goto('/mi/comida');
  await expect(page.getByRole('alert').or(page.getByText('Todavía no tienes comidas')).first()).toBeVisible();
  for (const text of secrets) expect(await everythingKept(page)).not.toContain(text);
});

test('PRV-07 of two clients on two phones each sees his own, one leaves and the other stays; who enters on the phone that was left finds nothing of him', async ({
  page,
  browser,
  seed,
}) => {
  test.slow();
  const [ana, bea] = [await seed.addFollower({}, 'Ana Pérez'), await seed.addFollower({}, 'Bea Ruiz')];
  const textsOf = ({ client, training, diets }: Followed) => [
    client.name,
    training.title,
    ...diets.map(({ title }) => title),
  ];
  const other = await (await browser.newContext()).newPage();
  await page.clock.install();
  const linkOf = async ({ client }: Followed) => (await seed.giveAccess(client)).link;
  await Promise.all([enterBy(page, await linkOf(ana)), enterBy(other, await linkOf(bea))]);
  await page.clock.fastForward('00:05');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.scriptURL.endsWith('/mi/sw.js'));
  await page.reload();

  const seesOwn = async (phone: Page, own: Followed, foreign: Followed) => {
    await foot(phone).getByRole('link', { name: 'Comida' }).click();
    await expect(phone.getByText(own.diets[0]!.title)).toBeVisible();
    await foot(phone).getByRole('link', { name: 'Hoy' }).click();
    await expect(phone.getByRole('heading', { level: 1 })).toHaveText(`Hola, ${own.client.name.split(' ')[0]}`);
    await expect(phone.getByText(own.training.title)).toBeVisible();
    const kept = await everythingKept(phone);
    for (const text of textsOf(own)) expect(kept).toContain(text);
    for (const text of textsOf(foreign)) expect(kept).not.toContain(text);
  };
  await seesOwn(page, ana, bea);
  await seesOwn(other, bea, ana);
  const pictures = (await everythingKept(page)).match(/\/uploads\/[^\s"]+/g) ?? [];
  expect(pictures.length).toBeGreaterThan(0);

  await leaveApp(page);
  await other.reload();
  await seesOwn(other, bea, ana);
  await enterBy(page, await linkOf(bea));
  await seesOwn(page, bea, ana);
  const kept = await everythingKept(page);
  for (const picture of pictures) expect(kept).not.toContain(picture);
  await other.context().close();
});

test('PWA-07 from the second day on installing is offered: on Android by the browser’s question, on an iPhone by steps and a fresh code; Ahora no hides it for thirty days', async ({
  page,
  seed,
  enter,
}) => {
  const offer = page.getByRole('region', { name: 'Ten tu entrenamiento a mano' });
  await enter(await seed.addClient());
  const ask = () =>
    page.evaluate(() => {
      const prompt = async () => {
        document.title = 'preguntado';
        return { outcome: 'accepted' };
      };
      window.dispatchEvent(Object.assign(new Event('beforeinstallprompt'), { prompt }));
    });
  const remembered = () => page.evaluate(() => localStorage.getItem('pulso-mi-instalar'));
  await expect.poll(remembered).toContain('first');
  await ask();
  await expect(offer).toHaveCount(0);
  // The server's clock counts: the memory is moved, and not the phone's day.
  const move = (changes: object) =>
    page.evaluate((values) => {
      const known = JSON.parse(localStorage.getItem('pulso-mi-instalar') ?? '{}') as object;
      localStorage.setItem('pulso-mi-instalar', JSON.stringify({ ...known, ...values }));
    }, changes);
  await move({ first: addDays(today(), -1) });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Hola, Marta' })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await ask();
  await offer.getByRole('button', { name: 'Instalar' }).click();
  await expect.poll(() => page.title()).toBe('preguntado');
  await expect(offer).toHaveCount(0);

  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'userAgent', {
      get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)',
    }),
  );
  await page.reload();
  const code = page.waitForResponse('**/api/my/code');
  await offer.getByRole('button', { name: 'Ver cómo' }).click();
  const steps = page.getByRole('dialog', { name: 'Agregar la app a tu inicio' });
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  const made = ((await (await code).json()) as { data: { code: string } }).data.code;
  await expect(steps).toContainText(`Al abrirla te pide este código: ${made.slice(0, 3)} ${made.slice(3)}`);
  await expectFine(page, 'los pasos');
  await page.keyboard.press('Escape');
  await expectFine(page, 'Hoy, con la oferta');
  await offer.getByRole('button', { name: 'Ahora no' }).click();
  await expect(offer).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Hola, Marta' })).toBeVisible();
  await expect(offer).toHaveCount(0);
  await move({ hidden: addDays(today(), -30) });
  await page.reload();
  await expect(offer).toBeVisible();
});
