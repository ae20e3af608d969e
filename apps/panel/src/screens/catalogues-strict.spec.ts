import { expect, test, unique } from '#test/builders';
import { each } from '#test/catalogues';
import { expectSilence, item, logged, names } from '#test/page';
import { answerWith } from '#test/panel';

test.use({
  kind: 'strict',
  expectedErrors: [/^Error (al (cargar|guardar|eliminar)|en el servidor)/],
});

const product = {
  route: '/productos',
  path: '/product',
  look: 'rows',
  create: 'Nuevo Producto',
  failures: {
    load: 'Error al cargar los productos',
    save: 'Error al guardar el producto',
    remove: 'Error al eliminar el producto',
  },
} as const;

for (const [ids, screen] of [
  ...each({
    levels: 'NIV-25',
    trainingTypes: 'TIP-14',
    machines: 'MAQ-10',
    bodyParts: 'PAR-12',
    productCategories: 'CPR-09',
    dietCategories: 'CDI-12',
  }),
  ['PRO-13', product] as const,
])
  test(`${ids} ${screen.route}: by the letter a failed load is only logged, and the loading state ends`, async ({
    panel,
  }) => {
    const words = logged(panel);
    await panel.route(`**/api${screen.path}`, answerWith(500, { success: false, message: 'No se puede' }));
    await panel.goto(screen.route);
    await expect.poll(() => words.filter((text) => text.startsWith(screen.failures.load)).length).toBe(1);
    await expect(panel.getByRole('status', { name: 'Cargando' })).toHaveCount(0);
    await expect(panel.getByRole('button', { name: screen.create, exact: true })).toBeEnabled();
    await expectSilence(panel);
  });

for (const [ids, screen] of each({
  levels: 'NIV-26',
  trainingTypes: 'TIP-15',
  machines: 'MAQ-11',
  bodyParts: 'PAR-13',
  productCategories: 'CPR-10',
  dietCategories: 'CDI-13',
}))
  test(`${ids} ${screen.title}: by the letter a failed save or delete is only logged, and the list stays`, async ({
    panel,
    add,
  }) => {
    const name = unique('Guardado');
    await add(screen.path, { [screen.name.field]: name });
    const words = logged(panel);
    await panel.route(`**/api${screen.path}{,/*}`, (route) =>
      route.request().method() === 'GET' ? route.fallback() : answerWith(500, { message: 'No se puede' })(route),
    );
    await panel.goto(screen.route);
    await panel.getByRole('button', { name: screen.create, exact: true }).click();
    const dialog = panel.getByRole('dialog', { name: screen.create, exact: true });
    await dialog.getByLabel(screen.name.label).fill('Escrito');
    await dialog.getByRole('button', { name: 'Crear', exact: true }).click();
    await expect.poll(() => words.filter((text) => text.startsWith(screen.failures.save)).length).toBe(1);
    await expect(dialog.getByRole('button', { name: 'Crear', exact: true })).toBeEnabled();
    await expect(dialog.getByLabel(screen.name.label)).toHaveValue('Escrito');
    await expectSilence(panel);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await panel.getByRole('button', { name: 'Descartar' }).click();
    await expect(names(panel).last()).toHaveText(name);

    await item(panel, screen, name).getByRole('button', { name: 'Eliminar' }).click();
    await item(panel, screen, name).getByRole('button', { name: 'Confirmar' }).click();
    await expect.poll(() => words.filter((text) => text.startsWith(screen.failures.remove)).length).toBe(1);
    await expect(item(panel, screen, name).getByRole('button', { name: 'Eliminar' })).toBeEnabled();
    await expect(names(panel).last()).toHaveText(name);
    await expectSilence(panel);
  });

test('PRO-14 /productos: by the letter a failed save or delete is only logged, and the list stays', async ({
  panel,
  add,
}) => {
  const category = await add('/category-product', { title: unique('Categoría') });
  const title = unique('Guardado');
  await add('/product', { title, affiliate_link: 'https://example.com', price: 1, category_id: category.id });
  const words = logged(panel);
  await panel.route('**/api/product/*', answerWith(500, { success: false, message: 'No se puede' }));
  await panel.goto(product.route);
  await item(panel, product, title).getByRole('button', { name: 'Editar' }).click();
  const dialog = panel.getByRole('dialog', { name: 'Editar Producto' });
  await dialog.getByLabel('Título').fill('Escrito');
  await dialog.getByRole('button', { name: 'Actualizar' }).click();
  await expect.poll(() => words.filter((text) => text.startsWith(product.failures.save)).length).toBe(1);
  await expect(dialog.getByRole('button', { name: 'Actualizar' })).toBeEnabled();
  await expectSilence(panel);
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await panel.getByRole('button', { name: 'Descartar' }).click();
  await item(panel, product, title).getByRole('button', { name: 'Eliminar' }).click();
  await item(panel, product, title).getByRole('button', { name: 'Confirmar' }).click();
  await expect.poll(() => words.filter((text) => text.startsWith(product.failures.remove)).length).toBe(1);
  await expect(names(panel).last()).toHaveText(title);
  await expectSilence(panel);
});
