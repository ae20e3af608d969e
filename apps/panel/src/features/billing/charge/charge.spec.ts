import type { Page } from '@playwright/test';
import { addDays, addMonths, formatDate, today } from '@pulso/contract/kit/dates';
import { expect, test } from '#test/builders';
import { chooseAction, closeToasts, payloadOf, toasts, waitForWrite } from '#test/page';
import { answerWith } from '#test/panel';

test.use({ expectedErrors: [/Error en el servidor|No se pudo conectar/] });

const day = today();
const enableExtras = (page: Page) =>
  page.addInitScript(() =>
    localStorage.setItem('pulso-extras', JSON.stringify(['renew', 'ledger', 'collections', 'idempotency-key'])),
  );
const chargeDialog = (page: Page) => page.getByRole('dialog', { name: 'Cobrar', exact: true });

test('B1 B5 A2 AJU-07 AJU-10 one dialog sells the first plan in parts and to verify, then proposes the debt, then the renewal', async ({
  panel,
  add,
}) => {
  await enableExtras(panel);
  const [person, plan] = [await add('/user'), await add('/suscriptions', { duration: 1, amount: 12_000 })];
  await panel.goto(`/usuarios/${person.id}?pestana=suscripciones`);
  const dialog = chargeDialog(panel);
  const open = async () => {
    await panel.getByRole('button', { name: 'Cobrar', exact: true }).first().click();
    await expect(dialog.getByRole('group', { name: 'Qué paga' })).toBeVisible();
  };
  const submit = dialog.getByRole('button', { name: 'Cobrar', exact: true });
  const purposes = dialog.getByRole('group', { name: 'Qué paga' }).getByRole('radio');

  await test.step('the first sale takes Mercado Pago, a part of the price and money that nobody has seen', async () => {
    await open();
    await expect(purposes.first()).toBeChecked();
    await dialog.getByLabel('Plan *').selectOption({ label: `${plan.title} · 1 mes · ARS 12.000,00` });
    await expect(dialog.getByText(`${plan.title} hasta el ${formatDate(addMonths(day, 1))}.`)).toBeVisible();
    // A click into an amount selects it, so that what is typed replaces it.
    await dialog.getByLabel('Paga ahora *').click();
    await panel.keyboard.type('5000');
    await expect(dialog.getByText(/y queda debiendo ARS 7.000,00\.$/)).toBeVisible();
    await dialog.getByLabel('Método de pago').selectOption('Mercado Pago');
    await dialog.getByLabel('Estado').selectOption('A verificar');
    await panel.route('**/api/user/*/renew', answerWith(500));
    await submit.click();
    await expect(dialog.getByRole('alert')).toContainText('Error al cobrar. Por favor intenta de nuevo.');
    await panel.unrouteAll();
    await expect(dialog.getByLabel('Paga ahora *')).toHaveValue('5.000');
    const sent = waitForWrite(panel, 'POST', `/user/${person.id}/renew`);
    await submit.click();
    expect(await payloadOf(await sent)).toMatchObject({
      paid: 5_000,
      price: 12_000,
      payment_method: 'mercadopago',
      status: 'pending',
    });
    await expect(toasts(panel)).toContainText(`Renovada hasta el ${formatDate(addMonths(day, 1))}`);
    await closeToasts(panel);
  });

  await test.step('a debt comes first, with its amount, and says what is left of it', async () => {
    await open();
    await expect(purposes.first()).toBeChecked();
    await expect(dialog.getByLabel('Monto (ARS) *')).toHaveValue('7.000');
    await expect(dialog.getByText('Salda la deuda.')).toBeVisible();
    await dialog.getByLabel('Estado').selectOption('A verificar');
    await expect(dialog.getByText('Queda a verificar: la deuda baja cuando lo confirmes.')).toBeVisible();
    await dialog.getByLabel('Estado').selectOption('Cobrado');
    await dialog.getByLabel('Monto (ARS) *').fill('4000');
    await expect(dialog.getByText('De la deuda quedan ARS 3.000,00.')).toBeVisible();
    await dialog.getByLabel('Monto (ARS) *').fill('7000');
    await submit.click();
    await expect(dialog).toHaveCount(0);
    await expect(panel.getByRole('region', { name: 'Perfil' }).getByText(/^Debe/)).toHaveCount(0);
    await closeToasts(panel);
    // A transfer to verify is no money yet.
    await expect(panel.getByRole('tabpanel').getByText('Pagado ARS 7.000,00 de 12.000,00')).toBeVisible();
  });

  await test.step('without a debt it is the renewal; anything else says that it renews nothing', async () => {
    await open();
    await expect(dialog.getByRole('radio', { name: `Renovar ${plan.title}` })).toBeChecked();
    await expect(dialog.getByText(`${plan.title} hasta el ${formatDate(addMonths(day, 2))}.`)).toBeVisible();
    await dialog.getByRole('radio', { name: 'Otra cosa' }).check();
    await expect(dialog.getByText('No renueva su plan.')).toBeVisible();
    await dialog.getByLabel('Monto (ARS) *').fill('900');
    await submit.click();
    await expect(toasts(panel)).toContainText('ARS 900,00');
    await closeToasts(panel);
  });

  await test.step('the specified payment of a plan says that it renews nothing, and leads to the dialog that does', async () => {
    await chooseAction(panel, 'Registrar pago');
    const payment = panel.getByRole('dialog', { name: 'Registrar pago' });
    await expect(payment.getByText('Este pago no renueva su plan. ¿Renovar en su lugar?')).toBeVisible();
    await payment.getByRole('button', { name: 'Cobrar', exact: true }).click();
    await expect(dialog.getByRole('group', { name: 'Qué paga' })).toBeVisible();
  });
});

