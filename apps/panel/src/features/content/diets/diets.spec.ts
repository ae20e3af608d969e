import { expect, test, uniqueName } from '#test/builders';
import { card, deleteInTwoSteps, goToScreen, recordConsoleErrors, itemNames, visit, recordWrites } from '#test/page';
import { answerWith } from '#test/panel';

test('DIE-01 DIE-07 DIE-08 DIE-09 DIE-10 diets are cards in three columns, with their figures, badges and ways on', async ({
  panel,
  api,
  add,
}) => {
  const plain = await add('/diet', { gender: 'Female' });
  const other = await add('/diet', { is_premium: true, status: false, gender: 'Male' });
  await add('/diet');
  const { data } = (await (await api.get('/diet')).json()) as { data: { title: string }[] };
  await panel.goto('/dietas');
  await expect(panel.getByRole('heading', { name: 'Dietas', level: 1, exact: true })).toBeVisible();
  await expect(itemNames(panel)).toHaveText(data.map(({ title }) => title));
  const boxes = await Promise.all((await panel.getByRole('article').all()).map((article) => article.boundingBox()));
  expect(new Set(boxes.map((box) => Math.round(box?.x ?? 0))).size).toBe(3);

  const shown = card(panel, plain.title);
  for (const text of ['Definición', 'Femenino', '30 min', '1800 kcal', '120 g', '150,5 g'])
    await expect(shown.getByText(text, { exact: true })).toBeVisible();
  await expect(shown.getByText(/Premium|Inactiva/)).toHaveCount(0);
  await expect(card(panel, other.title).getByText('Inactiva', { exact: true })).toBeVisible();
  await expect(card(panel, other.title).getByText('Premium', { exact: true })).toBeVisible();
  await expect(card(panel, other.title).getByText('Masculino', { exact: true })).toBeVisible();

  await shown.getByRole('link', { name: 'Ver detalles' }).click();
  await expect(panel).toHaveURL(`/dietas/${plain.id}`);
  await panel.goBack();
  await shown.getByRole('link', { name: 'Editar' }).click();
  await expect(panel).toHaveURL(`/dietas/editar/${plain.id}`);
});

