import { expect, PICTURE, test, uniqueName } from '#test/builders';
import { card, fillFields, waitForWrite, payloadOf, dietInput, recordWrites } from '#test/page';
import { answerWith } from '#test/panel';

test('DIE-21 DIE-23 DIE-35 DIE-36 a new diet begins active, for all, not premium; only active types are offered', async ({
  panel,
  add,
}) => {
  const active = await add('/type-diet', { name: uniqueName('Activo') });
  const resting = await add('/type-diet', { name: uniqueName('Inactivo'), status: false });
  const diet = await add('/diet', { category: uniqueName('De otra dieta') });
  await panel.goto('/dietas/nuevo');
  await expect(panel.getByRole('heading', { name: 'Nueva Dieta', level: 1, exact: true })).toBeVisible();
  const types = panel.getByLabel('Tipo de dieta').getByRole('option');
  await expect(types.filter({ hasText: String(active.name) })).toHaveCount(1);
  await expect(types.filter({ hasText: String(resting.name) })).toHaveCount(0);
  await expect(panel.getByLabel('Tipo de dieta')).toHaveValue('');
  await expect(panel.getByLabel('Género')).toHaveValue('Unisex');
  await expect(panel.getByRole('checkbox', { name: 'Dieta activa' })).toBeChecked();
  await expect(panel.getByRole('checkbox', { name: 'Dieta premium' })).not.toBeChecked();
  for (const label of ['Proteínas (g)', 'Carbohidratos (g)', 'Grasas (g)']) {
    await expect(panel.getByLabel(label)).toHaveAttribute('step', '0.1');
    await expect(panel.getByLabel(label)).toHaveAttribute('min', '0');
  }
  // The category is free text; those of the other diets are suggestions.
  const list = await panel.getByLabel('Categoría').getAttribute('list');
  await expect(panel.locator(`[id="${list}"] option[value="${String(diet.category)}"]`)).toHaveCount(1);

  await panel.goto(`/dietas/editar/${diet.id}`);
  await expect(panel.getByRole('heading', { name: 'Editar Dieta', level: 1, exact: true })).toBeVisible();
  await expect(panel.getByLabel('Imagen', { exact: true })).not.toHaveAttribute('required');
});

test('DIE-24 DIE-25 DIE-26 DIE-27 DIE-28 DIE-29 DIE-30 DIE-31 DIE-32 DIE-33 DIE-34 each field says what is wrong with it, the first gets the focus and nothing is sent', async ({
  panel,
}) => {
  const sent = recordWrites(panel);
  await panel.goto('/dietas/nuevo');
  const submit = panel.getByRole('button', { name: 'Crear Dieta', exact: true });
  const blank = {
    Título: 'El título es obligatorio',
    Categoría: 'La categoría es obligatoria',
    'Tipo de dieta': 'El tipo de dieta es obligatorio',
    Porciones: 'Las porciones son obligatorias',
    'Tiempo total': 'El tiempo total es obligatorio',
    'Calorías (kcal)': 'Las calorías deben ser un número positivo',
    'Proteínas (g)': 'Las proteínas deben ser un número no negativo',
    'Carbohidratos (g)': 'Los carbohidratos deben ser un número no negativo',
    'Grasas (g)': 'Las grasas deben ser un número no negativo',
    Ingredientes: 'Los ingredientes son obligatorios',
    Instrucciones: 'Las instrucciones son obligatorias',
  };
  await submit.click();
  for (const [label, message] of Object.entries(blank))
    await expect(panel.getByLabel(label, { exact: false })).toHaveAccessibleDescription(message);
  await expect(panel.getByLabel('Título')).toBeFocused();
  await expect(panel.getByLabel('Título')).toBeInViewport();
  await expect(panel.getByRole('alert')).toHaveCount(Object.keys(blank).length);

  await fillFields(panel, dietInput);
  await expect(panel.getByRole('alert')).toHaveText([blank['Tipo de dieta']]);
  expect(sent).toEqual([]);
});