test('A28 B1 a client is chosen in Pagos, or found in Cobranzas by the key C, and pays there', async ({
  panel,
  add,
  write,
}) => {
  await enableExtras(panel);
  const person = await add('/user');
  await write('/debt', { user_id: person.id, amount: 2_500, type: 'other', item_id: 0, note: 'Guantes' });
  const dialog = chargeDialog(panel);
  await panel.goto('/pagos');
  await panel.getByRole('button', { name: 'Cobrar', exact: true }).click();
  await dialog.getByLabel('¿A quién le cobras?').fill(person.name);
  await dialog.getByRole('option', { name: person.name }).first().click();
  await expect(dialog.getByRole('radio', { name: 'Deuda: Guantes, ARS 2.500,00' })).toBeChecked();
  await dialog.getByLabel('Monto (ARS) *').fill('500');
  await dialog.getByRole('button', { name: 'Cobrar', exact: true }).click();
  await expect(toasts(panel)).toContainText('Guantes: ARS 500,00');
  await closeToasts(panel);

  await panel.goto(`/cobranzas?lista=debt&buscar=${encodeURIComponent(person.name)}`);
  const row = panel.getByRole('row', { name: new RegExp(person.name) });
  await row.focus();
  await panel.keyboard.press('c');
  await expect(dialog.getByLabel('Monto (ARS) *')).toHaveValue('2.000');
  await dialog.getByRole('button', { name: 'Cobrar', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toHaveCount(0);
});

test('A24 AJU-04 several transfers are confirmed at once with their sum, each of the day that was told', async ({
  panel,
  add,
  write,
}) => {
  await enableExtras(panel);
  const [ana, luis] = [await add('/user'), await add('/user')];
  const told = { type: 'other', item_id: 0, payment_method: 'transferencia', status: 'pending' };
  const payments = [
    await write('/payment', { ...told, user_id: ana.id, amount: 1_000, paid_on: addDays(day, -3) }),
    await write('/payment', { ...told, user_id: luis.id, amount: 500.5 }),
  ];
  await panel.goto('/pagos/verificar');
  for (const { name } of [ana, luis])
    await panel.getByRole('checkbox', { name: new RegExp(`^Elegir ${name}`) }).check();
  await expect(panel.locator('[aria-live]', { hasText: '2 pagos · ARS 1.500,50' })).toBeVisible();
  await panel.getByRole('button', { name: 'Confirmar los elegidos' }).click();
  await panel.getByRole('alertdialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(toasts(panel)).toContainText('ARS 1.500,50');
  await expect(panel.getByRole('row', { name: new RegExp(`${ana.name}|${luis.name}`) })).toHaveCount(0);
  await panel.goto(`/pagos/${String(payments[0]?.id)}`);
  await expect(panel.getByRole('article')).toContainText(formatDate(addDays(day, -3)));
});

test('AJU-11 AJU-12 a payment is given back in part by another method, and annulled without a debt', async ({
  panel,
  add,
  write,
}) => {
  await enableExtras(panel);
  const [person, plan] = [await add('/user'), await add('/suscriptions', { duration: 1, amount: 12_000 })];
  await write('/user/activate-suscription', {
    user_id: person.id,
    subscription_id: plan.id,
    payment_method: 'tarjeta',
    payment_amount: 12_000,
  });
  await panel.goto(`/pagos?cliente=${person.id}`);
  await panel.getByRole('button', { name: /^Devolver/ }).click();
  const dialog = panel.getByRole('dialog');
  await dialog.getByLabel('Monto (ARS) *').fill('2000');
  await dialog.getByLabel('Método de pago').selectOption('Efectivo');
  await dialog.getByLabel('Motivo *').fill('Se lesionó');
  await dialog.getByRole('button', { name: 'Devolver', exact: true }).click();
  await expect(toasts(panel)).toContainText('Se devolvieron ARS 2.000,00');
  await closeToasts(panel);
  await expect(panel.getByText('Devuelto en parte')).toBeVisible();
  await expect(panel.getByText(/^Devuelve ARS 2.000,00 del N.º \d+: Se lesionó$/)).toBeVisible();
  await panel.getByRole('button', { name: /^Anular/ }).click();
  await dialog.getByLabel('Motivo *').fill('Se va');
  const owes = dialog.getByRole('group', { name: '¿Sigue debiendo?' });
  await expect(owes.getByRole('radio', { name: 'Sí, queda como deuda' })).toBeChecked();
  await dialog.getByLabel('Anular también el período').check();
  await expect(owes).toHaveCount(0);
  await dialog.getByLabel('Anular también el período').uncheck();
  await owes.getByRole('radio', { name: 'No, se le devuelve' }).check();
  const sent = panel.waitForRequest((request) => request.url().endsWith('/annul'));
  await dialog.getByRole('button', { name: 'Anular pago', exact: true }).click();
  expect(await payloadOf(await sent)).toMatchObject({ owes: false });
  await panel.goto(`/usuarios/${person.id}`);
  await expect(panel.getByRole('region', { name: 'Perfil' })).toBeVisible();
  await expect(panel.getByText(/^Debe/)).toHaveCount(0);
  await panel.getByRole('tab', { name: 'Pagos' }).click();
  const payments = panel.getByRole('table', { name: 'Historial de pagos' });
  await expect(payments.getByText('Anulado', { exact: true })).toBeVisible();
  await expect(payments.getByText('Completado', { exact: true })).toHaveCount(0);
  await expect(panel.locator('dl[aria-label="Resumen de pagos"]').getByRole('definition')).toHaveText([
    '1',
    '0',
    '0',
    '0',
    'ARS 0,00',
  ]);
});

test('a debtor whose debts do not load is proposed no renewal; a plan that is sold no more is not named', async ({
  panel,
  add,
  write,
}) => {
  await enableExtras(panel);
  const person = await add('/user');
  await write('/debt', { user_id: person.id, amount: 700, type: 'other', item_id: 0, note: 'Guantes' });
  await panel.route(`**/api/user/${person.id}/debts`, answerWith(500));
  // The tab 'Todo' would ask for debts too.
  await panel.goto(`/usuarios/${person.id}?pestana=pagos&abrir=cobrar`);
  const dialog = chargeDialog(panel);
  await expect(dialog.getByText('Error al cargar las deudas')).toBeVisible();
  await panel.unrouteAll();
  await dialog.getByRole('button', { name: 'Reintentar' }).click();
  await expect(dialog.getByRole('radio', { name: 'Deuda: Guantes, ARS 700,00' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'Un plan' })).toBeVisible();
});

test('AJU-13 a transfer for a debt that was paid meanwhile is recorded without it', async ({ panel, add, write }) => {
  await enableExtras(panel);
  const person = await add('/user');
  const debt = await write('/debt', { user_id: person.id, amount: 700, type: 'other', item_id: 0, note: 'Guantes' });
  const pay = { amount: 700, payment_method: 'transferencia' };
  await write(`/debt/${String(debt.id)}/pay`, { ...pay, status: 'pending' });
  await write(`/debt/${String(debt.id)}/pay`, { ...pay, status: 'completed' });
  await panel.goto('/pagos/verificar');
  const row = panel.getByRole('row', { name: new RegExp(person.name) });
  await row.getByRole('button', { name: 'Confirmar' }).click();
  const dialog = panel.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Registrar sin aplicar' }).click();
  await expect(toasts(panel)).toContainText('Pago confirmado');
  await expect(row).toHaveCount(0);
});
