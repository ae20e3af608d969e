import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { ADMIN, startProduct } from '@pulso/testing/product';
import { findBrowser } from '../browser.mjs';
import { ensureBuilt } from '../build.mjs';
import { readScreenPaths } from '@pulso/testing/screen-paths';
import { ROOT } from '../steps.mjs';
import { watchShifts } from './faults';
import { writeIndex } from './index-page';
import { captureScreen } from './visit';

/**
 * Pictures of every screen and dialog in every state, at three widths and in both themes, on one page to scroll:
 * `npm run gallery`, or a part of it: `npm run gallery -- usuarios --width 390`.
 */
const GALLERY_FOLDER = join(ROOT, 'gallery');
/** List with the fullest things of an area: a client who pays has a history, the first of all users may have none. */
const FULLER_LISTS: Record<string, string> = { usuarios: '/cobranzas' };
/** One page of the guide stands for all. */
const GUIDE_PAGE = 'la-plata';
const WIDTHS_PX = ['1440', '768', '390'];
/** A jump that people notice. */
const MAX_SHIFT = 0.05;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { width: { type: 'string', multiple: true }, theme: { type: 'string', multiple: true } },
});
const widths = (values.width ?? WIDTHS_PX).map(Number);
const themes = (['light', 'dark'] as const).filter((theme) => values.theme?.includes(theme) ?? true);
const printLine = (line: string) => console.log(line);

const { screens: paths } = await readScreenPaths();

async function logIn(browser: Browser, url: string) {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'es-AR',
    reducedMotion: 'reduce',
    // The service worker's cache would answer in the place of the routes.
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('Usuario').fill(ADMIN.username);
  await page.getByLabel(/^Contraseña/).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL('**/home');
  await watchShifts(page);
  return page;
}

await ensureBuilt();
mkdirSync(GALLERY_FOLDER, { recursive: true });
/** Filling it takes longer than starting: kept for the day, because the story of the demonstration ends today. */
const dataFolder = join(GALLERY_FOLDER, 'data', new Date().toISOString().slice(0, 10));
const startedAt = Date.now();
const product = await startProduct(dataFolder, { DEMO: '1' });
printLine(`Started in ${Math.round((Date.now() - startedAt) / 1_000)} s`);
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
try {
  const page = await logIn(browser, product.url);
  const isAskedFor = (path: string) => positionals.length === 0 || positionals.some((word) => path.includes(word));
  const jumps = [];
  /** Links found in the lists, which give an id for each detail screen. */
  const links: string[] = [];
  async function fill(path: string): Promise<string | undefined> {
    if (!path.includes(':id')) return path.replace(':page', GUIDE_PAGE);
    const [, area = ''] = path.split('/');
    const pattern = new RegExp(`^${path.replace(':id', String.raw`\d+`)}$`);
    const inArea = new RegExp(String.raw`^/${area}/.*\d+$`);
    if (!links.some((link) => inArea.test(link)))
      for (const list of [
        FULLER_LISTS[area] ?? path.replace(/\/[^/]*:id$/, ''),
        `/${area}`,
        `/${area}?pestana=aumentos`,
      ]) {
        await page.goto(list);
        await page
          .locator('main a[href]')
          .first()
          .waitFor({ timeout: 2_000 })
          .catch(() => undefined);
        await page.waitForTimeout(500);
        links.push(
          ...(await page
            .locator('main a[href]')
            .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname))),
        );
      }
    const found = links.find((link) => pattern.test(link)) ?? links.find((link) => inArea.test(link));
    const id = found?.match(/\d+$/)?.[0];
    if (!id) printLine(`${path}: nothing leads there`);
    return id && path.replace(':id', id);
  }
  for (const path of paths.filter(isAskedFor)) {
    const address = await fill(path);
    if (!address) continue;
    printLine(address);
    const look = captureScreen(page, address, { folder: GALLERY_FOLDER, widths, themes, say: printLine });
    try {
      jumps.push(...(await look.loading()));
      links.push(...(await look.content()));
      await look.others();
      if (path.endsWith(':id')) await look.print();
    } catch (error) {
      // The others are worth seeing all the same.
      printLine(`${address}: ${String(error).split('\n')[0]}`);
    }
  }
  const worst = jumps.filter(({ total }) => total > MAX_SHIFT).toSorted((a, b) => b.total - a.total);
  for (const { name, width, total, what } of worst) printLine(`jumps ${total.toFixed(3)} ${name} at ${width}: ${what}`);
  writeIndex(GALLERY_FOLDER, paths);
  printLine(join(GALLERY_FOLDER, 'index.html'));
} finally {
  await browser.close();
  await product.stop();
}
process.exit();
