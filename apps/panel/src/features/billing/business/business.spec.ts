import { businessRow } from '@pulso/contract/billing/business';
import { successBody } from '@pulso/contract/kit/envelope';
import { expect, test } from '#test/builders';
import { axeTestOptions, expectAccessible } from '#test/accessibility';
import { toasts } from '#test/page';

test.use(axeTestOptions);

test('BAS-05 what the app of the clients shows is set beside the other data of the business: colour, measures, what a lapsed client sees, days of grace', async ({
  panel,
  api,
}) => {
  const stored = async () => successBody(businessRow).parse(await (await api.get('/business')).json()).data;
  await panel.addInitScript(() =>
    localStorage.setItem('pulso-extras', JSON.stringify(['collections', 'ledger', 'coaching', 'pause'])),
  );
  await panel.goto('/configuracion/negocio');
  const part = panel.getByRole('region', { name: 'La app de tus clientes' });
  await part.getByLabel('Color', { exact: true }).fill('azul');
  await panel.getByRole('button', { name: 'Guardar' }).click();
  await expect(part.getByRole('alert')).toHaveText('El color debe ser como #1A73E8');
  // A yellow that nobody could read on white.
  await part.getByLabel('Color', { exact: true }).fill('#FFE600');
  await expect(part.getByText('Lo ajustamos un poco para que se lea')).toBeVisible();
  await part.getByLabel('Qué ve un cliente con el plan vencido').selectOption('Nada');
  await part.getByLabel('Días de gracia').fill('7');
  for (const name of ['Cintura', 'Cadera', 'Pecho', 'Brazo', 'Muslo']) await part.getByLabel(name).check();
  await expect(part.getByLabel('Cuello')).toBeDisabled();
  await part.getByLabel('Pecho').uncheck();
  await panel.getByLabel('Días de pausa por año').fill('30');
  await expectAccessible(panel, 'the app of the clients');
  await panel.getByRole('button', { name: 'Guardar' }).click();
  await expect(toasts(panel)).toContainText('Datos del negocio guardados');
  expect(await stored()).toMatchObject({
    accent: '#FFE600',
    lapsed_sees: 'nothing',
    grace_days: 7,
    pause_days_per_year: 30,
    measures: ['waist', 'hips', 'arm', 'thigh'],
  });
});
