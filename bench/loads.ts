import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { ADMIN, logIn, startProduct } from '@pulso/testing/product';
import { findBrowser } from '../tools/browser.mjs';
import { ensureBuilt } from '../tools/build.mjs';

/**
 * Bytes and time of a first visit, on this machine and as on a slow phone: a quarter of the processor, and
 * the network that Chromium's tools call 'Fast 3G'. The bytes are checked in `first-load.spec.ts`; times are this machine's.
 */
const SLOW_PHONE = { cpu: 4, latency: 562, bytesPerSecond: (1.44 * 1024 * 1024) / 8 };
const VISIT_COUNT = 5;
const screens = [
  { path: '/login', shown: 'Iniciar sesión', scripts: 75, seconds: [0.5, 2] },
  { path: '/usuarios', shown: 'Nuevo Usuario', scripts: 130, seconds: [] },
  { path: '/home', shown: 'Total de usuarios', scripts: 130, seconds: [] },
];

const printLine = (line: string) => process.stdout.write(`${line}\n`);
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

async function visit(context: BrowserContext, address: string, shown: string, isSlow: boolean) {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  if (isSlow) {
    await network.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE.cpu });
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: SLOW_PHONE.latency,
      downloadThroughput: SLOW_PHONE.bytesPerSecond,
      uploadThroughput: SLOW_PHONE.bytesPerSecond,
    });
  }
  const types = new Map<string, string>();
  const bytes = { all: 0, scripts: 0, requests: 0 };
  network.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.requests += 1;
    bytes.all += encodedDataLength;
    if (types.get(requestId) === 'Script') bytes.scripts += encodedDataLength;
  });
  const started = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByText(shown).first().waitFor();
  const seconds = (performance.now() - started) / 1_000;
  await page.waitForLoadState('networkidle');
  return { ...bytes, seconds };
}

await ensureBuilt();
const folder = await mkdtemp(join(tmpdir(), 'pulso-loads-'));
const product = await startProduct(folder);
const { token } = await logIn(product.url);
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
const session = { token, nombre: 'Administrador', username: ADMIN.username, userId: '1', rol: 'ADMIN', sesion: 'true' };

for (const { path, shown, scripts, seconds } of screens)
  for (const isSlow of [false, true]) {
    const visits = [];
    for (let time = 0; time < VISIT_COUNT; time += 1) {
      const context = await browser.newContext({ locale: 'es-AR' });
      const cookies = Object.entries(session).map(([name, value]) => ({ name, value, url: product.url }));
      if (path !== '/login') await context.addCookies(cookies);
      visits.push(await visit(context, product.url + path, shown, isSlow));
      await context.close();
    }
    const [first] = visits;
    const budget = seconds[Number(isSlow)];
    printLine(
      [
        path.padEnd(10),
        isSlow ? 'slow phone  ' : 'this machine',
        `${median(visits.map((one) => one.seconds)).toFixed(2)} s${budget ? ` of ${budget}` : ''}`.padEnd(14),
        `${((first?.scripts ?? 0) / 1_000).toFixed(0)} kB of scripts of ${scripts}`,
        `${((first?.all ?? 0) / 1_000).toFixed(0)} kB in all, ${first?.requests} requests`,
      ].join('  '),
    );
  }

await browser.close();
await product.stop();
await rm(folder, { recursive: true, force: true });
