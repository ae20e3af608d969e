import type { Locator, Page, Request } from '@playwright/test';
import { expect, formFields } from './panel';

type Look = { look: 'cards' | 'rows' };

/** What every screen has: its heading, or instead of it what a failure says. */
const head = (page: Page) => page.locator('main :is(h1, [role=alert])');

/**
 * Goes on to another screen as a link does: what was loaded stays, which takes a fifth of the time of a load by address.
 * It is there once the heading of the screen before is gone and it has one of its own, or says that it `fails`.
 */
export async function goOn(page: Page, route: string, { fails = false } = {}) {
  await expect(head(page).first()).toBeVisible();
  await head(page).evaluateAll((all) => all.forEach((one) => one.setAttribute('data-left', '')));
  await page.evaluate((address) => {
    history.pushState({}, '', address);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, route);
  await expect(page.locator('[data-left]')).toHaveCount(0);
  await expect(page.locator(fails ? 'main [role=alert]' : 'main h1')).toBeVisible();
}

/** Opens a screen: by its address in a new page, else as a link does. */
export async function visit(page: Page, route: string, options?: { fails?: boolean }) {
  if (page.url() === 'about:blank') await page.goto(route);
  else await goOn(page, route, options);
}

/** The items of a catalogue. */
export function items(page: Page, { look }: Look): Locator {
  return page.getByRole('main').getByRole(look === 'cards' ? 'article' : 'listitem');
}

export function item(page: Page, screen: Look, name: string): Locator {
  return items(page, screen).filter({ has: page.getByRole('heading', { name, exact: true, level: 2 }) });
}

export const card = (page: Page, title: string) => item(page, { look: 'cards' }, title);

/** The names of what is shown, in their order. */
export function names(page: Page): Locator {
  return page.getByRole('main').getByRole('heading', { level: 2 });
}

/** The row of a table that holds this name. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
}

export const rows = (page: Page) => page.getByRole('table').locator('tbody').getByRole('row');

/** The cells of the rows that are shown, column by column. */
export const cells = (page: Page, column: number) => rows(page).locator(`td:nth-child(${column}) > span`);

/** The row of a set in the form of an exercise, from 1. */
export function setRow(page: Page, number: number): Locator {
  return page.getByRole('group', { name: `Set ${number}`, exact: true });
}

export const toasts = (page: Page) => page.getByRole('region', { name: 'Avisos' });

/** Closes what is in the corner: it may cover what is to be clicked next, and under the mouse it stays. */
export async function closeToasts(page: Page) {
  const closings = toasts(page).getByRole('button', { name: 'Cerrar aviso' });
  // One may come while the others are closed.
  await expect(async () => {
    await closings.evaluateAll((buttons) => buttons.forEach((button) => (button as HTMLButtonElement).click()));
    await expect(closings).toHaveCount(0, { timeout: 500 });
  }).toPass();
}

/** Deletes the first of two items in its two steps, after one that was let go and one taken over by the other. */
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
  // What was pressed is gone, and the keyboard goes on where it was.
  await expect(page.getByRole('main').locator(':is(a, button):focus')).toHaveCount(1);
}

/** Which of the theme's tones a badge has. */
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

/** What the panel writes from now on, as 'POST /level'. */
export function writes(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname.slice(4)}`);
  });
  return sent;
}

export function nextWrite(page: Page, method: string, path: string): Promise<Request> {
  return page.waitForRequest((request) => request.method() === method && request.url().endsWith(`/api${path}`));
}

export function nextUserSave(page: Page): Promise<Request> {
  return page.waitForRequest((request) => /\/api\/user(\/\d+)?$/.test(request.url()) && request.method() !== 'GET');
}

/** The fields of what was sent, whichever way. */
export async function payloadOf(request: Request): Promise<unknown> {
  const type = (await request.headerValue('content-type')) ?? '';
  return type.startsWith('multipart/form-data') ? formFields(request.postDataBuffer(), type) : request.postDataJSON();
}

/** The connection goes and comes back, and with it what the panel asks for again at this address. */
export async function reconnect(page: Page, path: string) {
  await page.context().setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  const again = page.waitForResponse(`**/api${path}`);
  await page.context().setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await (await again).finished();
}

/** How often the panel asks for this from now on. */
export function loads(page: Page, path: string): { count: number } {
  const seen = { count: 0 };
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith(`/api${path}`)) seen.count += 1;
  });
  return seen;
}

/** The calls for users from now on, as 'GET /user?page=1'. */
export function userCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/user')) calls.push(`${request.method()} ${pathname.slice(4)}${search}`);
  });
  return calls;
}

/** What the page logs from now on. */
export function logged(page: Page): string[] {
  const words: string[] = [];
  page.on('console', (message) => message.type() === 'error' && words.push(message.text()));
  return words;
}

/** What the browser asks from now on; each question gets the next answer, 'no' when there is none left. */
export function answerQuestions(page: Page, answers: boolean[]): string[] {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void (answers.shift() ? dialog.accept() : dialog.dismiss());
  });
  return asked;
}

/** By the letter nothing is told: neither in the page nor as a toast. */
export async function expectSilence(page: Page) {
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(toasts(page)).toHaveCount(0);
  await expect(page.getByText(/^Error|intenta de nuevo|No se puede/)).toHaveCount(0);
}

const OF_THE_BROWSER =
  /^(accept|accept-.*|cache-control|connection|content-length|cookie|host|origin|pragma|priority|referer|sec-.*|user-agent)$/;

/** Headers that the panel, not the browser, put on a call. */
export async function ownHeaders(request: Request): Promise<string[]> {
  const headers = Object.keys(await request.allHeaders());
  return headers.filter((name) => !name.startsWith(':') && !OF_THE_BROWSER.test(name)).sort();
}

/** What is typed into the form of a diet, by label. */
export const typedDiet = {
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

/** Types by label. */
export async function fill(form: Page | Locator, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label).fill(value);
}
