import type { Page } from '@playwright/test';
import { expect, test, uniqueName } from '#test/builders';
import { closeToasts, goToScreen, rowOf } from '#test/page';
import { answerWith, createGate } from '#test/panel';
import { extraRoutes, specifiedScreens, panelRoutes, panelScreens } from '#test/panel-routes';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' });
const PHONE_SIZE = { width: 390, height: 844 };

/** Menu links in the specification's words; the other links are in the panel's own list. */
const mainLinks = [
  ['Inicio', '/home'],
  ['Usuarios', '/usuarios'],
  ['Ejercicios', '/ejercicios'],
  ['Entrenamientos', '/entrenamientos'],
  ['Dietas', '/dietas'],
  ['Paquetes', '/paquetes'],
  ['Planes', '/suscripciones'],
  ['Productos', '/productos'],
];
const settingsLinks = [
  ['Niveles', '/configuracion/niveles'],
  ['Tipos de Entrenamiento', '/configuracion/tipos-entrenamiento'],
  ['Máquinas', '/configuracion/maquinas'],
  ['Partes del Cuerpo', '/configuracion/partes-cuerpo'],
  ['Categorías de Productos', '/configuracion/categorias-producto'],
  ['Categorías de Dietas', '/configuracion/categorias-dieta'],
  ['Notificaciones', '/configuracion/notificaciones'],
];

/** Names of the visible buttons that a toast lies on. */
const coveredButtons = (page: Page) =>
  page.evaluate(() => {
    const toaster = document.querySelector('[data-place]');
    const box = toaster?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
    return [...document.querySelectorAll('button')]
      .filter((button) => !toaster?.contains(button) && button.checkVisibility())
      .filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        return left < box.right && box.left < right && top < box.bottom && box.top < bottom;
      })
      .map((button) => button.ariaLabel ?? button.textContent);
  });

type Links = (string | null | undefined)[][];
/** Links of one part of the panel's list that exist on every server. */
const panelLinks = (part: 'main' | 'settings'): Links => {
  const { [part]: rows } = panelScreens();
  return rows.filter(({ extra }) => extra === undefined).map(({ label, path }) => [label, path]);
};
const specifiedLinksOf = (links: Links) => {
  const words = [...mainLinks, ...settingsLinks].map(([label]) => label);
  return links.filter(([label]) => words.includes(label ?? ''));
};

const menuLinksOf = (page: Page) =>
  menu(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent.trim(), link.getAttribute('href')]));

test('LAY-03 LAY-04 LAY-05 LAY-06 LAY-10 the menu leads to every section, Configuración opens and closes over its seven, and all collapses to icons', async ({
  panel,
}) => {
  await panel.goto('/home');
  const group = menu(panel).getByRole('button', { name: 'Configuración' });
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  expect(await menuLinksOf(panel)).toEqual(panelLinks('main'));
  await group.click();
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  const links = await menuLinksOf(panel);
  expect(links).toEqual([...panelLinks('main'), ...panelLinks('settings')]);
  expect(specifiedLinksOf(links)).toEqual([...mainLinks, ...settingsLinks]);

  await menu(panel).getByRole('link', { name: 'Máquinas' }).click();
  await expect(panel).toHaveURL('/configuracion/maquinas');
  await expect(menu(panel).getByRole('link', { name: 'Máquinas' })).toHaveAttribute('aria-current', 'page');
  await group.click();
  expect(await menuLinksOf(panel)).toEqual(panelLinks('main'));
  await expect(panel.getByRole('button', { name: 'Cerrar sesión' }), 'only the user box logs out').toHaveCount(1);

  const sidebar = panel.getByRole('complementary');
  const width = async () => (await sidebar.boundingBox())?.width ?? 0;
  await expect(sidebar).toBeVisible();
  const before = await width();
  await panel.getByRole('button', { name: 'Contraer el menú' }).click();
  await expect.poll(width).toBeLessThan(before / 2);
  await expect(menu(panel).getByRole('link', { name: 'Productos' })).toBeVisible();
  await panel.getByRole('button', { name: 'Expandir el menú' }).click();
  await expect.poll(width).toBe(before);
});

test('LAY-08 X6 the user box shows the stored name and username as text', async ({ panel, product }) => {
  const stored = { nombre: 'Ana <img src=x onerror=alert(1)> Ñ', username: 'ana.perez' };
  await panel
    .context()
    .addCookies(
      Object.entries(stored).map(([name, value]) => ({ name, value: encodeURIComponent(value), url: product.url })),
    );
  await panel.goto('/home');
  const box = panel.getByRole('region', { name: 'Usuario', exact: true });
  await expect(box.getByText(stored.nombre)).toBeVisible();
  await expect(box.getByText(stored.username, { exact: true })).toBeVisible();
  await expect(box.getByRole('img')).toHaveCount(0);
});

