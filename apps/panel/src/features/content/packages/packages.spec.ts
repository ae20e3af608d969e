import { expect, test, uniqueName } from '#test/builders';
import {
  closeToasts,
  answerBrowserDialogs,
  goToScreen,
  countLoads,
  waitForWrite,
  rowOf,
  toasts,
  recordWrites,
} from '#test/page';
import { answerWith, fetchAnswer } from '#test/panel';

test.use({ expectedErrors: [/^Error (en el servidor|al cargar los paquetes)|^El recurso solicitado no existe/] });

const foreignPackage = { description: '', status: true, gender: 'Unisex', level_id: 1 };

test('PAQ-01 PAQ-02 PAQ-03 PAQ-04 PAQ-05 PAQ-06 PAQ-07 PAQ-08 FMT-12 packages are listed as any server may answer them, found by title, and lead to detail and form', async ({
  panel,
  add,
}) => {
  const training = await add('/training');
  const [one, other] = [await add('/diet'), await add('/diet')];
  const stored = await add('/package', {
    title: uniqueName('Verano'),
    amount: 1_234_567.5,
    duration_days: 90,
    status: false,
    trainings: [training.id],
    diets: [one.id, other.id],
  });
  const others = [
    { id: 90_001, name: 'Sin título', duration_days: 30, amount: 10, trainings: [{ id: 1 }, { id: 2 }], diets: [] },
    {
      id: 90_002,
      title: 'Con enlaces',
      name: 'No',
      duration_days: 180,
      price: 20,
      amount: 30,
      package_trainings: [],
      package_diets: [{ diet_id: 1 }],
    },
    { id: 90_003, title: 'Largo', duration_days: 365, amount: 40 },
    { id: 90_004, title: 'Otro', duration_days: 2, amount: 50 },
  ].map((row) => ({ ...foreignPackage, ...row }));
  await panel.route('**/api/package', async (route) => {
    const response = await fetchAnswer(route);
    const { data } = (await response.json()) as { data: object[] };
    await route.fulfill({ json: { success: true, data: [...data, ...others] } });
  });
  await panel.goto('/paquetes');
  await expect(panel.getByRole('columnheader')).toHaveText([
    'Paquete',
    'Duración',
    'Precio',
    'Entrenamientos',
    'Dietas',
    'Estado',
    'Acciones',
  ]);
  const cells = (title: string) => rowOf(panel, title).getByRole('cell').locator('> span:last-child');
  const shown = [
    [stored.title, 'Trimestral', 'ARS 1.234.567,50', '1', '2', 'Inactivo', ''],
    ['Sin título', 'Mensual', 'ARS 10,00', '2', '0', 'Activo', ''],
    ['Con enlaces', 'Semestral', 'ARS 20,00', '0', '1', 'Activo', ''],
    ['Largo', 'Anual', 'ARS 40,00', '0', '0', 'Activo', ''],
    ['Otro', '2 meses', 'ARS 50,00', '0', '0', 'Activo', ''],
  ];
  for (const texts of shown) await expect(cells(texts[0] ?? '')).toHaveText(texts);

  await panel.getByLabel('Buscar paquetes...').fill('sin TITULO');
  await expect(panel.getByRole('row')).toHaveCount(2);
  const row = rowOf(panel, 'Sin título');
  await expect(row.getByRole('link', { name: 'Ver detalles' })).toHaveAttribute('href', '/paquetes/detalle/90001');
  await expect(row.getByRole('link', { name: 'Editar' })).toHaveAttribute('href', '/paquetes/form/90001');
});

test('PAQ-09 PAQ-10 PAQ-15 the toggle sends the inverted status and changes the row in place; a failure is told and changes nothing', async ({
  panel,
  add,
}) => {
  const { id, title } = await add('/package');
  await panel.goto('/paquetes');
  // Alone at the top: further down a message in the corner would cover its buttons.
  await panel.getByLabel('Buscar paquetes...').fill(title);
  const row = rowOf(panel, title);
  await expect(row).toBeVisible();
  const listed = countLoads(panel, '/package');
  const request = waitForWrite(panel, 'PATCH', `/package/${id}/status`);
  await row.getByRole('button', { name: 'Desactivar', exact: true }).click();
  expect((await request).postDataJSON()).toEqual({ status: false });
  await expect(row.getByText('Inactivo', { exact: true })).toBeVisible();
  for (const [status, body, reason] of [
    [500, {}, 'Por favor, intenta de nuevo.'],
    [200, { success: false, message: 'Hoy no' }, 'Hoy no'],
  ] as const) {
    await panel.route(`**/api/package/${id}/status`, answerWith(status, body), { times: 1 });
    await row.getByRole('button', { name: 'Activar', exact: true }).click();
    const toast = toasts(panel).getByRole('alert').filter({ hasText: reason });
    await expect(toast.getByText('Error al cambiar el estado del paquete', { exact: true })).toBeVisible();
    await expect(row.getByText('Inactivo', { exact: true })).toBeVisible();
  }
  await row.getByRole('button', { name: 'Activar', exact: true }).click();
  await expect(row.getByText('Activo', { exact: true })).toBeVisible();
  expect(listed.count).toBe(0);
});

