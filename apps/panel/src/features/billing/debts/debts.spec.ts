import type { Page } from '@playwright/test';
import { addDays, formatShortDate, today } from '@pulso/contract/kit/dates';
import { expect, PICTURE, test } from '#test/builders';
import { closeToasts, waitForWrite, rowOf, toasts, toneOf, recordWrites } from '#test/page';
import { answerWith, dropAnswer } from '#test/panel';

test.use({ expectedErrors: [/Error en el servidor|No se pudo conectar/] });

const enableExtras = (page: Page) =>
  page.addInitScript(() =>
    localStorage.setItem('pulso-extras', JSON.stringify(['renew', 'ledger', 'idempotency-key'])),
  );
const day = today();

test('DEU-01 DEU-02 DEU-03 DEU-06 what a person owes is noted down, collected in parts and let go', async ({
  panel,
  add,
}) => {
  await enableExtras(panel);
  const [person, plan] = [await add('/user'), await add('/suscriptions', { amount: 4_000.5 })];
  await panel.route(`**/api/user/${person.id}/debts`, answerWith(500));
  await panel.goto(`/usuarios/${person.id}?pestana=deudas`);
  const tab = panel.getByRole('tabpanel');
  await expect(tab.getByText('Error al cargar las deudas', { exact: true })).toBeVisible();
  await panel.unrouteAll();
  await tab.getByRole('button', { name: 'Reintentar' }).click();
  await expect(tab.getByText('No debe nada.', { exact: true })).toBeVisible();

  const dialog = panel.getByRole('dialog');
  for (const { type, amount, note, due } of [
    { type: 'Suscripción', amount: '4.000,50', note: 'Botella y remera', due: addDays(day, 7) },
    { type: 'Otro', amount: '1500', note: 'Clase suelta', due: '' },
  ]) {
    await tab.getByRole('button', { name: 'Anotar deuda' }).click();
    await dialog.getByRole('button', { name: 'Anotar deuda' }).click();
    await expect(dialog.getByText('Por favor ingresa un monto válido', { exact: true })).toBeVisible();
    await expect(dialog.getByText('Escribe por qué debe (3 a 500 caracteres)', { exact: true })).toBeVisible();
    const kinds = dialog.getByLabel('Tipo', { exact: true });
    await expect(kinds.getByRole('option')).toHaveText(['Suscripción', 'Paquete', 'Producto', 'Otro']);
    await kinds.selectOption(type);
    if (type === 'Otro') await dialog.getByLabel('Monto (ARS) *').fill(amount);
    else {
      await dialog.getByRole('button', { name: 'Anotar deuda' }).click();
      await expect(dialog.getByText('Por favor selecciona un suscripción/paquete', { exact: true })).toBeVisible();
      await dialog.getByRole('radio', { name: plan.title }).check();
      await expect(dialog.getByLabel('Monto (ARS) *')).toHaveValue(amount);
    }
    await dialog.getByLabel('Por qué debe *').fill(note);
    await dialog.getByLabel('Vence el (opcional)').fill(due);
    await dialog.getByRole('button', { name: 'Anotar deuda' }).click();
    await expect(dialog).toHaveCount(0);
  }
  const profile = panel.getByRole('region', { name: 'Perfil' });
  await expect(profile.getByText('Debe ARS 5.500,50', { exact: true })).toBeVisible();
  const shirt = rowOf(panel, plan.title);
  await expect(shirt).toContainText('Botella y remera');
  const facts = shirt.getByRole('cell');
  await expect(facts.nth(1)).toContainText(formatShortDate(addDays(day, 7)));
  await expect(facts.nth(2)).toContainText('ARS 4.000,50');
  await expect(facts.nth(3)).toContainText('ARS 0,00');
  await expect(facts.nth(4)).toContainText('ARS 4.000,50');

  await closeToasts(panel);
  await shirt.getByRole('button', { name: 'Cobrar' }).click();
  const amount = dialog.getByLabel('Monto (ARS) *');
  await expect(amount).toHaveValue('4.000,50');
  await amount.fill('4.000,51');
  await dialog.getByRole('button', { name: 'Cobrar' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Error al cobrar. Por favor intenta de nuevo.');
  await expect(dialog.getByRole('alert')).toContainText('El pago supera lo que debe (ARS 4.000,50)');
  await amount.fill('1000');
  await dialog.getByRole('button', { name: 'Cobrar' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(facts.nth(3)).toContainText('ARS 1.000,00');
  await expect(facts.nth(4)).toContainText('ARS 3.000,50');
  await shirt.getByRole('button', { name: 'Cobrar' }).click();
  await dialog.getByRole('button', { name: 'Cobrar' }).click();
  await expect(shirt.getByText('Pagada', { exact: true })).toBeVisible();
  await expect(shirt.getByRole('button')).toHaveCount(0);

  await closeToasts(panel);
  const lesson = rowOf(panel, 'Clase suelta');
  await lesson.getByRole('button', { name: 'Condonar' }).click();
  await dialog.getByRole('button', { name: 'Condonar deuda' }).click();
  await expect(dialog.getByText('Escribe el motivo (3 a 500 caracteres)', { exact: true })).toBeVisible();
  await dialog.getByLabel('Motivo *').fill('Es de la casa');
  await panel.route('**/api/debt/*/forgive', answerWith(500));
  await dialog.getByRole('button', { name: 'Condonar deuda' }).click();
  await expect(
    dialog.getByText('Error al condonar la deuda. Por favor intenta de nuevo.', { exact: true }),
  ).toBeVisible();
  await panel.unrouteAll();
  await dialog.getByRole('button', { name: 'Condonar deuda' }).click();
  await expect(lesson.getByText('Condonada', { exact: true })).toBeVisible();
  await expect(tab.getByText('No debe nada.', { exact: true })).toBeVisible();
  await expect(profile.getByText(/^Debe/)).toHaveCount(0);
  // Money moved only where it was collected.
  await panel.getByRole('tab', { name: 'Pagos' }).click();
  await expect(panel.getByText('Total recaudado').locator('..')).toContainText('ARS 4.000,50');
});

test('VER-07 VER-08 DEU-01 a payment is recorded with its day, state and picture, beside one like it, and for a debt', async ({
  panel,
  add,
  write,
}) => {
  await enableExtras(panel);
  const [person, other] = [await add('/user'), await add('/user')];
  const earlier = await write('/payment', {
    user_id: other.id,
    type: 'other',
    item_id: 0,
    amount: 9_000,
    payment_method: 'transferencia',
    status: 'completed',
    transaction_id: `MP-${person.username}`,
  });
  const debt = await write('/debt', { user_id: person.id, amount: 2_500, type: 'other', item_id: 0, note: 'Guantes' });
  await panel.goto(`/usuarios/${person.id}`);
  await panel.getByRole('button', { name: 'Registrar pago', exact: true }).click();
  const dialog = panel.getByRole('dialog', { name: 'Registrar pago' });
  const submit = dialog.getByRole('button', { name: 'Registrar pago' });
  await expect(dialog.getByLabel('Aplicar a').getByRole('option')).toHaveText([
    'Ninguna deuda',
    'Guantes: debe ARS 2.500,00',
  ]);
  await dialog.getByLabel('Tipo de pago').selectOption('Otro');
  await dialog.getByLabel('Monto (ARS) *').fill('9000');
  await dialog.getByLabel('Método de pago').selectOption('Transferencia');
  await dialog.getByLabel('Estado').selectOption('A verificar');
  // An equal transaction id is found in other case, with blanks and dashes.
  await dialog.getByLabel('ID de transacción (opcional)').fill(`mp ${person.username.toUpperCase()} -`);
  const twin = `Ya hay un pago de ARS 9.000,00 de ${other.name}`;
  await expect(dialog.getByRole('status')).toContainText(twin);
  await expect(dialog.getByRole('status')).toContainText(`N.º ${String(earlier.id)}`);
  const picture = dialog.getByLabel('Comprobante (imagen, opcional)');
  const notImage = dialog.getByText('El comprobante debe ser una imagen (una captura sirve)', { exact: true });
  await picture.setInputFiles({ name: 'nota.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
  await expect(notImage).toBeVisible();
  await picture.setInputFiles({ ...PICTURE, buffer: Buffer.from('no es una imagen') });
  await expect(notImage).toHaveCount(0);

  const sent = recordWrites(panel);
  await submit.click();
  const question = panel.getByRole('alertdialog', { name: '¿Registrarlo igual?' });
  await expect(question).toContainText(twin);
  await question.getByRole('button', { name: 'No registrar' }).click();
  await expect(dialog.getByLabel('Monto (ARS) *')).toHaveValue('9.000');
  await submit.click();
  const request = panel.waitForRequest(
    (one) => one.method() === 'POST' && !one.postData()?.includes('unless_duplicate'),
  );
  await panel.route('**/api/payment', dropAnswer, { times: 1 });
  await question.getByRole('button', { name: 'Registrar igual' }).click();
  expect((await request).postDataJSON()).toMatchObject({ amount: 9_000, status: 'pending', paid_on: day });
  // The answer is lost: asked the same and answered the same, it is recorded once.
  await dialog.getByRole('button', { name: 'Reintentar' }).click();
  await question.getByRole('button', { name: 'Registrar igual' }).click();
  await expect(dialog).toHaveCount(0);
  // Only the picture was refused.
  await expect(toasts(panel)).toContainText('Pago registrado');
  await expect(toasts(panel)).toContainText('El pago se registró, pero no se guardó el comprobante');
  await expect(toasts(panel)).toContainText('El comprobante debe ser una imagen (una captura sirve)');
  expect(sent.map((one) => one.replace(/\d+/, 'N'))).toEqual([
    'POST /payment',
    'POST /payment',
    'POST /payment',
    'POST /payment',
    'POST /payment',
    'PUT /payment/N/receipt',
  ]);
  const profile = panel.getByRole('region', { name: 'Perfil' });
  expect(await toneOf(profile.getByText('A verificar ARS 9.000,00', { exact: true }))).toBe('yellow');
  expect(await toneOf(profile.getByText('Debe ARS 2.500,00', { exact: true }))).toBe('red');

  await closeToasts(panel);
  await panel.getByRole('button', { name: 'Registrar pago', exact: true }).click();
  await dialog.getByLabel('Aplicar a').selectOption('Guantes: debe ARS 2.500,00');
  await expect(dialog.getByLabel('Tipo de pago')).toHaveCount(0);
  await expect(dialog.getByLabel('Monto (ARS) *')).toHaveValue('2.500');
  await picture.setInputFiles(PICTURE);
  const paying = waitForWrite(panel, 'POST', `/debt/${String(debt.id)}/pay`);
  const kept = panel.waitForResponse((answer) => answer.url().endsWith('/receipt') && answer.status() === 200);
  await submit.click();
  expect((await paying).postDataJSON()).toMatchObject({ amount: 2_500, payment_method: 'efectivo' });
  await kept;
  await expect(dialog).toHaveCount(0);
  await expect(profile.getByText(/^Debe/)).toHaveCount(0);
});
