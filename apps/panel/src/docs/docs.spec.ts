import { ADMIN } from '@pulso/testing/product';
import { expect, test } from '#test/panel';

test('the API page asks who is there, loads nothing from outside and describes every call', async ({
  page,
  product: { url },
}) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  const opened = await page.goto(`${url}/api/docs`);
  expect(opened?.status()).toBe(401);
  await page.getByLabel('Usuario').fill(ADMIN.username);
  await page.getByLabel('Contraseña').fill('equivocada');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByRole('alert')).toHaveText('Usuario o contraseña incorrectos');
  await page.getByLabel('Contraseña').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.getByText('Niveles: crear').click();
  await expect(page.getByRole('cell', { name: 'title' }).first()).toBeVisible();
  expect([...hosts]).toEqual([url]);
});
