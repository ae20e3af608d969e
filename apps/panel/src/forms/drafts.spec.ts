import type { Page } from '@playwright/test';
import { ADMIN } from '@pulso/testing/product';
import { expect, PICTURE, test, uniqueName } from '#test/builders';
import { card, fillFields, goToScreen, item, dietInput, recordWrites, storedDrafts } from '#test/page';

// Typed text survives the end of a session, a closed tab, a lost connection and somebody else's save.

async function logInAgain(page: Page) {
  await expect(page.getByRole('status').filter({ hasText: 'Tu sesión venció' })).toBeVisible();
  await page.getByLabel('Usuario').fill(ADMIN.username);
  await page.getByLabel(/^Contraseña/).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
}

const endSession = (page: Page) =>
  page.context().addCookies([{ name: 'token', value: 'vencida', url: new URL(page.url()).origin }]);

test.use({ expectedErrors: [/^Error al guardar el nivel/] });

test('W2 a session that ends over a form leads back to it as it was; passwords are kept nowhere', async ({ panel }) => {
  const username = uniqueName('vuelve').toLowerCase().replaceAll(/\W/g, '.');
  await panel.goto('/usuarios/nuevo');
  await fillFields(panel, { 'Nombre completo': 'Ana Vuelve', Teléfono: '1155554444', 'Nombre de usuario': username });
  await panel.getByLabel('Género').selectOption('Femenino');
  await panel.getByLabel(/^Contraseña/).fill('muy secreta');
  await panel.getByLabel('Confirmar contraseña').fill('muy secreta');
  await panel.getByRole('checkbox', { name: 'Usuario activo' }).uncheck();
  await endSession(panel);
  await panel.getByRole('button', { name: 'Crear Usuario' }).click();
  await panel.waitForURL('/login');
  const stored = JSON.stringify(await panel.evaluate(() => [{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).toContain('Ana Vuelve');
  expect(stored).not.toContain('muy secreta');

  await logInAgain(panel);
  await expect(panel).toHaveURL('/usuarios/nuevo');
  await expect(panel.getByRole('status').filter({ hasText: 'Esto es lo que habías escrito' })).toContainText(
    'Las contraseñas y las imágenes no se conservan',
  );
  await expect(panel.getByLabel('Nombre completo')).toHaveValue('Ana Vuelve');
  await expect(panel.getByLabel('Género')).toHaveValue('Female');
  await expect(panel.getByRole('checkbox', { name: 'Usuario activo' })).not.toBeChecked();
  await expect(panel.getByLabel(/^Contraseña/)).not.toHaveValue('muy secreta');
  await panel.getByLabel(/^Contraseña/).fill('muy secreta');
  await panel.getByLabel('Confirmar contraseña').fill('muy secreta');
  await panel.getByRole('button', { name: 'Crear Usuario' }).click();
  await expect(panel).toHaveURL(/\/usuarios\/\d+$/);
  expect(await storedDrafts(panel)).toEqual([]);
});

test('W2 a session that ends over a dialog opens it again, and one that is left on purpose keeps nothing', async ({
  panel,
  add,
}) => {
  const { title } = await add('/level');
  await panel.goto('/configuracion/niveles');
  await card(panel, title).getByRole('button', { name: 'Editar' }).click();
  await panel.getByLabel('Descripción').fill('A medio escribir');
  await endSession(panel);
  await panel.getByRole('dialog').getByRole('button', { name: 'Actualizar' }).click();
  await panel.waitForURL('/login');
  await logInAgain(panel);
  const dialog = panel.getByRole('dialog', { name: 'Editar Nivel' });
  await expect(dialog.getByLabel('Descripción')).toHaveValue('A medio escribir');
  await expect(dialog.getByLabel('Nombre del Nivel')).toHaveValue(title);
  await dialog.getByLabel('Nombre del Nivel').fill(`${title} bis`);
  await expect.poll(() => storedDrafts(panel)).toHaveLength(1);

  // Another tab logs out: the session's drafts are deleted.
  const other = await panel.context().newPage();
  await other.goto('/home');
  await other.getByRole('region', { name: 'Usuario' }).getByRole('button', { name: 'Cerrar sesión' }).click();
  await panel.waitForURL('/login');
  await expect(panel.getByText('Tu sesión venció')).toHaveCount(0);
  await other.waitForURL('/login');
  expect(await storedDrafts(other)).toEqual([]);
});

test('W2 what a closed tab left is offered once: to go on with it, or to let it go', async ({ panel, add }) => {
  const { id } = await add('/training');
  const context = panel.context();
  const edit = async (page: Page) => {
    await page.goto(`/entrenamientos/form/${id}`);
    await expect(page.getByLabel(/^Título( \*)?$/)).toBeVisible();
  };
  const closeOver = async (page: Page) => {
    await expect.poll(() => storedDrafts(page)).toHaveLength(1);
    const next = await context.newPage();
    await page.close();
    return next;
  };
  await edit(panel);
  await panel.getByLabel(/^Descripción( \*)?$/).fill('Otra descripción');
  await panel.getByRole('button', { name: 'Agregar día' }).click();
  await panel.getByLabel('Título del día').last().fill('Día que se escribía');
  let page = await closeOver(panel);
  await edit(page);
  const goOnWith = (one: Page) => one.getByRole('button', { name: 'Seguir con lo que escribiste' });
  await expect(page.getByLabel(/^Descripción( \*)?$/)).not.toHaveValue('Otra descripción');
  await goOnWith(page).click();
  await expect(page.getByLabel(/^Descripción( \*)?$/)).toHaveValue('Otra descripción');
  await expect(page.getByLabel('Título del día').last()).toHaveValue('Día que se escribía');
  await page.getByRole('button', { name: 'Agregar día' }).click();
  await expect(page.getByLabel('Título del día')).toHaveCount(3);

  page = await closeOver(page);
  await edit(page);
  await expect(goOnWith(page)).toBeVisible();
  // A draft that was not accepted is not offered again.
  await goToScreen(page, '/productos');
  await goToScreen(page, `/entrenamientos/form/${id}`);
  await expect(page.getByLabel(/^Título( \*)?$/)).toBeVisible();
  await expect(goOnWith(page)).toHaveCount(0);
  expect(await storedDrafts(page)).toEqual([]);
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/^No se pudo conectar con el servidor|^Error al (cargar|guardar)/] });

  test('W2 a bar says so, lists and forms fail with words about it, and everything typed is sent afterwards', async ({
    panel,
    add,
  }) => {
    const { type_diet } = await add('/diet');
    const title = uniqueName('Sin señal');
    await panel.goto('/dietas/nuevo');
    await fillFields(panel, { ...dietInput, Título: title });
    await panel.getByLabel('Tipo de dieta').selectOption(type_diet?.name ?? '');
    const bar = panel.getByRole('status').filter({ hasText: 'Sin conexión' });
    await expect(bar).toHaveCount(0);
    // The panel loads the code of its toasts some seconds after its start.
    await expect
      .poll(() =>
        panel.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .map(({ name }) => name)
            .join(' '),
        ),
      )
      .toContain('/toaster-');
    await panel.context().setOffline(true);
    await expect(bar).toBeVisible();
    await panel.getByRole('button', { name: 'Crear Dieta' }).click();
    const failure = panel.getByRole('alert').filter({ hasText: 'Error al crear la dieta' });
    await expect(failure).toContainText('Verifica tu conexión a internet.');
    await expect(panel.getByLabel('Título')).toHaveValue(title);
    await panel.context().setOffline(false);
    await expect(bar).toHaveCount(0);
    await failure.getByRole('button', { name: 'Reintentar' }).click();
    await expect(card(panel, title)).toBeVisible();

    const alert = panel.getByRole('main').getByRole('alert');
    await goToScreen(panel, '/usuarios');
    await expect(panel.getByRole('table')).toBeVisible();
    await panel.context().setOffline(true);
    await panel.getByRole('searchbox').fill('alguien');
    await expect(alert).toContainText('Verifica tu conexión a internet.');
    // With the connection back, failed requests are repeated without a click, and so is loading a screen's code.
    await panel.context().setOffline(false);
    await expect(alert).toHaveCount(0);
    await panel.context().setOffline(true);
    await goToScreen(panel, '/paquetes');
    await expect(alert).toContainText('Verifica tu conexión a internet.');
    await panel.context().setOffline(false);
    await expect(panel.getByRole('heading', { name: 'Paquetes', level: 1 })).toBeVisible();
  });
});

