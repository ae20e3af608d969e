import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Request } from '@playwright/test';
import { startBrowserProduct } from '@pulso/testing/browser-product';
import { ADMIN } from '@pulso/testing/product';
import { answerWith, expect, test } from '#test/panel';
import { specifiedScreens } from '#test/panel-routes';

const recordCalls = (page: Page) => {
  const calls: Request[] = [];
  page.on('request', (request) => ['fetch', 'xhr'].includes(request.resourceType()) && calls.push(request));
  return calls;
};

test('API-01 API-04 every call of every screen goes to /api of the same origin with the token', async ({
  panel,
  product,
  api,
}) => {
  const calls = recordCalls(panel);
  for (const { route, title } of specifiedScreens) {
    await panel.goto(route);
    await expect(panel.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(panel.locator('[aria-busy=true]')).toHaveCount(0);
  }
  const paths = new Set(calls.map((call) => call.url()));
  const names = [
    'estadisticas',
    'product',
    'category-product',
    'level',
    'training-type',
    'machine',
    'body-part',
    'type-diet',
  ];
  expect(paths).toEqual(new Set(names.map((name) => `${product.url}/api/${name}`)));
  for (const call of calls) expect(await call.headerValue('authorization')).toBe(`Bearer ${api.token}`);
});

test('API-02 a payload is JSON, but where multipart is specified it is multipart', async ({ panel }) => {
  const name = `Categoría ${Date.now()}`;
  const cases = [
    {
      route: '/configuracion/categorias-dieta',
      create: 'Nueva Categoría',
      label: 'Nombre',
      type: /^application\/json$/,
    },
    {
      route: '/configuracion/niveles',
      create: 'Nuevo Nivel',
      label: 'Nombre del Nivel',
      type: /^multipart\/form-data; b/,
    },
  ];
  for (const { route, create, label, type } of cases) {
    await panel.goto(route);
    await panel.getByRole('button', { name: create }).first().click();
    const dialog = panel.getByRole('dialog');
    await dialog.getByLabel(label).fill(name);
    const [request] = await Promise.all([
      panel.waitForRequest((sent) => sent.method() === 'POST'),
      dialog.getByRole('button', { name: 'Crear' }).click(),
    ]);
    expect(await request.headerValue('content-type')).toMatch(type);
    expect((await request.response())?.status()).toBe(201);
    await expect(panel.getByText(name).first()).toBeVisible();
  }
});

test('API-05 a list is read from data, whatever else the body holds', async ({ panel }) => {
  const body = { data: [{ id: 1, title: 'De data', status: true }], levels: [{ id: 2, title: 'De otra parte' }] };
  await panel.route('**/api/level', answerWith(200, body));
  await panel.goto('/configuracion/niveles');
  await expect(panel.getByRole('article')).toHaveCount(1);
  await expect(panel.getByRole('article', { name: 'De data' })).toBeVisible();
});

test.describe('when answers do not come', () => {
  test.use({ expectedErrors: [/^No se pudo conectar con el servidor|^Error al cargar los niveles/] });

  test('API-03 API-09 a call without an answer is given up after ten seconds', async ({ panel }) => {
    const logged: string[] = [];
    panel.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
    await panel.clock.install();
    let arrived: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (arrived = resolve));
    // The request is accepted and never answered.
    await panel.route('**/api/level', () => arrived(), { times: 1 });
    await panel.goto('/configuracion/niveles');
    await asked;
    await panel.clock.pauseAt(Date.now() + 5_000);
    const failure = panel.getByRole('main').getByRole('alert');
    // Some time went by before the clock was paused: the first wait stays well under the limit, both together reach it.
    await panel.clock.runFor(2_500);
    await expect(panel.getByRole('status', { name: 'Cargando' })).toBeVisible();
    await expect(failure).toHaveCount(0);
    await panel.clock.runFor(2_500);
    await expect(failure).toContainText('Error al cargar los niveles');
    expect(logged).toContain('No se pudo conectar con el servidor. Verifica tu conexión a internet.');
    await panel.clock.resume();
    await failure.getByRole('button', { name: 'Reintentar' }).click();
    await expect(failure).toHaveCount(0);
  });
});

