import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { routeAnswers, type AnswerMode } from './answers';
import { shiftsOf, findLayoutProblems } from './faults';

export type Options = { folder: string; widths: number[]; themes: Theme[]; say: (line: string) => void };
export type Theme = 'light' | 'dark';

const HEIGHTS_PX: Record<number, number> = { 1440: 900, 768: 1024, 390: 844 };
const DESKTOP_MIN_PX = 1024;
const PAPER_WIDTH_PX = 794;
const BUSY_SELECTOR =
  'main [data-skeleton], main[aria-busy=true], main [aria-busy=true], [role=dialog] [aria-busy=true]';
const DIALOG_SELECTOR = '[role=dialog]:visible, [role=alertdialog]:visible';

const toSlug = (text: string) =>
  text
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
    .toLowerCase();

const waitForFrame = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Waits until nothing loads, pictures included. */
async function waitUntilSettled(page: Page) {
  await page.locator('main :is(h1, [role=alert], [role=status], form)').first().waitFor();
  await page
    .waitForFunction((busy) => !document.querySelector(busy), BUSY_SELECTOR, { timeout: 5_000 })
    .catch(() => undefined);
  await page
    .waitForFunction(
      () => [...document.images].every((image) => image.complete || image.loading === 'lazy'),
      undefined,
      {
        timeout: 2_000,
      },
    )
    .catch(() => undefined);
  // Some content comes a moment later, like the drawing of an empty list.
  await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined);
  await waitForFrame(page);
}

/** The pictures of one screen in every state, and what is wrong with it that no picture shows. */
export function captureScreen(page: Page, address: string, { folder, widths, themes, say }: Options) {
  const name = address.slice(1);
  const place = join(folder, toSlug(name));
  mkdirSync(place, { recursive: true });
  const protocol = page.context().newCDPSession(page);
  async function size(width: number) {
    await page.setViewportSize({ width, height: HEIGHTS_PX[width] ?? 900 });
    // Phones and tablets are touched, and some things stand otherwise there.
    await (await protocol).send('Emulation.setTouchEmulationEnabled', { enabled: width < DESKTOP_MIN_PX });
  }

  async function shoot(state: string, width: number, theme: Theme | 'print', whole = true) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    const window = HEIGHTS_PX[width] ?? 1100;
    const take = (name: string, y: number, most: number) =>
      page.screenshot({
        path: join(place, `${toSlug(name)}.${width}.${theme}.jpg`),
        quality: 80,
        ...(whole && { fullPage: true, clip: { x: 0, y, width, height: Math.min(height, most) } }),
      });
    await take(state, 0, window * 2);
    if (whole && height > window * 2) await take(`${state} pie`, height - window, window);
  }
  async function inBothThemes(state: string, width: number, whole = true) {
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await waitForFrame(page);
      await shoot(state, width, colorScheme, whole);
    }
  }
  async function inAllWidths(state: string, whole = true) {
    for (const width of widths) {
      await size(width);
      await waitForFrame(page);
      await inBothThemes(state, width, whole);
      for (const trouble of await findLayoutProblems(page)) say(`${name}, ${state}, ${width}: ${trouble}`);
    }
  }
  async function open(answers: AnswerMode, width = widths[0] ?? 1440) {
    const release = await routeAnswers(page, answers);
    await size(width);
    await page.goto(address);
    if (answers !== 'cargando') await waitUntilSettled(page);
    return release;
  }

  /** Holds the answers until the pictures are taken, then lets them go: the content should not move what was there. */
  async function loading() {
    const jumps = [];
    for (const width of widths) {
      const release = await open('cargando', width);
      await page.locator('main').waitFor();
      await page.waitForTimeout(300);
      await inBothThemes('1-cargando', width);
      release();
      await waitUntilSettled(page);
      await page.waitForTimeout(200);
      const { total, what } = await shiftsOf(page);
      jumps.push({ name, width, total, what });
    }
    return jumps;
  }

  /** The buttons that may open a dialog, each kind once. */
  const openers = () =>
    page
      .locator(
        'main button:visible:enabled:not([type=submit], [role=tab], [role=combobox], [aria-pressed], [aria-expanded], th *)',
      )
      .evaluateAll((all) => [
        ...new Set(all.map((one) => one.getAttribute('aria-label') ?? (one as HTMLElement).innerText.trim())),
      ]);

  async function dialogs(seen: Set<string>) {
    const at = page.url();
    for (const word of (await openers()).filter((one) => one !== '' && !seen.has(one))) {
      seen.add(word);
      const button = page.locator('main').getByRole('button', { name: word, exact: true }).first();
      if (
        !(await button.click({ timeout: 1_500 }).then(
          () => true,
          () => false,
        ))
      )
        continue;
      const dialog = page.locator(DIALOG_SELECTOR).last();
      const isThere = await dialog.waitFor({ timeout: 1_000 }).then(
        () => true,
        () => false,
      );
      if (isThere) {
        await waitUntilSettled(page);
        await inAllWidths(`6-diálogo ${word}`, false);
        await size(widths[0] ?? 1440);
        await withErrors(`7-diálogo ${word} con errores`, dialog.locator('button[type=submit]').last(), false);
      }
      if (!isThere && page.url() === at) continue;
      await page.goto(at);
      await waitUntilSettled(page);
    }
  }
  async function withErrors(state: string, submit = page.locator('main button[type=submit]').last(), whole = true) {
    if (
      !(await submit.click({ timeout: 500 }).then(
        () => true,
        () => false,
      ))
    )
      return;
    const told = page.locator(':is(main, [role=dialog]) [role=alert]:visible').first();
    if (
      await told.waitFor({ timeout: 700 }).then(
        () => true,
        () => false,
      )
    )
      await inAllWidths(state, whole);
  }

  async function content() {
    await open('contenido');
    await inAllWidths('2-contenido');
    await size(widths[0] ?? 1440);
    const links = await page
      .locator('main a[href]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
    const seen = new Set<string>();
    await dialogs(seen);
    const tabs = page.locator('main [role=tab]');
    for (const [index, words] of (await tabs.allInnerTexts()).entries()) {
      if (index === 0) continue;
      await open('contenido');
      await tabs.nth(index).click();
      await waitUntilSettled(page);
      await inAllWidths(`2-pestaña ${words.split(/\n|\d/)[0]}`);
      await size(widths[0] ?? 1440);
      await dialogs(seen);
    }
    await withErrors('8-con errores');
    return links;
  }
  async function others() {
    for (const [state, answers] of [
      ['3-vacío', 'vacío'],
      ['4-fallido', 'fallido'],
      ['5-largo', 'largo'],
    ] as const) {
      await open(answers);
      await inAllWidths(state);
    }
  }
  /** The printed page, on an A4. */
  async function print() {
    await open('contenido');
    await page.setViewportSize({ width: PAPER_WIDTH_PX, height: 1123 });
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    await waitForFrame(page);
    await shoot('9-papel', PAPER_WIDTH_PX, 'print');
    await page.emulateMedia({ media: 'screen' });
  }
  return { loading, content, others, print };
}
