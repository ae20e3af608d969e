import type { Page } from '@playwright/test';
import { addMonths, formatDate, today } from '@pulso/contract/kit/dates';
import { expectFitsPhone, expectAccessible, axeTestOptions, PHONE_SIZE } from '#test/accessibility';
import { expect, test as base, uniqueName } from '#test/builders';
import { closeToasts, goToScreen, reconnect, rowOf, toasts } from '#test/page';
import { answerWith, dropAnswer, fetchAnswer } from '#test/panel';

/** A page whose server said at login that it has a price list. */
const test = base.extend({
  panel: async ({ panel }, use) => {
    await panel.addInitScript(() =>
      localStorage.setItem('pulso-extras', JSON.stringify(['prices', 'collections', 'idempotency-key'])),
    );
    await use(panel);
  },
});
test.describe.configure({ timeout: 90_000 });
test.use({ ...axeTestOptions, expectedErrors: [/^Error (en el servidor|al cargar los precios)|^No se pudo conectar/] });

const FIRST_OF_NEXT_MONTH = addMonths(today(), 1, 1);
const FORM_ROUTE = '/precios/aumentos/nuevo';
const priceAfterField = (page: Page, title: string) => page.getByRole('textbox', { name: `Después: ${title}` });
const submitButton = (page: Page) => page.getByRole('button', { name: /^Programar (aumento|\d+ precios?)$/ });

async function checkAccessibility(page: Page, what: string) {
  await expectAccessible(page, what);
  await page.setViewportSize(PHONE_SIZE);
  await expectFitsPhone(page, what);
  await page.setViewportSize({ width: 1280, height: 720 });
}

