import type { Locator, Page } from '@playwright/test';
import { exercises } from '@pulso/contract/content/exercises';
import { trainings } from '@pulso/contract/content/trainings';
import { addDays, today } from '@pulso/contract/kit/dates';
import { expect, uniqueTag, test } from '#test/builders';
import { completeAnswer } from '#test/gaps';
import {
  answerBrowserDialogs,
  columnCells,
  goToScreen,
  rowOf,
  tableRows,
  recordUserCalls,
  recordWrites,
} from '#test/page';
import { answerWith } from '#test/panel';

const scrollTop = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const boxOf = async (element: Locator) => (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

/** Checks that top bar, search and headings stay visible, one below the other, above a list scrolled to its end. */
async function expectHeadingsVisible(page: Page, heading: Locator) {
  await tableRows(page).last().scrollIntoViewIfNeeded();
  const bar = await boxOf(page.getByRole('banner'));
  const search = await boxOf(page.getByRole('searchbox'));
  const head = await boxOf(heading);
  expect(search.y).toBeGreaterThanOrEqual(bar.y + bar.height);
  expect(head.y).toBeGreaterThanOrEqual(search.y + search.height);
  expect(head.y + head.height).toBeLessThan(200);
  return head;
}

/** Number of rows fully visible below the fixed bars. */
const visibleRows = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('tbody tr')].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      }).length,
  );

