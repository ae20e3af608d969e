import { expectFitsPhone, expectSound, findings, LONG, looking, PHONE } from '#test/accessibility';
import { answerWith, expect, test } from '#test/panel';

test.describe.configure({ timeout: 90_000 });
test.use(looking);

const seeds: { route: string; path: string; fields: Record<string, string | boolean> }[] = [
  { route: '/configuracion/niveles', path: '/level', fields: { title: LONG, description: LONG, status: 'false' } },
  { route: '/configuracion/tipos-entrenamiento', path: '/training-type', fields: { title: LONG, status: 'false' } },
  { route: '/configuracion/maquinas', path: '/machine', fields: { title: LONG, description: LONG } },
  { route: '/configuracion/partes-cuerpo', path: '/body-part', fields: { title: LONG, status: 'false' } },
  { route: '/configuracion/categorias-producto', path: '/category-product', fields: { title: LONG } },
  { route: '/configuracion/categorias-dieta', path: '/type-diet', fields: { name: LONG, status: false } },
  {
    route: '/productos',
    path: '/product',
    fields: { title: LONG, affiliate_link: 'https://tienda.example/x', price: '1234567.5', is_featured: 'true' },
  },
];

for (const { route, path, fields } of seeds)
  test(`${route} has no serious finding with items, armed delete and modal, and fits a phone`, async ({
    panel,
    api,
  }) => {
    const headers = { Authorization: `Bearer ${api.token}` };
    const extra: Record<string, string> = {};
    if (path === '/product') {
      const category = await panel.request.post('/api/category-product', {
        headers,
        multipart: { title: 'Categoría' },
      });
      extra.category_id = String(((await category.json()) as { data: { id: number } }).data.id);
    }
    const payload = path === '/type-diet' ? { data: fields } : { multipart: { ...fields, ...extra } };
    expect((await panel.request.post(`/api${path}`, { headers, ...payload })).status()).toBe(201);

    await panel.goto(route);
    await panel.getByRole('button', { name: 'Eliminar' }).first().click();
    await expect(panel.getByRole('button', { name: 'Confirmar' })).toBeVisible();
    expect(await findings(panel), 'armed').toEqual([]);
    await panel.reload();
    await expect(panel.getByText(LONG).first()).toBeVisible();
    await expectSound(panel, 'items');
    await panel.getByRole('button', { name: /^Nuev[oa] / }).click();
    await panel.getByRole('dialog').getByRole('button', { name: 'Crear' }).click();
    await expect(panel.getByRole('dialog').getByRole('alert').first()).toBeVisible();
    await expectSound(panel, 'modal with errors');
    await panel.keyboard.press('Escape');
    await expect(panel.getByRole('dialog')).toHaveCount(0);

    await panel.setViewportSize(PHONE);
    await expectFitsPhone(panel, 'items');
    await panel.getByRole('button', { name: 'Editar' }).first().click();
    await expect(panel.getByRole('dialog')).toBeVisible();
    await expectFitsPhone(panel, 'modal');
    await expectSound(panel, 'modal on a phone');
  });

test('the login has no serious finding, empty and with errors, and fits a phone', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Usuario')).toBeVisible();
  await expectSound(page, 'empty');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByText('El usuario es obligatorio')).toBeVisible();
  await expectSound(page, 'fields with errors');
  await page.route(
    '**/api/auth/login',
    answerWith(401, { success: false, message: 'Usuario o contraseña incorrectos' }),
  );
  await page.getByLabel('Usuario').fill('ana');
  await page.getByLabel(/^Contraseña/).fill('clave');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByRole('alert')).toHaveText('Usuario o contraseña incorrectos');
  await expectSound(page, 'refused');
  await page.setViewportSize(PHONE);
  await expectFitsPhone(page, 'login');
});

