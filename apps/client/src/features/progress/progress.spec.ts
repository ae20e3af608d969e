import { readFile } from 'node:fs/promises';
import { today } from '@pulso/contract/kit/dates';
import { expectFine } from '#test/accessibility';
import { expect, foot, test } from '#test/app';

test.use({ bypassCSP: true, viewport: { width: 390, height: 844 }, expectedErrors: [/500/] });

test('PGR-01 PRV-05 what was done is in Progreso, as bars and numbers, and in the file of one’s own data', async ({
  page,
  seed,
  enter,
}) => {
  const { client, training } = await seed.addFollower();
  await enter(client);
  const sent = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Ya lo hice' }).click();
  await expect(page.getByText('Hecho por hoy')).toBeVisible();
  await sent;

  await page.route('**/api/my/progress', (route) => route.fulfill({ status: 500, json: { success: false } }));
  await foot(page).getByRole('link', { name: 'Progreso' }).click();
  await expect(page.getByText('Error al cargar tu progreso')).toBeVisible();
  await page.unroute('**/api/my/progress');
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText('Semanas seguidas: 1')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(13);
  await expect(page.getByRole('row').nth(1).getByRole('cell').last()).toHaveText('1');
  await expect(page.getByRole('row').nth(2).getByRole('cell').last()).toHaveText('0');
  await expectFine(page, 'Progreso with weeks');

  await foot(page).getByRole('link', { name: 'Mi plan' }).click();
  const downloading = page.waitForEvent('download');
  const button = page.getByRole('button', { name: 'Descargar mis datos' });
  await button.click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`mis_datos_${today()}.json`);
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>;
  expect(data).toMatchObject({ perfil: { nombre: client.name }, entrenamientos: [{ entrenamiento: training.title }] });
  await button.click();
  await expect(page.getByRole('alert')).toContainText('Ya pediste tus datos hace poco. Intenta de nuevo en 60 min.');
});
