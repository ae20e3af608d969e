import type { Page } from '@playwright/test';
import { answerWith, expect, createGate, test } from '#test/panel';

const FAILURE_MESSAGE = 'Error al cargar las estadísticas. Por favor, intenta de nuevo.';

const statistics = {
  usuarios: { total: 1234, con_suscripcion_activa: 800, sin_suscripcion_activa: 434, activos: 1000, inactivos: 234 },
  entrenamientos: { total: 42, activos: 40, inactivos: 2 },
  niveles: { total: 5 },
  paquetes: { total: 17, activos: 13 },
  productos: { total: 200, destacados: 29 },
  ejercicios: { total: 321 },
  partes_cuerpo: { total: 11 },
  dietas: { total: 2 },
  categorias_productos: { total: 1 },
};
type Statistics = typeof statistics;

const answerStatistics = (data: unknown) => answerWith(200, { success: true, data });
const card = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });

/** The rows of a distribution panel as they are read: name, count, percentage. */
const rowsOf = (page: Page, title: string) =>
  card(page, title)
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((row) => row.textContent.replace(/\s+/g, ' ').trim()));

/** The widths of the bars inside, which must say what the numbers say. */
const barsOf = (page: Page, title: string) =>
  card(page, title)
    .locator('[style*=width]')
    .evaluateAll((bars) => bars.map((bar) => (bar as HTMLElement).style.width));

test('INI-01 INI-02 INI-03 the dashboard greets and asks for the statistics without a payload', async ({ panel }) => {
  const [request] = await Promise.all([panel.waitForRequest('**/api/estadisticas'), panel.goto('/home')]);
  expect(request.method()).toBe('GET');
  expect(request.postData()).toBeNull();
  expect(new URL(request.url()).search).toBe('');
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Inicio');
  await expect(panel.getByText('¡Hola, Administrador! Así está tu negocio hoy.')).toBeVisible();
  await expect(card(panel, 'Total de usuarios')).toBeVisible();
});

/** The dashboard with these figures. */
async function showDashboard(page: Page, data: unknown) {
  await page.route('**/api/estadisticas', answerStatistics(data), { times: 1 });
  await page.goto('/home');
  await expect(card(page, 'Total de usuarios')).toBeVisible();
}

test('INI-04 INI-05 INI-06 INI-07 INI-08 INI-09 INI-10 INI-11 INI-12 INI-13 INI-14 INI-15 INI-16 G1 G2 the cards show their counters, each distribution row its whole percentage', async ({
  panel,
}) => {
  await test.step('the eight cards and the rows', async () => {
    await showDashboard(panel, statistics);
    const cards: [string, string, string?][] = [
      ['Total de usuarios', '1.234'],
      ['Usuarios con suscripción', '800'],
      ['Usuarios sin suscripción', '434'],
      ['Entrenamientos', '42'],
      ['Niveles', '5'],
      ['Paquetes', '17', '13 activos'],
      ['Productos', '200', '29 destacados (15%)'],
      ['Ejercicios', '321', '11 partes del cuerpo'],
    ];
    for (const [title, value, detail] of cards) {
      await expect(card(panel, title).getByText(value, { exact: true })).toBeVisible();
      if (detail) await expect(card(panel, title).getByText(detail)).toBeVisible();
    }
    expect(await barsOf(panel, 'Productos')).toEqual(['15%']);
    await expect(panel.getByRole('main').getByRole('region')).toHaveCount(8 + 4);
    expect(await rowsOf(panel, 'Estado de usuarios')).toEqual(['Activos1.000 (81%)', 'Inactivos234 (19%)']);
    expect(await rowsOf(panel, 'Suscripciones')).toEqual(['Con suscripción800 (65%)', 'Sin suscripción434 (35%)']);
    expect(await rowsOf(panel, 'Dietas')).toEqual(['Planes de dieta2 (67%)', 'Categorías de productos1 (33%)']);
    expect(await barsOf(panel, 'Estado de usuarios')).toEqual(['81%', '19%']);
  });

  await test.step('without the real counts each level is a rounded third of the total', async () => {
    const thirds = [
      [1, 0, 0],
      [2, 1, 33],
      [4, 1, 33],
      [5, 2, 33],
    ] as const;
    for (const [total, third, share] of thirds) {
      await showDashboard(panel, { ...statistics, niveles: { total } });
      expect(await rowsOf(panel, 'Niveles de entrenamiento')).toEqual(
        ['Principiante', 'Intermedio', 'Avanzado'].map((level) => `${level}${third} (${share}%)`),
      );
    }
  });

  await test.step('where the API tells the trainings of each level, these are shown', async () => {
    const por_nivel = [
      { id: 1, title: 'Inicial', total: 3 },
      { id: 2, title: 'Experto', total: 1 },
    ];
    const entrenamientos = { ...statistics.entrenamientos, por_nivel };
    await showDashboard(panel, { ...statistics, entrenamientos });
    expect(await rowsOf(panel, 'Niveles de entrenamiento')).toEqual(['Inicial3 (75%)', 'Experto1 (25%)']);
  });

  await test.step('where there is nothing every percentage is 0', async () => {
    const nothing = Object.fromEntries(
      Object.entries(statistics).map(([group, counters]) => [
        group,
        Object.fromEntries(Object.keys(counters).map((name) => [name, 0])),
      ]),
    ) as Statistics;
    await showDashboard(panel, nothing);
    await expect(card(panel, 'Productos').getByText('0 destacados (0%)')).toBeVisible();
    expect(await barsOf(panel, 'Productos')).toEqual(['0%']);
    for (const title of ['Estado de usuarios', 'Suscripciones', 'Niveles de entrenamiento', 'Dietas'])
      for (const row of await rowsOf(panel, title)) expect(row).toMatch(/0 \(0%\)$/);
    await expect(panel.getByRole('main')).not.toContainText(/NaN|Infinity/);
  });
});