test('DIE-22 DIE-36 DIE-37 API-29 a new diet is sent as specified, with its image or without, and is in the list afterwards', async ({
  panel,
  add,
}) => {
  const { type_diet_id, type_diet } = await add('/diet');
  const title = uniqueName('Con foto');
  const body = {
    title,
    category: 'Volumen',
    calories: '450.5',
    protein: '30',
    carbs: '0',
    fats: '12.5',
    portions: '2 platos',
    total_time: '25 min',
    is_premium: 'false',
    gender: 'Unisex',
    ingredients: 'Lechuga\nPollo',
    instructions: 'Lavar.\n\nServir.',
    status: 'true',
    type_diet_id: String(type_diet_id),
  };
  // A call with a file can only be read where it is intercepted.
  await panel.route('**/api/diet', (route) => route.fallback());
  await panel.goto('/dietas');
  await panel.getByRole('link', { name: 'Nueva Dieta' }).first().click();
  await fillFields(panel, { ...dietInput, Título: title });
  await panel.getByLabel('Tipo de dieta').selectOption(type_diet?.name ?? '');
  let request = waitForWrite(panel, 'POST', '/diet');
  await panel.getByLabel('Título').press('Enter');
  expect(await payloadOf(await request)).toEqual(body);
  await expect(panel).toHaveURL('/dietas');
  await expect(card(panel, title)).toContainText('450,5 kcal');

  await panel.getByRole('link', { name: 'Nueva Dieta' }).first().click();
  const other = uniqueName('Premium');
  await fillFields(panel, { ...dietInput, Título: other });
  await panel.getByLabel('Tipo de dieta').selectOption(type_diet?.name ?? '');
  await panel.getByLabel('Género').selectOption('Femenino');
  await panel.getByRole('checkbox', { name: 'Dieta premium' }).check();
  await panel.getByRole('checkbox', { name: 'Dieta activa' }).uncheck();
  await panel.getByLabel('Imagen', { exact: true }).setInputFiles(PICTURE);
  request = waitForWrite(panel, 'POST', '/diet');
  await panel.getByRole('button', { name: 'Crear Dieta', exact: true }).click();
  expect(await payloadOf(await request)).toEqual({
    ...body,
    title: other,
    is_premium: 'true',
    gender: 'Female',
    status: 'false',
    image: '<foto.png>',
  });
  await expect(card(panel, other).locator('img')).toHaveAttribute('src', /^\/uploads\//);
  for (const text of ['Inactiva', 'Premium', 'Femenino']) await expect(card(panel, other)).toContainText(text);
});

test('DIE-21 DIE-22 DIE-23 DIE-38 DIE-39 editing begins with all that is stored and sends the writable fields alone', async ({
  panel,
  add,
  change,
}) => {
  const { id, title, type_diet_id, ...diet } = await add('/diet', { gender: 'Male', is_premium: true, status: false });
  // An inactive type stays with the diet that has it.
  await change('PATCH', `/type-diet/${type_diet_id}`, { status: false });
  await panel.goto(`/dietas/editar/${id}`);
  const shown = {
    Título: title,
    Categoría: 'Definición',
    'Tipo de dieta': String(type_diet_id),
    Género: 'Male',
    Porciones: '4 comidas',
    'Tiempo total': '30 min',
    'Calorías (kcal)': '1800',
    'Proteínas (g)': '120',
    'Carbohidratos (g)': '150,5',
    'Grasas (g)': '60',
    Ingredientes: 'Avena\nBanana',
    Instrucciones: 'Mezclar.\nCocinar.',
  };
  for (const [label, value] of Object.entries(shown)) await expect(panel.getByLabel(label)).toHaveValue(value);
  await expect(panel.getByRole('checkbox', { name: 'Dieta premium' })).toBeChecked();
  await expect(panel.getByRole('checkbox', { name: 'Dieta activa' })).not.toBeChecked();

  const renamed = uniqueName('Después');
  await fillFields(panel, { Título: renamed });
  await panel.getByRole('checkbox', { name: 'Dieta activa' }).check();
  const request = waitForWrite(panel, 'PATCH', `/diet/${id}`);
  await panel.getByRole('button', { name: 'Actualizar Dieta', exact: true }).click();
  expect(await payloadOf(await request)).toEqual({
    title: renamed,
    category: 'Definición',
    calories: '1800',
    protein: '120',
    carbs: '150.5',
    fats: '60',
    portions: '4 comidas',
    total_time: '30 min',
    is_premium: 'true',
    gender: 'Male',
    ingredients: 'Avena\nBanana',
    instructions: 'Mezclar.\nCocinar.',
    status: 'true',
    type_diet_id: String(type_diet_id),
  });
  expect(await (await request).headerValue('if-match')).toBe(`"${diet.version}"`);
  await expect(panel).toHaveURL('/dietas');
  await expect(card(panel, renamed).getByText('Inactiva')).toHaveCount(0);
  await card(panel, renamed).getByRole('link', { name: 'Ver detalles' }).click();
  await expect(panel.getByRole('heading', { name: renamed, level: 1 })).toBeVisible();
});

test.describe('what fails', () => {
  test.use({ expectedErrors: [/^Error (en el servidor|al cargar los tipos)|^No se pudo conectar/] });

  test('DIE-41 DIE-42 DIE-43 API-12 a failed save says so in its words, with the reason, and nothing typed is lost', async ({
    panel,
    add,
  }) => {
    const { id, type_diet_id, type_diet } = await add('/diet');
    const answers = (['POST', 'PATCH'] as const).flatMap((method) => {
      const own = method === 'POST' ? 'Error al crear la dieta' : 'Error al actualizar la dieta';
      const reason = 'El servidor <b>no puede</b>';
      return [
        { method, answer: answerWith(500, { success: false, message: reason }), words: [own, reason] },
        { method, answer: answerWith(200, { success: false, message: reason }), words: [own, reason] },
        { method, answer: answerWith(200, { success: true }), words: ['Error al guardar los datos de la dieta'] },
      ];
    });
    for (const route of ['/dietas/nuevo', `/dietas/editar/${id}`]) {
      await panel.goto(route);
      await fillFields(panel, dietInput);
      await panel.getByLabel('Tipo de dieta').selectOption(type_diet?.name ?? '');
      await panel.getByLabel('Género').selectOption('Masculino');
      await panel.getByRole('checkbox', { name: 'Dieta premium' }).check();
      await panel.getByLabel('Imagen', { exact: true }).setInputFiles(PICTURE);
      const submit = panel.getByRole('button', { name: /^(Crear|Actualizar) Dieta$/ });
      const method = route.endsWith('nuevo') ? 'POST' : 'PATCH';
      for (const { answer, words } of answers.filter((one) => one.method === method)) {
        await panel.route('**/api/diet{,/*}', (call) =>
          call.request().method() === method ? answer(call) : call.fallback(),
        );
        await submit.click();
        await expect(panel.getByRole('alert').locator('p')).toHaveText(words);
        await expect(panel.getByRole('alert')).toBeInViewport();
        await expect(submit).toBeEnabled();
        for (const [label, value] of Object.entries(dietInput))
          await expect(panel.getByLabel(label)).toHaveValue(value);
        await expect(panel.getByLabel('Tipo de dieta')).toHaveValue(String(type_diet_id));
        await expect(panel.getByLabel('Género')).toHaveValue('Male');
        await expect(panel.getByRole('checkbox', { name: 'Dieta premium' })).toBeChecked();
        await expect(panel.getByRole('main').locator('form img')).toHaveAttribute('src', /^blob:/);
        await panel.unroute('**/api/diet{,/*}');
      }
      await panel.getByRole('link', { name: 'Volver a la lista de dietas' }).click();
      await panel.getByRole('button', { name: 'Descartar' }).click();
      await expect(panel).toHaveURL('/dietas');
    }
  });

  test('DIE-23 types that do not load are told, and can be asked for again without losing what was typed', async ({
    panel,
    add,
  }) => {
    const { type_diet } = await add('/diet');
    await panel.route('**/api/type-diet', answerWith(500), { times: 1 });
    await panel.goto('/dietas/nuevo');
    await fillFields(panel, { Título: 'Escrito' });
    await expect(panel.getByText('Error al cargar los tipos de dieta')).toBeVisible();
    await panel.getByRole('button', { name: 'Reintentar' }).click();
    await panel.getByLabel('Tipo de dieta').selectOption(type_diet?.name ?? '');
    await expect(panel.getByLabel('Título')).toHaveValue('Escrito');
    await expect(panel.getByText('No se pudo cargar la lista.')).toHaveCount(0);
  });
});
