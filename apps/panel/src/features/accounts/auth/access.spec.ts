import type { Page, Route } from '@playwright/test';
import { ADMIN } from '@pulso/testing/product';
import { closeToasts, toasts } from '#test/page';
import { answerWith, expect, createGate, fetchAnswer, test } from '#test/panel';
import { panelRoutes } from '#test/panel-routes';

const COOKIE_NAMES = ['nombre', 'rol', 'sesion', 'token', 'userId', 'username'];
const FOUR_HOURS_S = 4 * 3_600;

const user = { id: 7, name: 'Lucía Ñandú', username: 'lucia', role: 'ADMIN', status: true };

async function submitLogin(page: Page, { username, password } = ADMIN) {
  await page.getByLabel('Usuario').fill(username);
  await page.getByLabel(/^Contraseña/).fill(password);
  // An impatient finger enters once.
  await page.getByRole('button', { name: 'Iniciar sesión' }).click({ clickCount: 2 });
}

async function cookiesOf(page: Page): Promise<Record<string, string>> {
  const cookies = await page.context().cookies(page.url());
  return Object.fromEntries(cookies.map(({ name, value }) => [name, decodeURIComponent(value)]));
}

let accountCount = 0;
const newAccount = (fields: object) => ({
  name: 'Ana Pérez',
  gender: 'Female',
  countryCode: 'AR',
  countryCodeT: '+54',
  phone: '1123456789',
  username: `acceso.${Date.now()}.${(accountCount += 1)}`,
  password: 'una-clave-propia',
  role: 'ADMIN',
  status: true,
  ...fields,
});

test('ACC-02 every route but /login ends at /login without a token', async ({ page }) => {
  for (const route of [...panelRoutes(), '/', '/no-existe']) {
    // No longer than until it turns away: the login itself is the same each time.
    await page.goto(route, { waitUntil: 'commit' });
    await page.waitForURL('/login', { waitUntil: 'commit' });
  }
  await expect(page.getByLabel(/^Contraseña/)).toBeVisible();
});

test('ACC-03 the token alone opens a route, whatever the role cookie says', async ({ panel, product }) => {
  await panel.context().addCookies([{ name: 'rol', value: 'CLIENT', url: product.url }]);
  await panel.goto('/configuracion/niveles');
  await expect(panel.getByRole('heading', { name: 'Niveles', level: 1 })).toBeVisible();
  await expect(panel).toHaveURL('/configuracion/niveles');
});

test('LOG-01 LOG-02 LOG-03 LOG-04 LOG-13 the login form asks for both fields, hides the password and can show it', async ({
  page,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && sent.push(request.url()));
  await page.goto('/login');
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toContainText('Sistema en línea');

  const username = page.getByLabel('Usuario');
  const password = page.getByLabel(/^Contraseña/);
  await expect(username).toBeFocused();
  for (const [field, other] of [
    [username, password],
    [password, username],
  ] as const) {
    await expect(field).toHaveAttribute('required');
    await field.fill('   ');
    await other.fill('algo');
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();
  }
  expect(sent).toEqual([]);

  await password.fill('secreto');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Mostrar lo escrito' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await expect(password).toHaveValue('secreto');
  await page.getByRole('button', { name: 'Ocultar lo escrito' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test.describe('with the browser in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('LOG-14 the login footer shows the date and time of Buenos Aires', async ({ page }) => {
    await page.clock.install({ time: '2025-03-06T02:59:30Z' });
    await page.goto('/login');
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText('05 de mar 2025');
    await expect(footer).toContainText('23:59');
    await page.clock.runFor(60_000);
    await expect(footer).toContainText('06 de mar 2025');
    await expect(footer).toContainText('00:00');
  });
});

test('ACC-01 ACC-04 ACC-05 ACC-06 LOG-05 LOG-06 LOG-12 T16 an administrator logs in with the right call and gets a session of four hours, whatever the clock of the page says', async ({
  page,
  product,
}) => {
  await page.context().addCookies([{ name: 'token', value: 'viejo', url: product.url }]);
  await page.goto('/login');
  const [request] = await Promise.all([page.waitForRequest('**/api/auth/login'), submitLogin(page)]);
  expect(request.method()).toBe('POST');
  expect(await request.allHeaders()).toMatchObject({ 'content-type': 'application/json' });
  expect(await request.headerValue('authorization')).toBeNull();
  expect(request.postDataJSON()).toEqual(ADMIN);
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('heading', { name: 'Inicio', level: 1 })).toBeVisible();

  const answer = (await (await request.response())?.json()) as { access_token: string; user: Record<string, unknown> };
  expect(await cookiesOf(page)).toEqual({
    token: answer.access_token,
    nombre: answer.user.name,
    username: ADMIN.username,
    userId: String(answer.user.id),
    rol: 'ADMIN',
    sesion: 'true',
  });
  const cookies = await page.context().cookies(page.url());
  expect(cookies.map(({ name }) => name).sort()).toEqual(COOKIE_NAMES);
  for (const { name, expires, sameSite, path } of cookies) {
    expect(Math.abs(expires - Date.now() / 1_000 - FOUR_HOURS_S), name).toBeLessThan(60);
    expect({ sameSite, path }, name).toEqual({ sameSite: 'Strict', path: '/' });
  }

  // Only the server decides how long it lasts: neither five minutes nor a day on this clock end it.
  await page.clock.install();
  for (const hours of [-24, -1 / 12, 1 / 12, 24]) {
    await page.clock.setSystemTime(Date.now() + hours * 3_600_000);
    const [list] = await Promise.all([page.waitForResponse('**/api/level'), page.goto('/configuracion/niveles')]);
    expect(list.status()).toBe(200);
    await expect(page.getByRole('heading', { name: 'Niveles', level: 1 })).toBeVisible();
  }
});

