import { expectFitsPhone, expectAccessible, axeTestOptions, PHONE_SIZE } from '#test/accessibility';
import { expect, test } from '#test/panel';

test.use(axeTestOptions);

const VERSION_PATTERN = /^Pulso \d+\.\d+\.\d+/;

test('the guide is at the foot of the menu, leads from page to page, is found by the palette and asks nobody else; M4 at its foot the version, of a server that tells it', async ({
  panel,
  product: { url },
}) => {
  const asked: string[] = [];
  panel.on('request', (request) => asked.push(request.url()));
  const title = panel.getByRole('main').getByRole('heading', { level: 1 });
  await panel.goto('/configuracion/notificaciones');
  await panel.getByRole('region', { name: 'Usuario', exact: true }).getByRole('link', { name: 'Ayuda' }).click();
  await expect(panel).toHaveURL('/ayuda');
  await expect(title).toHaveText('Ayuda');
  await expect(panel.getByText(VERSION_PATTERN)).toHaveCount(0);
  await panel.getByRole('article').getByRole('link', { name: 'Clientes', exact: true }).click();
  await expect(panel).toHaveURL('/ayuda/clientes');
  await expect(title).toHaveText('Clientes');
  const pages = panel.getByRole('navigation', { name: 'Páginas de la ayuda' });
  await expect(pages.getByRole('link', { name: 'Clientes', exact: true })).toHaveAttribute('aria-current', 'page');
  const picture = panel.getByRole('img', { name: 'La ficha de un cliente' });
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(panel, 'a page of the guide');
  await panel.setViewportSize(PHONE_SIZE);
  await expectFitsPhone(panel, 'a page of the guide');

  await panel.keyboard.press('Control+k');
  await panel.getByRole('combobox').fill('renovar como');
  await expect(panel.getByRole('group', { name: 'Ayuda' }).getByRole('option')).toHaveText([/^Cómo renovar/]);
  await panel.keyboard.press('Enter');
  await expect(title).toHaveText('Suscripciones y renovaciones');
  await expect(panel.getByRole('heading', { name: 'Cómo renovar' })).toBeFocused();
  await expect(panel.getByRole('heading', { name: 'Cómo renovar' })).toBeInViewport();
  await panel.goBack();
  await expect(title).toHaveText('Clientes');

  await panel.keyboard.press('?');
  await panel.getByRole('dialog').getByRole('link', { name: 'Ver la ayuda' }).click();
  await expect(panel).toHaveURL('/ayuda');
  await expect(panel.getByRole('dialog')).toHaveCount(0);
  await panel.goto('/ayuda/no-existe');
  await expect(panel.getByText('Esta página de la ayuda no existe')).toBeVisible();
  expect(asked.filter((address) => address.endsWith('/api/version'))).toEqual([]);

  await panel.evaluate(() => localStorage.setItem('pulso-extras', JSON.stringify(['version'])));
  await panel.goto('/ayuda');
  await expect(panel.getByText(VERSION_PATTERN)).toBeVisible();
  expect(asked.filter((address) => !address.startsWith(url) && !address.startsWith('blob:'))).toEqual([]);
});
