import type { Locator, Page, Request } from '@playwright/test';
import { expect, formFields } from './panel';

type Look = { look: 'cards' | 'rows' };

/** The heading that every screen has, or the failure shown instead. */
const screenHeading = (page: Page) => page.locator('main :is(h1, [role=alert])');

/**
 * Goes to another screen as a link does: the cache stays, which takes a fifth of the time of a full load. Done once the
 * previous screen's heading is gone and the new one has its own, or says that it `fails`.
 */
export async function goToScreen(page: Page, route: string, { fails = false } = {}) {
  await expect(screenHeading(page).first()).toBeVisible();
  await screenHeading(page).evaluateAll((all) => all.forEach((one) => one.setAttribute('data-left', '')));
  await page.evaluate((address) => {
    history.pushState({}, '', address);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, route);
  await expect(page.locator('[data-left]')).toHaveCount(0);
  await expect(page.locator(fails ? 'main [role=alert]' : 'main h1')).toBeVisible();
}

/** Opens a screen: by address in a new page, else as a link does. */
export async function visit(page: Page, route: string, options?: { fails?: boolean }) {
  if (page.url() === 'about:blank') await page.goto(route);
  else await goToScreen(page, route, options);
}

/** The items of a catalogue. */
export function items(page: Page, { look }: Look): Locator {
  return page.getByRole('main').getByRole(look === 'cards' ? 'article' : 'listitem');
}

export function item(page: Page, screen: Look, name: string): Locator {
  return items(page, screen).filter({ has: page.getByRole('heading', { name, exact: true, level: 2 }) });
}

/** Unsaved forms stored on this device. */
export const storedDrafts = (page: Page) =>
  page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('pulso-borrador')));

export const card = (page: Page, title: string) => item(page, { look: 'cards' }, title);

/** Names of the shown items, in their order. */
export function itemNames(page: Page): Locator {
  return page.getByRole('main').getByRole('heading', { level: 2 });
}

/** The row of a table that holds this name. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
}

export const tableRows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');

/** Cells of one column, in the rows shown. */
export const columnCells = (page: Page, column: number) => tableRows(page).locator(`td:nth-child(${column}) > span`);

/** Row of a set in the form of an exercise, counted from 1. */
export function setRow(page: Page, number: number): Locator {
  return page.getByRole('group', { name: `Set ${number}`, exact: true });
}

/** Opens what a client's menu 'Acciones' leads to; only where the server offers more than the specification names. */
export async function chooseAction(page: Page, name: string) {
  await page.getByRole('main').getByRole('button', { name: 'Acciones', exact: true }).first().click();
  await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click();
}

export const toasts = (page: Page) => page.getByRole('region', { name: 'Avisos' });

/** Closes all toasts: they may cover the next click target, and stay while hovered. */
export async function closeToasts(page: Page) {
  const closings = toasts(page).getByRole('button', { name: 'Cerrar aviso' });
  // A new toast may appear while the others are closed.
  await expect(async () => {
    await closings.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLButtonElement).click()));
    await expect(closings).toHaveCount(0, { timeout: 500 });
  }).toPass();
}

/** Deletes an item in two steps, after an arming that timed out and one of the other item, which it disarms. */
export async function deleteInTwoSteps(page: Page, gone: Locator, kept: Locator, sent: string[]) {
  const button = (one: Locator) => one.getByRole('button', { name: /^(Eliminar|Confirmar)$/ });
  await expect(button(gone)).toHaveText('Eliminar');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await button(gone).click();
  await expect(button(gone)).toHaveText('Confirmar');
  await page.clock.runFor(2_999);
  await expect(button(gone)).toHaveText('Confirmar');
  await page.clock.runFor(1);
  await expect(button(gone)).toHaveText('Eliminar');
  await button(kept).click();
  await button(gone).click();
  await expect(button(kept)).toHaveText('Eliminar');
  expect(sent).toEqual([]);
  await button(gone).click();
  await page.clock.resume();
  await expect(gone).toHaveCount(0);
  await expect(kept).toBeVisible();
  // The pressed button is gone, and the focus has moved to its place.
  await expect(page.getByRole('main').locator(':is(a, button):focus')).toHaveCount(1);
}