const statusMessages = [
  { status: 403, words: 'No tienes permisos para realizar esta acción' },
  { status: 404, words: 'El recurso solicitado no existe' },
  { status: 500, words: 'Error en el servidor. Por favor, inténtalo más tarde.' },
  { status: 503, words: 'Error en el servidor. Por favor, inténtalo más tarde.' },
  { status: 0, words: 'No se pudo conectar con el servidor. Verifica tu conexión a internet.' },
];
test.describe('when a call is refused', () => {
  test.use({ expectedErrors: [new RegExp(`^(${statusMessages.map(({ words }) => words).join('|')})$`)] });

  test('API-06 API-07 API-08 API-09 API-10 403, 404, 500, 503 and no response are logged in their words and by themselves show nothing', async ({
    panel,
  }) => {
    await panel.goto('/configuracion/notificaciones');
    await panel.getByRole('button', { name: 'Ir a…' }).click();
    for (const [index, { status, words }] of statusMessages.entries())
      await test.step(String(status || 'no response'), async () => {
        // The palette's search of users is a call whose failure no screen has words for.
        await panel.route('**/api/user?*', (route) =>
          status
            ? answerWith(status, { success: false, message: 'Del servidor' })(route)
            : route.abort('internetdisconnected'),
        );
        const logged = panel.waitForEvent(
          'console',
          (message) => message.type() === 'error' && message.text() === words,
        );
        // A different word each time, so that each is a new call.
        await panel.getByRole('combobox').fill('niveles'.slice(0, 7 - index));
        await logged;
        await expect(panel.getByRole('option').first()).toHaveText(/^Niveles/);
        await expect(panel.getByRole('alert')).toHaveCount(0);
        await expect(panel.getByRole('region', { name: 'Avisos' })).toHaveCount(0);
        await expect(panel.locator('body')).not.toContainText(words);
        await expect(panel.locator('body')).not.toContainText('Del servidor');
      });
  });
});

