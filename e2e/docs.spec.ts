import { expect, test as base } from '@playwright/test';
import { startForBrowser } from './browser-product';
import { ADMIN } from './product';

const test = base.extend<object, { url: string }>({
  url: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to see what is needed: nothing.
    async ({}, use) => {
      const product = await startForBrowser();
      await use(product.url);
      await product.stop();
    },
    { scope: 'worker' },
  ],
});

// Whatever the browser complains about (a policy breach, a broken script) fails the test.
test.beforeEach(({ page }) => {
  page.on('pageerror', (error) => {
    throw error;
  });
});

test('the API page asks who is there, loads nothing from outside and describes every call', async ({ page, url }) => {
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
