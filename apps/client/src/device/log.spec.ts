import type { Workout, WorkoutRow } from '@pulso/contract/coaching/workouts';
import type { Page } from '@playwright/test';
import { expectFine } from '#test/accessibility';
import { enterBy, everythingKept, expect, foot, leaveApp, test } from '#test/app';

test.use({ bypassCSP: true, viewport: { width: 390, height: 844 } });

const PUTS = '**/api/my/workouts/*';
const done = (page: Page) => page.getByRole('heading', { name: 'Hecho por hoy' });
const tellDone = (page: Page) => page.getByRole('button', { name: 'Ya lo hice' }).click();
const SESSION_OVER = 'Tu sesión terminó. Vuelve a entrar: lo que anotaste está guardado.';

/** Sessions of who is inside, as the server has them. */
const sentSessions = async (page: Page) =>
  ((await (await page.request.get('/api/my/workouts')).json()) as { data: WorkoutRow[] }).data;
const expectSent = (page: Page, count: number) =>
  // What failed once is tried again half a minute later.
  expect.poll(async () => (await sentSessions(page)).length, { timeout: 60_000 }).toBe(count);

/** Signal is there, but for what is noted. */
const refuseSending = (page: Page) => page.route(PUTS, (route) => route.abort());

async function askToLeave(page: Page) {
  await foot(page).getByRole('link', { name: 'Mi plan' }).click();
  await page.getByRole('button', { name: 'Salir de este teléfono' }).click();
  return page.getByRole('dialog', { name: 'Hay 1 entrenamiento sin enviar.' });
}

test('SYN-10 SYN-11 PRV-07 leaving with unsent work asks: it waits for its person, is sent first, or is erased; who enters meanwhile neither sees nor sends it', async ({
  page,
  seed,
}) => {
  test.slow();
  const marta = await seed.addFollower();
  const ana = await seed.addFollower({}, 'Ana Ruiz');
  const enter = async (client: { id: number }) => enterBy(page, (await seed.giveAccess(client)).link);
  const sent: Workout[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postDataJSON() as Workout);
  });
  const entrance = page.getByRole('heading', { name: 'Entra con tu código' });
  await enter(marta.client);
  await refuseSending(page);
  await tellDone(page);
  await expect(done(page)).toBeVisible();
  await expect(page.getByText('Sin enviar: 1 entrenamiento')).toBeVisible();
  const question = await askToLeave(page);
  await expectFine(page, 'the question before leaving with unsent work');
  await page.context().setOffline(true);
  await question.getByRole('button', { name: 'Salir y dejarlo guardado' }).click();
  await expect(question.getByText('Para salir hace falta conexión. Todo sigue en este teléfono.')).toBeVisible();
  await page.context().setOffline(false);
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(question).toHaveCount(0);
  await (await askToLeave(page)).getByRole('button', { name: 'Salir y dejarlo guardado' }).click();
  await expect(entrance).toBeVisible();
  await expect(page.getByText(SESSION_OVER)).toHaveCount(0);
  const left = await everythingKept(page);
  for (const text of [marta.client.name, marta.diets[0]!.title, '/uploads/']) expect(left).not.toContain(text);

  sent.length = 0;
  await page.unroute(PUTS);
  await enter(ana.client);
  await tellDone(page);
  await expect(done(page)).toBeVisible();
  await expectSent(page, 1);
  await expect(page.getByText(/^Sin enviar/)).toHaveCount(0);
  expect(new Set(sent.map(({ title }) => title))).toEqual(new Set([ana.training.title]));
  await leaveApp(page);

  // The same person's session goes up by itself.
  await enter(marta.client);
  await expect(done(page)).toBeVisible();
  await expectSent(page, 1);
  await refuseSending(page);
  const other = page.getByRole('button', { name: 'Ya lo hice' });
  await foot(page).getByRole('link', { name: 'Hoy' }).click();
  const { data } = (await (await page.request.get('/api/my/today')).json()) as {
    data: { courses: { course: string }[] };
  };
  const anotherDay = async (day: number) => {
    await page.goto(`/mi/entrenamiento/${data.courses[0]!.course}?dia=${day}`);
    await other.click();
    await expect(page).toHaveURL('/mi/');
    await expect(page.getByText('Sin enviar: 1 entrenamiento')).toBeVisible();
  };
  await anotherDay(4);
  const sending = await askToLeave(page);
  await page.unroute(PUTS);
  await sending.getByRole('button', { name: 'Enviar y salir' }).click();
  await expect(entrance).toBeVisible();
  await enter(marta.client);
  await expectSent(page, 2);
  await refuseSending(page);
  await anotherDay(2);
  await (await askToLeave(page)).getByRole('button', { name: 'Salir y borrarlo' }).click();
  await expect(entrance).toBeVisible();
  expect(await everythingKept(page)).not.toContain(marta.training.title);
  await page.unroute(PUTS);
  await enter(marta.client);
  await expect(done(page)).toBeVisible();
  await expectSent(page, 2);
});

