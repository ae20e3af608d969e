import { EXTRAS } from '@pulso/contract/accounts/extras';
import type { Page } from '@playwright/test';
import { expect, test } from '#test/builders';
import { payloadOf, waitForWrite } from '#test/page';

test.beforeEach(({ panel }) =>
  panel.addInitScript((names) => localStorage.setItem('pulso-extras', names), JSON.stringify(EXTRAS)),
);

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Pegar una rutina' });
const named = (page: Page, name: string) => dialog(page).getByRole('group', { name: `Ejercicio de «${name}»` });
const day = (page: Page, number: number) => page.getByRole('group', { name: `Día ${number}`, exact: true });

const TEXT = `Hola! Te paso la rutina

Día 1: Piernas
Sentadilla prueba 4x10 60kg 90"
sentadila pruba 3x12
Entrar en calor bien.
Press plano 4x10 60
Día 2
Descanso
Día 3: Torso
A1) Zancadita marciana 3x12 (lento)
A2) Sentadilla prueba 4x8`;

test('PEG-02 PEG-03 PEG-05 every line is in the review, a guess looks like one, another is one tap, and too much is refused', async ({
  panel,
  add,
}) => {
  await add('/exercise', { title: 'Sentadilla prueba' });
  await add('/exercise', { title: 'Press de banca prueba' });
  await panel.goto('/entrenamientos');
  await panel.getByRole('main').getByRole('link', { name: 'Pegar una rutina' }).click();
  const box = dialog(panel).getByRole('textbox', { name: 'Rutina' });
  await box.fill('x'.repeat(20_001));
  await expect(dialog(panel).getByRole('alert')).toHaveText('El texto es demasiado largo: se pueden pegar hasta 20 kB');
  await box.fill(TEXT);
  const review = dialog(panel).getByRole('region', { name: 'Lo que se lee' });
  for (const line of TEXT.split('\n').filter((one) => one !== '' && !one.startsWith('Día 2')))
    await expect(review).toContainText(line.replace(/^Día \d: /, ''));

  await expect(named(panel, 'Sentadilla prueba').first().getByRole('button')).toHaveCount(0);
  const guess = named(panel, 'sentadila pruba').getByRole('button', { name: '¿Sentadilla prueba?' });
  await expect(guess).toHaveAttribute('aria-pressed', 'true');
  await expect(review).toContainText('¿60 kg o 60 segundos? Escribe 60kg o 60". Queda en la nota.');
  await named(panel, 'sentadila pruba').getByRole('button', { name: 'Crear nuevo' }).click();
  await expect(
    named(panel, 'sentadila pruba').getByRole('button', { name: 'Se crea inactivo: «Sentadila pruba»' }),
  ).toHaveAttribute('aria-pressed', 'true');
  await expect(guess).toHaveCount(0);

  // The text stays on the device until it is used.
  await panel.reload();
  await expect(box).toHaveValue(TEXT);
});

test('PEG-04 what is used fills the form, and new exercises are saved with the training', async ({ panel, add }) => {
  const { id: squat } = await add('/exercise', { title: 'Zambullida seca' });
  const part = await add('/body-part', { title: 'Muslos de prueba' });
  const training = await add('/training', { training_days: [{ day_number: 1, exercises: [squat] }] });
  await panel.route('**/api/training{,/*}', (route) => route.continue());
  await panel.goto(`/entrenamientos/form/${training.id}`);
  await panel.getByRole('button', { name: 'Pegar una rutina' }).click();
  await dialog(panel)
    .getByRole('textbox', { name: 'Rutina' })
    .fill('Día 1\nZambullida seca 4x10\nDía 2: Torso\nZancadita marciana 3x12\nzancadita marciana 2x8');
  await dialog(panel).getByRole('button', { name: 'Usar', exact: true }).click();
  await expect(dialog(panel).getByRole('alert')).toHaveText('La parte del cuerpo es obligatoria');
  await dialog(panel).getByLabel('Parte del cuerpo del ejercicio nuevo').selectOption({ label: 'Muslos de prueba' });
  await dialog(panel).getByRole('button', { name: 'Usar', exact: true }).click();
  await expect(dialog(panel)).toHaveCount(0);
  await expect(panel.getByRole('heading', { name: /^Día \d$/ })).toHaveText(['Día 1', 'Día 2', 'Día 3']);
  await expect(day(panel, 3)).toContainText('Zancadita marciana');
  await expect(day(panel, 3)).toContainText('Nuevo: se crea inactivo');

  const request = waitForWrite(panel, 'PATCH', `/training/${training.id}`);
  await panel.getByRole('button', { name: 'Actualizar Entrenamiento' }).click();
  const payload = (await payloadOf(await request)) as { training_days: string; new_exercises: string };
  expect(JSON.parse(payload.new_exercises)).toEqual([
    { key: 'n1', title: 'Zancadita marciana', body_part_id: part.id },
  ]);
  expect(JSON.parse(payload.training_days)).toMatchObject([
    { exercises: [squat] },
    { exercises: [squat] },
    { exercises: ['n1', 'n1'], title: 'Torso' },
  ]);
  await expect(panel).toHaveURL('/entrenamientos');
  await panel.goto('/ejercicios?buscar=marciana');
  await expect(panel.getByRole('row', { name: /Zancadita marciana/ })).toContainText('Inactivo');
});

test('PEG-07 the picker finds by body part, machine and synonym, creates from the name, and takes a name with its sets', async ({
  panel,
  add,
}) => {
  const part = await add('/body-part', { title: 'Antepierna' });
  const machine = await add('/machine', { title: 'Trituradora' });
  await add('/exercise', { title: 'Gato volador', body_part_id: part.id });
  await add('/exercise', { title: 'Perro girador', uses_machine: true, machine_id: machine.id });
  await add('/exercise', { title: 'Elevación de talones de pie' });
  await panel.goto('/entrenamientos/form');
  const picker = day(panel, 1).getByRole('combobox', { name: 'Agregar ejercicio' });
  const option = (name: string | RegExp) => panel.getByRole('option', { name });
  for (const [typed, title] of [
    ['antepier', /Gato volador/],
    ['triturad', /Perro girador/],
    ['gemelos', /Elevación de talones de pie/],
  ] as const) {
    await picker.fill(typed);
    await expect(option(title).first()).toBeVisible();
  }
  await picker.fill('gemelos 4x20 45"');
  await expect(option(/Elevación de talones de pie/).first()).toContainText('4 × 20 · Descanso 45 s');
  await picker.press('Enter');
  const places = day(panel, 1).getByRole('list', { name: 'Ejercicios' }).getByRole('listitem');
  await expect(places.first()).toContainText('Elevación de talones de pie');
  await expect(places.first().getByRole('button', { name: /^Series:/ })).toHaveAccessibleName(
    'Series: 4 × 20 Descanso 45 s',
  );
  await picker.fill('Salto lunar 3x5');
  await option('Crear «Salto lunar»').click();
  await expect(places.nth(1)).toContainText('Nuevo: se crea inactivo');
  await panel.getByRole('button', { name: 'Crear Entrenamiento' }).click();
  await expect(places.nth(1).getByRole('alert')).toHaveText('La parte del cuerpo es obligatoria');
});