test('a session that is kept on the device outlives its token, until the logout; the user name stays', async ({
  page,
  product,
}) => {
  await page.goto('/login');
  const keep = page.getByLabel('Mantener la sesión en este equipo');
  await expect(keep).not.toBeChecked();
  await keep.check();
  const [request] = await Promise.all([page.waitForRequest('**/api/auth/login'), submitLogin(page)]);
  expect(request.postDataJSON()).toEqual({ ...ADMIN, keep: true });
  await expect(page).toHaveURL('/home');
  const keptCookie = async () =>
    (await page.context().cookies(`${product.url}/api/auth`)).find(({ name }) => name === 'pulso_session');
  expect(await keptCookie()).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  for (const { name, expires } of await page.context().cookies(page.url()))
    expect(Math.round((expires - Date.now() / 1_000) / 86_400), name).toBe(30);

  // The first screen may still be asking.
  await page.goto('about:blank');
  // The token has ended, as after four hours; of the calls that learn it, at once or late, one asks for another.
  await page.context().addCookies([{ name: 'token', value: 'a.b.c', url: product.url }]);
  const renewals: string[] = [];
  page.on('request', (request) => request.url().endsWith('/auth/renew') && renewals.push(request.url()));
  const isRenewed = page.waitForResponse('**/api/auth/renew');
  const refuseLate = async (route: Route) => {
    const response = await fetchAnswer(route);
    await isRenewed;
    await route.fulfill({ response });
  };
  await page.route('**/api/user?*', refuseLate, { times: 1 });
  await page.goto('/usuarios');
  await expect(page.getByRole('row', { name: /admin/ }).first()).toBeVisible();
  expect(renewals).toHaveLength(1);
  expect((await cookiesOf(page)).token).not.toBe('a.b.c');

  await page.getByRole('button', { name: 'Cerrar sesión' }).first().click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Usuario')).toHaveValue(ADMIN.username);
  await expect(page.getByLabel(/^Contraseña/)).toBeFocused();
  await expect(keep).toBeChecked();
  expect([await cookiesOf(page), await keptCookie()]).toEqual([{}, undefined]);

  await keep.uncheck();
  await submitLogin(page);
  await expect(page).toHaveURL('/home');
  expect(await keptCookie()).toBeUndefined();
  for (const { name, expires } of await page.context().cookies(page.url()))
    expect(Math.abs(expires - Date.now() / 1_000 - FOUR_HOURS_S), name).toBeLessThan(60);
});

