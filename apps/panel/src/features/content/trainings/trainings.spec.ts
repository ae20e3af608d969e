import { formatShortDate } from '@pulso/contract/kit/dates';
import { expect, test, uniqueName } from '#test/builders';
import { answerBrowserDialogs, countLoads, waitForWrite, rowOf, toasts, recordWrites } from '#test/page';
import { answerWith, fetchAnswer } from '#test/panel';

/** Label of the set that every exercise of a test has. */
const SETS_SUMMARY = '1 × 12 · Descanso 60 s';

test.use({ expectedErrors: [/^Error (en el servidor|al cargar los entrenamientos)|^El recurso solicitado no existe/] });

test('ENT-01 ENT-02 ENT-03 ENT-04 ENT-05 ENT-06 ENT-07 ENT-08 ENT-09 R9 trainings are listed with their labels, found by title, and lead to detail and form', async ({
  panel,
  add,
}) => {
  const [level, type] = [await add('/level'), await add('/training-type')];
  const common = { level_id: level.id, training_type_id: type.id };
  const one = await add('/training', { ...common, gender: 'Female', is_premium: true, title: uniqueName('Glúteos') });
  const other = await add('/training', { ...common, gender: 'Male', status: false });
  const third = await add('/training', common);
  // A server may have lost what a training refers to.
  await panel.route('**/api/training', async (route) => {
    const response = await fetchAnswer(route);
    const { data } = (await response.json()) as { data: { id: number }[] };
    const bare = { level: null, training_type: null };
    await route.fulfill({
      json: { success: true, data: data.map((row) => (row.id === third.id ? { ...row, ...bare } : row)) },
    });
  });
  await panel.goto('/entrenamientos');
  await expect(panel.getByRole('columnheader')).toHaveText([
    'Entrenamiento',
    'Nivel',
    'Tipo',
    'Género',
    'Estado',
    'Premium',
    'Acciones',
  ]);
  const cells = (title: string) => rowOf(panel, title).getByRole('cell').locator('> span:last-child');
  await expect(cells(one.title)).toHaveText([one.title, level.title, type.title, 'Femenino', 'Activo', 'Sí', '']);
  await expect(cells(other.title)).toHaveText([
    other.title,
    level.title,
    type.title,
    'Masculino',
    'Inactivo',
    'No',
    '',
  ]);
  await expect(cells(third.title)).toHaveText([third.title, 'Sin nivel', 'Sin tipo', 'Unisex', 'Activo', 'No', '']);
  await expect(rowOf(panel, one.title).locator('img')).toHaveAttribute('src', /^\/uploads\/.*thumb\.webp$/);

  await panel.getByLabel('Buscar entrenamientos...').fill(one.title.replace('Glúteos', 'GLUTEOS'));
  await expect(panel.getByRole('row')).toHaveCount(2);
  await expect(panel).toHaveURL(/buscar=GLUTEOS/);
  const row = rowOf(panel, one.title);
  await expect(row.getByRole('link', { name: 'Ver detalles' })).toHaveAttribute(
    'href',
    `/entrenamientos/detalle/${one.id}`,
  );
  await expect(row.getByRole('link', { name: 'Editar' })).toHaveAttribute('href', `/entrenamientos/form/${one.id}`);
  await panel.getByLabel('Buscar entrenamientos...').fill('nada así');
  await expect(panel.getByText('No se encontraron entrenamientos')).toBeVisible();
});

test('ENT-10 ENT-11 ENT-17 ENT-18 the toggle sends the inverted status and changes the row in place; a failure is told and changes nothing', async ({
  panel,
  add,
}) => {
  const { id, title } = await add('/training');
  await panel.goto('/entrenamientos');
  const row = rowOf(panel, title);
  await expect(row).toContainText('Activo');
  const listed = countLoads(panel, '/training');
  const request = waitForWrite(panel, 'PATCH', `/training/${id}/status`);
  await row.getByRole('button', { name: 'Desactivar', exact: true }).click();
  expect((await request).postDataJSON()).toEqual({ status: false });
  await expect(row.getByText('Inactivo', { exact: true })).toBeVisible();

  const failures: [answer: Parameters<typeof answerWith>, words: string, reason: string][] = [
    [[500, {}], 'Error al cambiar el estado del entrenamiento', 'Por favor, intenta de nuevo.'],
    [[400, { message: 'Hoy no' }], 'Error al cambiar el estado del entrenamiento', 'Hoy no'],
    [[200, { success: false, message: 'Tampoco' }], 'Error al cambiar el estado del entrenamiento', 'Tampoco'],
    [[200, { success: false }], 'Error al cambiar el estado', 'Por favor, intenta de nuevo.'],
    [[200, {}], 'Error al cambiar el estado', 'Por favor, intenta de nuevo.'],
  ];
  for (const [answer, words, reason] of failures) {
    await panel.route(`**/api/training/${id}/status`, answerWith(...answer), { times: 1 });
    await row.getByRole('button', { name: 'Activar', exact: true }).click();
    const toast = toasts(panel).getByRole('alert').filter({ hasText: reason });
    await expect(toast.getByText(words, { exact: true })).toBeVisible();
    await expect(row.getByText('Inactivo', { exact: true })).toBeVisible();
    await toasts(panel).getByRole('button', { name: 'Cerrar aviso' }).first().click();
    await expect(toast).toHaveCount(0);
  }
  await row.getByRole('button', { name: 'Activar', exact: true }).click();
  await expect(row.getByText('Activo', { exact: true })).toBeVisible();
  expect(listed.count).toBe(0);
  await panel.reload();
  await expect(row.getByText('Activo', { exact: true })).toBeVisible();
});

