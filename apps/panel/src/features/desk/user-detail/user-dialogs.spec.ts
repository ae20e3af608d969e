import type { Page } from '@playwright/test';
import { addDays, addMonths, formatDate, formatShortDate, today } from '@pulso/contract/kit/dates';
import { ADMIN } from '@pulso/testing/product';
import { expect, test, uniqueName } from '#test/builders';
import { chooseAction, waitForWrite, toasts, recordWrites } from '#test/page';
import { answerWith, dropAnswer, fetchAnswer } from '#test/panel';

test.use({ expectedErrors: [/Error en el servidor|No se pudo conectar/] });

async function openUser(page: Page, id: number, name: string) {
  await page.goto(`/usuarios/${id}`);
  await page.getByRole('button', { name, exact: true }).click();
  return page.getByRole('dialog', { name, exact: true });
}
const options = (page: Page, label: string) => page.getByLabel(label, { exact: true }).getByRole('option');

test('USD-25 USD-32 USD-33 USD-34 USD-36 USD-37 USD-38 USD-39 a subscription is activated from today, and everything shown follows', async ({
  panel,
  add,
}) => {
  const person = await add('/user');
  const [plan, retired] = [
    await add('/suscriptions', { duration: 3, amount: 45_000.5 }),
    await add('/suscriptions', { status: 0 }),
  ];
  for (let more = 0; more < 6; more += 1) await add('/suscriptions');
  const sent = recordWrites(panel);
  const dialog = await openUser(panel, person.id, 'Activar suscripción');
  await expect(dialog.getByRole('radio', { name: plan.title })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: retired.title })).toHaveCount(0);
  const list = dialog.locator('[data-pick-list]');
  expect(await list.evaluate((box) => [box.clientHeight <= 240, box.scrollHeight > box.clientHeight])).toEqual([
    true,
    true,
  ]);
  await expect(options(panel, 'Método de pago')).toHaveText(['Efectivo', 'Tarjeta', 'Transferencia']);

  const submit = dialog.getByRole('button', { name: 'Activar suscripción' });
  await submit.click();
  await expect(dialog.getByText('Por favor selecciona un plan de suscripción', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  expect(sent).toEqual([]);

  await dialog.getByRole('radio', { name: plan.title }).check();
  await expect(dialog.getByText('Por favor selecciona un plan de suscripción')).toHaveCount(0);
  const end = formatShortDate(addMonths(today(), 3));
  await expect(dialog.getByText(end, { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Monto (ARS)')).toHaveValue('45.000,50');
  await expect(dialog.getByText('Se registra un pago de ARS 45.000,50.')).toBeInViewport();
  const request = waitForWrite(panel, 'POST', '/user/activate-suscription');
  await submit.dblclick();
  expect((await request).postDataJSON()).toEqual({
    user_id: person.id,
    subscription_id: plan.id,
    payment_method: 'efectivo',
    payment_amount: 45_000.5,
  });
  await expect(dialog).toHaveCount(0);
  await expect(toasts(panel)).toContainText('Se registró un pago de ARS 45.000,50.');
  expect(sent).toEqual(['POST /user/activate-suscription']);
  await expect(
    panel.getByRole('region', { name: 'Perfil' }).getByText(/^(Activa|Por expirar) \(\d+ días\)$/),
  ).toBeVisible();
  await expect(panel.getByRole('table')).toContainText(plan.title);
  await panel.getByRole('tab', { name: 'Pagos' }).click();
  await expect(panel.getByRole('table')).toContainText('ARS 45.000,50');

  // An equal payment is asked about before it is taken twice.
  await panel.getByRole('button', { name: 'Registrar pago' }).click();
  const paying = panel.getByRole('dialog', { name: 'Registrar pago' });
  await paying.getByRole('radio', { name: plan.title }).check();
  await paying.getByRole('button', { name: 'Registrar pago' }).click();
  const question = panel.getByRole('alertdialog', { name: '¿Registrarlo otra vez?' });
  await expect(question).toContainText('serán ARS 90.001,00');
  await question.getByRole('button', { name: 'No registrar' }).click();
  expect(sent).toHaveLength(1);
  await paying.getByLabel('Monto (ARS)').fill('100');
  await paying.getByRole('button', { name: 'Registrar pago' }).click();
  await expect(paying).toHaveCount(0);
  expect(sent).toEqual(['POST /user/activate-suscription', 'POST /payment']);
  await panel.getByRole('button', { name: 'Activar suscripción' }).click();
  await dialog.getByRole('radio', { name: plan.title }).check();
  await submit.click();
  await question.getByRole('button', { name: 'No registrar' }).click();
  expect(sent).toHaveLength(2);
});

test('a month that runs already is sold from its own day, where that is ticked', async ({ panel, add }) => {
  const [person, plan] = [await add('/user'), await add('/suscriptions', { duration: 1 })];
  await panel.addInitScript(() => localStorage.setItem('pulso-extras', JSON.stringify(['renew', 'past-starts'])));
  const dialog = await openUser(panel, person.id, 'Activar suscripción');
  await dialog.getByRole('radio', { name: plan.title }).check();
  const start = addDays(today(), -3);
  await dialog.getByLabel('Fecha de inicio').fill(formatDate(start));
  const submit = dialog.getByRole('button', { name: 'Activar suscripción' });
  await submit.click();
  const problem = dialog.getByText('La fecha de inicio no puede ser anterior a hoy', { exact: true });
  await expect(problem).toBeVisible();
  await dialog.getByLabel('Ya empezó: entra con el mes en curso').check();
  await expect(problem).toHaveCount(0);
  await expect(dialog.getByLabel('Fecha de pago')).toHaveValue(formatDate(start));
  const request = waitForWrite(panel, 'POST', '/user/activate-suscription');
  await submit.click();
  expect((await request).postDataJSON()).toMatchObject({ start_date: start, started: true, paid_on: start });
  await expect(dialog).toHaveCount(0);
});

test('USD-35 USD-36 USD-38 USD-39 X10 a subscription begins later, never earlier, and ends no later than any form accepts, with what was noted; its plan is found by a part of its name', async ({
  panel,
  add,
}) => {
  const [person, plan] = [await add('/user'), await add('/suscriptions', { duration: 1 })];
  const word = uniqueName('Élite');
  for (let more = 0; more < 9; more += 1) await add('/suscriptions', { title: `${word} ${more}` });
  const dialog = await openUser(panel, person.id, 'Activar suscripción');
  const start = dialog.getByLabel('Fecha de inicio');
  await expect(start).toHaveValue(formatDate(today()));
  await expect(start).toHaveAttribute('min', today());
  await dialog.getByRole('button', { name: 'Abrir el calendario' }).click();
  const calendar = panel.getByRole('dialog', { name: 'Calendario' });
  await expect(calendar.getByRole('button', { name: /^Hoy, / })).toBeFocused();
  await expect(calendar.getByRole('button', { name: 'Ir al mes anterior' })).toHaveAttribute('aria-disabled', 'true');
  await expect(calendar.locator('th')).toHaveText(['lu', 'ma', 'mi', 'ju', 'vi', 'sá', 'do']);
  await panel.keyboard.press('ArrowLeft');
  await expect(calendar.getByRole('button', { name: /^Hoy, / })).toBeFocused();
  await panel.keyboard.press('ArrowRight');
  await panel.keyboard.press('Enter');
  await expect(calendar).toHaveCount(0);
  await expect(start).toHaveValue(formatDate(addDays(today(), 1)));
  // The chosen plan stays chosen, and in sight, whatever is searched for.
  await dialog.getByRole('radio', { name: plan.title }).check();
  const search = dialog.getByLabel('Buscar: Plan de suscripción');
  await search.fill(word.toLowerCase().replace('é', 'e'));
  await expect(dialog.getByRole('radio')).toHaveCount(10);
  await expect(dialog.getByRole('radio', { name: plan.title })).toBeChecked();
  await search.fill('');

  const sent = recordWrites(panel);
  const submit = dialog.getByRole('button', { name: 'Activar suscripción' });
  for (const [day, words] of [
    [addDays(today(), -1), 'La fecha de inicio no puede ser anterior a hoy'],
    ['2199-12-31', 'La fecha de fin sería posterior al año 2199'],
  ] as const) {
    await start.fill(day);
    await submit.click();
    await expect(dialog.getByText(words, { exact: true })).toBeVisible();
  }
  expect(sent).toEqual([]);
  const later = `${Number(today().slice(0, 4)) + 1}-01-31`;
  await start.fill(later);
  await expect(dialog.getByText(formatShortDate(addMonths(later, 1)), { exact: true })).toBeVisible();
  await dialog.getByLabel('Monto (ARS)').fill('0');
  await dialog.getByLabel('Método de pago').selectOption('Tarjeta');
  await dialog.getByLabel('ID de transacción (opcional)').fill('TR-1');
  await dialog.getByLabel('Notas (opcional)').fill('Regalo');
  const request = waitForWrite(panel, 'POST', '/user/activate-suscription');
  await submit.click();
  expect((await request).postDataJSON()).toEqual({
    user_id: person.id,
    subscription_id: plan.id,
    payment_method: 'tarjeta',
    payment_amount: 0,
    transaction_id: 'TR-1',
    notes: 'Regalo',
    start_date: later,
  });
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByRole('table').getByText(/^Empieza el /)).toBeVisible();
});

test('USD-40 USD-41 USD-42 an activation that fails says why and keeps what was typed', async ({ panel, add }) => {
  const [person, plan] = [await add('/user'), await add('/suscriptions')];
  await panel.route('**/api/suscriptions', answerWith(500));
  const dialog = await openUser(panel, person.id, 'Activar suscripción');
  await expect(dialog.getByText('Error al cargar las suscripciones disponibles', { exact: true })).toBeVisible();
  await panel.unrouteAll();
  await dialog.getByRole('button', { name: 'Reintentar' }).click();
  await dialog.getByRole('radio', { name: plan.title }).check();
  await dialog.getByLabel('Notas (opcional)').fill('Muy importante');
  const submit = dialog.getByRole('button', { name: 'Activar suscripción' });
  for (const [answer, reason] of [
    [answerWith(500), undefined],
    [answerWith(200, { success: false, message: 'El plan ya no se vende' }), 'El plan ya no se vende'],
    [answerWith(200, {}), undefined],
  ] as const) {
    await panel.route('**/api/user/activate-suscription', answer);
    await submit.click();
    const alert = dialog.getByRole('alert');
    await expect(
      alert.getByText('Error al activar la suscripción. Por favor intenta de nuevo.', { exact: true }),
    ).toBeVisible();
    if (reason) await expect(alert.getByText(reason, { exact: true })).toBeVisible();
    await expect(submit).toBeEnabled();
    await panel.unrouteAll();
  }
  await expect(dialog.getByLabel('Notas (opcional)')).toHaveValue('Muy importante');
  await expect(dialog.getByRole('radio', { name: plan.title })).toBeChecked();
  await submit.click();
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByRole('table')).toContainText('Muy importante');
});

test('USD-43 USD-44 USD-45 USD-46 USD-47 a package is activated from those on offer', async ({ panel, add, api }) => {
  const person = await add('/user');
  const [bundle, retired] = [await add('/package', { duration_days: 90 }), await add('/package', { status: false })];
  const leaving = await add('/package');
  await panel.route('**/api/package', answerWith(500));
  const dialog = await openUser(panel, person.id, 'Activar paquete');
  await expect(dialog.getByText('Error al cargar los paquetes disponibles', { exact: true })).toBeVisible();
  await panel.unrouteAll();
  await dialog.getByRole('button', { name: 'Reintentar' }).click();
  await expect(dialog.getByRole('radio', { name: bundle.title })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: retired.title })).toHaveCount(0);
  const sent = recordWrites(panel);
  const submit = dialog.getByRole('button', { name: 'Activar paquete' });
  await submit.click();
  await expect(dialog.getByText('Por favor selecciona un paquete', { exact: true })).toBeVisible();
  expect(sent).toEqual([]);
  await dialog.getByRole('radio', { name: bundle.title }).check();
  await expect(dialog.getByText(formatShortDate(addDays(today(), 90)))).toBeVisible();
  for (const answer of [answerWith(500), answerWith(200, { success: false }), answerWith(200, {})]) {
    await panel.route('**/api/user/activate-package', answer);
    await submit.click();
    await expect(
      dialog.getByText('Error al activar el paquete. Por favor intenta de nuevo.', { exact: true }),
    ).toBeVisible();
    await expect(submit).toBeEnabled();
    await panel.unrouteAll();
  }
  // Somebody else takes one off the offer while the dialog stands open.
  await dialog.getByRole('radio', { name: leaving.title }).check();
  await api.patch(`/package/${leaving.id}/status`, { status: false });
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText('Error al activar el paquete');
  await expect(dialog.getByRole('radio', { name: leaving.title })).toHaveCount(0);
  await dialog.getByRole('radio', { name: bundle.title }).check();
  const request = waitForWrite(panel, 'POST', '/user/activate-package');
  await submit.click();
  expect((await request).postDataJSON()).toEqual({ user_id: person.id, package_id: bundle.id, status: true });
  await expect(dialog).toHaveCount(0);
  await panel.getByRole('tab', { name: 'Paquetes' }).click();
  await expect(panel.getByRole('table')).toContainText(bundle.title);
});

