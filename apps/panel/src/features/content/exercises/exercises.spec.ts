import type { Page } from '@playwright/test';
import { buildSet, expect, PICTURE, test, uniqueName } from '#test/builders';
import { closeToasts, recordConsoleErrors, rowOf, recordWrites, goToScreen } from '#test/page';
import { answerWith, fetchAnswer } from '#test/panel';

/** The titles of the exercises that are shown, in their order. */
const titleLinks = (page: Page) =>
  page.getByRole('table', { name: 'Ejercicios' }).locator('tbody tr td:nth-child(2) a');

const VIDEO_LINK = 'https://videos.example/remo?v=1&t=2';

test('EJE-01 EJE-02 EJE-03 EJE-04 EJE-05 EJE-06 EJE-14 EJE-15 FMT-03 X4 R9 every exercise is a row with picture, place, machine, state, date and actions', async ({
  panel,
  add,
}) => {
  const part = await add('/body-part', { title: uniqueName('Espalda') });
  const machine = await add('/machine', { title: uniqueName('Remo') });
  const whole = await add(
    '/exercise',
    { description: '<b>Sin</b> balanceo', body_part_id: part.id, uses_machine: true, machine_id: machine.id },
    PICTURE,
  );
  const plain = await add('/exercise', { status: false });
  const odd = await add('/exercise');
  await panel.route('**/api/exercise', async (route) => {
    const response = await fetchAnswer(route);
    const { data } = (await response.json()) as { data: { id: number }[] };
    // A server may know of no body part, and of a machine without a name; made late in the evening is that day's.
    const strange = { body_part: null, uses_machine: true, machine: { title: '' }, created_at: '2025-03-05T01:30:00Z' };
    const rows = data.map((row) => (row.id === odd.id ? { ...row, ...strange } : row));
    await route.fulfill({ response, json: { success: true, data: rows } });
  });
  await panel.goto('/ejercicios');
  await expect(panel.getByRole('heading', { name: 'Ejercicios', level: 1, exact: true })).toBeVisible();
  const table = panel.getByRole('table', { name: 'Ejercicios' });
  await expect(table.getByRole('columnheader')).toHaveText([
    'ID',
    'Nombre',
    'Parte del cuerpo',
    'Máquina',
    'Estado',
    'Creado',
    'Acciones',
  ]);

  const cells = rowOf(panel, whole.title).getByRole('cell');
  await expect(cells.nth(0)).toContainText(String(whole.id));
  await expect(cells.nth(1)).toContainText('<b>Sin</b> balanceo');
  await expect(cells.nth(1).locator('img')).toHaveAttribute('src', /^\/uploads\/.*thumb/);
  await expect(cells.nth(2)).toContainText(String(part.title));
  await expect(cells.nth(3)).toContainText(String(machine.title));
  await expect(cells.nth(4)).toContainText('Activo');
  const other = rowOf(panel, plain.title).getByRole('cell');
  await expect(other.nth(1).locator('[data-placeholder]')).toBeVisible();
  await expect(other.nth(3)).toContainText('No usa máquina');
  await expect(other.nth(4)).toContainText('Inactivo');
  const strange = rowOf(panel, odd.title).getByRole('cell');
  await expect(strange.nth(2)).toContainText('Sin categoría');
  await expect(strange.nth(3)).toContainText('Máquina sin nombre');
  await expect(strange.nth(5)).toContainText('04/03/2025');

  await rowOf(panel, whole.title).getByRole('link', { name: 'Editar' }).click();
  await expect(panel).toHaveURL(`/ejercicios/editar/${whole.id}`);
  await panel.goBack();
  await rowOf(panel, whole.title).getByRole('link', { name: 'Ver detalles' }).click();
  await expect(panel).toHaveURL(`/ejercicios/${whole.id}`);
});