test('DIE-02 DIE-03 DIE-04 DIE-05 DIE-06 DIE-13 search and filters narrow the cards, live in the address and are cleared from the empty state', async ({
  panel,
  add,
}) => {
  const category = uniqueName('Keto');
  const ingredient = uniqueName('Maíz');
  const a = await add('/diet', { category, gender: 'Male', is_premium: true });
  const b = await add('/diet', { gender: 'Female', ingredients: ingredient, status: false });
  await panel.goto('/dietas');
  const search = panel.getByPlaceholder('Buscar dietas...', { exact: true });
  const found = (...titles: string[]) => expect(itemNames(panel)).toHaveText(titles);
  for (const [term, title] of [
    [a.title.toUpperCase(), a.title],
    [category.toLowerCase(), a.title],
    [ingredient.replace('í', 'i'), b.title],
  ] as const) {
    await search.fill(term);
    await found(title);
  }

  await search.fill('');
  await panel.getByRole('button', { name: 'Filtros' }).click();
  const choose = (label: string, option: string) => panel.getByLabel(label, { exact: true }).selectOption(option);
  await choose('Categoría', category);
  await found(a.title);
  await expect(panel.getByLabel('Género').getByRole('option')).toHaveText(['Todos', 'Masculino', 'Femenino', 'Unisex']);
  await choose('Género', 'Masculino');
  await choose('Premium', 'Sí');
  await choose('Estado', 'Activas');
  await found(a.title);
  await panel.reload();
  await found(a.title);
  await expect(panel.getByLabel('Premium')).toHaveValue('si');

  // Each of the three alone hides it again.
  for (const [label, other, own] of [
    ['Género', 'Femenino', 'Masculino'],
    ['Premium', 'No', 'Sí'],
    ['Estado', 'Inactivas', 'Activas'],
  ] as const) {
    await choose(label, other);
    await expect(panel.getByText('No hay dietas', { exact: true })).toBeVisible();
    await choose(label, own);
    await found(a.title);
  }
  await choose('Categoría', 'Todas');
  await search.fill(b.title);
  await expect(panel.getByText('No hay dietas', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Limpiar Filtros' }).click();
  await expect(panel).toHaveURL('/dietas');
  await expect(search).toHaveValue('');
  for (const { title } of [a, b]) await expect(card(panel, title)).toBeVisible();

  await search.fill(uniqueName('nada'));
  await panel.getByRole('main').getByRole('link', { name: 'Nueva Dieta' }).last().click();
  await expect(panel).toHaveURL('/dietas/nuevo');
});

test('DIE-11 DIE-12 the first click arms one diet for three seconds, a second one deletes it', async ({
  panel,
  api,
  add,
}) => {
  const [gone, kept] = [await add('/diet'), await add('/diet')];
  const sent = recordWrites(panel);
  await panel.clock.install();
  await panel.goto('/dietas');
  await deleteInTwoSteps(panel, card(panel, gone.title), card(panel, kept.title), sent);
  expect(sent).toEqual([`DELETE /diet/${gone.id}`]);
  expect((await api.get(`/diet/${gone.id}`)).status).toBe(404);
});

test("DIE-15 DIE-16 DIE-17 DIE-18 the detail shows all of a diet, its type and the instructions' line breaks", async ({
  panel,
  api,
  add,
}) => {
  const { id, title, type_diet } = await add('/diet', {
    status: false,
    instructions: 'Primero <b>esto</b>.\n\nDespués aquello.',
  });
  const { data } = (await (await api.get(`/diet/${id}`)).json()) as { data: object };
  // Late in the evening of the fourth, in Buenos Aires.
  const made = { ...data, created_at: '2025-03-05T01:30:00.000Z' };
  await panel.route(`**/api/diet/${id}`, answerWith(200, { success: true, data: made }));
  await panel.goto(`/dietas/${id}`);
  const main = panel.getByRole('main');
  await expect(main.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible();
  for (const text of ['Inactiva', '4 mar 2025', '30 min', '4 comidas', type_diet?.name ?? '', 'Poca sal'])
    await expect(main.getByText(text, { exact: true })).toBeVisible();
  await expect(main.getByText('1800 kcal')).toBeVisible();
  for (const text of ['120 g', '150,5 g', '60 g']) await expect(main.getByText(text, { exact: true })).toBeVisible();
  for (const [heading, text] of [
    ['Ingredientes', 'Avena\nBanana'],
    ['Instrucciones', 'Primero <b>esto</b>.\n\nDespués aquello.'],
  ] as const) {
    const section = main.locator('section', { has: panel.getByRole('heading', { name: heading, exact: true }) });
    expect(await section.locator('p').innerText()).toBe(text);
  }
  await main.getByRole('link', { name: 'Editar' }).click();
  await expect(panel).toHaveURL(`/dietas/editar/${id}`);
});

test('DIE-15 DIE-19 an active diet says so; deleting it from its detail takes two clicks and leads to the list', async ({
  panel,
  add,
}) => {
  const { id, title } = await add('/diet', { is_premium: true });
  const sent = recordWrites(panel);
  await panel.clock.install();
  await panel.goto(`/dietas/${id}`);
  for (const text of ['Activa', 'Premium']) await expect(panel.getByText(text, { exact: true })).toBeVisible();
  const button = panel.getByRole('button', { name: /^(Eliminar|Confirmar)$/ });
  await panel.clock.pauseAt(Date.now() + 3_600_000);
  await button.click();
  await expect(button).toHaveText('Confirmar');
  await panel.clock.runFor(3_000);
  await expect(button).toHaveText('Eliminar');
  await button.click();
  expect(sent).toEqual([]);
  await button.click();
  await panel.clock.resume();
  await expect(panel).toHaveURL('/dietas');
  await expect(panel.getByRole('heading', { name: 'Dietas', level: 1, exact: true })).toBeVisible();
  await expect(card(panel, title)).toHaveCount(0);
  expect(sent).toEqual([`DELETE /diet/${id}`]);
});

test.describe('what fails', () => {
  test.use({ expectedErrors: [/^Error (al (cargar|eliminar) las? dieta|en el servidor)|^El recurso solicitado/] });

  test('DIE-14 API-12 a failed load or delete of the list is logged and told, and nothing listed is lost', async ({
    panel,
    add,
  }) => {
    const { title, id } = await add('/diet');
    const said = recordConsoleErrors(panel);
    await panel.route('**/api/diet', answerWith(500), { times: 1 });
    await panel.goto('/dietas');
    await expect(panel.getByRole('alert')).toContainText('Error al cargar las dietas');
    await expect(panel.getByRole('status', { name: 'Cargando' })).toHaveCount(0);
    await panel.getByRole('button', { name: 'Reintentar' }).click();
    await expect(card(panel, title)).toBeVisible();
    await panel.route(`**/api/diet/${id}`, answerWith(409, { message: 'La usa <i>un paquete</i>' }));
    await card(panel, title).getByRole('button', { name: 'Eliminar' }).click();
    await card(panel, title).getByRole('button', { name: 'Confirmar' }).click();
    const told = panel.getByRole('region', { name: 'Avisos' });
    await expect(told).toContainText('Error al eliminar la dieta');
    await expect(told).toContainText('La usa <i>un paquete</i>');
    await expect(card(panel, title).getByRole('button', { name: 'Eliminar' })).toBeEnabled();
    const count = (words: string) => said.filter((text) => text.startsWith(words)).length;
    expect([count('Error al cargar las dietas'), count('Error al eliminar la dieta')]).toEqual([1, 1]);
  });

  test('DIE-20 DIE-40 a diet that does not come says so, with the way back, and comes on asking again', async ({
    panel,
    add,
  }) => {
    for (const [at, words] of [
      ['/dietas', 'Error al cargar los detalles de la dieta'],
      ['/dietas/editar', 'Error al cargar los datos de la dieta'],
    ] as const) {
      // A new diet each time, so that nothing is cached.
      const { id, title } = await add('/diet');
      await panel.route(`**/api/diet/${id}`, answerWith(500), { times: 1 });
      await visit(panel, `${at}/${id}`, { fails: true });
      await expect(panel.getByRole('alert')).toContainText(words);
      await panel.getByRole('button', { name: 'Reintentar' }).click();
      await expect(at.includes('editar') ? panel.getByLabel('Título') : panel.getByText(title)).toBeVisible();
      await expect(panel.getByText(words)).toHaveCount(0);

      await goToScreen(panel, `${at}/999999`, { fails: true });
      await expect(panel.getByRole('alert')).toContainText(words);
      await panel.getByRole('link', { name: 'Volver a la lista de dietas' }).click();
      await expect(panel).toHaveURL('/dietas');
    }
  });
});
