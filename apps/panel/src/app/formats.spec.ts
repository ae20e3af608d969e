import { answerWith, expect, test } from '#test/panel';

test('FMT-01 prices are pesos with two decimals, written as in Argentina', async ({ panel }) => {
  const prices = [
    [1500, 'ARS 1.500,00'],
    [0.5, 'ARS 0,50'],
    [1234567.891, 'ARS 1.234.567,89'],
  ] as const;
  const data = prices.map(([price], index) => ({
    id: index + 1,
    title: `Producto ${index + 1}`,
    affiliate_link: 'https://tienda.example',
    price,
    category_id: 1,
    is_featured: false,
    image: null,
  }));
  await panel.route('**/api/product', answerWith(200, { success: true, data }));
  await panel.goto('/productos');
  for (const [, shown] of prices) await expect(panel.getByText(shown, { exact: true })).toBeVisible();
});

test.describe('with the browser in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('FMT-03 D12 dates in lists are dd/mm/yyyy, on the day it was in Buenos Aires', async ({ panel }) => {
    const level = { id: 1, title: 'Nocturno', status: true, updated_at: '2025-03-06T02:30:00.000Z' };
    await panel.route('**/api/level', answerWith(200, { success: true, data: [level] }));
    await panel.goto('/configuracion/niveles');
    await expect(panel.getByRole('article', { name: 'Nocturno' })).toContainText('Actualizado 05/03/2025');
  });
});
