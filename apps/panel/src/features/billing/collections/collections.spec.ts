import type { Browser, Page } from '@playwright/test';
import { type CollectionRow, type Contact } from '@pulso/contract/billing/collections';
import { collectionSummary } from '@pulso/contract/billing/collections.summary';
import { addDays, addMonths, formatDate, today } from '@pulso/contract/kit/dates';
import { formatMoney } from '@pulso/contract/kit/money';
import { logIn } from '@pulso/testing/product';
import { expectFitsPhone, expectAccessible, axeTestOptions, PHONE_SIZE } from '#test/accessibility';
import { expect, uniqueTag, test as base } from '#test/builders';
import { chooseAction, closeToasts, goToScreen, item, toasts } from '#test/page';
import { answerWith } from '#test/panel';

type OpenedChats = { opened: [address: string, target: string, features: string][]; blocks?: boolean };

/** This server said at login that it has the lists; chats are only noted down. */
async function prepareCollections(page: Page) {
  await page.addInitScript(() => {
    localStorage.setItem(
      'pulso-extras',
      JSON.stringify(['collections', 'idempotency-key', 'ledger', 'renew', 'restore']),
    );
    // The frame that opens the chats has a window of its own.
    const noted = window.top as unknown as OpenedChats;
    noted.opened ??= [];
    window.open = (address = '', target = '', features = '') => {
      noted.opened.push([String(address), target, features]);
      return noted.blocks ? null : window;
    };
  });
}
const readOpenedChats = (page: Page) => page.evaluate(() => (window as unknown as OpenedChats).opened);
const messageIn = (address: string) => new URL(address).searchParams.get('text');

const test = base.extend<{
  /** A client whose plan ends so many days from today. */
  ending: (days: number, fields?: Record<string, unknown>) => Promise<{ id: number; name: string }>;
}>({
  panel: async ({ panel }, use) => {
    await prepareCollections(panel);
    await use(panel);
  },
  ending: async ({ add }, use) => {
    const plan = await add('/suscriptions', { title: 'Mensual', duration: 1, amount: 12_500 });
    await use(async (days, fields = {}) => {
      const end = addDays(today(), days);
      const term = { suscriptionId: plan.id, suscription_status: true, suscription_end: end };
      return add('/user', { ...term, suscription_init: addMonths(end, -1), phone: '1123456789', ...fields });
    });
  },
});
test.use({ ...axeTestOptions, expectedErrors: [/Error en el servidor|No se pudo conectar|Error al/] });

const rowsOf = (page: Page) => page.locator('[data-row]');
const rowOf = (page: Page, name: string) => rowsOf(page).filter({ hasText: name });
const readCollection = async (get: (path: string) => Promise<Response>, list: string, search: string) => {
  const answer = await get(`/collection?list=${list}&hidden=true&limit=100&search=${search}`);
  return ((await answer.json()) as { data: CollectionRow[] }).data;
};

