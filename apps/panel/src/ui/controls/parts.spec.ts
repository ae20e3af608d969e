import type { Page } from '@playwright/test';
import { expect, test } from '#test/panel';

// The showcase page exists only for tests.
test.use({ kind: 'strict' });

/** Live region with the texts that a screen reader announces. */
const liveRegion = (page: Page) => page.locator('#voz');

test.beforeEach(async ({ panel }) => {
  await panel.goto('/muestrario');
  await expect(panel.getByRole('heading', { name: 'Muestrario' })).toBeVisible();
});

test('what asks, opens, is chosen from and sorted does what it says, by keyboard too', async ({ panel }) => {
  await test.step('confirm pair: the focus goes to the answer, and each answer does what it says', async () => {
    const buttons = panel.getByRole('region', { name: 'Botones' });
    await buttons.getByTitle('Tres').click();
    const confirm = buttons.getByRole('button', { name: 'Confirmar' });
    await expect(confirm).toBeFocused();
    await buttons.getByRole('button', { name: 'Cancelar' }).click();
    await expect(panel.getByText('Última acción: nada')).toBeVisible();
    await buttons.getByTitle('Tres').press('Enter');
    await confirm.press('Enter');
    await expect(panel.getByText('Última acción: tres eliminado')).toBeVisible();
  });

  await test.step('dialog: focus goes in and stays in, Esc closes, focus returns', async () => {
    const opener = panel.getByRole('button', { name: 'Abrir diálogo' });
    await opener.press('Enter');
    const dialog = panel.getByRole('dialog', { name: 'Un diálogo' });
    await expect(dialog).toBeVisible();
    for (let step = 0; step < 6; step += 1) {
      await panel.keyboard.press('Tab');
      // At the end of the dialog the focus passes a guard before it returns to the beginning.
      await expect(dialog.locator(':focus')).toHaveCount(1);
    }
    await panel.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  await test.step('picker: typing narrows without accents or case and says to how many, arrows and Enter choose, Esc closes, Tab goes on', async () => {
    const box = panel.getByRole('combobox', { name: 'Persona' });
    const options = panel.getByRole('listbox').getByRole('option');
    await box.click();
    await expect(options).toHaveCount(3);
    await expect(liveRegion(panel)).toContainText('3 opciones');
    const chosen = panel.getByRole('listbox', { name: 'Opciones' }).getByRole('option', { selected: true });
    const order = await options.allTextContents();
    for (const [key, name] of [
      ['ArrowDown', order[1]],
      ['ArrowUp', order[0]],
      ['ArrowUp', order[2]],
    ] as const) {
      await panel.keyboard.press(key);
      await expect(chosen).toHaveText([name ?? '']);
      await expect(box).toBeFocused();
      await expect(box).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '');
    }
    // The page around an open list stays exposed to screen readers.
    await expect(panel.locator('[aria-hidden=true]').filter({ has: panel.locator('button, input, h1') })).toHaveCount(
      0,
    );
    await panel.keyboard.press('Tab');
    await expect(options).toHaveCount(0);
    await expect(box).toHaveAttribute('aria-expanded', 'false');
    await expect(box).not.toBeFocused();
    await panel.keyboard.press('Shift+Tab');
    await expect(box).toBeFocused();
    await panel.keyboard.press('ArrowDown');
    await expect(options).toHaveCount(3);
    await panel.keyboard.press('Escape');
    await expect(options).toHaveCount(0);
    await box.fill('nandu');
    await expect(options).toHaveText(['Ángela Ñandú']);
    await expect(liveRegion(panel)).toContainText('1 opción');
    await panel.keyboard.press('Enter');
    await expect(panel.getByText('Última acción: Ángela Ñandú elegida')).toBeVisible();
    await expect(box).toHaveValue('');
    await box.fill('zzz');
    await expect(panel.getByText('No se encontró nada con ese nombre')).toBeVisible();
    await panel.keyboard.press('Escape');
  });

  await test.step('table: a heading sorts by keyboard and says so; on a phone rows become cards with a menu of the same actions', async () => {
    const table = panel.getByRole('table', { name: 'Personas' });
    const names = () => table.getByRole('row').locator('td:first-child > span').allTextContents();
    await table.getByRole('button', { name: 'Pagado' }).press('Enter');
    await expect(table.getByRole('columnheader', { name: 'Pagado' })).toHaveAttribute('aria-sort', 'ascending');
    expect(await names()).toEqual(['Bruno Díaz', 'Ángela Ñandú', 'Carla Paz']);
    await table.getByRole('button', { name: 'Pagado' }).press('Enter');
    await expect(table.getByRole('columnheader', { name: 'Pagado' })).toHaveAttribute('aria-sort', 'descending');
    await expect(liveRegion(panel)).toContainText('Pagado, orden descendente');
    await panel.setViewportSize({ width: 390, height: 844 });
    await expect(table.getByRole('button', { name: 'Eliminar' })).toHaveCount(0);
    const menuOf = table.getByRole('button', { name: 'Acciones' });
    await expect(menuOf).toHaveCount(3);
    await menuOf.first().press('Enter');
    const item = panel.getByRole('menu', { name: 'Acciones: Carla Paz' }).getByRole('menuitem');
    await expect(item).toHaveText(['Eliminar']);
    await panel.keyboard.press('ArrowDown');
    await expect(item).toBeFocused();
    await panel.keyboard.press('Enter');
    await expect(item).toHaveText(['Confirmar']);
    await panel.keyboard.press('Escape');
    await expect(item).toHaveCount(0);
    await expect(menuOf.first()).toBeFocused();
    expect(await panel.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});

test('what folds, turns pages, is filled in, tells and deletes does what it says, by keyboard too', async ({
  panel,
}) => {
  await test.step('tabs: arrows move and show, as tabs do', async () => {
    const tabs = panel.getByRole('tablist', { name: 'Pestañas' });
    await tabs.getByRole('tab', { name: 'Uno' }).focus();
    await panel.keyboard.press('ArrowRight');
    await panel.keyboard.press('Enter');
    await expect(tabs.getByRole('tab', { name: 'Dos' })).toHaveAttribute('aria-selected', 'true');
    await expect(panel.getByRole('tabpanel', { name: 'Dos' })).toHaveText('Contenido dos');
    // With forced colours, which override all others, the chosen tab still looks different.
    await panel.emulateMedia({ forcedColors: 'active' });
    const line = (name: string) =>
      tabs.getByRole('tab', { name }).evaluate((tab) => getComputedStyle(tab).borderBottomColor);
    await expect.poll(() => line('Dos')).not.toBe(await line('Uno'));
    await panel.emulateMedia({ forcedColors: 'none' });
  });

  await test.step('section: its heading folds and unfolds it by keyboard', async () => {
    const heading = panel.getByRole('button', { name: 'Sección plegable' });
    await heading.press('Enter');
    await expect(panel.getByText('Contenido de la sección')).toBeHidden();
    await heading.press(' ');
    await expect(panel.getByText('Contenido de la sección')).toBeVisible();
  });

  await test.step('pagination: says where it is and stops at both ends', async () => {
    const pages = panel.getByRole('navigation', { name: 'Páginas' });
    await expect(pages.getByText('1–50 de 120')).toBeVisible();
    await expect(pages.getByRole('button', { name: 'Anterior' })).toBeDisabled();
    await pages.getByRole('button', { name: 'Siguiente' }).press('Enter');
    await pages.getByRole('button', { name: 'Siguiente' }).press('Enter');
    await expect(pages.getByText('101–120 de 120')).toBeVisible();
    await expect(pages.getByRole('button', { name: 'Siguiente' })).toBeDisabled();
  });

  await test.step('form: the first wrong field gets the focus and its message, editing clears it, Enter submits', async () => {
    const form = panel.getByRole('region', { name: 'Formulario' });
    await form.getByRole('button', { name: 'Guardar' }).click();
    const title = form.getByRole('textbox', { name: 'Título' });
    await expect(title).toBeFocused();
    await expect(form.getByRole('alert')).toHaveText('El título es obligatorio');
    await title.fill('Listo');
    await expect(form.getByRole('alert')).toHaveCount(0);
    await title.press('Enter');
    await expect(panel.getByText('Última acción: formulario enviado')).toBeVisible();
  });

  await test.step('toast: is announced with title and description and can be closed', async () => {
    await panel.getByRole('button', { name: 'Aviso bueno' }).click();
    const toast = panel.getByRole('group', { name: 'Guardado' });
    await expect(toast).toContainText('Todo está en su lugar.');
    await expect(liveRegion(panel)).toContainText('Guardado: Todo está en su lugar.');
    // The close button is reached by pointer, or by F6 and Tab.
    await toast.hover();
    await toast.getByRole('button', { name: 'Cerrar aviso' }).click();
    await expect(toast).toBeHidden();
  });

  await test.step('failure and empty states offer the next step', async () => {
    await panel.getByRole('button', { name: 'Reintentar' }).click();
    await expect(panel.getByText('Última acción: reintento')).toBeVisible();
    await expect(panel.getByText('No hay nada todavía')).toBeVisible();
  });

  await test.step('two-step delete: the keyboard arms and deletes, Esc and three seconds disarm', async () => {
    await panel.clock.install({ time: 0 });
    await panel.clock.pauseAt(60_000);
    const [first, second] = [panel.getByTitle('Uno', { exact: true }), panel.getByTitle('Dos', { exact: true })];
    await first.focus();
    await panel.keyboard.press('Enter');
    await expect(first).toHaveText('Confirmar');
    await panel.clock.runFor(300);
    await expect(liveRegion(panel)).toContainText('Pulsa otra vez para confirmar');
    await panel.keyboard.press('Escape');
    await expect(first).toHaveText('Eliminar');
    await panel.keyboard.press('Enter');
    await panel.clock.runFor(2_900);
    await expect(first).toHaveText('Confirmar');
    await panel.clock.runFor(200);
    await expect(first).toHaveText('Eliminar');
    await first.click();
    await second.click();
    await expect(first).toHaveText('Eliminar');
    await expect(second).toHaveText('Confirmar');
    await second.press('Enter');
    await expect(panel.getByText('Última acción: dos eliminado')).toBeVisible();
  });
});
