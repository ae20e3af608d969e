import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, PICTURE, test, uniqueName } from '#test/builders';
import { screens, type Screen } from '#test/catalogues';
import { item, waitForWrite, payloadOf, recordWrites } from '#test/page';
import { createGate } from '#test/panel';

const TOO_LARGE_ERROR = 'La imagen no puede pesar más de 8 MB';
const IMAGE_HINT = 'Arrastra, pega o elige una imagen de hasta 8 MB.';
const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
const levels: Screen = screens.levels;

/** A black picture with one bit per pixel. */
function blankPng(width: number, height: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(typed));
    return Buffer.concat([length, typed, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(1, 8);
  const points = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height, 0));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', points), chunk('IEND', Buffer.alloc(0))]);
}

async function openNewItem(page: Page, screen: Screen) {
  await page.goto(screen.route);
  await page.getByRole('button', { name: screen.create, exact: true }).click();
  return page.getByRole('dialog', { name: screen.create, exact: true });
}

test('NIV-14 NIV-15 W5 an image may be dropped or taken back, and either way the form knows; one that is too large is refused', async ({
  panel,
}) => {
  // Counts the previews held in memory.
  await panel.addInitScript(() => {
    const held = new Set<string>();
    const [make, revoke] = [URL.createObjectURL.bind(URL), URL.revokeObjectURL.bind(URL)];
    URL.createObjectURL = (file) => {
      const url = make(file);
      held.add(url);
      return url;
    };
    URL.revokeObjectURL = (url) => {
      held.delete(url);
      revoke(url);
    };
    Object.assign(window, { previews: () => held.size });
  });
  const previews = () => panel.evaluate(() => (window as unknown as { previews: () => number }).previews());
  const dialog = await openNewItem(panel, levels);
  const picker = dialog.getByLabel('Imagen de portada');
  await expect(picker).toHaveAccessibleDescription(IMAGE_HINT);
  // First the largest image that the server accepts, then a file that only claims to be an image.
  await picker.setInputFiles({ ...PICTURE, buffer: blankPng(8_000, 5_000) });
  await dialog.locator('img').evaluate((image: HTMLImageElement) => image.decode());
  await picker.setInputFiles({ ...PICTURE, buffer: Buffer.from('<svg onload="alert(1)"/>') });
  await expect(dialog.locator('[data-placeholder]')).toBeVisible();
  expect(await previews()).toBe(1);
  await picker.setInputFiles({ ...PICTURE, buffer: Buffer.alloc(MAX_IMAGE_BYTES + 1) });
  await expect(picker).toHaveAccessibleDescription(TOO_LARGE_ERROR);
  await expect(dialog.locator('img')).toHaveCount(0);
  const dropped = await panel.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], 'soltada.png', { type: 'image/png' }));
      return transfer;
    },
    [...PICTURE.buffer],
  );
  await picker.dispatchEvent('drop', { dataTransfer: dropped });
  await expect(dialog.locator('img')).toHaveAttribute('src', /^blob:/);
  await panel.keyboard.press('Escape');
  await expect(panel.getByRole('alertdialog', { name: '¿Descartar los cambios?' })).toBeVisible();
  await panel.getByRole('button', { name: 'Seguir editando' }).click();

  // A refused file replaces the valid one before it; then neither is sent.
  await picker.setInputFiles({ name: 'notas.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') });
  await expect(dialog.locator('img')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Quitar la imagen elegida' }).click();
  await expect(picker).toHaveAccessibleDescription(IMAGE_HINT);
  await expect(dialog.locator('img')).toHaveCount(0);
  await dialog.getByLabel('Nombre del Nivel').fill(uniqueName('Sin imagen'));
  const request = waitForWrite(panel, 'POST', '/level');
  await dialog.getByRole('button', { name: 'Crear' }).click();
  expect(await payloadOf(await request)).not.toHaveProperty('image');
  await expect(dialog).toHaveCount(0);
  expect(await previews()).toBe(0);
});

