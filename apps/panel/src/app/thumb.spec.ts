import { EXTRAS } from '@pulso/contract/accounts/extras';
import type { Locator, Page } from '@playwright/test';
import { expect, uniqueTag, test } from '#test/builders';
import { visitAndRecord } from '#test/failures';
import { goToScreen, rowOf, tableRows } from '#test/page';
import { extraRoutes, panelRoutes } from '#test/panel-routes';
import { BILLING_EXTRAS, openPanelWithAnswers } from '#test/panel-with-answers';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

type TapCounter = { touched: number };

function installTapCounter() {
  const counted = globalThis as unknown as TapCounter;
  counted.touched = 0;
  // Counts clicks, not touches, which the test browser cancels and repeats if something moved under them.
  window.addEventListener('click', () => (counted.touched += 1), true);
}

/** Number of taps that an action takes. */
async function countTaps(page: Page, done: () => Promise<void>): Promise<number> {
  const touched = () => page.evaluate(() => (globalThis as unknown as TapCounter).touched);
  const before = await touched();
  await done();
  return (await touched()) - before;
}

const bottomEdgeOf = async (one: Locator) => {
  const box = await one.boundingBox();
  return (box?.y ?? 0) + (box?.height ?? 0);
};

test('USU-12 a client is three taps away, and the number is called with another', async ({ panel, add }) => {
  test.slow();
  const word = uniqueTag();
  const user = await add('/user', { name: `Ana ${word}`, phone: '1155550199' });
  const name = panel.getByRole('heading', { level: 1, name: user.name });
  const number = panel.getByRole('link', { name: /1155550199/ }).first();
  await panel.addInitScript(installTapCounter);
  await panel.addInitScript((extras) => localStorage.setItem('pulso-extras', JSON.stringify(extras)), BILLING_EXTRAS);
  await panel.goto('/home');
  await expect(panel.getByText('Total de usuarios')).toBeVisible();

  const byPalette = await countTaps(panel, async () => {
    await panel.getByRole('button', { name: 'Ir a…' }).tap();
    // The box accepts typing at once.
    await expect(panel.getByRole('combobox')).toBeFocused();
    await panel.keyboard.type(word);
    await panel.getByRole('option', { name: user.name }).tap();
    await expect(name).toBeVisible();
  });
  expect(byPalette).toBe(2);
  await expect(number).toHaveAttribute('href', 'tel:+541155550199');
  // The page starts at its top, however far down its tabs are; the line of tabs is scrolled to the open one.
  await expect(panel.getByRole('tab', { selected: true })).toHaveCount(1);
  expect(await panel.evaluate(() => scrollY)).toBe(0);
  await goToScreen(panel, '/cobranzas?lista=promised');
  const tab = panel.getByRole('tab', { selected: true, name: 'Promesas' });
  await expect(tab).toBeVisible();
  const box = await tab.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);

  await goToScreen(panel, '/home');
  const bySearch = await countTaps(panel, async () => {
    await panel.getByRole('region', { name: 'Total de usuarios' }).getByText('Total de usuarios').tap({ force: true });
    await panel.getByRole('searchbox').tap();
    await panel.keyboard.type(word);
    // Wait until no row moves under the finger any more.
    await expect(tableRows(panel)).toHaveCount(1);
    await rowOf(panel, user.name).getByRole('link').tap();
    await expect(name).toBeVisible();
  });
  expect(bySearch).toBe(3);

  // The end of the content lies above the bar at the bottom.
  await goToScreen(panel, '/usuarios');
  await expect(tableRows(panel).first()).toBeVisible();
  await panel.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const bar = panel.getByRole('navigation', { name: 'Lugares de todos los días' });
  await expect(bar.getByRole('link')).toHaveText(['Inicio', 'Usuarios', 'Cobranzas']);
  await expect(bar.getByRole('link', { name: 'Usuarios' })).toHaveAttribute('aria-current', 'page');
  const barTop = (await bar.boundingBox())?.y ?? 0;
  expect(await bottomEdgeOf(panel.getByRole('main').locator('> *').last())).toBeLessThanOrEqual(barTop);

  // The on-screen keyboard opens: nothing lies between it and the focused control.
  await expect(panel.getByRole('link', { name: 'Nuevo Usuario' }).first()).toBeInViewport();
  await panel.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: 500 });
    visualViewport?.dispatchEvent(new Event('resize'));
  });
  await expect(bar).toBeHidden();
});

test('what a screen is for is where the thumb is, on every screen', async ({ panel }) => {
  await openPanelWithAnswers(panel, '/home', [...EXTRAS]);
  const seen = await visitAndRecord(panel, [...panelRoutes(), ...extraRoutes(), '/mi-negocio', '/ayuda']);
  const actions = Object.entries(seen).map(([address, { underThumb }]) => [address, underThumb] as const);
  // Screens for reading or for finding a person, or with actions in every row.
  expect(actions.filter(([, action]) => !action).map(([address]) => address)).toEqual([
    ...[
      '/home',
      '/cobranzas',
      '/negocio',
      '/pagos/verificar',
      '/pagos/links',
      '/caja/cierres',
      '/auditoria',
      '/papelera',
      '/importar',
      '/ayuda',
    ],
  ]);
  expect(Object.fromEntries(actions)).toMatchObject({
    '/usuarios': 'Nuevo Usuario',
    '/usuarios/3': 'WhatsApp',
    '/dietas/nuevo': 'Crear Dieta',
    '/configuracion/niveles': 'Nuevo Nivel',
    '/configuracion/notificaciones': 'Enviar a todos',
    '/pagos/3': 'Imprimir',
    '/caja': 'Cerrar caja',
  });
});
