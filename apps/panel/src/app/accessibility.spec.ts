import type { Page } from '@playwright/test';
import {
  expectFitsPhone,
  expectReadableColours,
  expectReflows,
  expectAccessible,
  findViolations,
  LONG_NAME,
  axeTestOptions,
  MODAL_SELECTOR,
  PHONE_SIZE,
} from '#test/accessibility';
import { expect, test, type Path } from '#test/builders';
import { screens } from '#test/catalogues';
import { goToScreen, tableRows } from '#test/page';
import { answerWith } from '#test/panel';
import { visits, type State } from '#test/visits';

test.describe.configure({ timeout: 90_000 });
test.use({ ...axeTestOptions, expectedErrors: [/^Error (en el servidor|al cargar los niveles)/] });

const DESKTOP_SIZE = { width: 1280, height: 720 };
const TABLET_WIDTH_PX = 768;

async function expectFitsTablet(page: Page, what: string) {
  await page.setViewportSize({ width: TABLET_WIDTH_PX, height: 1024 });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width, `${what} on a tablet`).toBeLessThanOrEqual(TABLET_WIDTH_PX);
}

/** Checks a state at desk size, on a phone for target sizes, and at a width where nothing may scroll both ways. */
async function checkState(page: Page, { name, within, colours, soundOnPhone, tablet }: State) {
  await expectAccessible(page, name, within);
  if (colours) await expectReadableColours(page, name, within);
  if (tablet) await expectFitsTablet(page, name);
  await page.setViewportSize(PHONE_SIZE);
  await expectFitsPhone(page, name);
  if (soundOnPhone) await expectAccessible(page, `${name} on a phone`, within);
  await expectReflows(page, name);
  await page.setViewportSize(DESKTOP_SIZE);
}

for (const [name, visit] of Object.entries(visits))
  test(`${name}: no serious finding in any state, and all of them fit a phone`, async ({ panel, add, write }) => {
    for await (const state of visit({ panel, add, write })) await test.step(state.name, () => checkState(panel, state));
  });

const catalogues: { route: string; path: Path; name: string; look: string }[] = [
  ...Object.values(screens).map(({ route, path, name, look: kind }) => ({ route, path, name: name.field, look: kind })),
  { route: '/productos', path: '/product', name: 'title', look: 'products' },
];
/** Catalogues of one look share modal and buttons, so only the first of each is checked in every state. */
const firstCatalogues = [...new Map(catalogues.toReversed().map((one) => [one.look, one])).values()];

test('every other catalogue has no serious finding with items, and fits a phone', async ({ panel, add }) => {
  const others = catalogues.filter((one) => !firstCatalogues.includes(one));
  for (const { path, name } of others) await add(path, { [name]: LONG_NAME, description: LONG_NAME, status: false });
  await panel.goto('/configuracion/notificaciones');
  for (const { route } of others)
    await test.step(route, async () => {
      await goToScreen(panel, route);
      await expect(panel.getByText(LONG_NAME).first()).toBeVisible();
      await checkState(panel, { name: `${route} with items` });
    });
});

for (const { route, path, name } of firstCatalogues)
  test(`${route} has no serious finding with items, modal with errors and armed delete, and fits a phone`, async ({
    panel,
    add,
  }) => {
    await add(path, {
      [name]: LONG_NAME,
      description: LONG_NAME,
      status: false,
      price: 1_234_567.5,
      is_featured: true,
    });
    await panel.goto(route);
    await expect(panel.getByText(LONG_NAME).first()).toBeVisible();
    await checkState(panel, { name: 'items', colours: true });
    await panel.getByRole('button', { name: /^Nuev[oa] / }).click();
    await panel.getByRole('dialog').getByRole('button', { name: 'Crear' }).click();
    await expect(panel.getByRole('dialog').getByRole('alert').first()).toBeVisible();
    await expectAccessible(panel, 'modal with errors', MODAL_SELECTOR);
    if (route === firstCatalogues[0]?.route) await expectReadableColours(panel, 'modal with errors', MODAL_SELECTOR);
    await panel.keyboard.press('Escape');
    await expect(panel.getByRole('dialog')).toHaveCount(0);

    await panel.setViewportSize(PHONE_SIZE);
    await panel.getByRole('button', { name: 'Editar' }).first().click();
    await expect(panel.getByRole('dialog')).toBeVisible();
    await expectFitsPhone(panel, 'modal');
    await expectAccessible(panel, 'modal on a phone', MODAL_SELECTOR);
    await panel.keyboard.press('Escape');
    await panel.setViewportSize(DESKTOP_SIZE);
    await panel.getByRole('button', { name: 'Eliminar' }).first().click();
    await expect(panel.getByRole('button', { name: 'Confirmar' })).toBeVisible();
    expect(await findViolations(panel), 'armed').toEqual([]);
  });