test('a toast has no serious finding and fits a phone', async ({ page }) => {
  const user = { id: 7, name: 'Ana', username: 'ana', role: 'CLIENT', status: true };
  await page.route('**/api/auth/login', answerWith(200, { user, access_token: 'ficha' }));
  await page.goto('/login');
  await page.getByLabel('Usuario').fill('ana');
  await page.getByLabel(/^Contraseña/).fill('clave');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByRole('region', { name: 'Avisos' }).getByText('Sin Permisos')).toBeVisible();
  // Held by the mouse, it does not run out while it is looked at.
  await page.getByRole('region', { name: 'Avisos' }).getByText('Sin Permisos').hover();
  await expectSound(page, 'toast');
  await page.setViewportSize(PHONE);
  await expectFitsPhone(page, 'toast');
});

test('the dashboard has no serious finding, its menu and palette neither, and fits a phone', async ({ panel, api }) => {
  const headers = { Authorization: `Bearer ${api.token}` };
  await panel.request.post('/api/level', { headers, multipart: { title: LONG } });
  await panel.goto('/home');
  await expect(panel.getByRole('region', { name: 'Total de usuarios' })).toBeVisible();
  await panel.getByRole('button', { name: 'Configuración' }).click();
  await expectSound(panel, 'dashboard');
  await panel.getByRole('button', { name: 'Contraer el menú' }).click();
  await expectSound(panel, 'narrow menu');
  await panel.keyboard.press('Control+k');
  await expect(panel.getByRole('option').first()).toBeVisible();
  await expectSound(panel, 'palette');
  await panel.setViewportSize(PHONE);
  await expectFitsPhone(panel, 'palette');
  await panel.keyboard.press('Escape');
  await expect(panel.getByRole('dialog')).toHaveCount(0);
  await expectFitsPhone(panel, 'dashboard');
  await expectSound(panel, 'dashboard on a phone');
  await panel.getByRole('button', { name: 'Abrir el menú' }).click();
  await expect(panel.getByRole('dialog')).toBeVisible();
  await expectFitsPhone(panel, 'menu');
  await expectSound(panel, 'menu on a phone');
});

test.describe('with a failing server', () => {
  test.use({ expectedErrors: [/^Error (en el servidor|al cargar los niveles)/] });

  test('failed and empty screens have no serious finding and fit a phone', async ({ panel }) => {
    await panel.route('**/api/estadisticas', answerWith(500));
    await panel.route('**/api/level', answerWith(500));
    await panel.route('**/api/machine', answerWith(200, { success: true, data: [] }));
    const places = [
      { route: '/home', sign: 'Reintentar' },
      { route: '/configuracion/niveles', sign: 'Reintentar' },
      { route: '/configuracion/maquinas', sign: 'Crear' },
    ];
    for (const { route, sign } of places) {
      await panel.goto(route);
      await expect(panel.getByRole('main').getByRole('button', { name: sign }).first()).toBeVisible();
      await expectSound(panel, route);
      await panel.setViewportSize(PHONE);
      await expectFitsPhone(panel, route);
      await panel.setViewportSize({ width: 1280, height: 720 });
    }
  });
});

test('notifications have no serious finding, banners included, and fit a phone', async ({ panel }) => {
  // The banner would go while axe is looking: its five seconds never end here.
  await panel.addInitScript(() => {
    const real = window.setTimeout.bind(window);
    const patient = (run: () => void, ms?: number) => (ms === 5_000 ? 0 : real(run, ms));
    Object.assign(window, { setTimeout: patient });
  });
  await panel.goto('/configuracion/notificaciones');
  await panel.getByRole('button', { name: 'Enviar a todos' }).click();
  await expect(panel.getByText('El título es obligatorio')).toBeVisible();
  await expectSound(panel, 'errors');
  await panel.getByLabel('Título').fill('Hola');
  await panel.getByLabel('Mensaje').fill('a todos');
  await panel.route('**/api/notifications/send-to-all', answerWith(409, { success: false, message: 'No' }), {
    times: 1,
  });
  await panel.getByRole('button', { name: 'Enviar a todos' }).click();
  await expect(panel.getByText('Error al enviar la notificación')).toBeVisible();
  await expectSound(panel, 'failed');
  await panel.getByRole('button', { name: 'Enviar a todos' }).click();
  await expect(panel.getByText('¡Notificación enviada con éxito!')).toBeVisible();
  await expectSound(panel, 'sent');
  await panel.setViewportSize(PHONE);
  await expectFitsPhone(panel, 'notifications');
});
