import type { Locator, Page } from '@playwright/test';
import { expect, idOfFirst, test, uniqueName } from '#test/builders';
import { waitForWrite, rowOf, recordWrites } from '#test/page';
import { answerWith } from '#test/panel';

test.use({ expectedErrors: [/^Error (en el servidor|al cargar)/] });

const submitButton = (page: Page) => page.getByRole('button', { name: /^(Crear|Actualizar) Paquete$/ });
const NOTHING_SELECTED_ERROR = 'Debe seleccionar al menos un entrenamiento o una dieta';

test('PAQ-21 PAQ-22 PAQ-23 PAQ-24 PAQ-25 PAQ-26 PAQ-27 PAQ-28 W3 the form begins with its defaults and points out what is missing, sending nothing', async ({
  panel,
  add,
}) => {
  const [level, diet, training] = [await add('/level'), await add('/diet'), await add('/training')];
  const sent = recordWrites(panel);
  await panel.goto('/paquetes/form');
  const duration = panel.getByLabel('Duración');
  await expect(duration.getByRole('option')).toHaveText([
    'Selecciona una duración',
    'Mensual',
    'Trimestral',
    'Semestral',
    'Anual',
  ]);
  expect(
    await duration.getByRole('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
  ).toEqual(['', '1', '3', '6', '12']);
  await expect(duration).toHaveValue('1');
  await expect(panel.getByLabel('Género')).toHaveValue('Unisex');
  await expect(panel.getByRole('checkbox', { name: 'Paquete activo' })).toBeChecked();

  await duration.selectOption('');
  await panel.getByLabel('Género').selectOption('');
  await submitButton(panel).click();
  const fields: [control: Locator, message: string, mend: () => Promise<unknown>][] = [
    [
      panel.getByLabel('Título'),
      'El título es obligatorio',
      async () => {
        await panel.getByLabel('Título').fill('Paquete');
        // A description follows from the title, and can be taken away.
        await expect(panel.getByLabel('Descripción')).toHaveValue('Paquete Paquete.');
        await panel.getByLabel('Descripción').fill('');
      },
    ],
    [
      panel.getByLabel('Descripción'),
      'La descripción es obligatoria',
      () => panel.getByLabel('Descripción').fill('Uno'),
    ],
    [duration, 'Debe seleccionar una duración', () => duration.selectOption('Anual')],
    [
      panel.getByLabel('Precio (ARS)'),
      'El precio debe ser un número positivo',
      () => panel.getByLabel('Precio (ARS)').fill('10'),
    ],
    [
      panel.getByLabel('Género'),
      'Debe seleccionar un género',
      () => panel.getByLabel('Género').selectOption('Femenino'),
    ],
    [
      panel.getByLabel('Nivel *'),
      'Debe seleccionar un nivel',
      () => panel.getByLabel('Nivel *').selectOption(level.title),
    ],
  ];
  await expect(panel.getByRole('alert')).toHaveText([
    ...fields.map(([, message]) => message),
    NOTHING_SELECTED_ERROR,
    NOTHING_SELECTED_ERROR,
  ]);
  for (const [control, message, mend] of fields) {
    await submitButton(panel).click();
    await expect(control).toHaveAccessibleDescription(message);
    await expect(control).toBeFocused();
    await mend();
    await expect(panel.getByText(message, { exact: true })).toHaveCount(0);
  }
  for (const price of ['0', 'mil']) {
    await panel.getByLabel('Precio (ARS)').fill(price);
    await submitButton(panel).click();
    await expect(panel.getByLabel('Precio (ARS)')).toHaveAccessibleDescription('El precio debe ser un número positivo');
  }
  await panel.getByLabel('Precio (ARS)').fill('10');
  await submitButton(panel).click();
  const searches = ['Buscar entrenamientos...', 'Buscar dietas...'].map((label) => panel.getByLabel(label));
  for (const search of searches) await expect(search).toHaveAccessibleDescription(NOTHING_SELECTED_ERROR);
  await expect(panel.getByLabel('Buscar entrenamientos...')).toBeFocused();
  expect(sent).toEqual([]);

  // Picking in either list clears the message of both.
  const one = panel.getByRole('checkbox', { name: diet.title });
  await one.check();
  await expect(panel.getByText(NOTHING_SELECTED_ERROR)).toHaveCount(0);
  await one.uncheck();
  await submitButton(panel).click();
  await expect(panel.getByText(NOTHING_SELECTED_ERROR)).toHaveCount(2);
  await panel.getByRole('checkbox', { name: training.title }).check();
  await expect(panel.getByText(NOTHING_SELECTED_ERROR)).toHaveCount(0);
  expect(sent).toEqual([]);
});

test('PAQ-20 PAQ-30 PAQ-32 V3 a new package is sent exactly as specified, its duration as chosen', async ({
  panel,
  add,
}) => {
  const level = await add('/level');
  const [first, second] = [await add('/training', { title: uniqueName('Ábdomen') }), await add('/training')];
  const diet = await add('/diet');
  const title = uniqueName('Paquete');
  await panel.goto('/paquetes');
  await panel.getByRole('link', { name: 'Nuevo Paquete' }).first().click();
  await panel.getByLabel('Título').fill(title);
  await panel.getByLabel('Descripción').fill('Todo junto');
  await panel.getByLabel('Duración').selectOption('Semestral');
  await panel.getByLabel('Precio (ARS)').fill('1.500,5');
  await panel.getByLabel('Nivel *').selectOption(level.title);
  await panel.getByRole('checkbox', { name: 'Paquete activo' }).uncheck();
  // Ticked items stay ticked, and at the top, whatever is searched for next.
  await panel.getByRole('checkbox', { name: second.title }).check();
  await panel.getByLabel('Buscar entrenamientos...').fill(first.title.replace('Ábdomen', 'ABDOMEN'));
  const list = panel.getByRole('group', { name: 'Entrenamientos' });
  await expect(list.getByRole('checkbox')).toHaveCount(2);
  await expect(list.getByRole('checkbox').first()).toBeChecked();
  await panel.keyboard.press('Enter');
  await list.getByRole('checkbox', { name: first.title }).check();
  await expect(list).toContainText('2 elegidos');
  await panel.getByRole('checkbox', { name: diet.title }).check();
  const request = waitForWrite(panel, 'POST', '/package');
  await submitButton(panel).click();
  expect((await request).postDataJSON()).toEqual({
    title,
    description: 'Todo junto',
    duration_days: 6,
    amount: 1500.5,
    status: false,
    gender: 'Unisex',
    level_id: level.id,
    trainings: [second.id, first.id],
    diets: [diet.id],
  });
  await expect(panel).toHaveURL('/paquetes');
  await expect(rowOf(panel, title)).toContainText('ARS 1.500,50');
});

test('PAQ-20 PAQ-31 PAQ-32 editing begins with what is stored, maps its duration, and sends the same fields', async ({
  panel,
  add,
}) => {
  const [training, diet] = [await add('/training'), await add('/diet')];
  const stored = await add('/package', {
    duration_days: 90,
    amount: 99.9,
    gender: 'Male',
    trainings: [training.id],
    diets: [diet.id],
  });
  await panel.goto(`/paquetes/form/${stored.id}`);
  await expect(panel.getByRole('heading', { name: 'Editar Paquete', level: 1 })).toBeVisible();
  await expect(panel.getByLabel('Título')).toHaveValue(stored.title);
  await expect(panel.getByLabel('Descripción')).toHaveValue('Todo junto');
  await expect(panel.getByLabel('Duración')).toHaveValue('3');
  await expect(panel.getByLabel('Precio (ARS)')).toHaveValue('99,90');
  await expect(panel.getByLabel('Género')).toHaveValue('Male');
  await expect(panel.getByLabel('Nivel *')).toHaveValue(String(stored.level_id));
  await expect(panel.getByRole('checkbox', { name: training.title })).toBeChecked();
  await expect(panel.getByRole('checkbox', { name: diet.title })).toBeChecked();
  await panel.getByRole('checkbox', { name: training.title }).uncheck();
  const request = waitForWrite(panel, 'PATCH', `/package/${stored.id}`);
  await submitButton(panel).click();
  expect((await request).postDataJSON()).toEqual({
    title: stored.title,
    description: 'Todo junto',
    duration_days: 3,
    amount: 99.9,
    status: true,
    gender: 'Male',
    level_id: stored.level_id,
    trainings: [],
    diets: [diet.id],
  });
  await expect(panel).toHaveURL('/paquetes');

  for (const [days, option] of [
    [30, '1'],
    [180, '6'],
    [365, '12'],
    [6, '6'],
    // A duration from another origin stays as it is.
    [2, '2'],
  ] as const) {
    const data = { ...stored, duration_days: days };
    await panel.route(`**/api/package/${stored.id}`, answerWith(200, { success: true, data }));
    await panel.goto(`/paquetes/form/${stored.id}`);
    await expect(panel.getByLabel('Duración')).toHaveValue(option);
  }
});

test('PAQ-29 W4 lists that fail leave the form usable: known level names, and what was chosen already', async ({
  panel,
  add,
  api,
}) => {
  await add('/level', { title: 'Avanzado' });
  const level = await idOfFirst(api, '/level', 'Avanzado');
  const training = await add('/training');
  const stored = await add('/package', { trainings: [training.id] });
  for (const path of ['level', 'training', 'diet']) await panel.route(`**/api/${path}`, answerWith(500));
  const sent = recordWrites(panel);
  await panel.goto(`/paquetes/form/${stored.id}`);
  await expect(panel.getByLabel('Nivel *').getByRole('option')).toHaveText([
    'Selecciona un nivel',
    'Principiante',
    'Intermedio',
    'Avanzado',
  ]);
  await expect(panel.getByRole('button', { name: 'Reintentar' })).toHaveCount(3);
  await expect(panel.getByRole('checkbox', { name: training.title })).toBeChecked();
  await panel.getByLabel('Descripción').fill('Con listas caídas');
  await panel.getByLabel('Nivel *').selectOption('Avanzado');
  await submitButton(panel).click();
  await expect(panel.getByLabel('Nivel *')).toHaveAccessibleDescription(/Avanzado/);
  expect(sent).toEqual([]);
  await panel.unroute('**/api/level');
  const request = waitForWrite(panel, 'PATCH', `/package/${stored.id}`);
  await submitButton(panel).click();
  expect((await request).postDataJSON()).toMatchObject({ level_id: level, description: 'Con listas caídas' });
  await expect(panel).toHaveURL('/paquetes');
});

test('PAQ-33 PAQ-34 W1 L4 a form that does not load says so; one that is not saved says why and keeps everything; thousands stay quick', async ({
  panel,
  add,
}) => {
  const stored = await add('/package', { trainings: [(await add('/training')).id] });
  const many = Array.from({ length: 5_000 }, (_, index) => ({
    id: 10_000 + index,
    title: `Dieta ${index}`,
    category: 'Cena',
  }));
  await panel.route('**/api/diet', answerWith(200, { success: true, data: many }));
  const path = `**/api/package/${stored.id}`;
  await panel.route(path, answerWith(500), { times: 1 });
  await panel.goto(`/paquetes/form/${stored.id}`);
  await expect(panel.getByRole('alert')).toContainText('Error al cargar los datos del paquete');
  await panel.getByRole('button', { name: 'Reintentar' }).click();
  const diets = panel.getByRole('group', { name: 'Dietas' });
  await expect(diets.getByRole('checkbox')).toHaveCount(50);
  await expect(diets).toContainText('Hay 4.950 más');
  await diets.getByLabel('Buscar dietas...').fill('4321');
  await diets.getByRole('checkbox', { name: 'Dieta 4321' }).check();
  await panel.getByLabel('Título').fill('Otro nombre');
  for (const answer of [answerWith(500), answerWith(200, { success: false })]) {
    await panel.route(path, answer, { times: 1 });
    await submitButton(panel).click();
    await expect(panel.getByRole('alert')).toHaveText('Error al guardar el paquete');
  }
  // The server knows no such diet.
  await submitButton(panel).click();
  await expect(panel.getByLabel('Buscar dietas...')).toHaveAccessibleDescription('Hay dietas que no existen');
  await expect(panel.getByLabel('Buscar dietas...')).toBeFocused();
  await expect(panel.getByLabel('Título')).toHaveValue('Otro nombre');
  await expect(diets.getByRole('checkbox', { name: 'Dieta 4321' })).toBeChecked();
  await diets.getByRole('checkbox', { name: 'Dieta 4321' }).uncheck();
  await submitButton(panel).click();
  await expect(panel).toHaveURL('/paquetes');
  await expect(rowOf(panel, 'Otro nombre').first()).toBeVisible();
});
