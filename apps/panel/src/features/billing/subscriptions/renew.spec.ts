import type { Locator, Page } from '@playwright/test';
import { addDays, addMonths, formatDate, formatShortDate, today } from '@pulso/contract/kit/dates';
import { expect, test } from '#test/builders';
import { closeToasts, goToScreen, waitForWrite, reconnect, rowOf, toasts, recordWrites } from '#test/page';
import { answerWith, createGate, dropAnswer, fetchAnswer } from '#test/panel';

const enableExtras = (page: Page, more: string[] = []) =>
  page.addInitScript(
    (extras) => localStorage.setItem('pulso-extras', JSON.stringify(extras)),
    ['renew', 'ledger', 'idempotency-key', ...more],
  );

const renewDialog = (page: Page) => page.getByRole('dialog', { name: 'Renovar suscripción', exact: true });
const submitButton = (dialog: Locator) => dialog.getByRole('button', { name: 'Renovar', exact: true });
const day = today();

/** Changes what the panel is answered about the next renewal. */
const changeRenewalAnswer = (page: Page, id: number, change: (data: Record<string, unknown>) => object) =>
  page.route(`**/api/user/${id}/renewal`, async (route) => {
    const answer = await fetchAnswer(route);
    const { data } = (await answer.json()) as { data: Record<string, unknown> };
    await route.fulfill({ response: answer, json: { success: true, data: { ...data, ...change(data) } } });
  });

