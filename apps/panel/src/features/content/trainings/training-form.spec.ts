import type { Locator, Page } from '@playwright/test';
import { expect, idOfFirst, PICTURE, test, uniqueName, type Row } from '#test/builders';
import { closeToasts, waitForWrite, payloadOf, rowOf, toasts, recordWrites } from '#test/page';
import { answerWith } from '#test/panel';

test.use({ expectedErrors: [/^Error (en el servidor|al cargar)|^No se pudo conectar/] });

const dayItems = (page: Page) => page.getByRole('list', { name: 'Días', exact: true }).locator('> li');
const dayGroup = (page: Page, number: number) => page.getByRole('group', { name: `Día ${number}`, exact: true });
const exerciseItems = (within: Locator) => within.getByRole('list', { name: 'Ejercicios' }).getByRole('listitem');
const submitButton = (page: Page) => page.getByRole('button', { name: /^(Crear|Actualizar) Entrenamiento$/ });

/** Options in the open list of exercises. */
const exerciseChoices = (page: Page) => page.getByRole('listbox').getByRole('option');

async function pickExercise(within: Locator, title: string) {
  const picker = within.getByLabel('Agregar ejercicio');
  await picker.fill(title);
  await within.page().getByRole('option', { name: title }).click();
  await expect(picker).toHaveValue('');
}

/** Chromium shows the body of a request with files only to whoever could change it. */
const exposeUploadBodies = (page: Page) => page.route('**/api/training{,/*}', (route) => route.continue());

/** Drags the row by its handle to the middle of another one. */
async function dragRow(row: Locator, onto: Locator) {
  const handle = row.locator('[data-handle]').first();
  await handle.scrollIntoViewIfNeeded();
  await handle.hover();
  await row.page().mouse.down();
  const target = await onto.boundingBox();
  if (!target) throw new Error('Nothing to drop onto');
  // Past its middle, on the side away from where it came.
  const from = await row.boundingBox();
  const past = (from?.y ?? 0) < target.y ? target.y + target.height - 2 : target.y + 2;
  await row.page().mouse.move(target.x + 20, past, { steps: 4 });
  await row.page().mouse.up();
}

