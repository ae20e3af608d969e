import { EXTRAS } from '@pulso/contract/accounts/extras';
import { expect, test } from '#test/builders';

test('a training of the library brings its exercises along, what is there is said, and nothing is made twice', async ({
  panel,
}) => {
  await panel.addInitScript((names) => localStorage.setItem('pulso-extras', names), JSON.stringify(EXTRAS));
  await panel.goto('/entrenamientos');
  const open = panel.getByRole('main').getByRole('button', { name: 'Agregar de la biblioteca' }).first();
  await open.click();
  const dialog = panel.getByRole('dialog', { name: 'Agregar de la biblioteca' });
  await dialog.getByRole('searchbox', { name: 'Buscar en la biblioteca...' }).fill('fuerza 5');
  await dialog.getByRole('button', { name: 'Todos', exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText(/^1 entrenamiento · traen \d+ ejercicios$/);
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click();
  await expect(panel.getByText(/^Se agregaron 1 entrenamiento y \d+ ejercicios$/)).toBeVisible({ timeout: 60_000 });
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByRole('row', { name: /Fuerza 5 × 5/ })).toBeVisible();

  await open.click();
  const entry = dialog.getByRole('listitem').filter({ hasText: 'Fuerza 5 × 5' });
  await expect(entry).toContainText('Ya está');
  await expect(entry.getByRole('checkbox')).toBeDisabled();
  await panel.keyboard.press('Escape');
  await panel.goto('/ejercicios');
  await panel.getByRole('main').getByRole('button', { name: 'Agregar de la biblioteca' }).click();
  const legs = dialog.getByRole('group', { name: 'Piernas' });
  await expect(legs.getByRole('listitem').filter({ hasText: 'Sentadilla con barra' })).toContainText('Ya está');
  await legs.getByRole('button', { name: 'Todos: Piernas' }).click();
  await expect(legs.getByRole('checkbox', { checked: true, disabled: false })).not.toHaveCount(0);
});
