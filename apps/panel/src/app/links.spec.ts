import type { Page } from '@playwright/test';
import { collectionListLabels } from '@pulso/contract/billing/collections.labels';
import { addMonths, today } from '@pulso/contract/kit/dates';
import { expect, test } from '#test/builders';
import { goToScreen } from '#test/page';
import { extraRoutes, panelRoutes } from '#test/panel-routes';

const tabLabels: Record<string, string> = { ...collectionListLabels, aumentos: 'Aumentos' };

const filterLabels: Record<string, string> = {
  estado: 'Estado',
  suscripcion: 'Suscripción',
  nivel: 'Nivel',
  destacado: 'Destacado',
};

/** A parameter's visible effect: a selected tab, an open dialog, the search, or a filter's chosen option. */
async function expectShown(page: Page, name: string, value: string) {
  if (name === 'nuevo' || name === 'abrir') return expect(page.getByRole('dialog')).toBeVisible();
  if (name === 'buscar') return expect(page.getByRole('searchbox')).toHaveValue(value);
  if (name === 'lista' || name === 'pestana')
    return expect(page.getByRole('tab', { selected: true })).toContainText(tabLabels[value] ?? 'Aumento');
  const filter = filterLabels[name];
  if (!filter) throw new Error(`Nothing shows ${name}=${value} at ${page.url()}`);
  await expect(page.getByRole('main').getByLabel(filter, { exact: true })).toHaveValue(value);
}

test('B2 every link with parameters, on every screen, opens what it names', async ({ panel, add, write }) => {
  test.setTimeout(90_000);
  await panel.addInitScript(() =>
    localStorage.setItem(
      'pulso-extras',
      JSON.stringify([
        ...['collections', 'ledger', 'prices', 'renew', 'user-pages', 'statistics', 'segments', 'audiences', 'events'],
        'import',
      ]),
    ),
  );
  const plan = await add('/suscriptions', { amount: 10_000 });
  const person = await add('/user');
  const [training, exercise, diet] = [await add('/training'), await add('/exercise'), await add('/diet')];
  const sold = { subscription_id: plan.id, payment_method: 'efectivo', payment_amount: 10_000 };
  await write('/user/activate-suscription', { user_id: person.id, ...sold });
  const [valid_from, rows] = [addMonths(today(), 1, 1), [{ kind: 'plan', id: plan.id, before: 10_000, after: 11_000 }]];
  const rise = await write('/price-rise', { percent: 10, rounding: 0, valid_from, reason: '', rows });

  // The links of Negocio are followed in its own test.
  const screens = [...panelRoutes(), ...extraRoutes(), '/pagos/verificar'].filter(
    (route) => !/\d|^\/negocio/.test(route),
  );
  const items = [
    `/usuarios/${person.id}`,
    `/usuarios/editar/${person.id}`,
    `/precios/aumentos/${rise.id as number}`,
    `/entrenamientos/detalle/${training.id}`,
    `/ejercicios/detalle/${exercise.id}`,
    `/dietas/detalle/${diet.id}`,
  ];
  const found = new Set<string>();
  await panel.goto('/ayuda');
  for (const route of [...screens, ...items]) {
    // A form may keep the heading of the one before.
    if (/nuevo|form|editar|detalle/.test(route)) await goToScreen(panel, '/ayuda');
    await goToScreen(panel, route);
    await expect(panel.locator('main [data-skeleton], main .skeleton')).toHaveCount(0);
    const links = await panel.locator('a[href*="?"]').evaluateAll((all) => all.map((one) => one.getAttribute('href')!));
    for (const link of links) if (link.startsWith('/')) found.add(link);
  }
  expect([...found].map((link) => new URL(link, 'http://panel').pathname)).toEqual(
    expect.arrayContaining(['/cobranzas', '/precios', '/usuarios', '/entrenamientos', '/productos']),
  );
  expect([...found].map(decodeURIComponent)).toContain(`/cobranzas?lista=rise:${rise.id as number}`);
  for (const link of found)
    await test.step(link, async () => {
      const { pathname, searchParams } = new URL(link, panel.url());
      // Two links to one screen in a row would leave its heading where it is.
      if (pathname === new URL(panel.url()).pathname) await goToScreen(panel, '/ayuda');
      await goToScreen(panel, link);
      for (const [name, value] of searchParams) await expectShown(panel, name, value);
    });
});