test.describe('when the server fails', () => {
  test.use({ expectedErrors: [/^Error (en el servidor|al (cargar los niveles|guardar el nivel))/] });

  test('API-12 a failure that is only logged is told too, and what was typed stays', async ({ panel }) => {
    const logged: string[] = [];
    panel.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
    await panel.route('**/api/level', answerWith(500));
    await panel.goto('/configuracion/niveles');
    await expect(panel.getByRole('main').getByRole('alert')).toContainText('Error al cargar los niveles');
    await panel.getByRole('button', { name: 'Nuevo Nivel' }).click();
    const dialog = panel.getByRole('dialog');
    await dialog.getByLabel('Nombre del Nivel').fill('Sin perder');
    await dialog.getByRole('button', { name: 'Crear' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(dialog.getByLabel('Nombre del Nivel')).toHaveValue('Sin perder');
    await expect(dialog.getByRole('button', { name: 'Crear' })).toBeEnabled();
    for (const words of ['Error al cargar los niveles', 'Error al guardar el nivel'])
      expect(
        logged.filter((text) => text.startsWith(words)),
        words,
      ).toHaveLength(1);
  });
});

test('F11 answers that are half there, or of other types, are shown as far as they go', async ({ panel }) => {
  const data = [{ id: 1, title: 5 }, { id: 2 }, 'nada', null, { id: 3, title: { es: 'Alto' }, status: 'no' }];
  await panel.route('**/api/level', answerWith(200, { success: true, data }));
  await panel.goto('/configuracion/niveles');
  const titles = panel.getByRole('article').getByRole('heading');
  await expect(titles).toHaveText(['5', 'Sin nombre', 'Sin nombre']);
});

test.describe('a fault of a screen', () => {
  test.use({ expectedErrors: [/Se rompió/] });

  test('F11 W8 a screen that fails leaves the menu and shows the way back', async ({ panel }) => {
    const body = "export function PlansScreen() { throw new Error('Se rompió'); }";
    await panel.route('**/assets/plans-screen-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body }),
    );
    await panel.goto('/suscripciones');
    const failure = panel.getByRole('main').getByRole('alert');
    await expect(failure.getByRole('heading')).toHaveText('Algo salió mal');
    await expect(failure.getByRole('button', { name: 'Reintentar' })).toBeVisible();
    await expect(panel.getByRole('navigation', { name: 'Menú principal' })).toBeVisible();
    await failure.getByRole('link', { name: 'Volver al inicio' }).click();
    await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Inicio');
    await expect(panel).toHaveURL('/home');
  });
});

test.describe('after a new version was deployed', () => {
  test.use({ expectedErrors: [/dynamically imported module/] });
  const gone = { status: 404, contentType: 'application/json', body: '{}' };
  const navigations = (page: Page) => {
    const loads: string[] = [];
    page.on('domcontentloaded', () => loads.push(new URL(page.url()).pathname));
    return loads;
  };

  /**
   * The file is missing until the page reloads, however often it is requested: a pointer resting on the link requests
   * it too.
   */
  const goneUntilLoaded = async (page: Page) => {
    let isOld = true;
    page.once('domcontentloaded', () => (isOld = false));
    await page.unroute('**/assets/products-screen-*.js');
    await page.route('**/assets/products-screen-*.js', (route) => (isOld ? route.fulfill(gone) : route.continue()));
  };

  test('W8 a screen whose code is gone is loaded anew, once, where the person wanted to go', async ({ panel }) => {
    await panel.goto('/configuracion/notificaciones');
    await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
    const loads = navigations(panel);
    await goneUntilLoaded(panel);
    await panel.getByRole('link', { name: 'Productos', exact: true }).click();
    await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Productos');
    expect(loads).toEqual(['/productos']);
  });

  test('W8 the next deploy is got over like the first, in the same tab at the same place', async ({ panel }) => {
    await panel.clock.install();
    await panel.goto('/configuracion/notificaciones');
    const loads = navigations(panel);
    for (const deploy of [1, 2]) {
      await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Enviar Notificaciones');
      await panel.clock.fastForward(60_000);
      await goneUntilLoaded(panel);
      await panel.getByRole('link', { name: 'Productos', exact: true }).click();
      await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Productos');
      expect(loads.filter((path) => path === '/productos')).toHaveLength(deploy);
      await panel.goto('/configuracion/notificaciones');
    }
  });

  test('W8 where that does not help the failure is shown instead of loading for ever', async ({ panel }) => {
    await panel.goto('/configuracion/notificaciones');
    await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
    const loads = navigations(panel);
    await panel.route('**/assets/products-screen-*.js', (route) => route.fulfill(gone));
    await panel.getByRole('link', { name: 'Productos', exact: true }).click();
    await expect(panel.getByRole('heading', { name: 'Algo salió mal' })).toBeVisible();
    expect(loads).toEqual(['/productos']);
    await panel.getByRole('link', { name: 'Volver al inicio' }).click();
    await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Inicio');
  });

  test('W8 a message whose own code is gone is said by the browser, and the page stays', async ({ page }) => {
    const user = { id: 7, name: 'Ana', username: 'ana', role: 'TRAINER', status: true };
    await page.route('**/api/auth/login', answerWith(200, { user, access_token: 'ficha' }));
    await page.route('**/assets/toaster-*.js', (route) => route.fulfill(gone));
    await page.goto('/login');
    await page.getByLabel('Usuario').fill('ana');
    await page.getByLabel(/^Contraseña/).fill('clave');
    const said = page.waitForEvent('dialog');
    await page.getByRole('button', { name: 'Iniciar sesión' }).click({ noWaitAfter: true });
    const box = await said;
    expect(box.message()).toBe('Sin Permisos\nNo tienes permisos para acceder a esta sección');
    await box.accept();
    await expect(page.getByLabel('Usuario')).toHaveValue('ana');
  });
});

type Call = { method: string; url: string; headers: IncomingHttpHeaders };

/** A third-party server that follows the specification, on an origin of its own. */
async function startForeignServer() {
  const calls: Call[] = [];
  const zero = {
    total: 0,
    activos: 0,
    inactivos: 0,
    destacados: 0,
    con_suscripcion_activa: 0,
    sin_suscripcion_activa: 0,
  };
  const groups = [
    'usuarios',
    'entrenamientos',
    'niveles',
    'paquetes',
    'productos',
    'ejercicios',
    'partes_cuerpo',
    'dietas',
    'categorias_productos',
  ];
  const product = {
    id: 1,
    title: 'De lejos',
    affiliate_link: 'https://x.example',
    price: 10,
    category_id: 1,
    is_featured: false,
    image: '/fotos/uno.png',
  };
  const answers: Record<string, unknown> = {
    '/v1/auth/login': {
      data: { user: { id: 4, name: 'Eva', username: 'eva', role: 'ADMIN', status: true }, access_token: 'lejana' },
    },
    '/v1/estadisticas': { success: true, data: Object.fromEntries(groups.map((group) => [group, zero])) },
    '/v1/product': { data: [product] },
    '/v1/category-product': { data: [{ id: 1, title: 'Lejanas', image: null }] },
  };
  const server = createServer((request, reply) => {
    const url = request.url ?? '';
    calls.push({ method: request.method ?? '', url, headers: request.headers });
    reply.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
    reply.setHeader('Access-Control-Allow-Headers', 'authorization, content-type');
    reply.setHeader('Content-Type', 'application/json');
    reply.end(JSON.stringify(answers[url] ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise((resolve) => {
      server.close(resolve);
      // A browser opens connections ahead of need; one that never asked for anything would be waited for.
      server.closeAllConnections();
    });
  return { calls, url: `http://127.0.0.1:${port}`, stop };
}

test('API-01 API-13 with PUBLIC_API_URL every call and image goes there, with specified headers alone', async ({
  page,
}) => {
  const foreign = await startForeignServer();
  const product = await startBrowserProduct({ PUBLIC_API_URL: `${foreign.url}/v1/` });
  const calls = recordCalls(page);
  await page.goto(`${product.url}/login`);
  await page.getByLabel('Usuario').fill(ADMIN.username);
  await page.getByLabel(/^Contraseña/).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inicio');
  await expect(page.getByRole('region', { name: 'Total de usuarios' })).toBeVisible();
  const picture = page.waitForRequest(`${foreign.url}/fotos/uno.png`);
  await page.getByRole('link', { name: 'Productos', exact: true }).click();
  await expect(page.getByText('Lejanas')).toBeVisible();
  await picture;
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL(`${product.url}/login`);

  expect(calls.map((call) => new URL(call.url()).origin)).toEqual(calls.map(() => foreign.url));
  const asked = foreign.calls.filter(({ method }) => method !== 'OPTIONS').map(({ method, url }) => `${method} ${url}`);
  expect(asked.sort()).toEqual([
    'GET /fotos/uno.png',
    'GET /v1/category-product',
    'GET /v1/estadisticas',
    'GET /v1/product',
    'POST /v1/auth/login',
  ]);
  // A preflight names every header that the panel itself added.
  const added = foreign.calls.map(({ headers }) => headers['access-control-request-headers']).filter(Boolean);
  expect(new Set(added)).toEqual(new Set(['content-type', 'authorization']));
  await product.stop();
  await foreign.stop();
});
