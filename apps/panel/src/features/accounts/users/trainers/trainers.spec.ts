import type { Page } from '@playwright/test';
import { axeTestOptions, expectAccessible } from '#test/accessibility';
import { expect, test, uniqueTag } from '#test/builders';
import { goToScreen, rowOf, tableRows, toasts } from '#test/page';

// Somebody else's client is asked for by his address.
test.use({ ...axeTestOptions, expectedErrors: [/El recurso solicitado no existe/] });

const PASSWORD = 'clave-de-entrenador';

/** Other tests know nobody but administrators in the panel. */
test.afterEach(({ api }) => api.patch('/business', { trainer_access: false }));

async function logInAs(page: Page, username: string) {
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('Usuario').fill(username);
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
}

test('TRA-02 TRA-05 TRA-06 TRA-07 a trainer whom the business lets in finds his clients alone, his screens alone, no money and nothing to delete', async ({
  panel,
  add,
  api,
}) => {
  const word = uniqueTag();
  const trainer = await add('/user', { role: 'TRAINER', username: `tito.${word}`, password: PASSWORD });
  const plan = await add('/suscriptions', { title: `Plan ${word}`, amount: 917_351 });
  const mine = await add('/user', { name: `Ana ${word}`, trainer_id: trainer.id });
  const others = await add('/user', { name: `Beto ${word}` });
  const sold = { subscription_id: plan.id, payment_method: 'efectivo', payment_amount: 917_351 };
  for (const { id } of [mine, others]) await api.post('/user/activate-suscription', { user_id: id, ...sold });
  for (const path of ['/exercise', '/diet', '/training'] as const) await add(path);

  await panel.addInitScript(
    () => localStorage.getItem('pulso-extras') ?? localStorage.setItem('pulso-extras', '["collections"]'),
  );
  await panel.goto('/configuracion/negocio');
  await panel.getByLabel('Permitir el acceso de entrenadores').check();
  await expect(panel.getByText('No ve precios, pagos ni deudas')).toBeVisible();
  await panel.getByRole('button', { name: 'Guardar' }).click();
  await expect(toasts(panel)).toContainText('Datos del negocio guardados');

  await logInAs(panel, `tito.${word}`);
  await expect(panel).toHaveURL('/usuarios');
  await expect(tableRows(panel)).toHaveCount(1);
  await expect(tableRows(panel)).toContainText(`Ana ${word}`);
  const menu = panel.getByRole('navigation', { name: 'Menú principal' }).getByRole('link');
  await expect(menu).toHaveText(['Usuarios', 'Ejercicios', 'Entrenamientos', 'Dietas']);
  await expect(panel.getByRole('link', { name: 'Nuevo Usuario' })).toHaveCount(0);
  await panel.keyboard.press('Control+k');
  const palette = panel.getByRole('dialog', { name: 'Ir a…' });
  await palette.getByRole('combobox').fill(word);
  await expect(palette.getByRole('option')).toHaveText([new RegExp(`Ana ${word}`)]);
  await palette.getByRole('combobox').fill('nuev');
  await expect(palette.getByRole('option')).toHaveText(['Nuevo ejercicio', 'Nuevo entrenamiento', 'Nueva dieta']);
  await panel.keyboard.press('Escape');

  await goToScreen(panel, `/usuarios/${mine.id}`);
  const records = panel.getByRole('region', { name: 'Historial' });
  await expect(records.getByRole('tab')).toHaveText(['Entrenamiento', 'Suscripciones', 'Paquetes']);
  const parts = ['Acceso', 'Sigue', 'Semanas', 'Sesiones', 'Notas por responder', 'Peso y medidas'];
  await expect(records.getByRole('heading', { level: 3 })).toHaveText(parts);
  await expectAccessible(panel, 'a client as his trainer sees him');
  await records.getByRole('tab', { name: 'Suscripciones' }).click();
  await expect(records.getByText(`Plan ${word}`)).toBeVisible();
  await expect(panel.getByRole('main')).not.toContainText('917.351');
  await expect(panel.getByRole('button', { name: /Cobrar|Renovar|Eliminar/ })).toHaveCount(0);
  for (const screen of ['/ejercicios', '/entrenamientos', '/dietas']) {
    await goToScreen(panel, screen);
    await expect(panel.getByRole('main').getByRole('link', { name: 'Editar' }).first()).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Eliminar' })).toHaveCount(0);
  }
  for (const screen of [
    '/pagos',
    '/usuarios/nuevo',
    `/usuarios/editar/${mine.id}`,
    '/configuracion/niveles',
    '/home',
  ]) {
    await panel.goto(screen);
    await expect(panel).toHaveURL('/usuarios');
  }
  await panel.goto(`/usuarios/${others.id}`);
  await expect(panel.getByText('Esa persona no existe, o alguien la eliminó.')).toBeVisible();

  // Nothing of a client stays on the device of who has lost him.
  await goToScreen(panel, `/usuarios/${mine.id}`);
  await api.patch(`/user/${mine.id}`, { trainer_id: null });
  await goToScreen(panel, '/usuarios');
  await expect(panel.getByText('Aquí verás a los que te asignen.')).toBeVisible();
  const kept = await panel.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('pulso-visto-'));
    const answers = await Promise.all(
      names.map(async (name) => {
        const cache = await caches.open(name);
        return Promise.all((await cache.matchAll()).map((answer) => answer.text()));
      }),
    );
    return JSON.stringify([answers, { ...localStorage }]);
  });
  expect(kept).not.toContain(`Ana ${word}`);
});