/** The theme tone of a badge. */
export function toneOf(badge: Locator): Promise<string | undefined> {
  return badge.evaluate((element) => {
    const { color } = getComputedStyle(element);
    const probe = document.body.appendChild(document.createElement('i'));
    const found = ['purple', 'blue', 'green', 'yellow', 'red', 'grey'].find((tone) => {
      probe.style.color = `var(--c-${tone})`;
      return getComputedStyle(probe).color === color;
    });
    probe.remove();
    return found;
  });
}

/** Records the panel's writes from now on, as 'POST /level'. */
export function recordWrites(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname.slice(4)}`);
  });
  return sent;
}

export function waitForWrite(page: Page, method: string, path: string): Promise<Request> {
  return page.waitForRequest((request) => request.method() === method && request.url().endsWith(`/api${path}`));
}

export function waitForUserSave(page: Page): Promise<Request> {
  return page.waitForRequest((request) => /\/api\/user(\/\d+)?$/.test(request.url()) && request.method() !== 'GET');
}

/** Fields of a request's body, form or JSON. */
export async function payloadOf(request: Request): Promise<unknown> {
  const type = (await request.headerValue('content-type')) ?? '';
  return type.startsWith('multipart/form-data') ? formFields(request.postDataBuffer(), type) : request.postDataJSON();
}

/** Loses and restores the connection; waits until the panel refetches this address. */
export async function reconnect(page: Page, path: string) {
  await page.context().setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  const again = page.waitForResponse(`**/api${path}`);
  await page.context().setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await (await again).finished();
}

/** Counts the panel's requests for this path from now on. */
export function countLoads(page: Page, path: string): { count: number } {
  const seen = { count: 0 };
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith(`/api${path}`)) seen.count += 1;
  });
  return seen;
}

/** Records the requests for users from now on, as 'GET /user?page=1'. */
export function recordUserCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/user')) calls.push(`${request.method()} ${pathname.slice(4)}${search}`);
  });
  return calls;
}

/** Records the page's console output from now on. */
export function recordConsoleErrors(page: Page): string[] {
  const words: string[] = [];
  page.on('console', (message) => message.type() === 'error' && words.push(message.text()));
  return words;
}

/** Records the browser's questions from now on; each gets the next answer, 'no' when none is left. */
export function answerBrowserDialogs(page: Page, answers: boolean[]): string[] {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void (answers.shift() ? dialog.accept() : dialog.dismiss());
  });
  return asked;
}

/** Expects no message, in the page or as a toast: the letter of the specification. */
export async function expectNoMessage(page: Page) {
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(toasts(page)).toHaveCount(0);
  await expect(page.getByText(/^Error|intenta de nuevo|No se puede/)).toHaveCount(0);
}

const BROWSER_HEADERS =
  /^(accept|accept-.*|cache-control|connection|content-length|cookie|host|origin|pragma|priority|referer|sec-.*|user-agent)$/;

/** Headers of a call that the panel, not the browser, added. */
export async function panelHeaders(request: Request): Promise<string[]> {
  const headers = Object.keys(await request.allHeaders());
  return headers.filter((name) => !name.startsWith(':') && !BROWSER_HEADERS.test(name)).sort();
}

/** Input for the form of a diet, by label. */
export const dietInput = {
  Título: 'Ensalada tibia',
  Categoría: 'Volumen',
  Porciones: '2 platos',
  'Tiempo total': '25 min',
  'Calorías (kcal)': '450,5',
  'Proteínas (g)': '30',
  'Carbohidratos (g)': '0',
  'Grasas (g)': '12,5',
  Ingredientes: 'Lechuga\nPollo',
  Instrucciones: 'Lavar.\n\nServir.',
};

/** Fills in fields by label. */
export async function fillFields(form: Page | Locator, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label).fill(value);
}
