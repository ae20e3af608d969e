import { expect, PICTURE, test, unique } from '#test/builders';
import { each, screens, type Screen } from '#test/catalogues';
import { item, logged, names } from '#test/page';
import { answerWith } from '#test/panel';

test.use({ expectedErrors: [/^Error (al (cargar|guardar|eliminar)|en el servidor)|^El recurso solicitado/] });

for (const [ids, screen] of each({
  levels: 'NIV-25',
  trainingTypes: 'TIP-14',
  machines: 'MAQ-10',
  bodyParts: 'PAR-12',
  productCategories: 'CPR-09',
  dietCategories: 'CDI-12',
}))
  test(`${ids} ${screen.title}: a failed load is logged and told, and can be tried again`, async ({ panel, add }) => {
    const name = unique('Después');
    await add(screen.path, { [screen.name.field]: name });
    const words = logged(panel);
    await panel.route(`**/api${screen.path}`, answerWith(500));
    await panel.goto(screen.route);
    await expect(panel.getByRole('alert')).toContainText(screen.failures.load);
    await expect(panel.getByRole('status', { name: 'Cargando' })).toHaveCount(0);
    expect(words.filter((text) => text.startsWith(screen.failures.load))).toHaveLength(1);
    await panel.unroute(`**/api${screen.path}`);
    await panel.getByRole('button', { name: 'Reintentar' }).click();
    await expect(item(panel, screen, name)).toBeVisible();
    await expect(panel.getByRole('alert')).toHaveCount(0);
  });

