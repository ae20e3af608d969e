import type { Page } from '@playwright/test';
import { expect, test, uniqueName } from '#test/builders';
import { card, toasts } from '#test/page';

const enableExtras = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('pulso-extras', JSON.stringify(['events', 'restore'])));

test('AUD-04 AUD-05 what was done stands in Auditoría and in the record’s own Historial', async ({
  panel,
  add,
  change,
}) => {
  await enableExtras(panel);
  const [plan, exercise, person] = [
    await add('/suscriptions', { amount: 10_000 }),
    await add('/exercise'),
    await add('/user'),
  ];
  await change('PATCH', `/suscriptions/${plan.id}`, { amount: 10_800 });
  await change('PATCH', `/exercise/${exercise.id}`, { title: `${exercise.title} inclinado`, tips: 'Sin apuro' });
  await change('PATCH', `/user/${person.id}`, { password: 'otra-clave' });

  await panel.goto('/auditoria');
  const raised = panel.getByText(`cambió el precio de ${plan.title}: ARS 10.000,00 → ARS 10.800,00`);
  await expect(raised).toBeVisible();
  await panel.getByRole('button', { name: 'Filtros' }).click();
  await panel.getByLabel('Qué').selectOption('Ejercicio');
  await panel.getByLabel('Acción').selectOption('Cambió');
  await expect(panel).toHaveURL(/que=exercise&accion=changed|accion=changed&que=exercise/);
  await expect(raised).toHaveCount(0);
  const renamed = panel.getByText(`cambió 2 datos del ejercicio ${exercise.title} inclinado`);
  await renamed.click();
  await expect(panel.getByText(`${exercise.title} → ${exercise.title} inclinado`)).toBeVisible();

  await panel.goto(`/ejercicios/${exercise.id}`);
  await panel.getByRole('tab', { name: 'Historial' }).click();
  await expect(renamed).toBeVisible();
  await expect(panel.getByText(`creó el ejercicio ${exercise.title}`).first()).toBeVisible();

  await panel.goto(`/usuarios/${person.id}?pestana=historial`);
  await expect(panel.getByText(`cambió la contraseña de ${person.name}`)).toBeVisible();

  await panel.goto('/auditoria?hasta=2020-01-01');
  await expect(panel.getByText('Sin movimientos con estos filtros.')).toBeVisible();
});

test('PPL-01 what was deleted is in Papelera, and comes back', async ({ panel, add, change }) => {
  await enableExtras(panel);
  const level = await add('/level', { title: uniqueName('Nivel') });
  await change('DELETE', `/level/${level.id}`);
  await panel.goto('/papelera');
  const item = panel.getByRole('listitem').filter({ hasText: level.title });
  await expect(item).toContainText('Nivel');
  await expect(item).toContainText('quedan 30 días');
  await item.getByRole('button', { name: 'Restaurar' }).click();
  await expect(toasts(panel)).toContainText('Se restauró');
  await expect(item).toHaveCount(0);
  await panel.goto('/configuracion/niveles');
  await expect(card(panel, level.title)).toBeVisible();
});
