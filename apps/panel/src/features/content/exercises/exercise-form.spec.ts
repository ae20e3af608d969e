import type { Page, Request } from '@playwright/test';
import { buildSet, expect, PICTURE, test, uniqueName } from '#test/builders';
import { goToScreen, waitForWrite, payloadOf, rowOf, setRow, visit, recordWrites } from '#test/page';
import { answerWith, createGate, fetchAnswer } from '#test/panel';

const submitButton = (page: Page) => page.getByRole('button', { name: /^(Crear|Actualizar) Ejercicio$/ });
const alerts = (page: Page) => page.getByRole('main').getByRole('alert');

/** The browser shows a body with a file in it only where it is asked to hold the call. */
const exposeUploadBodies = (page: Page) => page.route('**/api/exercise{,/*}', (route) => route.continue());

async function fillExercise(page: Page, part: string, title = uniqueName('Nuevo')) {
  await page.getByLabel('Título').fill(title);
  await page.getByLabel('Descripción').fill('Con control');
  await page.getByLabel('Parte del cuerpo').selectOption(part);
  return title;
}

test('EJE-29 EJE-31 EJE-34 EJE-35 EJE-36 EJE-37 EJE-40 W3 what is missing stands under its field, the first is shown, and nothing is sent', async ({
  panel,
  add,
}) => {
  const [part, machine] = [
    await add('/body-part', { title: uniqueName('Brazos') }),
    await add('/machine', { title: uniqueName('Prensa') }),
  ];
  const sent = recordWrites(panel);
  await panel.goto('/ejercicios/nuevo');
  await expect(panel.getByRole('heading', { name: 'Nuevo Ejercicio', level: 1 })).toBeVisible();
  await expect(panel.getByLabel('Parte del cuerpo').getByRole('option', { name: String(part.title) })).toHaveCount(1);
  const machines = panel.locator('select[name=machine_id]');
  await expect(machines).toBeHidden();
  await panel.getByRole('checkbox', { name: 'Usa máquina' }).check();
  await expect(panel.getByRole('combobox', { name: 'Máquina' })).toBeVisible();
  await expect(machines.getByRole('option', { name: String(machine.title) })).toHaveCount(1);
  await panel.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await submitButton(panel).click();
  for (const [label, message] of [
    ['Título', 'El título es obligatorio'],
    ['Descripción', 'La descripción es obligatoria'],
    ['Parte del cuerpo', 'La parte del cuerpo es obligatoria'],
  ] as const)
    await expect(panel.getByLabel(label)).toHaveAccessibleDescription(message);
  await expect(machines).toHaveAccessibleDescription('La máquina es obligatoria cuando se selecciona "Usa máquina"');
  await expect(panel.getByLabel('Título')).toBeFocused();
  await expect(panel.getByLabel('Título')).toBeInViewport();
  await panel.getByLabel('Título').fill('Remo');
  await expect(alerts(panel)).toHaveCount(3);
  await panel.getByRole('checkbox', { name: 'Usa máquina' }).uncheck();
  await expect(machines).toBeHidden();
  await panel.getByLabel('Descripción').fill('Con barra');
  await panel.getByLabel('Enlace del video').fill('javascript:alert(1)');
  await panel.getByLabel('Parte del cuerpo').selectOption(String(part.title));
  await submitButton(panel).click();
  await expect(panel.getByLabel('Enlace del video')).toHaveAttribute('aria-invalid', 'true');
  expect(sent).toEqual([]);
});