/** Records from now on how many rows each change of the page added. */
async function recordAddedRows(page: Page) {
  const counts = await page.evaluateHandle(() => {
    const seen: number[] = [];
    new MutationObserver((changes) =>
      seen.push(
        changes.flatMap(({ addedNodes }) => [...addedNodes]).filter(({ nodeName }) => nodeName === 'TR').length,
      ),
    ).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  return () => counts.jsonValue();
}

test.beforeEach(({ panel }) =>
  panel.addInitScript(() => localStorage.setItem('pulso-extras', JSON.stringify(['expiring-users']))),
);

const LONG_NAME = 'María de los Ángeles Fernández Echeverría de la Fuente';
const subscriptionEndingIn = (days: number) => ({
  suscription_status: true,
  suscription_init: '2026-01-01',
  suscription_end: addDays(today(), days),
});

test.describe('at a desk', () => {
  test.use({ viewport: { width: 1280, height: 720 } });

  test('USD-02 USF-11 USF-14 a list is searched, sorted and scrolled, and is found again as it was left', async ({
    panel,
    add,
  }) => {
    test.slow();
    const word = uniqueTag();
    const name = (number: number) => `Persona ${String(number).padStart(2, '0')} ${word}`;
    for (let number = 1; number <= 24; number++)
      await add('/user', { name: name(number), username: `persona.${number}.${word}` });
    const long = await add('/user', { name: `${LONG_NAME} ${word}`, username: `echeverria.fernandez.${word}` });
    await panel.goto(`/usuarios?buscar=${long.username}`);
    await expect(tableRows(panel)).toHaveCount(1);
    await expect(panel).toHaveTitle('Usuarios · Pulso');

    // Search results are added a few rows at a time, so that typing is never blocked.
    const added = await recordAddedRows(panel);
    await panel.getByRole('searchbox').fill(word);
    await expect(tableRows(panel)).toHaveCount(25);
    const counts = await added();
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(24);
    expect(Math.max(...counts)).toBeLessThanOrEqual(10);

    // Eleven rows fit: a long name has two lines, a long user name ends in dots and is complete in its title.
    expect(await visibleRows(panel)).toBeGreaterThanOrEqual(11);
    for (const row of await tableRows(panel).all()) expect((await boxOf(row)).height).toBe(44);
    for (const [text, wrapping] of [
      [String(long.name), 'wrap'],
      [String(long.username), 'nowrap'],
    ] as const) {
      const cut = rowOf(panel, String(long.name)).getByTitle(text, { exact: true }).first();
      const { isCut, wraps } = await cut.evaluate((element) => {
        const { clientWidth, scrollWidth } = element.querySelector('span') ?? element;
        const { textWrapMode } = getComputedStyle(element.querySelector('span') ?? element);
        return { isCut: scrollWidth > clientWidth, wraps: textWrapMode };
      });
      expect(isCut, text).toBe(wrapping === 'nowrap');
      expect(wraps).toBe(wrapping);
    }

    // The arrow is faint on a sortable heading and solid on the sorted one.
    const heading = panel.getByRole('columnheader', { name: 'Nombre' });
    const sign = heading.locator('svg');
    await expect(sign).toHaveCSS('opacity', '0');
    await heading.getByRole('button').hover();
    await expect(sign).toHaveCSS('opacity', '0.5');
    await heading.getByRole('button').click();
    await heading.getByRole('button').click();
    await expect(sign).toHaveCSS('opacity', '1');
    await expect(heading).toHaveAttribute('aria-sort', 'descending');
    await expect(columnCells(panel, 2).first()).toHaveText(name(24));

    // Search and headings stay below the top bar, and never cover the focused element.
    const head = await expectHeadingsVisible(panel, heading);
    const nameLink = (number: number) => panel.getByRole('link', { name: name(number), exact: true });
    await rowOf(panel, name(6)).getByRole('button', { name: 'Eliminar' }).focus();
    for (let step = 0; step < 10; step++) {
      await panel.keyboard.press('Shift+Tab');
      expect((await boxOf(panel.locator(':focus'))).y).toBeGreaterThanOrEqual(head.y + head.height);
    }

    // The name leads to the detail, and three ways lead back.
    await panel.mouse.wheel(0, 200);
    await nameLink(5).scrollIntoViewIfNeeded();
    const place = await scrollTop(panel);
    expect(place).toBeGreaterThan(100);
    const left = `/usuarios?buscar=${word}&orden=name&sentido=desc`;
    const expectAsLeft = async () => {
      await expect(panel).toHaveURL(left);
      await expect(columnCells(panel, 2).first()).toHaveText(name(24));
      await expect.poll(() => scrollTop(panel)).toBe(place);
    };
    await nameLink(5).click();
    await expect(panel).toHaveTitle(`${name(5)} · Pulso`);
    const back = panel.getByRole('link', { name: 'Volver a la lista' });
    await expect(back).toHaveAttribute('href', '/usuarios');
    await back.click();
    await expectAsLeft();
    await rowOf(panel, name(5)).getByRole('link', { name: 'Editar' }).click();
    await expect(panel).toHaveTitle(`${name(5)} · Editar Usuario · Pulso`);
    await panel.getByRole('button', { name: 'Cancelar' }).click();
    await expectAsLeft();
    await rowOf(panel, name(5)).getByRole('link', { name: 'Editar' }).click();
    await panel.getByLabel('Peso (kg)').fill('70');
    await panel.getByRole('button', { name: 'Actualizar Usuario' }).click();
    await expectAsLeft();
    // The menu opens the list afresh.
    await panel.getByRole('navigation').getByRole('link', { name: 'Usuarios' }).click();
    await expect(panel).toHaveURL('/usuarios');
    await expect(panel.getByRole('searchbox')).toHaveValue('');
    expect(await scrollTop(panel)).toBe(0);
  });

  test('the dashboard leads to the lists behind its numbers, those about to expire among them; other tables sort too', async ({
    panel,
    add,
  }) => {
    const word = uniqueTag();
    await add('/user', { name: `Hoy ${word}`, ...subscriptionEndingIn(0) });
    await add('/user', { name: `Pronto ${word}`, ...subscriptionEndingIn(7) });
    await add('/user', { name: `Lejos ${word}`, ...subscriptionEndingIn(8) });
    for (const [title, price] of [
      ['ñu', 300],
      ['Nube', 100],
      ['Águila', 200],
    ] as const)
      await add('/package', { title: `${title} ${word}`, amount: price });
    await add('/package', { status: false });
    for (const is_featured of [true, false]) await add('/product', { is_featured });
    const level = await add('/level');
    for (const status of [true, true, false]) await add('/training', { status, level_id: level.id });
    await panel.goto('/home');
    await expect(panel).toHaveTitle('Inicio · Pulso');
    const region = (name: string) => panel.getByRole('region', { name, exact: true });
    const placeOf = (name: string) => region(name).getByRole('link').first();
    await expect(placeOf('Total de usuarios')).toHaveAttribute('href', '/usuarios');
    await expect(placeOf('Usuarios sin suscripción')).toHaveAttribute('href', '/usuarios?suscripcion=inactive');
    await expect(placeOf('Estado de usuarios')).toHaveAttribute('href', '/usuarios?estado=active');
    await expect(placeOf('Niveles')).toHaveAttribute('href', '/configuracion/niveles');

    // A partial count links to a list of just as many rows, which also shows the total.
    const bar = region('Niveles de entrenamiento').getByRole('listitem').filter({ hasText: level.title });
    await expect(bar).toContainText('3 (');
    await bar.getByRole('link').click();
    await expect(panel).toHaveURL(`/entrenamientos?nivel=${level.id}`);
    await expect(panel.getByLabel('Nivel', { exact: true }).locator('option:checked')).toHaveText(level.title);
    await expect(tableRows(panel)).toHaveCount(3);
    await panel.getByLabel('Estado', { exact: true }).selectOption('Inactivos');
    await expect(tableRows(panel)).toHaveCount(1);
    await panel.reload();
    await expect(panel.getByText(/^1 de \d+ entrenamientos$/)).toBeVisible();
    await panel.getByRole('button', { name: 'Limpiar Filtros' }).click();
    await expect(panel).toHaveURL('/entrenamientos');
    for (const [card, noun, part] of [
      ['Entrenamientos', 'entrenamientos', /^(\d+) activos?$/],
      ['Paquetes', 'paquetes', /^(\d+) activos?$/],
      ['Productos', 'productos', /^(\d+) destacados? \(\d+%\)$/],
    ] as const) {
      await panel.getByRole('link', { name: 'Inicio' }).click();
      const link = region(card).getByRole('link', { name: part });
      const [, number] = part.exec(await link.innerText()) ?? [];
      const total = (await region(card).locator('p').first().innerText()).trim();
      expect(Number(number)).toBeLessThan(Number(total));
      await link.click();
      await expect(panel.getByText(`${number} de ${total} ${noun}`, { exact: true })).toBeVisible();
    }
    await panel.getByRole('link', { name: 'Inicio' }).click();

    const calls = recordUserCalls(panel);
    await panel.getByRole('link', { name: /^Por expirar: [1-9]/ }).click();
    await expect(panel).toHaveURL('/usuarios?suscripcion=expiring');
    await expect(panel.getByLabel('Suscripción', { exact: true })).toHaveValue('expiring');
    await panel.getByRole('searchbox').fill(word);
    await expect(columnCells(panel, 2)).toHaveText([`Pronto ${word}`]);
    expect(calls[0]).toBe('GET /user?subscription=expiring&page=1&limit=50');

    await panel.goto(`/paquetes?buscar=${word}`);
    const expectOrder = (...titles: string[]) =>
      expect(columnCells(panel, 1)).toHaveText(titles.map((title) => `${title} ${word}`));
    await expectOrder('ñu', 'Nube', 'Águila');
    await panel.getByRole('button', { name: 'Paquete', exact: true }).press('Enter');
    await expectOrder('Águila', 'Nube', 'ñu');
    await panel.getByRole('button', { name: 'Precio' }).click();
    await expectOrder('Nube', 'Águila', 'ñu');
    await panel.getByRole('button', { name: 'Precio' }).click();
    await panel.reload();
    await expectOrder('ñu', 'Águila', 'Nube');
    await expect(panel.getByRole('columnheader', { name: 'Precio' })).toHaveAttribute('aria-sort', 'descending');
    await panel.getByRole('link', { name: `ñu ${word}` }).click();
    await expect(panel).toHaveURL(/\/paquetes\/detalle\/\d+$/);
    await expect(panel).toHaveTitle(`ñu ${word} · Pulso`);

    // Search and headings stay in other lists too.
    for (const { path, row } of [trainings, exercises]) {
      const many = Array.from({ length: 30 }, (_, index) => ({ ...completeAnswer(row), id: index + 1 }));
      await panel.route(`**/api${path}`, answerWith(200, { success: true, data: many }));
    }
    for (const [address, heading] of [
      ['/entrenamientos', 'Entrenamiento'],
      ['/ejercicios', 'Nombre'],
    ] as const) {
      await goToScreen(panel, address);
      await expect(tableRows(panel).nth(19)).toBeAttached();
      await expectHeadingsVisible(panel, panel.getByRole('columnheader', { name: heading, exact: true }));
    }
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('USU-12 USU-14 a list is scanned, sorted, opened by its cards and acted on by their menus', async ({
    panel,
    add,
  }) => {
    const word = uniqueTag();
    for (const letter of ['Beto', 'Ana', 'Ñata', 'Nora', 'Zoe', 'Caro', 'Dani', 'Eva', 'Fito'])
      await add('/user', { name: `${letter} ${word}`, ...subscriptionEndingIn(3) });
    await panel.goto(`/usuarios?buscar=${word}`);
    await expect(tableRows(panel)).toHaveCount(9);
    const inSight = await visibleRows(panel);
    expect(inSight).toBeGreaterThanOrEqual(6);
    expect(inSight).toBeLessThanOrEqual(8);
    for (const row of await tableRows(panel).all()) expect((await boxOf(row)).height).toBeLessThanOrEqual(110);
    const ana = rowOf(panel, `Ana ${word}`);
    await expect(ana.getByText('Por expirar (3 días)')).toBeVisible();
    await expect(ana.getByText(/^\+54 /)).toBeVisible();
    await expect(ana.getByText('Cliente')).toBeHidden();

    await panel.getByRole('button', { name: 'Filtros', exact: true }).click();
    await panel.getByLabel('Ordenar').selectOption('Nombre, ascendente');
    await expect(columnCells(panel, 2).first()).toHaveText(`Ana ${word}`);
    await expect(panel).toHaveURL(`/usuarios?buscar=${word}&orden=name`);
    await panel.getByRole('button', { name: 'Filtros', exact: true }).click();

    // A tap anywhere on the card leads to the detail.
    const { x, y, width, height } = await boxOf(ana);
    await panel.touchscreen.tap(x + width / 2, y + height - 8);
    await expect(panel).toHaveTitle(`Ana ${word} · Pulso`);
    await panel.getByRole('link', { name: 'Volver a la lista' }).click();
    await expect(panel).toHaveURL(`/usuarios?buscar=${word}&orden=name`);

    const menuOf = (row: Locator) => row.getByRole('button', { name: 'Acciones' });
    const items = panel.getByRole('menu').getByRole('menuitem');
    await menuOf(ana).tap();
    await expect(items).toHaveText(['Ver detalles', 'Editar', 'Eliminar']);
    await expect(items.nth(1)).toHaveAttribute('href', /\/usuarios\/editar\/\d+$/);
    const sent = recordWrites(panel);
    await items.last().tap();
    await expect(items.last()).toHaveText('Confirmar');
    expect(sent).toEqual([]);
    await items.last().click();
    await expect(items).toHaveCount(0);
    await expect(ana).toHaveCount(0);
    expect(sent).toHaveLength(1);
    const beto = rowOf(panel, `Beto ${word}`);
    await menuOf(beto).tap();
    await items.nth(1).tap();
    await expect(panel).toHaveTitle(`Beto ${word} · Editar Usuario · Pulso`);

    // Packages: a deletion confirmed in the browser's own dialog, and a switch.
    for (const title of ['Uno', 'Dos']) await add('/package', { title: `${title} ${word}` });
    await panel.goto(`/paquetes?buscar=${word}`);
    await panel.getByRole('button', { name: 'Filtros', exact: true }).click();
    await panel.getByLabel('Ordenar').selectOption('Paquete, ascendente');
    await expect(columnCells(panel, 1)).toHaveText([`Dos ${word}`, `Uno ${word}`]);
    const one = rowOf(panel, `Uno ${word}`);
    await menuOf(one).tap();
    await items.filter({ hasText: 'Desactivar' }).tap();
    await expect(one.getByText('Inactivo')).toBeVisible();
    const asked = answerBrowserDialogs(panel, [true]);
    await menuOf(one).tap();
    await items.filter({ hasText: 'Eliminar' }).tap();
    await expect(one).toHaveCount(0);
    expect(asked).toEqual(['¿Estás seguro de que deseas eliminar este paquete?']);
  });
});
