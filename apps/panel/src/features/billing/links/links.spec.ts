import { formatDate, today } from '@pulso/contract/kit/dates';
import { preferenceAt } from '@pulso/testing/mercadopago';
import type { Locator, Page } from '@playwright/test';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { axeTestOptions, expectAccessible } from '#test/accessibility';
import { uniqueTag } from '#test/builders';
import { expect, test } from '#test/mercadopago';
import { closeToasts, toasts } from '#test/page';

test.use({ ...axeTestOptions, drawn: true });

/** Reads a QR as a phone would: from the picture on the screen. */
async function readQr(picture: Locator): Promise<string | undefined> {
  const { data, info } = await sharp(await picture.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

const itemOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Links de pago' }).getByRole('listitem').filter({ hasText: name });

test('MPA-03 MPA-17 MPA-19 a debt gets a link, which is copied, sent and shown as a QR; paid, the dialog, the receipt and Negocio say so', async ({
  panel,
  add,
  api,
  paid,
}) => {
  await panel.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel.addInitScript(() => {
    window.open = (address = '') => {
      document.title = String(address);
      return window;
    };
  });
  const client = await add('/user', { name: `Carla ${uniqueTag()}`, phone: '1123456789' });
  await api.post('/debt', { user_id: client.id, amount: 4_000, type: 'other', note: 'Remera' });
  await panel.goto(`/usuarios/${client.id}?pestana=deudas`);
  await panel.getByRole('button', { name: 'Generar link' }).click();
  const dialog = panel.getByRole('dialog');
  await dialog.getByLabel('Vale por (días) *').fill('31');
  await dialog.getByRole('button', { name: 'Generar link' }).click();
  await expect(dialog.getByText('Debe ser un número entero de 1 a 30')).toBeVisible();
  await dialog.getByLabel('Vale por (días) *').fill('3');
  await expect(dialog.getByText(/puede pagar ARS 4.000,00. Cuando pague, la deuda queda saldada/)).toBeVisible();
  await expectAccessible(panel, 'a link to be made');
  await dialog.getByRole('button', { name: 'Generar link' }).click();

  const url = (await dialog.getByRole('link', { name: 'Abrir el link' }).getAttribute('href')) ?? '';
  expect(url).toContain(paid.fake.address);
  expect(await readQr(dialog.getByRole('img', { name: 'Código QR del link de pago' }))).toBe(url);
  await expectAccessible(panel, 'a link to be paid');
  await dialog.getByRole('button', { name: 'Copiar' }).click();
  await expect(dialog.getByRole('button', { name: 'Copiado' })).toBeVisible();
  expect(await panel.evaluate(() => navigator.clipboard.readText())).toBe(url);
  await dialog.getByRole('button', { name: 'Enviar por WhatsApp' }).click();
  await expect(dialog.getByRole('figure', { name: 'Vista previa' })).toContainText(url);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();

  await expect(dialog.getByText('Esperando el pago…')).toBeVisible();
  await paid.fake.pay(preferenceAt(url));
  await expect(dialog.getByText('Pagado: la deuda quedó saldada')).toBeVisible({ timeout: 15_000 });
  await dialog.getByRole('link', { name: 'Comprobante' }).click();
  await expect(panel.getByText(/^Comisión ARS .* · Neto ARS .* \(tu cliente no lo ve\)$/)).toBeVisible();
  await panel.goto('/negocio');
  await expect(panel.getByText(/Por links: comisión ARS/)).toBeVisible();
});

test('MPA-07 MPA-09 MPA-11 Links changes while it is looked at, and a person settles what nobody else can', async ({
  panel,
  add,
  api,
  paid,
  makeLink,
}) => {
  const { fake } = paid;
  const plan = await add('/suscriptions', { title: `Mensual ${uniqueTag()}`, duration: 1, amount: 12_500 });
  const terms = { plan_id: plan.id, price: 12_500, list_price: 12_500 };
  const addClient = (name: string) => add('/user', { name: `${name} ${uniqueTag()}` });
  const [ana, bruno] = [await addClient('Ana'), await addClient('Bruno')];
  const [celia, dario] = [await addClient('Celia'), await addClient('Darío')];
  const people = [ana, bruno, celia, dario];
  const preferences = [];
  for (const { id } of people) preferences.push(preferenceAt((await makeLink(id, terms)).url));
  await api.patch(`/user/${bruno.id}`, { status: false });

  await panel.goto('/pagos');
  await panel.getByRole('link', { name: 'Links', exact: true }).click();
  for (const { name } of people) await expect(itemOf(panel, name)).toContainText('Abierto');
  // A try that was refused leaves the link open; then it is paid, and the screen says so by itself.
  await fake.pay(preferences[0]!, { card: 'FUND' });
  await fake.pay(preferences[0]!, { card: 'CONT' });
  await expect(itemOf(panel, ana.name)).toContainText('Procesando', { timeout: 15_000 });
  await fake.pay(preferences[1]!);
  await expect(itemOf(panel, bruno.name)).toContainText('Pago recibido, falta renovar', { timeout: 15_000 });
  await fake.pay(preferences[2]!, { amount: 10_000 });
  await expect(itemOf(panel, celia.name)).toContainText('Pagó otro monto', { timeout: 15_000 });
  await expect(itemOf(panel, celia.name)).toContainText('Llegaron ARS 10.000,00 y el link era de ARS 12.500,00');
  await expectAccessible(panel, 'links with something to look at');

  await itemOf(panel, celia.name).getByRole('button', { name: 'Ya lo vi' }).click();
  await expect(itemOf(panel, celia.name).getByText('Pagó otro monto')).toHaveCount(0);
  await api.patch(`/user/${bruno.id}`, { status: true });
  await itemOf(panel, bruno.name).getByRole('button', { name: 'Renovar' }).click();
  const dialog = panel.getByRole('dialog', { name: 'Renovar con este pago' });
  await expect(dialog).toContainText(`por Mercado Pago el ${formatDate(today())}`);
  await dialog.getByLabel('Plan *').selectOption(String(plan.id));
  await dialog.getByRole('button', { name: 'Renovar' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(itemOf(panel, bruno.name).getByText('Pago recibido, falta renovar')).toHaveCount(0);
  await closeToasts(panel);

  await itemOf(panel, dario.name).getByRole('button', { name: 'Comprobar pago' }).click();
  await expect(toasts(panel)).toContainText('Todavía no llegó ningún pago');
  await itemOf(panel, dario.name).getByRole('button', { name: 'Cerrar link' }).click();
  await itemOf(panel, dario.name).getByRole('button', { name: 'Confirmar' }).click();
  await expect(itemOf(panel, dario.name)).toContainText('Fallido');
  await panel.getByLabel('Estado').selectOption('Procesando');
  await expect(itemOf(panel, ana.name)).toBeVisible();
  await expect(itemOf(panel, dario.name)).toHaveCount(0);
});

test('MPA-15 MPA-18 Datos del negocio says in words what the connection lacks, and whose notices are not signed by our secret', async ({
  panel,
  add,
  paid,
  makeLink,
}) => {
  const { fake } = paid;
  const [client, plan] = [await add('/user'), await add('/suscriptions', { amount: 9_000 })];
  const link = await makeLink(client.id, { plan_id: plan.id, price: 9_000, list_price: 9_000 });
  const { id } = await fake.pay(preferenceAt(link.url), { notify: false });
  await fake.deliver(id, { order: [5], application: { id: '998877', secret: 'de-otra-aplicacion' } });

  await panel.goto('/configuracion/negocio');
  await expect(panel.getByText(/1 aviso con firma inválida/)).toContainText('Los manda la aplicación 998877');
  await expect(panel.getByText(/Falta la dirección pública: los links funcionan/)).toBeVisible();
  const steps = panel.getByRole('status').getByRole('listitem');
  const test = panel.getByRole('button', { name: 'Probar la conexión' });
  await test.click();
  await expect(steps).toHaveText([
    /^Credencial: bien/,
    /^Mercado Pago responde: bien/,
    /^Cuenta habilitada para cobrar: bien/,
    /^Dirección pública: falta/,
    /^Clave de los avisos: bien/,
  ]);
  await expectAccessible(panel, 'the connection');
  fake.trouble({ of: ['make'], how: 'no_identity' });
  await test.click();
  await expect(steps.nth(2)).toHaveText(/^Cuenta habilitada para cobrar: falta/);
  fake.trouble({ how: 'unauthorized' });
  await test.click();
  await expect(steps.first()).toHaveText(/^Credencial: falta/);
  fake.trouble(undefined);
});
