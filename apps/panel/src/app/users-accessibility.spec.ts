import { expectFitsPhone, expectSound, findings, LONG, looking, PHONE } from '#test/accessibility';
import { expect, tag, test } from '#test/builders';
import { rows } from '#test/page';

test.describe.configure({ timeout: 90_000 });
test.use(looking);

test('users and their form have no serious finding, armed and with errors, and fit a phone', async ({ panel, add }) => {
  const word = tag();
  const subscription = { suscription_status: true, suscription_init: '2026-01-01', suscription_end: '2190-01-01' };
  const user = await add('/user', { name: `${LONG} ${word}`, username: `${word}${'x'.repeat(60)}`, ...subscription });
  await add('/user', { name: `Ana ${word}`, role: 'TRAINER', status: false });
  await panel.goto(`/usuarios?buscar=${word}&rol=todos&orden=name`);
  await expect(rows(panel)).toHaveCount(2);
  await panel.getByRole('button', { name: /^Filtros/ }).click();
  await expectSound(panel, 'list');
  await panel.getByRole('button', { name: 'Eliminar' }).first().click();
  await expect(panel.getByRole('button', { name: 'Confirmar' })).toBeVisible();
  expect(await findings(panel), 'armed').toEqual([]);
  for (const width of [1280, 1024, 768]) {
    await panel.setViewportSize({ width, height: 800 });
    const over = () => panel.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(over, `${width}`).toBeLessThanOrEqual(0);
  }
  await panel.setViewportSize(PHONE);
  await expectFitsPhone(panel, 'list');
  await expectSound(panel, 'list on a phone');

  await panel.goto(`/usuarios/editar/${user.id}`);
  await panel.getByLabel('Nombre completo').fill('');
  await panel.getByRole('button', { name: 'Actualizar Usuario' }).click();
  await expect(panel.getByText('El nombre completo es obligatorio')).toBeVisible();
  await expectFitsPhone(panel, 'form');
  await expectSound(panel, 'form on a phone');
  await panel.setViewportSize({ width: 1280, height: 800 });
  await expectSound(panel, 'form');
});