test('ENT-31 ENT-32 ENT-33 ENT-34 ENT-35 ENT-36 W3 everything that is missing is pointed out at its place, and nothing is sent', async ({
  panel,
  add,
}) => {
  const [level, type, exercise] = [await add('/level'), await add('/training-type'), await add('/exercise')];
  const sent = recordWrites(panel);
  await panel.goto('/entrenamientos/form');
  await submitButton(panel).click();
  const fields: [control: Locator, message: string, mend: () => Promise<unknown>][] = [
    [
      panel.getByLabel('Título *'),
      'El título es obligatorio',
      async () => {
        await panel.getByLabel('Título *').fill('Plan');
        await expect(panel.getByLabel('Descripción *')).toHaveValue('Entrenamiento Plan.');
        await panel.getByLabel('Descripción *').fill('');
      },
    ],
    [
      panel.getByLabel('Descripción *'),
      'La descripción es obligatoria',
      () => panel.getByLabel('Descripción *').fill('De a poco'),
    ],
    [
      panel.getByLabel('Nivel *'),
      'Debe seleccionar un nivel',
      () => panel.getByLabel('Nivel *').selectOption(level.title),
    ],
    [
      panel.getByLabel('Tipo de entrenamiento'),
      'Debe seleccionar un tipo de entrenamiento',
      () => panel.getByLabel('Tipo de entrenamiento').selectOption(type.title),
    ],
    [
      panel.getByLabel('Género'),
      'Debe seleccionar un género',
      () => panel.getByLabel('Género').selectOption('Femenino'),
    ],
    [
      panel.getByLabel('Imagen de portada'),
      'Debe seleccionar una imagen de portada',
      () => panel.getByLabel('Imagen de portada').setInputFiles(PICTURE),
    ],
    [
      panel.getByLabel('Agregar ejercicio'),
      'Debe seleccionar al menos un ejercicio para días activos',
      () => pickExercise(dayGroup(panel, 1), exercise.title),
    ],
  ];
  await expect(panel.getByRole('alert')).toHaveText(fields.map(([, message]) => message));
  for (const [control, message, mend] of fields) {
    await submitButton(panel).click();
    await expect(control).toHaveAccessibleDescription(message);
    await expect(control).toBeFocused();
    expect(sent).toEqual([]);
    await mend();
    await expect(panel.getByText(message, { exact: true })).toHaveCount(0);
  }
  // Only the second day is wrong now, and that is where the form goes.
  await panel.getByRole('button', { name: 'Agregar día' }).click();
  await panel.getByLabel('Título *').fill(' \u200b ');
  await panel.getByLabel('Título *').fill('Plan');
  await submitButton(panel).click();
  await expect(dayGroup(panel, 2).getByLabel('Agregar ejercicio')).toBeFocused();
  await expect(panel.getByRole('alert')).toHaveText(['Debe seleccionar al menos un ejercicio para días activos']);
  expect(sent).toEqual([]);

  // A file that is no image is refused before anything is sent, and counts as none.
  const file = { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') };
  await panel.getByLabel('Imagen de portada').setInputFiles(file);
  await submitButton(panel).click();
  await expect(panel.getByLabel('Imagen de portada')).toHaveAccessibleDescription(/^El archivo no es una imagen/);
  await expect(panel.getByLabel('Imagen de portada')).toBeFocused();
  expect(sent).toEqual([]);
});

test('ENT-37 ENT-38 ENT-39 days are added, renumbered, marked as rest and taken back; the last one stays', async ({
  panel,
  add,
}) => {
  const [one, other] = [await add('/exercise'), await add('/exercise')];
  await panel.goto('/entrenamientos/form');
  await expect(dayItems(panel)).toHaveCount(1);
  await expect(dayGroup(panel, 1).getByRole('checkbox', { name: 'Día de descanso' })).not.toBeChecked();
  await expect(dayGroup(panel, 1).getByRole('button', { name: 'Eliminar día' })).toBeDisabled();

  await dayGroup(panel, 1).getByLabel('Título del día').fill('Piernas');
  await pickExercise(dayGroup(panel, 1), one.title);
  await pickExercise(dayGroup(panel, 1), other.title);
  const more = panel.getByRole('button', { name: 'Agregar día' });
  await more.click();
  await expect(dayGroup(panel, 2).getByLabel('Título del día')).toBeFocused();
  await panel.keyboard.type('Torso');
  await more.click();
  await panel.keyboard.type('Todo');

  const rest = dayGroup(panel, 1).getByRole('checkbox', { name: 'Día de descanso' });
  await rest.check();
  for (const label of ['Título del día', 'Descripción del día'])
    await expect(dayGroup(panel, 1).getByLabel(label)).toBeDisabled();
  await expect(exerciseItems(dayGroup(panel, 1))).toHaveCount(0);
  await rest.uncheck();
  await expect(exerciseItems(dayGroup(panel, 1))).toHaveCount(0);
  await expect(dayGroup(panel, 1).getByLabel('Título del día')).toHaveValue('Piernas');
  await expect(dayGroup(panel, 1).getByLabel('Título del día')).toBeEnabled();

  // Undo brings everything back.
  await closeToasts(panel);
  await pickExercise(dayGroup(panel, 1), one.title);
  await rest.check();
  await expect(toasts(panel)).toContainText('Se quitó 1 ejercicio del día 1');
  await panel.getByRole('button', { name: 'Deshacer' }).click();
  await expect(rest).not.toBeChecked();
  await expect(exerciseItems(dayGroup(panel, 1))).toContainText([one.title]);
  await pickExercise(dayGroup(panel, 1), other.title);
  const removal = exerciseItems(dayGroup(panel, 1)).getByRole('button', { name: 'Quitar ejercicio' });
  await removal.first().click();
  await expect(exerciseItems(dayGroup(panel, 1))).toContainText([other.title]);
  await expect(removal).toBeFocused();
  await expect(toasts(panel)).toContainText(`Se quitó ${one.title} del día 1`);
  await panel.getByRole('button', { name: 'Deshacer' }).click();
  await expect(exerciseItems(dayGroup(panel, 1))).toContainText([one.title, other.title]);

  const titles = () =>
    panel.getByLabel('Título del día').evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value));
  await dayGroup(panel, 2).getByRole('button', { name: 'Eliminar día' }).click();
  await expect(panel.getByRole('heading', { name: /^Día \d$/ })).toHaveText(['Día 1', 'Día 2']);
  expect(await titles()).toEqual(['Piernas', 'Todo']);
  await expect(dayGroup(panel, 2).getByRole('checkbox', { name: 'Día de descanso' })).toBeFocused();
  // Later changes stay, and the day is back in its place with all that it had.
  await dayGroup(panel, 2).getByLabel('Título del día').fill('Todo junto');
  await panel.keyboard.press('F6');
  // Tab leads to the notice, then to its button.
  for (let key = 0; key < 2; key += 1) await panel.keyboard.press('Tab');
  await expect(panel.getByRole('button', { name: 'Deshacer' })).toBeFocused();
  await panel.keyboard.press('Enter');
  expect(await titles()).toEqual(['Piernas', 'Torso', 'Todo junto']);
  // An exercise cannot go back into a day that is gone.
  await removal.first().click();
  await expect(toasts(panel)).toContainText(`Se quitó ${one.title} del día 1`);
  await dayGroup(panel, 1).getByRole('button', { name: 'Eliminar día' }).click();
  await expect(toasts(panel)).not.toContainText(`Se quitó ${one.title} del día 1`);
  await dayGroup(panel, 1).getByRole('button', { name: 'Eliminar día' }).click();
  expect(await titles()).toEqual(['Todo junto']);
  await expect(dayGroup(panel, 1).getByRole('button', { name: 'Eliminar día' })).toBeDisabled();
  // There is nothing to put back into once the form is left.
  await expect(panel.getByRole('button', { name: 'Deshacer' })).toHaveCount(2);
  await panel.getByRole('button', { name: 'Cancelar' }).click();
  await panel.getByRole('button', { name: 'Descartar' }).click();
  await expect(panel).toHaveURL('/entrenamientos');
  await expect(panel.getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
});