test('USD-24 USD-48 USD-49 USD-50 USD-51 USD-52 USD-53 USD-54 a payment for a plan or a package, whose dialog asks before it closes on something typed', async ({
  panel,
  add,
}) => {
  const [person, plan, retired] = [
    await add('/user'),
    await add('/suscriptions', { amount: 1234.56 }),
    await add('/suscriptions', { status: 0 }),
  ];
  const [bundle, gone] = [await add('/package', { amount: 777 }), await add('/package', { status: false })];
  const sent = recordWrites(panel);
  const dialog = await openUser(panel, person.id, 'Registrar pago');
  const submit = dialog.getByRole('button', { name: 'Registrar pago' });
  const amount = dialog.getByLabel('Monto (ARS)');
  await amount.fill('5');
  await panel.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(amount).toHaveValue('5');
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await panel.getByRole('button', { name: 'Descartar' }).click();
  await expect(dialog).toHaveCount(0);
  const opening = panel.getByRole('button', { name: 'Registrar pago' });
  await expect(opening).toBeFocused();
  await opening.click();
  await expect(amount).toHaveAttribute('min', '0');
  await expect(amount).toHaveAttribute('step', '0.01');
  await expect(options(panel, 'Método de pago')).toHaveText(['Efectivo', 'Tarjeta', 'Transferencia', 'Mercado Pago']);
  await expect(options(panel, 'Tipo de pago')).toHaveText(['Suscripción', 'Paquete', 'Producto', 'Otro']);
  await expect(dialog.getByRole('radio', { name: plan.title })).toBeVisible();
  await expect(dialog.getByRole('radio', { name: retired.title })).toHaveCount(0);

  await submit.click();
  const noItem = dialog.getByText('Por favor selecciona un suscripción/paquete', { exact: true });
  const badAmount = dialog.getByText('Por favor ingresa un monto válido', { exact: true });
  await expect(noItem).toBeVisible();
  await expect(badAmount).toBeVisible();
  await dialog.getByRole('radio', { name: plan.title }).check();
  await expect(amount).toHaveValue('1.234,56');
  await expect(badAmount).toHaveCount(0);
  // The steps are true, and what was typed is written as an amount when the field is left.
  await amount.press('ArrowUp');
  await expect(amount).toHaveValue('1.234,57');
  for (const [typed, shown] of [
    ['78000', '78.000'],
    ['45000.5', '45.000,50'],
    ['mil', 'mil'],
  ] as const) {
    await amount.fill(typed);
    await amount.blur();
    await expect(amount).toHaveValue(shown);
  }
  for (const wrong of ['0', '-5', '']) {
    await amount.fill(wrong);
    await submit.click();
    await expect(badAmount).toBeVisible();
  }
  await dialog.getByLabel('Tipo de pago').selectOption('Paquete');
  await expect(dialog.getByRole('radio', { name: bundle.title })).not.toBeChecked();
  await expect(dialog.getByRole('radio', { name: gone.title })).toHaveCount(0);
  await submit.click();
  await expect(noItem).toBeVisible();
  expect(sent).toEqual([]);

  await dialog.getByRole('radio', { name: bundle.title }).check();
  await expect(amount).toHaveValue('777');
  await dialog.getByLabel('Método de pago').selectOption('Mercado Pago');
  // Any answer of the 2xx will do, even an empty one.
  await panel.route('**/api/payment', async (route) => {
    const answer = await fetchAnswer(route);
    await route.fulfill({ status: answer.status(), body: '' });
  });
  const request = waitForWrite(panel, 'POST', '/payment');
  await submit.dblclick();
  expect((await request).postDataJSON()).toEqual({
    user_id: person.id,
    type: 'package',
    item_id: bundle.id,
    amount: 777,
    payment_method: 'mercadopago',
    status: 'completed',
  });
  await expect(dialog).toHaveCount(0);
  await panel.getByRole('tab', { name: 'Pagos' }).click();
  await expect(panel.getByRole('table')).toContainText('ARS 777,00');
  expect(sent).toEqual(['POST /payment']);
});

