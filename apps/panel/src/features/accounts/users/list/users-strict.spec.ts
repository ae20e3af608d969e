import { readFile } from 'node:fs/promises';
import { expect, test } from '#test/builders';
import { answerWith } from '#test/panel';

test.use({
  kind: 'strict',
  expectedErrors: [/^Error al (cargar los usuarios|eliminar el usuario)/],
});

test('USU-24 by the letter a list of another shape is only logged; a refused delete is told all the same', async ({
  panel,
}) => {
  const logged: string[] = [];
  panel.on('console', (message) => logged.push(message.text()));
  await panel.route(/\/api\/user\?/, answerWith(200, { success: true, data: 'nada' }), { times: 1 });
  await panel.goto('/usuarios');
  await expect.poll(() => logged.some((text) => text.startsWith('Error al cargar los usuarios'))).toBe(true);
  await expect(panel.getByRole('main').locator('[aria-busy]')).toHaveCount(0);
  await expect(panel.getByRole('alert')).toHaveCount(0);
  await expect(panel.getByText('Error al cargar')).toHaveCount(0);

  await panel.goto('/usuarios?buscar=admin');
  await panel.getByRole('button', { name: 'Eliminar' }).click();
  await panel.getByRole('button', { name: 'Confirmar' }).click();
  await expect(panel.getByRole('region', { name: 'Avisos' }).getByText('Error al eliminar el usuario')).toBeVisible();
});

test('USU-22 USU-23 A21 by the letter the file has commas, and no choice', async ({ panel, add }) => {
  const { id } = await add('/user', { name: 'Letra Estricta', username: 'letra.csv', phone: '1166600009' });
  await panel.goto('/usuarios?buscar=letra.csv');
  await expect(panel.getByRole('button', { name: 'Formato del archivo' })).toHaveCount(0);
  const [file] = await Promise.all([
    panel.waitForEvent('download'),
    panel.getByRole('button', { name: 'Exportar', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^usuarios_\d{4}-\d{2}-\d{2}\.csv$/);
  const [head, line] = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(head).toBe('\uFEFFID,Nombre,Género,Usuario,Teléfono,Rol,Estado,Suscripción,Fecha Registro');
  expect(line).toMatch(new RegExp(`^${id},Letra Estricta,\\w+,letra.csv,\\(\\+54\\) 1166600009,Cliente,Activo,`));
});
