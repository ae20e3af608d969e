import type { Page } from '@playwright/test';
import { expect, uniqueTag, test } from '#test/builders';
import { tableRows } from '#test/page';
import { createGate } from '#test/panel';

const searchInput = (page: Page) => page.getByRole('combobox');
const groupOptions = (page: Page, name: string) => page.getByRole('group', { name }).getByRole('option');

test('the palette counts what it finds and leads to all of it, does what it names, and remembers what was opened until the logout', async ({
  panel,
  add,
}) => {
  const word = uniqueTag();
  const people = ['Ana', 'Beto', 'Caro', 'Dani', 'Eva', 'Fede'];
  for (const name of people) await add('/user', { name: `${name} ${word}` });
  const exercise = await add('/exercise', { title: `Press ${word} con ñandú` });
  await panel.goto('/home');
  await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();

  await panel.keyboard.press('Control+k');
  await searchInput(panel).fill(word);
  await expect(groupOptions(panel, 'Usuarios')).toHaveText([
    ...people.slice(0, 5).map((name) => new RegExp(name)),
    /^Ver los 6/,
  ]);
  await expect(groupOptions(panel, 'Usuarios').first()).toContainText('Sin suscripción');
  await expect(groupOptions(panel, 'Ejercicios')).toHaveText([exercise.title]);
  await expect(panel.getByRole('dialog').getByRole('status')).toHaveText('7 resultados');
  const chosen = panel.getByRole('option', { selected: true });
  await expect(searchInput(panel)).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '');
  for (let step = 0; step < 5; step += 1) await panel.keyboard.press('ArrowDown');
  await expect(chosen).toHaveText(/^Ver los 6/);
  await panel.keyboard.press('Enter');
  await expect(panel).toHaveURL(`/usuarios?buscar=${word}`);
  await expect(tableRows(panel)).toHaveCount(6);

  // Words match in any order and without their accents.
  await panel.keyboard.press('Control+k');
  await searchInput(panel).fill(`nandu ${word}`);
  await expect(panel.getByRole('option')).toHaveText([exercise.title]);
  await panel.keyboard.press('Enter');
  await expect(panel).toHaveURL(`/ejercicios/${exercise.id}`);
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText(exercise.title);

  await panel.keyboard.press('Control+k');
  await expect(groupOptions(panel, 'Recientes')).toHaveText([`${exercise.title}Ejercicio`]);
  await searchInput(panel).fill('nuevo nivel');
  await expect(groupOptions(panel, 'Acciones')).toHaveText(['Nuevo nivel']);
  await panel.keyboard.press('Enter');
  const modal = panel.getByRole('dialog', { name: 'Nuevo Nivel' });
  await expect(modal).toBeVisible();
  await expect(panel).toHaveURL('/configuracion/niveles');
  await panel.keyboard.press('Escape');
  await expect(modal).toHaveCount(0);

  // Enter acts in the palette only, not on the button that the focus returns to.
  await panel.getByRole('button', { name: 'Nuevo Nivel' }).focus();

  await panel.keyboard.press('Control+k');
  await searchInput(panel).fill('tema');
  await panel.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: 'Tema: oscuro' })).toBeVisible();
  await expect(panel.locator('html')).toHaveAttribute('data-theme', 'dark');

  await panel.keyboard.press('Control+k');
  await searchInput(panel).fill('cerrar');
  await panel.keyboard.press('Enter');
  await expect(panel).toHaveURL('/login');
  expect(await panel.evaluate(() => localStorage.getItem('pulso-recientes'))).toBeNull();
});

