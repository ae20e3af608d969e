import { expect, test } from '#test/builders';
import { answerWith } from '#test/panel';

test.use({ expectedErrors: [/^Error (al guardar|en el servidor)/] });

test('A5 A4 notes and e-mail are written on the page itself, lose nothing to a failing server and meet what others saved', async ({
  panel,
  api,
  add,
  product,
}) => {
  await panel.addInitScript(() => localStorage.setItem('pulso-extras', JSON.stringify(['user-notes'])));
  const person = await add('/user');
  await panel.goto(`/usuarios/${person.id}`);
  const section = panel.locator('section').filter({ has: panel.getByRole('button', { name: 'Notas', exact: true }) });
  const notes = section.getByLabel('Notas', { exact: true });
  const save = section.getByRole('button', { name: 'Guardar' });
  await expect(section.getByText('Sin notas')).toBeVisible();
  await section.getByRole('button', { name: 'Agregar notas o correo' }).click();
  await section.getByLabel('Correo electrónico').fill('carla');
  await notes.fill('Lesión de rodilla');
  await save.click();
  await expect(section.getByText('El correo electrónico no es válido')).toBeVisible();
  await section.getByLabel('Correo electrónico').fill('carla@example.com');

  await panel.route(`**/api/user/${person.id}`, answerWith(500), { times: 1 });
  await save.click();
  await expect(section.getByRole('alert')).toContainText('Error al guardar las notas');
  await expect(notes).toHaveValue('Lesión de rodilla');
  // The draft outlives the page.
  await panel.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  panel.on('dialog', (dialog) => void dialog.accept());
  await panel.reload();
  await section.getByRole('button', { name: 'Agregar notas o correo' }).click();
  await section.getByRole('button', { name: 'Seguir con lo que escribiste' }).click();
  await expect(notes).toHaveValue('Lesión de rodilla');

  const headers = { Authorization: `Bearer ${api.token}` };
  const data = { notes: 'Llamar a la madre' };
  await panel.request.patch(`${product.url}/api/user/${person.id}`, { headers, data });
  await save.click();
  await section.getByRole('button', { name: 'Volver a cargar' }).click();
  await expect(section.getByText('La otra persona guardó: «Llamar a la madre»')).toBeVisible();
  await expect(notes).toHaveValue('Lesión de rodilla');
  await notes.fill('Lesión de rodilla. Llamar a la madre');
  await save.click();
  await expect(section.getByText('Lesión de rodilla. Llamar a la madre')).toBeVisible();
  await expect(panel.getByRole('region', { name: 'Perfil' }).getByText('carla@example.com')).toBeVisible();
  await expect(section.getByRole('button', { name: 'Editar notas y correo' })).toBeVisible();
});