test('EJE-39 EJE-40 EJE-42 EJE-43 EJE-44 EJE-46 EJE-47 EJE-52 EJE-53 EJE-54 EJE-55 a set counts repetitions or seconds, says what is wrong in its row, and keeps the form from sending it', async ({
  panel,
  add,
}) => {
  const part = await add('/body-part', { title: uniqueName('Piernas') });
  const sent = recordWrites(panel);
  await panel.goto('/ejercicios/nuevo');
  await fillExercise(panel, String(part.title));
  const row = setRow(panel, 1);
  const control = (label: string) => row.getByLabel(label, { exact: true });
  await expect(control('Tipo').getByRole('option')).toHaveText(['Repeticiones', 'Tiempo']);
  await expect(control('Repeticiones')).toHaveValue('12');
  await expect(control('Peso (kg)')).toHaveValue('');
  await expect(control('Descanso (s)')).toHaveValue('60');
  await expect(control('Repeticiones')).toHaveAttribute('min', '1');
  await expect(control('Peso (kg)')).toHaveAttribute('min', '0');
  await expect(control('Peso (kg)')).toHaveAttribute('step', '0.5');
  await expect(control('Descanso (s)')).toHaveAttribute('min', '0');
  await expect(row.getByRole('button', { name: 'Quitar' })).toBeDisabled();

  // The summary beside the button counts only valid values.
  const summary = panel.getByText(/^1 set · /);
  const tryOut = async (label: string, typed: string, message: string, kept: string) => {
    await control(label).fill(typed);
    await expect(control(label)).toHaveAccessibleDescription(message);
    await submitButton(panel).click();
    await expect(alerts(panel).filter({ hasText: 'Hay sets con valores inválidos' })).toHaveCount(1);
    await expect(control(label)).toBeFocused();
    await expect(summary).toHaveText(kept);
  };
  const usual = '1 set · 12 repeticiones · 1 min de descanso';
  await tryOut('Repeticiones', '0', 'Debe ser un número positivo', usual);
  await control('Repeticiones').fill('8');
  await expect(summary).toHaveText('1 set · 8 repeticiones · 1 min de descanso');
  await expect(alerts(panel)).toHaveCount(0);
  await control('Peso (kg)').fill('2,5');
  await control('Peso (kg)').press('ArrowUp');
  await expect(control('Peso (kg)')).toHaveValue('3');
  await tryOut('Peso (kg)', '-1', 'Debe ser un número no negativo', '1 set · 8 repeticiones · 1 min de descanso');
  await control('Peso (kg)').fill('');
  await control('Descanso (s)').fill('0');
  await expect(summary).toHaveText('1 set · 8 repeticiones');

  await control('Tipo').selectOption('Tiempo');
  await expect(control('Repeticiones')).toHaveCount(0);
  await expect(control('Duración (s)')).toHaveValue('30');
  await expect(control('Duración (s)')).toHaveAttribute('min', '1');
  await tryOut('Duración (s)', '', 'La duración es obligatoria', '1 set · 30 s de trabajo');
  await control('Tipo').selectOption('Repeticiones');
  await expect(control('Duración (s)')).toHaveCount(0);
  await expect(control('Repeticiones')).toHaveValue('12');
  expect(sent).toEqual([]);

  for (const reps of ['20', '30']) {
    await panel.getByRole('button', { name: 'Agregar set' }).click();
    await expect(panel.getByRole('group').last().getByLabel('Repeticiones')).toBeFocused();
    await panel.keyboard.press('ControlOrMeta+a');
    await panel.keyboard.type(reps);
  }
  // A set removed by mistake comes back to its place, as it was.
  const repetitions = panel.getByLabel('Repeticiones', { exact: true });
  for (const left of [
    ['12', '30'],
    ['12', '20', '30'],
    ['12', '30'],
  ]) {
    if (left.length === 2) await setRow(panel, 2).getByRole('button', { name: 'Quitar' }).click();
    else await panel.getByRole('button', { name: 'Deshacer' }).click();
    await expect(repetitions).toHaveCount(left.length);
    for (const [index, reps] of left.entries()) await expect(repetitions.nth(index)).toHaveValue(reps);
  }
  await setRow(panel, 1).getByRole('button', { name: 'Quitar' }).click();
  await expect(setRow(panel, 1).getByLabel('Repeticiones')).toHaveValue('30');
  await expect(row.getByRole('button', { name: 'Quitar' })).toBeDisabled();
  const request = waitForWrite(panel, 'POST', '/exercise');
  await submitButton(panel).click();
  const { sets } = (await payloadOf(await request)) as { sets: string };
  const kept = { set_number: 1, reps: 30, duration_seconds: null, weight: null, rest_seconds: 60 };
  expect(JSON.parse(sets)).toEqual([kept]);
  await expect(panel).toHaveURL('/ejercicios');
});