test('A25 the palette does acts: for a client, of money, and of the theme, where the server offers them', async ({
  panel,
  add,
}) => {
  const word = uniqueTag();
  const person = await add('/user', { name: `Ana ${word}` });
  await panel.goto('/home');
  await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
  const ask = async (typed: string) => {
    await panel.keyboard.press('Control+k');
    await searchInput(panel).fill(typed);
  };
  await ask(`cobrar ana ${word}`);
  await expect(panel.getByText('No se encontró nada con ese nombre')).toBeVisible();
  await searchInput(panel).fill('tema oscuro');
  await panel.keyboard.press('Enter');
  await expect(panel.locator('html')).toHaveAttribute('data-theme', 'dark');
  await ask('tema claro');
  await panel.keyboard.press('Enter');
  await expect(panel.locator('html')).toHaveAttribute('data-theme', 'light');

  await panel.addInitScript(() =>
    localStorage.setItem('pulso-extras', JSON.stringify(['renew', 'ledger', 'collections'])),
  );
  await panel.reload();
  await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
  for (const [typed, option, address] of [
    [`renovar ana ${word}`, /^Renovar: Ana/, new RegExp(`/usuarios/${person.id}(\\?abrir=renovar)?$`)],
    [`cobrar ana ${word}`, /^Cobrar: Ana/, new RegExp(`/usuarios/${person.id}(\\?abrir=cobrar)?$`)],
    ['registrar pago', /^Cobrar/, /\/pagos(\?abrir=cobrar)?$/],
    ['cerrar caja', /^Cerrar caja/, /\/caja(\?abrir=cierre)?$/],
    ['deuda', /^Clientes con deuda/, /\/cobranzas\?lista=debt$/],
    ['renovar', /^Renovar a quien vence/, /\/cobranzas\?lista=due_soon$/],
  ] as const) {
    await ask(typed);
    await expect(panel.getByRole('option').first()).toHaveText(option);
    await panel.keyboard.press('Enter');
    await expect(panel).toHaveURL(address);
    await expect(panel.getByRole('dialog', { name: 'Ir a…' })).toHaveCount(0);
    const acts: Record<string, string> = { renovar: 'Renovar suscripción', cobrar: 'Cobrar', registrar: 'Cobrar' };
    const [verb = ''] = typed.split(' ');
    if (acts[verb] && typed !== 'renovar')
      await expect(panel.getByRole('dialog', { name: acts[verb], exact: true })).toBeVisible();
    await panel.keyboard.press('Escape');
  }
});

test('what is chosen in the palette stays chosen when people come above it', async ({ panel, add }) => {
  const word = uniqueTag();
  await add('/user', { name: `Ana ${word}` });
  await add('/exercise', { title: `Press ${word}` });
  const second = await add('/exercise', { title: `Remo ${word}` });
  const [held, letGo] = createGate();
  await panel.route(/user\?.*search=/, async (route) => {
    await held;
    await route.continue();
  });
  await panel.goto('/home');
  await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
  await panel.keyboard.press('Control+k');
  await searchInput(panel).fill(word);
  await expect(panel.getByRole('option')).toHaveCount(2);
  await panel.keyboard.press('ArrowDown');
  letGo();
  await expect(panel.getByRole('option')).toHaveCount(3);
  await expect(panel.getByRole('option', { selected: true })).toHaveText(second.title);
  await panel.keyboard.press('Enter');
  await expect(panel).toHaveURL(`/ejercicios/${second.id}`);
});

test('/ searches, n makes a new one and ? says so, but for whoever types, holds a modifier or has a dialog open', async ({
  panel,
}) => {
  const keys = panel.getByRole('dialog', { name: 'Atajos de teclado' });
  await panel.goto('/usuarios');
  const box = panel.getByRole('searchbox');
  await expect(box).toBeVisible();
  await panel.keyboard.press('/');
  await expect(box).toBeFocused();
  await panel.keyboard.type('n/?');
  await expect(box).toHaveValue('n/?');
  await box.blur();
  await panel.keyboard.press('Control+n');
  await panel.keyboard.press('?');
  await expect(keys).toContainText('Buscar en la lista');
  await panel.keyboard.press('n');
  await panel.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await expect(panel).toHaveURL('/usuarios?buscar=n%2F%3F');
  await panel.keyboard.press('n');
  await expect(panel).toHaveURL('/usuarios/nuevo');

  // A catalogue keeps its view under the modal.
  await panel.goto('/configuracion/niveles?buscar=ini');
  await expect(box).toHaveValue('ini');
  await panel.keyboard.press('n');
  await expect(panel.getByRole('dialog', { name: 'Nuevo Nivel' })).toBeVisible();
  await expect(panel).toHaveURL('/configuracion/niveles?buscar=ini');
  await panel.keyboard.press('Escape');

  // On a screen without a list, '/' opens the palette and 'n' creates nothing.
  await panel.goto('/home');
  await expect(panel.getByRole('heading', { level: 1 })).toBeVisible();
  await panel.keyboard.press('n');
  await panel.keyboard.press('/');
  await expect(panel.getByRole('combobox')).toBeFocused();
  await expect(panel.getByRole('combobox')).toHaveValue('');
  await expect(panel).toHaveURL('/home');

  // Shortcuts can be turned off, for people who press them by accident.
  await panel.getByRole('combobox').fill('atajos');
  await panel.keyboard.press('Enter');
  await keys.getByRole('checkbox', { name: 'Usar los atajos de una sola tecla' }).uncheck();
  await panel.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await panel.keyboard.press('?');
  await panel.keyboard.press('/');
  await expect(panel.getByRole('dialog')).toHaveCount(0);
  await panel.keyboard.press('Control+k');
  await expect(panel.getByRole('combobox')).toBeFocused();
});
