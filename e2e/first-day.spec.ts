import { expect as soon, test, type Page } from '@playwright/test';
import { logInByForm, startBrowserProduct } from '@pulso/testing/browser-product';

/** The first day of an owner, from an empty business: DEMO=0. */

const firstSteps = (page: Page) => page.getByRole('region', { name: 'Primeros pasos' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const goHome = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Inicio' }).click();

/** A product is starting or stopping beside it. */
const expect = soon.configure({ timeout: 60_000 });

test.use({ actionTimeout: 60_000 });

test('a first day: the first steps tick themselves off, the first client pays, and the list is put away', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const product = await startBrowserProduct();
  try {
    await page.goto(`${product.url}/login`);
    await logInByForm(page);
    await expect(firstSteps(page)).toContainText('0 de 4');
    // This installation has no demonstration data.
    await expect(page.getByText('de demostración')).toHaveCount(0);

    await test.step('a password of one’s own', async () => {
      await firstSteps(page).getByRole('link', { name: 'Cambia tu contraseña' }).click();
      await page.getByRole('textbox', { name: /^Contraseña/ }).fill('la-clave-de-la-dueña');
      await page.getByRole('textbox', { name: /^Confirmar contraseña/ }).fill('la-clave-de-la-dueña');
      await page.getByRole('button', { name: 'Actualizar Usuario' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Usuarios' })).toBeVisible();
      await goHome(page);
      await expect(firstSteps(page)).toContainText('1 de 4');
      await expect(firstSteps(page).getByRole('link', { name: 'Cambia tu contraseña' })).toHaveCount(0);
    });

    await test.step('a name, a plan and a client', async () => {
      await firstSteps(page).getByRole('link', { name: 'Nombra tu negocio' }).click();
      await page.getByLabel('Nombre del negocio').fill('Gimnasio del Sur');
      await page.getByRole('button', { name: 'Guardar' }).click();
      await expect(page.getByText('Datos del negocio guardados').first()).toBeVisible();
      await goHome(page);
      await expect(firstSteps(page)).toContainText('2 de 4');

      await firstSteps(page).getByRole('link', { name: 'Crea tu primer plan' }).click();
      const plan = page.getByRole('dialog');
      await plan.getByLabel('Título').fill('Pase libre');
      await plan.getByLabel('Descripción').fill('Todos los días');
      await plan.getByLabel('Duración (meses)').fill('1');
      await plan.getByLabel('Precio (ARS)').fill('18.500');
      await plan.getByRole('button', { name: 'Crear' }).click();
      await expect(plan).toHaveCount(0);
      await goHome(page);
      await expect(firstSteps(page)).toContainText('3 de 4');

      await firstSteps(page).getByRole('link', { name: 'Trae tus clientes' }).click();
      await page.getByRole('link', { name: 'Agrégalos a mano' }).click();
      await page.getByLabel('Nombre completo').fill('Carla Primera');
      await page.getByLabel('Género').selectOption('Femenino');
      await page.getByLabel('Teléfono').fill('1155550001');
      await page.getByLabel('Nombre de usuario').fill('carla');
      await page.getByRole('textbox', { name: /^Contraseña/ }).fill('carla-1234');
      await page.getByRole('textbox', { name: /^Confirmar contraseña/ }).fill('carla-1234');
      await page.getByRole('button', { name: 'Crear Usuario' }).click();
      await expect(page.getByRole('heading', { name: 'Carla Primera', level: 1 })).toBeVisible();
    });

    await test.step('who pays, and gets the first receipt', async () => {
      await page.getByRole('button', { name: 'Cobrar', exact: true }).click();
      const form = dialog(page, 'Cobrar');
      await form.getByLabel('Plan *').selectOption('Pase libre · 1 mes · ARS 18.500,00');
      await expect(form.getByLabel('Precio *')).toHaveValue('18.500');
      await form.getByLabel('Método de pago').selectOption('Efectivo');
      await form.getByRole('button', { name: 'Cobrar', exact: true }).click();
      await expect(page.getByText(/^Renovada hasta el /).first()).toBeVisible();
      await page.goto(`${product.url}/pagos/1`);
      const sheet = page.getByRole('article', { name: 'Comprobante N.º 00000001' });
      await expect(sheet).toContainText('Gimnasio del Sur');
      await expect(sheet).toContainText('18.500,00');
    });

    await test.step('all is done, and the list goes for good', async () => {
      await goHome(page);
      const done = page.getByRole('region', { name: 'Tu negocio está listo' });
      await expect(done.getByText(': hecho')).toHaveCount(4);
      await expect(done.getByRole('link')).toHaveCount(0);
      await done.getByRole('button', { name: 'Ocultar' }).click();
      await expect(done).toHaveCount(0);
      await page.reload();
      await expect(page.getByRole('region', { name: 'Usuarios con suscripción' })).toContainText('1');
      await expect(done).toHaveCount(0);
    });
  } finally {
    await product.stop();
  }
});