test('EJE-30 EJE-41 EJE-42 EJE-56 EJE-57 API-29 a new exercise is sent exactly as specified and then stands in the list', async ({
  panel,
  api,
  add,
}) => {
  const part = await add('/body-part', { title: uniqueName('Pecho') });
  const machine = await add('/machine', { title: uniqueName('Multipower') });
  await exposeUploadBodies(panel);
  await panel.goto('/ejercicios/nuevo');
  const first = await fillExercise(panel, String(part.title));
  // Chosen and taken back, the machine is not sent.
  await panel.getByRole('checkbox', { name: 'Usa máquina' }).check();
  await panel.getByRole('combobox', { name: 'Máquina' }).selectOption(String(machine.title));
  await panel.getByRole('checkbox', { name: 'Usa máquina' }).uncheck();
  await expect(panel.getByRole('checkbox', { name: 'Ejercicio activo' })).toBeChecked();
  let request = waitForWrite(panel, 'POST', '/exercise');
  await submitButton(panel).click();
  const set = { set_number: 1, reps: 12, duration_seconds: null, weight: null, rest_seconds: 60 };
  const bare = {
    description: 'Con control',
    body_part_id: String(part.id),
    uses_machine: 'false',
    video_url: '',
    tips: '',
    status: 'true',
  };
  expect(await payloadOf(await request)).toEqual({ ...bare, title: first, sets: JSON.stringify([set]) });
  await expect(rowOf(panel, first)).toBeVisible();

  await panel.getByRole('link', { name: 'Nuevo Ejercicio' }).first().click();
  const second = await fillExercise(panel, String(part.title));
  await panel.getByRole('checkbox', { name: 'Usa máquina' }).check();
  await panel.getByRole('combobox', { name: 'Máquina' }).selectOption(String(machine.title));
  await panel.getByLabel('Consejos').fill('Despacio');
  await panel.getByLabel('Enlace del video').fill('videos.example/1');
  await panel.getByLabel('Imagen', { exact: true }).setInputFiles(PICTURE);
  await panel.getByRole('checkbox', { name: 'Ejercicio activo' }).uncheck();
  await setRow(panel, 1).getByLabel('Peso (kg)').fill('7.5');
  await panel.getByRole('button', { name: 'Agregar set' }).click();
  await setRow(panel, 2).getByLabel('Tipo').selectOption('Tiempo');
  request = waitForWrite(panel, 'POST', '/exercise');
  await submitButton(panel).click();
  const sets = [
    { ...set, weight: 7.5 },
    { ...set, set_number: 2, reps: null, duration_seconds: 30 },
  ];
  const payload = (await payloadOf(await request)) as Record<string, string>;
  expect({ ...payload, sets: JSON.parse(payload.sets ?? '') as unknown }).toEqual({
    ...bare,
    title: second,
    uses_machine: 'true',
    machine_id: String(machine.id),
    tips: 'Despacio',
    video_url: 'https://videos.example/1',
    status: 'false',
    image: '<foto.png>',
    sets,
  });
  await expect(rowOf(panel, second)).toContainText(String(machine.title));
  await expect(rowOf(panel, second)).toContainText('Inactivo');
  await expect(rowOf(panel, second).locator('img')).toBeVisible();
  expect(await (await api.get('/exercise')).text()).toContain(second);
});

