import type { Page } from '@playwright/test';
import { axeTestOptions, expectAccessible } from '#test/accessibility';
import { expect, test } from '#test/builders';
import { chooseAction, closeToasts, toasts } from '#test/page';
import { answerWith } from '#test/panel';

test.use({ ...axeTestOptions, expectedErrors: [/Error en el servidor/] });

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

type OpenedChats = { opened: string[] };

/** A server that has the app, and a browser that notes which chats are opened. */
const prepare = (page: Page, extras: string[]) =>
  page.addInitScript((announced) => {
    localStorage.setItem('pulso-extras', JSON.stringify(announced));
    // The frame that opens the chats has a window of its own.
    const noted = window.top as unknown as OpenedChats;
    noted.opened ??= [];
    window.open = (address = '') => {
      noted.opened.push(String(address));
      return window;
    };
  }, extras);
const WITH_APP = ['coaching', 'collections', 'ledger'];

const accessDialog = (page: Page) => page.getByRole('dialog', { name: 'Enviar acceso' });
const accessPart = (page: Page) => page.getByRole('region', { name: 'Acceso' });

/** A phone that enters by a link. */
async function enterByLink(url: string, secret: string, userAgent: string): Promise<number> {
  const { status } = await fetch(`${url}/api/auth/access`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ link: secret }),
  });
  return status;
}