test('TRA-08 a client gets a trainer in his form, and many get one from the list, which is filtered by him', async ({
  panel,
  add,
  api,
}) => {
  await api.patch('/business', { trainer_access: true });
  await panel.addInitScript(() =>
    localStorage.setItem('pulso-extras', JSON.stringify(['segments', 'trainers', 'idempotency-key', 'version'])),
  );
  const word = uniqueTag();
  const trainer = await add('/user', { role: 'TRAINER', name: `Tito ${word}` });
  const [ana] = [await add('/user', { name: `Ana ${word}` }), await add('/user', { name: `Beto ${word}` })];

  await panel.goto(`/usuarios/editar/${ana.id}`);
  await panel.getByLabel('Entrenador').selectOption(`Tito ${word}`);
  await panel.getByRole('button', { name: 'Actualizar Usuario' }).click();
  await panel.waitForURL(/usuarios(\?|$)/);
  await goToScreen(panel, `/usuarios/${ana.id}`);
  const data = panel.getByRole('region', { name: 'Datos' });
  await expect(data.getByRole('link', { name: `Tito ${word}` })).toBeVisible();

  await goToScreen(panel, `/usuarios?buscar=${word}&rol=CLIENT`);
  await panel.getByRole('button', { name: 'Elegir', exact: true }).click();
  for (const name of ['Ana', 'Beto']) await panel.getByRole('checkbox', { name: `Elegir a ${name} ${word}` }).check();
  await panel.getByRole('button', { name: 'Acciones' }).click();
  await panel.getByRole('menuitem', { name: 'Asignar entrenador' }).click();
  const dialog = panel.getByRole('dialog', { name: 'Asignar entrenador a 2 usuarios' });
  await dialog.getByRole('radio', { name: `Tito ${word}` }).check();
  await dialog.getByRole('button', { name: 'Asignar' }).click();
  await expect(toasts(panel)).toContainText('Se cambió el entrenador de 1. 1 ya estaba así.');

  await goToScreen(panel, `/usuarios/${trainer.id}`);
  await data.getByRole('link', { name: 'Ver los suyos' }).click();
  await expect(tableRows(panel)).toHaveCount(2);
  await expect(rowOf(panel, `Beto ${word}`)).toBeVisible();
});