test('INI-16 the real API tells them: a level of its own has its row', async ({ panel, api }) => {
  const title = `Nivel ${Date.now()}`;
  const headers = { Authorization: `Bearer ${api.token}` };
  const made = await panel.request.post('/api/level', { headers, multipart: { title, status: 'true' } });
  expect(made.status()).toBe(201);
  await panel.goto('/home');
  await expect(card(panel, 'Niveles de entrenamiento').getByRole('listitem').filter({ hasText: title })).toContainText(
    '0 (0%)',
  );
});

test.describe('with the browser in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('INI-17 FMT-02 the footer shows when the figures were brought, in the time of Buenos Aires', async ({
    panel,
  }) => {
    await panel.clock.install({ time: '2025-03-06T01:30:00Z' });
    await panel.goto('/home');
    const footer = panel.getByText('Última actualización:');
    await expect(footer).toHaveText('Última actualización: 5 mar 2025, 22:30');
    // Back from another screen much later the figures are brought again, and the time with them.
    await panel.getByRole('link', { name: 'Productos', exact: true }).click();
    await expect(panel.getByRole('heading', { name: 'Productos', level: 1 })).toBeVisible();
    await panel.clock.setSystemTime('2025-03-06T04:00:00Z');
    await panel.getByRole('link', { name: 'Inicio', exact: true }).click();
    await expect(footer).toHaveText('Última actualización: 6 mar 2025, 01:00');
  });
});

test('INI-18 eight cards and two panels stand in while the answer is awaited', async ({ panel }) => {
  const [held, answer] = createGate();
  await panel.route('**/api/estadisticas', async (route) => {
    await held;
    await answerStatistics(statistics)(route);
  });
  await panel.goto('/home');
  const loading = panel.getByRole('status', { name: 'Cargando' });
  await expect(loading).toHaveAttribute('aria-busy', 'true');
  await expect(loading.locator('[data-skeleton=card]')).toHaveCount(8);
  await expect(loading.locator('[data-skeleton=panel]')).toHaveCount(2);
  answer();
  await expect(card(panel, 'Total de usuarios')).toBeVisible();
  await expect(loading).toHaveCount(0);
});

test.describe('when the statistics do not come', () => {
  test.use({ expectedErrors: [/^(No se pudo conectar con el|Error en el) servidor/] });

  const html = { status: 200, contentType: 'text/html', body: '<h1>Hola</h1>' };
  const failures = [
    { what: 'INI-19 a server error', answer: answerWith(500, { success: false, message: 'Falló' }) },
    { what: 'INI-20 an answer without success', answer: answerWith(200, { data: statistics }) },
    { what: 'INI-20 an answer without data', answer: answerWith(200, { success: true }) },
    { what: 'INI-20 an answer that says it failed', answer: answerWith(200, { success: false, data: statistics }) },
    {
      what: 'INI-20 G4 counters that are texts',
      answer: answerStatistics({ ...statistics, niveles: { total: '5' } }),
    },
    { what: 'INI-20 a page', answer: (route: Parameters<ReturnType<typeof answerWith>>[0]) => route.fulfill(html) },
  ];
  test('INI-19 INI-20 each failure shows the same box, and Reintentar brings the figures', async ({ panel }) => {
    for (const { what, answer } of failures) {
      await panel.route('**/api/estadisticas', answer, { times: 1 });
      await panel.goto('/home');
      const box = panel.getByRole('main').getByRole('alert');
      await expect(box.getByText(FAILURE_MESSAGE), what).toBeVisible();
      await expect(panel.getByRole('status', { name: 'Cargando' }), what).toHaveCount(0);
      await expect(card(panel, 'Total de usuarios'), what).toHaveCount(0);
      await box.getByRole('button', { name: 'Reintentar' }).click();
      await expect(card(panel, 'Total de usuarios'), what).toBeVisible();
      await expect(box, what).toHaveCount(0);
    }
  });

  test('figures that were there stay beside the failure of a later call', async ({ panel }) => {
    await panel.clock.install({ time: '2025-03-05T12:00:00Z' });
    await panel.goto('/home');
    await expect(card(panel, 'Total de usuarios')).toBeVisible();
    await panel.route('**/api/estadisticas', (route) => route.abort('connectionrefused'));
    await panel.getByRole('link', { name: 'Productos', exact: true }).click();
    await expect(panel.getByRole('heading', { name: 'Productos', level: 1 })).toBeVisible();
    await panel.clock.setSystemTime('2025-03-05T12:05:00Z');
    await panel.getByRole('link', { name: 'Inicio', exact: true }).click();
    await expect(panel.getByText(FAILURE_MESSAGE)).toBeVisible();
    await expect(card(panel, 'Total de usuarios')).toBeVisible();
    await expect(panel.getByText('Última actualización:')).toContainText('09:00');
  });
});
