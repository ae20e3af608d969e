import type { Page } from '@playwright/test';
import { expect, test, uniqueName } from '#test/builders';
import { screens } from '#test/catalogues';
import { item, countLoads, rowOf, recordWrites } from '#test/page';
import { createGate, fetchAnswer } from '#test/panel';

type Answer = { success?: boolean; data?: Record<string, unknown> };

/** The server stores the payload; the panel sees only the part of the answer that `left` returns. */
async function routeAnswer(page: Page, path: string, method: string, left: (answer: Answer) => unknown) {
  await page.route(`**/api${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await fetchAnswer(route);
    await route.fulfill({ status: response.status(), json: left((await response.json()) as Answer) });
  });
}

test('EJE-56 API-13 a new exercise whose answer leaves out its sets is stored once, and its sets are asked for', async ({
  panel,
  add,
}) => {
  const part = await add('/body-part', { title: uniqueName('Zona') });
  await routeAnswer(panel, '/exercise', 'POST', ({ data, ...rest }) => ({
    ...rest,
    data: { ...data, sets: undefined },
  }));
  const sent = recordWrites(panel);
  await panel.goto('/ejercicios');
  // An empty list shows the link twice.
  await panel.getByRole('link', { name: 'Nuevo Ejercicio' }).first().click();
  const title = uniqueName('Remo');
  await panel.getByLabel('Título').fill(title);
  await panel.getByLabel('Descripción').fill('Espalda recta');
  await panel.getByLabel('Parte del cuerpo').selectOption(String(part.title));
  await panel.getByRole('button', { name: 'Crear Ejercicio' }).click();
  await expect(panel).toHaveURL('/ejercicios');
  await rowOf(panel, title).getByRole('link', { name: 'Ver detalles' }).click();
  await expect(panel.getByRole('table', { name: 'Sets recomendados' })).toContainText('12 repeticiones');
  expect(sent).toEqual(['POST /exercise']);
});

test('ENT-42 API-13 a changed training whose answer leaves out level and type keeps them in the list until they are asked for', async ({
  panel,
  add,
}) => {
  const [level, type] = [await add('/level'), await add('/training-type')];
  const training = await add('/training', { level_id: level.id, training_type_id: type.id });
  const renamed = `${training.title} renovado`;
  for (const lost of [
    { level: undefined, training_type: undefined },
    { level: null, training_type: null },
  ]) {
    await routeAnswer(panel, `/training/${training.id}`, 'PATCH', ({ data, ...rest }) => ({
      ...rest,
      data: { ...data, ...lost },
    }));
    await panel.goto('/entrenamientos');
    await rowOf(panel, training.title).getByRole('link', { name: 'Editar' }).click();
    const title = panel.getByLabel('Título').first();
    await expect(title).toHaveValue(training.title);
    await title.fill(renamed);
    const [held, goOn] = createGate();
    await panel.route('**/api/training', async (route) => {
      await held;
      await route.continue();
    });
    const asked = panel.waitForRequest('**/api/training');
    await panel.getByRole('button', { name: 'Actualizar Entrenamiento' }).click();
    await asked;
    const row = rowOf(panel, renamed);
    await expect(row).toContainText(level.title);
    await expect(row).toContainText(type.title);
    goOn();
    await panel.unrouteAll({ behavior: 'wait' });
    await expect(row).toContainText(level.title);
    [training.title] = [renamed];
  }
});

test('NIV-21 NIV-22 NIV-26 API-13 what a server calls a success without a word about it is stored: the list is asked for again', async ({
  panel,
  add,
}) => {
  const { route, path, create } = screens.levels;
  const stored = await add(path, { title: uniqueName('Nivel') });
  await routeAnswer(panel, `${path}{,/*}`, 'POST', () => ({ success: true }));
  await routeAnswer(panel, `${path}{,/*}`, 'PATCH', () => ({ success: true, data: null }));
  await panel.goto(route);
  await expect(item(panel, screens.levels, String(stored.title))).toBeVisible();
  const listed = countLoads(panel, path);
  const [made, renamed] = [uniqueName('Nuevo'), uniqueName('Otro')];
  await panel.getByRole('button', { name: create }).first().click();
  await panel.getByLabel('Nombre del Nivel').fill(made);
  await panel.getByRole('button', { name: 'Crear', exact: true }).click();
  await expect(item(panel, screens.levels, made)).toBeVisible();
  await item(panel, screens.levels, String(stored.title)).getByRole('button', { name: 'Editar' }).click();
  await panel.getByLabel('Nombre del Nivel').fill(renamed);
  await panel.getByRole('button', { name: 'Actualizar' }).click();
  await expect(item(panel, screens.levels, renamed)).toBeVisible();
  expect(listed.count).toBe(2);
});
