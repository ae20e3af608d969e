import type { Page } from '@playwright/test';
import { ADMIN } from '@pulso/testing/product';
import { expect, uniqueTag, test, uniqueName } from '#test/builders';
import { card, goToScreen, rowOf } from '#test/page';

// The worker's own requests would escape the routes of all other tests.
test.use({
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
  expectedErrors: [/^No se pudo conectar con el servidor|^Error al (cargar|guardar|crear)/],
});

/** Everything that the browser stores for the panel, as one text for each place. */
function readBrowserStorage(page: Page): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const kept: Record<string, string> = {
      localStorage: JSON.stringify(localStorage),
      sessionStorage: JSON.stringify(sessionStorage),
      databases: JSON.stringify(await indexedDB.databases()),
    };
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys())
        kept[`${name} ${url}`] = (await (await cache.match(url, { ignoreVary: true }))?.text()) ?? '';
    }
    return kept;
  });
}

async function logIn(page: Page) {
  await page.goto('/login');
  await page.getByLabel('Usuario').fill(ADMIN.username);
  await page.getByLabel(/^Contraseña/).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByText('Total de usuarios')).toBeVisible();
}

test('W9 without the network the panel opens with what was last seen and says how old it is; nothing looks saved, and nothing stays after the logout', async ({
  page,
  add,
}) => {
  test.slow();
  const word = uniqueTag();
  const user = await add('/user', { name: `Ana ${word}` });
  const level = await add('/level');
  await page.clock.install();
  await logIn(page);
  await page.clock.fastForward('00:05');
  // The worker takes control after it has cached the whole panel, file by file.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);

  await goToScreen(page, `/usuarios?buscar=${word}`);
  await rowOf(page, user.name).getByRole('link').first().click();
  const title = page.getByRole('heading', { level: 1, name: user.name });
  await expect(title).toBeVisible();
  await expect(page.getByText(user.username).first()).toBeVisible();
  await goToScreen(page, '/configuracion/niveles');
  await expect(card(page, level.title)).toBeVisible();
  await page.clock.fastForward('00:01');
  const holding = async (text: string) =>
    Object.values(await readBrowserStorage(page)).filter((one) => one.includes(text)).length;
  await expect.poll(() => holding(user.name)).toBeGreaterThanOrEqual(2);
  await expect.poll(() => holding(level.title)).toBeGreaterThanOrEqual(1);
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? '';
  expect(await holding(token)).toBe(0);

  const bar = page.getByText('Sin conexión: datos de hace 5 minutos');
  await page.clock.fastForward('05:00');
  await page.context().setOffline(true);
  await page.goto(`/usuarios/${user.id}`);
  await expect(title).toBeVisible();
  await expect(bar).toBeVisible();
  await page.goto(`/usuarios?buscar=${word}`);
  await expect(rowOf(page, user.name)).toBeVisible();
  await expect(bar).toBeVisible();

  // A screen that was never loaded says so, with a retry.
  const alert = page.getByRole('main').getByRole('alert');
  await page.goto('/dietas');
  await expect(alert).toContainText('Verifica tu conexión a internet.');
  await expect(alert.getByRole('button', { name: 'Reintentar' })).toBeVisible();
  await expect(page.getByText('Sin conexión', { exact: true })).toBeVisible();

  // Nothing looks saved, and the typed text stays.
  const name = uniqueName('Sin red');
  await page.goto('/configuracion/niveles');
  await expect(card(page, level.title)).toBeVisible();
  await page.getByRole('button', { name: 'Nuevo Nivel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nuevo Nivel' });
  await dialog.getByLabel('Nombre del Nivel').fill(name);
  await dialog.getByRole('button', { name: 'Crear' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Verifica tu conexión a internet.');
  await expect(dialog.getByLabel('Nombre del Nivel')).toHaveValue(name);
  await expect(card(page, name)).toHaveCount(0);

  // With the network back everything is refetched by timer; a page loaded offline gets no event.
  await page.context().setOffline(false);
  await page.clock.fastForward('00:15');
  await expect(page.getByText('Sin conexión')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Crear' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card(page, name)).toBeVisible();

  // Answers of other sessions are deleted, and at most 60 are kept.
  await page.evaluate(async () => {
    const [own = ''] = (await caches.keys()).filter((one) => one.startsWith('pulso-visto-'));
    const cache = await caches.open(own);
    for (let one = 0; one < 70; one += 1) await cache.put(`/visto/${one}`, new Response('{}'));
    await (await caches.open('pulso-visto-de-otra-sesion')).put('/visto/ajeno', new Response('{}'));
  });
  await goToScreen(page, `/usuarios?buscar=${word}`);
  await page.clock.fastForward('00:01');
  const seen = async () => Object.keys(await readBrowserStorage(page)).filter((one) => /visto/.test(one));
  await expect.poll(async () => (await seen()).filter((one) => /otra-sesion|ajeno/.test(one))).toEqual([]);
  await expect.poll(async () => (await seen()).length).toBe(60);

  // A cached page of an older version is shown only while the server does not answer.
  await page.evaluate(async () => {
    const [panel = ''] = (await caches.keys()).filter((one) => one.startsWith('pulso-panel-'));
    const headers = { 'content-type': 'text/html' };
    await (await caches.open(panel)).put('/home', new Response('<h1>La de antes</h1>', { headers }));
  });
  await page.goto('/home');
  await expect(page.getByText('Total de usuarios')).toBeVisible();
  await page.context().setOffline(true);
  await page.goto('/home');
  await expect(page.getByRole('heading')).toHaveText('La de antes');
  await page.context().setOffline(false);

  await page.goto('/home');
  await page.getByRole('button', { name: 'Más: abrir el menú' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
  await expect.poll(seen).toEqual([]);
  for (const secret of [user.name, user.username, level.title, token]) expect(await holding(secret)).toBe(0);
});

/** Back-dates everything stored to a minute more than four hours ago. */
async function backdateStorage() {
  const AGE = 4 * 3_600_000 + 60_000;
  for (const [key, text] of Object.entries(localStorage).filter(([one]) => one.startsWith('pulso-borrador')))
    localStorage.setItem(
      key,
      text.replace(/(?<="(?:at|until)":)\d+/g, (time: string) => String(Number(time) - AGE)),
    );
  for (const name of (await caches.keys()).filter((one) => one.startsWith('pulso-visto'))) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const text = (await (await cache.match(request))?.text()) ?? '';
      await cache.put(request, new Response(text, { headers: { 'x-kept-at': String(Date.now() - AGE) } }));
    }
  }
}

test('X23 what a session left that ended by itself goes after four hours: by the worker alone, or when the panel opens', async ({
  page,
  context,
  add,
}) => {
  test.slow();
  const { id, name } = await add('/user', { name: `Ana ${uniqueTag()}` });
  const typed = `Eva ${uniqueTag()}`;
  await page.clock.install();
  await logIn(page);
  await page.clock.fastForward('00:05');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await goToScreen(page, `/usuarios/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await goToScreen(page, '/usuarios/nuevo');
  await page.getByLabel('Nombre completo').fill(typed);
  await page.clock.fastForward('00:01');
  const holding = async (where: Page, text: string) =>
    Object.entries(await readBrowserStorage(where)).flatMap(([place, one]) =>
      one.includes(text) ? [place.split(' ')[0]] : [],
    );
  await expect.poll(() => holding(page, name)).toContainEqual(expect.stringMatching(/^pulso-visto/));
  await expect.poll(() => holding(page, name)).toContain('localStorage');
  await expect.poll(() => holding(page, typed)).toEqual(['localStorage']);
  await page.evaluate(() => {
    const [[key, text] = ['', '{}']] = Object.entries(localStorage).filter(([one]) => one.startsWith('pulso-borrador'));
    const draft = JSON.parse(text) as { at: number };
    const ofThings = { ...draft, mine: { title: 'De una dieta' }, until: draft.at + 7 * 24 * 3_600_000 };
    localStorage.setItem(key.replace('/usuarios/nuevo', '/dietas/nuevo'), JSON.stringify(ofThings));
  });

  // The tab is closed and the cookies are cleared; the worker wakes for a page other than the panel.
  const other = await context.newPage();
  await other.goto('/api/docs');
  await page.close();
  await context.clearCookies();
  await other.evaluate(backdateStorage);
  expect(await holding(other, name)).toHaveLength(2);
  const browser = await context.newCDPSession(other);
  await browser.send('ServiceWorker.enable');
  await browser.send('ServiceWorker.stopAllWorkers');
  await other.reload();
  await expect.poll(() => holding(other, name)).toEqual(['localStorage']);

  await other.goto('/home');
  await expect(other.getByRole('button', { name: 'Iniciar sesión' })).toBeVisible();
  await expect.poll(() => holding(other, name)).toEqual([]);
  await expect.poll(() => holding(other, typed)).toEqual([]);
  expect(await holding(other, 'De una dieta')).toEqual(['localStorage']);

  // A session that ends in an open page takes its stored data with it at once.
  await logIn(other);
  await goToScreen(other, `/usuarios/${id}`);
  await expect.poll(() => holding(other, name)).toContain('localStorage');
  await context.addCookies([{ name: 'token', value: 'vencida', url: new URL(other.url()).origin }]);
  await other.goto('/usuarios');
  await other.waitForURL('/login');
  await expect.poll(() => holding(other, name)).toEqual([]);
});