test('EJE-29 EJE-30 EJE-57 EJE-58 EJE-59 EJE-60 EJE-61 EJE-62 an edit begins with what is stored and sends the exercise, then its sets in their order', async ({
  panel,
  add,
  storedSets,
}) => {
  const part = await add('/body-part', { title: uniqueName('Hombros') });
  const machine = await add('/machine', { title: uniqueName('Polea') });
  const sets = JSON.stringify([{ ...buildSet(1, 10), weight: 2.5 }, buildSet(2, 20), buildSet(3, 30)]);
  const exercise = await add(
    '/exercise',
    { body_part_id: part.id, uses_machine: true, machine_id: machine.id, tips: 'Antes', sets, status: false },
    PICTURE,
  );
  const [a, b, c] = exercise.sets.map(({ id }) => id);
  await exposeUploadBodies(panel);
  await panel.goto('/ejercicios');
  const before = await rowOf(panel, exercise.title).locator('img').getAttribute('src');
  await rowOf(panel, exercise.title).getByRole('link', { name: 'Editar' }).click();
  await expect(panel.getByRole('heading', { name: 'Editar Ejercicio', level: 1 })).toBeVisible();
  await expect(panel.getByLabel('Título')).toHaveValue(exercise.title);
  await expect(panel.getByLabel('Descripción')).toHaveValue('Despacio');
  await expect(panel.getByLabel('Consejos')).toHaveValue('Antes');
  await expect(panel.getByLabel('Parte del cuerpo')).toHaveValue(String(part.id));
  await expect(panel.getByRole('combobox', { name: 'Máquina' })).toHaveValue(String(machine.id));
  await expect(panel.getByRole('checkbox', { name: 'Ejercicio activo' })).not.toBeChecked();
  await expect(setRow(panel, 1).getByLabel('Peso (kg)')).toHaveValue('2,5');
  await expect(setRow(panel, 3).getByLabel('Repeticiones')).toHaveValue('30');

  // The third goes first, a new one comes between, the second is removed.
  await setRow(panel, 3).getByRole('button', { name: 'Subir' }).click();
  await setRow(panel, 2).getByRole('button', { name: 'Subir' }).press('Enter');
  await expect(panel.getByText('Set 2: posición 1 de 3')).toHaveCount(1);
  await expect(setRow(panel, 1).getByRole('button', { name: 'Bajar' })).toBeFocused();
  await setRow(panel, 3).getByRole('button', { name: 'Quitar' }).click();
  await panel.getByRole('button', { name: 'Agregar set' }).click();
  await setRow(panel, 3).getByLabel('Tipo').selectOption('Tiempo');
  const handle = setRow(panel, 3).locator('[data-handle]');
  await handle.scrollIntoViewIfNeeded();
  const [from, to] = [await handle.boundingBox(), await setRow(panel, 2).boundingBox()];
  await panel.mouse.move((from?.x ?? 0) + 5, (from?.y ?? 0) + 10);
  await panel.mouse.down();
  await panel.mouse.move((from?.x ?? 0) + 5, (to?.y ?? 0) + 5, { steps: 4 });
  await panel.mouse.up();
  await expect(setRow(panel, 2).getByLabel('Duración (s)')).toHaveValue('30');
  await setRow(panel, 3).getByLabel('Peso (kg)').fill('');
  await panel.getByLabel('Título').fill(`${exercise.title} renovado`);
  await panel.getByRole('checkbox', { name: 'Usa máquina' }).uncheck();
  await panel.getByRole('checkbox', { name: 'Ejercicio activo' }).check();
  await panel.getByLabel('Imagen', { exact: true }).setInputFiles({ ...PICTURE, name: 'otra.png' });

  const calls: Request[] = [];
  panel.on('request', (request) => {
    if (/\/api\/exercise(\/|-set)/.test(request.url())) calls.push(request);
  });
  await submitButton(panel).click();
  await expect(panel).toHaveURL('/ejercicios');
  expect(calls.map((call) => `${call.method()} ${new URL(call.url()).pathname.slice(4)}`)).toEqual([
    `PATCH /exercise/${exercise.id}`,
    `GET /exercise-set/by-exercise/${exercise.id}`,
    `PATCH /exercise-set/${c}`,
    'POST /exercise-set',
    `PATCH /exercise-set/${a}`,
    `DELETE /exercise-set/${b}`,
  ]);
  const [patched, , ...setCalls] = await Promise.all(calls.map(payloadOf));
  expect(patched).toEqual({
    title: `${exercise.title} renovado`,
    description: 'Despacio',
    body_part_id: String(part.id),
    uses_machine: 'false',
    video_url: '',
    tips: 'Antes',
    status: 'true',
    image: '<otra.png>',
  });
  const whole = { reps: null, duration_seconds: null, weight: null, rest_seconds: 60 };
  const sent = [
    { ...whole, set_number: 1, reps: 30 },
    { ...whole, set_number: 2, duration_seconds: 30, exercise_id: exercise.id },
    { ...whole, set_number: 3, reps: 10 },
  ];
  expect(setCalls.slice(0, 3)).toEqual(sent);
  const now = await storedSets(exercise);
  expect(now).toEqual(sent.map((set, index) => ({ ...set, id: [c, now[1]?.id, a][index], exercise_id: exercise.id })));

  // The new picture at once, in the list and on the detail, whose sets too are those just saved.
  const row = rowOf(panel, `${exercise.title} renovado`);
  await expect(row.locator('img')).toHaveAttribute('src', /thumb/);
  expect(await row.locator('img').getAttribute('src')).not.toBe(before);
  await row.getByRole('link', { name: 'Ver detalles' }).click();
  const efforts = panel.getByRole('table', { name: 'Sets recomendados' }).locator('tbody td:nth-child(2)');
  await expect(efforts).toHaveText([/30 repeticiones$/, /30 segundos$/, /10 repeticiones$/]);
  await expect(panel.getByText('No usa máquina')).toBeVisible();
});

