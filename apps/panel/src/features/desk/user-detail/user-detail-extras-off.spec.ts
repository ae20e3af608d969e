import { expect, test } from '#test/builders';

test.use({
  kind: 'extras-off',
  expectedErrors: [/El recurso solicitado no existe/],
});

/** Headers that the panel, not the browser, put on a call. */
const PANEL_HEADERS = /^(authorization|content-type|if-.*|idempotency.*|x-.*)$/;

test('USD-38 USD-45 USD-54 USD-60 USD-81 on a server with the two documents alone a person subscribes, pays and pauses', async ({
  panel,
  add,
}) => {
  const [person, plan, bundle] = [await add('/user'), await add('/suscriptions'), await add('/package')];
  // Extras as such a server announces them at login.
  await panel.addInitScript(() => localStorage.setItem('pulso-extras', '[]'));
  const headers = new Set<string>();
  panel.on('request', (request) => {
    if (!request.url().includes('/api/')) return;
    for (const name of Object.keys(request.headers())) if (PANEL_HEADERS.test(name)) headers.add(name);
  });
  await panel.goto(`/usuarios/${person.id}`);
  const act = async (name: string, choose: () => Promise<void>) => {
    await panel.getByRole('button', { name, exact: true }).click();
    const dialog = panel.getByRole('dialog', { name, exact: true });
    await choose();
    await dialog.getByRole('button', { name, exact: true }).click();
    await expect(dialog).toHaveCount(0);
  };
  await act('Activar suscripción', () => panel.getByRole('radio', { name: plan.title }).check());
  await expect(panel.getByRole('table')).toContainText(plan.title);
  await act('Activar paquete', () => panel.getByRole('radio', { name: bundle.title }).check());
  await panel.getByRole('tab', { name: 'Paquetes' }).click();
  // Such a server names the package by its id alone; the catalogue knows its title.
  await expect(panel.getByRole('table')).toContainText(bundle.title);
  await act('Registrar pago', async () => {
    await panel.getByLabel('Tipo de pago').selectOption('Producto');
    await panel.getByLabel('Monto (ARS)').fill('99.5');
  });
  await panel.getByRole('tab', { name: 'Pagos' }).click();
  await expect(panel.getByRole('table')).toContainText('ARS 99,50');
  await expect(panel.getByRole('table').locator('tbody tr')).toHaveCount(2);
  await panel.getByRole('button', { name: 'Gestionar suscripción' }).click();
  await panel.getByRole('button', { name: 'Desactivar', exact: true }).click();
  await expect(panel.getByRole('region', { name: 'Perfil' }).getByText('Sin suscripción activa')).toBeVisible();
  expect([...headers].sort()).toEqual(['authorization', 'content-type']);
});
