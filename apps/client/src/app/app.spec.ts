import type { MyToday } from '@pulso/contract/coaching/courses';
import type { EndCell, Workout } from '@pulso/contract/coaching/workouts';
import { addDays, formatDate, today } from '@pulso/contract/kit/dates';
import type { Page } from '@playwright/test';
import { expectFine, expectReachable } from '#test/accessibility';
import { everythingKept, expect, fetchAnswer, foot, leaveApp, test } from '#test/app';

test.use({ bypassCSP: true, viewport: { width: 390, height: 844 } });

/** Answers Hoy as the server would on another day, or of another client. */
async function answerToday(page: Page, changes: Partial<MyToday>) {
  await page.unroute('**/api/my/today');
  await page.route('**/api/my/today', async (route) => {
    const response = await fetchAnswer(route);
    const { data } = (await response.json()) as { data: MyToday };
    await route.fulfill({ response, json: { success: true, data: { ...data, ...changes } } });
  });
  await page.reload();
}

test('PWA-06 PWA-08 PWA-09 PWA-10 PWA-11 PRV-08 HOY-01 HOY-07 COM-01 COM-02 every place, for a thumb, in both themes and at 320 pixels, without a request elsewhere', async ({
  page,
  seed,
  api,
  product,
}) => {
  test.slow();
  await api.patch('/business', { name: 'Gimnasio Norte', accent: '#FFE600', phone: '11 2345-6789' });
  const { client, training, diets } = await seed.addFollower();
  const foreign: string[] = [];
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
    if (!request.url().startsWith(product.url) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  const places = foot(page).getByRole('link');

  // Without a session every place leads to the entrance.
  await page.goto('/mi/comida');
  await expect(page).toHaveURL('/mi/entrar?volver=%2Fmi%2Fcomida');
  await expect(title('Tu entrenamiento con Gimnasio Norte')).toBeVisible();
  await expect(
    page.getByText(
      'Lo que anotes (entrenamientos, peso y medidas) lo ve Gimnasio Norte para acompañarte. Puedes descargarlo o pedir que lo borren.',
    ),
  ).toBeVisible();
  await expect(foot(page)).toHaveCount(0);
  await expectFine(page, 'the entrance by code');
  await page.getByRole('button', { name: 'Entrar con usuario y contraseña' }).click();
  await expectFine(page, 'the entrance by password');
  await page.getByRole('textbox', { name: 'Usuario' }).fill(client.username);
  await page.getByLabel('Contraseña').fill('otra-clave');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Contraseña').fill(client.password);
  await page.keyboard.press('Enter');

  // And back after entering.
  await expect(title('Comida')).toBeVisible();
  await expect(page).toHaveURL('/mi/comida');
  await expect(places).toHaveText(['Hoy', 'Progreso', 'Comida', 'Mi plan']);
  await expect(places.nth(2)).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('tab', { selected: true })).toHaveAccessibleName(/, hoy$/);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Desayuno', 'Almuerzo', 'Cena']);
  await page.getByRole('tab', { selected: true }).press('ArrowRight');
  await expect(page.getByRole('tab', { selected: true })).not.toHaveAccessibleName(/, hoy$/);
  await expectFine(page, 'Comida');
  await page.getByRole('link', { name: diets[1]!.title }).click();
  await expect(title(diets[1]!.title)).toBeVisible();
  for (const text of ['550 kcal', '30,5 g', '55 g', '12 g', '1 plato', '25 min'])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByText('Avena\nBanana\nLeche')).toHaveCSS('white-space-collapse', 'preserve-breaks');
  await expect(places).toHaveCount(4);
  await expectFine(page, 'a diet');
  await page.goto('/mi/comida/999999');
  await expect(page.getByRole('alert')).toContainText('Esta comida ya no está en tu plan.');

  await foot(page).getByRole('link', { name: 'Hoy' }).click();
  await expect(title('Hola, Marta')).toBeVisible();
  await answerToday(page, {
    plan: { state: 'due', end: addDays(today(), 5), days: 5, owed: 4000, claimed: false },
  });
  const created_at = new Date().toISOString();
  await page.route('**/api/my/notifications', (route) =>
    route.fulfill({
      json: {
        success: true,
        data: [{ id: 7, title: 'Cerrado el lunes', body: 'Es feriado.', data: null, created_at }],
      },
    }),
  );
  await page.reload();
  await expect(page.getByRole('button', { name: 'Entendido' })).toBeVisible();
  await expect(page.getByText('Vence en 5 días')).toBeVisible();
  const order = await page.getByRole('main').innerText();
  const parts = [training.title, 'Comidas de hoy', 'Vence en 5 días', 'Cerrado el lunes'];
  expect(parts.map((part) => order.indexOf(part)).every((at, index, all) => at > (all[index - 1] ?? -1))).toBe(true);
  await expectFine(page, 'Hoy');
  await page.getByRole('button', { name: 'Entendido' }).click();
  await page.reload();
  await expect(page.getByText('Comidas de hoy')).toBeVisible();
  await expect(page.getByText('Cerrado el lunes')).toHaveCount(0);
  await page.unroute('**/api/my/today');

  await page.getByRole('link', { name: 'Ver el día' }).click();
  await expect(title(training.title)).toBeVisible();
  const next = page.getByRole('region', { name: 'Día 1 · Piernas' });
  await expect(next.getByText('Próximo')).toBeVisible();
  await expect(next.getByRole('listitem')).toHaveCount(3);
  await expect(next.getByText('3 × 10')).toHaveCount(2);
  await expect(next.getByText('3 × 30 s')).toBeVisible();
  await expect(page.getByText('Día 3 · Descanso')).toBeVisible();
  await expectFine(page, 'a training');
  await page.getByRole('button', { name: 'Día 2 · Torso' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Entrenar este día' })).toBeVisible();
  // The first two of this day are done in turns: a bracket holds them, and nothing else.
  await page.getByRole('button', { name: 'Día 4 · Todo el cuerpo' }).press('Enter');
  const bracket = page.getByText('Uno después del otro').locator('..');
  await expect(bracket).toHaveCSS('border-left-style', 'solid');
  await expect(bracket).not.toHaveCSS('border-left-width', '0px');
  await expect(bracket.getByRole('listitem')).toHaveText([
    /^Sentadilla con barra .*3 × 10 .*Sin pausa entre las dos\./,
    /^Press de banca .*3 × 10/,
  ]);
  await expect(page.getByText('Sin pausa entre las dos.')).toHaveCount(1);
  await expectFine(page, 'a training with a superset');
  await next.getByRole('button', { name: /^Sentadilla/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Sentadilla/ });
  for (const text of ['Cómo se hace', 'Consejos', 'Mira al frente.', 'Máquina'])
    await expect(dialog.getByText(text, { exact: true }).first()).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Ver video' })).toHaveAttribute('target', '_blank');
  await expectFine(page, 'how an exercise is done');
  await page.keyboard.press('Escape');

  await foot(page).getByRole('link', { name: 'Progreso' }).click();
  await expect(page.getByText('Aquí verás tus avances después del primer entrenamiento.')).toBeVisible();
  await expectFine(page, 'Progreso');
  await foot(page).getByRole('link', { name: 'Mi plan' }).click();
  await expect(page.getByText('Todavía no tienes un plan.')).toBeVisible();
  await expectFine(page, 'Mi plan');
  await page.getByRole('button', { name: 'Código para otro teléfono' }).click();
  await expect(page.getByRole('dialog').getByText(/^\d{3} \d{3}$/)).toBeVisible();
  await expectFine(page, 'a code');
  await page.keyboard.press('Escape');
  for (const [place, heading] of [
    ['Hoy', 'Hola, Marta'],
    ['Progreso', 'Progreso'],
    ['Comida', 'Comida'],
    ['Mi plan', 'Mi plan'],
  ] as const) {
    await foot(page).getByRole('link', { name: place }).focus();
    await page.keyboard.press('Enter');
    await expect(title(heading)).toBeVisible();
    await expect(page.locator('main[aria-busy]')).toHaveCount(0);
    await expectReachable(page, place);
  }
  await page.getByRole('button', { name: 'Salir de este teléfono' }).click();
  await expectFine(page, 'the question before leaving');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Salir' }).click();
  await expect(page).toHaveURL('/mi/entrar');
  // The phone knows that it has no session: nothing is asked that can only be refused.
  asked.length = 0;
  await page.goto('/mi/progreso');
  await expect(page.getByRole('heading', { name: 'Entra con tu código' })).toBeVisible();
  await expect(page).toHaveURL('/mi/entrar?volver=%2Fmi%2Fprogreso');
  expect(asked).toEqual([]);
  // One that knows nothing asks once.
  await page.evaluate(() => localStorage.clear());
  await page.goto('/mi/');
  await expect(page.getByRole('heading', { name: 'Entra con tu código' })).toBeVisible();
  expect(asked).toEqual(['/api/my/today']);
  expect(foreign).toEqual([]);
});

test('HOY-02 HOY-05 each state of a course has its words and buttons; what was done can be taken back, and what was missed made up for', async ({
  page,
  seed,
  enter,
}) => {
  test.slow();
  const { client, training } = await seed.addFollower();
  await enter(client);
  const card = page.getByRole('region', { name: 'Tu entrenamiento' });
  await expect(card).toContainText(`Día 1 de 3 · Piernas`);
  await expect(card).toContainText(`${training.title}`);
  await expect(card).toContainText('3 ejercicios, 20 min');
  await expect(card).not.toContainText('Vuelta');
  await card.getByRole('button', { name: 'Ya lo hice' }).click();
  await expect(card.getByRole('heading')).toHaveText('Hecho por hoy');
  await expect(card).toContainText('Lo próximo: Día 2 · Torso');
  await card.getByRole('button', { name: 'Deshacer' }).click();
  await expect(card.getByRole('button', { name: 'Ya lo hice' })).toBeVisible();

  // Another day for the next turn, from the page of the training.
  await card.getByRole('link', { name: 'Ver el día' }).click();
  await page.getByRole('button', { name: 'Día 4 · Todo el cuerpo' }).click();
  await page.getByRole('link', { name: 'Entrenar este día' }).click();
  await page
    .getByRole('region', { name: 'Día 4 · Todo el cuerpo' })
    .getByRole('button', { name: 'Ya lo hice' })
    .click();
  await expect(card.getByRole('heading')).toHaveText('Hecho por hoy');
  await expect(card).toContainText('Lo próximo: Día 1 · Piernas');

  const { data } = (await (await page.request.get('/api/my/today')).json()) as { data: MyToday };
  const [course] = data.courses;
  const day = { day_number: 4, of: 5, title: 'Torso', exercises: 7, minutes: 50 };
  const show = (changes: Partial<MyToday['courses'][number]>) =>
    answerToday(page, { day: '2026-11-18', courses: [{ ...course!, ...changes, done_id: null }] });
  await show({ state: 'train', round: 2, day });
  await expect(card).toContainText('Vuelta 2');
  await expect(card).toContainText('Día 4 de 5 · Torso');
  await expect(card).toContainText('7 ejercicios, 50 min');
  await show({ state: 'rest', day, next_on: '2026-11-19' });
  await expect(card.getByRole('heading')).toHaveText('Hoy descansas');
  await expect(card).toContainText('Mañana: Día 4 · Torso');
  await expect(card.getByRole('link', { name: 'Entrenar igual' })).toBeVisible();
  await show({ state: 'rest', day, next_on: '2026-11-20' });
  await expect(card).toContainText('El viernes: Día 4 · Torso');
  await show({ state: 'starts', day, next_on: '2026-11-23' });
  await expect(card.getByRole('heading')).toHaveText(`Empieza el lunes 23/11: ${training.title}`);
  await show({ missed: [{ turn: 1, day_number: 1, on: '2026-11-16', title: 'Piernas' }] });
  await expect(card).toContainText('Te quedó el Día 1 del lunes');
  await card.getByRole('link', { name: 'Recuperar' }).click();
  await expect(page).toHaveURL(/\?dia=1&turno=1$/);
  // The server says from then on that nothing is left.
  await page.unroute('**/api/my/today');
  // A session of an earlier step may be on its way too.
  const stored = page.waitForRequest((request) => {
    const sent = request.postDataJSON() as Workout | null;
    return request.method() === 'PUT' && sent?.day_number === 1 && !(sent.cells.end as EndCell).gone;
  });
  await page.getByRole('region', { name: 'Día 1 · Piernas' }).getByRole('button', { name: 'Ya lo hice' }).click();
  expect((await stored).postDataJSON()).toMatchObject({ course: course!.course, turn: 1, day_number: 1 });
  await expect(page).toHaveURL('/mi/');
  await expect(card.getByRole('heading')).toHaveText('Hecho por hoy');
  await expect(card).not.toContainText('Te quedó');
  await answerToday(page, { courses: [], meals: [] });
  await expect(page.getByText('Todavía no tienes un entrenamiento.')).toBeVisible();
});

test('HOY-09 lapsed, Hoy has the plan strip and notices, or the strip alone, and a training says why it is not shown; so does one that was kept until the plan was over', async ({
  page,
  seed,
  enter,
  api,
}) => {
  const { client, training } = await seed.addFollower();
  const plan = await seed.add('/suscriptions', {
    ...{ title: 'Mensual', description: 'Un mes', duration: 1, amount: 12_500, status: 1 },
  });
  const activation = { subscription_id: plan.id, payment_method: 'efectivo', payment_amount: 12_500 };
  await seed.add('/user/activate-suscription', { ...activation, user_id: client.id });
  const notice = {
    id: 9,
    title: 'Cerrado el martes',
    body: 'Por obras.',
    data: null,
    created_at: '2026-11-01T12:00:00Z',
  };
  await page.route('**/api/my/notifications', (route) => route.fulfill({ json: { success: true, data: [notice] } }));
  await enter(client);
  const title = page.getByText(training.title);
  const strip = page.getByRole('link', { name: /Renuévalo para ver tu entrenamiento\./ });
  await expect(title).toBeVisible();
  await expect(strip).toHaveCount(0);
  const { data } = (await (await page.request.get('/api/my/today')).json()) as { data: MyToday };
  const address = `/mi/entrenamiento/${data.courses[0]!.course}`;

  // Without signal it is kept, until the day that came with it.
  await answerToday(page, { shown_until: today(), plan: { ...data.plan, state: 'due', end: today(), days: 5 } });
  await expect(page.getByText('Vence en 5 días')).toBeVisible();
  await expect(title).toBeVisible();
  await expect.poll(() => everythingKept(page)).toContain(`"shown_until":"${today()}"`);
  await page.goto(address);
  await expect(page.getByText('Próximo')).toBeVisible();
  await expect.poll(() => everythingKept(page)).toContain('/mi/visto/my/training/');
  await page.unroute('**/api/my/today');
  await page.route('**/api/my/**', (route) => route.abort());
  await page.reload();
  const why = (day: string) => `Tu plan venció el ${day}. Renuévalo para ver tu entrenamiento.`;
  await expect(page.getByRole('alert')).toContainText('Error al cargar tu entrenamiento');
  await expect(page.getByRole('alert')).toContainText(why(formatDate(today())));
  await foot(page).getByRole('link', { name: 'Hoy' }).click();
  await expect(strip).toBeVisible();
  await expect(title).toHaveCount(0);
  await page.unroute('**/api/my/**');

  // Switched off it is over at once; by default the history stays.
  expect((await api.patch(`/user/${client.id}/subscription-status`, { active: false })).ok).toBe(true);
  await page.route('**/api/my/notifications', (route) => route.fulfill({ json: { success: true, data: [notice] } }));
  await page.goto('/mi/');
  await expect(strip).toContainText('Tu plan está desactivado');
  await expect(page.getByText('Cerrado el martes')).toBeVisible();
  for (const part of [title, page.getByText('Comidas de hoy'), page.getByText('Todavía no tienes un entrenamiento.')])
    await expect(part).toHaveCount(0);
  await expectFine(page, 'Hoy, lapsed');
  await page.goto(address);
  await expect(page.getByRole('alert')).toContainText('Tu plan está desactivado. Renuévalo para ver tu entrenamiento.');
  await foot(page).getByRole('link', { name: 'Progreso' }).click();
  await expect(page.getByText('Aquí verás tus avances después del primer entrenamiento.')).toBeVisible();

  expect((await api.patch('/business', { lapsed_sees: 'nothing' })).ok).toBe(true);
  await page.goto('/mi/');
  await expect(strip).toContainText('Tu plan está desactivado');
  await expect(page.getByText('Cerrado el martes')).toHaveCount(0);
  await foot(page).getByRole('link', { name: 'Progreso' }).click();
  await expect(page.getByRole('alert')).toContainText('Tu plan está desactivado. Renuévalo para ver tu entrenamiento.');
  await leaveApp(page);
  expect((await api.patch('/business', { lapsed_sees: 'history' })).ok).toBe(true);
});

test('LNK-03 the secret of a link leaves the address at once and reaches the server by the tap alone; the link that one has entered with leads to Hoy, another one asks', async ({
  page,
  seed,
  product,
}) => {
  const client = await seed.addClient('Ana Pérez');
  const { link, secret } = await seed.giveAccess(client);
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.url() + (request.postData() ?? '')));
  for (const method of ['GET', 'HEAD'] as const)
    expect((await fetch(`${product.url}/mi/entrar`, { method })).status).toBe(200);
  // A link that is pasted while the entrance is open changes no page.
  await page.goto('/mi/entrar');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(link);
  const button = page.getByRole('button', { name: 'Entrar', exact: true });
  await expect(button).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  expect(seen.filter((text) => text.includes(secret))).toEqual([]);
  await button.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hola, Ana' })).toBeVisible();
  expect(seen.filter((text) => text.includes(secret))).toHaveLength(1);

  await page.goto('about:blank');
  await page.goto(link);
  await expect(page).toHaveURL('/mi/');
  const other = await seed.addClient('Bea Ruiz');
  await page.goto('about:blank');
  await page.goto((await seed.giveAccess(other)).link);
  await expect(page.getByText('Estás dentro como Ana Pérez.')).toBeVisible();
  await page.getByRole('button', { name: 'Seguir como Ana Pérez' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hola, Ana' })).toBeVisible();
  await page.goto('about:blank');
  await page.goto((await seed.giveAccess(other)).link);
  await page.getByRole('button', { name: 'Entrar con el enlace' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hola, Bea' })).toBeVisible();
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('button', { name: 'Entrar con el enlace' }).click();
  await expect(page.getByRole('alert')).toHaveText('Este enlace ya se usó. Pídele otro a tu entrenador.');
});
