import { readFile } from 'node:fs/promises';
import { expect, uniqueTag, test } from '#test/builders';
import { columnCells, waitForUserSave, rowOf, tableRows, recordUserCalls } from '#test/page';

test.use({
  kind: 'extras-off',
  // A client's page asks for a history that no document names.
  expectedErrors: [/El recurso solicitado no existe/],
});

test('USU-29 API-13 USF-34 USF-37 USU-14 USU-22 on a server with the two documents alone the users are found, exported, created, changed and deleted', async ({
  panel,
  add,
}) => {
  const word = uniqueTag();
  await add('/user', { name: `Zoe ${word}`, role: 'TRAINER' });
  await add('/user', { name: `Ñata ${word}`, status: false });
  await add('/user', { name: `Nora ${word}` });
  const calls = recordUserCalls(panel);
  await panel.goto('/usuarios');
  await expect(tableRows(panel).first()).toBeVisible();
  await panel.getByRole('searchbox').fill(word);
  const expectNames = (...names: string[]) =>
    expect(columnCells(panel, 2)).toHaveText(names.map((name) => `${name} ${word}`));
  await expectNames('Zoe', 'Ñata', 'Nora');
  await panel.getByRole('button', { name: 'Nombre' }).click();
  await expectNames('Nora', 'Ñata', 'Zoe');
  await panel.getByRole('button', { name: 'Filtros' }).click();
  await panel.getByLabel('Estado').selectOption('Activo');
  await expectNames('Nora', 'Zoe');
  await panel.getByLabel('Rol').selectOption('Entrenador');
  await expectNames('Zoe');
  // Everybody came with the first answer: neither a key nor a filter asks again.
  expect(calls).toEqual(['GET /user?page=1&limit=50']);

  const [file] = await Promise.all([
    panel.waitForEvent('download'),
    panel.getByRole('button', { name: 'Exportar' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines.map((line) => line.split(';')[1])).toEqual(['Nombre', `Zoe ${word}`, undefined]);

  await panel.getByRole('link', { name: 'Nuevo Usuario' }).first().click();
  const form = panel.getByRole('main');
  const [username, name] = [uniqueTag(), `Ana ${word}`];
  await form.getByLabel('Nombre completo').fill(name);
  await form.getByLabel('Género').selectOption('Otro');
  await form.getByLabel('Teléfono').fill('1144400000');
  await form.getByLabel('Nombre de usuario').fill(username);
  await form.getByLabel(/^Contraseña/).fill('clave');
  await form.getByLabel('Confirmar contraseña').fill('clave');
  const created = waitForUserSave(panel);
  await panel.getByRole('button', { name: 'Crear Usuario' }).click();
  expect((await created).headers()).not.toHaveProperty('if-match');
  await expect(panel.getByRole('heading', { name, level: 1 })).toBeVisible();
  await panel.getByRole('link', { name: 'Volver a la lista' }).click();
  // The filters of the list as it was left hide a new client.
  await panel.getByRole('button', { name: 'Limpiar Filtros' }).click();
  await panel.getByRole('searchbox').fill(name);
  await rowOf(panel, name).getByRole('link', { name: 'Editar' }).click();
  await form.getByLabel('Peso (kg)').fill('70');
  await form.getByLabel('Nombre completo').fill(`${name} B`);
  const changed = waitForUserSave(panel);
  await panel.getByRole('button', { name: 'Actualizar Usuario' }).click();
  const request = await changed;
  expect(request.headers()).not.toHaveProperty('if-match');
  expect(request.postDataJSON()).toEqual({
    name: `${name} B`,
    gender: 'Unisex',
    countryCode: 'AR',
    countryCodeT: '+54',
    phone: '1144400000',
    username,
    role: 'CLIENT',
    weight: 70,
    suscription_status: false,
    status: true,
  });
  await panel.getByRole('searchbox').fill(name);
  await expect(tableRows(panel)).toHaveCount(1);
  const changedRow = rowOf(panel, `${name} B`);
  await changedRow.getByRole('button', { name: 'Eliminar' }).click();
  await changedRow.getByRole('button', { name: 'Confirmar' }).click();
  await expect(changedRow).toHaveCount(0);
});
