import { expect, test, uniqueName } from '#test/builders';
import { card, expectNoMessage, item, recordConsoleErrors, itemNames } from '#test/page';
import { answerWith } from '#test/panel';

test.use({
  kind: 'strict',
  expectedErrors: [/^Error (al (cargar|guardar|eliminar)|en el servidor)/],
});

test('PLA-21 PLA-22 plans: by the letter a failed load, save or delete is only logged, and the list stays', async ({
  panel,
  add,
}) => {
  const title = uniqueName('Guardada');
  await add('/suscriptions', { title, description: 'Como estaba', duration: 1, amount: 10 });
  const words = recordConsoleErrors(panel);
  const count = (start: string) => words.filter((text) => text.startsWith(start)).length;
  await panel.route('**/api/suscriptions', answerWith(500, { message: 'No se puede' }), { times: 1 });
  await panel.goto('/suscripciones');
  await expect.poll(() => count('Error al cargar las suscripciones')).toBe(1);
  await expect(panel.getByRole('status', { name: 'Cargando' })).toHaveCount(0);
  await expectNoMessage(panel);

  await panel.reload();
  await panel.route('**/api/suscriptions/*', answerWith(500, { success: false, message: 'No se puede' }));
  await item(panel, { look: 'cards' }, title).getByRole('button', { name: 'Editar' }).click();
  const dialog = panel.getByRole('dialog', { name: 'Editar Suscripción' });
  await dialog.getByLabel('Título').fill('Escrito');
  await dialog.getByRole('button', { name: 'Actualizar' }).click();
  await expect.poll(() => count('Error al guardar la suscripción')).toBe(1);
  await expect(dialog.getByRole('button', { name: 'Actualizar' })).toBeEnabled();
  await expectNoMessage(panel);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await panel.getByRole('button', { name: 'Descartar' }).click();
  await item(panel, { look: 'cards' }, title).getByRole('button', { name: 'Eliminar' }).click();
  await item(panel, { look: 'cards' }, title).getByRole('button', { name: 'Confirmar' }).click();
  await expect.poll(() => count('Error al eliminar la suscripción')).toBe(1);
  await expect(itemNames(panel).last()).toHaveText(title);
  await expectNoMessage(panel);
});

test('DIE-14 diets: by the letter a failed load or delete of the list is only logged, and the list stays', async ({
  panel,
  add,
}) => {
  const { title } = await add('/diet');
  const words = recordConsoleErrors(panel);
  const count = (start: string) => words.filter((text) => text.startsWith(start)).length;
  await panel.route('**/api/diet', answerWith(500, { message: 'No se puede' }), { times: 1 });
  await panel.goto('/dietas');
  await expect.poll(() => count('Error al cargar las dietas')).toBe(1);
  await expect(panel.getByRole('status', { name: 'Cargando' })).toHaveCount(0);
  await expectNoMessage(panel);
  await panel.reload();
  await panel.route('**/api/diet/*', answerWith(500, { success: false, message: 'No se puede' }));
  await card(panel, title).getByRole('button', { name: 'Eliminar' }).click();
  await card(panel, title).getByRole('button', { name: 'Confirmar' }).click();
  await expect.poll(() => count('Error al eliminar la dieta')).toBe(1);
  await expect(card(panel, title).getByRole('button', { name: 'Eliminar' })).toBeEnabled();
  await expectNoMessage(panel);
});
