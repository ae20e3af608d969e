import { expect, PICTURE, test, uniqueName } from '#test/builders';
import { card, fillFields, dietInput, recordWrites } from '#test/page';
import { answerWith, createGate } from '#test/panel';

// Rules for every form that is a screen of its own, tested with the diets.

test('W2 what was typed is not lost by a slip: every way out asks first, and none does where nothing was typed or all is saved', async ({
  panel,
  add,
}) => {
  const { id, title } = await add('/diet');
  await panel.goto('/dietas');
  await panel.getByRole('link', { name: 'Nueva Dieta' }).first().click();
  await panel.getByRole('button', { name: 'Cancelar' }).click();
  await expect(panel).toHaveURL('/dietas');

  await card(panel, title).getByRole('link', { name: 'Editar' }).click();
  await panel.getByLabel('Título').fill('A medias');
  const question = panel.getByRole('alertdialog', { name: '¿Descartar los cambios?' });
  const ways = {
    'the link above the title': () => panel.getByRole('link', { name: 'Volver a la lista de dietas' }).click(),
    Cancelar: () => panel.getByRole('button', { name: 'Cancelar' }).click(),
    'the menu': () => panel.getByRole('link', { name: 'Productos' }).click(),
    'the back button': () => panel.evaluate(() => history.back()),
  };
  for (const [way, leave] of Object.entries(ways)) {
    await leave();
    await expect(question.getByRole('button', { name: 'Seguir editando' }), way).toBeFocused();
    await panel.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(panel.getByLabel('Título')).toHaveValue('A medias');
    await expect(panel).toHaveURL(`/dietas/editar/${id}`);
  }
  const asked = panel.waitForEvent('dialog');
  await panel.evaluate(() => setTimeout(() => location.reload()));
  expect((await asked).type()).toBe('beforeunload');
  await (await asked).dismiss();
  await expect(panel.getByLabel('Título')).toHaveValue('A medias');

  await panel.getByRole('link', { name: 'Productos' }).click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  // Wait for the new screen, not just the address: until then the form is still there and would ask again.
  await expect(panel.getByRole('heading', { name: 'Productos', level: 1 })).toBeVisible();
  await expect(panel).toHaveURL('/productos');
  await panel.goBack();
  await expect(panel.getByLabel('Título')).toHaveValue(title);
});

test('W2 what is not typed counts too: a picture that was chosen, a choice, a tick', async ({ panel, add }) => {
  const { title } = await add('/diet');
  const question = panel.getByRole('alertdialog', { name: '¿Descartar los cambios?' });
  const changes = [
    () => panel.getByLabel('Imagen', { exact: true }).setInputFiles(PICTURE),
    () => panel.getByLabel('Género').selectOption('Femenino'),
    () => panel.getByRole('checkbox', { name: 'Dieta activa' }).uncheck(),
  ];
  await panel.goto('/dietas');
  for (const change of changes) {
    await card(panel, title).getByRole('link', { name: 'Editar' }).click();
    await change();
    await panel.getByRole('link', { name: 'Volver a la lista de dietas' }).click();
    await question.getByRole('button', { name: 'Descartar' }).click();
    await expect(panel).toHaveURL('/dietas');
  }
});

test('K8 W2 an impatient finger sends one request, which says that it is under way; then nothing asks', async ({
  panel,
  add,
}) => {
  const { type_diet } = await add('/diet');
  const title = uniqueName('Una vez');
  const sent = recordWrites(panel);
  const [held, answer] = createGate();
  await panel.route('**/api/diet', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await panel.goto('/dietas/nuevo');
  await fillFields(panel, { ...dietInput, Título: title });
  await panel.getByLabel('Tipo de dieta').selectOption(type_diet?.name ?? '');
  await panel.getByRole('button', { name: 'Crear Dieta' }).dblclick();
  await expect(panel.getByRole('button', { name: 'Guardando...' })).toBeDisabled();
  await expect(panel.getByRole('button', { name: 'Cancelar' })).toBeDisabled();
  await panel.getByLabel('Título').press('Enter');
  // Leaving during the save would leave its outcome unknown.
  await panel.getByRole('link', { name: 'Productos' }).click();
  await expect(panel.getByRole('alertdialog', { name: '¿Descartar los cambios?' })).toBeVisible();
  await panel.keyboard.press('Escape');
  answer();
  await expect(panel).toHaveURL('/dietas');
  await expect(card(panel, title)).toHaveCount(1);
  await expect(panel.getByRole('alertdialog')).toHaveCount(0);
  expect(sent).toEqual(['POST /diet']);
});

test.describe('what the server refuses', () => {
  test("W3 the server's refusals stand at their fields, the first gets the focus, and editing takes each back", async ({
    panel,
    add,
  }) => {
    const { id } = await add('/diet');
    const errors = { ingredients: 'Demasiados <i>ingredientes</i>', portions: 'Demasiadas porciones' };
    await panel.route(`**/api/diet/${id}`, (route) =>
      route.request().method() === 'PATCH'
        ? answerWith(400, { success: false, message: 'Revisa los campos', errors })(route)
        : route.fallback(),
    );
    await panel.goto(`/dietas/editar/${id}`);
    await fillFields(panel, { Título: 'Se queda' });
    await panel.getByRole('button', { name: 'Actualizar Dieta' }).click();
    await expect(panel.getByLabel('Porciones')).toBeFocused();
    await expect(panel.getByLabel('Porciones')).toBeInViewport();
    await expect(panel.getByLabel('Porciones')).toHaveAccessibleDescription(errors.portions);
    await expect(panel.getByLabel('Ingredientes')).toHaveAccessibleDescription(errors.ingredients);
    await expect(panel.getByText('Revisa los campos')).toBeVisible();
    await fillFields(panel, { Porciones: '3' });
    await expect(panel.getByLabel('Porciones')).not.toHaveAttribute('aria-invalid');
    await expect(panel.getByLabel('Ingredientes')).toHaveAttribute('aria-invalid', 'true');
    await expect(panel.getByLabel('Título')).toHaveValue('Se queda');
  });
});