test('LNK-01 LNK-02 a client is sent his access in the words of the template, by WhatsApp or copied, and it is no contact', async ({
  panel,
  add,
  product,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await prepare(panel, WITH_APP);
  const client = await add('/user', { name: 'Ana María Gómez', phone: '1123456789' });
  await panel.goto(`/usuarios/${client.id}`);
  await chooseAction(panel, 'Enviar acceso');
  const dialog = accessDialog(panel);
  const said = dialog.getByText(/^Hola Ana, aquí está tu entrenamiento con /);
  await expect(said).toBeVisible();
  const message = (await said.textContent()) ?? '';
  const [, secret = ''] = /: http:\/\/[^/]+\/mi\/entrar#([\w-]{43})\nSi te pide un código: \d{6}$/.exec(message) ?? [];
  expect(secret).not.toBe('');
  await expect(
    dialog.getByText(
      /^El enlace sirve una vez, hasta el \d\d\/\d\d\/\d{4} a las \d\d:\d\d\. Un envío nuevo anula el anterior\.$/,
    ),
  ).toBeVisible();
  await expect(
    dialog.getByText(
      `Esta dirección no es pública (${new URL(product.url).origin}): el enlace no abrirá en el teléfono de tu cliente.`,
      { exact: true },
    ),
  ).toBeVisible();
  await expectAccessible(panel, 'the access that is sent');

  await dialog.getByRole('button', { name: 'Copiar' }).click();
  await expect(dialog.getByRole('button', { name: 'Copiado' })).toBeVisible();
  expect(await panel.evaluate(() => navigator.clipboard.readText())).toBe(message);
  await dialog.getByRole('link', { name: 'Abrir WhatsApp' }).click();
  const [chat = ''] = await panel.evaluate(() => (window as unknown as OpenedChats).opened);
  expect(new URL(chat).searchParams.get('phone')).toBe('5491123456789');
  expect(new URL(chat).searchParams.get('text')).toBe(message);

  await dialog.getByRole('button', { name: 'Cerrar' }).click();
  await panel.getByRole('tab', { name: 'Contactos' }).click();
  await expect(panel.getByText('Nadie lo contactó todavía.')).toBeVisible();
  expect(await enterByLink(product.url, secret, ANDROID)).toBe(200);
});

test('LNK-01 what the server refuses is said in its words, and what fails can be tried again', async ({
  panel,
  add,
}) => {
  await prepare(panel, WITH_APP);
  const client = await add('/user', { status: false });
  await panel.goto(`/usuarios/${client.id}`);
  const dialog = accessDialog(panel);
  await chooseAction(panel, 'Enviar acceso');
  await expect(dialog.getByRole('alert')).toHaveText('El usuario está inactivo. Actívalo antes de enviarle el acceso.');
  await expect(dialog.getByRole('button', { name: 'Reintentar' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click();
  await panel.route('**/api/user/*/access', answerWith(500), { times: 1 });
  await chooseAction(panel, 'Enviar acceso');
  await expect(dialog.getByRole('alert')).toContainText('Error al crear el acceso. Por favor intenta de nuevo.');
  await dialog.getByRole('button', { name: 'Reintentar' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('El usuario está inactivo. Actívalo antes de enviarle el acceso.');
});

test('LNK-11 SEG-01 the tab of a client lists his phones with device, since when and last use, and ends one or all', async ({
  panel,
  add,
  write,
  product,
}) => {
  await prepare(panel, WITH_APP);
  const client = await add('/user');
  const path = `**/api/user/${client.id}/sessions`;
  await panel.route(path, answerWith(500), { times: 1 });
  await panel.goto(`/usuarios/${client.id}?pestana=entrenamiento`);
  const part = accessPart(panel);
  await expect(part.getByRole('alert')).toContainText('Error al cargar los accesos');
  await part.getByRole('button', { name: 'Reintentar' }).click();
  await expect(part.getByText('Nunca entró', { exact: true })).toBeVisible();
  await expect(part.getByText('Todavía no entró a la app.')).toBeVisible();
  await expect(part.getByRole('button', { name: 'Cerrar todas las sesiones' })).toHaveCount(0);

  for (const userAgent of [IPHONE, ANDROID]) {
    const { secret } = await write(`/user/${client.id}/access`, {});
    expect(await enterByLink(product.url, String(secret), userAgent)).toBe(200);
  }
  await panel.reload();
  await expect(part.getByText('Última vez hace un momento · 2 teléfonos')).toBeVisible();
  const phones = part.getByRole('listitem');
  await expect(phones).toHaveCount(2);
  await expect(phones.first()).toContainText('Chrome en Android');
  await expect(phones.last()).toContainText(
    /Safari en iPhone.*Última vez hace un momento.*Desde el \d\d\/\d\d\/\d{4}/s,
  );
  await expectAccessible(panel, 'the phones of a client', '[aria-label=Acceso]');

  const end = async (name: string) => {
    await part.getByRole('button', { name }).first().click();
    await part.getByRole('button', { name: 'Confirmar' }).click();
  };
  await panel.route('**/api/user/*/session/*', answerWith(500), { times: 1 });
  await end('Cerrar sesión');
  await expect(part.getByRole('alert')).toContainText('Error al cerrar la sesión. Por favor intenta de nuevo.');
  await expect(phones).toHaveCount(2);
  await end('Cerrar sesión');
  await expect(toasts(panel)).toContainText('Sesión cerrada');
  await expect(phones).toHaveText([/Safari en iPhone/]);
  await closeToasts(panel);
  const { secret } = await write(`/user/${client.id}/access`, {});
  expect(await enterByLink(product.url, String(secret), ANDROID)).toBe(200);
  await panel.reload();
  await expect(phones).toHaveCount(2);
  await end('Cerrar todas las sesiones');
  await expect(part.getByText('Última vez hace un momento · ningún teléfono')).toBeVisible();
  await expect(phones).toHaveCount(0);

  await part.getByRole('button', { name: 'Enviar acceso' }).click();
  await expect(accessDialog(panel).getByText(/^Hola /)).toBeVisible();
});

test('SEG-01 BAS-02 of other roles, and of a server that does not announce it, there is neither tab nor button', async ({
  panel,
  add,
}) => {
  const [client, trainer] = [await add('/user'), await add('/user', { role: 'TRAINER' })];
  const asked: string[] = [];
  panel.on('request', (request) => asked.push(request.url()));
  await prepare(panel, WITH_APP);
  await panel.goto(`/usuarios/${trainer.id}?pestana=entrenamiento`);
  const tab = panel.getByRole('tab', { name: 'Entrenamiento' });
  const send = panel.getByRole('button', { name: 'Enviar acceso' });
  await expect(panel.getByRole('tab', { name: 'Todo', selected: true })).toBeVisible();
  expect([await tab.count(), await send.count()]).toEqual([0, 0]);
  await prepare(panel, ['collections', 'ledger']);
  await panel.goto(`/usuarios/${client.id}?pestana=entrenamiento`);
  await expect(panel.getByRole('tab', { name: 'Todo', selected: true })).toBeVisible();
  expect([await tab.count(), await send.count()]).toEqual([0, 0]);
  expect(asked.filter((url) => /\/(sessions|access)$/.test(url))).toEqual([]);
  await panel.goto('/configuracion/plantillas');
  await panel.getByRole('button', { name: 'Nueva Plantilla' }).click();
  await expect(panel.getByRole('button', { name: '{concepto}' })).toBeVisible();
  await expect(panel.getByRole('button', { name: '{acceso}' })).toHaveCount(0);
});