test('ENT-12 ENT-13 ENT-16 X4 deleting asks with the browser’s own question; only a yes sends, and a refusal is told with its reason', async ({
  panel,
  add,
}) => {
  const title = uniqueName('<b>Plan</b>');
  const { id } = await add('/training', { title });
  await add('/package', { trainings: [id] });
  const free = await add('/training');
  await panel.goto('/entrenamientos');
  const sent = recordWrites(panel);
  const asked = answerBrowserDialogs(panel, [false, true, true]);
  const remove = (name: string) => rowOf(panel, name).getByRole('button', { name: 'Eliminar' }).click();
  await remove(free.title);
  await expect.poll(() => asked).toEqual(['¿Estás seguro de que deseas eliminar este entrenamiento?']);
  expect(sent).toEqual([]);
  await remove(free.title);
  await expect(rowOf(panel, free.title)).toHaveCount(0);
  expect(sent).toEqual([`DELETE /training/${free.id}`]);

  // A package holds this one.
  await remove(title);
  await expect(toasts(panel).getByText('Error al eliminar el entrenamiento', { exact: true })).toBeVisible();
  await expect(toasts(panel)).toContainText('1 paquete');
  await expect(rowOf(panel, title)).toBeVisible();
});

test('ENT-14 ENT-15 an empty list leads to the first training; one that fails says so and can be asked for again', async ({
  panel,
}) => {
  await panel.route('**/api/training', answerWith(500), { times: 1 });
  await panel.goto('/entrenamientos');
  await expect(panel.getByRole('alert')).toContainText('Error al cargar los entrenamientos');
  await panel.route('**/api/training', answerWith(200, { success: true, data: [] }));
  await panel.getByRole('button', { name: 'Reintentar' }).click();
  await expect(panel.getByText('No hay entrenamientos')).toBeVisible();
  await panel.getByRole('link', { name: 'Crear el primer entrenamiento' }).click();
  await expect(panel).toHaveURL('/entrenamientos/form');
  await expect(panel.getByRole('heading', { name: 'Nuevo Entrenamiento', level: 1 })).toBeVisible();
});