test('SYN-12 SYN-04 a session that ends loses nothing of what was noted: a killed page has it, an inactive account says so, and active again it goes up', async ({
  page,
  context,
  seed,
  api,
}) => {
  const { client } = await seed.addFollower();
  await enterBy(page, (await seed.giveAccess(client)).link);
  await context.route(PUTS, (route) => route.abort());
  await tellDone(page);
  // Its tick was seen: the page is gone at once.
  await expect(done(page)).toBeVisible();
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  await again.goto('/mi/');
  await expect(done(again)).toBeVisible();
  await expect(again.getByText('Sin enviar: 1 entrenamiento')).toBeVisible();
  expect((await api.patch(`/user/${client.id}`, { status: false })).ok).toBe(true);
  await again.reload();
  await expect(again.getByText(SESSION_OVER)).toBeVisible();
  await expectFine(again, 'the entrance after a session that ended');
  await again.getByRole('button', { name: 'Entrar con usuario y contraseña' }).click();
  await again.getByRole('textbox', { name: 'Usuario' }).fill(client.username);
  await again.getByLabel('Contraseña').fill(client.password);
  await again.keyboard.press('Enter');
  await expect(again.getByText('Tu cuenta está desactivada. Contacta al administrador.')).toBeVisible();
  expect((await api.patch(`/user/${client.id}`, { status: true })).ok).toBe(true);
  await context.unroute(PUTS);
  await again.keyboard.press('Enter');
  await expect(done(again)).toBeVisible();
  await expectSent(again, 1);
});

test('SYN-13 where the browser keeps nothing the app says so, and what is noted counts once the server has it', async ({
  page,
  context,
  seed,
  enter,
}) => {
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('No', 'SecurityError');
    };
  });
  const { client } = await seed.addFollower();
  await enter(client);
  await refuseSending(page);
  await tellDone(page);
  await expect(page.getByText('Este teléfono no deja guardar: anota con conexión.')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Error al guardar el entrenamiento. Por favor intenta de nuevo.');
  await expect(done(page)).toHaveCount(0);
  await page.unroute(PUTS);
  await page.getByRole('button', { name: 'Empezar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Sentadilla/ })).toBeVisible();
  await expect(page.getByText('Este teléfono no deja guardar: anota con conexión.')).toBeVisible();
  const setDone = page.getByRole('button', { name: 'Hecho', exact: true });
  const firstSet = page.getByRole('button', { name: /, serie 1, hecha/ });
  await refuseSending(page);
  await setDone.click();
  await expect(page.getByRole('alert')).toContainText('Error al guardar el entrenamiento. Por favor intenta de nuevo.');
  await expect(firstSet).toHaveCount(0);
  await page.unroute(PUTS);
  await setDone.click();
  await expect(firstSet).toBeVisible();
  expect(await sentSessions(page)).toMatchObject([{ done: 1 }]);
});