test.describe('what fails', () => {
  test.use({ expectedErrors: [/^Error (al cargar|en el servidor)|^El recurso|^No se pudo conectar/] });

  test('EJE-38 an exercise that came without sets is not saved without one', async ({ panel, add }) => {
    const { id } = await add('/exercise');
    await panel.route(`**/api/exercise/${id}`, async (route) => {
      const response = await fetchAnswer(route);
      const { data } = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { success: true, data: { ...data, sets: [] } } });
    });
    const sent = recordWrites(panel);
    await panel.goto(`/ejercicios/editar/${id}`);
    await expect(panel.getByLabel('Parte del cuerpo')).not.toHaveValue('');
    await submitButton(panel).click();
    await expect(alerts(panel)).toHaveText('Debe haber al menos un set de ejercicio');
    await expect(panel.getByRole('button', { name: 'Agregar set' })).toBeFocused();
    await panel.getByRole('button', { name: 'Agregar set' }).click();
    await expect(alerts(panel)).toHaveCount(0);
    expect(sent).toEqual([]);
  });

  test('EJE-32 EJE-33 W4 without the lists the known body parts stand in by name, and only their real ids are sent', async ({
    panel,
    add,
  }) => {
    const legs = await add('/body-part', { title: 'Piernas' });
    await panel.route('**/api/body-part', answerWith(500));
    await panel.route('**/api/machine', answerWith(500));
    const sent = recordWrites(panel);
    await panel.goto('/ejercicios/nuevo');
    const part = panel.getByLabel('Parte del cuerpo');
    await expect(part.getByRole('option')).toHaveText([
      'Selecciona una parte del cuerpo',
      'Pecho',
      'Piernas',
      'Brazos',
      'Abdomen',
      'Espalda',
      'Hombros',
    ]);
    await panel.getByRole('checkbox', { name: 'Usa máquina' }).check();
    await expect(panel.getByRole('combobox', { name: 'Máquina' }).getByRole('option')).toHaveText([
      'Selecciona una máquina',
    ]);
    await expect(panel.getByRole('button', { name: 'Reintentar' })).toHaveCount(2);
    await panel.getByRole('checkbox', { name: 'Usa máquina' }).uncheck();
    const title = await fillExercise(panel, 'Piernas');
    await submitButton(panel).click();
    await expect(part).toHaveAccessibleDescription(/No se pudo comprobar «Piernas»/);
    await expect(panel.getByLabel('Título')).toHaveValue(title);
    expect(sent).toEqual([]);

    await panel.unroute('**/api/body-part');
    const request = waitForWrite(panel, 'POST', '/exercise');
    await submitButton(panel).click();
    expect(await payloadOf(await request)).toMatchObject({ title, body_part_id: String(legs.id) });
    await expect(panel).toHaveURL('/ejercicios');
  });

  test('EJE-63 an exercise saved before the lists have come, without them, or with one that lacks it, keeps its body part', async ({
    panel,
    add,
  }) => {
    const addOne = async () => {
      const part = await add('/body-part');
      return { part, exercise: await add('/exercise', { body_part_id: part.id }) };
    };
    const { part, exercise } = await addOne();
    const save = async (one: typeof exercise) => {
      const request = waitForWrite(panel, 'PATCH', `/exercise/${one.id}`);
      await submitButton(panel).click();
      const sent = await payloadOf(await request);
      await expect(panel).toHaveURL('/ejercicios');
      return sent;
    };
    const [held, letGo] = createGate();
    await panel.route('**/api/body-part', async (route) => {
      await held;
      await route.fulfill({ status: 500 });
    });
    for (const shown of ['Cargando…', 'Sin cambios']) {
      await panel.goto(`/ejercicios/editar/${exercise.id}`);
      await expect(panel.getByLabel('Parte del cuerpo').locator('option:checked')).toHaveText(shown);
      expect(await save(exercise)).toMatchObject({ body_part_id: String(part.id) });
      letGo();
    }
    // Somebody else adds a part and its exercise a moment after the list has come.
    await panel.unroute('**/api/body-part');
    await panel.goto(`/ejercicios/editar/${exercise.id}`);
    await expect(panel.getByLabel('Parte del cuerpo').locator('option:checked')).toHaveText(String(part.title));
    const later = await addOne();
    await goToScreen(panel, `/ejercicios/editar/${later.exercise.id}`);
    expect(await save(later.exercise)).toMatchObject({ body_part_id: String(later.part.id) });
  });

  test('EJE-63 EJE-64 EJE-65 EJE-66 W1 a form that does not load or save says why and keeps what was typed', async ({
    panel,
    add,
  }) => {
    const part = await add('/body-part', { title: uniqueName('Abdomen') });
    const { id } = await add('/exercise');
    const path = `**/api/exercise/${id}`;
    for (const [body, why] of [
      [{ message: 'Se cayó' }, 'Se cayó'],
      [{}, 'Error desconocido'],
    ] as const) {
      await panel.route(path, answerWith(500, body));
      await panel.goto(`/ejercicios/editar/${id}`);
      await expect(alerts(panel)).toContainText(`Error al cargar los datos del ejercicio: ${why}`);
      await panel.unroute(path);
      await panel.getByRole('button', { name: 'Reintentar' }).click();
      await panel.getByLabel('Título').fill('Lo escrito');
      await panel.route(path, answerWith(500, body));
      await submitButton(panel).click();
      await expect(alerts(panel)).toHaveText(`Error al actualizar el ejercicio: ${why}`);
      await expect(panel.getByLabel('Título')).toHaveValue('Lo escrito');
      await panel.unroute(path);
      await submitButton(panel).click();
      await expect(panel).toHaveURL('/ejercicios');
    }

    await panel.getByRole('link', { name: 'Nuevo Ejercicio' }).first().click();
    const title = await fillExercise(panel, String(part.title));
    for (const [body, why] of [
      [{ message: 'No entra' }, 'No entra'],
      [{}, 'Error desconocido'],
    ] as const) {
      await panel.route('**/api/exercise', answerWith(500, body));
      await submitButton(panel).click();
      await expect(alerts(panel)).toHaveText(`Error al crear el ejercicio: ${why}`);
      await expect(alerts(panel)).toBeInViewport();
      await panel.unroute('**/api/exercise');
    }
    // A picture that is no longer where it was.
    await panel.getByLabel('Imagen', { exact: true }).setInputFiles(PICTURE);
    await panel.evaluate(() => {
      Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    });
    const sent = recordWrites(panel);
    await submitButton(panel).click();
    await expect(alerts(panel)).toHaveText(
      'Error al preparar los datos del ejercicio: La imagen elegida ya no se puede leer. Vuelve a elegirla.',
    );
    await panel.getByRole('button', { name: 'Quitar la imagen elegida' }).click();
    await panel.evaluate(() => {
      const real = Object.getOwnPropertyDescriptor(FormData.prototype, 'append') ?? {};
      FormData.prototype.append = () => {
        Object.defineProperty(FormData.prototype, 'append', real);
        throw new Error('Sin memoria');
      };
    });
    await submitButton(panel).click();
    await expect(alerts(panel)).toHaveText('Error al preparar los datos del ejercicio: Sin memoria');
    expect(sent).toEqual([]);
    await submitButton(panel).click();
    await expect(rowOf(panel, title)).toBeVisible();
  });

  /** Each call of the edit below, refused or done without an answer, and what the person is then told. */
  const steps: { call: string; answered: boolean; told: string }[] = [
    {
      call: 'GET /exercise-set/by-exercise/',
      answered: true,
      told: 'El ejercicio se guardó. Ningún set se guardó todavía. Vuelve a guardar para terminar.',
    },
    {
      call: 'PATCH /exercise-set/',
      answered: false,
      told: 'Ningún set se guardó todavía. Falta guardar los sets 1, 2 y 3 y quitar un set.',
    },
    {
      call: 'POST /exercise-set',
      answered: true,
      told: 'Se guardó el set 1. Falta guardar los sets 2 y 3 y quitar un set.',
    },
    {
      call: 'POST /exercise-set',
      answered: false,
      told: 'Se guardó el set 1. Falta guardar los sets 2 y 3 y quitar un set.',
    },
    { call: 'DELETE /exercise-set/', answered: false, told: 'Se guardaron los sets 1, 2 y 3. Falta quitar un set.' },
  ];
  test('EJE-67 K5 whichever call for the sets fails, refused or unanswered, saving again ends right and without doubles', async ({
    panel,
    add,
    storedSets,
  }) => {
    test.setTimeout(120_000);
    let next: (typeof steps)[number] | undefined;
    await panel.route('**/api/exercise-set{,/**}', async (route) => {
      const call = `${route.request().method()} ${new URL(route.request().url()).pathname.slice(4)}`;
      if (!next || !call.startsWith(next.call)) return route.continue();
      const { answered } = next;
      next = undefined;
      if (answered) return answerWith(500, { success: false, message: 'Ahora no' })(route);
      // It arrives and is done, but nobody hears of it.
      await fetchAnswer(route);
      return route.abort();
    });
    for (const step of steps) {
      const sets = JSON.stringify([buildSet(1, 10), buildSet(2, 20), buildSet(3, 30)]);
      const exercise = await add('/exercise', { sets });
      await visit(panel, `/ejercicios/editar/${exercise.id}`);
      await setRow(panel, 2).getByRole('button', { name: 'Quitar' }).click();
      await panel.getByRole('button', { name: 'Agregar set' }).click();
      await setRow(panel, 3).getByLabel('Repeticiones').fill('40');
      await setRow(panel, 3).getByRole('button', { name: 'Subir' }).click();
      next = step;
      await submitButton(panel).click();
      const why = step.answered ? 'Ahora no' : 'Error desconocido';
      await expect(alerts(panel)).toContainText(`Error al manejar los sets del ejercicio: ${why}`);
      await expect(alerts(panel)).toContainText(step.told);
      expect((await storedSets(exercise)).length).toBeGreaterThan(0);
      await expect(setRow(panel, 2).getByLabel('Repeticiones')).toHaveValue('40');
      await submitButton(panel).click();
      await expect(panel).toHaveURL('/ejercicios');
      const now = await storedSets(exercise);
      expect(
        now.map(({ reps }) => reps),
        `${step.call}, answered: ${step.answered}`,
      ).toEqual([10, 40, 30]);
      expect([now[0]?.id, now[2]?.id]).toEqual([exercise.sets[0]?.id, exercise.sets[2]?.id]);
    }
  });
});