test('A14 without a cover of its own a training has the picture of its first exercise, and says so', async ({
  panel,
  add,
}) => {
  const [level, type, plain] = [await add('/level'), await add('/training-type'), await add('/exercise')];
  const pictured = await add('/exercise', { title: uniqueName('Sentadilla') }, PICTURE);
  await exposeUploadBodies(panel);
  await panel.goto('/entrenamientos/form');
  await panel.getByLabel('Título *').fill('Fuerza');
  await panel.getByLabel('Nivel *').selectOption(level.title);
  await panel.getByLabel('Tipo de entrenamiento').selectOption(type.title);
  await panel.getByLabel('Género').selectOption('Unisex');
  await pickExercise(dayGroup(panel, 1), plain.title);
  await submitButton(panel).click();
  await expect(panel.getByLabel('Imagen de portada')).toHaveAccessibleDescription(
    'Debe seleccionar una imagen de portada',
  );
  await pickExercise(dayGroup(panel, 1), pictured.title);
  await dayGroup(panel, 1).getByRole('button', { name: 'Subir', exact: true }).last().click();
  await expect(panel.getByText(`Se usa la imagen de «${pictured.title}»; puedes elegir otra.`)).toBeVisible();
  const request = waitForWrite(panel, 'POST', '/training');
  await submitButton(panel).click();
  const payload = (await payloadOf(await request)) as Record<string, unknown>;
  expect(payload.description).toBe('Entrenamiento Fuerza.');
  expect(payload).toHaveProperty('cover_image');
  await expect(panel).toHaveURL('/entrenamientos');
});

