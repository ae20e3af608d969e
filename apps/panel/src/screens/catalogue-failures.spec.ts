import { expect, test, uniqueName } from '#test/builders';
import { screens, type Screen } from '#test/catalogues';
import { item, recordConsoleErrors, toasts } from '#test/page';
import { answerWith, createGate } from '#test/panel';

test.use({ expectedErrors: [/^Error (al (cargar|guardar|eliminar)|en el servidor)|^El recurso solicitado/] });

const screen: Screen = screens.levels;

test('API-12 of two deletes under way both failures are logged and told', async ({ panel, add }) => {
  const both = [uniqueName('Uno'), uniqueName('Otro')];
  for (const title of both) await add(screen.path, { title });
  const words = recordConsoleErrors(panel);
  const [held, answer] = createGate();
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

test('NIV-26 K1 K2 a save over what somebody else saved is refused and keeps the form; what somebody else deleted leaves no ghost', async ({
  panel,
  change,
  add,
}) => {
  const title = uniqueName('De dos');
  const { id } = await add(screen.path, { title });
  await panel.goto(screen.route);
  await item(panel, screen, title).getByRole('button', { name: 'Editar' }).click();
  const dialog = panel.getByRole('dialog', { name: screen.edit });
  await dialog.getByLabel(screen.name.label).fill('Lo mío');
  await change('PATCH', `${screen.path}/${id}`, { title: `${title} ajeno` });
  await dialog.getByRole('button', { name: 'Actualizar' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(/^Otra persona guardó cambios/);
  await expect(dialog.getByLabel(screen.name.label)).toHaveValue('Lo mío');

  // After loading the other person's values, the edit goes through.
  await dialog.getByRole('button', { name: 'Volver a cargar' }).click();
  await expect(dialog.getByText(`La otra persona guardó: «${title} ajeno»`)).toBeVisible();
  await expect(dialog.getByLabel(screen.name.label)).toHaveValue('Lo mío');
  await dialog.getByLabel(screen.name.label).fill(`${title} mío`);
  await dialog.getByRole('button', { name: 'Actualizar' }).click();
  await expect(item(panel, screen, `${title} mío`)).toBeVisible();

  await change('DELETE', `${screen.path}/${id}`);
  const shown = item(panel, screen, `${title} mío`);
  await shown.getByRole('button', { name: 'Eliminar' }).click();
  await shown.getByRole('button', { name: 'Confirmar' }).click();
  await expect(toasts(panel)).toContainText('El recurso solicitado no existe');
  await expect(shown).toHaveCount(0);
});