test('A1 on his own page a client is written to in the words of a template, and a chat that the browser blocks is said', async ({
  panel,
  ending,
}) => {
  const client = await ending(0, { name: `Carla ${uniqueTag()}` });
  await panel.goto(`/usuarios/${client.id}?pestana=contactos`);
  const dialog = panel.getByRole('dialog', { name: 'Escribir por WhatsApp' });
  await panel.getByRole('button', { name: 'WhatsApp', exact: true }).click();
  await expect(dialog.getByText(/^Hola Carla/)).toBeVisible();
  await expectAccessible(panel, 'the message to one client');
  await dialog.getByRole('button', { name: 'Abrir WhatsApp' }).click();
  await expect(dialog).toHaveCount(0);
  const [address, target] = (await readOpenedChats(panel))[0] ?? (['', '', ''] as const);
  expect([new URL(address).hostname, target]).toEqual(['web.whatsapp.com', 'pulso-whatsapp']);
  const contacts = panel.getByRole('table', { name: 'Contactos' });
  expect(messageIn(address)).toMatch(/^Hola Carla, tu plan Mensual vence hoy\./);
  await expect(contacts).toContainText('Hola Carla, tu plan Mensual vence hoy.');

  await panel.evaluate(() => Object.assign(window, { blocks: true }));
  await panel.getByRole('button', { name: 'WhatsApp', exact: true }).click();
  await dialog.getByRole('button', { name: 'Abrir WhatsApp' }).click();
  await expect(dialog.getByRole('alert')).toContainText('El navegador no abrió WhatsApp. El contacto quedó anotado.');
  await panel.evaluate(() => Object.assign(window, { blocks: false }));
  await dialog.getByRole('link', { name: 'Abrir WhatsApp igual' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(contacts.getByRole('row').filter({ hasText: 'WhatsApp' })).toHaveCount(2);
});

test('who has just renewed is not in the list that one comes back to, and who was deleted is there again when it is undone', async ({
  panel,
  ending,
}) => {
  const mark = uniqueTag();
  const list = `/cobranzas?lista=due_soon&buscar=${mark}`;
  const person = await ending(2, { name: `Vence ${mark}` });
  await panel.goto(list);
  await expect(rowsOf(panel)).toHaveCount(1);
  await goToScreen(panel, `/usuarios/${person.id}`);
  await chooseAction(panel, 'Renovar');
  await panel.getByRole('dialog').getByRole('button', { name: 'Renovar', exact: true }).click();
  await expect(toasts(panel)).toContainText('Renovada hasta el');
  await goToScreen(panel, list);
  await expect(rowsOf(panel)).toHaveCount(0);

  await closeToasts(panel);
  const other = await ending(3, { name: `Se va ${mark}` });
  await goToScreen(panel, `/usuarios/${other.id}`);
  await chooseAction(panel, 'Eliminar');
  await panel.getByRole('menuitem', { name: 'Confirmar' }).click();
  await expect(toasts(panel)).toContainText('Usuario eliminado');
  await goToScreen(panel, list);
  await expect(panel.getByText('No se encontraron clientes')).toBeVisible();
  await toasts(panel).getByRole('button', { name: 'Deshacer' }).click();
  await expect(rowsOf(panel)).toHaveCount(1);
});

test('A10 COB-08 COB-09 COB-16 COB-18 COB-19 fifty are written to with fifty keys, each told to the server first', async ({
  panel,
  api,
  ending,
}) => {
  test.setTimeout(90_000);
  const mark = uniqueTag();
  // Characters that are special in an address, in a template or in a chat.
  const odd = `{plan}%20&#${mark}😀 Ñandú`;
  await ending(2, { name: `A ${mark}` });
  await ending(2, { name: odd });
  // No more at once than a busy server takes: each has a password to hash.
  for (let first = 0; first < 48; first += 8)
    await Promise.all(Array.from({ length: 8 }, (_, at) => ending(3, { name: `Cliente${first + at} ${mark}` })));

  const list = `/cobranzas?lista=due_soon&buscar=${mark}`;
  await panel.goto(list);
  await expect(rowsOf(panel)).toHaveCount(50);
  // In a field shortcut keys are letters.
  await panel.getByRole('searchbox').focus();
  await panel.keyboard.press('End');
  await panel.keyboard.type('w');
  await panel.keyboard.press('Backspace');
  expect(await readOpenedChats(panel)).toEqual([]);

  // The list is opened anew, as the search typed before may still be running.
  await goToScreen(panel, '/home');
  await goToScreen(panel, list);
  await expect(rowsOf(panel)).toHaveCount(50);
  // Nothing is clicked before the first key: A10.
  for (const [key, place] of [
    ['j', 1],
    ['ArrowDown', 2],
    ['k', 1],
    ['ArrowUp', 0],
    ['ArrowUp', 0],
  ] as const) {
    await panel.keyboard.press(key);
    await expect(rowsOf(panel).nth(place)).toBeFocused();
  }
  for (let at = 1; at <= 50; at += 1) {
    await panel.keyboard.press('W');
    // A server with other work to do may fall behind, but not by three seconds.
    if (at % 10 === 0) await expect.poll(async () => (await readOpenedChats(panel)).length).toBe(at);
  }
  const opened = await readOpenedChats(panel);
  expect(new Set(opened.map(([, target, features]) => `${target} ${features}`))).toEqual(new Set(['pulso-whatsapp ']));

  const rows = await readCollection(api.get, 'due_soon', mark);
  expect(rows.map(({ last_contact }) => last_contact?.channel)).toEqual(Array.from({ length: 50 }, () => 'whatsapp'));
  const strange = rows.find(({ user }) => user.name === odd)!;
  const { data } = (await (await api.get(`/user/${strange.user.id}/contacts`)).json()) as { data: Contact[] };
  const [address] = opened.find(([one]) => messageIn(one)?.includes('{plan}%20&#'))!;
  expect(address.startsWith('https://web.whatsapp.com/send?phone=5491123456789&text=Hola%20%7Bplan%7D')).toBe(true);
  // The line of the alias is left out: this business has none, and nobody has made a link.
  const due = formatDate(addDays(today(), 2));
  expect(messageIn(address)).toBe(`Hola ${odd.split(' ')[0]}, tu plan Mensual vence el ${due}.`);
  expect(data).toMatchObject([{ text: messageIn(address), by: { id: api.userId }, template_id: 1 }]);
  await expect(rowOf(panel, mark).first()).toContainText(/Administrador, hoy \d\d:\d\d, WhatsApp/);

  await panel.reload();
  await expect(panel.getByText('50 ocultos').first()).toBeVisible();
  await panel.getByLabel('Mostrar').selectOption('Todos');
  await expect(rowsOf(panel)).toHaveCount(50);
});

async function openAsSecondAdmin(browser: Browser, url: string, username: string, password: string, name: string) {
  const { token, userId } = await logIn(url, { username, password });
  const page = await (await browser.newContext({ baseURL: url, locale: 'es-AR' })).newPage();
  const cookies = { token, nombre: name, username, userId: String(userId), rol: 'ADMIN', sesion: 'true' };
  await page
    .context()
    .addCookies(Object.entries(cookies).map(([key, value]) => ({ name: key, value: encodeURIComponent(value), url })));
  await prepareCollections(page);
  return page;
}

test('COB-10 COB-11 of two who press W at once one opens the chat, and the other is told who wrote', async ({
  panel,
  browser,
  product,
  add,
  ending,
}) => {
  const [mark, password] = [uniqueTag(), 'clave-segura'];
  const client = await ending(0, { name: `Bruno ${mark}` });
  const admin = await add('/user', { name: `Ana ${mark}`, role: 'ADMIN', password, phone: '1123456789' });
  const other = await openAsSecondAdmin(browser, product.url, admin.username, password, admin.name);
  const pages = [panel, other];
  await Promise.all(pages.map((page) => page.goto(`/cobranzas?buscar=Bruno+${mark}`)));
  for (const page of pages) await expect(rowOf(page, client.name)).toBeVisible();
  await Promise.all(pages.map((page) => page.keyboard.press('w')));
  await expect.poll(async () => (await Promise.all(pages.map(readOpenedChats))).flat().length).toBe(1);
  const [first = [], second = []] = await Promise.all(pages.map(readOpenedChats));
  const late = first.length > 0 ? other : panel;
  const author = second.length > 0 ? admin.name : 'Administrador';
  const note = rowOf(late, client.name).getByRole('alert');
  await expect(note).toContainText(`${author} le escribió hace un momento.`);
  // The row stays though the refetched list lacks the client.
  await late.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(rowOf(late, client.name)).toContainText(`${author}, hoy`);
  expect(await readOpenedChats(late)).toEqual([]);
  await note.getByRole('button', { name: 'Escribir igual' }).click();
  await expect.poll(async () => (await readOpenedChats(late)).length).toBe(1);
  await expect(note).toHaveCount(0);
  await other.context().close();
});

test('AJU-09 a debtor who was switched off stays in the list of debts, marked', async ({ panel, add, write }) => {
  const person = await add('/user', { status: false });
  await write('/debt', { user_id: person.id, amount: 5_000, type: 'other', item_id: 0, note: 'Remera' });
  await panel.goto(`/cobranzas?lista=debt&buscar=${encodeURIComponent(person.name)}`);
  await expect(rowOf(panel, person.name)).toContainText('Debe ARS 5.000,00');
  await expect(rowOf(panel, person.name).getByText('Inactivo', { exact: true })).toBeVisible();
});

test('COB-12 COB-20 EXT-03 a silent server, one that fails, a list without anybody, and a server without lists', async ({
  panel,
  ending,
}) => {
  const mark = uniqueTag();
  const client = await ending(0, { name: `Carla ${mark}` });
  await panel.goto(`/cobranzas?buscar=${mark}`);
  const row = rowOf(panel, client.name);
  await row.focus();
  await panel.route('**/contact', () => undefined);
  await panel.keyboard.press('w');
  const note = row.getByRole('alert');
  await expect(note).toContainText('No se pudo anotar el contacto', { timeout: 5_000 });
  expect(await readOpenedChats(panel)).toEqual([]);
  const link = note.getByRole('link', { name: 'Abrir WhatsApp igual' });
  await expect(link).toHaveAttribute('href', /^https:\/\/wa\.me\/5491123456789\?text=Hola%20Carla/);
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expectAccessible(panel, 'a message that was not noted down');

  await panel.route('**/contact', answerWith(500, { success: false, message: 'Se cortó.' }));
  await panel.keyboard.press('w');
  await expect(note).toContainText('Error al anotar el contacto. Por favor intenta de nuevo.Se cortó.');
  await panel.unroute('**/contact');
  await note.getByRole('button', { name: 'Reintentar' }).click();
  await expect.poll(async () => (await readOpenedChats(panel)).length).toBe(1);

  await panel.route('**/api/collection?*', answerWith(500));
  await panel.getByLabel('Mostrar').selectOption('Todos');
  const failure = panel.getByRole('alert').filter({ hasText: 'Error al cargar las cobranzas' });
  await expect(failure).toBeVisible();
  await panel.unroute('**/api/collection?*');
  await failure.getByRole('button', { name: 'Reintentar' }).click();
  await expect(row).toBeVisible();
  const nobody = { success: true, data: [], meta: { total: 0, page: 1, limit: 50, hidden: 0 } };
  await panel.route('**/api/collection?*', answerWith(200, nobody));
  await panel.goto('/cobranzas');
  await expect(panel.getByText('Nadie por aquí. Todo al día.')).toBeVisible();

  await panel.addInitScript(() => localStorage.removeItem('pulso-extras'));
  const asked: string[] = [];
  panel.on('request', (request) => asked.push(request.url()));
  for (const address of ['/cobranzas', '/configuracion/negocio', '/configuracion/plantillas']) {
    await panel.goto(address);
    await expect(panel).toHaveURL(/\/home$/);
    await expect(panel.getByRole('region', { name: 'Total de usuarios' })).toBeVisible();
  }
  await expect(panel.getByText(/^(La plata|Cobranzas|Para hoy)$/)).toHaveCount(0);
  expect(asked.filter((url) => /collection|business|message-template|contact/.test(url))).toEqual([]);
});

test('COB-01 COB-06 COB-07 COB-13 COB-14 COB-15 WSP-05 EXT-05 the lists with their numbers, a promise, a later day, and who renews leaves', async ({
  panel,
  api,
  write,
  ending,
}) => {
  // A long walk, on a machine that may be busy.
  test.setTimeout(60_000);
  const mark = uniqueTag();
  const names = ['Ana', 'Beto', 'Caro', 'Dani'].map((name) => `${name} ${mark}`);
  const [ana, , , dani] = await Promise.all([
    ending(-3, { name: names[0] }),
    ending(-4, { name: names[1] }),
    ending(-5, { name: names[2] }),
    ending(-6, { name: names[3], phone: '1234567' }),
  ]);
  await write('/debt', { user_id: ana.id, amount: 4_000, type: 'other', note: 'Remera' });

  await panel.goto('/home');
  const summary = collectionSummary.parse(
    ((await (await api.get('/collection/summary')).json()) as { data: unknown }).data,
  );
  await expect(panel.getByRole('region', { name: 'Para hoy' })).toContainText('Vencen hoy');
  const menu = panel.getByRole('navigation', { name: 'Menú principal' });
  await menu.getByRole('link', { name: 'Cobranzas' }).click();
  await expect(panel.getByRole('heading', { level: 1, name: 'Cobranzas' })).toBeVisible();
  await expect(panel.locator('header', { hasText: 'Cobranzas' })).toContainText(/\d+ para hoy · ARS /);
  const debt = panel.getByRole('tab', { name: 'Con deuda' });
  await expect(debt).toContainText(`${summary.debt.count}${formatMoney(summary.debt.sum)}`);
  await expect(panel.getByRole('tab')).toHaveText([
    /^Vencen hoy\d/,
    /^Vencen en 7 días\d/,
    /^Vencidas\d/,
    /^Perdidas\d/,
    /^Sin plan\d/,
    /^Con deuda\d/,
    /^Promesas\d/,
  ]);

  await panel.goto(`/cobranzas?lista=overdue&buscar=${mark}`);
  const row = (index: number) => rowOf(panel, names[index]!);
  await expect(row(0)).toContainText('Mensual · ARS 12.500,00');
  await expect(row(0)).toContainText('Venció hace 3 días');
  await expect(row(0)).toContainText('Debe ARS 4.000,00');
  const invalid = row(3).getByRole('button', { name: 'Número no válido para WhatsApp' });
  await expect(invalid).toBeDisabled();
  await expect(row(3).getByRole('link', { name: 'Corregir' })).toHaveAttribute('href', `/usuarios/editar/${dani.id}`);
  await expectAccessible(panel, 'Cobranzas');

  // A promise, by keys alone.
  await row(0).focus();
  await panel.keyboard.press('p');
  const promise = panel.getByRole('dialog', { name: 'Promesa de pago' });
  await promise.getByLabel('Paga el').fill(formatDate(addDays(today(), 61)));
  await panel.keyboard.press('Enter');
  await expect(promise.getByText('Elige un día de hoy a 60 días adelante')).toBeVisible();
  await promise.getByLabel('Paga el').fill(formatDate(today()));
  await promise.getByLabel('Monto (opcional)').fill('5.000');
  await panel.keyboard.press('Enter');
  await expect(promise).toHaveCount(0);
  await expect(row(1)).toBeFocused();
  await expect(row(0)).toContainText('Prometió pagar hoy: ARS 5.000,00');

  // Another day; cancelled, the focus is where it was.
  await panel.keyboard.press('s');
  const snooze = panel.getByRole('dialog', { name: 'Posponer' });
  await expect(snooze.getByRole('radio', { name: 'Mañana' })).toBeFocused();
  await panel.keyboard.press('Escape');
  await expect(row(1)).toBeFocused();
  await panel.keyboard.press('s');
  await snooze.getByRole('radio', { name: '3 días' }).check();
  await panel.keyboard.press('Enter');
  await expect(toasts(panel)).toContainText('Pospuesto');
  await expect(row(1)).toHaveCount(0);
  await expect(row(2)).toBeFocused();
  await expect(panel.getByText('1 oculto').first()).toBeVisible();

  // Another template for this list, and the keys themselves.
  await panel.keyboard.press('t');
  const template = panel.getByRole('dialog', { name: 'Plantilla' });
  await expect(template.getByRole('radio', { name: 'Vencida' })).toBeFocused();
  await template.getByRole('radio', { name: 'Por vencer' }).check();
  await expect(template.getByText(/^Hola Caro, tu plan Mensual vence el/)).toBeVisible();
  await panel.keyboard.press('Enter');
  await expect(row(2)).toBeFocused();
  await panel.keyboard.press('?');
  await expect(panel.getByRole('dialog', { name: 'Atajos de Cobranzas' })).toBeVisible();
  await panel.keyboard.press('Escape');
  await panel.keyboard.press('w');
  await expect
    .poll(async () => (await readOpenedChats(panel)).map(([one]) => messageIn(one)?.slice(0, 36)))
    .toEqual(['Hola Caro, tu plan Mensual vence el ']);
  await expect(row(3)).toBeFocused();
  // This client has no number: nothing is written, and the row keeps the focus.
  await panel.keyboard.press('w');
  await expect(row(3)).toBeFocused();

  // A renewed client leaves at once; the list is refetched, so the client written to before leaves too.
  await row(0).focus();
  await panel.keyboard.press('r');
  const renewal = panel.getByRole('dialog', { name: 'Renovar suscripción' });
  await renewal.getByRole('button', { name: 'Renovar', exact: true }).click();
  await expect(toasts(panel)).toContainText('Renovada hasta el');
  await expect(rowsOf(panel)).toHaveCount(1);
  await expect(row(3)).toBeFocused();

  await panel.setViewportSize(PHONE_SIZE);
  await expectFitsPhone(panel, 'Cobranzas');
  await row(3).focus();
  await panel.keyboard.press('Enter');
  await expect(panel).toHaveURL(new RegExp(`/usuarios/${dani.id}$`));
  await panel.getByRole('tab', { name: 'Contactos' }).click();
  await expect(panel.getByText('Nadie lo contactó todavía.')).toBeVisible();
});

test('A27 COB-17 COB-18 templates with a preview of a real client, and the data of the business that they speak of', async ({
  panel,
  api,
  product,
  ending,
}) => {
  const mark = uniqueTag();
  await ending(0, { name: `Zoe ${mark}` });
  await panel.goto('/configuracion/negocio');
  await panel.getByLabel('Alias o CBU').fill(`${mark}.mp`);
  await panel.getByLabel('Código de área').fill('1');
  await panel.getByRole('button', { name: 'Guardar' }).click();
  await expect(panel.getByText('El código de área debe tener de 2 a 4 números')).toBeVisible();
  await panel.getByLabel('Código de área').fill('11');
  // Somebody else saves meanwhile.
  const headers = { Authorization: `Bearer ${api.token}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: `Sur ${mark}` });
  expect((await fetch(`${product.url}/api/business`, { method: 'PATCH', headers, body })).status).toBe(200);
  await panel.getByRole('button', { name: 'Guardar' }).click();
  await panel.getByRole('button', { name: 'Volver a cargar' }).click();
  await expect(panel.getByLabel('Nombre del negocio')).toHaveValue(`Sur ${mark}`);
  await expect(panel.getByLabel('Alias o CBU')).toHaveValue(`${mark}.mp`);
  await panel.getByRole('button', { name: 'Guardar' }).click();
  await expect(toasts(panel)).toContainText('Datos del negocio guardados');
  await expectAccessible(panel, 'the data of the business');

  await panel.goto('/configuracion/plantillas?nuevo=1');
  const dialog = panel.getByRole('dialog', { name: 'Nueva Plantilla' });
  await dialog.getByLabel('Nombre').fill(`Saludo ${mark}`);
  await dialog.getByLabel('Texto').fill('Hola {nombre}, son {precio} de {negocio}.\nAlias: {alias}\nLink: {link}');
  await dialog.getByLabel('Se ofrece primero en').selectOption('Vencen hoy');
  const preview = dialog.getByRole('figure', { name: /^Así le llega a / });
  await expect(preview).toContainText(/Hola \S+, son \$ [\d.]+ de Sur/);
  await expect(preview).toContainText(`Alias: ${mark}.mp`);
  await expect(preview).not.toContainText('Link');
  // A27 nothing fills it, so it is not offered; whoever has it is told.
  await expect(dialog.getByRole('button', { name: '{link}' })).toHaveCount(0);
  await expect(dialog.getByText('Todavía no hay links de pago: la línea con {link} no se envía.')).toBeVisible();
  await expectAccessible(panel, 'a template');
  await dialog.getByLabel('Texto').fill('Hola {apodo}');
  await dialog.getByRole('button', { name: 'Crear' }).click();
  await expect(dialog.getByText(/^No conozco \{apodo\}\. Puedes usar: \{nombre\}, /)).toBeVisible();
  await dialog.getByLabel('Texto').fill('Hola ');
  await dialog.getByRole('button', { name: '{nombre}' }).click();
  await panel.keyboard.type(' 👋');
  await expect(dialog.getByLabel('Texto')).toHaveValue('Hola {nombre} 👋');
  await dialog.getByRole('button', { name: 'Crear' }).click();
  await expect(dialog).toHaveCount(0);

  const made = item(panel, { look: 'rows' }, `Saludo ${mark}`);
  await expect(made).toContainText('Vencen hoy');
  await made.getByRole('button', { name: 'Editar' }).click();
  const edit = panel.getByRole('dialog', { name: 'Editar Plantilla' });
  await expect(edit.getByRole('figure')).toContainText(/Hola \S+ 👋/);
  await edit.getByRole('button', { name: '{plan}' }).click();
  await expect(edit.getByLabel('Texto')).toHaveValue('Hola {nombre} 👋{plan}');
  await edit.getByLabel('Texto').fill('Hola {nombre}');
  await edit.getByRole('button', { name: 'Actualizar' }).click();
  await expect(made).toContainText('Hola {nombre}');
  await panel.route('**/api/message-template/*', (route) =>
    route.request().method() === 'DELETE'
      ? answerWith(409, { success: false, message: 'No se puede eliminar la última plantilla. Crea otra antes.' })(
          route,
        )
      : route.continue(),
  );
  const remove = async () => {
    await made.getByRole('button', { name: 'Eliminar' }).click();
    await made.getByRole('button', { name: 'Confirmar' }).click();
  };
  await remove();
  await expect(panel.getByText('No se puede eliminar la última plantilla. Crea otra antes.')).toBeVisible();
  await panel.unroute('**/api/message-template/*');
  await remove();
  await expect(made).toHaveCount(0);
});
