import type { Page } from '@playwright/test';
import { expect, test, uniqueName } from '#test/builders';
import { answerBrowserDialogs, card, goToScreen, rowOf, tableRows, toasts, recordWrites } from '#test/page';
import { fetchAnswer } from '#test/panel';

const toast = (page: Page, title: string) =>
  toasts(page)
    .getByRole('group')
    .filter({ has: page.getByText(title, { exact: true }) });

async function deleteWithConfirm(scope: ReturnType<typeof card>) {
  await scope.getByRole('button', { name: 'Eliminar' }).click();
  await scope.getByRole('button', { name: 'Confirmar' }).click();
}

/** Expects the deletion's toast and undoes it. */
async function undoDeletion(page: Page, noun: string, name: string, feminine = false) {
  const ending = feminine ? 'a' : 'o';
  const removed = toast(page, `${noun} eliminad${ending}`);
  await expect(removed).toContainText(name);
  await removed.getByRole('button', { name: 'Deshacer' }).click();
  await expect(removed).toHaveCount(0);
  await expect(toast(page, `${noun} recuperad${ending}`)).toContainText(name);
}

const [MUTED_COLOUR, RED_COLOUR, TEXT_COLOUR] = ['rgb(93, 89, 82)', 'rgb(179, 35, 27)', 'rgb(31, 29, 27)'];

test('what is made, saved and deleted is said alike for every entity, leads to it, and a deletion can be undone', async ({
  panel,
  add,
  api,
}) => {
  await panel.addInitScript(() => localStorage.setItem('pulso-extras', JSON.stringify(['restore'])));
  answerBrowserDialogs(panel, [true]);
  const [level, diet, pack] = [await add('/level'), await add('/diet'), await add('/package')];
  const user = await add('/user');

  // In a catalogue: an address opens the modal, and loses the parameter at once.
  const name = uniqueName('Nivel');
  await panel.goto('/configuracion/niveles?nuevo=1');
  await panel.getByRole('dialog').getByLabel('Nombre del Nivel').fill(name);
  await expect(panel).toHaveURL('/configuracion/niveles');
  await panel.getByRole('button', { name: 'Crear', exact: true }).click();
  await expect(toast(panel, 'Nivel creado')).toContainText(name);
  await expect(panel.getByRole('dialog')).toHaveCount(0);
  // The new item is scrolled to and highlighted.
  await expect(card(panel, name)).toHaveAttribute('data-lit', '');
  await expect(card(panel, name)).toBeInViewport();
  // Red is reserved for imminent danger, and the focus ring is neutral.
  const remove = card(panel, name).getByRole('button', { name: 'Eliminar' });
  await expect(remove).toHaveCSS('color', MUTED_COLOUR);
  await remove.hover();
  await expect(remove).toHaveCSS('color', RED_COLOUR);
  await card(panel, name).getByRole('button', { name: 'Editar' }).focus();
  await panel.keyboard.press('Tab');
  await expect(remove).toHaveCSS('outline-color', TEXT_COLOUR);
  await card(panel, name).getByRole('button', { name: 'Editar' }).click();
  await panel.getByRole('button', { name: 'Actualizar' }).click();
  await expect(toast(panel, 'Nivel actualizado')).toContainText(name);
  await deleteWithConfirm(card(panel, level.title));
  await expect(card(panel, level.title)).toHaveCount(0);
  await undoDeletion(panel, 'Nivel', level.title);
  await expect(card(panel, level.title)).toBeVisible();
  await expect(toast(panel, 'Nivel recuperado').getByRole('link')).toHaveCount(0);

  // Deletion from a detail, which closes.
  await goToScreen(panel, `/dietas/${diet.id}`);
  await deleteWithConfirm(panel.locator('main'));
  await expect(panel).toHaveURL('/dietas');
  await undoDeletion(panel, 'Dieta', diet.title, true);
  await expect(card(panel, diet.title)).toBeVisible();
  await toast(panel, 'Dieta recuperada').getByRole('link', { name: 'Ver detalles' }).click();
  await expect(panel).toHaveURL(`/dietas/${diet.id}`);
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText(diet.title);

  // Deletion after the browser's own question.
  await goToScreen(panel, '/paquetes');
  await rowOf(panel, pack.title).getByRole('button', { name: 'Eliminar' }).click();
  await expect(rowOf(panel, pack.title)).toHaveCount(0);
  await undoDeletion(panel, 'Paquete', pack.title);
  await expect(rowOf(panel, pack.title)).toBeVisible();

  // A user, saved in the form, then deleted from the detail and from the list.
  await goToScreen(panel, `/usuarios/editar/${user.id}`);
  await panel.getByRole('button', { name: 'Actualizar Usuario' }).click();
  await toast(panel, 'Usuario actualizado').getByRole('link', { name: 'Ver detalles' }).click();
  await expect(panel).toHaveURL(`/usuarios/${user.id}`);
  await deleteWithConfirm(panel.locator('main'));
  await expect(panel).toHaveURL('/usuarios');
  await undoDeletion(panel, 'Usuario', user.name);
  await panel.getByRole('searchbox').fill(user.name);
  await expect(tableRows(panel)).toHaveCount(1);
  await deleteWithConfirm(rowOf(panel, user.name));
  await expect(rowOf(panel, user.name)).toHaveCount(0);
  // Somebody else has taken the username meanwhile.
  const { username } = user;
  await api.post('/user', { name: 'Otra', gender: 'Female', phone: '1122334455', username, password: 'otra-clave' });
  await toast(panel, 'Usuario eliminado').getByRole('button', { name: 'Deshacer' }).click();
  await expect(toast(panel, 'Error al recuperar el usuario')).toContainText('El nombre de usuario ya está en uso');
});

test('a list that is still loading for the first time does not miss what was restored meanwhile', async ({
  panel,
  add,
}) => {
  await panel.addInitScript(() => localStorage.setItem('pulso-extras', JSON.stringify(['restore'])));
  const diet = await add('/diet');
  await panel.goto(`/dietas/${diet.id}`);
  const restored = panel.waitForResponse(`**/api/diet/${diet.id}/restore`);
  // The answer is from before the restore and arrives after it; the call may have been cancelled by then.
  await panel.route(
    '**/api/diet',
    async (route) => {
      const response = await fetchAnswer(route);
      await (await restored).finished();
      await panel.evaluate(() => new Promise(requestAnimationFrame));
      await route.fulfill({ response }).catch(() => undefined);
    },
    { times: 1 },
  );
  await deleteWithConfirm(panel.locator('main'));
  await expect(panel).toHaveURL('/dietas');
  await undoDeletion(panel, 'Dieta', diet.title, true);
  await expect(card(panel, diet.title)).toBeVisible();
});

test('a server that has not announced it is not asked to restore anything, and nothing is offered', async ({
  panel,
  add,
}) => {
  const level = await add('/level');
  const sent = recordWrites(panel);
  await panel.goto('/configuracion/niveles');
  await deleteWithConfirm(card(panel, level.title));
  await expect(toast(panel, 'Nivel eliminado')).toContainText(level.title);
  await expect(toasts(panel).getByRole('button')).toHaveText(['']);
  expect(sent).toEqual([`DELETE /level/${level.id}`]);
});
