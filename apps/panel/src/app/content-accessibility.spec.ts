import { expectFitsPhone, expectSound, LONG, looking, PHONE } from '#test/accessibility';
import { expect, test } from '#test/builders';

test.describe.configure({ timeout: 90_000 });
test.use(looking);

test('trainings and packages have no serious finding in list, detail and form, and fit a phone', async ({
  panel,
  add,
}) => {
  const exercise = await add('/exercise', { title: LONG });
  const days = [
    { day_number: 1, is_rest_day: false, title: LONG, description: LONG, exercises: [exercise.id, exercise.id] },
    { day_number: 2, is_rest_day: true },
  ];
  const training = await add('/training', { title: LONG, is_premium: true, status: false, training_days: days });
  const diet = await add('/diet', { title: LONG });
  const pack = await add('/package', { title: LONG, trainings: [training.id], diets: [diet.id], amount: 1_234_567.5 });
  const form = `/entrenamientos/form/${training.id}`;
  const places: [route: string, sign: string][] = [
    ['/entrenamientos', 'Editar'],
    [`/entrenamientos/detalle/${training.id}`, 'Editar'],
    [`/paquetes/detalle/${pack.id}`, 'Editar'],
    ['/paquetes/form', 'Crear Paquete'],
    [form, 'Actualizar Entrenamiento'],
  ];
  for (const [route, sign] of places) {
    await panel.setViewportSize({ width: 1280, height: 720 });
    await panel.goto(route);
    const last = panel
      .getByRole('main')
      .getByText(sign)
      .or(panel.getByRole('link', { name: sign }))
      .first();
    await expect(last).toBeVisible();
    // With its messages, where there are any.
    if (sign.startsWith('Crear')) await last.click();
    await expectSound(panel, route);
    await panel.setViewportSize(PHONE);
    await expectFitsPhone(panel, route);
  }
  await panel.getByLabel('Agregar ejercicio').click();
  await expect(panel.getByRole('option').first()).toBeVisible();
  // The list alone: while it is open Base UI hides the rest from screen readers, which axe takes for a trap (mui/base-ui#5528).
  await expectSound(panel, 'picker', '[role=listbox]');
  await expectFitsPhone(panel, 'picker');
  await panel.keyboard.press('Escape');
  await panel.getByRole('checkbox', { name: 'Día de descanso' }).first().check();
  await expect(panel.getByRole('button', { name: 'Deshacer' })).toBeVisible();
  await expectSound(panel, 'what was taken away');
  await expectFitsPhone(panel, 'what was taken away');
});
