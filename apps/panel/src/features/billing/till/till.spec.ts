import type { Page } from '@playwright/test';
import { expectFitsPhone, expectAccessible, axeTestOptions, PHONE_SIZE } from '#test/accessibility';
import { expect, test as base } from '#test/builders';
import { closeToasts, reconnect, rowOf, tableRows, toneOf } from '#test/page';
import { answerWith, dropAnswer, fetchAnswer } from '#test/panel';

/** A page whose server said at login that it keeps a till. */
const test = base.extend({
  panel: async ({ panel }, use) => {
    await panel.addInitScript(() =>
      localStorage.setItem('pulso-extras', JSON.stringify(['ledger', 'idempotency-key'])),
    );
    await use(panel);
  },
});

// A journey each, with many looks on the way.
test.describe.configure({ timeout: 90_000 });
test.use({ ...axeTestOptions, expectedErrors: [/Error en el servidor|No se pudo conectar/] });

const DAY_MS = 24 * 3_600_000;
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const methodItem = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Por método' }).getByRole('listitem', { name });

test('CAJ-01 CAJ-06 CAJ-09 CAJ-11 CAJ-12 the till is begun, counted by its notes, closed over a difference that is explained, and its sheet printed', async ({
  panel,
  add,
  write,
  api,
}) => {
  const person = await add('/user');
  const sale = { user_id: person.id, type: 'product', item_id: 0, status: 'completed' };
  await write('/payment', { ...sale, amount: 7_000, payment_method: 'efectivo' });

  // Failing to load, then the first visit: what was paid before is not in it.
  await panel.route('**/api/till', answerWith(500), { times: 1 });
  await panel.goto('/caja');
  await expect(panel.getByRole('alert')).toContainText('Error al cargar la caja');
  await panel.getByRole('button', { name: 'Reintentar' }).click();
  await expect(panel.getByRole('heading', { name: 'Empieza a usar la caja' })).toBeVisible();
  await expectAccessible(panel, 'the first visit');
  await panel.getByLabel('Fondo inicial').fill('15.000');
  await panel.getByRole('button', { name: 'Empezar' }).click();
  await expect(methodItem(panel, 'Efectivo')).toContainText('ARS 15.000,00');
  await expect(panel.getByText(/^Abierta desde el \d\d\/\d\d\/\d{4}, \d\d:\d\d$/)).toBeVisible();
  await expect(panel.getByRole('main').getByText('Todavía no hay movimientos.')).toBeVisible();
  expect((await api.post('/till/open', { opening: 1 })).status).toBe(409);

  // Money that is no client's; what was typed stays when the server fails.
  await panel.getByRole('button', { name: 'Registrar egreso' }).click();
  const expense = dialogOf(panel, 'Registrar egreso');
  await expense.getByLabel('Monto (ARS)').fill('3.500,50');
  await expense.getByLabel('Categoría').fill('Insumos');
  await expense.getByLabel('Detalle').fill('Lavandina');
  await panel.route('**/api/movement', answerWith(500), { times: 1 });
  await expense.getByRole('button', { name: 'Registrar egreso' }).click();
  await expect(expense.getByRole('alert')).toContainText(
    'Error al registrar el movimiento. Por favor intenta de nuevo.',
  );
  // The expense is recorded, its answer is lost, and cancelling shows it.
  await panel.route('**/api/movement', dropAnswer, { times: 1 });
  await expense.getByRole('button', { name: 'Registrar egreso' }).click();
  await expect(expense.getByRole('button', { name: 'Reintentar' })).toBeVisible();
  await expense.getByRole('button', { name: 'Cancelar' }).click();
  await panel.getByRole('button', { name: 'Descartar' }).click();
  await expect(expense).toHaveCount(0);
  await expect(methodItem(panel, 'Efectivo')).toContainText('ARS 11.499,50');
  await expect(rowOf(panel, 'ARS -3.500,50')).toContainText('Insumos · Lavandina');
  await closeToasts(panel);
  await expectAccessible(panel, 'the open till');

  // The cash is counted by its notes.
  await panel.getByRole('button', { name: 'Cerrar caja' }).click();
  const closing = dialogOf(panel, 'Cerrar caja');
  await closing.getByRole('button', { name: 'Contar billetes' }).click();
  await closing.getByLabel('Billetes de $ 10.000').fill('1');
  await closing.getByLabel('Billetes de $ 500', { exact: true }).fill('2');
  await expect(closing.getByLabel('Efectivo contado')).toHaveValue('11.000');
  await expect(closing.getByLabel('Queda en caja')).toHaveValue('11.000');
  expect(await toneOf(closing.getByText('Faltan ARS 499,50'))).toBe('red');
  await closing.getByLabel('Tarjeta').fill('20');
  expect(await toneOf(closing.getByText('Sobran ARS 20,00'))).toBe('yellow');
  await closing.getByLabel('Tarjeta').fill('0');
  expect(await toneOf(closing.getByText('Sin diferencia'))).toBe('green');
  await closing.getByLabel('Queda en caja').fill('12.000');
  await closing.getByRole('button', { name: 'Cerrar caja' }).click();
  await expect(closing.getByText('No puede quedar más de lo contado')).toBeVisible();
  await expect(closing.getByText('Explica la diferencia')).toBeVisible();
  await closing.getByLabel('Queda en caja').fill('5.000');
  await expect(closing.getByText('Se retiran ARS 6.000,00')).toBeVisible();
  await closing.getByLabel('Nota').fill('Se dio mal un vuelto');
  await expectAccessible(panel, 'closing');

  // Something came meanwhile: what was typed stays, beside what is expected now.
  await write('/payment', { ...sale, amount: 100, payment_method: 'efectivo' });
  await closing.getByRole('button', { name: 'Cerrar caja' }).click();
  await expect(closing.getByRole('alert')).toContainText('Error al cerrar la caja. Por favor intenta de nuevo.');
  await expect(closing.getByRole('alert')).toContainText('ahora se esperan ARS 11.599,50');
  await expect(closing.getByText('Faltan ARS 599,50')).toBeVisible();
  await expect(closing.getByLabel('Efectivo contado')).toHaveValue('11.000');
  await expect(closing.getByLabel('Queda en caja')).toHaveValue('5.000');
  await expect(closing.getByLabel('Nota')).toHaveValue('Se dio mal un vuelto');
  await panel.setViewportSize(PHONE_SIZE);
  await expectFitsPhone(panel, 'closing');
  const business = (await (await api.get('/business')).json()) as { data: object };
  const named = { ...business, data: { ...business.data, name: 'Gimnasio Sur' } };
  await panel.route('**/api/business', answerWith(200, named));
  // The till is closed, the answer is lost, and the next till is already known when it is sent again.
  await panel.route('**/api/till/close', dropAnswer, { times: 1 });
  await closing.getByRole('button', { name: 'Cerrar caja' }).click();
  const again = closing.getByRole('button', { name: 'Reintentar' });
  await expect(again).toBeVisible();
  await reconnect(panel, '/till');
  await again.click();

  // The sheet of the close, the list, and the next till.
  await expect(panel.getByRole('heading', { level: 1, name: /^Cierre de caja N\.º \d+$/ })).toBeVisible();
  await expectFitsPhone(panel, 'a close');
  await panel.setViewportSize({ width: 1280, height: 800 });
  const counted = panel.getByRole('table', { name: 'Conteo por método' });
  await expect(counted.getByRole('row', { name: /^Efectivo/ })).toContainText('Faltan ARS 599,50');
  await expect(panel.getByText('Se dio mal un vuelto')).toBeVisible();
  await expect(panel.getByRole('table', { name: 'Movimientos del cierre' })).toContainText('Lavandina');
  await expectAccessible(panel, 'a close');
  expect((await panel.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  await panel.emulateMedia({ media: 'print' });
  await expect(panel.getByRole('main').getByText('Gimnasio Sur')).toBeVisible();
  await panel.emulateMedia({ media: null });
  const sheet = panel.url();
  await panel.getByRole('link', { name: 'Volver a los cierres' }).click();
  await expect(tableRows(panel)).toHaveCount(1);
  await expect(tableRows(panel)).toContainText(['Faltan ARS 599,50']);
  await expect(tableRows(panel)).toContainText(['ARS 5.000,00']);
  await panel.getByRole('link', { name: 'Volver a la caja' }).click();
  await expect(methodItem(panel, 'Efectivo')).toContainText('ARS 5.000,00');
  await panel.clock.setFixedTime(Date.now() + 2 * DAY_MS + 60_000);
  await panel.reload();
  await expect(panel.getByText('2 días sin cerrar')).toBeVisible();
  await panel.clock.setFixedTime(Date.now());
  await panel.goto('/pagos?clase=expense');
  await expect(rowOf(panel, 'ARS -3.500,50')).toContainText('Insumos · Lavandina');

  // A long one is there at once as far as a screen goes, and the whole of it before it is printed.
  await panel.route('**/api/till/closes/*', async (route) => {
    const response = await fetchAnswer(route);
    const body = (await response.json()) as { data: { rows: object[] } };
    body.data.rows = Array.from({ length: 400 }, (_, at) => ({ ...body.data.rows[0], id: at + 1 }));
    await route.fulfill({ response, json: body });
  });
  await panel.addInitScript(() => (window.requestAnimationFrame = () => 0));
  const answered = panel.waitForResponse('**/api/till/closes/*');
  await panel.goto(sheet);
  await answered;
  const movements = panel.getByRole('table', { name: 'Movimientos del cierre' }).locator('tbody tr');
  await expect(movements.first()).toBeVisible();
  expect(await movements.count()).toBeLessThan(200);
  await panel.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await movements.count()).toBe(400);

  // Back from another screen it is where it was left, however far down.
  const top = () => panel.evaluate(() => Math.round(window.scrollY));
  await movements.last().scrollIntoViewIfNeeded();
  const left = await top();
  const home = panel.getByRole('navigation').getByRole('link', { name: 'Inicio' });
  await home.evaluate((link) => (link as HTMLElement).click());
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Inicio');
  await panel.goBack();
  await expect(movements.last()).toBeVisible();
  expect(await top()).toBe(left);
});
