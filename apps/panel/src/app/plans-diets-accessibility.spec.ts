import { expectFitsPhone, expectSound, LONG, looking, PHONE } from '#test/accessibility';
import { expect, test } from '#test/builders';
import { names } from '#test/page';

test.describe.configure({ timeout: 90_000 });
test.use(looking);

test('plans and diets have no serious finding, with items, details and forms with errors, and fit a phone', async ({
  panel,
  add,
}) => {
  const unbroken = LONG.replaceAll(' ', '');
  await add('/suscriptions', { title: unbroken, description: LONG, duration: 36, amount: 9_999_999_999.99, status: 0 });
  const { id } = await add('/diet', {
    title: unbroken,
    category: LONG,
    total_time: LONG,
    portions: unbroken,
    ingredients: unbroken,
    calories: 99_999.99,
    protein: 99_999.99,
    status: false,
    is_premium: true,
  });
  const screens = [
    { route: '/suscripciones', ready: names(panel).first() },
    { route: '/dietas?estado=inactivas', ready: names(panel).first() },
    { route: `/dietas/${id}`, ready: panel.getByRole('heading', { level: 1 }) },
    { route: '/dietas/nuevo', ready: panel.getByLabel('Título') },
  ];
  for (const { route, ready } of screens) {
    await panel.goto(route);
    await expect(ready).toBeVisible();
    if (route.endsWith('nuevo')) {
      await panel.getByRole('button', { name: 'Crear Dieta' }).click();
      await expect(panel.getByRole('alert').first()).toBeVisible();
    }
    await expectSound(panel, route);
    await panel.setViewportSize(PHONE);
    await expectFitsPhone(panel, route);
    await panel.setViewportSize({ width: 1280, height: 720 });
  }
});
