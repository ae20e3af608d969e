import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { ADMIN, logIn, startProduct } from '@pulso/testing/product';
import { openSeed } from '../apps/client/test/app';
import { findBrowser } from '../tools/browser.mjs';
import { ensureBuilt } from '../tools/build.mjs';
import { FAST_3G, SLOW_4G, slowDown, type SlowNetwork } from './slow-phone';

/**
 * Bytes and time of a first visit, on this machine and as on a slow phone: a quarter of the processor and a slow network. The
 * bytes are checked in the two `first-load.spec.ts`; times are this machine's. Parts of paths may be named: `npm run bench:loads -- mi`.
 */
const VISIT_COUNT = 9;
type Screen = {
  path: string;
  shown: string;
  /** Most kilobytes of such code. */
  kilobytes: number;
  code: string[];
  seconds?: { fast: number; slow: number };
  network: SlowNetwork;
};
const panel = { code: ['Script'], network: FAST_3G };
const screens: Screen[] = [
  { ...panel, path: '/login', shown: 'Iniciar sesión', kilobytes: 75, seconds: { fast: 0.5, slow: 2 } },
  { ...panel, path: '/usuarios', shown: 'Nuevo Usuario', kilobytes: 130 },
  { ...panel, path: '/home', shown: 'Total de usuarios', kilobytes: 130 },
  // PWA-04 and PWA-05.
  {
    path: '/mi/',
    shown: 'Ver el día',
    code: ['Script', 'Stylesheet'],
    kilobytes: 85,
    seconds: { fast: 0.5, slow: 1.5 },
    network: SLOW_4G,
  },
];

const printLine = (line: string) => process.stdout.write(`${line}\n`);
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const verdict = (value: number, limit: number) => (value <= limit ? 'ok' : 'TOO MUCH');

const SHOWN = 'shown after';
/** Says in the console when a text is painted, in milliseconds since the navigation: waiting from outside would slow the page down. */
function tellWhenShown(text: string) {
  const watch = new MutationObserver(() => {
    if (!document.body?.textContent.includes(text)) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => window.console.debug(`shown after ${performance.now()}`)));
  });
  watch.observe(document, { childList: true, subtree: true, characterData: true });
}

async function visit(context: BrowserContext, address: string, { shown, code }: Screen, slow?: SlowNetwork) {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  if (slow) await slowDown(network, slow);
  const types = new Map<string, string>();
  const bytes = { all: 0, code: 0, requests: 0 };
  network.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.requests += 1;
    bytes.all += encodedDataLength;
    if (code.includes(types.get(requestId) ?? '')) bytes.code += encodedDataLength;
  });
  await page.addInitScript(tellWhenShown, shown);
  const told = page.waitForEvent('console', (message) => message.text().startsWith(SHOWN));
  await page.goto(address, { waitUntil: 'commit' });
  const seconds = Number((await told).text().slice(SHOWN.length)) / 1_000;
  await page.waitForLoadState('networkidle');
  return { ...bytes, seconds };
}

await ensureBuilt();
const folder = await mkdtemp(join(tmpdir(), 'pulso-loads-'));
const product = await startProduct(folder);
const api = await logIn(product.url);
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });

const session = {
  token: api.token,
  nombre: 'Administrador',
  username: ADMIN.username,
  userId: '1',
  rol: 'ADMIN',
  sesion: 'true',
};
/** An administrator's browser, which has loaded nothing yet. */
async function newAdminContext() {
  const context = await browser.newContext({ locale: 'es-AR' });
  await context.addCookies(Object.entries(session).map(([name, value]) => ({ name, value, url: product.url })));
  return context;
}

const seed = openSeed(product.url, api);
const { client } = await seed.addFollower();
const entering = await browser.newContext({ locale: 'es-AR' });
const entrance = await entering.newPage();
await entrance.goto((await seed.giveAccess(client)).link);
await entrance.getByRole('button', { name: 'Entrar', exact: true }).click();
await entrance.getByRole('heading', { level: 1, name: /^Hola/ }).waitFor();
const entered = await entering.storageState();
await entering.close();

const newContext = (path: string) => {
  if (path === '/login') return browser.newContext({ locale: 'es-AR' });
  return path.startsWith('/mi/') ? browser.newContext({ locale: 'es-AR', storageState: entered }) : newAdminContext();
};

const named = process.argv.slice(2);
const wanted = screens.filter(({ path }) => named.length === 0 || named.some((word) => path.includes(word)));
for (const screen of wanted)
  for (const pace of ['fast', 'slow'] as const) {
    const { path, kilobytes, network } = screen;
    const visits = [];
    for (let time = 0; time < VISIT_COUNT; time += 1) {
      const context = await newContext(path);
      visits.push(await visit(context, product.url + path, screen, pace === 'slow' ? network : undefined));
      await context.close();
    }
    const [first] = visits;
    const budget = screen.seconds?.[pace];
    const seconds = median(visits.map((one) => one.seconds));
    const code = (first?.code ?? 0) / 1_000;
    printLine(
      [
        path.padEnd(10),
        pace === 'slow' ? 'slow phone  ' : 'this machine',
        `${seconds.toFixed(2)} s${budget ? ` of ${budget}: ${verdict(seconds, budget)}` : ''}`.padEnd(24),
        `${code.toFixed(0)} kB of code of ${kilobytes}: ${verdict(code, kilobytes)}`,
        `${((first?.all ?? 0) / 1_000).toFixed(0)} kB in all, ${first?.requests} requests`,
      ].join('  '),
    );
  }

await browser.close();
await product.stop();
await rm(folder, { recursive: true, force: true });
