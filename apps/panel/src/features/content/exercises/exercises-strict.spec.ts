import { expect, test } from '#test/builders';
import { recordConsoleErrors } from '#test/page';
import { answerWith } from '#test/panel';

test.use({
  kind: 'strict',
  expectedErrors: [/^Error (al cargar|en el servidor)/],
});

test('EJE-20 by the letter the lists of the exercises screen that fail are logged and left empty, without a message', async ({
  panel,
}) => {
  const said = recordConsoleErrors(panel);
  await panel.route('**/api/exercise', answerWith(200, { success: true, data: 'nada' }));
  await panel.route('**/api/{body-part,machine}', answerWith(500, { success: false, message: 'No se puede' }));
  await panel.goto('/ejercicios');
  await expect(panel.getByText('No se encontraron ejercicios', { exact: true })).toBeVisible();
  for (const words of [
    'Error al cargar los ejercicios: Formato de respuesta inválido',
    'Error al cargar las partes del cuerpo',
    'Error al cargar las máquinas',
  ])
    await expect.poll(() => said.filter((text) => text.startsWith(words)).length, words).toBe(1);
  await panel.getByRole('button', { name: 'Filtros', exact: true }).click();
  await expect(panel.getByLabel('Parte del cuerpo').getByRole('option')).toHaveText(['Todas las partes']);
  await expect(panel.getByRole('alert')).toHaveCount(0);
  await expect(panel.getByRole('region', { name: 'Avisos' })).toHaveCount(0);
});
