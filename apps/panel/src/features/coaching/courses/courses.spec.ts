import { addDays, formatDate, today } from '@pulso/contract/kit/dates';
import { expect, test, uniqueName, uniqueTag } from '#test/builders';
import { chooseAction, rowOf, storedDrafts, toasts } from '#test/page';
import { answerWith } from '#test/panel';

const day = today();
test.beforeEach(({ panel }) =>
  panel.addInitScript(() =>
    localStorage.setItem('pulso-extras', JSON.stringify(['coaching', 'idempotency-key', 'duplicate', 'collections'])),
  ),
);
test.use({ expectedErrors: [/Error en el servidor|No se pudo conectar/] });

const days = (exercise: number) =>
  ['Torso', 'Piernas', 'Espalda'].map((title, index) => ({
    day_number: index + 1,
    is_rest_day: false,
    title,
    exercises: [exercise],
  }));

test('ASI-01 ASI-08 SEG-01 a training is assigned from a client’s detail, changed and ended in his tab', async ({
  panel,
  add,
}) => {
  const exercise = await add('/exercise');
  const person = await add('/user');
  const [first, second] = [
    await add('/training', { training_days: days(exercise.id) }),
    await add('/training', { training_days: days(exercise.id) }),
  ];
  await panel.route(`**/api/user/${person.id}/courses`, answerWith(500));
  await panel.goto(`/usuarios/${person.id}?pestana=entrenamiento`);
  const tab = panel.getByRole('tabpanel');
  await expect(tab.getByText('Error al cargar el entrenamiento del cliente', { exact: true })).toBeVisible();
  await panel.unrouteAll();
  await tab.getByRole('button', { name: 'Reintentar' }).click();
  await expect(tab.getByText('No sigue ningún entrenamiento.', { exact: true })).toBeVisible();

  const dialog = panel.getByRole('dialog');
  // One stands in the empty tab, another in the menu.
  await expect(tab.getByRole('button', { name: 'Asignar entrenamiento' })).toBeVisible();
  await chooseAction(panel, 'Asignar entrenamiento');
  await dialog.getByRole('button', { name: 'Asignar' }).click();
  await expect(dialog.getByText('Elige un entrenamiento o una dieta', { exact: true })).toBeVisible();
  await dialog.getByLabel('Entrenamiento *').selectOption(first.title);
  await dialog.getByRole('radio', { name: 'Por días de la semana' }).check();
  await dialog.getByRole('button', { name: 'Asignar' }).click();
  await expect(dialog.getByText('Elige al menos un día de la semana', { exact: true })).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Lunes' }).check({ force: true });
  await dialog.getByRole('checkbox', { name: 'Viernes' }).check({ force: true });
  await dialog.getByLabel('Empieza por').selectOption('Día 2 · Piernas');
  await dialog.getByRole('button', { name: 'Asignar' }).click();
  await expect(toasts(panel)).toContainText(`Asignado a ${person.name}`);
  const row = tab.getByRole('listitem').filter({ hasText: first.title });
  await expect(row).toContainText('Lo próximo: Día 2 · Piernas');
  await expect(row).toContainText(`Lu Vi · Desde el ${formatDate(day)}`);

  await row.getByRole('button', { name: 'Cambiar', exact: true }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Viernes' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'En orden' }).check();
  await dialog.getByLabel('Último día (opcional)').fill(formatDate(addDays(day, 20)));
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect(row).toContainText(`En orden · Desde el ${formatDate(day)}, hasta el ${formatDate(addDays(day, 20))}`);

  await tab.getByRole('button', { name: 'Asignar entrenamiento' }).click();
  await dialog.getByLabel('Entrenamiento *').selectOption(second.title);
  await expect(dialog.getByText('1 deja lo que sigue.', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Reemplaza lo que sigue ahora' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Asignar' }).click();
  await expect(dialog).toHaveCount(0);
  const other = tab.getByRole('listitem').filter({ hasText: second.title });
  await expect(other).toContainText('Lo próximo: Día 1 · Torso');
  await expect(tab.getByText('Terminados (1)', { exact: true })).toBeVisible();
  await other.getByRole('button', { name: 'Terminar' }).click();
  await other.getByRole('button', { name: 'Confirmar' }).click();
  await expect(tab.getByText('Terminados (2)', { exact: true })).toBeVisible();
  await expect(tab.getByText('No sigue ningún entrenamiento.', { exact: true })).toBeVisible();
});

test('ASI-01 ASI-02 a diet and a training are assigned to several at once, and whom it was not for is named', async ({
  panel,
  add,
  write,
}) => {
  const tag = uniqueTag();
  const [one, two] = [await add('/user', { name: `${tag} Uno` }), await add('/user', { name: `${tag} Dos` })];
  const diet = await add('/diet');
  const training = await add('/training');
  await write('/assignment', { diet_id: diet.id, user_ids: [two.id], starts_on: day });
  const dialog = panel.getByRole('dialog');
  const choose = async (name: string) => {
    await dialog.getByRole('combobox', { name: 'Clientes' }).fill(name);
    await panel.getByRole('option', { name }).click();
    await expect(dialog.getByRole('listitem').filter({ hasText: name })).toBeVisible();
  };
  await panel.goto(`/dietas?buscar=${encodeURIComponent(diet.title)}`);
  await panel.getByRole('button', { name: 'Asignar' }).click();
  await choose(one.name);
  await choose(two.name);
  await dialog.getByRole('button', { name: 'Asignar', exact: true }).click();
  await expect(panel.getByRole('dialog', { name: 'Asignado a 1 cliente' })).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText([`${two.name}Ya lo sigue`]);
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();

  await panel.goto(`/entrenamientos/detalle/${training.id}`);
  await panel.getByRole('button', { name: 'Asignar' }).click();
  await choose(one.name);
  await dialog.getByRole('button', { name: 'Asignar', exact: true }).click();
  await expect(toasts(panel)).toContainText('Asignado a 1 cliente');
});

test('ASI-11 SEG-05 those without a training are found and assigned one, unless they have become more meanwhile', async ({
  panel,
  add,
}) => {
  const tag = uniqueTag();
  const plan = { suscription_status: true, suscription_init: day, suscription_end: addDays(day, 30) };
  await add('/user', { ...plan, name: `${tag} Uno` });
  const training = await add('/training');
  await panel.goto('/home');
  const strip = panel.getByRole('region', { name: 'Para hoy' });
  await strip.getByRole('link', { name: 'Sin entrenamiento' }).click();
  await expect(panel).toHaveURL(/entrenamiento=none/);
  await panel.getByRole('searchbox').fill(tag);
  await expect(panel.getByText('1 usuario', { exact: true })).toBeVisible();

  const dialog = panel.getByRole('dialog');
  const send = async () => {
    await dialog.getByLabel('Entrenamiento *').selectOption(training.title);
    await dialog.getByRole('button', { name: 'Asignar', exact: true }).click();
  };
  await panel.getByRole('button', { name: 'Asignar', exact: true }).click();
  await expect(dialog.getByText('El que coincide')).toBeVisible();
  await add('/user', { ...plan, name: `${tag} Dos` });
  await send();
  await expect(dialog.getByText('Ahora son 2 clientes, no 1. Revisa y confirma otra vez.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await panel.getByRole('button', { name: 'Descartar' }).click();
  await expect(panel.getByText('2 usuarios', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Asignar', exact: true }).click();
  await expect(dialog.getByText('Los 2 que coinciden')).toBeVisible();
  await send();
  await expect(toasts(panel)).toContainText('Asignado a 2 clientes');
  await expect(panel.getByText('No se encontraron usuarios', { exact: true })).toBeVisible();
});

test('ASI-12 a training is changed for one client alone, and leaving without saving makes nothing', async ({
  panel,
  add,
  write,
}) => {
  const exercise = await add('/exercise');
  const person = await add('/user');
  const training = await add('/training', { training_days: days(exercise.id) });
  await write('/assignment', { training_id: training.id, user_ids: [person.id], starts_on: day });
  const name = person.name;
  const tab = panel.getByRole('tabpanel');
  await panel.goto(`/usuarios/${person.id}?pestana=entrenamiento`);
  await tab.getByRole('link', { name: `Cambiar solo para ${name}` }).click();
  await expect(panel.getByRole('heading', { name: `Solo para ${name}` })).toBeVisible();
  await expect(panel.getByLabel('Título *')).toHaveValue(training.title);
  // The draft for one client is not that of the training itself, whose form has the same path.
  await panel.getByLabel('Título *').fill('Sin guardar');
  await expect.poll(() => storedDrafts(panel)).toHaveLength(1);
  const personalAddress = panel.url();
  const notice = panel.getByRole('button', { name: 'Seguir con lo que escribiste' });
  await panel.goto(new URL(personalAddress).pathname);
  await expect(panel.getByLabel('Título *')).toHaveValue(training.title);
  await expect(notice).toBeHidden();
  await panel.goto(personalAddress);
  await expect(notice).toBeVisible();
  await panel.getByRole('button', { name: 'Cancelar' }).click();
  await expect(tab.getByRole('link', { name: `Cambiar solo para ${name}` })).toBeVisible();

  await tab.getByRole('link', { name: `Cambiar solo para ${name}` }).click();
  const title = uniqueName('A medida');
  await panel.getByLabel('Título *').fill(title);
  await panel.getByRole('button', { name: 'Guardar' }).click();
  const row = tab.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText(`Solo para ${name}`);
  await row.getByRole('link', { name: 'Editar' }).click();
  await expect(panel.getByLabel('Título *')).toHaveValue(title);
  await panel.goto('/entrenamientos?buscar=A%20medida');
  await expect(panel.getByText(title)).toHaveCount(0);
});

test('ASI-15 switching off what somebody follows asks first', async ({ panel, add, write }) => {
  const training = await add('/training');
  const [one, two] = [await add('/user'), await add('/user')];
  await write('/assignment', { training_id: training.id, user_ids: [one.id, two.id], starts_on: day });
  await panel.goto(`/entrenamientos?buscar=${encodeURIComponent(training.title)}`);
  const row = rowOf(panel, training.title);
  await row.getByRole('button', { name: 'Desactivar' }).click();
  const question = panel.getByRole('alertdialog');
  await expect(question).toContainText('Lo siguen 2 clientes: dejarán de verlo.');
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(question).toBeHidden();
  await row.getByRole('button', { name: 'Desactivar' }).click();
  await question.getByRole('button', { name: 'Desactivar' }).click();
  await expect(row.getByRole('button', { name: 'Activar' })).toBeVisible();
});
