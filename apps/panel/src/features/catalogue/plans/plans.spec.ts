import type { Locator, Page } from '@playwright/test';
import { expect, test, uniqueName, type Row } from '#test/builders';
import { NOT_SAVED_MESSAGE } from '#test/catalogues';
import {
  deleteInTwoSteps,
  item,
  recordConsoleErrors,
  itemNames,
  waitForWrite,
  payloadOf,
  recordWrites,
} from '#test/page';
import { answerWith, fetchAnswer } from '#test/panel';

const ROUTE = '/suscripciones';
const PATH = '/suscriptions';
const cardLook = { look: 'cards' } as const;
const planInput = { description: 'Con seguimiento semanal', duration: 1, amount: 15_000 };

const field = (dialog: Locator, label: string) => dialog.getByLabel(label);
const planCard = (page: Page, title: string) => item(page, cardLook, title);

async function openNewPlan(page: Page) {
  await page.goto(ROUTE);
  await page.getByRole('button', { name: 'Nuevo Plan', exact: true }).click();
  return page.getByRole('dialog', { name: 'Nuevo Plan', exact: true });
}

async function fill(dialog: Locator, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await field(dialog, label).fill(value);
}

test('PLA-01 PLA-02 PLA-03 PLA-04 PLA-05 PLA-06 PLA-07 a plan is a card with price, duration, date and state, found by title or description', async ({
  panel,
  api,
  add,
}) => {
  const word = uniqueName('Ágil');
  const [one, other, foreign] = [uniqueName('Mensual'), uniqueName('Anual'), uniqueName('De otro servidor')];
  await add(PATH, { ...planInput, title: one, amount: 1_234_500.5 });
  await add(PATH, { ...planInput, title: other, description: `Plan ${word}`, duration: 12, status: 0 });
  const odd = await add(PATH, { ...planInput, title: foreign, duration: 36, amount: 0 });
  const { data } = (await (await api.get(PATH)).json()) as { data: Row[] };
  // A server may answer the status as it is sent; and what was made late in the evening has that evening's date.
  const made = { status: 1, created_at: '2025-03-05T01:30:00.000Z' };
  const answered = data.map((row) => (row.id === odd.id ? { ...row, ...made } : row));
  await panel.route(`**/api${PATH}`, (route) => route.fulfill({ json: { success: true, data: answered } }));
  await panel.goto(ROUTE);
  await expect(panel.getByRole('heading', { name: 'Planes', level: 1, exact: true })).toBeVisible();
  await expect(itemNames(panel)).toHaveText(data.map(({ title }) => String(title)));

  await expect(planCard(panel, one).getByText('ARS 1.234.500,50', { exact: true })).toBeVisible();
  await expect(planCard(panel, one).getByText('1 mes', { exact: true })).toBeVisible();
  await expect(planCard(panel, other).getByText('12 meses', { exact: true })).toBeVisible();
  await expect(planCard(panel, foreign).getByText('36 meses', { exact: true })).toBeVisible();
  await expect(planCard(panel, foreign).getByText('ARS 0,00', { exact: true })).toBeVisible();
  await expect(planCard(panel, foreign).getByText('04/03/2025')).toBeVisible();
  await expect(planCard(panel, other).getByText('Inactivo', { exact: true })).toBeVisible();
  for (const title of [one, foreign]) await expect(planCard(panel, title).getByText('Inactivo')).toHaveCount(0);

  const search = panel.getByPlaceholder('Buscar planes...', { exact: true });
  for (const [typed, found] of [
    [one.toUpperCase(), one],
    [word.toLowerCase(), other],
  ] as const) {
    await search.fill(typed);
    await expect(itemNames(panel)).toHaveText([found]);
  }
  await expect(panel).toHaveURL(new RegExp(`${ROUTE}\\?buscar=`));
  await panel.reload();
  await expect(itemNames(panel)).toHaveText([other]);
});