test('K1 what somebody else saved stands beside mine, and mine is not lost', async ({ panel, add, change }) => {
  const { id, title } = await add('/diet');
  const [theirs, mine] = [uniqueName('Lo ajeno'), uniqueName('Lo mío')];
  await panel.goto(`/dietas/editar/${id}`);
  await fillFields(panel, { Título: mine, Porciones: 'Las mías' });
  await panel.getByLabel('Género').selectOption('Femenino');
  await panel.getByLabel('Imagen', { exact: true }).setInputFiles(PICTURE);
  await change('PATCH', `/diet/${id}`, { title: theirs, gender: 'Male', total_time: 'Lo de ellos' });
  await panel.getByRole('button', { name: 'Actualizar Dieta' }).click();
  const alert = panel.getByRole('alert');
  await expect(alert).toContainText('Error al actualizar la dieta');
  await expect(alert).toContainText('Otra persona guardó cambios');
  await alert.getByRole('button', { name: 'Volver a cargar' }).click();
  // My fields stay, theirs fill the fields I did not change, and fields that both changed are marked.
  await expect(panel.getByText(`La otra persona guardó: «${theirs}»`)).toBeVisible();
  await expect(panel.getByLabel('Título')).toBeFocused();
  await expect(panel.getByText('La otra persona guardó: «Masculino»')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Usar lo suyo' })).toHaveCount(2);
  // A page cannot restore a chosen picture: the notice says so.
  await expect(panel.getByText('Se cargó lo que guardó')).toContainText('vuelve a ponerlas');
  await expect(panel.getByLabel('Título')).toHaveValue(mine);
  await expect(panel.getByLabel('Porciones')).toHaveValue('Las mías');
  await expect(panel.getByLabel('Tiempo total')).toHaveValue('Lo de ellos');
  await expect(panel.getByRole('alert')).toHaveCount(0);
  for (const button of await panel.getByRole('button', { name: 'Usar lo suyo' }).all()) await button.click();
  await expect(panel.getByLabel('Título')).toHaveValue(theirs);
  await expect(panel.getByLabel('Género')).toHaveValue('Male');
  await fillFields(panel, { Título: mine });
  await panel.getByRole('button', { name: 'Actualizar Dieta' }).click();
  await expect(card(panel, mine)).toBeVisible();
  await expect(card(panel, title)).toHaveCount(0);
});

test('W2 the second click of a double click never confirms, in any kind of delete', async ({ panel, add }) => {
  const [user, level, category] = [await add('/user'), await add('/level'), await add('/category-product')];
  const sent = recordWrites(panel);
  await panel.goto(`/usuarios?buscar=${user.username}`);
  await panel.getByRole('button', { name: 'Eliminar' }).dblclick();
  await expect(panel.getByRole('button', { name: 'Confirmar' })).toBeVisible();
  await goToScreen(panel, `/configuracion/niveles?buscar=${encodeURIComponent(level.title)}`);
  await card(panel, level.title).getByRole('button', { name: 'Eliminar' }).dblclick();
  await expect(card(panel, level.title).getByRole('button', { name: 'Confirmar' })).toBeVisible();
  await goToScreen(panel, '/configuracion/categorias-producto');
  const row = item(panel, { look: 'rows' }, category.title);
  await row.getByRole('button', { name: 'Eliminar' }).dblclick();
  await expect(row.getByRole('button', { name: 'Confirmar' })).toBeVisible();
  expect(sent).toEqual([]);
  await row.getByRole('button', { name: 'Confirmar' }).click();
  await expect(row).toHaveCount(0);
  // A double click does not remove the next item of a list either.
  await goToScreen(panel, '/entrenamientos/form');
  const days = panel.getByRole('button', { name: 'Eliminar día' });
  for (const count of [2, 3]) {
    await panel.getByRole('button', { name: 'Agregar día' }).click();
    await expect(days).toHaveCount(count);
  }
  await days.first().dblclick();
  await expect(days).toHaveCount(2);
});

test('W2 the draft of a sale comes back with all that follows from it; discarded, the prices stand again', async ({
  panel,
  add,
  write,
}) => {
  await panel.addInitScript(() =>
    localStorage.setItem('pulso-extras', JSON.stringify(['renew', 'ledger', 'prices', 'idempotency-key'])),
  );
  const [person, month, quarter] = [
    await add('/user'),
    await add('/suscriptions', { duration: 1, amount: 15_000 }),
    await add('/suscriptions', { duration: 3, amount: 40_000 }),
  ];
  const activation = { user_id: person.id, subscription_id: month.id, payment_method: 'efectivo' };
  await write('/user/activate-suscription', { ...activation, payment_amount: 0 });
  const dialog = panel.getByRole('dialog');
  const open = async (name: string) => {
    await panel.goto(`/usuarios/${person.id}`);
    await panel.getByRole('button', { name, exact: true }).click();
  };
  /** Types, leaves the page, comes back and goes on. */
  const resume = async (name: string, type: () => Promise<void>) => {
    await open(name);
    await type();
    await expect.poll(() => storedDrafts(panel)).toHaveLength(1);
    await open(name);
    await dialog.getByRole('button', { name: 'Seguir con lo que escribiste' }).click();
  };
  const discard = async () => {
    await dialog.getByRole('button', { name: 'Descartar' }).click();
    await expect(dialog.getByRole('button', { name: 'Descartar' })).toHaveCount(0);
  };

  await resume('Renovar', async () => {
    await dialog.getByLabel('Plan *').selectOption(String(quarter.id));
    await dialog.getByLabel('Precio *').fill('30000');
  });
  await expect(dialog.getByLabel('Plan *')).toHaveValue(String(quarter.id));
  await expect(dialog.getByLabel('Precio *')).toHaveValue('30.000');
  await expect(dialog.getByLabel('Paga ahora *')).toHaveValue('30.000');
  await expect(dialog.getByText('De lista: ARS 40.000,00')).toBeVisible();
  await dialog.getByLabel('Plan *').selectOption(String(month.id));
  await expect(dialog.getByLabel('Precio *')).toHaveValue('15.000');
  await discard();
  await expect(dialog.getByLabel('Paga ahora *')).toHaveValue('15.000');

  await resume('Mantener precio', () => dialog.getByLabel('Precio *').fill('12000'));
  await expect(dialog.getByLabel('Precio *')).toHaveValue('12.000');
  await discard();
  await expect(dialog.getByLabel('Precio *')).toHaveValue('15.000');

  await resume('Registrar pago', async () => {
    await dialog.getByRole('radio', { name: quarter.title }).check();
    await dialog.getByLabel('Monto (ARS) *').fill('777');
  });
  await expect(dialog.getByRole('radio', { name: quarter.title })).toBeChecked();
  await expect(dialog.getByLabel('Monto (ARS) *')).toHaveValue('777');
  await dialog.getByRole('radio', { name: month.title }).check();
  await expect(dialog.getByLabel('Monto (ARS) *')).toHaveValue('15.000');
  await discard();
  await expect(dialog.getByLabel('Monto (ARS) *')).toHaveValue('');
});
