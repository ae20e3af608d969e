import type { Page } from '@playwright/test';
import { addDays, addMonths, daysBetween, formatDate, today } from '@pulso/contract/kit/dates';
import { expect, test } from '#test/builders';
import { closeToasts, reconnect, rowOf, toasts, waitForWrite } from '#test/page';
import { dropAnswer } from '#test/panel';

const day = today();
const end = addMonths(day, 1);

const enableExtras = (page: Page) =>
  page.addInitScript(
    (extras) => localStorage.setItem('pulso-extras', JSON.stringify(extras)),
    ['renew', 'pause', 'ledger', 'idempotency-key', 'user-pages'],
  );

test.use({ expectedErrors: [/^Error en el servidor|^No se pudo conectar/] });

test('PAU-01 PAU-04 PAU-06 PAU-08 a client is paused, renewed meanwhile, comes back later and then today', async ({
  panel,
  add,
  write,
}) => {
  await enableExtras(panel);
  const [person, plan] = [await add('/user'), await add('/suscriptions', { duration: 1, amount: 15_000 })];
  const activation = { user_id: person.id, subscription_id: plan.id, payment_method: 'efectivo' };
  await write('/user/activate-suscription', { ...activation, payment_amount: 15_000 });
  await panel.goto(`/usuarios/${person.id}`);
  await panel.getByRole('button', { name: 'Gestionar suscripción' }).click();
  await expect(panel.getByRole('dialog')).toContainText(
    'Desactivar no mueve el vencimiento. Para conservar los días pagados, usa Pausar.',
  );
  await panel.keyboard.press('Escape');

  await panel.getByRole('button', { name: 'Pausar', exact: true }).click();
  const dialog = panel.getByRole('dialog', { name: 'Pausar suscripción' });
  const submit = dialog.getByRole('button', { name: 'Pausar', exact: true });
  await expect(dialog.getByLabel('Desde *')).toHaveValue(formatDate(day));
  const left = daysBetween(day, end);
  await expect(dialog).toContainText(`Le quedan ${left} días pagados.`);
  await dialog.getByLabel('Vuelve el *').fill(formatDate(day));
  await dialog.getByLabel('Motivo *').fill('Viaja por trabajo');
  await submit.click();
  await expect(dialog.getByText('Debe ser después del primer día de la pausa')).toBeVisible();
  const to = addDays(day, 10);
  await dialog.getByLabel('Vuelve el *').fill(formatDate(to));
  await expect(dialog).toContainText(
    `Le quedan ${left} días pagados. Nuevo vencimiento: ${formatDate(addDays(end, 10))}.`,
  );
  // Somebody renews meanwhile: what was typed stays, and the sentence says the new end.
  const renewal = { plan_id: plan.id, start_date: end, list_price: 15_000, price: 15_000, paid: 15_000 };
  await write(`/user/${person.id}/renew`, { ...renewal, payment_method: 'efectivo', status: 'completed' });
  const renewed = addMonths(day, 2);
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText('Error al pausar la suscripción. Por favor intenta de nuevo.');
  await expect(dialog.getByRole('alert')).toContainText(
    `Mientras tanto cambió: el nuevo vencimiento es el ${formatDate(addDays(renewed, 10))}. Revisa y confirma otra vez.`,
  );
  await expect(dialog).toContainText(`Nuevo vencimiento: ${formatDate(addDays(renewed, 10))}.`);
  await expect(dialog.getByLabel('Motivo *')).toHaveValue('Viaja por trabajo');
  // The pause is done, its answer is lost, and the change is known already when it is sent again.
  await panel.route(`**/api/user/${person.id}/pause`, dropAnswer, { times: 1 });
  await dialog
    .getByRole('button', { name: /^(Pausar|Reintentar)$/ })
    .first()
    .click();
  await expect(dialog.getByRole('alert')).toContainText('No se pudo conectar');
  await reconnect(panel, `/user/${person.id}`);
  const sent = waitForWrite(panel, 'POST', `/user/${person.id}/pause`);
  await dialog.getByRole('button', { name: 'Reintentar' }).click();
  expect((await sent).postDataJSON()).toEqual({
    ...{ from: day, to, reason: 'Viaja por trabajo', end: addDays(renewed, 10) },
  });
  await expect(dialog).toHaveCount(0);
  await expect(toasts(panel)).toContainText(`En pausa hasta el ${formatDate(to)}`);
  await closeToasts(panel);

  const badge = `En pausa hasta el ${formatDate(to)}`;
  await expect(panel.getByRole('region', { name: 'Perfil' }).getByText(badge)).toBeVisible();
  const history = panel.getByRole('region', { name: 'Historial' });
  await expect(rowOf(panel, 'Pausa')).toContainText('En pausa');
  await expect(history).toContainText('Viaja por trabajo');
  await expect(history.getByRole('button', { name: 'Anular período' })).toHaveCount(0);

  // 'Reanudar' sets the day, which may be a later one.
  await panel.getByRole('button', { name: 'Reanudar', exact: true }).click();
  const resuming = panel.getByRole('dialog', { name: 'Reanudar suscripción' });
  const later = addDays(day, 12);
  await resuming.getByLabel('Vuelve el *').fill(formatDate(later));
  await expect(resuming).toContainText(`Nuevo vencimiento: ${formatDate(addDays(renewed, 12))}.`);
  await resuming.getByRole('button', { name: 'Cambiar la vuelta' }).click();
  await expect(toasts(panel)).toContainText(`Vuelve el ${formatDate(later)}`);
  await closeToasts(panel);
  await panel.goto(`/usuarios?buscar=${encodeURIComponent(person.name)}`);
  await expect(rowOf(panel, person.name)).toContainText(`En pausa hasta el ${formatDate(later)}`);
  await panel.goto(`/usuarios/${person.id}`);
  await panel.getByRole('button', { name: 'Reanudar', exact: true }).click();
  await expect(resuming).toContainText(`Nuevo vencimiento: ${formatDate(renewed)}.`);
  await resuming.getByRole('button', { name: 'Reanudar', exact: true }).click();
  await expect(toasts(panel)).toContainText('Suscripción reanudada');
  await expect(panel.getByRole('button', { name: 'Pausar', exact: true })).toBeVisible();
  await expect(panel.getByText(/^En pausa hasta/)).toHaveCount(0);
});
