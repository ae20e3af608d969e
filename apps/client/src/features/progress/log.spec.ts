import type { MyMeasures } from '@pulso/contract/coaching/measures';
import type { MyToday } from '@pulso/contract/coaching/courses';
import type { SetCell, Workout } from '@pulso/contract/coaching/workouts';
import { addDays, formatDate, today } from '@pulso/contract/kit/dates';
import type { Page } from '@playwright/test';
import { logIn } from '@pulso/testing/product';
import { expectFine } from '#test/accessibility';
import { enterBy, expect, foot, test, type Client } from '#test/app';

test.use({ bypassCSP: true, viewport: { width: 390, height: 844 } });

/** An answer to the client's own calls. */
async function ask<Data>(me: Awaited<ReturnType<typeof logIn>>, path: string): Promise<Data> {
  return ((await (await me.get(path)).json()) as { data: Data }).data;
}

async function open(page: Page, part: string) {
  await foot(page).getByRole('link', { name: 'Progreso' }).click();
  await page.getByRole('navigation', { name: 'Partes de tu progreso' }).getByRole('link', { name: part }).click();
}
const link = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name });
const save = (page: Page) => page.getByRole('button', { name: 'Guardar' }).click();

test('PGR-03 PGR-04 weight and the measures of the business are noted, drawn with their table, corrected and erased, within their limits', async ({
  page,
  seed,
  api,
  product,
  enter,
}) => {
  test.slow();
  await api.patch('/business', { measures: ['waist', 'body_fat'] });
  const client = await seed.addClient();
  const me = await logIn(product.url, client);
  await enter(client);
  await open(page, 'Medidas');
  await page.getByLabel('Mi peso (kg)').fill('72,4');
  await page.getByLabel('Cintura (cm)').fill('9');
  await save(page);
  await expect(page.getByRole('alert')).toHaveText('El valor no parece correcto');
  await expect(page.getByLabel('Cintura (cm)')).toBeFocused();
  await page.getByLabel('Cintura (cm)').fill('80.5');
  await save(page);
  await expect(link(page, /^Mi peso/)).toContainText('72,4 kg');
  await expect(link(page, /^Cintura/)).toContainText('80,5 cm');
  await expect(link(page, /^Grasa corporal/)).toContainText('Todavía no anotaste nada.');
  // Six weeks before, which stand at their place in time.
  await page.getByLabel('Día').fill(addDays(today(), -42));
  await page.getByLabel('Mi peso (kg)').fill('75');
  await save(page);
  await expect(page.getByLabel('Mi peso (kg)')).toHaveValue('');
  await expect(page.getByText('Sin enviar')).toHaveCount(0, { timeout: 20_000 });
  await expectFine(page, 'Medidas');

  await link(page, /^Mi peso/).click();
  const curve = page.getByRole('slider', { name: 'Mi peso' });
  await expect(curve).toHaveAttribute('aria-valuetext', `${formatDate(today())}: 72,4 kg`);
  await curve.press('ArrowLeft');
  await expect(curve).toHaveAttribute('aria-valuetext', `${formatDate(addDays(today(), -42))}: 75 kg`);
  await expect(page.getByRole('row')).toHaveText([/^FechaValor/, /72,4 kg$/, /75 kg$/]);
  await expectFine(page, 'a measure');
  await page.getByRole('button', { name: `Corregir el ${formatDate(today())}` }).click();
  await page.getByRole('dialog').getByLabel('Mi peso (kg)').fill('71,9');
  await save(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('row').nth(1)).toContainText('71,9 kg');
  await page.getByRole('button', { name: `Corregir el ${formatDate(addDays(today(), -42))}` }).click();
  await page.getByRole('button', { name: 'Borrar' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect
    .poll(async () => (await ask<MyMeasures>(me, '/my/measures')).values.weight?.map(({ value }) => value), {
      timeout: 20_000,
    })
    .toEqual([71.9, null]);

  // No longer chosen, it stays with its history and asks for nothing.
  await api.patch('/business', { measures: [] });
  await page.reload();
  await page.getByRole('link', { name: 'Medidas' }).click();
  await expect(page.getByLabel('Mi peso (kg)')).toBeVisible();
  await expect(page.getByLabel('Cintura (cm)')).toHaveCount(0);
  await link(page, /^Cintura/).click();
  await expect(page.getByRole('row').nth(1)).toContainText('80,5 cm');
});

test('PGR-05 a measure that is noted on two phones without network, for one day, ends equal on both and on the server', async ({
  browser,
  product,
  seed,
}) => {
  const client = await seed.addClient();
  const me = await logIn(product.url, client);
  const phones = [];
  for (const value of ['70,5', '71,5']) {
    const context = await browser.newContext({ baseURL: product.url, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await enterBy(page, (await seed.giveAccess(client)).link);
    await open(page, 'Medidas');
    await expect(page.getByLabel('Mi peso (kg)')).toBeVisible();
    await context.setOffline(true);
    await page.getByLabel('Mi peso (kg)').fill(value);
    await save(page);
    await expect(link(page, /^Mi peso/)).toContainText(`${value} kg`);
    await expect(link(page, /^Mi peso/)).toContainText('Sin enviar');
    phones.push({ context, page });
  }
  for (const { context, page } of phones) {
    await context.setOffline(false);
    await expect(page.getByText('Sin enviar')).toHaveCount(0, { timeout: 20_000 });
  }
  const [told, ...others] = (await ask<MyMeasures>(me, '/my/measures')).values.weight!;
  expect(others).toEqual([]);
  for (const { context, page } of phones) {
    await page.reload();
    await expect(link(page, /^Mi peso/)).toContainText(`${String(told!.value).replace('.', ',')} kg`);
    await context.close();
  }
});

/** A session of today with three sets, as a phone would send it. */
async function train(url: string, client: Client): Promise<Workout> {
  const me = await logIn(url, client);
  const [course] = (await ask<MyToday>(me, '/my/today')).courses;
  const at = new Date().toISOString();
  const versioned = { v: 1, by: 'otro-aparato' };
  const set = (reps: number, weight: number): SetCell => ({
    ...{ state: 'done', exercise_id: 7, reps, seconds: null, weight, at },
    ...versioned,
  });
  const target = { reps: 8, reps_max: 12, seconds: null, weight: 40, rest: 90 };
  const id = `${Date.now()
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')}-7000-8000-${String(client.id).padStart(12, '0')}`;
  const workout: Workout = {
    ...{ id, schema: 1, course: course!.course, turn: course!.turn, training_id: course!.training_id, day_number: 1 },
    ...{ title: course!.title, day: today(), started_at: at, offset: 0, version: 1 },
    places: [
      { key: '1-7', exercise_id: 7, title: 'Sentadilla', targets: [target, target, target], superset: false, note: '' },
      { key: '2-8', exercise_id: 8, title: 'Plancha', targets: [target], superset: false, note: '' },
    ],
    cells: {
      's:1-7.1': set(10, 40),
      's:1-7.2': set(9, 40),
      'k:2-8': { reason: 'pain', text: 'Me tira el hombro', ...versioned },
      end: { ended_at: at, effort: 2, gone: false, ...versioned },
      note: { text: '¿Bajo el peso?', ...versioned },
    },
  };
  expect((await me.put(`/my/workouts/${id}`, workout)).ok).toBe(true);
  return workout;
}

test('SET-15 PGR-03 a closed session shows planned and done, is corrected, and erased gives its turn back', async ({
  page,
  seed,
  product,
  enter,
}) => {
  test.slow();
  const { client } = await seed.addFollower();
  const me = await logIn(product.url, client);
  const workout = await train(product.url, client);
  await enter(client);
  await open(page, 'Historial');
  await expectFine(page, 'Historial');
  await link(page, workout.title).click();
  await expect(page.getByText('2 de 4 series · Justo')).toBeVisible();
  await expect(page.getByText('¿Bajo el peso?')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sentadilla' }).getByRole('row')).toHaveText([
    'SeriePlaneadoHecho',
    '18-12 × 40 kg10 × 40 kg',
    '28-12 × 40 kg9 × 40 kg',
    '38-12 × 40 kgNo hecha',
  ]);
  await expect(page.getByRole('region', { name: 'Plancha' })).toContainText('Saltado: Molestia o dolor');
  await expectFine(page, 'a session');
  await page.getByRole('button', { name: 'Corregir' }).click();
  await expectFine(page, 'a session being corrected');
  await page.getByRole('textbox', { name: 'Serie 2: Peso (kg)' }).fill('42,5');
  await page.getByRole('textbox', { name: 'Serie 1: Repeticiones' }).fill('0');
  await page.getByRole('radio', { name: 'Duro' }).check();
  await save(page);
  await expect(page.getByRole('alert')).toHaveText('De 1 a 999 repeticiones');
  await page.getByRole('textbox', { name: 'Serie 1: Repeticiones' }).fill('10');
  await save(page);
  await expect(page.getByText('2 de 4 series · Duro')).toBeVisible();
  await expect
    .poll(async () => (await ask<Workout>(me, `/my/workouts/${workout.id}`)).cells, { timeout: 20_000 })
    .toMatchObject({ 's:1-7.2': { weight: 42.5, v: 2 }, 's:1-7.1': { v: 1 }, end: { effort: 3 } });

  await open(page, 'Ejercicios');
  await expect(link(page, /^Sentadilla/)).toContainText('9 × 42,5 kg');
  await expectFine(page, 'Ejercicios');
  await link(page, /^Sentadilla/).click();
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', `${formatDate(today())}: 9 × 42,5 kg`);
  await expect(page.getByRole('row')).toHaveText(['FechaMejor serieSeries', `${formatDate(today())}9 × 42,5 kg2`]);
  await expectFine(page, 'an exercise');

  await open(page, 'Historial');
  await link(page, workout.title).click();
  await page.getByRole('button', { name: 'Borrar este entrenamiento' }).click();
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('Aquí verás tus avances después del primer entrenamiento.')).toBeVisible();
  await expect
    .poll(async () => (await ask<MyToday>(me, '/my/today')).courses[0]!.state, { timeout: 20_000 })
    .toBe('train');
  await open(page, 'Ejercicios');
  await expect(page.getByText('Aquí verás tus avances después del primer entrenamiento.')).toBeVisible();
});