const answerShapes = {
  'at the top of the body': { user, access_token: 'ficha' },
  'inside data': { success: true, data: { user, access_token: 'ficha' } },
};
test('ACC-18 logs in from an answer that has user and token at the top of the body or inside data', async ({
  page,
}) => {
  // The token is made up, and what the dashboard is told is not the point here.
  await page.route('**/api/estadisticas', answerWith(200, { success: true, data: {} }));
  for (const [where, body] of Object.entries(answerShapes)) {
    await page.context().clearCookies();
    await page.route('**/api/auth/login', answerWith(200, body), { times: 1 });
    await page.goto('/login');
    await submitLogin(page);
    await expect(page).toHaveURL('/home');
    await expect(page.getByRole('navigation')).toBeVisible();
    expect(await cookiesOf(page), where).toEqual({
      token: 'ficha',
      nombre: 'Lucía Ñandú',
      username: 'lucia',
      userId: '7',
      rol: 'ADMIN',
      sesion: 'true',
    });
  }
});

const NO_PERMISSION_TEXTS = ['Sin Permisos', 'No tienes permisos para acceder a esta sección'] as const;
const INACTIVE_TEXTS = ['Cuenta Inactiva', 'Tu cuenta está desactivada. Contacta al administrador.'] as const;
const rejectedAccounts = [
  { who: 'a trainer', fields: { role: 'TRAINER' }, words: NO_PERMISSION_TEXTS },
  { who: 'a client', fields: { role: 'CLIENT' }, words: NO_PERMISSION_TEXTS },
  { who: 'an inactive administrator', fields: { status: false }, words: INACTIVE_TEXTS },
  { who: 'an inactive trainer', fields: { role: 'TRAINER', status: false }, words: NO_PERMISSION_TEXTS },
];
test('ACC-08 ACC-09 ACC-10 ACC-11 who is no active administrator is told why, stays at /login and keeps no session', async ({
  page,
  api,
}) => {
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await page.goto('/login');
  for (const { who, fields, words } of rejectedAccounts)
    await test.step(who, async () => {
      const own = newAccount(fields);
      expect((await api.post('/user', own)).status).toBe(201);
      await submitLogin(page, own);
      // The toast is for the eye; the same words are announced.
      for (const place of [toasts(page), page.getByRole('alert')])
        for (const word of words) await expect(place.getByText(word)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeEnabled();
      expect(await page.context().cookies(page.url())).toEqual([]);
      await closeToasts(page);
    });
  expect(new Set(visited)).toEqual(new Set(['/login']));
});

test('LOG-01 the login is there before its code is, sends nothing by itself, and loses nothing that was typed meanwhile', async ({
  page,
}) => {
  const [held, release] = createGate();
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Usuario').fill(ADMIN.username);
  await page.getByLabel(/^Contraseña/).fill(ADMIN.password);
  await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeDisabled();
  await page.getByLabel(/^Contraseña/).press('Enter');
  await expect(page).toHaveURL('/login');
  release();
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page).toHaveURL('/home');
});

test('W7 a browser that keeps no cookies is told so; one that keeps nothing else works all the same', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse });
  });
  await page.goto('/login');
  await page.evaluate(() =>
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => {}, configurable: true }),
  );
  await submitLogin(page);
  await expect(page.getByRole('alert')).toHaveText(
    'Tu navegador bloquea las cookies. Permítelas para este sitio e intenta de nuevo.',
  );
  await page.evaluate(() => Reflect.deleteProperty(document, 'cookie'));
  await submitLogin(page);
  await expect(page.getByRole('heading', { name: 'Inicio', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Usuarios', exact: true }).click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('LOG-08 LOG-10 LOG-11 wrong credentials show the server’s message in the form, which can be sent again', async ({
  page,
}) => {
  await page.goto('/login');
  let loads = 0;
  page.on('load', () => (loads += 1));
  await submitLogin(page, { username: `nadie-${Date.now()}`, password: 'equivocada' });
  await expect(page.getByRole('alert')).toHaveText('Usuario o contraseña incorrectos');
  await expect(page.getByLabel(/^Contraseña/)).toHaveValue('equivocada');
  await submitLogin(page);
  await expect(page).toHaveURL('/home');
  expect(loads).toBe(0);
});