test.describe('with failures on the way', () => {
  test.use({ expectedErrors: [/^Error en el servidor|^No se pudo conectar/] });

  test('what is sold is of the plan that the client has now, not of the one that was known a moment ago', async ({
    panel,
    add,
    write,
  }) => {
    await enableExtras(panel, ['prices']);
    const [person, before] = [await add('/user'), await add('/suscriptions', { duration: 1, amount: 15_000 })];
    const activation = { user_id: person.id, payment_method: 'efectivo', payment_amount: 0 };
    await panel.goto(`/usuarios/${person.id}`);
    await expect(panel.getByRole('button', { name: 'Activar suscripción' })).toBeVisible();
    // Somebody else sells one while the page stands open.
    await write('/user/activate-suscription', { ...activation, subscription_id: before.id });
    await panel.getByRole('button', { name: 'Activar suscripción' }).click();
    await expect(panel.getByRole('dialog')).toContainText('La nueva la reemplaza.');
    await panel.keyboard.press('Escape');
    await expect(panel.getByRole('dialog')).toHaveCount(0);
    const dialog = panel.getByRole('dialog');
    const open = async (name: string, plan: { id: number }, price: string, failing?: string) => {
      if (failing) await panel.route(failing, (route) => route.fulfill({ status: 500 }));
      await panel.getByRole('button', { name, exact: true }).click();
      if (failing) {
        // Cached data are not shown in the place of a failed answer.
        const retry = dialog.getByRole('button', { name: 'Reintentar' });
        await expect(retry).toBeVisible();
        await expect(dialog.getByRole('option', { name: before.title })).toHaveCount(0);
        await panel.unroute(failing);
        await retry.click();
      }
      await expect(dialog.getByLabel('Plan *')).toHaveValue(String(plan.id));
      await expect(dialog.getByLabel('Precio *')).toHaveValue(price);
      await panel.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    };
    for (const name of ['Renovar', 'Mantener precio']) await open(name, before, '15.000');
    // And then another plan, which is new too.
    const now = await add('/suscriptions', { duration: 3, amount: 40_000 });
    await write('/user/activate-suscription', { ...activation, subscription_id: now.id });
    await panel.getByRole('button', { name: 'Gestionar suscripción' }).click();
    await expect(dialog).toContainText(now.title);
    await panel.keyboard.press('Escape');
    for (const name of ['Renovar', 'Mantener precio'])
      for (const failing of [undefined, `**/api/user/${person.id}/renewal`, '**/api/suscriptions'])
        await open(name, now, '40.000', failing);
  });

  test('what was sold, renewed or paused without an answer is not done again, and a failure is told where one has gone', async ({
    panel,
    add,
    api,
  }) => {
    await enableExtras(panel);
    const [person, plan] = [await add('/user'), await add('/suscriptions', { duration: 1, amount: 15_000 })];
    const again = panel.getByRole('dialog').getByRole('button', { name: 'Reintentar' });
    /** The call is done, its answer is lost, and the change is already known when it is sent again. */
    const lose = async (name: string, call: string, changed: string) => {
      await panel.route(`**/api${call}`, dropAnswer, { times: 1 });
      await panel.getByRole('dialog').getByRole('button', { name, exact: true }).click();
      await expect(panel.getByRole('dialog').getByRole('alert')).toBeVisible();
      await reconnect(panel, changed);
    };
    await panel.goto('/usuarios');
    await goToScreen(panel, `/usuarios/${person.id}`);
    await panel.getByRole('button', { name: 'Activar suscripción' }).click();
    await panel.getByRole('radio', { name: plan.title }).check();
    await lose('Activar suscripción', '/user/activate-suscription', '/payment*');
    await again.click();
    await expect(toasts(panel)).toContainText('Suscripción activada');

    await panel.getByRole('button', { name: 'Renovar', exact: true }).click();
    const dialog = renewDialog(panel);
    await dialog.getByLabel('Paga ahora *').fill('0');
    await lose('Renovar', `/user/${person.id}/renew`, `/user/${person.id}/renewal`);
    await again.click();
    await expect(toasts(panel)).toContainText(`Renovada hasta el ${formatDate(addMonths(addMonths(day, 1), 1))}`);
    const history = await api.get(`/user/${person.id}/subscription-history`);
    expect(((await history.json()) as { data: unknown[] }).data).toHaveLength(2);

    await panel.getByRole('button', { name: 'Gestionar suscripción' }).click();
    await lose('Desactivar', `/user/${person.id}/subscription-status`, `/user/${person.id}`);
    await again.click();
    await expect(toasts(panel)).toContainText('Suscripción desactivada');
    await panel.getByRole('button', { name: 'Gestionar suscripción' }).click();
    await lose('Activar', `/user/${person.id}/subscription-status`, `/user/${person.id}`);
    await again.click();
    await expect(panel.getByRole('dialog')).toHaveCount(0);

    const [held, letGo] = createGate();
    await panel.route(`**/api/user/${person.id}/renew`, async (route) => {
      await held;
      await answerWith(409, { success: false, message: 'Lo dice el servidor' })(route);
    });
    await panel.getByRole('button', { name: 'Renovar', exact: true }).click();
    const sent = waitForWrite(panel, 'POST', `/user/${person.id}/renew`);
    await submitButton(dialog).click();
    await sent;
    await panel.goBack();
    await expect(panel).toHaveURL('/usuarios');
    letGo();
    await expect(toasts(panel)).toContainText('Error al renovar la suscripción. Por favor intenta de nuevo.');
    await expect(toasts(panel)).toContainText('Lo dice el servidor');
  });
});

