import { expect, test } from '#test/builders';
import { createGate } from '#test/panel';

const scrollTop = () => Math.round(window.scrollY);

test('back brings a list to where it was left, a link to the top', async ({ panel, add }) => {
  await Promise.all(Array.from({ length: 12 }, () => add('/user', {})));
  await panel.goto('/usuarios');
  const last = panel.getByRole('link', { name: 'Ver' }).last();
  await last.scrollIntoViewIfNeeded();
  const left = await panel.evaluate(scrollTop);
  expect(left).toBeGreaterThan(100);
  await last.click();
  await expect(panel).toHaveURL(/\/usuarios\/\d+$/);
  await expect.poll(() => panel.evaluate(scrollTop)).toBe(0);
  await panel.goBack();
  await expect(last).toBeVisible();
  await expect.poll(() => panel.evaluate(scrollTop)).toBe(left);
});

test('a double click follows a link once, and none that its first click has put under the pointer', async ({
  panel,
}) => {
  await panel.goto('/home');
  const link = panel.getByRole('link', { name: 'Ejercicios', exact: true }).first();
  await link.evaluate((element) =>
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 })),
  );
  await expect(panel).toHaveURL('/home');
  await link.dblclick();
  await expect(panel).toHaveURL('/ejercicios');
  await panel.goBack();
  await expect(panel).toHaveURL('/home');
});

test('a jump within the page is a step of its own, and no screen', async ({ panel }) => {
  await panel.goto('/home');
  await panel.getByRole('link', { name: 'Usuarios', exact: true }).click();
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Usuarios');
  await panel.keyboard.press('Tab');
  await panel.getByRole('link', { name: 'Saltar al contenido' }).focus();
  await panel.keyboard.press('Enter');
  await expect(panel).toHaveURL('/usuarios#contenido');
  await panel.goBack();
  await expect(panel).toHaveURL('/usuarios');
  await panel.goBack();
  await expect(panel).toHaveURL('/home');
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Inicio');
});

test('a screen comes with the pointer resting on its link, and the last link chosen is the one shown', async ({
  panel,
}) => {
  await panel.goto('/home');
  await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
  const code = panel.waitForResponse(/packages-screen.*\.js$/);
  await panel.getByRole('link', { name: 'Paquetes', exact: true }).hover();
  await code;
  await expect(panel).toHaveURL('/home');

  // The screen's code is held until another screen was chosen.
  const [held, release] = createGate();
  await panel.route(/products-screen.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await panel.getByRole('link', { name: 'Productos', exact: true }).click();
  await expect(panel.locator('main')).toHaveAttribute('aria-busy', 'true');
  await panel.getByRole('link', { name: 'Paquetes', exact: true }).click();
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Paquetes');
  const late = panel.waitForResponse(/products-screen.*\.js$/);
  release();
  await late;
  await panel.evaluate(() => new Promise(requestAnimationFrame));
  await expect(panel).toHaveURL('/paquetes');
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Paquetes');
});
