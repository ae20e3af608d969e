import type { Locator, Page } from '@playwright/test';
import { expect, PICTURE, test, uniqueName } from '#test/builders';
import { card, closeToasts, goToScreen, waitForWrite, payloadOf, rowOf, toasts, recordWrites } from '#test/page';
import { answerWith } from '#test/panel';

test.use({ expectedErrors: [/^(Error en el servidor|El recurso solicitado no existe)/] });

const enableExtras = (page: Page, extras: string[]) =>
  page.addInitScript((names) => localStorage.setItem('pulso-extras', JSON.stringify(names)), extras);

const duplicateButton = (within: Locator) => within.getByRole('button', { name: 'Duplicar', exact: true });
const searchAddress = (list: string, name: string) => `${list}?buscar=${encodeURIComponent(name)}`;
const titleField = (page: Page) => page.getByLabel('Título *');

test('DUP-01 a copy is made from the list and from the detail, and its form opens; what fails is said', async ({
  panel,
  add,
  change,
  api,
}) => {
  await enableExtras(panel, ['duplicate', 'idempotency-key']);
  const exercise = await add('/exercise', {}, PICTURE);
  const diet = await add('/diet');
  const training = await add('/training', {}, PICTURE);
  const pack = await add('/package');
  const sent = recordWrites(panel);
  const main = panel.getByRole('main');
  const places = [
    { noun: 'Ejercicio', row: exercise, path: '/exercise', list: '/ejercicios', detail: '/ejercicios', edit: 'editar' },
    { noun: 'Dieta', row: diet, path: '/diet', list: '/dietas', detail: '/dietas', edit: 'editar' },
    {
      noun: 'Entrenamiento',
      row: training,
      path: '/training',
      list: '/entrenamientos',
      detail: '/entrenamientos/detalle',
      edit: 'form',
    },
    { noun: 'Paquete', row: pack, path: '/package', list: '/paquetes', detail: '/paquetes/detalle', edit: 'form' },
  ];
  await panel.goto('/entrenamientos');
  for (const { noun, row, path, list, detail, edit } of places) {
    const form = (id: number) => `${list}/${edit}/${id}`;
    const copies = async () => {
      const { data } = (await (await api.get(path)).json()) as {
        data: { id: number; title: string; status: boolean }[];
      };
      return data.filter((one) => one.title.startsWith(`${row.title} (copia`));
    };
    const ending = noun === 'Dieta' ? 'a' : 'o';

    await goToScreen(panel, searchAddress(list, row.title));
    const scope = noun === 'Dieta' ? card(panel, row.title) : rowOf(panel, row.title);
    await duplicateButton(scope).click();
    await expect(titleField(panel)).toHaveValue(`${row.title} (copia)`);
    await expect(toasts(panel)).toContainText(`${noun} duplicad${ending}`);
    const [first] = await copies();
    await expect(panel).toHaveURL(form(first!.id));
    expect(first!.status).toBe(false);
    await closeToasts(panel);

    // A second copy is made from the detail screen.
    await goToScreen(panel, `${detail}/${row.id}`);
    await duplicateButton(main).click();
    await expect(titleField(panel)).toHaveValue(`${row.title} (copia 2)`);
    await closeToasts(panel);
    expect(await copies()).toHaveLength(2);
    expect(sent.splice(0)).toEqual([`POST ${path}/${row.id}/duplicate`, `POST ${path}/${row.id}/duplicate`]);
  }

  // A failure is said in the words of the thing, and tried again under the same key.
  const keys: (string | undefined)[] = [];
  await panel.route('**/duplicate', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return keys.length === 1 ? answerWith(500)(route) : route.continue();
  });
  await goToScreen(panel, `/entrenamientos/detalle/${training.id}`);
  await duplicateButton(main).click();
  await expect(toasts(panel)).toContainText('Error al duplicar el entrenamiento');
  await expect(panel).toHaveURL(`/entrenamientos/detalle/${training.id}`);
  await closeToasts(panel);
  await duplicateButton(main).click();
  await expect(titleField(panel)).toHaveValue(`${training.title} (copia 3)`);
  expect([keys.length, keys[0]?.length, keys[1] === keys[0]]).toEqual([2, 32, true]);
  await panel.unroute('**/duplicate');

  // The original was deleted meanwhile.
  await closeToasts(panel);
  await goToScreen(panel, searchAddress('/dietas', diet.title));
  await change('DELETE', `/diet/${diet.id}`);
  await duplicateButton(card(panel, diet.title)).click();
  await expect(toasts(panel)).toContainText('Error al duplicar la dieta');
  await expect(toasts(panel)).toContainText('El recurso solicitado no existe');
  await expect(card(panel, diet.title)).toHaveCount(0);

  // A server without the extra is not asked.
  await enableExtras(panel, []);
  for (const { list, detail, row } of places.slice(2)) {
    await panel.goto(searchAddress(list, row.title));
    await expect(rowOf(panel, row.title)).toBeVisible();
    await expect(duplicateButton(main)).toHaveCount(0);
    await goToScreen(panel, `${detail}/${row.id}`);
    await expect(duplicateButton(main)).toHaveCount(0);
  }
  await goToScreen(panel, `/entrenamientos/form/${training.id}`);
  await expect(panel.getByRole('button', { name: 'Eliminar día' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Copiar día' })).toHaveCount(0);
});

test("DUP-06 'Copiar día' puts an equal day under it, and sends nothing before saving", async ({ panel, add }) => {
  await enableExtras(panel, ['duplicate']);
  const [one, other] = [await add('/exercise'), await add('/exercise')];
  const active = { day_number: 1, is_rest_day: false, title: 'Piernas', description: 'Suave' };
  const rest = { is_rest_day: true, exercises: [] };
  const training = await add(
    '/training',
    {
      title: uniqueName('Plan'),
      training_days: [
        { ...active, exercises: [one.id, other.id, one.id] },
        { ...rest, day_number: 2 },
      ],
    },
    PICTURE,
  );
  const sent = recordWrites(panel);
  const day = (number: number) => panel.getByRole('group', { name: `Día ${number}`, exact: true });
  const copy = (number: number) => day(number).getByRole('button', { name: 'Copiar día' });
  const days = panel.getByRole('list', { name: 'Días', exact: true }).locator('> li');
  await panel.goto(`/entrenamientos/form/${training.id}`);
  await copy(1).click();
  await expect(days).toHaveCount(3);
  await expect(day(2).getByLabel('Título del día')).toBeFocused();
  await expect(day(2).getByLabel('Título del día')).toHaveValue('Piernas');
  await expect(day(3).getByLabel('Día de descanso')).toBeChecked();
  // Changing the copy leaves the original day as it was.
  await day(2).getByLabel('Título del día').fill('Brazos');
  await day(2)
    .getByRole('button', { name: /^Quitar/ })
    .first()
    .click();
  await expect(day(1).getByLabel('Título del día')).toHaveValue('Piernas');
  await copy(3).click();
  await expect(day(4).getByLabel('Día de descanso')).toBeFocused();
  expect(sent).toEqual([]);

  await panel.route('**/api/training/*', (route) => route.continue());
  const saved = waitForWrite(panel, 'PATCH', `/training/${training.id}`);
  await panel.getByRole('button', { name: 'Actualizar Entrenamiento' }).click();
  const { training_days } = (await payloadOf(await saved)) as { training_days: string };
  const whole = (day_number: number) => ({ ...rest, day_number, title: '', description: '' });
  expect(JSON.parse(training_days)).toEqual([
    { ...active, exercises: [one.id, other.id, one.id] },
    { ...active, day_number: 2, title: 'Brazos', exercises: [other.id, one.id] },
    whole(3),
    whole(4),
  ]);

  // A training at its maximum of days cannot copy one more.
  const many = Array.from({ length: 365 }, (_, index) => ({ ...rest, day_number: index + 1 }));
  const long = await add('/training', { training_days: many }, PICTURE);
  await panel.goto(`/entrenamientos/form/${long.id}`);
  await copy(365).click();
  await expect(copy(1)).toBeDisabled();
  await expect(copy(366)).toBeDisabled();
});