test('PAQ-11 PAQ-12 PAQ-13 PAQ-14 deleting asks with the browser’s own question; failures are told', async ({
  panel,
  add,
}) => {
  const { id, title } = await add('/package');
  await panel.route('**/api/package', answerWith(500), { times: 1 });
  await panel.goto('/paquetes');
  await expect(panel.getByRole('alert')).toContainText('Error al cargar los paquetes');
  await panel.getByRole('button', { name: 'Reintentar' }).click();
  const sent = recordWrites(panel);
  const asked = answerBrowserDialogs(panel, [false, true, true]);
  const remove = rowOf(panel, title).getByRole('button', { name: 'Eliminar' });
  await expect(remove).toBeVisible();
  await closeToasts(panel);
  await remove.click();
  await expect.poll(() => asked).toEqual(['¿Estás seguro de que deseas eliminar este paquete?']);
  expect(sent).toEqual([]);
  await panel.route(`**/api/package/${id}`, answerWith(409, { success: false, message: 'Lo tiene Ana' }), { times: 1 });
  await remove.click();
  await expect(toasts(panel).getByText('Error al eliminar el paquete', { exact: true })).toBeVisible();
  await expect(toasts(panel)).toContainText('Lo tiene Ana');
  await expect(rowOf(panel, title)).toBeVisible();
  await closeToasts(panel);
  await remove.click();
  await expect(rowOf(panel, title)).toHaveCount(0);
  expect(sent).toEqual([`DELETE /package/${id}`, `DELETE /package/${id}`]);
});

test('PAQ-05 PAQ-16 PAQ-17 PAQ-18 PAQ-19 FMT-12 the detail shows price, duration, summary and what is included', async ({
  panel,
  add,
}) => {
  const [level, type] = [await add('/level'), await add('/training-type')];
  const training = await add('/training', { level_id: level.id, training_type_id: type.id });
  const diet = await add('/diet');
  const stored = await add('/package', {
    description: 'Uno\nDos',
    duration_days: 365,
    amount: 1500,
    level_id: level.id,
    trainings: [training.id],
    diets: [diet.id],
  });
  await panel.goto('/paquetes');
  await rowOf(panel, stored.title).getByRole('link', { name: 'Ver detalles' }).click();
  await expect(panel.getByRole('heading', { name: stored.title, level: 1 })).toBeVisible();
  const section = (name: string) =>
    panel
      .getByRole('main')
      .locator('section')
      .filter({ has: panel.getByRole('heading', { name, exact: true }) });
  await expect(section('Resumen').getByText('ARS 1.500,00', { exact: true })).toBeVisible();
  const facts = {
    Duración: 'Anual',
    Estado: 'Activo',
    Género: 'Unisex',
    Nivel: level.title,
    Entrenamientos: '1',
    Dietas: '1',
  };
  for (const [name, value] of Object.entries(facts))
    await expect(section('Resumen').getByRole('term').filter({ hasText: name }).locator('+ dd')).toHaveText(value);
  await expect(section('Descripción').getByText('Uno\nDos')).toHaveCSS('white-space', 'pre-line');
  const trainings = section('Entrenamientos incluidos').getByRole('listitem');
  await expect(trainings).toHaveText([`${training.title}${level.title} · ${type.title}`]);
  await expect(trainings.getByRole('link')).toHaveAttribute('href', `/entrenamientos/detalle/${training.id}`);
  await expect(section('Dietas incluidas').getByRole('listitem')).toHaveText([`${diet.title}Poca sal`]);

  const data = {
    ...foreignPackage,
    id: 2_000_000_007,
    name: 'Ajeno',
    duration_days: 2,
    amount: 10,
    diets: [{ diet_id: 3, diet: { title: 'Cena', description: 'Liviana' } }],
  };
  await panel.route('**/api/package/2000000007', answerWith(200, { success: true, data }));
  await goToScreen(panel, '/paquetes/detalle/2000000007');
  await expect(panel.getByRole('heading', { name: 'Ajeno', level: 1 })).toBeVisible();
  await expect(section('Resumen')).toContainText('2 meses');
  await expect(section('Entrenamientos incluidos')).toContainText('Este paquete no incluye entrenamientos.');
  await expect(section('Dietas incluidas').getByRole('listitem')).toHaveText(['CenaLiviana']);

  await goToScreen(panel, '/paquetes/detalle/2147483647', { fails: true });
  await expect(panel.getByRole('alert')).toContainText('No se encontró el paquete solicitado.');
  await panel.route('**/api/package/2000000008', answerWith(500));
  await goToScreen(panel, '/paquetes/detalle/2000000008', { fails: true });
  await expect(panel.getByRole('alert')).toContainText('Error al cargar los datos del paquete');
});