test('a screen of the menu that nothing above visits has no serious finding and fits a phone', async ({ panel }) => {
  await panel.goto('/home');
  await panel.getByRole('button', { name: 'Configuración' }).click();
  const links = panel.getByRole('navigation').getByRole('link');
  await expect(links.filter({ hasText: 'Notificaciones' })).toBeVisible();
  const routes = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const visited = [
    ...['/home', '/usuarios', '/ejercicios', '/entrenamientos', '/dietas', '/paquetes', '/suscripciones'],
    ...['/configuracion/notificaciones', ...catalogues.map(({ route }) => route)],
  ];
  expect(routes).toEqual(expect.arrayContaining(visited));
  for (const route of routes.filter((one) => !visited.includes(one))) {
    await goToScreen(panel, route);
    await checkState(panel, { name: route });
    const create = panel.getByRole('button', { name: /^Nuev[oa] / });
    if ((await create.count()) === 0) continue;
    await create.click();
    const modal = panel.getByRole('dialog');
    await modal.getByRole('button', { name: 'Crear' }).click();
    await expect(modal.getByRole('alert').first()).toBeVisible();
    await checkState(panel, { name: `${route}, its modal`, within: MODAL_SELECTOR });
    await modal.getByRole('textbox').first().fill(LONG_NAME);
    await modal.getByRole('button', { name: 'Crear' }).click();
    await expect(modal).toHaveCount(0);
    // Shown in the list and in the toast.
    await expect(panel.getByText(LONG_NAME).first()).toBeVisible();
  }
});

test('users: an armed delete has no serious finding, and no width cuts the table', async ({ panel, add }) => {
  const { username } = await add('/user', { name: LONG_NAME });
  await panel.goto(`/usuarios?buscar=${username}&rol=todos`);
  await expect(tableRows(panel)).toHaveCount(1);
  await panel.getByRole('button', { name: 'Eliminar' }).first().click();
  await expect(panel.getByRole('button', { name: 'Confirmar' })).toBeVisible();
  expect(await findViolations(panel), 'armed').toEqual([]);
  for (const width of [1280, 1024, TABLET_WIDTH_PX]) {
    await panel.setViewportSize({ width, height: 800 });
    const over = () => panel.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(over, `${width}`).toBeLessThanOrEqual(0);
  }
});

test('the login has no serious finding, empty and with errors, and fits a phone', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('Usuario')).toBeVisible();
  await expectAccessible(page, 'empty');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByText('El usuario es obligatorio')).toBeVisible();
  await expectAccessible(page, 'fields with errors');
  await page.route(
    '**/api/auth/login',
    answerWith(401, { success: false, message: 'Usuario o contraseña incorrectos' }),
  );
  await page.getByLabel('Usuario').fill('ana');
  await page.getByLabel(/^Contraseña/).fill('clave');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByRole('alert')).toHaveText('Usuario o contraseña incorrectos');
  await expectAccessible(page, 'refused');
  await expectReadableColours(page, 'refused');
  await page.setViewportSize(PHONE_SIZE);
  await expectFitsPhone(page, 'login');
});

test('no stop of the keyboard is covered by what stays in sight, in a window as low as a laptop at twice its size', async ({
  panel,
}) => {
  await panel.setViewportSize({ width: 640, height: 360 });
  await panel.goto('/entrenamientos/form');
  await panel.getByRole('button', { name: 'Agregar día' }).click();
  await panel.evaluate(() => window.scrollTo(0, 0));
  await panel.getByRole('link', { name: 'Volver a la lista' }).focus();
  const stops: string[] = [];
  const last = panel.getByRole('button', { name: 'Crear Entrenamiento' });
  while (!(await last.evaluate((button) => button === document.activeElement)) && stops.length < 60) {
    await panel.keyboard.press('Tab');
    const covered = await panel.evaluate(() => {
      const stop = document.activeElement;
      if (!stop) return 'nothing';
      const { left, top, width, height } = stop.getBoundingClientRect();
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      return stop.contains(over) ? '' : stop.outerHTML;
    });
    stops.push(covered);
  }
  expect(stops.length).toBeGreaterThan(15);
  expect(stops.filter(Boolean)).toEqual([]);
});

