import type { Request } from '@playwright/test';
import { expect, test, uniqueName } from '#test/builders';
import { screens, type Screen } from '#test/catalogues';
import { item, panelHeaders, payloadOf } from '#test/page';

test.use({ kind: 'extras-off' });

test('NIV-19 NIV-22 NIV-24 on a server with the two documents alone a level is created, changed and deleted', async ({
  panel,
}) => {
  const screen: Screen = screens.levels;
  const calls: Request[] = [];
  panel.on('request', (request) => request.url().includes('/api/') && calls.push(request));
  await panel.goto(screen.route);
  const title = uniqueName('Inicial');
  await panel.getByRole('button', { name: screen.create }).click();
  await panel.getByLabel(screen.name.label).fill(title);
  await panel.getByRole('button', { name: 'Crear', exact: true }).click();
  await item(panel, screen, title).getByRole('button', { name: 'Editar' }).click();
  await panel.getByLabel(screen.name.label).fill(`${title} cambiado`);
  await panel.getByRole('button', { name: 'Actualizar' }).click();
  const card = item(panel, screen, `${title} cambiado`);
  await card.getByRole('button', { name: 'Eliminar' }).click();
  await card.getByRole('button', { name: 'Confirmar' }).click();
  await expect(card).toHaveCount(0);

  expect(calls.map((call) => call.method())).toEqual(['GET', 'POST', 'PATCH', 'DELETE']);
  const [list, created, changed, removed] = await Promise.all(calls.map(panelHeaders));
  expect([list, removed]).toEqual([['authorization'], ['authorization']]);
  expect([created, changed]).toEqual(Array(2).fill(['authorization', 'content-type']));
  expect(await Promise.all(calls.slice(1, 3).map(payloadOf))).toEqual([
    { title, description: '', status: 'true' },
    { title: `${title} cambiado`, description: '', status: 'true' },
  ]);
});

test('PRO-09 PRO-10 PRO-12 on a server with the two documents alone a product is created, changed and deleted', async ({
  panel,
  add,
}) => {
  const category = await add('/category-product', { title: uniqueName('Categoría') });
  const calls: Request[] = [];
  panel.on('request', (request) => request.url().includes('/api/product') && calls.push(request));
  await panel.goto('/productos');
  const title = uniqueName('Banda');
  await panel.getByRole('button', { name: 'Nuevo Producto' }).click();
  const dialog = panel.getByRole('dialog');
  await dialog.getByLabel('Título').fill(title);
  await dialog.getByLabel('Enlace de afiliado').fill('https://example.com/banda');
  await dialog.getByLabel('Precio (ARS)').fill('1500');
  await dialog.getByLabel('Categoría').selectOption(String(category.title));
  await dialog.getByRole('button', { name: 'Crear', exact: true }).click();
  const row = item(panel, { look: 'rows' }, title);
  await row.getByRole('button', { name: 'Editar' }).click();
  await dialog.getByLabel('Precio (ARS)').fill('2000');
  await dialog.getByRole('button', { name: 'Actualizar' }).click();
  await expect(row).toContainText('ARS 2.000,00');
  await row.getByRole('button', { name: 'Eliminar' }).click();
  await row.getByRole('button', { name: 'Confirmar' }).click();
  await expect(row).toHaveCount(0);
  expect(calls.map((call) => call.method())).toEqual(['GET', 'POST', 'PATCH', 'DELETE']);
  const own = await Promise.all(calls.map(panelHeaders));
  expect(new Set(own.flat())).toEqual(new Set(['authorization', 'content-type']));
});
