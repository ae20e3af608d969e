import type { Page } from '@playwright/test';
import { answerWith, expect, test as base } from '#test/panel';

/** A page whose server said at login what it can do. */
const test = base.extend({
  panel: async ({ panel }, use) => {
    await panel.addInitScript(() => localStorage.setItem('pulso-extras', JSON.stringify(['notifications'])));
    await use(panel);
  },
});
test.use({ expectedErrors: [/Error en el servidor/] });

const history = (page: Page) => page.getByRole('region', { name: 'Historial' });
const item = (page: Page, title: string) => history(page).getByRole('listitem').filter({ hasText: title });

async function sendNotification(page: Page, title: string) {
  await page.getByLabel('Título').fill(title);
  await page.getByLabel('Mensaje').fill('El gimnasio abre de 9 a 13.');
  await page.getByRole('button', { name: 'Enviar a todos' }).click();
}

test('with no device connected the panel says so, and what was sent stands in the history with who and when', async ({
  panel,
}) => {
  const title = `Feriado ${Date.now()}`;
  await panel.goto('/configuracion/notificaciones');
  await expect(panel.getByText(/^Todavía no hay dispositivos conectados/)).toBeVisible();
  const preview = panel.getByRole('region', { name: 'Vista previa' });
  await expect(preview).toHaveCount(0);
  await panel.getByLabel('Título').fill(title);
  await expect(preview).toContainText(title);
  await sendNotification(panel, title);
  await expect(panel.getByText('¡Notificación enviada con éxito!')).toBeVisible();
  await expect(preview).toHaveCount(0);
  await expect(item(panel, title)).toContainText('El gimnasio abre de 9 a 13.');
  await expect(item(panel, title)).toContainText('Administrador');
  await expect(item(panel, title)).toContainText('Guardada para la app');
});

test('the same again within a minute asks first, and goes only if the person says so', async ({ panel }) => {
  const title = `Promo ${Date.now()}`;
  const sent: unknown[] = [];
  panel.on('request', (request) => request.method() === 'POST' && sent.push(request.postDataJSON()));
  await panel.goto('/configuracion/notificaciones');
  await sendNotification(panel, title);
  await expect(item(panel, title)).toHaveCount(1);
  await sendNotification(panel, title);
  const question = panel.getByRole('alertdialog', { name: '¿Enviarla otra vez?' });
  await question.getByRole('button', { name: 'No enviar' }).click();
  await expect(panel.getByLabel('Título')).toHaveValue(title);
  await panel.getByRole('button', { name: 'Enviar a todos' }).click();
  await question.getByRole('button', { name: 'Enviar otra vez' }).click();
  await expect(item(panel, title)).toHaveCount(2);
  const body = 'El gimnasio abre de 9 a 13.';
  expect(sent).toEqual([
    { title, body },
    { title, body },
    { title, body },
    { title, body, repeat: true },
  ]);
});

test('a send under way shows how far it is, by itself, until it is done', async ({ panel }) => {
  const row = (delivered: number, failed: number) => ({
    ...{ id: 1, title: 'Clase nueva', body: 'Mañana', data: null, created_at: '2026-03-06T01:30:00Z' },
    ...{ created_by: { id: 1, name: 'Ana' }, recipients: 1200, delivered, failed, pending: 1200 - delivered - failed },
  });
  let now = row(300, 0);
  await panel.clock.install({ time: '2026-03-06T02:00:00Z' });
  await panel.route('**/api/notifications?*', (route) => route.fulfill({ json: { success: true, data: [now] } }));
  const providers = [{ provider: 'fcm', devices: 1200, state: 'credentials', since: null }];
  await panel.route(
    '**/api/notifications/audience',
    answerWith(200, { success: true, data: { devices: 1200, providers } }),
  );
  await panel.goto('/configuracion/notificaciones');
  await expect(panel.getByText('Llegará a 1.200 dispositivos.')).toBeVisible();
  await expect(panel.getByText(/^Firebase rechaza las credenciales/)).toBeVisible();
  const bar = history(panel).getByRole('progressbar', { name: 'Envío de «Clase nueva»' });
  await expect(bar).toHaveAttribute('aria-valuenow', '25');
  await expect(item(panel, 'Clase nueva')).toContainText('5 mar 2026, 22:30 · Ana');
  await expect(item(panel, 'Clase nueva')).toContainText('Enviando');
  now = row(1100, 100);
  await panel.clock.runFor(1_500);
  await expect(bar).toHaveAttribute('aria-valuenow', '100');
  await expect(item(panel, 'Clase nueva')).toContainText('1.100 entregadas100 fallidas0 pendientes');
  await expect(item(panel, 'Clase nueva')).not.toContainText('Enviando');
});

test('a history that does not come says so and keeps the form whole; a server without one shows none', async ({
  panel,
}) => {
  await panel.route('**/api/notifications?*', answerWith(500));
  await panel.goto('/configuracion/notificaciones');
  await expect(history(panel).getByText('Error al cargar el historial de notificaciones')).toBeVisible();
  await panel.unrouteAll();
  const came = panel.waitForResponse('**/api/notifications?*');
  await history(panel).getByRole('button', { name: 'Reintentar' }).click();
  await came;
  await expect(history(panel).getByRole('alert')).toHaveCount(0);

  await panel.addInitScript(() => localStorage.removeItem('pulso-extras'));
  const asked: string[] = [];
  panel.on('request', (request) => request.url().includes('/api/notifications') && asked.push(request.url()));
  await panel.reload();
  await expect(panel.getByRole('button', { name: 'Enviar a todos' })).toBeVisible();
  await expect(history(panel)).toHaveCount(0);
  expect(asked).toEqual([]);
});
