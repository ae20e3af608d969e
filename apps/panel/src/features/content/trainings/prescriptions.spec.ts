import { EXTRAS } from '@pulso/contract/accounts/extras';
import type { Page } from '@playwright/test';
import { expect, test } from '#test/builders';
import { payloadOf, recordWrites, waitForWrite } from '#test/page';

const day = (page: Page, number: number) => page.getByRole('group', { name: `Día ${number}`, exact: true });
const places = (page: Page, number = 1) =>
  day(page, number).getByRole('list', { name: 'Ejercicios' }).getByRole('listitem');
const submitButton = (page: Page) => page.getByRole('button', { name: 'Actualizar Entrenamiento' });
const exposeUploadBodies = (page: Page) => page.route('**/api/training{,/*}', (route) => route.continue());

test.beforeEach(({ panel }) =>
  panel.addInitScript((names) => localStorage.setItem('pulso-extras', names), JSON.stringify(EXTRAS)),
);

const noValues = { reps: null, reps_max: null, seconds: null, weight: null, rest: null };
const each = (...values: object[]) => values.map((value) => ({ ...noValues, ...value }));

test('PRE-07 PRE-09 PRE-10 a line becomes chips and comes back, a copied day has them too, and one that is not understood stays and stops saving', async ({
  panel,
  add,
}) => {
  const [press, remo] = [await add('/exercise'), await add('/exercise')];
  const { id } = await add('/training', { training_days: [{ day_number: 1, exercises: [press.id, remo.id] }] });
  await exposeUploadBodies(panel);
  const sent = recordWrites(panel);
  await panel.goto(`/entrenamientos/form/${id}`);
  const line = places(panel).first().getByLabel('Series', { exact: true });
  await expect(line).toHaveAttribute('placeholder', '4x10 60kg 90"');
  await expect(places(panel).first()).toContainText('Del ejercicio: 1 × 12');

  // Read on Enter, which does not send the form.
  await line.fill('4 X 10 60 Kg 90 seg + (lento)');
  await line.press('Enter');
  const chips = places(panel)
    .first()
    .getByRole('button', { name: /^Series:/ });
  await expect(chips).toHaveAccessibleName('Series: 4 × 10 60 kg Descanso 90 s Con el siguiente lento');
  await expect(chips).toBeFocused();
  await expect(places(panel).first()).not.toContainText('Del ejercicio');
  // They give the line back, as it is written, and leaving it reads it again.
  await chips.click();
  await expect(line).toHaveValue('4x10 60kg 90" + (lento)');
  await line.fill('4x8-12 + (lento)');
  await panel.getByLabel('Título *').focus();
  await expect(chips).toHaveAccessibleName('Series: 4 × 8-12 Con el siguiente lento');

  const second = places(panel).nth(1).getByLabel('Series', { exact: true });
  await second.fill('3x10 40/45kg');
  await expect(places(panel).nth(1).getByRole('alert')).toHaveCount(0);
  await submitButton(panel).click();
  await expect(places(panel).nth(1).getByRole('alert')).toHaveText('Hay 2 pesos para 3 series');
  await expect(panel.getByText('Hay series que no se entienden', { exact: true })).toBeVisible();
  await expect(second).toHaveValue('3x10 40/45kg');
  await expect(second).toBeFocused();
  expect(sent).toEqual([]);

  // A draft keeps it all, also what is not understood.
  await panel.reload();
  await panel.getByRole('button', { name: 'Seguir con lo que escribiste' }).click();
  await expect(chips).toHaveAccessibleName('Series: 4 × 8-12 Con el siguiente lento');
  await expect(second).toHaveValue('3x10 40/45kg');
  await expect(places(panel).nth(1).getByRole('alert')).toHaveText('Hay 2 pesos para 3 series');
  await second.fill('3x30"');
  await expect(panel.getByText('Hay series que no se entienden')).toHaveCount(0);
  await day(panel, 1).getByRole('button', { name: 'Copiar día' }).click();
  const request = waitForWrite(panel, 'PATCH', `/training/${id}`);
  await submitButton(panel).click();
  const { training_days } = (await payloadOf(await request)) as { training_days: string };
  const ranged = { reps: 8, reps_max: 12 };
  const prescriptions = [
    { sets: each(ranged, ranged, ranged, ranged), superset: true, note: 'lento' },
    { sets: each({ seconds: 30 }, { seconds: 30 }, { seconds: 30 }), superset: false, note: '' },
  ];
  expect(JSON.parse(training_days)).toMatchObject([{ prescriptions }, { prescriptions }]);
  await expect(panel).toHaveURL('/entrenamientos');
});

