import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addDays, addMonths, formatDate, today } from '@pulso/contract/kit/dates';
import { expectFitsPhone, expectAccessible, axeTestOptions, PHONE_SIZE } from '#test/accessibility';
import { expect, PICTURE, uniqueTag, test as base } from '#test/builders';
import { closeToasts, goToScreen, rowOf, tableRows, toneOf, toasts } from '#test/page';
import { answerWith } from '#test/panel';

/** A page whose server said at login what it can do with money. */
const test = base.extend({
  panel: async ({ panel }, use) => {
    const extras = ['ledger', 'renew', 'collections', 'idempotency-key'];
    await panel.addInitScript((list) => localStorage.setItem('pulso-extras', JSON.stringify(list)), extras);
    await use(panel);
  },
});

// A journey each, with many looks on the way.
test.describe.configure({ timeout: 90_000 });
test.use({
  ...axeTestOptions,
  expectedErrors: [/Error al cargar los pagos|Error en el servidor/],
});

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const totals = (page: Page) => page.locator('dl[aria-label=Totales] > div');
const PRODUCT_SALE = { type: 'product', item_id: 0, status: 'completed', payment_method: 'efectivo' };

test('PAG-01 PAG-02 PAG-04 PAG-06 PAG-07 PAG-13 PAG-19 PAG-20 the ledger of this month with its totals, filters in the address, an annulment and the file', async ({
  panel,
  add,
  change,
  write,
}) => {
  const word = uniqueTag();
  const [ana, leo] = [await add('/user', { name: `Ana ${word}` }), await add('/user', { name: `Leo ${word}` })];
  const sale = { ...PRODUCT_SALE, user_id: ana.id };
  await write('/payment', { ...sale, amount: 1000.1 });
  await write('/payment', { ...sale, amount: 500.2, payment_method: 'tarjeta' });
  await write('/payment', { ...sale, amount: 300, payment_method: 'transferencia', status: 'pending' });
  await write('/payment', { ...PRODUCT_SALE, user_id: leo.id, amount: 70 });

  await panel.goto('/home');
  await panel.getByRole('button', { name: 'La plata' }).click();
  await panel.getByRole('button', { name: 'La plata' }).click();
  await panel.getByRole('link', { name: /^Pagos/ }).click();
  await expect(panel.getByRole('columnheader')).toHaveText([
    ...['N.º', 'Fecha', 'Cliente', 'Concepto', 'Método', 'Estado', 'Registró', 'Monto', 'Acciones'],
  ]);
  await expect(panel.getByRole('link', { name: /Pagos .* a verificar/ })).toBeVisible();
  await panel.getByRole('button', { name: /^Filtros/ }).click();
  await panel.getByLabel('Cliente', { exact: true }).fill(`Ana ${word}`);
  await panel.getByRole('option', { name: `Ana ${word}` }).click();
  await expect(tableRows(panel)).toHaveText([/ARS 300,00/, /ARS 500,20/, /ARS 1\.000,10/]);
  await expect(tableRows(panel).first()).toContainText('Administrador');
  await expect(totals(panel)).toHaveText([
    ...[
      'TotalARS 1.500,30',
      'EfectivoARS 1.000,10',
      'TarjetaARS 500,20',
      'TransferenciaARS 0,00',
      'Mercado PagoARS 0,00',
    ],
  ]);
  await panel.getByLabel('Método').selectOption('Efectivo');
  await panel.getByLabel('Clase').selectOption('De clientes');
  await expect(tableRows(panel)).toHaveText([/ARS 1\.000,10/]);
  await expect(totals(panel).first()).toHaveText('TotalARS 1.000,10');
  await panel.reload();
  await expect(panel.getByLabel('Método')).toHaveValue('efectivo');
  await expect(tableRows(panel)).toHaveCount(1);
  await expectAccessible(panel, 'the ledger');
  await panel.getByLabel('Hasta').fill('01/01/2020');
  await expect(panel.getByText('No hay pagos en este período.')).toBeVisible();
  await panel.goto(`/pagos?cliente=${ana.id}`);

  // Annulled: what was typed stays when the server fails.
  const paid = rowOf(panel, 'ARS 1.000,10');
  await paid.getByRole('button', { name: 'Anular' }).click();
  const dialog = dialogOf(panel, 'Anular pago');
  await expect(dialog).toContainText(
    'El pago no se borra: se registra otro igual en contra, con fecha de hoy y en la caja de hoy.',
  );
  await dialog.getByRole('button', { name: 'Anular pago' }).click();
  await expect(dialog.getByText('Escribe el motivo (3 a 500 caracteres)')).toBeVisible();
  await dialog.getByLabel('Motivo').fill('Se cobró dos veces');
  await panel.route('**/annul', answerWith(500, { success: false, message: 'Se cortó' }), { times: 1 });
  await dialog.getByRole('button', { name: 'Anular pago' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Error al anular el pago. Por favor intenta de nuevo.');
  await expect(dialog.getByRole('alert')).toContainText('Se cortó');
  await expect(dialog.getByLabel('Motivo')).toHaveValue('Se cobró dos veces');
  await expectAccessible(panel, 'annulling');
  await dialog.getByRole('button', { name: 'Anular pago' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(paid).toContainText('Anulado');
  await expect(paid.getByText('ARS 1.000,10')).toHaveCSS('text-decoration-line', 'line-through');
  await expect(paid.getByRole('button', { name: 'Anular' })).toHaveCount(0);
  const reversal = rowOf(panel, 'ARS -1.000,10');
  await expect(reversal).toContainText('Se cobró dos veces');
  await expect(reversal).toContainText('Administrador');
  // polish 20: money that went back is nothing green.
  await expect(reversal.getByText('Anulación', { exact: true })).toHaveClass(/text-grey/);
  await expect(totals(panel).first()).toHaveText('TotalARS 500,20');
  await closeToasts(panel);

  const saving = panel.waitForEvent('download');
  await panel.getByRole('button', { name: 'Exportar' }).click();
  const file = await saving;
  const from = `${today().slice(0, -2)}01`;
  expect(file.suggestedFilename()).toBe(`pagos_${from}_${addDays(addMonths(from, 1), -1)}.csv`);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toContain('N.º');
  expect(lines[1]).toMatch(/Anulación.*-1000[.,]1/);

  // Payments of a deleted client are still listed.
  await change('DELETE', `/user/${leo.id}`);
  await panel.setViewportSize(PHONE_SIZE);
  await goToScreen(panel, '/home');
  await goToScreen(panel, `/pagos?cliente=${leo.id}`);
  await expect(tableRows(panel)).toContainText([`Leo ${word}`]);
  await expect(tableRows(panel).getByText('Eliminado').filter({ visible: true })).toHaveCount(1);
  await expect(totals(panel).first()).toHaveText('TotalARS 70,00');
  await expectFitsPhone(panel, 'the ledger');

  await panel.route('**/api/payment?*', answerWith(500));
  await panel.getByRole('searchbox').fill('nadie');
  await expect(panel.getByRole('alert')).toContainText('Error al cargar los pagos');
  await expect(tableRows(panel)).toContainText([`Leo ${word}`]);
  await panel.unroute('**/api/payment?*');
  await panel.getByRole('button', { name: 'Reintentar' }).click();
  await expect(panel.getByText('No hay pagos en este período.')).toBeVisible();
});

test('PAG-15 PAG-16 PAG-17 PAG-18 a receipt says what was sold, and is printed, saved as a picture and sent', async ({
  panel,
  add,
  change,
  write,
}) => {
  const person = await add('/user', { name: 'Ana María Gómez', phone: '1123456789' });
  const plan = await add('/suscriptions', { title: 'Libre', duration: 1, amount: 12_500.5 });
  const sale = { plan_id: plan.id, start_date: today(), list_price: 12_500.5, price: 12_500.5, paid: 12_500.5 };
  const renewal = { ...sale, payment_method: 'efectivo', status: 'completed' };
  const { payment } = (await write(`/user/${person.id}/renew`, renewal)) as { payment: { id: number } };
  await change('PATCH', `/suscriptions/${plan.id}`, { title: 'Pase total', amount: 99_000 });
  const text = 'Hola {nombre}, recibimos tu pago de {monto}.\n{concepto}\nAlias: {alias}';
  const template = { id: 6, name: 'Comprobante', text, list: null };
  await panel.route('**/api/message-template', answerWith(200, { success: true, data: [template] }));

  await panel.goto(`/pagos/${payment.id}`);
  const sheet = panel.getByRole('article', { name: /^Comprobante N\.º 0\d{7}$/ });
  await expect(sheet).toContainText(/Libre, del .* al /);
  await expect(sheet).not.toContainText('Pase total');
  for (const words of [
    ...['Ana María Gómez', 'Efectivo', 'Administrador', 'ARS 12.500,50', 'Doce mil quinientos pesos con 50/100'],
    'Documento no válido como factura',
  ])
    await expect(sheet).toContainText(words);
  const whatsapp = panel.getByRole('link', { name: 'Enviar por WhatsApp' });
  const address = new URL((await whatsapp.getAttribute('href')) ?? '');
  expect(address.origin + address.pathname).toBe('https://wa.me/5491123456789');
  expect(address.searchParams.get('text')).toMatch(
    /^Hola Ana, recibimos tu pago de \$ 12\.500,50\.\nLibre, del [^\n]*$/,
  );
  await expect(whatsapp).toHaveAttribute('rel', 'noopener noreferrer');
  await expectAccessible(panel, 'a receipt');

  const saving = panel.waitForEvent('download');
  await panel.getByRole('button', { name: 'Descargar imagen' }).click();
  const picture = await saving;
  expect(picture.suggestedFilename()).toBe(`comprobante_${String(payment.id).padStart(8, '0')}.png`);
  const bytes = await readFile(await picture.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(bytes.readUInt32BE(16)).toBe(960);

  for (const paper of [{ format: 'A5' }, { width: '80mm', height: '160mm' }]) {
    const sheets = (await panel.pdf(paper)).toString('latin1').match(/\/Type \/Page\b/g);
    expect(sheets, JSON.stringify(paper)).toHaveLength(1);
  }
  await panel.emulateMedia({ media: 'print' });
  await expect(panel.getByRole('navigation').or(panel.getByRole('banner')).filter({ visible: true })).toHaveCount(0);
  expect(await panel.getByRole('main').innerText()).toBe(await sheet.innerText());
  await panel.emulateMedia({ media: null });

  await panel.getByRole('button', { name: 'Anular' }).click();
  const dialog = dialogOf(panel, 'Anular pago');
  await dialog.getByLabel('Motivo').fill('Pidió la devolución');
  await dialog.getByLabel('Anular también el período').check();
  await dialog.getByRole('button', { name: 'Anular pago' }).click();
  await expect(sheet.getByText('ANULADO', { exact: true })).toBeVisible();
  await expect(toasts(panel)).toContainText('Pago y período anulados');
  await expect(whatsapp).toHaveCount(0);
  const pending = await write('/payment', { ...PRODUCT_SALE, user_id: person.id, amount: 50, status: 'pending' });
  await goToScreen(panel, '/pagos');
  await goToScreen(panel, `/pagos/${String(pending.id)}`);
  await expect(panel.getByRole('article').getByText('PENDIENTE DE VERIFICACIÓN', { exact: true })).toBeVisible();
  await panel.setViewportSize(PHONE_SIZE);
  await expectFitsPhone(panel, 'a receipt');
  await panel.route('**/api/payment/0', answerWith(500));
  await goToScreen(panel, '/pagos');
  await panel.goto('/pagos/0');
  await expect(panel.getByRole('alert')).toContainText('Error al cargar el comprobante');
});

test('A17 polish 19 the balance and the logo are on the receipt, a phone shares its picture, and a printed training says whose it is', async ({
  panel,
  add,
  write,
}) => {
  await panel.addInitScript(() => {
    const isCoarse = { matches: true } as MediaQueryList;
    const matchMedia = window.matchMedia.bind(window);
    window.matchMedia = (query) => (query === '(pointer: coarse)' ? isCoarse : matchMedia(query));
    const share = (data: ShareData) => Promise.resolve(void Object.assign(window, { shared: data }));
    Object.assign(navigator, { canShare: () => true, share });
  });
  const name = `Gimnasio ${uniqueTag()}`;
  await panel.goto('/configuracion/negocio');
  await panel.getByLabel('Nombre del negocio').fill(name);
  await panel.locator('input[name=logo]').setInputFiles(PICTURE);
  await panel.getByRole('button', { name: 'Guardar' }).click();
  await expect(toasts(panel)).toContainText('Datos del negocio guardados');

  const person = await add('/user', { name: 'Ana Gómez', phone: '1123456789' });
  const plan = await add('/suscriptions', { title: 'Trimestral', duration: 3, amount: 78_000 });
  const sale = { plan_id: plan.id, start_date: today(), list_price: 78_000, price: 78_000, paid: 40_000 };
  const renewal = { ...sale, payment_method: 'efectivo', status: 'completed' };
  const { payment } = (await write(`/user/${person.id}/renew`, renewal)) as { payment: { id: number } };
  await goToScreen(panel, `/pagos/${payment.id}`);
  const sheet = panel.getByRole('article', { name: /^Comprobante/ });
  await expect(sheet).toContainText(name);
  await expect(sheet).toContainText('SaldoARS 38.000,00');
  const logo = sheet.locator('img');
  await expect.poll(() => logo.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await panel.getByRole('button', { name: 'Compartir' }).click();
  const shared = () =>
    panel.evaluate(() => {
      const { shared: data } = window as unknown as { shared?: ShareData };
      return data && { type: data.files?.[0]?.type, text: data.text };
    });
  await expect.poll(shared).toMatchObject({ type: 'image/png', text: expect.stringContaining('Saldo: $ 38.000') });

  const training = await add('/training');
  await goToScreen(panel, `/entrenamientos/detalle/${training.id}`);
  await panel.emulateMedia({ media: 'print' });
  await expect(panel.getByRole('main').getByText(name)).toBeVisible();
  await expect(panel.getByRole('main').getByText(formatDate(today()))).toBeVisible();
  await panel.emulateMedia({ media: null });
});

test('VER-01 VER-04 VER-05 VER-07 VER-08 VER-11 the queue is decided by keyboard, with its pictures, against forgery and others who were first', async ({
  panel,
  add,
  write,
}) => {
  const word = uniqueTag();
  const plan = await add('/suscriptions', { duration: 1, amount: 9_000 });
  const people = [];
  for (const name of ['Uno', 'Dos', 'Tres', 'Cuatro']) people.push(await add('/user', { name: `${name} ${word}` }));
  const sale = { plan_id: plan.id, start_date: today(), list_price: 9_000, price: 9_000, paid: 9_000 };
  const ids: number[] = [];
  for (const [index, { id }] of people.entries()) {
    const renewal = { ...sale, payment_method: 'transferencia', status: 'pending', transaction_id: `${word}-${index}` };
    const { payment } = (await write(`/user/${id}/renew`, renewal)) as { payment: { id: number } };
    ids.push(payment.id);
  }
  const queue = panel.getByRole('grid', { name: 'Pagos por verificar' });
  const row = (name: string) => queue.getByRole('row', { name: `${name} ${word}, ARS 9.000,00` });

  await panel.goto('/pagos/verificar');
  await expect(panel.getByText('Mira tu cuenta antes de confirmar: una captura se puede falsificar.')).toBeVisible();
  await expect(queue.getByRole('row').filter({ hasText: word })).toHaveText([/^Uno/, /^Dos/, /^Tres/, /^Cuatro/]);
  await expect(row('Uno')).toContainText(`Transacción: ${word}-0`);
  await expect(row('Uno')).toContainText('Lo registró Administrador');

  // Only a picture is accepted as a receipt.
  const [first, file] = [row('Uno'), row('Uno').getByLabel('Agregar la imagen')];
  await file.setInputFiles({ name: 'pago.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') });
  await expect(toasts(panel)).toContainText('El comprobante debe ser una imagen (una captura sirve)');
  await closeToasts(panel);
  await file.setInputFiles({ name: 'pago.png', mimeType: 'image/png', buffer: Buffer.from('no image') });
  await expect(toasts(panel)).toContainText('El comprobante debe ser una imagen (una captura sirve)');
  await closeToasts(panel);
  await file.setInputFiles(PICTURE);
  await expect(first.getByRole('button', { name: 'Ver la imagen' }).locator('img')).toBeVisible();
  await closeToasts(panel);
  await expectAccessible(panel, 'the queue');

  // Enter shows it, C confirms, J goes on.
  await first.focus();
  await panel.keyboard.press('Enter');
  const picture = dialogOf(panel, `Uno ${word}`);
  await expect(picture.getByRole('img')).toHaveAttribute('src', /^data:image\/webp/);
  await panel.keyboard.press('Escape');
  await expect(picture).toHaveCount(0);
  await first.focus();
  await panel.keyboard.press('c');
  const confirmation = dialogOf(panel, 'Confirmar pago');
  await confirmation.getByLabel('ID de transacción (opcional)').fill(` ${word.toUpperCase()} 1`);
  await expect(confirmation.getByRole('status')).toContainText(`Ya hay un pago de ARS 9.000,00 de Dos ${word} del`);
  await expect(confirmation.getByRole('status')).toContainText(`N.º ${ids[1]}, lo registró Administrador.`);
  await confirmation.getByLabel('ID de transacción (opcional)').fill(`${word}-0`);
  await expect(confirmation.getByRole('status')).toHaveCount(0);
  await panel.keyboard.press('Enter');
  await expect(first).toHaveCount(0);
  await expect(row('Dos')).toBeFocused();

  // Somebody else was first.
  await panel.keyboard.press('c');
  await write(`/payment/${ids[1]}/verify`, {});
  await confirmation.getByRole('button', { name: 'Confirmar' }).click();
  await expect(confirmation.getByRole('alert')).toContainText(
    'Error al confirmar el pago. Por favor intenta de nuevo.',
  );
  await expect(confirmation.getByRole('alert')).toContainText('Administrador ya lo confirmó hace un momento.');
  await expect(row('Dos')).toHaveCount(0);
  await confirmation.getByRole('button', { name: 'Cancelar' }).click();

  // X rejects: the period stays and is owed, or goes.
  await row('Tres').focus();
  await panel.keyboard.press('x');
  const rejection = dialogOf(panel, 'Rechazar pago');
  await rejection.getByRole('button', { name: 'Rechazar' }).click();
  await expect(rejection.getByText('Escribe el motivo (3 a 500 caracteres)')).toBeVisible();
  await rejection.getByLabel('Motivo').fill('No llegó');
  await expect(rejection.getByLabel('Dejar el período y anotar la deuda')).toBeChecked();
  await expectAccessible(panel, 'rejecting');
  await rejection.getByRole('button', { name: 'Rechazar' }).click();
  await expect(row('Tres')).toHaveCount(0);
  await expect(row('Cuatro')).toBeFocused();
  await panel.setViewportSize(PHONE_SIZE);
  await closeToasts(panel);
  await expectFitsPhone(panel, 'the queue');
  await row('Cuatro').getByRole('button', { name: 'Rechazar' }).click();
  await rejection.getByLabel('Motivo').fill('Era una captura vieja');
  await rejection.getByLabel('Anular el período').check();
  await rejection.getByRole('button', { name: 'Rechazar' }).click();
  await expect(row('Cuatro')).toHaveCount(0);
  await goToScreen(panel, `/usuarios/${people[3]?.id}`);
  await expect(
    panel.getByRole('region', { name: 'Perfil' }).getByText('Sin suscripción', { exact: true }),
  ).toBeVisible();
  await goToScreen(panel, `/usuarios/${people[2]?.id}`);
  await expect(panel.getByRole('region', { name: 'Perfil' }).getByText('Debe ARS 9.000,00')).toBeVisible();
  await goToScreen(panel, `/pagos?cliente=${people[2]?.id}`);
  await expect(tableRows(panel)).toContainText(['Fallido']);
  expect(await toneOf(tableRows(panel).getByText('Fallido'))).toBe('red');
});

base(
  'EXT-03 on a server that announces no ledger there is no menu for it and its addresses lead to the start',
  async ({ panel }) => {
    const asked: string[] = [];
    panel.on(
      'request',
      (request) => /\/api\/(payment|till|download|movement)/.test(request.url()) && asked.push(request.url()),
    );
    for (const address of ['/pagos', '/pagos/3', '/pagos/verificar', '/caja', '/caja/cierres', '/caja/cierres/1']) {
      await panel.goto(address);
      await expect(panel).toHaveURL(/\/home$/);
    }
    await expect(panel.getByRole('link', { name: 'Usuarios', exact: true })).toBeVisible();
    await expect(panel.getByText('La plata')).toHaveCount(0);
    expect(asked).toEqual([]);
  },
);