test.describe('routes of things that are not there', () => {
  test.use({ expectedErrors: [/El recurso solicitado no existe|Error al cargar|No se encontró/] });

  test('LAY-01 API-39 every route opened by its address is served by the product, inside the layout', async ({
    panel,
  }) => {
    // The test loads the page about thirty times.
    test.slow();
    const titles = new Map(specifiedScreens.map(({ route, title }) => [route, title]));
    for (const route of panelRoutes()) {
      const answer = await panel.goto(route);
      expect(answer?.status(), route).toBe(200);
      await expect(menu(panel), route).toBeVisible();
      await expect(panel.getByRole('banner').getByRole('time'), route).toBeVisible();
      const title = titles.get(route);
      if (!title) continue;
      await expect(panel.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(panel).toHaveURL(route);
    }
  });
});

test('M5 API-39 the address of every screen is 200 to whoever asks; any other is 404, to a person with the page', async ({
  request,
}) => {
  const screens = [...panelRoutes(), ...extraRoutes(), '/ayuda', '/ayuda/atajos', '/login', '/'];
  for (const route of screens) expect((await request.get(route)).status(), route).toBe(200);
  expect((await request.get('/no-existe')).status()).toBe(404);
  const page = await request.get('/no-existe', { headers: { accept: 'text/html' } });
  expect([page.status(), page.headers()['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
});

test('polish 8 an unknown address says that there is nothing there, and the bare one goes to /home', async ({
  panel,
}) => {
  for (const route of ['/no-existe', '/configuracion/otra', '/muestrario']) {
    await panel.goto(route);
    await expect(panel.getByRole('heading', { name: 'Esa página no existe', level: 1 })).toBeVisible();
    await expect(panel, route).toHaveURL(route);
  }
  await panel.getByRole('link', { name: 'Ir a Inicio' }).click();
  await expect(panel).toHaveURL('/home');
  await panel.goto('/');
  await expect(panel).toHaveURL('/home');
});

test.describe('with the browser in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

  test('LAY-11 LAY-12 LAY-13 D15 the top bar has the time and date of Buenos Aires, in Spanish, and renews them every minute', async ({
    panel,
  }) => {
    await panel.clock.install({ time: '2025-03-05T12:04:20Z' });
    await panel.goto('/configuracion/notificaciones');
    const bar = panel.getByRole('banner');
    await expect(bar.getByRole('time')).toHaveText('09:04');
    await expect(bar).toContainText('05 de mar 2025');
    // However long the page took to load, its minute is not over yet; then it is.
    await panel.clock.pauseAt('2025-03-05T12:05:10Z');
    await expect(bar.getByRole('time')).toHaveText('09:04');
    await panel.clock.runFor(45_000);
    await expect(bar.getByRole('time')).toHaveText('09:05');

    // 31 December in Buenos Aires, when Tokyo is already in January; then midnight passes.
    await panel.clock.setSystemTime('2026-01-01T02:59:50Z');
    await panel.clock.runFor(60_000);
    await expect(bar.getByRole('time')).toHaveText('00:00');
    await expect(bar).toContainText('01 de ene 2026');
    // No timer runs while the device sleeps at night: the clock is right as soon as the tab is visible.
    await panel.clock.setSystemTime('2026-01-02T11:30:00Z');
    await panel.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(bar.getByRole('time')).toHaveText('08:30');
    await expect(bar).toContainText('02 de ene 2026');
    for (const [index, month] of months.entries()) {
      await panel.clock.setSystemTime(Date.UTC(2026, index, 15, 12));
      await panel.clock.runFor(60_000);
      await expect(bar).toContainText(`15 de ${month} 2026`);
    }
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE_SIZE });

  test('LAY-07 the menu slides over the page when asked for and closes by button, Esc, outside and choice', async ({
    panel,
  }) => {
    await panel.goto('/home');
    await expect(panel.getByRole('heading', { name: 'Inicio' })).toBeVisible();
    const opener = panel.getByRole('button', { name: 'Más: abrir el menú' });
    const over = panel.getByRole('dialog');
    await expect(menu(panel)).toHaveCount(0);
    const closings = [
      () => panel.getByRole('button', { name: 'Cerrar el menú' }).click(),
      () => panel.keyboard.press('Escape'),
      () => panel.mouse.click(PHONE_SIZE.width - 10, PHONE_SIZE.height / 2),
    ];
    for (const close of closings) {
      await opener.click();
      await expect(menu(panel)).toBeVisible();
      // The menu lies over the page and takes no room from it.
      expect(await panel.locator('main').evaluate((main) => main.getBoundingClientRect().left)).toBe(0);
      await close();
      await expect(over).toHaveCount(0);
      await expect(opener).toBeFocused();
    }
    await opener.click();
    await menu(panel).getByRole('link', { name: 'Productos' }).click();
    await expect(panel).toHaveURL('/productos');
    await expect(over).toHaveCount(0);
  });

  test('LAY-09 LAY-10 the way out is in the menu, where no thumb rests, and in the top bar of a tablet', async ({
    panel,
  }) => {
    // The Playwright worker shares its session: the logout is not sent to the server, so that it stays valid.
    await panel.route('**/api/auth/logout', answerWith(200, { success: true }));
    await panel.goto('/configuracion/notificaciones');
    const wayOut = panel.getByRole('button', { name: 'Cerrar sesión' });
    await expect(panel.getByRole('button', { name: 'Ir a…' })).toBeVisible();
    await expect(wayOut).toHaveCount(0);
    await expect(panel.getByRole('banner').getByRole('time')).toBeHidden();
    await panel.setViewportSize({ width: 820, height: 1180 });
    await expect(panel.getByRole('banner').getByRole('time')).toBeVisible();
    await expect(panel.getByRole('banner').locator(wayOut)).toBeVisible();
    await panel.setViewportSize(PHONE_SIZE);
    await panel.getByRole('button', { name: 'Más' }).click();
    await panel.getByRole('dialog').locator(wayOut).click();
    await expect(panel).toHaveURL('/login');
    expect(await panel.context().cookies()).toEqual([]);
  });

  test('LAY-10 LAY-11 LAY-13 a server with the two documents alone keeps the way out and the clock in the top bar', async ({
    panel,
  }) => {
    await panel.addInitScript(() => localStorage.setItem('pulso-extras', '[]'));
    await panel.route('**/api/auth/logout', answerWith(200, { success: true }));
    await panel.goto('/configuracion/notificaciones');
    const bar = panel.getByRole('banner');
    await expect(bar.getByRole('time')).toBeVisible();
    await expect(bar).toContainText(/\d\d de [a-z]{3} \d{4}/);
    await bar.getByRole('button', { name: 'Cerrar sesión' }).click();
    await expect(panel).toHaveURL('/login');
  });
});

test('the palette asks for users once the typing pauses, and a server that sends everybody only once', async ({
  panel,
}) => {
  const everybody = ['Ana Paz', 'Anabel Ruiz', 'Bruno Díaz'].map((name, index) => ({
    id: index + 1,
    name,
    username: name.split(' ')[0]?.toLowerCase(),
    phone: `1122334${index}`,
  }));
  const asked: string[] = [];
  let extra = {};
  for (const list of ['training', 'exercise'])
    await panel.route(`**/api/${list}`, (route) => route.fulfill({ json: { success: true, data: [] } }));
  await panel.route('**/api/user?*', (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('search') ?? '');
    return route.fulfill({ json: { success: true, data: everybody, ...extra } });
  });
  const search = panel.getByRole('combobox');
  const open = async () => {
    await panel.goto('/configuracion/notificaciones');
    await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
    await panel.keyboard.press('Control+k');
    await expect(search).toBeFocused();
    // A short jump, so that no call under way times out.
    await panel.clock.pauseAt((await panel.evaluate(() => Date.now())) + 5_000);
  };
  extra = { meta: { total: 2, page: 1, limit: 5 } };
  await panel.clock.install();
  await open();
  // The debounce starts when the last letter is drawn, which no clock tells.
  const afterPause = async (check: () => Promise<void>) =>
    expect(async () => {
      await panel.clock.runFor(200);
      await check();
    }).toPass();
  const people = panel.getByRole('group', { name: 'Usuarios' }).getByRole('option');
  await search.pressSequentially('anab');
  await panel.clock.runFor(199);
  expect(asked).toEqual([]);
  await afterPause(() => expect(people).toHaveText([/^Anabel Ruiz/], { timeout: 500 }));
  await search.press('Backspace');
  await afterPause(() => expect.poll(() => asked, { timeout: 500 }).toEqual(['anab', 'ana']));
  await expect(people).toHaveText([/^Ana Paz/, /^Anabel Ruiz/]);
  // The server stops counting at 1,000.
  extra = { meta: { total: 1_000, more: true, page: 1, limit: 5 } };
  await search.fill('1122334');
  await afterPause(() => expect(people.last()).toHaveText(/^Ver más de 1\.000/, { timeout: 500 }));
  await expect(panel.getByRole('dialog').getByRole('status')).toHaveText('Más de 1.000 resultados');

  extra = {};
  asked.length = 0;
  await panel.clock.resume();
  await open();
  for (const [term, found] of [
    ['an', [/^Ana Paz/, /^Anabel Ruiz/]],
    ['diaz', [/^Bruno Díaz/]],
    ['11223341', [/^Anabel Ruiz/]],
  ] as const) {
    await search.fill(term);
    await afterPause(() => expect(people).toHaveText([...found], { timeout: 500 }));
  }
  expect(asked).toEqual(['an']);
});

test('the palette finds screens and users by keyboard alone', async ({ panel, api }) => {
  const mark = `Zoe${Date.now()}`;
  const made = await api.post('/user', {
    name: `${mark} Núñez`,
    gender: 'Female',
    phone: '1123456789',
    username: mark.toLowerCase(),
    password: 'una-clave-propia',
    role: 'CLIENT',
  });
  const { data } = (await made.json()) as { data: { id: number } };
  await panel.goto('/configuracion/notificaciones');
  await expect(panel.getByRole('heading', { name: 'Enviar Notificaciones' })).toBeVisible();

  await panel.keyboard.press('Control+k');
  const search = panel.getByRole('combobox');
  await expect(search).toBeFocused();
  await expect(panel.getByRole('option')).toHaveCount(panelLinks('main').length + panelLinks('settings').length);
  await panel.keyboard.press('Escape');
  await expect(panel.getByRole('dialog')).toHaveCount(0);

  await panel.keyboard.press('Control+k');
  await search.fill('CATEGORIAS');
  await expect(panel.getByRole('option')).toHaveText([/^Categorías de Productos/, /^Categorías de Dietas/]);
  const chosen = panel.getByRole('option', { selected: true });
  await expect(chosen).toContainText('Productos');
  await panel.keyboard.press('ArrowDown');
  await expect(chosen).toContainText('Dietas');
  await panel.keyboard.press('ArrowDown');
  await expect(chosen).toContainText('Productos');
  await panel.keyboard.press('ArrowUp');
  await panel.keyboard.press('Enter');
  await expect(panel).toHaveURL('/configuracion/categorias-dieta');
  await expect(panel.getByRole('dialog')).toHaveCount(0);

  await panel.getByRole('button', { name: 'Ir a…' }).click();
  await search.fill(`${mark} nunez`);
  await expect(panel.getByRole('option')).toHaveText([new RegExp(`${mark} Núñez`)]);
  const asked = panel.waitForURL(`/usuarios/${data.id}`);
  await panel.keyboard.press('Enter');
  await asked;

  await panel.keyboard.press('Control+k');
  await search.fill('nada que se llame así');
  await expect(panel.getByText('No se encontró nada con ese nombre')).toBeVisible();
});

test.describe('on a dark system', () => {
  test.use({ colorScheme: 'dark' });

  test('the theme follows the system until one is chosen, and the choice outlives the page', async ({ panel }) => {
    const ground = () => panel.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await panel.goto('/configuracion/notificaciones');
    const dark = await ground();
    await panel.getByRole('button', { name: 'Tema: el del sistema' }).click();
    await expect(panel.getByRole('button', { name: 'Tema: claro' })).toBeVisible();
    const light = await ground();
    expect(light).not.toBe(dark);
    await panel.reload();
    await expect(panel.getByRole('button', { name: 'Tema: claro' })).toBeVisible();
    expect(await ground()).toBe(light);
    await panel.emulateMedia({ colorScheme: 'light' });
    await panel.getByRole('button', { name: 'Tema: claro' }).click();
    expect(await ground()).toBe(dark);
    await panel.getByRole('button', { name: 'Tema: oscuro' }).click();
    expect(await ground()).toBe(light);
  });
});

/** All text that a person reads or hears: contents, names, hints. */
const visibleTextOf = (page: Page) =>
  page.evaluate(() => {
    const told = ['aria-label', 'placeholder', 'title', 'alt'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.innerText, ...told].join('\n');
  });
// Matches no part of the random names in tests ('7add16ad').
const ENGLISH_WORDS =
  /(?<![\p{L}\d])(the|and|of|with|your|you|is|are|not|no results|add|new|save|saving|cancel|close|delete|remove|edit|search|filter|loading|submit|send|sent|log ?in|log ?out|sign|password|username|user|users|settings|home|menu bar|page|next|previous|dismiss|notifications?|failed|retry|choose|file|select|dialog|required|invalid|today|update|updated)(?![\p{L}\d])/iu;

test.describe('with a refusal on the way', () => {
  test.use({ expectedErrors: [/^Error al eliminar el nivel/] });

  test('LAY-02 all that is shown or announced is Spanish', async ({ page, panel }) => {
    test.slow();
    await panel.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', /^es/);
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(page.getByText('El usuario es obligatorio')).toBeVisible();
    const seen = [await visibleTextOf(page)];
    await panel.goto('/configuracion/notificaciones');
    for (const { route, title } of specifiedScreens) {
      await goToScreen(panel, route);
      await expect(panel.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(panel.locator('[aria-busy=true]')).toHaveCount(0);
      seen.push(await visibleTextOf(panel));
      const create = panel.getByRole('main').getByRole('button', { name: /^Nuev[oa] / });
      if ((await create.count()) === 0) continue;
      await create.click();
      const dialog = panel.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Crear' }).click();
      await expect(dialog.getByRole('alert').first()).toBeVisible();
      seen.push(await visibleTextOf(panel));
    }
    // A refusal by the server is shown in a toast.
    await panel.route(
      '**/api/level',
      answerWith(200, { success: true, data: [{ id: 1, title: 'Uno', status: true }] }),
    );
    await panel.route('**/api/level/1', answerWith(409, { success: false, message: 'El nivel está en uso' }));
    await panel.goto('/configuracion/niveles');
    await panel.getByRole('button', { name: 'Eliminar' }).click();
    await panel.getByRole('button', { name: 'Confirmar' }).click();
    await expect(panel.getByRole('region', { name: 'Avisos' })).toContainText('El nivel está en uso');
    seen.push(await visibleTextOf(panel));
    const foreign = seen
      .flatMap((text) => text.split('\n'))
      .filter((line) => ENGLISH_WORDS.test(line.replace(/admin/g, '')));
    expect(foreign).toEqual([]);
  });
});

test('A18 A19 a screen that takes long shows a thin bar, and a toast stands in the corner of the content in whole words', async ({
  panel,
  add,
}) => {
  const person = await add('/user', { name: uniqueName('Extraordinariamente') });
  await panel.goto(`/usuarios?buscar=${person.username}`);
  const bar = panel.locator('[data-loading-bar]');
  await expect(panel.getByRole('link', { name: person.name })).toBeVisible();
  await expect(bar).toHaveCount(0);
  const [held, answer] = createGate();
  await panel.route(`**/api/user/${person.id}`, async (route) => {
    await held;
    await route.continue();
  });
  await panel.getByRole('link', { name: person.name }).click();
  await expect(bar).toHaveCSS('opacity', '1');
  await expect(bar).toHaveCSS('height', '2px');
  answer();
  await expect(panel.getByRole('heading', { name: person.name })).toBeVisible();
  await expect(bar).toHaveCount(0);

  await panel.unrouteAll();
  const toast = panel.getByRole('region', { name: 'Avisos' }).getByRole('group');
  for (const width of [820, 1280, 1440]) {
    await panel.setViewportSize({ width, height: 900 });
    // Saving leads back to the client's page, which has buttons in every corner.
    await panel.getByRole('link', { name: 'Editar' }).click();
    await panel.getByRole('button', { name: 'Actualizar Usuario' }).click();
    await expect(toast).toContainText('Usuario actualizado');
    await expect(panel.getByRole('region', { name: 'Perfil' })).toBeVisible();
    await expect.poll(() => coveredButtons(panel), `${width} px`).toEqual([]);
    await closeToasts(panel);
  }
  await panel.getByRole('link', { name: 'Volver a la lista' }).click();
  await rowOf(panel, person.name).getByRole('link', { name: 'Editar' }).click();
  await panel.getByRole('button', { name: 'Actualizar Usuario' }).click();
  await expect(toast).toContainText('Usuario actualizado');
  const [box, menuBox] = [await toast.boundingBox(), await panel.getByRole('complementary').boundingBox()];
  expect(box?.width).toBe(360);
  expect(box?.x).toBeGreaterThan((menuBox?.x ?? 0) + (menuBox?.width ?? 0));
  const lines = await toast
    .getByRole('link', { name: 'Ver detalles' })
    .evaluate((link) => link.getClientRects().length);
  expect(lines).toBe(1);
  await expect.poll(() => coveredButtons(panel)).toEqual([]);
});
