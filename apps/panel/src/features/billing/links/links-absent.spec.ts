import { expect, test } from '#test/builders';

test('MPA-01 without Mercado Pago nothing of it is shown, and the screens are whole', async ({ panel }) => {
  await panel.addInitScript(() =>
    localStorage.setItem('pulso-extras', JSON.stringify(['collections', 'ledger', 'renew'])),
  );
  const asked: string[] = [];
  panel.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await panel.goto('/pagos');
  await expect(panel.getByRole('link', { name: 'A verificar' })).toBeVisible();
  await expect(panel.getByRole('link', { name: 'Links' })).toHaveCount(0);
  await panel.goto('/configuracion/negocio');
  await expect(panel.getByRole('button', { name: 'Guardar' })).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Mercado Pago' })).toHaveCount(0);
  expect(asked.filter((path) => /payment-link|mercadopago/.test(path))).toEqual([]);
});