test('USD-55 USD-56 a general payment, sent again after no answer, is written once', async ({
  page: panel,
  product,
  add,
}) => {
  const person = await add('/user');
  // The real login, because it is what announces that the server knows a payment sent twice.
  await panel.goto('/login');
  await panel.getByLabel('Usuario').fill(ADMIN.username);
  await panel.getByLabel('Contraseña').fill(ADMIN.password);
  await panel.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(panel).toHaveURL(`${product.url}/home`);
  await panel.goto(`/usuarios/${person.id}`);
  await chooseAction(panel, 'Registrar pago');
  const dialog = panel.getByRole('dialog', { name: 'Registrar pago' });
  await dialog.getByLabel('Tipo de pago').selectOption('Otro');
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  await dialog.getByLabel('Monto (ARS)').fill('150.25');
  await panel.route('**/api/payment', dropAnswer);
  const submit = dialog.getByRole('button', { name: 'Registrar pago' });
  const request = waitForWrite(panel, 'POST', '/payment');
  await submit.click();
  expect((await request).postDataJSON()).toMatchObject({ type: 'other', item_id: 0, amount: 150.25 });
  await expect(
    dialog.getByText('Error al registrar el pago. Por favor intenta de nuevo.', { exact: true }),
  ).toBeVisible();
  await expect(dialog.getByLabel('Monto (ARS)')).toHaveValue('150,25');
  await panel.unrouteAll();
  await submit.click();
  await expect(dialog).toHaveCount(0);
  await panel.getByRole('tab', { name: 'Pagos' }).click();
  await expect(panel.getByRole('table').locator('tbody tr')).toHaveCount(1);
});
