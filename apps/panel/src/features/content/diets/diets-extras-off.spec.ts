import type { Request } from '@playwright/test';
import { expect, test, uniqueName } from '#test/builders';
import { card, fillFields, panelHeaders, dietInput } from '#test/page';

test.use({ kind: 'extras-off' });

test('DIE-12 DIE-37 DIE-38 on a server with the two documents alone a diet is created, looked at, changed and deleted', async ({
  panel,
  add,
}) => {
  const { type_diet } = await add('/diet');
  const [title, renamed] = [uniqueName('Sola'), uniqueName('Cambiada')];
  const calls: Request[] = [];
  panel.on('request', (request) => request.url().includes('/api/') && calls.push(request));
  await panel.goto('/dietas');
  await panel.getByRole('link', { name: 'Nueva Dieta' }).first().click();
  await fillFields(panel, { ...dietInput, Título: title });
  await panel.getByLabel('Tipo de dieta').selectOption(type_diet?.name ?? '');
  await panel.getByRole('button', { name: 'Crear Dieta' }).click();
  await card(panel, title).getByRole('link', { name: 'Ver detalles' }).click();
  await expect(panel.getByText(type_diet?.name ?? '', { exact: true })).toBeVisible();
  await panel.getByRole('link', { name: 'Editar' }).click();
  await fillFields(panel, { Título: renamed });
  await panel.getByRole('button', { name: 'Actualizar Dieta' }).click();
  await card(panel, renamed).getByRole('button', { name: 'Eliminar' }).click();
  await card(panel, renamed).getByRole('button', { name: 'Confirmar' }).click();
  await expect(card(panel, renamed)).toHaveCount(0);
  const own = new Set((await Promise.all(calls.map(panelHeaders))).flat());
  expect(own).toEqual(new Set(['authorization', 'content-type']));
  const writes = calls.map((call) => call.method()).filter((method) => method !== 'GET');
  expect(writes).toEqual(['POST', 'PATCH', 'DELETE']);
});
