import { expect, test, uniqueName } from '#test/builders';
import { screens, type Screen } from '#test/catalogues';
import { expectNoMessage, item, recordConsoleErrors, itemNames } from '#test/page';
import { answerWith } from '#test/panel';

test.describe.configure({ timeout: 90_000 });
test.use({
  kind: 'strict',
  expectedErrors: [/^Error (al (cargar|guardar|eliminar)|en el servidor)/],
});

const productScreen: Pick<Screen, 'route' | 'path' | 'title' | 'look' | 'name' | 'create' | 'edit' | 'failures'> = {
  route: '/productos',
  path: '/product',
  title: 'Productos',
  look: 'rows',
  name: { field: 'title', label: 'Título', required: 'El título es obligatorio' },
  create: 'Nuevo Producto',
  edit: 'Editar Producto',
  failures: {
    load: 'Error al cargar los productos',
    save: 'Error al guardar el producto',
    remove: 'Error al eliminar el producto',
  },
};

/** Screens by page load: products load the categories too, and a list already loaded does not fail. */
const screensByLoad: [ids: string, on: (typeof productScreen)[]][] = [
  [
    'NIV-25 NIV-26 TIP-14 TIP-15 MAQ-10 MAQ-11 PAR-12 PAR-13 CPR-09 CPR-10 CDI-12 CDI-13',
    Object.values<Screen>(screens),
  ],
  ['PRO-13 PRO-14', [productScreen]],
];

for (const [ids, on] of screensByLoad)
  test(`${ids} by the letter a failed load, save or delete is only logged`, async ({ panel, add }) => {
    const words = recordConsoleErrors(panel);
    const said = (failure: string) => words.filter((text) => text.startsWith(failure)).length;
    await panel.goto('/home');
    await panel.getByRole('button', { name: 'Configuración' }).click();
    for (const screen of on)
      await test.step(screen.title, async () => {
        const name = uniqueName('Guardado');
        await add(screen.path, { [screen.name.field]: name });
        words.length = 0;
        const link = panel.getByRole('navigation').getByRole('link', { name: screen.title, exact: true });
        const list = `**/api${screen.path}`;
        await panel.route(list, answerWith(500, { success: false, message: 'No se puede' }));
        await link.click();
        await expect.poll(() => said(screen.failures.load), screen.failures.load).toBe(1);
        await expect(panel.getByRole('status', { name: 'Cargando' })).toHaveCount(0);
        await expect(panel.getByRole('button', { name: screen.create, exact: true })).toBeEnabled();
        await expectNoMessage(panel);

        await panel.unroute(list);
        await panel.route(`**/api${screen.path}/*`, answerWith(500, { success: false, message: 'No se puede' }));
        await panel.getByRole('link', { name: 'Inicio' }).first().click();
        await expect(panel).toHaveURL('/home');
        await link.click();
        await item(panel, screen, name).getByRole('button', { name: 'Editar' }).click();
        const dialog = panel.getByRole('dialog', { name: screen.edit, exact: true });
        await dialog.getByLabel(screen.name.label).fill('Escrito');
        await dialog.getByRole('button', { name: 'Actualizar' }).click();
        await expect.poll(() => said(screen.failures.save), screen.failures.save).toBe(1);
        await expect(dialog.getByRole('button', { name: 'Actualizar' })).toBeEnabled();
        await expect(dialog.getByLabel(screen.name.label)).toHaveValue('Escrito');
        await expectNoMessage(panel);
        await dialog.getByRole('button', { name: 'Cancelar' }).click();
        await panel.getByRole('button', { name: 'Descartar' }).click();

        await item(panel, screen, name).getByRole('button', { name: 'Eliminar' }).click();
        await item(panel, screen, name).getByRole('button', { name: 'Confirmar' }).click();
        await expect.poll(() => said(screen.failures.remove), screen.failures.remove).toBe(1);
        await expect(item(panel, screen, name).getByRole('button', { name: 'Eliminar' })).toBeEnabled();
        await expect(itemNames(panel).last()).toHaveText(name);
        await expectNoMessage(panel);
      });
  });