test.describe('when the login gets no answer of use', () => {
  test.use({ expectedErrors: [/^(No se pudo conectar con el|Error en el) servidor/] });

  test('LOG-07 LOG-09 A12 the button says that it is under way, once, and every failure without words has its own', async ({
    page,
  }) => {
    await page.goto('/login');
    let calls = 0;
    const [held, answer] = createGate();
    await page.route('**/api/auth/login', async (route) => {
      calls += 1;
      await held;
      await route.fulfill({ status: 500, body: '' });
    });
    await submitLogin(page);
    const button = page.getByRole('button', { name: 'Iniciando sesión...' });
    await expect(button).toBeDisabled();
    await page.getByLabel('Usuario').press('Enter');
    answer();
    await expect(page.getByRole('alert')).toHaveText('Error al iniciar sesión');
    expect(calls).toBe(1);

    await page.unroute('**/api/auth/login');
    const failures = [
      (route: Route) => route.abort('connectionrefused'),
      (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
      answerWith(200, { success: true }),
    ];
    for (const fail of failures) {
      await page.route('**/api/auth/login', fail, { times: 1 });
      await page.getByLabel('Usuario').fill('admin');
      await expect(page.getByRole('alert')).toBeVisible();
      await submitLogin(page);
      await expect(page.getByRole('alert')).toHaveText('Error al iniciar sesión');
      await expect(page.getByRole('button', { name: 'Iniciar sesión' })).toBeEnabled();
    }
    await submitLogin(page);
    await expect(page).toHaveURL('/home');
  });
});

test('ACC-12 LAY-09 logging out clears the session here, on the server and in the other tab', async ({ page, api }) => {
  const own = newAccount({ name: 'Quien Sale' });
  expect((await api.post('/user', own)).status).toBe(201);
  await page.goto('/login');
  await submitLogin(page, own);
  await expect(page).toHaveURL('/home');
  const { token } = await cookiesOf(page);
  const other = await page.context().newPage();
  await other.goto('/configuracion/maquinas');
  await expect(other.getByRole('heading', { name: 'Máquinas' })).toBeVisible();

  await page.getByRole('region', { name: 'Usuario' }).getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL('/login');
  await expect(other).toHaveURL('/login');
  await expect(other.getByRole('heading', { name: 'Máquinas' })).toHaveCount(0);
  expect(await page.context().cookies(page.url())).toEqual([]);
  const replayed = await page.request.get('/api/level', { headers: { Authorization: `Bearer ${token}` } });
  expect(replayed.status()).toBe(401);
  // Back must not bring the ended session to the eye again.
  await page.goBack();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toHaveCount(0);
});

test.describe('when a list answers 401', () => {
  test.use({ expectedErrors: [/^Error al cargar los niveles/] });

  test('ACC-13 ACC-14 a 401 removes the token and loads the whole of /login', async ({ panel }) => {
    await panel.goto('/configuracion/notificaciones');
    await panel.getByLabel('Título').fill('A medio escribir');
    await panel.evaluate(() => Object.assign(window, { sameDocument: true }));
    await panel.route('**/api/level', answerWith(401, { success: false, message: 'La sesión terminó' }));
    await panel.getByRole('link', { name: 'Niveles' }).click();
    await panel.waitForURL('/login');
    await expect(panel.getByLabel(/^Contraseña/)).toBeVisible();
    expect(await panel.evaluate(() => 'sameDocument' in window)).toBe(false);
    expect((await cookiesOf(panel)).token).toBeUndefined();
  });
});

test('ACC-13 ACC-14 a token that the real server does not know ends at /login too, by a call that writes', async ({
  panel,
  product,
}) => {
  await panel.goto('/configuracion/notificaciones');
  await panel.evaluate(() => Object.assign(window, { sameDocument: true }));
  await panel.context().addCookies([{ name: 'token', value: 'vencida', url: product.url }]);
  await panel.getByLabel('Título').fill('Aviso');
  await panel.getByLabel('Mensaje').fill('Texto');
  await panel.getByRole('button', { name: 'Enviar a todos' }).click();
  await panel.waitForURL('/login');
  await expect(panel.getByLabel(/^Contraseña/)).toBeVisible();
  expect(await panel.evaluate(() => 'sameDocument' in window)).toBe(false);
  expect((await cookiesOf(panel)).token).toBeUndefined();
});