test('ENT-19 ENT-20 ENT-21 ENT-22 ENT-23 ENT-24 FMT-02 the detail shows the training and its plan in order', async ({
  panel,
  add,
}) => {
  const [press, remo] = [await add('/exercise'), await add('/exercise')];
  const [level, type] = [await add('/level'), await add('/training-type')];
  const training = await add('/training', {
    description: 'Primera línea\nSegunda',
    level_id: level.id,
    training_type_id: type.id,
    gender: 'Male',
    is_premium: true,
    training_days: [
      { day_number: 1, is_rest_day: false, title: 'Torso', description: 'Sin apuro', exercises: [press.id, remo.id] },
      { day_number: 2, is_rest_day: true },
      { day_number: 3, is_rest_day: false, exercises: [remo.id, press.id] },
    ],
  });
  // Another server may answer in any order, and know no more of an exercise than its number.
  await panel.route(`**/api/training/${training.id}`, async (route) => {
    const response = await fetchAnswer(route);
    const { data } = (await response.json()) as { data: { training_days: { training_day_exercises: object[] }[] } };
    for (const day of data.training_days) day.training_day_exercises.reverse();
    Object.assign(data.training_days[2]?.training_day_exercises[0] ?? {}, { exercise: null });
    data.training_days.reverse();
    await route.fulfill({ json: { success: true, data } });
  });
  await panel.goto(`/entrenamientos/detalle/${training.id}`);
  await expect(panel.getByRole('heading', { name: training.title, level: 1 })).toBeVisible();
  const facts = {
    Nivel: level.title,
    Tipo: type.title,
    Género: 'Masculino',
    'Número de días': '3',
    Premium: 'Sí',
    Estado: 'Activo',
    Creado: formatShortDate(String(training.created_at)),
    'Última actualización': formatShortDate(String(training.updated_at)),
  };
  for (const [name, value] of Object.entries(facts))
    await expect(panel.getByRole('term').filter({ hasText: name }).locator('+ dd')).toHaveText(value);
  await expect(panel.getByText('Primera línea\nSegunda')).toHaveCSS('white-space', 'pre-line');
  await expect(panel.getByRole('main').locator('img')).toHaveAttribute('src', /^\/uploads\/.*large\.webp$/);

  const days = panel.getByRole('article');
  await expect(days.getByRole('heading')).toHaveText(['Día 1 · Torso', 'Día 2', 'Día 3']);
  await expect(days.nth(0)).toContainText('Sin apuro');
  await expect(days.nth(0).getByRole('listitem')).toHaveText([
    `1${press.title}${SETS_SUMMARY}`,
    `2${remo.title}${SETS_SUMMARY}`,
  ]);
  await expect(days.nth(1).getByText('Día de descanso', { exact: true })).toBeVisible();
  await expect(days.nth(2).getByRole('listitem')).toHaveText([
    `1${remo.title}${SETS_SUMMARY}`,
    '2Ejercicio no disponible',
  ]);
  await expect(panel.getByText('Día de descanso')).toHaveCount(1);

  await panel.route(
    `**/api/training/${training.id}`,
    answerWith(200, { success: true, data: { ...training, training_days: [] } }),
  );
  await panel.reload();
  await expect(panel.getByText('Este entrenamiento no tiene días asignados.', { exact: true })).toBeVisible();
});

test('ENT-25 W1 X10 an unknown training is said to be none; another failure says that it did not load', async ({
  panel,
}) => {
  for (const unknown of ['2147483647', '%3Csvg%3E']) {
    await panel.goto(`/entrenamientos/detalle/${unknown}`);
    await expect(panel.getByRole('alert')).toContainText('No se encontró el entrenamiento solicitado.');
  }
  await panel.route('**/api/training/7', answerWith(500));
  await panel.goto('/entrenamientos/detalle/7');
  await expect(panel.getByRole('alert')).toContainText('Error al cargar los datos del entrenamiento');
  await panel.getByRole('link', { name: 'Volver a la lista de entrenamientos' }).click();
  await expect(panel).toHaveURL('/entrenamientos');
});

test('the plan prints as a plan: light, without menu or buttons, no day torn in two, a week in two columns on one sheet', async ({
  panel,
  add,
}) => {
  const sets = JSON.stringify([1, 2].map((set_number) => ({ set_number, reps: 12, weight: 2.5, rest_seconds: 60 })));
  const exercise = await add('/exercise', { sets });
  const days = Array.from({ length: 6 }, (_, index) => ({
    day_number: index + 1,
    is_rest_day: false,
    exercises: Array<number>(index === 0 ? 1 : 5).fill(exercise.id),
  }));
  const { id, title } = await add('/training', { training_days: days });
  await panel.emulateMedia({ colorScheme: 'dark' });
  await panel.addInitScript(() =>
    Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') }),
  );
  await panel.goto(`/entrenamientos/detalle/${id}`);
  const first = panel.getByRole('article').first();
  await expect(first.getByRole('listitem')).toHaveText([`1${exercise.title}2 × 12 · 2,5 kg · Descanso 60 s`]);
  await expect(panel.getByText('Cliente:')).toHaveCount(0);
  await panel.getByRole('button', { name: 'Imprimir' }).click();
  await expect(panel.locator('body[data-printed]')).toBeVisible();
  await panel.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(panel.getByRole('heading', { name: title })).toBeVisible();
  await expect(panel.getByText('Cliente:')).toBeVisible();
  await expect(first).toContainText(`${exercise.title}2 × 12 · 2,5 kg · Descanso 60 s`);
  for (const role of ['navigation', 'button', 'banner'] as const) await expect(panel.getByRole(role)).toHaveCount(0);
  await expect(panel.getByRole('link').filter({ hasText: /Editar|Volver/ })).toHaveCount(0);
  await expect(panel.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(first.locator('..')).toHaveCSS('break-inside', 'avoid');
  const sheets = (await panel.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g);
  expect(sheets).toHaveLength(1);
  await panel.setViewportSize({ width: 794, height: 1123 });
  const columns = await panel
    .getByRole('article')
    .evaluateAll((all) => all.map((article) => Math.round(article.getBoundingClientRect().left)));
  expect(new Set(columns).size).toBe(2);
});