test('a toast has no serious finding and fits a phone', async ({ page }) => {
  const user = { id: 7, name: 'Ana', username: 'ana', role: 'CLIENT', status: true };
  await page.route('**/api/auth/login', answerWith(200, { user, access_token: 'ficha' }));
  await page.goto('/login');
  await page.getByLabel('Usuario').fill('ana');
  await page.getByLabel(/^Contraseña/).fill('clave');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByRole('region', { name: 'Avisos' }).getByText('Sin Permisos')).toBeVisible();
  // A hovered toast does not time out during the check.
  await page.getByRole('region', { name: 'Avisos' }).getByText('Sin Permisos').hover();
  await expectAccessible(page, 'toast');
  await expectReadableColours(page, 'toast');
  await page.setViewportSize(PHONE_SIZE);
  await expectFitsPhone(page, 'toast');
});

test('the dashboard has no serious finding, its menu and palette neither, and fits a phone', async ({ panel, add }) => {
  await add('/level', { title: LONG_NAME });
  await panel.goto('/home');
  await expect(panel.getByRole('region', { name: 'Total de usuarios' })).toBeVisible();
  await panel.getByRole('button', { name: 'Configuración' }).click();
  await expectAccessible(panel, 'dashboard');
  await expectReadableColours(panel, 'dashboard');
  await panel.getByRole('button', { name: 'Contraer el menú' }).click();
  await expectAccessible(panel, 'narrow menu', 'aside');
  await panel.keyboard.press('Control+k');
  await expect(panel.getByRole('option').first()).toBeVisible();
  await expectAccessible(panel, 'palette', MODAL_SELECTOR);
  await expectReadableColours(panel, 'palette', MODAL_SELECTOR);
  await panel.setViewportSize(PHONE_SIZE);
  await expectFitsPhone(panel, 'palette');
  await panel.keyboard.press('Escape');
  await expect(panel.getByRole('dialog')).toHaveCount(0);
  await expectFitsPhone(panel, 'dashboard');
  await expectAccessible(panel, 'dashboard on a phone');
  await panel.getByRole('button', { name: 'Más: abrir el menú' }).click();
  await expect(panel.getByRole('dialog')).toBeVisible();
  await expectFitsPhone(panel, 'menu');
  await expectAccessible(panel, 'menu on a phone', MODAL_SELECTOR);
});

test('failed and empty screens have no serious finding and fit a phone', async ({ panel }) => {
  await panel.route('**/api/estadisticas', answerWith(500));
  await panel.route('**/api/level', answerWith(500));
  await panel.route('**/api/machine', answerWith(200, { success: true, data: [] }));
  const places = [
    { route: '/home', sign: 'Reintentar' },
    { route: '/configuracion/niveles', sign: 'Reintentar' },
    { route: '/configuracion/maquinas', sign: 'Crear' },
  ];
  await panel.goto('/configuracion/notificaciones');
  for (const { route, sign } of places) {
    await goToScreen(panel, route);
    await expect(panel.getByRole('main').getByRole('button', { name: sign }).first()).toBeVisible();
    await expectAccessible(panel, route);
    if (route === '/home') await expectReadableColours(panel, route);
    await panel.setViewportSize(PHONE_SIZE);
    await expectFitsPhone(panel, route);
    await panel.setViewportSize({ width: 1280, height: 720 });
  }
});

test('notifications have no serious finding, banners included, and fit a phone', async ({ panel }) => {
  // The banner would vanish while axe runs, so its five seconds never end here.
  await panel.addInitScript(() => {
    const real = window.setTimeout.bind(window);
    const patient = (run: () => void, ms?: number) => (ms === 5_000 ? 0 : real(run, ms));
    Object.assign(window, { setTimeout: patient });
  });
  await panel.goto('/configuracion/notificaciones');
  await panel.getByRole('button', { name: 'Enviar a todos' }).click();
  await expect(panel.getByText('El título es obligatorio')).toBeVisible();
  await expectAccessible(panel, 'errors');
  await panel.getByLabel('Título').fill('Hola');
  await panel.getByLabel('Mensaje').fill('a todos');
  await panel.route('**/api/notifications/send-to-all', answerWith(409, { success: false, message: 'No' }), {
    times: 1,
  });
  await panel.getByRole('button', { name: 'Enviar a todos' }).click();
  await expect(panel.getByText('Error al enviar la notificación')).toBeVisible();
  await expectAccessible(panel, 'failed');
  await expectReadableColours(panel, 'failed');
  await panel.getByRole('button', { name: 'Enviar a todos' }).click();
  await expect(panel.getByText('¡Notificación enviada con éxito!')).toBeVisible();
  await expectAccessible(panel, 'sent');
  await expectReadableColours(panel, 'sent');
  await panel.setViewportSize(PHONE_SIZE);
  await expectFitsPhone(panel, 'notifications');
});