test('EJE-07 EJE-08 EJE-09 EJE-10 EJE-11 EJE-12 EJE-13 EJE-19 search and filters narrow the list, live in the address and can be taken back', async ({
  panel,
  add,
}) => {
  const word = uniqueName('Ñandú');
  const [arms, legs] = [
    await add('/body-part', { title: word }),
    await add('/body-part', { title: uniqueName('Otra') }),
  ];
  const [press, pulley] = [
    await add('/machine', { title: word }),
    await add('/machine', { title: uniqueName('Otra') }),
  ];
  const [byTitle, byText, byTips] = [
    await add('/exercise', { title: `${word} uno`, body_part_id: arms.id }),
    await add('/exercise', {
      title: `${uniqueName('Dos')}`,
      description: `De ${word}`,
      body_part_id: legs.id,
      uses_machine: true,
      machine_id: press.id,
    }),
    await add('/exercise', {
      title: uniqueName('Tres'),
      tips: `Como ${word}`,
      body_part_id: arms.id,
      uses_machine: true,
      machine_id: pulley.id,
      status: false,
    }),
  ].map(({ title }) => title);
  await panel.goto('/ejercicios');
  const search = panel.getByPlaceholder('Buscar ejercicios...', { exact: true });
  await search.fill(word.toUpperCase().replace('Ñ', 'n'));
  await expect(titleLinks(panel)).toHaveText([byTitle, byText, byTips].map(String));

  const toggle = panel.getByRole('button', { name: 'Filtros', exact: true });
  const filter = (name: string) => panel.getByLabel(name, { exact: true });
  await expect(filter('Estado')).toBeHidden();
  await toggle.click();
  await toggle.click();
  await expect(filter('Estado')).toBeHidden();
  await toggle.click();
  for (const name of ['Parte del cuerpo', 'Usa máquina', 'Estado']) await expect(filter(name)).toHaveValue('todos');
  await expect(filter('Usa máquina').getByRole('option')).toHaveText(['Todos', 'Sí', 'No']);
  await expect(filter('Estado').getByRole('option')).toHaveText(['Todos', 'Activos', 'Inactivos']);
  await expect(filter('Máquina')).toHaveCount(0);

  await filter('Parte del cuerpo').selectOption(word);
  await expect(titleLinks(panel)).toHaveText([byTitle, byTips].map(String));
  await filter('Estado').selectOption('Inactivos');
  await expect(titleLinks(panel)).toHaveText([String(byTips)]);
  await filter('Estado').selectOption('Activos');
  await expect(titleLinks(panel)).toHaveText([String(byTitle)]);
  await panel.getByRole('button', { name: 'Limpiar Filtros' }).click();
  await expect(filter('Parte del cuerpo')).toHaveValue('todos');
  await expect(filter('Estado')).toHaveValue('todos');

  await search.fill(word);
  await filter('Usa máquina').selectOption('No');
  await expect(filter('Máquina')).toHaveCount(0);
  await expect(titleLinks(panel)).toHaveText([String(byTitle)]);
  await filter('Usa máquina').selectOption('Sí');
  await expect(titleLinks(panel)).toHaveText([byText, byTips].map(String));
  await filter('Máquina').selectOption(word);
  await expect(titleLinks(panel)).toHaveText([String(byText)]);
  await panel.reload();
  await expect(filter('Máquina')).toHaveValue(String(press.id));
  await expect(titleLinks(panel)).toHaveText([String(byText)]);
  // A machine says nothing of exercises that use none.
  await filter('Usa máquina').selectOption('Todos');
  await expect(titleLinks(panel)).toHaveText([byTitle, byText, byTips].map(String));

  await search.fill('nada se llama así');
  await expect(panel.getByText('No se encontraron ejercicios', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Limpiar Filtros' }).click();
  await expect(panel.getByText(String(byTitle), { exact: true })).toBeVisible();
});

test('EJE-19 without any exercise it says so and leads to the first', async ({ panel }) => {
  await panel.route('**/api/exercise', answerWith(200, { success: true, data: [] }));
  await panel.goto('/ejercicios');
  await expect(panel.getByText('No se encontraron ejercicios', { exact: true })).toBeVisible();
  const link = panel.getByRole('main').getByRole('link', { name: 'Nuevo Ejercicio' });
  await expect(link).toHaveCount(2);
  await link.last().click();
  await expect(panel).toHaveURL('/ejercicios/nuevo');
});

test.describe('what is refused', () => {
  test.use({ expectedErrors: [/^Error (al cargar|en el servidor)|^El recurso/] });

  test('EJE-16 EJE-17 EJE-18 FMT-07 X5 a row is deleted by a second click within 3 seconds; a refusal is told with its reason', async ({
    panel,
    add,
  }) => {
    const [used, free] = [await add('/exercise'), await add('/exercise')];
    await add('/training', { training_days: [{ day_number: 1, is_rest_day: false, exercises: [used.id] }] });

    await panel.clock.install();
    const sent = recordWrites(panel);
    await panel.goto('/ejercicios');
    const remove = (title: string) => rowOf(panel, title).getByRole('button', { name: 'Eliminar' });
    const confirm = (title: string) => rowOf(panel, title).getByRole('button', { name: 'Confirmar' });
    await remove(free.title).click();
    await expect(confirm(free.title)).toBeVisible();
    await remove(used.title).click();
    await expect(confirm(free.title)).toHaveCount(0);
    await panel.clock.runFor(3_000);
    await expect(confirm(used.title)).toHaveCount(0);
    expect(sent).toEqual([]);

    await remove(free.title).click();
    await confirm(free.title).click();
    await expect(rowOf(panel, free.title)).toHaveCount(0);

    await remove(used.title).click();
    await confirm(used.title).click();
    const told = panel.getByRole('region', { name: 'Avisos' }).getByRole('alert');
    await expect(told).toHaveText(/^Error al eliminar el ejercicio: .*1 día de entrenamiento/);
    await expect(rowOf(panel, used.title)).toBeVisible();
    await closeToasts(panel);
    await panel.route(`**/api/exercise/${used.id}`, answerWith(500, {}));
    await remove(used.title).click();
    await confirm(used.title).click();
    await expect(told).toHaveText('Error al eliminar el ejercicio: Error desconocido');

    expect(sent).toEqual([free, used, used].map(({ id }) => `DELETE /exercise/${id}`));
  });

  test('EJE-20 API-12 lists that fail, or are none, are logged and told; their filters stay empty', async ({
    panel,
  }) => {
    const said = recordConsoleErrors(panel);
    const count = (words: string) => said.filter((text) => text.startsWith(words)).length;
    await panel.route('**/api/exercise', answerWith(500), { times: 1 });
    await panel.route('**/api/body-part', answerWith(500));
    await panel.route('**/api/machine', answerWith(200, { success: true, data: 'ninguna' }));
    await panel.goto('/ejercicios');
    await expect(panel.getByRole('main').getByRole('alert')).toContainText('Error al cargar los ejercicios');
    await expect(panel.getByRole('status', { name: 'Cargando' })).toHaveCount(0);
    const told = panel.getByRole('region', { name: 'Avisos' });
    await expect(told).toContainText('Error al cargar las partes del cuerpo');
    await expect(told).toContainText('Error al cargar las máquinas: Formato de respuesta inválido');
    await panel.getByRole('button', { name: 'Filtros' }).click();
    await panel.getByLabel('Usa máquina', { exact: true }).selectOption('Sí');
    await expect(panel.getByLabel('Parte del cuerpo').getByRole('option')).toHaveText(['Todas las partes']);
    await expect(panel.getByLabel('Máquina', { exact: true }).getByRole('option')).toHaveText(['Todas las máquinas']);
    expect(count('Error al cargar los ejercicios')).toBe(1);
    expect(count('Error al cargar las partes del cuerpo')).toBe(1);
    expect(count('Error al cargar las máquinas: Formato de respuesta inválido')).toBe(1);

    await panel.route('**/api/exercise', answerWith(200, { success: true, data: {} }));
    await panel.getByRole('button', { name: 'Reintentar' }).click();
    await expect(panel.getByRole('main').getByRole('alert')).toContainText('Formato de respuesta inválido');
    expect(count('Error al cargar los ejercicios: Formato de respuesta inválido')).toBe(1);
  });

  test('EJE-27 EJE-28 W1 a detail that does not come says what failed, and leads back', async ({ panel, add }) => {
    const { id, title } = await add('/exercise');
    const path = `**/api/exercise/${id}`;
    const problem = panel.getByRole('alert');
    const again = problem.getByRole('button', { name: 'Reintentar' });
    // Each says something else than the one before.
    for (const [status, body, words] of [
      [500, { message: 'Se cayó' }, 'Error al cargar los detalles del ejercicio: Se cayó'],
      [200, { success: true, data: null }, 'No se pudo cargar la información del ejercicio'],
      [500, {}, 'Error al cargar los detalles del ejercicio: Error desconocido'],
      [200, { success: false }, 'No se pudo cargar la información del ejercicio'],
      [200, { success: false, message: 'No quiero' }, 'Error al cargar los detalles del ejercicio: No quiero'],
    ] as const) {
      await panel.route(path, answerWith(status, body));
      if (await again.isVisible()) await again.click();
      else await panel.goto(`/ejercicios/${id}`);
      await expect(problem).toContainText(words);
      await panel.unroute(path);
    }
    await again.click();
    await expect(panel.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await goToScreen(panel, '/ejercicios/999999', { fails: true });
    await expect(problem).toContainText('Error al cargar los detalles del ejercicio: ');
    await panel.getByRole('link', { name: 'Volver a la lista de ejercicios' }).click();
    await expect(panel).toHaveURL('/ejercicios');
  });

  test('EJE-25 EJE-26 on the detail a second click deletes and leads to the list; a refusal is told in a panel', async ({
    panel,
    add,
  }) => {
    const { id, title } = await add('/exercise');
    await panel.clock.install();
    const sent = recordWrites(panel);
    await panel.goto(`/ejercicios/${id}`);
    const remove = panel.getByRole('button', { name: 'Eliminar', exact: true });
    const confirm = panel.getByRole('button', { name: 'Confirmar', exact: true });
    await remove.click();
    await expect(confirm).toBeVisible();
    await panel.clock.runFor(3_000);
    await expect(remove).toBeVisible();
    expect(sent).toEqual([]);
    const problem = panel.getByRole('main').getByRole('alert');
    for (const [body, words] of [
      [{ message: 'Está en uso' }, 'Error al eliminar el ejercicio: Está en uso'],
      [{}, 'Error al eliminar el ejercicio: Error desconocido'],
    ] as const) {
      await panel.route(`**/api/exercise/${id}`, answerWith(500, body));
      await remove.click();
      await confirm.click();
      await expect(problem).toHaveText(words);
      await panel.unroute(`**/api/exercise/${id}`);
    }
    await remove.click();
    await confirm.click();
    await expect(panel).toHaveURL('/ejercicios');
    await expect(panel.getByRole('button', { name: 'Filtros' })).toBeVisible();
    await expect(rowOf(panel, title)).toHaveCount(0);
    expect(sent).toEqual(Array(3).fill(`DELETE /exercise/${id}`));
  });
});

test('EJE-21 EJE-22 EJE-23 EJE-24 FMT-02 X2 X3 the detail shows all of an exercise, its sets as a table and its video safely', async ({
  panel,
  add,
}) => {
  const machine = await add('/machine', { title: uniqueName('Polea') });
  const part = await add('/body-part', { title: uniqueName('Dorsales') });
  const timed = { set_number: 2, duration_seconds: 45, rest_seconds: 0 };
  const sets = JSON.stringify([{ ...buildSet(1, 12), weight: 7.5 }, timed]);
  const whole = await add(
    '/exercise',
    {
      description: 'Una línea\notra línea',
      tips: 'Hombros abajo',
      video_url: VIDEO_LINK,
      sets,
      body_part_id: part.id,
      uses_machine: true,
      machine_id: machine.id,
    },
    PICTURE,
  );
  await panel.route(`**/api/exercise/${whole.id}`, async (route) => {
    const response = await fetchAnswer(route);
    const { data } = (await response.json()) as { data: { sets: object[] } };
    // Sets may come in any order.
    const late = { ...data, sets: data.sets.toReversed(), created_at: '2025-03-05T01:30:00Z' };
    await route.fulfill({ response, json: { success: true, data: late } });
  });
  await panel.goto(`/ejercicios/${whole.id}`);
  await expect(panel.getByRole('heading', { name: whole.title, level: 1, exact: true })).toBeVisible();
  const main = panel.getByRole('main');
  for (const text of [String(part.title), String(machine.title), 'Activo', '4 mar 2025', 'Hombros abajo'])
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  await expect(main.getByText('Una línea')).toHaveText('Una línea\notra línea', { useInnerText: true });
  await expect(main.locator('img')).toHaveAttribute('src', /^\/uploads\//);
  const video = main.getByRole('link', { name: 'Ver video' });
  await expect(video).toHaveAttribute('href', VIDEO_LINK);
  await expect(video).toHaveAttribute('target', '_blank');
  await expect(video).toHaveAttribute('rel', 'noopener noreferrer');
  const table = main.getByRole('table', { name: 'Sets recomendados' });
  await expect(table.getByRole('columnheader')).toHaveText(['Set', 'Repeticiones o duración', 'Peso', 'Descanso']);
  const cellsOf = (row: number) => table.getByRole('row').nth(row).getByRole('cell');
  await expect(cellsOf(1)).toHaveText(['1', '12 repeticiones', '7,5 kg', '60 segundos']);
  await expect(cellsOf(2)).toHaveText(['2', '45 segundos', 'Sin peso', '0 segundos']);
  await main.getByRole('link', { name: 'Volver a la lista de ejercicios' }).click();
  await expect(panel).toHaveURL('/ejercicios');
  await panel.goBack();
  await expect(panel.getByRole('heading', { name: whole.title, level: 1, exact: true })).toBeVisible();
  await main.getByRole('link', { name: 'Editar' }).click();
  await expect(panel).toHaveURL(`/ejercicios/editar/${whole.id}`);

  const plain = await add('/exercise', { status: false });
  await panel.route(`**/api/exercise/${plain.id}`, async (route) => {
    const response = await fetchAnswer(route);
    const { data } = (await response.json()) as { data: object };
    const old = { ...data, video_url: 'javascript:alert(1)', image_url: 'javascript:alert(1)' };
    await route.fulfill({ response, json: { success: true, data: old } });
  });
  await panel.goto(`/ejercicios/${plain.id}`);
  await expect(main.getByText('Inactivo', { exact: true })).toBeVisible();
  await expect(main.getByText('No usa máquina', { exact: true })).toBeVisible();
  await expect(main.getByText('Sin video', { exact: true })).toBeVisible();
  await expect(main.locator('[data-placeholder]')).toBeVisible();
});
