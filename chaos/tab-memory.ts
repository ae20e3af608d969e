import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { ADMIN, startProduct } from '@pulso/testing/product';
import { ensureBrowser } from '../tools/browser.mjs';
import { ensureBuilt } from '../tools/build.mjs';
import { readScreenPaths } from '@pulso/testing/screen-paths';
import { readOptions } from './options';
import { printLine } from './print-line';

const VISITS_PER_MEASUREMENT = 50;
/** By how much the last of the measurements may be above those after the first time around all screens. */
const MAX_GROWTH = 1.1;
/** Optimized code grows for hours, and is no leak. */
const INTERPRETER_FLAGS = '--js-flags=--no-opt --no-maglev --no-sparkplug --no-flush-bytecode';
const BUSY_SELECTOR =
  'main [data-skeleton], main[aria-busy=true], main [aria-busy=true], [role=dialog] [aria-busy=true]';

async function openPanel(url: string) {
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: ['--no-sandbox', INTERPRETER_FLAGS],
  });
  const page = await browser.newPage({ baseURL: url, locale: 'es-AR' });
  await page.goto('/login');
  await page.getByLabel('Usuario').fill(ADMIN.username);
  await page.getByLabel(/^Contraseña/).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL('**/home');
  return { page, close: () => browser.close() };
}

/** Navigates as a link does, and waits until the screen has loaded. */
async function navigateTo(page: Page, address: string) {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, address);
  await page.waitForFunction((busy) => !document.querySelector(busy), BUSY_SELECTOR);
  await page.locator('main :is(h1, h2, [role=alert], form)').first().waitFor();
}

/** Every screen and modal by an address of the demonstration's: ids are those that the lists link to. */
async function listAddresses(page: Page): Promise<string[]> {
  const { screens, creations } = await readScreenPaths();
  const paths = [...new Set([...screens, ...creations])];
  const plain = paths.filter((path) => !path.includes(':'));
  const links: string[] = [];
  for (const path of [...plain, '/precios?pestana=aumentos']) {
    await navigateTo(page, path);
    links.push(
      ...(await page
        .locator('main a[href]')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname))),
    );
  }
  const filled = paths
    .filter((path) => path.includes(':'))
    .flatMap((path) => {
      const [, area = ''] = path.split('/');
      const linked = links.find((link) => new RegExp(`^${path.replace(/:\w+/, '[^/]+')}$`).test(link));
      const id = links.find((link) => new RegExp(String.raw`^/${area}/.*\d+$`).test(link))?.match(/\d+$/)?.[0];
      const address = linked ?? (id && path.replace(':id', id));
      if (!address) printLine(`${path}: nothing leads there`);
      return address ?? [];
    });
  return [...plain, ...filled];
}

/** Memory after a garbage collection, always on the same screen. */
async function measureMemory(page: Page) {
  await navigateTo(page, '/home');
  const session = await page.context().newCDPSession(page);
  // A second collection frees what the first one finalized.
  for (let nth = 0; nth < 3; nth += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  await session.detach();
  return { megabytes: usedSize / 1e6, nodes, listeners: jsEventListeners };
}

type MemoryMeasurement = Awaited<ReturnType<typeof measureMemory>>;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The last three against the first three: one alone depends on what is just being shown. */
const growthOf = (all: MemoryMeasurement[], what: keyof MemoryMeasurement) =>
  median(all.slice(-3).map((one) => one[what])) / median(all.slice(0, 3).map((one) => one[what]));

/** `npm run chaos -- tab [--screens 500]`: a day's work in one tab leaves no more behind than its first hour. */
export async function workInOneTab(args: string[]): Promise<boolean> {
  const { screens = 500 } = readOptions(args, ['screens']);
  await ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'pulso-tab-'));
  const product = await startProduct(folder, { DEMO: '1' });
  const panel = await openPanel(product.url);
  const { page } = panel;
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('crash', () => complaints.push('The tab crashed'));
  const measurements: MemoryMeasurement[] = [];
  try {
    const addresses = await listAddresses(page);
    printLine(`${addresses.length} screens and modals, around and around`);
    for (const address of addresses) await navigateTo(page, address);
    for (let changes = 0; changes <= screens; changes += 1) {
      if (changes % VISITS_PER_MEASUREMENT === 0) {
        const now = await measureMemory(page);
        measurements.push(now);
        const { megabytes, nodes, listeners } = now;
        printLine(`${String(changes).padStart(5)}  ${megabytes.toFixed(2)} MB  ${nodes} nodes  ${listeners} listeners`);
      }
      await navigateTo(page, addresses[changes % addresses.length]!);
    }
  } finally {
    await panel.close();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const growth = (['megabytes', 'nodes', 'listeners'] as const).map((what) => ({
    what,
    by: growthOf(measurements, what),
  }));
  for (const { what, by } of growth)
    printLine(`${what}: the last are ${((by - 1) * 100).toFixed(1)} % above the first`);
  for (const complaint of complaints) printLine(complaint);
  const isFlat = growth.every(({ by }) => by <= MAX_GROWTH);
  printLine(isFlat ? 'Flat' : 'Not flat');
  return isFlat && complaints.length === 0;
}