test('PRE-11 the editor changes every set, its kind, note and link; what no line can say reads ‘A medida’ and survives saving', async ({
  panel,
  add,
}) => {
  const [press, remo] = [await add('/exercise'), await add('/exercise')];
  const sets = each({ reps: 10, weight: 40, rest: 60 }, { reps: 8, rest: 90 });
  const { id } = await add('/training', {
    training_days: [
      { day_number: 1, exercises: [press.id, remo.id], prescriptions: [{ sets, superset: false, note: '' }, null] },
    ],
  });
  await exposeUploadBodies(panel);
  const save = async () => {
    const request = waitForWrite(panel, 'PATCH', `/training/${id}`);
    await submitButton(panel).click();
    const { training_days } = (await payloadOf(await request)) as { training_days: string };
    await expect(panel).toHaveURL('/entrenamientos');
    return (JSON.parse(training_days) as { prescriptions: unknown[] }[])[0]?.prescriptions;
  };
  await panel.goto(`/entrenamientos/form/${id}`);
  const chips = places(panel)
    .first()
    .getByRole('button', { name: /^Series:/ });
  await expect(chips).toHaveAccessibleName('Series: A medida');
  const untouched = { sets: null, superset: false, note: '' };
  expect(await save()).toEqual([{ sets, superset: false, note: '' }, untouched]);

  await panel.goto(`/entrenamientos/form/${id}`);
  await chips.click();
  const dialog = panel.getByRole('dialog', { name: 'Editar series' });
  const rows = dialog.getByRole('group', { name: /^Serie \d$/ });
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0).getByLabel('Peso (kg)')).toHaveValue('40');
  // A blank rest shows that of the exercise.
  await rows.nth(1).getByLabel('Descanso (s)').fill('');
  await expect(rows.nth(1).getByLabel('Descanso (s)')).toHaveAttribute('placeholder', '60');
  await rows.nth(1).getByLabel('Tipo').selectOption('Segundos');
  await rows.nth(1).getByLabel('Segundos').fill('45');
  await rows.nth(0).getByLabel('Hasta (opcional)').fill('8');
  await rows.nth(0).getByLabel('Peso (kg)').fill('42,5');
  await dialog.getByRole('button', { name: 'Agregar serie' }).click();
  await expect(rows.nth(2).getByLabel('Segundos')).toHaveValue('45');
  await dialog.getByRole('button', { name: 'Quitar serie' }).nth(1).click();
  await dialog.getByLabel('Va con el siguiente').check();
  await dialog.getByLabel('Nota (opcional)').fill('Cada lado');
  await dialog.getByRole('button', { name: 'Listo' }).click();
  const upTo = rows.nth(0).getByLabel('Hasta (opcional)');
  await expect(upTo).toHaveAccessibleDescription('El rango va de menor a mayor: 8-10');
  await expect(upTo).toBeFocused();
  await upTo.fill('12');
  await panel.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(chips).toHaveAccessibleName('Series: A medida Con el siguiente Cada lado');

  // The exercise's own sets are offered, and stay its own when only the note is changed.
  await places(panel).nth(1).getByRole('button', { name: 'Editar series' }).click();
  await expect(dialog).toContainText('Del ejercicio: 1 × 12');
  await expect(dialog.getByLabel('Va con el siguiente')).toBeDisabled();
  await dialog.getByLabel('Repeticiones').fill('15');
  await dialog.getByRole('button', { name: 'Usar las del ejercicio' }).click();
  await dialog.getByLabel('Nota (opcional)').fill('Sin peso');
  await dialog.getByRole('button', { name: 'Listo' }).click();
  const changed = each({ reps: 10, reps_max: 12, weight: 42.5, rest: 60 }, { seconds: 45 });
  expect(await save()).toEqual([
    { sets: changed, superset: true, note: 'Cada lado' },
    { sets: null, superset: false, note: 'Sin peso' },
  ]);
});

test('PRE-13 detail and print say the sets of each exercise, and put a bracket around a superset', async ({
  panel,
  add,
}) => {
  const [press, remo, curl] = [await add('/exercise'), await add('/exercise'), await add('/exercise')];
  const sets = each({ reps: 10, weight: 60, rest: 90 }, { reps: 8, weight: 62.5, rest: 90 });
  const training = await add('/training', {
    training_days: [
      {
        day_number: 1,
        exercises: [press.id, remo.id, curl.id],
        prescriptions: [{ sets, superset: true, note: 'Baja lento' }, { note: 'Cada lado' }, null],
      },
    ],
  });
  await panel.goto(`/entrenamientos/detalle/${training.id}`);
  const items = panel.getByRole('article').getByRole('listitem');
  const prescribed = `1${press.title}10 / 8 · 60 / 62,5 kg · Descanso 90 sBaja lentoCon el siguiente`;
  const all = [prescribed, `2${remo.title}1 × 12 · Descanso 60 sCada lado`, `3${curl.title}1 × 12 · Descanso 60 s`];
  await expect(items).toHaveText(all);
  const brackets = items.locator('[data-bracket]');
  await expect(brackets).toHaveCount(2);
  await panel.emulateMedia({ media: 'print' });
  await expect(items).toHaveText(all);
  await expect(brackets.first()).toHaveCSS('border-left-width', '2px');
});