for (const [ids, screen] of each({
  levels: 'NIV-26 API-12',
  trainingTypes: 'TIP-15',
  machines: 'MAQ-11',
  bodyParts: 'PAR-13',
  productCategories: 'CPR-10',
  dietCategories: 'CDI-13',
}))
  test(`${ids} ${screen.title}: a failed save or delete is logged and told, and nothing typed or listed is lost`, async ({
    panel,
    add,
  }) => {
    const name = unique('Guardado');
    const { field, label } = screen.name;
    await add(screen.path, { [field]: name });
    const words = logged(panel);
    await panel.route(`**/api${screen.path}{,/*}`, (route) =>
      route.request().method() === 'GET'
        ? route.fallback()
        : answerWith(500, { success: false, message: 'El servidor <b>no puede</b>' })(route),
    );
    await panel.goto(screen.route);
    await expect(names(panel).last()).toHaveText(name);

    const typed = unique('Escrito');
    await panel.getByRole('button', { name: screen.create, exact: true }).click();
    let dialog = panel.getByRole('dialog', { name: screen.create, exact: true });
    await dialog.getByLabel(label).fill(typed);
    if (screen.description) await dialog.getByLabel('Descripción').fill('También escrito');
    if (screen.status) await dialog.getByRole('checkbox', { name: screen.status }).uncheck();
    if (screen.image) await dialog.getByLabel(screen.image.label, { exact: true }).setInputFiles(PICTURE);
    await dialog.getByRole('button', { name: 'Crear', exact: true }).click();
    await expect(dialog.getByRole('alert')).toHaveText('El servidor <b>no puede</b>');
    await expect(dialog.getByRole('button', { name: 'Crear', exact: true })).toBeEnabled();
    await expect(dialog.getByLabel(label)).toHaveValue(typed);
    if (screen.description) await expect(dialog.getByLabel('Descripción')).toHaveValue('También escrito');
    if (screen.status) await expect(dialog.getByRole('checkbox', { name: screen.status })).not.toBeChecked();
    if (screen.image) await expect(dialog.locator('img')).toHaveAttribute('src', /^blob:/);
    await expect.poll(() => words.filter((text) => text.startsWith(screen.failures.save)).length).toBe(1);
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await panel.getByRole('button', { name: 'Descartar' }).click();
    await expect(names(panel).last()).toHaveText(name);

    // An edit keeps the old name on the screen.
    await item(panel, screen, name).getByRole('button', { name: 'Editar' }).click();
    dialog = panel.getByRole('dialog', { name: screen.edit, exact: true });
    await dialog.getByLabel(label).fill(typed);
    await dialog.getByRole('button', { name: 'Actualizar' }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect(dialog.getByLabel(label)).toHaveValue(typed);
    await panel.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Descartar' }).click();

    await item(panel, screen, name).getByRole('button', { name: 'Eliminar' }).click();
    await item(panel, screen, name).getByRole('button', { name: 'Confirmar' }).click();
    const told = panel.getByRole('region', { name: 'Avisos' });
    await expect(told).toContainText(screen.failures.remove);
    await expect(told).toContainText('El servidor <b>no puede</b>');
    await expect(item(panel, screen, name).getByRole('button', { name: 'Eliminar' })).toBeEnabled();
    await expect(names(panel).last()).toHaveText(name);
    expect(words.filter((text) => text.startsWith(screen.failures.remove))).toHaveLength(1);
  });

test('API-12 of two deletes under way both failures are logged and told', async ({ panel, add }) => {
  const screen: Screen = screens.levels;
  const both = [unique('Uno'), unique('Otro')];
  for (const title of both) await add(screen.path, { title });
  const words = logged(panel);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await panel.route(`**/api${screen.path}/*`, async (route) => {
    await held;
    await answerWith(500)(route);
  });
  await panel.goto(screen.route);
  for (const title of both) {
    await item(panel, screen, title).getByRole('button', { name: 'Eliminar' }).click();
    await item(panel, screen, title).getByRole('button', { name: 'Confirmar' }).click();
  }
  for (const title of both) await expect(item(panel, screen, title)).toHaveAttribute('aria-busy', 'true');
  answer();
  for (const title of both) await expect(item(panel, screen, title)).not.toHaveAttribute('aria-busy');
  expect(words.filter((text) => text.startsWith(screen.failures.remove))).toHaveLength(2);
});

test("NIV-26 W3 the server's refusal stands at its field, which gets the focus; editing takes it back", async ({
  panel,
}) => {
  const screen: Screen = screens.levels;
  const errors = { title: 'Ese nombre <i>ya</i> existe' };
  await panel.route(`**/api${screen.path}`, (route) =>
    route.request().method() === 'POST'
      ? answerWith(400, { success: false, message: 'Revisa los campos', errors })(route)
      : route.fallback(),
  );
  await panel.goto(screen.route);
  await panel.getByRole('button', { name: screen.create }).click();
  const dialog = panel.getByRole('dialog', { name: screen.create });
  const title = dialog.getByLabel(screen.name.label);
  await title.fill('Repetido');
  await dialog.getByLabel('Descripción').fill('Se queda');
  await dialog.getByRole('button', { name: 'Crear' }).click();
  await expect(title).toHaveAccessibleDescription(errors.title);
  await expect(title).toHaveAttribute('aria-invalid', 'true');
  await expect(title).toBeFocused();
  await expect(dialog.getByText('Revisa los campos')).toBeVisible();
  await expect(dialog.getByLabel('Descripción')).toHaveValue('Se queda');
  await title.press('End');
  await title.pressSequentially('!');
  await expect(title).not.toHaveAttribute('aria-invalid');
  await expect(title).toHaveValue('Repetido!');
});

test('NIV-26 K1 a save over what somebody else saved meanwhile is refused, tells it and keeps the form', async ({
  panel,
  change,
  add,
}) => {
  const screen: Screen = screens.levels;
  const title = unique('De dos');
  const { id } = await add(screen.path, { title });
  await panel.goto(screen.route);
  await item(panel, screen, title).getByRole('button', { name: 'Editar' }).click();
  const dialog = panel.getByRole('dialog', { name: screen.edit });
  await dialog.getByLabel(screen.name.label).fill('Lo mío');
  await change('PATCH', `${screen.path}/${id}`, { title: `${title} ajeno` });
  await dialog.getByRole('button', { name: 'Actualizar' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/^Otra persona guardó cambios/);
  await expect(dialog.getByLabel(screen.name.label)).toHaveValue('Lo mío');

  // Behind the dialog the list is already as the other left it; from there the edit goes through.
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await panel.getByRole('button', { name: 'Descartar' }).click();
  await item(panel, screen, `${title} ajeno`).getByRole('button', { name: 'Editar' }).click();
  await dialog.getByLabel(screen.name.label).fill(`${title} mío`);
  await dialog.getByRole('button', { name: 'Actualizar' }).click();
  await expect(item(panel, screen, `${title} mío`)).toBeVisible();
});

test('NIV-26 K2 deleting what somebody else deleted is told and leaves no ghost', async ({ panel, change, add }) => {
  const screen: Screen = screens.levels;
  const title = unique('De otro');
  const { id } = await add(screen.path, { title });
  await panel.goto(screen.route);
  await expect(item(panel, screen, title)).toBeVisible();
  await change('DELETE', `${screen.path}/${id}`);
  await item(panel, screen, title).getByRole('button', { name: 'Eliminar' }).click();
  await item(panel, screen, title).getByRole('button', { name: 'Confirmar' }).click();
  await expect(panel.getByRole('region', { name: 'Avisos' })).toContainText('El recurso solicitado no existe');
  await expect(item(panel, screen, title)).toHaveCount(0);
});