test('ENT-26 ENT-27 ENT-28 ENT-40 ENT-41 ENT-47 a new training is sent exactly as specified, in the order made by keyboard and by dragging', async ({
  panel,
  add,
  api,
}) => {
  const [level, type] = [await add('/level'), await add('/training-type')];
  const [a, b, c] = [await add('/exercise'), await add('/exercise'), await add('/exercise')];
  await add('/training');
  const listed = async (path: string) => ((await (await api.get(path)).json()) as { data: Row[] }).data;
  const titlesOf = async (path: string) => (await listed(path)).map(({ title }) => String(title));
  await exposeUploadBodies(panel);
  await panel.goto('/entrenamientos');
  await panel.getByRole('link', { name: 'Nuevo Entrenamiento' }).first().click();
  await expect(panel.getByLabel('Nivel *').getByRole('option')).toHaveText([
    'Selecciona un nivel',
    ...(await titlesOf('/level')),
  ]);
  await expect(panel.getByLabel('Tipo de entrenamiento').getByRole('option')).toHaveText([
    'Selecciona un tipo de entrenamiento',
    ...(await titlesOf('/training-type')),
  ]);
  await expect(panel.getByLabel('Género').getByRole('option')).toHaveText([
    'Selecciona un género',
    'Masculino',
    'Femenino',
    'Unisex',
  ]);
  await expect(panel.getByRole('checkbox', { name: 'Entrenamiento premium' })).not.toBeChecked();
  await expect(panel.getByRole('checkbox', { name: 'Entrenamiento activo' })).toBeChecked();
  await dayGroup(panel, 1).getByLabel('Agregar ejercicio').click();
  const exercises = await titlesOf('/exercise');
  expect(exercises.length).toBeLessThanOrEqual(50);
  await expect(exerciseChoices(panel).locator('> span:first-child')).toHaveText(exercises);
  await panel.keyboard.press('Escape');

  const title = uniqueName('Plan');
  await panel.getByLabel('Título *').fill(title);
  await panel.getByLabel('Descripción *').fill('Dos días');
  await panel.getByLabel('Nivel *').selectOption(level.title);
  await panel.getByLabel('Tipo de entrenamiento').selectOption(type.title);
  await panel.getByLabel('Género').selectOption('Masculino');
  await panel.getByRole('checkbox', { name: 'Entrenamiento premium' }).check();
  await panel.getByLabel('Imagen de portada').setInputFiles(PICTURE);
  await dayGroup(panel, 1).getByLabel('Título del día').fill('Fuerza');
  await dayGroup(panel, 1).getByLabel('Descripción del día').fill('Una\nvuelta');
  // By typing alone; and a circuit comes back to the same exercise.
  for (const { title: name } of [a, b, c, a]) {
    await dayGroup(panel, 1).getByLabel('Agregar ejercicio').fill(name);
    await expect(exerciseChoices(panel)).toHaveCount(1);
    await panel.keyboard.press('Enter');
  }
  const rows = exerciseItems(dayGroup(panel, 1));
  const inOrder = (...order: { title: string }[]) =>
    expect(rows).toHaveText(order.map(({ title: name }, index) => `${index + 1}${name}`));
  await inOrder(a, b, c, a);
  await rows.nth(2).getByRole('button', { name: 'Subir', exact: true }).focus();
  await panel.keyboard.press('Enter');
  await inOrder(a, c, b, a);
  await expect(rows.nth(1).getByRole('button', { name: 'Subir', exact: true })).toBeFocused();
  await expect(dayGroup(panel, 1).getByRole('status')).toHaveText(`${c.title}: posición 2 de 4`);
  await panel.keyboard.press('Enter');
  await inOrder(c, a, b, a);
  // At the top only the other way is left.
  await expect(rows.nth(0).getByRole('button', { name: 'Bajar', exact: true })).toBeFocused();
  await dragRow(rows.nth(3), rows.nth(0));
  await inOrder(a, c, a, b);
  await dragRow(rows.nth(0), rows.nth(2));
  await inOrder(c, a, a, b);

  await panel.getByRole('button', { name: 'Agregar día' }).click();
  await dayGroup(panel, 2).getByRole('checkbox', { name: 'Día de descanso' }).check();
  await panel.getByRole('button', { name: 'Agregar día' }).click();
  await pickExercise(dayGroup(panel, 3), b.title);
  await dayGroup(panel, 3).getByRole('button', { name: 'Subir día' }).click();
  await expect(exerciseItems(dayGroup(panel, 2))).toHaveText([`1${b.title}`]);

  const request = waitForWrite(panel, 'POST', '/training');
  await submitButton(panel).click();
  const { training_days, ...fields } = (await payloadOf(await request)) as Record<string, string>;
  expect(fields).toEqual({
    title,
    description: 'Dos días',
    level_id: String(level.id),
    training_type_id: String(type.id),
    gender: 'Male',
    is_premium: 'true',
    status: 'true',
    cover_image: '<foto.png>',
  });
  expect(JSON.parse(training_days ?? '')).toEqual([
    {
      day_number: 1,
      is_rest_day: false,
      title: 'Fuerza',
      description: 'Una\nvuelta',
      exercises: [c.id, a.id, a.id, b.id],
    },
    { day_number: 2, is_rest_day: false, title: '', description: '', exercises: [b.id] },
    { day_number: 3, is_rest_day: true, title: '', description: '', exercises: [] },
  ]);
  await expect(panel).toHaveURL('/entrenamientos');
  await expect(rowOf(panel, title)).toBeVisible();
  await rowOf(panel, title).getByRole('link', { name: 'Ver detalles' }).click();
  const planned = panel.getByRole('article').first().getByRole('listitem').getByRole('link');
  await expect(planned).toHaveText([c, a, a, b].map(({ title: name }) => name));
});

