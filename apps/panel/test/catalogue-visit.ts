import type { Locator, Page } from '@playwright/test';
import type { Screen } from './catalogues';
import { answerWith, createGate, expect, fetchAnswer } from './panel';

const RED_COLOUR = 'rgb(179, 35, 27)';
const ARMED_MS = 3_000;
const NOT_AN_IMAGE = 'El archivo no es una imagen JPEG, PNG, WebP, GIF o AVIF';
const TEXT_FILE = { name: 'notas.txt', mimeType: 'text/plain', buffer: Buffer.from('hola') };

export const modal = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
export const countMessages = (words: string[], failure: string) =>
  words.filter((text) => text.startsWith(failure)).length;

/** Payload expected for the typed values: a form if the screen has an image, else JSON. */
export function expectedPayload(
  { name, description, status, image }: Screen,
  values: { name: string; description: string; active: boolean; picture?: boolean },
) {
  return {
    [name.field]: values.name,
    ...(description && { description: values.description }),
    ...(status && { status: image ? String(values.active) : values.active }),
    ...(image && values.picture && { image: '<foto.png>' }),
  };
}

/** Answers a write with another name than was typed: the panel must show the server's version. */
export async function routeRenamedAnswer(page: Page, address: string, { name }: Screen, renamed: string) {
  await page.route(`**/api${address}`, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    const response = await fetchAnswer(route);
    const body = (await response.json()) as { data: Record<string, unknown> };
    body.data[name.field] = renamed;
    return route.fulfill({ response, json: body });
  });
}

/** The list fails while its skeleton shows, then turns out to be empty; the modal for the first item is left open. */
export async function expectFailureThenEmpty(page: Page, screen: Screen, words: string[]) {
  const [held, answer] = createGate();
  let loads = 0;
  await page.route(`**/api${screen.path}`, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    loads += 1;
    await held;
    await (loads === 1 ? answerWith(500) : answerWith(200, { success: true, data: [] }))(route);
  });
  await page.goto(screen.route);
  const loading = page.getByRole('status', { name: 'Cargando' });
  await expect(loading).toHaveAttribute('aria-busy', 'true');
  if (screen.look === 'cards') await expect(loading.locator('[data-skeleton]')).toHaveCount(3);
  await expect(page.getByText(screen.empty.title)).toHaveCount(0);
  answer();
  await expect(page.getByRole('alert')).toContainText(screen.failures.load);
  await expect(loading).toHaveCount(0);
  expect(countMessages(words, screen.failures.load), 'the failed load is logged once').toBe(1);
  await page.getByRole('button', { name: 'Reintentar' }).click();
  await expect(page.getByText(screen.empty.title)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: screen.empty.create, exact: true }).click();
  return () => loads;
}

/** Expects no request while the name is blank or the picked file is no image. */
export async function expectModalRefuses(page: Page, screen: Screen, typed: string, sent: string[]) {
  const dialog = modal(page, screen.create);
  const name = dialog.getByLabel(screen.name.label);
  const submit = dialog.getByRole('button', { name: 'Crear', exact: true });
  if (screen.status) await expect(dialog.getByRole('checkbox', { name: screen.status })).toBeChecked();
  await name.fill('   ');
  await submit.click();
  await expect(name).toHaveAccessibleDescription(screen.name.required);
  await expect(name).toBeFocused();
  await name.fill(typed);
  await expect(dialog.getByText(screen.name.required)).toHaveCount(0);
  if (screen.image) {
    const picker = dialog.getByLabel(screen.image.label, { exact: true });
    await expect(picker).toHaveAttribute('type', 'file');
    await expect(picker).toHaveAttribute('accept', 'image/*');
    await picker.setInputFiles(TEXT_FILE);
    await expect(dialog.locator('img')).toHaveCount(0);
    await submit.click();
    await expect(picker).toBeFocused();
    await expect(picker).toHaveAccessibleDescription(NOT_AN_IMAGE);
    await dialog.getByRole('button', { name: 'Quitar la imagen elegida' }).click();
  }
  expect(sent, 'nothing leaves the modal yet').toEqual([]);
}

/** Deletes an item: the first click only arms or asks, the second deletes. */
export async function removeItem(page: Page, { look }: Screen, shown: Locator, sent: string[], name: string) {
  const button = shown.getByRole('button', { name: /^(Eliminar|Confirmar)$/ });
  await button.click();
  if (look === 'cards') {
    await expect(button).toHaveText('Confirmar');
    await expect(button).toHaveCSS('background-color', RED_COLOUR);
    await page.clock.fastForward(ARMED_MS);
    await expect(button).toHaveText('Eliminar');
    expect(sent, 'armed and disarmed, nothing is sent').toEqual([]);
    // The further clicks of an impatient finger do not confirm.
    await button.click({ clickCount: 3 });
    await button.click();
  } else {
    const pair = shown.getByRole('group', { name: `¿Eliminar ${name}?` });
    await expect(pair.getByRole('button')).toHaveText(['Confirmar', 'Cancelar']);
    await pair.getByRole('button', { name: 'Cancelar' }).click();
    await expect(pair).toHaveCount(0);
    expect(sent, 'asked and cancelled, nothing is sent').toEqual([]);
    await button.click();
    await pair.getByRole('button', { name: 'Confirmar' }).click();
  }
  await expect(shown).toHaveCount(0);
}
