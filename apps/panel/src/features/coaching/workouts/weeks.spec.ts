import { lastMondays, PANEL_WEEKS, type TrainingWeek } from '@pulso/contract/coaching/weeks';
import { axeTestOptions, expectAccessible } from '#test/accessibility';
import { expect, test } from '#test/builders';
import { answerWith } from '#test/panel';

test.use({ ...axeTestOptions, expectedErrors: [/Error en el servidor/] });

test('PGR-01 SEG-01 a client’s tab has his last weeks, done against planned', async ({ panel, add }) => {
  await panel.addInitScript(() => localStorage.setItem('pulso-extras', JSON.stringify(['coaching', 'ledger'])));
  const client = await add('/user', { name: 'Ana María Gómez', phone: '1123456780' });
  const address = `**/api/user/${client.id}/training-weeks`;
  const weeks = panel.getByRole('region', { name: 'Semanas' });
  await panel.route(address, answerWith(500, { success: false, message: 'Error en el servidor' }));
  await panel.goto(`/usuarios/${client.id}`);
  await panel.getByRole('tab', { name: 'Entrenamiento' }).click();
  await expect(weeks.getByText('Error al cargar el entrenamiento del cliente')).toBeVisible();
  await panel.unroute(address);
  await weeks.getByRole('button', { name: 'Reintentar' }).click();
  await expect(weeks.getByText('Todavía no entrenó.')).toBeVisible();

  const data = lastMondays('2026-11-18', PANEL_WEEKS).map((from, index): TrainingWeek => ({
    from,
    done: index % 4,
    planned: index === 0 ? null : 4,
  }));
  await panel.route(address, answerWith(200, { success: true, data }));
  await panel.reload();
  await panel.getByRole('tab', { name: 'Entrenamiento' }).click();
  await expect(weeks.getByRole('listitem')).toHaveCount(PANEL_WEEKS);
  await expect(weeks.getByRole('listitem').first()).toHaveText(/^28 sep(?: 2026)? al 4 oct(?: 2026)?0$/);
  await expect(weeks.getByRole('listitem').last()).toContainText('3 de 4');
  await expectAccessible(panel, 'the weeks of a client');
  // What a server without the later wave does not have.
  await expect(panel.getByRole('region', { name: 'Sesiones' })).toHaveCount(0);
});