test('ENT-26 ENT-35 ENT-42 U18 editing begins with what is stored, sends the same fields, and a new cover is seen at once', async ({
  panel,
  add,
}) => {
  const [one, other] = [await add('/exercise'), await add('/exercise')];
  const stored = await add('/training', {
    gender: 'Female',
    status: false,
    training_days: [
      { day_number: 1, is_rest_day: true },
      { day_number: 2, is_rest_day: false, title: 'Torso', description: 'Suave', exercises: [other.id, one.id] },
    ],
  });
  await exposeUploadBodies(panel);
  await panel.goto('/entrenamientos');
  const cover = rowOf(panel, stored.title).locator('img');
  const before = await cover.getAttribute('src');
  const edit = () => rowOf(panel, stored.title).getByRole('link', { name: 'Editar' }).click();
  await edit();
  await expect(panel.getByRole('heading', { name: 'Editar Entrenamiento', level: 1 })).toBeVisible();
  await expect(panel.getByLabel('Título *')).toHaveValue(stored.title);
  await expect(panel.getByLabel('Descripción *')).toHaveValue('De a poco');
  await expect(panel.getByLabel('Nivel *')).toHaveValue(String(stored.level_id));
  await expect(panel.getByLabel('Tipo de entrenamiento')).toHaveValue(String(stored.training_type_id));
  await expect(panel.getByLabel('Género')).toHaveValue('Female');
  await expect(panel.getByRole('checkbox', { name: 'Entrenamiento activo' })).not.toBeChecked();
  await expect(panel.getByRole('main').locator('img')).toHaveAttribute('src', /^\/uploads\//);
  await expect(dayGroup(panel, 1).getByRole('checkbox', { name: 'Día de descanso' })).toBeChecked();
  await expect(dayGroup(panel, 2).getByLabel('Título del día')).toHaveValue('Torso');
  await expect(dayGroup(panel, 2).getByLabel('Descripción del día')).toHaveValue('Suave');
  await expect(exerciseItems(dayGroup(panel, 2))).toHaveText([`1${other.title}`, `2${one.title}`]);

  // No file: none is sent, and the cover stays.
  const path = `/training/${stored.id}`;
  await panel.getByLabel('Descripción *').fill('De a mucho');
  let request = waitForWrite(panel, 'PATCH', path);
  await submitButton(panel).click();
  const sent = {
    title: stored.title,
    description: 'De a mucho',
    level_id: String(stored.level_id),
    training_type_id: String(stored.training_type_id),
    gender: 'Female',
    is_premium: 'false',
    status: 'false',
    training_days: JSON.stringify([
      { day_number: 1, is_rest_day: true, title: '', description: '', exercises: [] },
      { day_number: 2, is_rest_day: false, title: 'Torso', description: 'Suave', exercises: [other.id, one.id] },
    ]),
  };
  expect(await payloadOf(await request)).toEqual(sent);
  await expect(panel).toHaveURL('/entrenamientos');
  expect(await cover.getAttribute('src')).toBe(before);

  await edit();
  await panel.getByLabel('Imagen de portada').setInputFiles(PICTURE);
  await expect(panel.getByRole('main').locator('img')).toHaveAttribute('src', /^blob:/);
  request = waitForWrite(panel, 'PATCH', path);
  await submitButton(panel).click();
  expect(await payloadOf(await request)).toEqual({ ...sent, cover_image: '<foto.png>' });
  await expect(panel).toHaveURL('/entrenamientos');
  await expect(cover).toHaveAttribute('src', /^\/uploads\//);
  expect(await cover.getAttribute('src')).not.toBe(before);
});

test('ENT-29 ENT-30 W4 while the lists fail the known names stand in, and nothing is sent without their real ids', async ({
  panel,
  add,
  api,
}) => {
  await add('/level', { title: 'Intermedio' });
  await add('/training-type', { title: 'Cardio' });
  const level = await idOfFirst(api, '/level', 'Intermedio');
  const type = await idOfFirst(api, '/training-type', 'Cardio');
  const exercise = await add('/exercise');
  await panel.route('**/api/level', answerWith(500));
  await panel.route('**/api/training-type', answerWith(500));
  await exposeUploadBodies(panel);
  const sent = recordWrites(panel);
  await panel.goto('/entrenamientos/form');
  await expect(panel.getByLabel('Nivel *').getByRole('option')).toHaveText([
    'Selecciona un nivel',
    'Principiante',
    'Intermedio',
    'Avanzado',
  ]);
  await expect(panel.getByLabel('Tipo de entrenamiento').getByRole('option')).toHaveText([
    'Selecciona un tipo de entrenamiento',
    'Fuerza',
    'Resistencia',
    'Flexibilidad',
    'Cardio',
  ]);
  await panel.getByLabel('Título *').fill('Plan');
  await panel.getByLabel('Descripción *').fill('Con listas caídas');
  await panel.getByLabel('Nivel *').selectOption('Intermedio');
  await panel.getByLabel('Tipo de entrenamiento').selectOption('Cardio');
  await panel.getByLabel('Género').selectOption('Unisex');
  await panel.getByLabel('Imagen de portada').setInputFiles(PICTURE);
  await pickExercise(dayGroup(panel, 1), exercise.title);
  await submitButton(panel).click();
  await expect(panel.getByLabel('Nivel *')).toHaveAccessibleDescription(/Intermedio/);
  expect(sent).toEqual([]);
  await expect(panel.getByLabel('Título *')).toHaveValue('Plan');
  await expect(exerciseItems(dayGroup(panel, 1))).toHaveText([`1${exercise.title}`]);

  // One list is back and asked for again by hand, the other by the form itself.
  await panel.unroute('**/api/level');
  await panel.getByRole('button', { name: 'Reintentar' }).first().click();
  await expect(panel.getByLabel('Nivel *')).toHaveValue(String(level));
  await panel.unroute('**/api/training-type');
  const request = waitForWrite(panel, 'POST', '/training');
  await submitButton(panel).click();
  expect(await payloadOf(await request)).toMatchObject({
    level_id: String(level),
    training_type_id: String(type),
  });
  await expect(panel).toHaveURL('/entrenamientos');
});

test('ENT-43 ENT-44 W1 a form that does not load says so; one that is not saved says why, where, and keeps everything', async ({
  panel,
  add,
}) => {
  const stored = await add('/training');
  await panel.route(`**/api/training/${stored.id}`, answerWith(500), { times: 1 });
  await panel.goto(`/entrenamientos/form/${stored.id}`);
  await expect(panel.getByRole('alert')).toContainText('Error al cargar los datos del entrenamiento');
  await panel.getByRole('button', { name: 'Reintentar' }).click();
  await panel.getByLabel('Título *').fill('Otro nombre');
  await dayGroup(panel, 1).getByLabel('Título del día').fill('Lo nuevo');

  const path = `**/api/training/${stored.id}`;
  await panel.route(path, answerWith(500), { times: 1 });
  await submitButton(panel).click();
  await expect(panel.getByRole('alert')).toHaveText('Error al guardar el entrenamiento');
  await panel.route(path, answerWith(200, { success: false }), { times: 1 });
  await submitButton(panel).click();
  await expect(panel.getByRole('alert')).toHaveText('Error al guardar el entrenamiento');
  await panel.route(path, (route) => route.abort(), { times: 1 });
  await submitButton(panel).click();
  await expect(panel.getByRole('alert')).toContainText('Error al guardar el entrenamiento');
  const errors = {
    training_days: 'Hay días con valores inválidos',
    'training_days.0.exercises': 'El día 1 tiene ejercicios que no existen',
  };
  await panel.route(path, answerWith(400, { success: false, message: 'Revisa los datos', errors }), { times: 1 });
  await submitButton(panel).click();
  await expect(dayGroup(panel, 1).getByLabel('Agregar ejercicio')).toHaveAccessibleDescription(
    'El día 1 tiene ejercicios que no existen',
  );
  await expect(dayGroup(panel, 1).getByLabel('Agregar ejercicio')).toBeFocused();
  await expect(panel.getByRole('alert').filter({ hasText: 'Error al guardar' })).toContainText('Revisa los datos');
  await expect(panel.getByLabel('Título *')).toHaveValue('Otro nombre');
  await expect(dayGroup(panel, 1).getByLabel('Título del día')).toHaveValue('Lo nuevo');

  // Leaving asks first.
  await panel.getByRole('button', { name: 'Cancelar' }).click();
  await panel.getByRole('alertdialog').getByRole('button', { name: 'Seguir editando' }).click();
  await submitButton(panel).click();
  await expect(panel).toHaveURL('/entrenamientos');
  await expect(rowOf(panel, 'Otro nombre').first()).toBeVisible();
});

test('L4 among 5,000 exercises one is found by parts of its name, and never more than a few are drawn', async ({
  panel,
}) => {
  const exercises = Array.from({ length: 5_000 }, (_, index) => ({
    id: index + 1,
    title: `Press número ${index + 1}`,
    status: true,
    body_part: { title: 'Pecho' },
  }));
  await panel.route('**/api/exercise', answerWith(200, { success: true, data: exercises }));
  await panel.goto('/entrenamientos/form');
  for (let added = 0; added < 6; added += 1) await panel.getByRole('button', { name: 'Agregar día' }).click();
  const picker = dayGroup(panel, 7).getByLabel('Agregar ejercicio');
  await picker.click();
  await expect(exerciseChoices(panel)).toHaveCount(50);
  await expect(panel.getByText('Hay 4.950 más. Escribe para encontrarlos.')).toBeVisible();
  await picker.fill('NUMERO 4321');
  await expect(exerciseChoices(panel)).toHaveText(['Press número 4321Pecho']);
  await panel.keyboard.press('Enter');
  await expect(exerciseItems(dayGroup(panel, 7))).toHaveText(['1Press número 4321']);
  await picker.fill('nada');
  await expect(panel.getByText('No se encontró nada con ese nombre')).toBeVisible();
});

test('a large cover shows how far it has come, and the form is not sent twice', async ({ panel, add }) => {
  const stored = await add('/training');
  await panel.goto(`/entrenamientos/form/${stored.id}`);
  const [head, tail] = [PICTURE.buffer.subarray(0, 8), Buffer.alloc(3 * 1024 * 1024, 1)];
  const large = { ...PICTURE, buffer: Buffer.concat([head, tail]) };
  await panel.getByLabel('Imagen de portada').setInputFiles(large);
  const line = await panel.context().newCDPSession(panel);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 1024 * 1024 };
  await line.send('Network.emulateNetworkConditions', slow);
  const sent = recordWrites(panel);
  await submitButton(panel).click();
  const progress = panel.getByRole('progressbar', { name: 'Subiendo la imagen' });
  await expect(progress).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/);
  await expect(panel.getByRole('button', { name: 'Guardando...' })).toBeDisabled();
  // It is no image after all, says the server; it can be chosen anew.
  await expect(panel.getByRole('alert').last()).toContainText('Error al guardar el entrenamiento');
  await expect(panel.getByLabel('Imagen de portada')).toHaveAccessibleDescription(/^La imagen está dañada/);
  await expect(progress).toHaveCount(0);
  expect(sent).toEqual([`PATCH /training/${stored.id}`]);
});
