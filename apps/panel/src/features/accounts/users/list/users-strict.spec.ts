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