test('AUM-14 REN-01 REN-07 REN-09 REN-10 REN-19 PAG-12 DEU-01 a client renews ahead, pays a part, and it is undone at once and later', async ({
  panel,
  add,
  write,
}) => {
  await enableExtras(panel, ['prices']);
  const [person, plan] = [await add('/user'), await add('/suscriptions', { duration: 1, amount: 15_000 })];
  const activation = { user_id: person.id, subscription_id: plan.id, payment_method: 'transferencia' };
  await write('/user/activate-suscription', { ...activation, payment_amount: 15_000 });
  const [paidUntil, renewedUntil] = [addMonths(day, 1), addMonths(addMonths(day, 1), 1)];
  await panel.goto(`/usuarios/${person.id}`);
  const profile = panel.getByRole('region', { name: 'Perfil' });
  const actions = panel.getByRole('main').getByRole('heading', { name: 'Acciones' }).locator('..').getByRole('button');
  await expect(actions.first()).toHaveText('Renovar');
  // He keeps a price of his own, which his next renewal begins with.
  await panel.getByRole('button', { name: 'Mantener precio' }).click();
  const keeping = panel.getByRole('dialog', { name: 'Mantener precio' });
  await expect(keeping.getByLabel('Plan *')).toHaveValue(String(plan.id));
  await expect(keeping.getByLabel('Precio *')).toHaveValue('15.000');
  await keeping.getByLabel('Precio *').fill('12000,5');
  const kept = waitForWrite(panel, 'PUT', '/client-price');
  await keeping.getByRole('button', { name: 'Mantener precio' }).click();
  expect((await kept).postDataJSON()).toEqual({ user_id: person.id, plan_id: plan.id, amount: 12_000.5, until: null });
  await expect(toasts(panel)).toContainText('Mantiene ARS 12.000,50, siempre');
  await closeToasts(panel);
  await actions.first().click();
  const dialog = renewDialog(panel);
  await expect(dialog.getByLabel('Plan *')).toBeFocused();
  await expect(
    dialog.getByText(`Ya tiene pagado hasta el ${formatDate(paidUntil)}: este período empieza ese día.`),
  ).toBeVisible();
  await expect(dialog.getByLabel('Empieza')).toHaveCount(0);
  await expect(dialog.getByText(formatDate(paidUntil), { exact: true })).toBeVisible();
  await expect(dialog.getByText(formatDate(renewedUntil), { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Método de pago')).toHaveValue('transferencia');
  // The client's own price, which what is paid follows until it is typed.
  const [price, paid] = [dialog.getByLabel('Precio *'), dialog.getByLabel('Paga ahora *')];
  await expect(price).toHaveValue('12.000,50');
  await expect(dialog.getByText('De lista: ARS 15.000,00')).toBeVisible();
  await expect(paid).toHaveValue('12.000,50');
  await price.fill('14000,10');
  await expect(paid).toHaveValue('14.000,10');
  await paid.fill('14.000,11');
  const sent = recordWrites(panel);
  await submitButton(dialog).click();
  await expect(dialog.getByText('El pago no puede superar el precio', { exact: true })).toBeVisible();
  await expect(paid).toBeFocused();
  expect(sent).toEqual([]);
  await paid.fill('10.000');
  await expect(dialog.getByText('Queda debiendo ARS 4.000,10', { exact: true })).toBeVisible();
  await dialog.getByLabel('Notas (opcional)').fill('Paga el resto el viernes');
  const request = waitForWrite(panel, 'POST', `/user/${person.id}/renew`);
  await submitButton(dialog).dblclick();
  expect((await request).postDataJSON()).toEqual({
    plan_id: plan.id,
    start_date: paidUntil,
    list_price: 15_000,
    price: 14_000.1,
    paid: 10_000,
    payment_method: 'transferencia',
    status: 'completed',
    paid_on: day,
    transaction_id: null,
    notes: 'Paga el resto el viernes',
    unless_duplicate: true,
  });
  expect(await (await request).headerValue('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
  await expect(dialog).toHaveCount(0);
  await expect(toasts(panel)).toContainText(`Renovada hasta el ${formatDate(renewedUntil)}`);
  expect(sent).toHaveLength(1);
  await expect(profile.getByText('Debe ARS 4.000,10', { exact: true })).toBeVisible();
  const history = panel.getByRole('table', { name: 'Historial de suscripciones' });
  await expect(history.getByText(/^Empieza el /)).toBeVisible();

  await toasts(panel).getByRole('button', { name: 'Deshacer' }).click();
  await expect(toasts(panel)).toContainText('Renovación deshecha');
  await expect(history.getByText('Cancelada', { exact: true })).toBeVisible();
  await expect(profile.getByText(/^Debe/)).toHaveCount(0);
  await expect(panel.getByText(`${plan.title}, hasta el ${formatShortDate(paidUntil)}`, { exact: true })).toBeVisible();
  await closeToasts(panel);

  // Again, to be verified; whoever deletes the subscription now is told what is lost.
  await actions.first().click();
  await dialog.getByLabel('Estado').selectOption('A verificar');
  await submitButton(dialog).click();
  await expect(profile.getByText('A verificar ARS 12.000,50', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Gestionar suscripción', exact: true }).click();
  const managing = panel.getByRole('dialog', { name: 'Gestionar suscripción' });
  await expect(managing.getByText('Tiene 1 período pagado por delante. Se pierde.')).toBeVisible();
  await panel.keyboard.press('Escape');
  await closeToasts(panel);
  await expect(history.getByRole('button', { name: 'Anular período' })).toHaveCount(1);
  await history.getByRole('button', { name: 'Anular período' }).click();
  const annulling = panel.getByRole('dialog', { name: 'Anular período' });
  await annulling.getByLabel('Motivo *').fill('no');
  await annulling.getByRole('button', { name: 'Anular período' }).click();
  await expect(annulling.getByText('Escribe el motivo (3 a 500 caracteres)', { exact: true })).toBeVisible();
  await annulling.getByLabel('Motivo *').fill('Se equivocó de plan');
  await annulling.getByRole('button', { name: 'Anular período' }).click();
  await expect(annulling).toHaveCount(0);
  await expect(history.getByText('Cancelada', { exact: true })).toHaveCount(2);
  await expect(profile.getByText(/^A verificar/)).toHaveCount(0);

  // An annulled payment is a row of its own, and the total is what is left.
  await panel.getByRole('tab', { name: 'Pagos' }).click();
  const payments = panel.getByRole('table', { name: 'Historial de pagos' });
  await expect(payments.getByText('ARS -10.000,00', { exact: true })).toBeVisible();
  // Its kind and its state.
  const reversal = payments.getByRole('row').filter({ hasText: 'ARS -10.000,00' });
  await expect(reversal.getByText('Anulación', { exact: true })).toHaveCount(2);
  await expect(payments.getByText('Anulación', { exact: true })).toHaveCount(2);
  await expect(panel.getByText('Total recaudado').locator('..')).toContainText('ARS 15.000,00');
});

test('REN-01 REN-04 REN-14 REN-16 REN-18 a lapsed client is renewed from the list, with another plan whose price changes meanwhile', async ({
  panel,
  add,
  change,
  write,
}) => {
  await enableExtras(panel);
  const [old, plan] = [
    await add('/suscriptions', { duration: 1 }),
    await add('/suscriptions', { duration: 1, amount: 20_000 }),
  ];
  const person = await add('/user');
  await write('/user/activate-suscription', {
    user_id: person.id,
    subscription_id: old.id,
    payment_method: 'efectivo',
    payment_amount: 0,
  });
  const end = addDays(day, -10);
  await change('PATCH', `/user/${person.id}`, { suscription_init: addMonths(end, -1), suscription_end: end });
  await change('PATCH', `/suscriptions/${old.id}`, { status: 0 });
  await panel.goto(`/usuarios?buscar=${person.username}`);
  await rowOf(panel, person.name).getByRole('button', { name: 'Renovar', exact: true }).click();
  const dialog = renewDialog(panel);
  await expect(dialog.getByText(person.name, { exact: true })).toBeVisible();
  await expect(dialog.getByText('Venció hace 10 días.', { exact: true })).toBeVisible();
  await expect(dialog.getByText(`El plan ${old.title} ya no se ofrece. Elige otro.`, { exact: true })).toBeVisible();
  const sent = recordWrites(panel);
  await submitButton(dialog).click();
  await expect(dialog.getByText('Por favor selecciona un plan de suscripción', { exact: true })).toBeVisible();
  expect(sent).toEqual([]);
  await dialog.getByLabel('Plan *').selectOption(String(plan.id));
  await expect(dialog.getByText(/Elige otro/)).toHaveCount(0);
  await expect(dialog.getByLabel('Empieza')).toHaveValue(day);
  await expect(dialog.getByText(formatDate(addMonths(day, 1)), { exact: true })).toBeVisible();
  await dialog.getByLabel('Empieza').selectOption(`Desde su vencimiento, ${formatDate(end)}`);
  await expect(dialog.getByText(formatDate(addMonths(end, 1)), { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Estado').getByRole('option')).toHaveText(['Cobrado']);
  const paidOn = dialog.getByLabel('Fecha de pago *');
  for (const wrong of [addDays(day, 1), addDays(day, -61)]) {
    await paidOn.fill(wrong);
    await submitButton(dialog).click();
    await expect(
      dialog.getByText('La fecha de pago debe estar entre hoy y 60 días atrás', { exact: true }),
    ).toBeVisible();
  }
  expect(sent).toEqual([]);
  await paidOn.fill(addDays(day, -1));

  // Somebody raises the price while the dialog is open.
  await change('PATCH', `/suscriptions/${plan.id}`, { amount: 25_000 });
  await dialog.getByLabel('Paga ahora *').fill('19.500');
  await submitButton(dialog).click();
  const alert = dialog.getByRole('alert');
  await expect(alert).toContainText('Error al renovar la suscripción. Por favor intenta de nuevo.');
  await expect(alert).toContainText('El precio del plan cambió a ARS 25.000,00. Revisa el monto.');
  await expect(dialog.getByLabel('Precio *')).toHaveValue('25.000');
  await expect(dialog.getByLabel('Paga ahora *')).toHaveValue('19.500');
  await expect(dialog.getByText('Queda debiendo ARS 5.500,00', { exact: true })).toBeVisible();
  await expect(dialog.getByLabel('Empieza')).toHaveValue(end);
  const request = waitForWrite(panel, 'POST', `/user/${person.id}/renew`);
  await submitButton(dialog).click();
  expect((await request).postDataJSON()).toMatchObject({
    start_date: end,
    list_price: 25_000,
    paid: 19_500,
    paid_on: addDays(day, -1),
  });
  await expect(dialog).toHaveCount(0);
  await expect(toasts(panel)).toContainText(`Renovada hasta el ${formatDate(addMonths(end, 1))}`);
  await expect(rowOf(panel, person.name)).toContainText(/(Activa|Por expirar) \(\d+ días\)/);
});

test('REN-05 REN-06 the start and the end follow the plan that is chosen, on the last days of a month', async ({
  panel,
  add,
  write,
}) => {
  await enableExtras(panel);
  const [month, quarter] = [await add('/suscriptions', { duration: 1 }), await add('/suscriptions', { duration: 3 })];
  const person = await add('/user');
  const activation = { user_id: person.id, subscription_id: month.id, payment_method: 'efectivo', payment_amount: 0 };
  await write('/user/activate-suscription', activation);
  const open = async () => {
    await panel.goto(`/usuarios/${person.id}`);
    await panel.getByRole('button', { name: 'Renovar', exact: true }).click();
    await expect(renewDialog(panel).getByLabel('Plan *')).toHaveValue(String(month.id));
  };
  const dialog = renewDialog(panel);
  await changeRenewalAnswer(panel, person.id, () => ({
    today: '2026-03-01',
    run: { on: true, init: '2025-12-31', end: '2026-01-31', period: null },
  }));
  await open();
  // A month from the due day would be over already.
  await expect(dialog.getByLabel('Empieza')).toHaveCount(0);
  await expect(dialog.getByText('01/04/2026', { exact: true })).toBeVisible();
  await dialog.getByLabel('Plan *').selectOption(String(quarter.id));
  await expect(dialog.getByLabel('Empieza').getByRole('option')).toHaveText([
    'Hoy, 01/03/2026',
    'Desde su vencimiento, 31/01/2026',
  ]);
  await dialog.getByLabel('Empieza').selectOption('2026-01-31');
  await expect(dialog.getByText('30/04/2026', { exact: true })).toBeVisible();

  // A run that began on the 31st returns to it.
  await panel.unrouteAll();
  await changeRenewalAnswer(panel, person.id, () => ({
    today: '2026-02-10',
    run: {
      on: true,
      init: '2026-01-31',
      end: '2026-02-28',
      period: { end_date: '2026-02-28', anchor_day: 31 },
    },
  }));
  await open();
  await expect(dialog.getByText('31/03/2026', { exact: true })).toBeVisible();
  await dialog.getByLabel('Plan *').selectOption(String(quarter.id));
  await expect(dialog.getByText('31/05/2026', { exact: true })).toBeVisible();
});
