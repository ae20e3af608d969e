import { expectFitsPhone, expectSound, LONG, looking, PHONE } from '#test/accessibility';
import { expect, test } from '#test/builders';
import { answerWith } from '#test/panel';

test.describe.configure({ timeout: 90_000 });
test.use({ ...looking, expectedErrors: [/Error en el servidor/] });

test('the user detail has no serious finding, its tabs and dialogs neither, and fits a phone', async ({
  panel,
  add,
  write,
}) => {
  const [person, plan, bundle] = [
    await add('/user', { name: LONG, height: 170, weight: 80 }),
    await add('/suscriptions'),
    await add('/package'),
  ];
  const activation = {
    user_id: person.id,
    subscription_id: plan.id,
    payment_method: 'efectivo',
    payment_amount: 1234567.5,
  };
  await write('/user/activate-suscription', { ...activation, notes: LONG, transaction_id: 'x'.repeat(60) });
  await write('/user/activate-package', { user_id: person.id, package_id: bundle.id, status: true });
  for (const tab of ['paquetes', 'pagos']) {
    await panel.goto(`/usuarios/${person.id}?pestana=${tab}`);
    await expect(panel.getByRole('tabpanel').getByRole('table')).toBeVisible();
    await expectSound(panel, tab);
    await panel.setViewportSize(PHONE);
    await expectFitsPhone(panel, tab);
    await panel.setViewportSize({ width: 1280, height: 720 });
  }
  await panel.route(/\/api\/(user\/|payment$)/, (route) =>
    route.request().method() === 'GET' ? route.fallback() : answerWith(500)(route),
  );
  for (const [button, submit] of [
    ['Activar suscripción', 'Activar suscripción'],
    ['Gestionar suscripción', 'Desactivar'],
    ['Activar paquete', 'Activar paquete'],
    ['Registrar pago', 'Registrar pago'],
  ] as const) {
    await panel.getByRole('button', { name: button, exact: true }).click();
    const dialog = panel.getByRole('dialog', { name: button, exact: true });
    await dialog.getByRole('button', { name: submit, exact: true }).click();
    await expect(dialog.getByRole('alert').first()).toBeVisible();
    await expectSound(panel, button);
    await panel.setViewportSize(PHONE);
    await expectFitsPhone(panel, button);
    await panel.setViewportSize({ width: 1280, height: 720 });
    await panel.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});
