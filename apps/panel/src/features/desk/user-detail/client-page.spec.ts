import { expect, test } from '#test/builders';
import { chooseAction, recordWrites } from '#test/page';
import { BILLING_EXTRAS } from '#test/panel-with-answers';

test('USD-04 USD-06 USD-24 USD-25 where a server offers more, two buttons stand open, the rest is in Acciones by its words, and one timeline tells everything', async ({
  panel,
  add,
  write,
}) => {
  await panel.addInitScript((extras) => localStorage.setItem('pulso-extras', JSON.stringify(extras)), BILLING_EXTRAS);
  const [person, plan] = [await add('/user'), await add('/suscriptions', { duration: 1, amount: 500 })];
  const activation = { user_id: person.id, subscription_id: plan.id, payment_method: 'efectivo', payment_amount: 500 };
  await write('/user/activate-suscription', activation);
  await write('/debt', { user_id: person.id, amount: 70, type: 'other', item_id: 0, note: 'Una remera' });
  await panel.goto(`/usuarios/${person.id}`);
  const main = panel.getByRole('main');
  const profile = panel.getByRole('region', { name: 'Perfil' });
  await expect(profile.getByText(new RegExp(`^${plan.title} · vence el `))).toBeVisible();
  await expect(profile.getByText('Debe ARS 70,00')).toBeVisible();
  for (const name of ['Cobrar', 'WhatsApp'])
    await expect(main.getByRole('button', { name, exact: true })).toBeVisible();

  await expect(panel.getByRole('tab', { selected: true })).toHaveText('Todo');
  const lines = panel.getByRole('tabpanel').getByRole('listitem');
  for (const words of [plan.title, 'ARS 500,00', 'Una remera'])
    await expect(lines.filter({ hasText: words }).first()).toBeVisible();

  for (const name of ['Activar suscripción', 'Activar paquete', 'Registrar pago', 'Gestionar suscripción']) {
    await chooseAction(panel, name);
    const dialog = panel.getByRole('dialog', { name, exact: true });
    await expect(dialog).toBeVisible();
    await panel.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  const sent = recordWrites(panel);
  await chooseAction(panel, 'Eliminar');
  await expect(panel.getByRole('menuitem', { name: 'Confirmar' })).toBeVisible();
  expect(sent).toEqual([]);
  await panel.getByRole('menuitem', { name: 'Confirmar' }).click();
  await expect(panel).toHaveURL('/usuarios');
  expect(sent).toEqual([`DELETE /user/${person.id}`]);
});
