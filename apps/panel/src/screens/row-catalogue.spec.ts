import { expect, test, uniqueName } from '#test/builders';
import { screens, type Screen } from '#test/catalogues';
import { item, items, itemNames, recordWrites } from '#test/page';

const screen: Screen = screens.dietCategories;

test('CDI-03 CDI-04 the filter keeps active or inactive categories, and lives in the address', async ({
  panel,
  add,
}) => {
  const [active, inactive] = [uniqueName('Activa'), uniqueName('Inactiva')];
  await add(screen.path, { name: active, status: true });
  await add(screen.path, { name: inactive, status: false });
  await panel.goto(screen.route);
  const filter = panel.getByRole('combobox', { name: 'Estado' });
  await expect(filter.getByRole('option')).toHaveText(['Todos los estados', 'Activos', 'Inactivos']);
  await expect(item(panel, screen, active)).toBeVisible();
  await expect(item(panel, screen, inactive)).toBeVisible();

  await filter.selectOption('Activos');
  await expect(item(panel, screen, inactive)).toHaveCount(0);
  await expect(item(panel, screen, active)).toBeVisible();
  await filter.selectOption('Inactivos');
  await expect(item(panel, screen, active)).toHaveCount(0);
  await panel.reload();
  await expect(item(panel, screen, inactive)).toBeVisible();
  await expect(item(panel, screen, active)).toHaveCount(0);
  await expect(items(panel, screen).getByText('Activo', { exact: true })).toHaveCount(0);

  // Filter and search combined.
  await panel.getByPlaceholder('Buscar categorías...').fill(active);
  await expect(panel.getByText('No se encontraron categorías')).toBeVisible();
  await filter.selectOption('Todos los estados');
  await expect(itemNames(panel)).toHaveText([active]);
});

test('CDI-11 deleting asks with a pair of buttons, by the mouse and by the keyboard; only the confirmation sends', async ({
  panel,
  api,
  add,
}) => {
  const [gone, kept] = [uniqueName('Se va'), uniqueName('Queda')];
  const { id } = await add(screen.path, { name: gone });
  await add(screen.path, { name: kept });
  const sent = recordWrites(panel);
  await panel.goto(screen.route);
  const row = item(panel, screen, gone);
  const remove = row.getByRole('button', { name: 'Eliminar' });
  const pair = row.getByRole('group', { name: `¿Eliminar ${gone}?` });
  await remove.click();
  await expect(pair.getByRole('button')).toHaveText(['Confirmar', 'Cancelar']);
  await expect(item(panel, screen, kept).getByRole('group')).toHaveCount(0);
  await pair.getByRole('button', { name: 'Cancelar' }).click();
  await expect(pair).toHaveCount(0);
  await expect(remove).toBeFocused();

  // Keyboard: Esc means no, and a key held down is one press.
  await panel.keyboard.down('Enter');
  await panel.keyboard.down('Enter');
  await panel.keyboard.up('Enter');
  await expect(pair.getByRole('button', { name: 'Confirmar' })).toBeFocused();
  await panel.keyboard.press('Escape');
  await expect(remove).toBeFocused();
  expect(sent).toEqual([]);

  await remove.click();
  await pair.getByRole('button', { name: 'Confirmar' }).click();
  await expect(row).toHaveCount(0);
  await expect(itemNames(panel).last()).toHaveText(kept);
  expect(sent).toEqual([`DELETE ${screen.path}/${id}`]);
  expect(await (await api.get(screen.path)).text()).not.toContain(gone);
});