test('PLA-08 with nothing to show it says so and offers to create the first', async ({ panel }) => {
  await panel.route(`**/api${PATH}`, answerWith(200, { success: true, data: [] }));
  await panel.goto(ROUTE);
  await expect(panel.getByText('No hay planes', { exact: true })).toBeVisible();
  await expect(panel.getByText('No se encontraron planes. ¡Crea el primero!', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Crear plan' }).click();
  await expect(panel.getByRole('dialog', { name: 'Nuevo Plan', exact: true })).toBeVisible();
});

test('PLA-09 PLA-11 PLA-12 PLA-13 PLA-14 what is wrong with a plan stands under its fields, and nothing is sent', async ({
  panel,
}) => {
  const sent = recordWrites(panel);
  const dialog = await openNewPlan(panel);
  await expect(field(dialog, 'Duración (meses)')).toHaveValue('1');
  await expect(field(dialog, 'Precio (ARS)')).toHaveAttribute('step', '0.01');
  await expect(dialog.getByRole('checkbox', { name: 'Plan activo' })).toBeChecked();
  const refused: [label: string, typed: string, message: string][] = [
    ['Título', ' ', 'El título es obligatorio'],
    ['Descripción', '', 'La descripción es obligatoria'],
    ['Duración (meses)', '37', 'La duración debe ser un número entero de 1 a 36 meses'],
    ['Precio (ARS)', '-1', 'El precio debe ser un número no negativo'],
  ];
  await fill(dialog, Object.fromEntries(refused.map(([label, typed]) => [label, typed])));
  await dialog.getByRole('button', { name: 'Crear', exact: true }).click();
  for (const [label, , message] of refused) await expect(field(dialog, label)).toHaveAccessibleDescription(message);
  await expect(dialog.getByRole('alert')).toHaveText(refused.map(([, , message]) => message));
  await expect(field(dialog, 'Título')).toBeFocused();
  expect(sent).toEqual([]);
});

test('PLA-14 PLA-15 PLA-16 PLA-17 a new plan is sent as JSON and appended as the server answers it', async ({
  panel,
}) => {
  const sent = recordWrites(panel);
  const [first, second] = [uniqueName('Gratis'), uniqueName('De pago')];
  await panel.route(`**/api${PATH}`, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    const response = await fetchAnswer(route);
    const body = (await response.json()) as { data: Row };
    const title = `${String(body.data.title)} del servidor`;
    return route.fulfill({ response, json: { ...body, data: { ...body.data, title } } });
  });
  const dialog = await openNewPlan(panel);
  await fill(dialog, { Título: first, Descripción: 'Una prueba', 'Precio (ARS)': '0' });
  let request = waitForWrite(panel, 'POST', PATH);
  await field(dialog, 'Precio (ARS)').press('Enter');
  const body = { title: first, description: 'Una prueba', duration: 1, amount: 0, status: 1 };
  expect(await payloadOf(await request)).toEqual(body);
  await expect(dialog).toHaveCount(0);
  await expect(itemNames(panel).last()).toHaveText(`${first} del servidor`);

  await panel.getByRole('button', { name: 'Nuevo Plan' }).click();
  await fill(dialog, { Título: second, Descripción: 'Dos', 'Duración (meses)': '36', 'Precio (ARS)': '1500.55' });
  await dialog.getByRole('checkbox', { name: 'Plan activo' }).uncheck();
  request = waitForWrite(panel, 'POST', PATH);
  await dialog.getByRole('button', { name: 'Crear', exact: true }).click();
  expect(await payloadOf(await request)).toEqual({
    title: second,
    description: 'Dos',
    duration: 36,
    amount: 1500.55,
    status: 0,
  });
  const shown = planCard(panel, `${second} del servidor`);
  await expect(shown).toContainText('ARS 1.500,55');
  await expect(shown).toContainText('Inactivo');
  await expect(itemNames(panel).last()).toHaveText(`${second} del servidor`);
  expect(sent).toEqual([`POST ${PATH}`, `POST ${PATH}`]);
});

test("PLA-10 PLA-15 PLA-18 editing begins with the stored plan, sends the same body and puts the server's version in its place", async ({
  panel,
  add,
}) => {
  const [title, next] = [uniqueName('Antes'), uniqueName('Siguiente')];
  const stored = await add(PATH, { title, description: 'Lo de antes', duration: 6, amount: 99.9, status: 0 });
  await add(PATH, { ...planInput, title: next });
  const path = `${PATH}/${stored.id}`;
  await panel.route(`**/api${PATH}{,/*}`, async (route) => {
    const response = await fetchAnswer(route);
    const body = (await response.json()) as { data: Row | Row[] };
    // A server may answer the status as it is sent.
    const asSent = (row: Row) => ({ ...row, status: row.status ? 1 : 0 });
    const data = Array.isArray(body.data)
      ? body.data.map(asSent)
      : { ...asSent(body.data), title: `${title} del servidor` };
    return route.fulfill({ response, json: { ...body, data } });
  });
  await panel.goto(ROUTE);
  await planCard(panel, title).getByRole('button', { name: 'Editar' }).click();
  const dialog = panel.getByRole('dialog', { name: 'Editar Plan', exact: true });
  const active = dialog.getByRole('checkbox', { name: 'Plan activo' });
  await expect(field(dialog, 'Título')).toHaveValue(title);
  await expect(field(dialog, 'Descripción')).toHaveValue('Lo de antes');
  await expect(field(dialog, 'Duración (meses)')).toHaveValue('6');
  await expect(field(dialog, 'Precio (ARS)')).toHaveValue('99,90');
  await expect(active).not.toBeChecked();

  await fill(dialog, { Título: 'Después', 'Precio (ARS)': '100' });
  await active.check();
  const request = waitForWrite(panel, 'PATCH', path);
  await dialog.getByRole('button', { name: 'Actualizar', exact: true }).click();
  expect(await payloadOf(await request)).toEqual({
    title: 'Después',
    description: 'Lo de antes',
    duration: 6,
    amount: 100,
    status: 1,
  });
  expect(await (await request).headerValue('if-match')).toBe(`"${stored.version}"`);
  await expect(itemNames(panel).nth(-2)).toHaveText(`${title} del servidor`);
  await expect(itemNames(panel).last()).toHaveText(next);
  await expect(planCard(panel, `${title} del servidor`)).toContainText('ARS 100,00');
  await expect(planCard(panel, `${title} del servidor`).getByText('Inactivo')).toHaveCount(0);
});

test('PLA-19 PLA-20 the first click arms one plan for three seconds, a second one deletes it', async ({
  panel,
  api,
  add,
}) => {
  const [gone, kept] = [uniqueName('Se va'), uniqueName('Queda')];
  const { id } = await add(PATH, { ...planInput, title: gone });
  await add(PATH, { ...planInput, title: kept });
  const sent = recordWrites(panel);
  await panel.clock.install();
  await panel.goto(ROUTE);
  await deleteInTwoSteps(panel, planCard(panel, gone), planCard(panel, kept), sent);
  await expect(itemNames(panel).last()).toHaveText(kept);
  expect(sent).toEqual([`DELETE ${PATH}/${id}`]);
  expect(await (await api.get(PATH)).text()).not.toContain(gone);
});

test.describe('what fails', () => {
  test.use({ expectedErrors: [/^Error (al (cargar|guardar|eliminar) (los planes|el plan)|en el servidor)/] });

  test('PLA-21 PLA-22 API-12 a failed load, save or delete is logged and told, and nothing typed or listed is lost', async ({
    panel,
    add,
  }) => {
    const title = uniqueName('Listada');
    await add(PATH, { ...planInput, title });
    const said = recordConsoleErrors(panel);
    await panel.route(`**/api${PATH}`, answerWith(500), { times: 1 });
    await panel.goto(ROUTE);
    await expect(panel.getByRole('alert')).toContainText('Error al cargar los planes');
    await expect(panel.getByRole('status', { name: 'Cargando' })).toHaveCount(0);
    await panel.getByRole('button', { name: 'Reintentar' }).click();
    await expect(itemNames(panel).last()).toHaveText(title);

    await panel.route(`**/api${PATH}{,/*}`, (route) =>
      route.request().method() === 'GET' ? route.fallback() : answerWith(500, { message: 'No se puede' })(route),
    );
    await panel.getByRole('button', { name: 'Nuevo Plan' }).click();
    const dialog = panel.getByRole('dialog');
    const typed = { Título: 'Escrito', Descripción: 'También', 'Duración (meses)': '3', 'Precio (ARS)': '12,50' };
    await fill(dialog, typed);
    await dialog.getByRole('checkbox', { name: 'Plan activo' }).uncheck();
    await dialog.getByRole('button', { name: 'Crear', exact: true }).click();
    await expect(dialog.getByRole('alert').locator('p')).toHaveText([NOT_SAVED_MESSAGE, 'No se puede']);
    for (const [label, value] of Object.entries(typed)) await expect(field(dialog, label)).toHaveValue(value);
    await expect(dialog.getByRole('checkbox', { name: 'Plan activo' })).not.toBeChecked();
    await expect(dialog.getByRole('button', { name: 'Crear', exact: true })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await panel.getByRole('button', { name: 'Descartar' }).click();

    await planCard(panel, title).getByRole('button', { name: 'Eliminar' }).click();
    await planCard(panel, title).getByRole('button', { name: 'Confirmar' }).click();
    const told = panel.getByRole('region', { name: 'Avisos' });
    await expect(told).toContainText('Error al eliminar el plan');
    await expect(told).toContainText('No se puede');
    await expect(itemNames(panel).last()).toHaveText(title);
    await expect(planCard(panel, title).getByRole('button', { name: 'Eliminar' })).toBeEnabled();
    const count = (words: string) => said.filter((text) => text.startsWith(words)).length;
    expect(count('Error al cargar los planes')).toBe(1);
    expect(count('Error al guardar el plan')).toBe(1);
    expect(count('Error al eliminar el plan')).toBe(1);
  });
});
