import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import { ADMIN, startProduct } from '@pulso/testing/product';
import { findBrowser } from '../browser.mjs';
import { ensureBuilt } from '../build.mjs';
import { screenPaths } from '@pulso/testing/screen-paths';
import { ROOT } from '../steps.mjs';
import { watchShifts } from './faults';
import { writeIndex } from './index-page';
import { lookAt } from './visit';

/**
 * Pictures of every screen and dialog in every state, at three widths and in both themes, on one page to scroll:
 * `npm run gallery`, or a part of it: `npm run gallery -- usuarios --width 390`.
 */
const FOLDER = join(ROOT, 'gallery');
/** List with the fullest things of an area: a client who pays has a history, the first of all users may have none. */
const RICHER: Record<string, string> = { usuarios: '/cobranzas' };
/** One page of the guide stands for all. */
const GUIDE_PAGE = 'la-plata';
const WIDTHS = ['1440', '768', '390'];
/** A jump that people notice. */
const MOST_SHIFT = 0.05;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { width: { type: 'string', multiple: true }, theme: { type: 'string', multiple: true } },
});
const widths = (values.width ?? WIDTHS).map(Number);
const themes = (['light', 'dark'] as const).filter((theme) => values.theme?.includes(theme) ?? true);
const say = (line: string) => console.log(line);

const { screens: paths } = await screenPaths();

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
mkdirSync(FOLDER, { recursive: true });
/** Filling it takes longer than starting: kept for the day, because the story of the demonstration ends today. */
const data = join(FOLDER, 'data', new Date().toISOString().slice(0, 10));
const started = Date.now();
const product = await startProduct(data, { DEMO: '1' });
say(`Started in ${Math.round((Date.now() - started) / 1_000)} s`);
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
      for (const list of [RICHER[area] ?? path.replace(/\/[^/]*:id$/, ''), `/${area}`, `/${area}?pestana=aumentos`]) {
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
    if (!id) say(`${path}: nothing leads there`);
    return id && path.replace(':id', id);
  }
  for (const path of paths.filter(isAskedFor)) {
    const address = await fill(path);
    if (!address) continue;
    say(address);
    const look = lookAt(page, address, { folder: FOLDER, widths, themes, say });
    try {
      jumps.push(...(await look.loading()));
      links.push(...(await look.content()));
      await look.others();
      if (path.endsWith(':id')) await look.print();
    } catch (error) {
      // The others are worth seeing all the same.
      say(`${address}: ${String(error).split('\n')[0]}`);
    }
  }
  const worst = jumps.filter(({ total }) => total > MOST_SHIFT).toSorted((a, b) => b.total - a.total);
  for (const { name, width, total, what } of worst) say(`jumps ${total.toFixed(3)} ${name} at ${width}: ${what}`);
  writeIndex(FOLDER, paths);
  say(join(FOLDER, 'index.html'));
} finally {
  await browser.close();
  await product.stop();
}
process.exit();