test('NIV-16 NIV-18 W6 the modal keeps the focus inside, gives it back, has an optional text area and closes without sending', async ({
  panel,
  add,
}) => {
  const { title } = await add('/level');
  const sent = recordWrites(panel);
  await panel.goto(levels.route);
  const opener = panel.getByRole('button', { name: 'Nuevo Nivel' });
  await opener.focus();
  await panel.keyboard.press('Enter');
  const dialog = panel.getByRole('dialog', { name: 'Nuevo Nivel' });
  const first = dialog.getByLabel('Nombre del Nivel');
  await expect(first).toBeFocused();

  // Tabbing once around, forwards and backwards: no stop lies outside the dialog.
  const inside = () => dialog.evaluate((box) => box.contains(document.activeElement));
  const stops = await dialog.locator('input, textarea, button').count();
  for (const key of ['Tab', 'Shift+Tab'])
    for (let stop = 0; stop <= stops; stop += 1) {
      await panel.keyboard.press(key);
      await expect.poll(inside).toBe(true);
    }
  const description = dialog.getByLabel('Descripción');
  expect(await description.evaluate((field) => field.tagName)).toBe('TEXTAREA');
  await expect(description).not.toHaveAttribute('required');
  await expect(dialog.getByRole('button', { name: 'Crear', exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Actualizar' })).toHaveCount(0);
  await panel.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
  await panel.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Cancelar', exact: true }).click();
  await expect(dialog).toHaveCount(0);

  await item(panel, levels, title).getByRole('button', { name: 'Editar' }).click();
  const edit = panel.getByRole('dialog', { name: 'Editar Nivel' });
  await expect(edit.getByRole('button', { name: 'Actualizar', exact: true })).toBeVisible();
  await expect(edit.getByRole('button', { name: 'Crear' })).toHaveCount(0);
  await edit.getByRole('button', { name: 'Cancelar', exact: true }).click();
  await expect(edit).toHaveCount(0);
  expect(sent).toEqual([]);

  // The focus also returns after a save.
  await opener.focus();
  await panel.keyboard.press('Enter');
  await expect(first).toBeFocused();
  await panel.keyboard.type(uniqueName('Con teclas'));
  await panel.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('NIV-18 what was typed is not lost by a slip: closing asks first, and so does leaving', async ({ panel }) => {
  await panel.goto('/configuracion/maquinas');
  await panel.getByRole('link', { name: 'Niveles' }).click();
  await panel.getByRole('button', { name: 'Nuevo Nivel' }).click();
  const dialog = panel.getByRole('dialog', { name: 'Nuevo Nivel' });
  const title = dialog.getByLabel('Nombre del Nivel');
  await title.fill('A medias');
  const question = panel.getByRole('alertdialog', { name: '¿Descartar los cambios?' });
  const stay = question.getByRole('button', { name: 'Seguir editando' });

  for (const close of ['Cancelar', 'Cerrar', 'Escape', 'back']) {
    if (close === 'Escape') await panel.keyboard.press('Escape');
    else if (close === 'back') await panel.evaluate(() => history.back());
    else await dialog.getByRole('button', { name: close, exact: true }).click();
    await expect(stay, close).toBeFocused();
    await panel.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(title).toHaveValue('A medias');
    await expect(panel).toHaveURL('/configuracion/niveles');
  }
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(dialog).toHaveCount(0);

  // A form discarded by leaving is gone, and the next one begins empty.
  await panel.getByRole('button', { name: 'Nuevo Nivel' }).click();
  await expect(title).toHaveValue('');
  await title.fill('Otra vez');
  await panel.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Descartar' }).click();
  await expect(panel).toHaveURL('/configuracion/maquinas');
  await expect(panel.getByRole('dialog')).toHaveCount(0);
});

test('K8 an impatient double click creates one level, and says meanwhile that it is saving', async ({ panel }) => {
  const sent = recordWrites(panel);
  const [held, answer] = createGate();
  await panel.route('**/api/level', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  const dialog = await openNewItem(panel, levels);
  await dialog.getByLabel('Nombre del Nivel').fill(uniqueName('Una vez'));
  await dialog.getByRole('button', { name: 'Crear' }).dblclick();
  await expect(dialog.getByRole('button', { name: 'Guardando...' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeDisabled();
  await dialog.getByLabel('Nombre del Nivel').press('Enter');
  await panel.keyboard.press('Escape');
  answer();
  await expect(dialog).toHaveCount(0);
  expect(sent).toEqual(['POST /level']);
});

test.describe('a session that ends', () => {
  test.use({ expectedErrors: [/^Error al guardar el nivel/] });

  test('T14 an ended session takes a half-filled form to the login without a question', async ({ panel, product }) => {
    const dialog = await openNewItem(panel, levels);
    await dialog.getByLabel('Nombre del Nivel').fill('A medias');
    await panel.route('**/api/level', (route) =>
      route.fulfill({ status: 401, json: { success: false, message: 'Fin' } }),
    );
    let asked = false;
    panel.on('dialog', (question) => {
      asked = true;
      void question.accept();
    });
    await dialog.getByRole('button', { name: 'Crear' }).click();
    await expect(panel).toHaveURL('/login');
    expect(asked).toBe(false);
    const cookies = await panel.context().cookies(product.url);
    expect(cookies.filter(({ name }) => name === 'token')).toEqual([]);
  });
});