test('AUM-01 AUM-02 AUM-14 AUM-15 AUM-11 AJU-16 every plan rises by 8 % from the 1st, three clients keep their price, and it is undone', async ({
  panel,
  add,
  api,
}) => {
  const plan = await add('/suscriptions', { title: uniqueName('Mensual'), amount: 11_000 });
  const surname = uniqueName('Pérez');
  const people = [];
  for (const name of ['Ana', 'Beto', 'Caro']) people.push(await add('/user', { name: `${name} ${surname}` }));

  await panel.goto('/precios');
  await expect(panel.getByRole('navigation').getByRole('link', { name: 'Precios' })).toBeVisible();
  const row = rowOf(panel, plan.title);
  await expect(row).toContainText('ARS 11.000,00');
  // A price changed on the plans' screen is the new one here at once.
  await goToScreen(panel, '/suscripciones');
  await api.patch(`/suscriptions/${plan.id}`, { amount: 12_345.67 });
  await goToScreen(panel, '/precios');
  await expect(row).toContainText('ARS 12.345,67');
  await panel.getByRole('link', { name: 'Nuevo aumento' }).click();
  await expect(panel.getByLabel('Desde')).toHaveValue(formatDate(FIRST_OF_NEXT_MONTH));
  await panel.getByRole('textbox', { name: 'Cuánto' }).fill('8');
  await panel.getByRole('checkbox', { name: 'Todos: Planes' }).check();
  // Rounding to $ 100 is proposed.
  await expect(priceAfterField(panel, plan.title)).toHaveValue('13.400');
  await panel.getByLabel('Redondeo').selectOption('Sin redondeo');
  await expect(priceAfterField(panel, plan.title)).toHaveValue('13.333,33');
  await panel.getByLabel('Redondeo').selectOption('$ 1.000');
  await expect(priceAfterField(panel, plan.title)).toHaveValue('14.000');
  await expect(rowOf(panel, plan.title)).toContainText('+ ARS 1.654,33');
  await panel.getByRole('textbox', { name: 'Motivo' }).fill('Sube el alquiler');
  const clients = panel.getByRole('combobox', { name: 'Clientes' });
  for (const { name } of people) {
    await clients.fill(name);
    await panel.getByRole('option', { name }).click();
  }
  await expect(panel.getByRole('list', { name: 'Mantienen su precio' }).getByRole('listitem')).toHaveCount(3);
  await checkAccessibility(panel, 'the form of a rise');
  await submitButton(panel).click();

  await expect(panel.getByRole('heading', { name: `Aumento del ${formatDate(FIRST_OF_NEXT_MONTH)}` })).toBeVisible();
  await expect(rowOf(panel, plan.title)).toContainText('ARS 14.000,00');
  const kept = panel.getByRole('region', { name: 'Mantienen su precio' });
  for (const { name } of people) await expect(kept.getByRole('link', { name })).toBeVisible();
  await expect(kept).toContainText(`${plan.title} · ARS 12.345,67`);
  await checkAccessibility(panel, 'a rise');

  await goToScreen(panel, '/precios');
  await expect(row).toContainText('ARS 14.000,00');
  await expect(row).toContainText(formatDate(FIRST_OF_NEXT_MONTH));
  await row.getByRole('button', { name: 'Historial' }).click();
  const history = panel.getByRole('dialog', { name: `Historial: ${plan.title}` });
  const versions = history.getByRole('list', { name: 'Precios' }).locator('> li');
  // The price that it was created with is of the same day.
  await expect(versions).toHaveCount(3);
  await expect(versions.first()).toContainText('ARS 14.000,00Programado');
  await expect(versions.first()).toContainText('Aumento: Sube el alquiler');
  await expect(versions.nth(1)).toContainText('ARS 12.345,67Vigente');
  await expect(versions.nth(1)).toContainText('Administrador');
  await expect(versions.nth(2)).toContainText('ARS 11.000,00');
  await checkAccessibility(panel, 'a history');
  await history.getByRole('link', { name: 'Aumento: Sube el alquiler' }).click();

  await closeToasts(panel);
  await panel.getByRole('button', { name: 'Deshacer' }).click();
  await panel.getByRole('alertdialog').getByRole('button', { name: 'Deshacer' }).click();
  await expect(toasts(panel)).toContainText('Aumento deshecho');
  await expect(panel.getByText('Deshecho', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
  await goToScreen(panel, '/precios');
  await expect(row).not.toContainText('ARS 14.000,00');
  await checkAccessibility(panel, 'the prices');
});

test('AUM-12 AUM-17 AUM-18 a rise from today asks first and rules at once; its page says who was told, and its proof prints how', async ({
  panel,
  add,
  write,
}) => {
  const plan = await add('/suscriptions', { title: uniqueName('Anual'), amount: 10_000, duration: 12 });
  const person = await add('/user', { name: uniqueName('Ana') });
  const sold = { subscription_id: plan.id, payment_method: 'efectivo', payment_amount: 10_000 };
  await write('/user/activate-suscription', { user_id: person.id, ...sold });
  await panel.goto(FORM_ROUTE);
  await panel.getByLabel('Desde').fill(formatDate(today()));
  await panel.getByLabel('En', { exact: true }).selectOption('Pesos ($)');
  await panel.getByRole('textbox', { name: 'Cuánto' }).fill('1.500');
  await panel.getByRole('checkbox', { name: plan.title }).check();
  await expect(priceAfterField(panel, plan.title)).toHaveValue('11.500');
  const now = panel.getByRole('button', { name: 'Aumentar ahora' });
  await now.click();
  const question = panel.getByRole('alertdialog');
  await expect(question).toContainText('Rige desde este momento y no se puede deshacer.');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(question).toBeHidden();
  await expect(priceAfterField(panel, plan.title)).toHaveValue('11.500');
  await now.click();
  // The prices rise, the answer is lost, and the new prices are already known when it is sent again.
  await panel.route('**/api/price-rise', dropAnswer, { times: 1 });
  await question.getByRole('button', { name: 'Aumentar ahora' }).click();
  const again = panel.getByRole('button', { name: 'Reintentar' });
  await expect(again).toBeVisible();
  await reconnect(panel, '/price-list');
  await again.click();
  await question.getByRole('button', { name: 'Aumentar ahora' }).click();
  await expect(panel.getByText('Vigente', { exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
  await expect(panel.getByRole('heading', { name: 'Avisados 0 de 1' })).toBeVisible();
  await expect(panel.getByText(`Falta avisar a ${person.name}.`)).toBeVisible();
  await expect(panel.getByText(`el plan ${plan.title} pasa de $ 10.000 a $ 11.500.`)).toBeVisible();
  const id = panel.url().split('/').at(-1);
  await panel.getByRole('link', { name: 'Avisar por WhatsApp' }).click();
  await expect(panel.getByRole('tab', { name: 'Aumento', selected: true })).toBeVisible();
  await expect(panel.getByRole('tabpanel')).toContainText(person.name);
  await panel.goBack();

  // Somebody was told meanwhile.
  await panel.route(`**/api/price-rise/${id}`, async (route) => {
    const body = (await (await fetchAnswer(route)).json()) as { data: object };
    const notice = { user: person, at: '2026-03-05T17:05:00.000Z', channel: 'whatsapp', text: 'Hola Ana, sube.' };
    const notices = [{ ...notice, author: { id: 1, name: 'Luis' } }];
    await route.fulfill({ json: { ...body, data: { ...body.data, told: 1, untold: [], notices } } });
  });
  await panel.reload();
  await expect(panel.getByRole('heading', { name: 'Avisados 1 de 1' })).toBeVisible();
  await panel.evaluate(() => Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') }));
  await panel.getByRole('button', { name: 'Constancia' }).click();
  await expect(panel.locator('body')).toHaveAttribute('data-printed', '');
  await panel.emulateMedia({ media: 'print' });
  const proof = panel.getByRole('article', { name: 'Constancia' });
  for (const words of [`Rige desde el ${formatDate(today())} · $ 1.500`, plan.title, 'ARS 10.000,00', 'ARS 11.500,00'])
    await expect(proof).toContainText(words);
  const told = proof.getByRole('row').filter({ hasText: person.name });
  for (const words of ['05/03/2026', '14:05', 'WhatsApp', 'Luis', 'Hola Ana, sube.'])
    await expect(told.getByRole('cell', { name: words, exact: true })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Constancia' })).toBeHidden();
  await panel.emulateMedia({ media: 'screen' });
  await expect(proof).toHaveCount(0);

  await goToScreen(panel, '/suscripciones');
  await expect(panel.getByRole('article').filter({ hasText: plan.title })).toContainText('ARS 11.500,00');
});

test('AUM-04 AUM-09 AUM-10 what is wrong is said beside it, and a refused rise keeps what was typed', async ({
  panel,
  add,
  change,
}) => {
  const plan = await add('/suscriptions', { title: uniqueName('Trimestral'), amount: 20_000 });
  const free = await add('/suscriptions', { title: uniqueName('Gratis'), amount: 0 });
  await panel.goto(FORM_ROUTE);
  await submitButton(panel).click();
  await expect(panel.getByText('Indica cuánto sube: de 0,01 a 500 %')).toBeVisible();
  await expect(panel.getByText('Elige al menos un precio')).toBeVisible();
  await panel.getByRole('textbox', { name: 'Cuánto' }).fill('10');
  for (const { title } of [plan, free]) await panel.getByRole('checkbox', { name: title }).check();
  await expect(rowOf(panel, free.title).getByText('Gratis', { exact: true })).toBeVisible();
  await priceAfterField(panel, plan.title).fill('19.000');
  await submitButton(panel).click();
  await expect(panel.getByText('El precio nuevo debe ser mayor que el anterior')).toBeVisible();
  await expect(priceAfterField(panel, plan.title)).toBeFocused();
  await checkAccessibility(panel, 'a form with errors');
  await priceAfterField(panel, plan.title).fill('25.000');

  await panel.route('**/api/price-rise', answerWith(500), { times: 1 });
  await submitButton(panel).click();
  const alert = panel.getByRole('alert').filter({ hasText: 'Error al programar el aumento' });
  await expect(alert).toContainText('Error al programar el aumento. Por favor intenta de nuevo.');
  await expect(priceAfterField(panel, plan.title)).toHaveValue('25.000');

  await change('PATCH', `/suscriptions/${plan.id}`, { amount: 21_000 });
  await submitButton(panel).click();
  await expect(alert).toContainText(`El precio de ${plan.title} cambió. Revisa la tabla.`);
  // The table has the new price, and what was typed stays.
  await expect(rowOf(panel, plan.title)).toContainText('ARS 21.000,00');
  await expect(priceAfterField(panel, plan.title)).toHaveValue('25.000');
  await submitButton(panel).click();
  await expect(panel.getByRole('heading', { name: `Aumento del ${formatDate(FIRST_OF_NEXT_MONTH)}` })).toBeVisible();

  // The plan's own form knows of it, and another rise of that day too.
  await goToScreen(panel, `/suscripciones?buscar=${encodeURIComponent(plan.title)}`);
  await panel.getByRole('button', { name: 'Editar' }).click();
  await expect(
    panel.getByText(`Hay un aumento programado: ARS 25.000,00 desde el ${formatDate(FIRST_OF_NEXT_MONTH)}.`),
  ).toBeVisible();
  await panel.keyboard.press('Escape');
  await goToScreen(panel, FORM_ROUTE);
  await panel.getByRole('button', { name: /ya cambian? ese día · Ver/ }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: plan.title })).toContainText(
    'desde ese día ARS 25.000,00',
  );
  await expect(panel.getByRole('checkbox', { name: plan.title })).toHaveCount(0);
});

test('B4 polish 16 a rise counts the prices that will change, in its header, button and message, and cuts none', async ({
  panel,
  add,
}) => {
  const plan = await add('/suscriptions', { title: uniqueName('Semestral'), amount: 1_234_567.89 });
  const item = { kind: 'plan', id: plan.id, title: plan.title, status: true, price: 1_234_567.89, next: null };
  const coming = [{ amount: 40_000, valid_from: FIRST_OF_NEXT_MONTH }];
  const others = [1, 2, 3, 4].map((id) => ({ ...item, id: plan.id + id, title: `Otro ${id}`, coming, clients: 2 }));
  const data = [{ ...item, coming: [], clients: 0 }, ...others];
  await panel.route('**/api/price-list', answerWith(200, { success: true, data }));
  await panel.goto(FORM_ROUTE);
  await panel.getByRole('textbox', { name: 'Cuánto' }).fill('8');
  await panel.getByRole('checkbox', { name: 'Todos: Planes' }).check();
  await expect(panel.getByRole('rowgroup', { name: 'Planes' })).toContainText('1 de 1');
  await expect(panel.getByRole('button', { name: '4 ya cambian ese día · Ver' })).toBeVisible();
  const after = priceAfterField(panel, plan.title);
  await expect(after).toHaveValue('1.333.400');
  await after.fill('1.333.333,33');
  for (const size of [{ width: 1440, height: 900 }, { width: 1280, height: 720 }, PHONE_SIZE]) {
    await panel.setViewportSize(size);
    expect(await after.evaluate((one) => one.scrollWidth - one.clientWidth), `${size.width}`).toBeLessThanOrEqual(0);
  }
  await checkAccessibility(panel, 'a rise of which a part is scheduled');
  await panel.getByRole('button', { name: 'Programar 1 precio', exact: true }).click();
  await expect(toasts(panel)).toContainText(`1 precio cambia el ${formatDate(FIRST_OF_NEXT_MONTH)}`);
});

test('AUM-01 prices that do not load say so with a way to try again; without the extra there is no such screen', async ({
  panel,
  page,
}) => {
  await panel.route('**/api/price-list', answerWith(500), { times: 1 });
  await panel.goto('/precios');
  const alert = panel.getByRole('alert');
  await expect(alert).toContainText('Error al cargar los precios');
  await alert.getByRole('button', { name: 'Reintentar' }).click();
  await expect(alert).toHaveCount(0);
  await page.addInitScript(() => localStorage.removeItem('pulso-extras'));
  await page.goto('/precios');
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('navigation').getByRole('button', { name: 'La plata' })).toHaveCount(0);
});
