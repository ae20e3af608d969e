import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, devices, type Browser, type Locator, type Page } from '@playwright/test';
import { addMonths, formatDate, today } from '@pulso/contract/kit/dates';
import { ADMIN, logIn, startProduct } from '@pulso/testing/product';
import { openSeed } from '../apps/client/test/app';
import { findBrowser } from '../tools/browser.mjs';
import { ensureBuilt } from '../tools/build.mjs';
import { SLOW_4G, slowDown } from './slow-phone';

/**
 * An owner's Monday with a stopwatch, on the demonstration with five hundred clients, at a person's pace: pointing at
 * something takes 0.6 to 1.3 s, a key 130 ms, reading a dialog 1 to 3 s. What is written in WhatsApp itself is not measured.
 * Then a client's first day on a slow phone; `npm run bench:monday -- cliente` is that alone.
 */
const POINTING_MS = [600, 1_300] as const;
const KEY_MS = 130;
const READING_MS = [1_000, 3_000] as const;

const SEED_SCRIPT = fileURLToPath(new URL('../apps/api/src/seed.ts', import.meta.url));
const CLIENT_COUNT = 500;
const DEMO_CLIENT_COUNT = 232;
const DUE_COUNT = 20;
const NOTICE_COUNT = 159;

const RISE_DAY = addMonths(today(), 2, 1);

const printLine = (line: string) => process.stdout.write(`${line}\n`);

/** The same paces in every run. */
let seed = 1;
function between([from, to]: readonly [number, number]): number {
  seed = (seed * 16_807) % 2_147_483_647;
  return from + (seed / 2_147_483_647) * (to - from);
}

type Step = { name: string; clicks: number; keys: number; seconds: number };
const steps: Step[] = [];
let current: Step = { name: '', clicks: 0, keys: 0, seconds: 0 };

async function step(name: string, act: () => Promise<void>) {
  current = { name, clicks: 0, keys: 0, seconds: 0 };
  const started = performance.now();
  await act();
  steps.push({ ...current, seconds: (performance.now() - started) / 1_000 });
}

function hands(page: Page) {
  const wait = (ms: number) => page.waitForTimeout(ms);
  const point = async (target: Locator) => {
    await target.waitFor();
    await wait(between(POINTING_MS));
    await target.click();
    current.clicks += 1;
  };
  const write = async (text: string) => {
    await page.keyboard.type(text, { delay: KEY_MS });
    current.keys += text.length;
  };
  return {
    point,
    read: () => wait(between(READING_MS)),
    press: async (key: string) => {
      await wait(KEY_MS);
      await page.keyboard.press(key);
      current.keys += 1;
    },
    write,
    type: async (field: Locator, text: string) => {
      await point(field);
      await write(text);
    },
    choose: async (field: Locator, label: string) => {
      await wait(2 * between(POINTING_MS));
      await field.selectOption(label);
      current.clicks += 2;
    },
  };
}

async function spendMonday(page: Page, url: string) {
  const { point, read, press, write, type, choose } = hands(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
  // The menu says 'Pagos, 3 a verificar'.
  const link = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name }).first();
  const menu = (name: RegExp) => page.getByRole('navigation').getByRole('link', { name }).first();
  const dialog = page.getByRole('dialog');
  const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true });
  const rows = page.locator('[data-row]');
  const chats = () => page.context().pages().length - 1;
  const gone = () => dialog.waitFor({ state: 'detached' });
  /** Writes to the row that the keys act on, and passes those whom WhatsApp does not know. */
  const writeTo = async () => {
    const isSilent = () =>
      page.evaluate(() => {
        const row = document.activeElement?.closest('[data-row]') ?? document.querySelector('[data-row][tabindex="0"]');
        return row?.textContent?.includes('Número no válido') ?? false;
      });
    while (await isSilent()) await press('j');
    await press('w');
    await page.locator('[data-row][aria-busy]').first().waitFor({ state: 'detached' });
  };

  await page.goto(`${url}/login`);
  await page.getByLabel('Usuario').fill(ADMIN.username);
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(ADMIN.password);
  await button('Iniciar sesión').click();
  await page.getByRole('region', { name: 'Para hoy' }).waitFor();

  await step('Subir todos los planes 8 %', async () => {
    await point(menu(/^Precios/));
    await point(link('Nuevo aumento'));
    // The demonstration has a rise of the next month already.
    await point(page.getByLabel('Desde'));
    await press('ControlOrMeta+a');
    await write(formatDate(RISE_DAY));
    await type(page.getByRole('textbox', { name: 'Cuánto' }), '8');
    await point(page.getByRole('checkbox', { name: 'Todos: Planes' }));
    await read();
    await point(button(/^Programar \d+ precios$/));
    await page.getByRole('heading', { name: /^Aumento del / }).waitFor();
  });
  const rise = page.url();
  await step('Quién vence esta semana', async () => {
    await point(menu(/^Cobranzas/));
    await point(page.getByRole('tab', { name: /^Vencen en 7 días/ }));
    await rows.first().waitFor();
  });
  await step(`Escribir a ${DUE_COUNT}`, async () => {
    for (let written = 0; written < Math.min(DUE_COUNT, await rows.count()); written += 1) await writeTo();
  });

  const charge = async (fill: () => Promise<void>) => {
    await press('c');
    await dialog.getByRole('group', { name: 'Qué paga' }).waitFor();
    await read();
    await fill();
    await point(inDialog('Cobrar'));
    await gone();
  };
  const overdue = async () => {
    await page.getByRole('tab', { name: /^Vencidas/ }).click();
    await page
      .getByRole('tabpanel', { name: /^Vencidas/ })
      .locator('[data-row]')
      .first()
      .waitFor();
  };
  await overdue();
  await step('Renovar', () => charge(async () => {}));
  await step('Renovar, una parte', () => charge(() => type(dialog.getByLabel('Paga ahora *'), '20000')));
  await step('Renovar, Mercado Pago', () => charge(() => choose(dialog.getByLabel('Método de pago'), 'Mercado Pago')));
  await step('Renovar, transferencia a verificar', () =>
    charge(async () => {
      await choose(dialog.getByLabel('Método de pago'), 'Transferencia');
      await choose(dialog.getByLabel('Estado'), 'A verificar');
    }),
  );
  await step('Renovar, la quinta', () => charge(() => choose(dialog.getByLabel('Método de pago'), 'Efectivo')));

  await step('Verificar dos', async () => {
    await point(menu(/^Pagos/));
    await point(link('A verificar'));
    for (const place of [0, 1]) await point(page.getByRole('checkbox', { name: /^Elegir .*ARS/ }).nth(place));
    await point(button('Confirmar los elegidos'));
    await read();
    await point(page.getByRole('alertdialog').getByRole('button', { name: 'Confirmar' }));
    await page.getByText('Confirmaste 2 pagos').first().waitFor();
  });
  await step('Rechazar uno', async () => {
    await point(button('Rechazar'));
    await read();
    await type(dialog.getByLabel('Motivo'), 'No apareció en la cuenta');
    await point(inDialog('Rechazar'));
    await gone();
  });
  await step('Anular un error', async () => {
    await point(link('Volver a los pagos'));
    await point(button(/^Anular/));
    await read();
    await type(dialog.getByLabel('Motivo'), 'Cargado dos veces');
    await point(inDialog('Anular pago'));
    await gone();
  });
  await step('Cerrar la caja, con 900 de menos', async () => {
    await point(menu(/^Caja/));
    const words = await page
      .getByText(/^ARS [\d.]+,\d\d$/)
      .first()
      .innerText();
    await point(button('Cerrar caja'));
    await read();
    const cash = Number(words.replace(/[^\d,]/g, '').replace(',', '.'));
    await type(dialog.getByLabel('Efectivo contado'), String(cash - 900).replace('.', ','));
    await type(dialog.getByLabel('Nota'), 'Un vuelto de más');
    await point(inDialog('Cerrar caja'));
    await page.getByRole('heading', { level: 1, name: /^Cierre de caja/ }).waitFor();
  });
  await step('Un comprobante, enviado', async () => {
    await point(menu(/^Pagos/));
    const receipts = page.getByRole('row', { name: /, del / }).getByRole('link', { name: 'Comprobante' });
    // Some of the demonstration's clients have no number for WhatsApp, and what was rejected or taken back is not sent.
    for (let place = 0; ; place += 1) {
      await point(receipts.nth(place));
      await button('Imprimir').waitFor();
      await read();
      if (await link('Enviar por WhatsApp').isVisible()) break;
      await point(link('Volver a los pagos'));
    }
    await point(link('Enviar por WhatsApp'));
  });

  // The last, because who has just been written to is in no other list.
  await page.goto(rise);
  for (const one of page.context().pages()) if (one !== page) await one.close();
  await step(`Avisar a ${NOTICE_COUNT}`, async () => {
    await point(link('Avisar por WhatsApp'));
    await rows.first().waitFor();
    for (let told = 0; told < NOTICE_COUNT; told += 1) await writeTo();
    const words = await page.getByText(/^Avisados \d+ de \d+$/).innerText();
    if (!words.startsWith(`Avisados ${NOTICE_COUNT} `) || chats() !== 1)
      throw new Error(`${words}, with ${chats()} windows`);
  });
}

/** From the link in the chat to the exercises of the day, by somebody who has never opened the app. */
const MAX_FIRST_DAY_SECONDS = 20;
const FIRST_DAYS = 5;

async function openFirstDay(browser: Browser, url: string): Promise<number> {
  const seed = openSeed(url, await logIn(url));
  const { client } = await seed.addFollower();
  const { link } = await seed.giveAccess(client);
  const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'es-AR' });
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  await slowDown(await context.newCDPSession(page), SLOW_4G);
  const { point, read } = hands(page);
  const started = performance.now();
  await page.waitForTimeout(between(POINTING_MS));
  await page.goto(link, { waitUntil: 'commit' });
  const enter = page.getByRole('button', { name: 'Entrar', exact: true });
  await enter.waitFor();
  await read();
  await point(enter);
  const day = page.getByRole('link', { name: 'Ver el día' });
  await day.waitFor();
  await read();
  await point(day);
  await page.getByText('Sentadilla con barra').first().waitFor();
  const seconds = (performance.now() - started) / 1_000;
  await context.close();
  return seconds;
}

const isClientAlone = process.argv[2] === 'cliente';
await ensureBuilt();
const folder = await mkdtemp(join(tmpdir(), 'pulso-monday-'));
if (!isClientAlone)
  await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', SEED_SCRIPT, '--users', String(CLIENT_COUNT - DEMO_CLIENT_COUNT)],
    { env: { ...process.env, DATA_DIR: folder, DEMO: '1' } },
  );
const product = await startProduct(folder, { DEMO: isClientAlone ? '0' : '1' });
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
/** The administrator's Monday, and then its table. */
async function measureMonday(url: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'es-AR' });
  await context.route('https://web.whatsapp.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>WhatsApp</title>' }),
  );
  context.setDefaultTimeout(90_000);
  printLine(`El lunes del ${formatDate(today())}, con un aumento para el ${formatDate(RISE_DAY)}`);
  try {
    await spendMonday(await context.newPage(), url);
  } finally {
    const sum = (field: 'clicks' | 'keys' | 'seconds') => steps.reduce((total, one) => total + one[field], 0);
    const total = { name: 'Total', clicks: sum('clicks'), keys: sum('keys'), seconds: sum('seconds') };
    printLine('| Paso | Clics | Teclas | Segundos |\n| --- | --- | --- | --- |');
    for (const { name, clicks, keys, seconds } of [...steps, total])
      printLine(`| ${name} | ${clicks} | ${keys} | ${seconds.toFixed(0)} |`);
  }
}

async function measureFirstDays(url: string) {
  const taken: number[] = [];
  for (let time = 0; time < FIRST_DAYS; time += 1) taken.push(await openFirstDay(browser, url));
  const verdict = Math.max(...taken) <= MAX_FIRST_DAY_SECONDS ? 'bien' : 'DEMASIADO';
  const words = taken.map((seconds) => seconds.toFixed(1)).join(', ');
  printLine(`Del enlace a los ejercicios del día: ${words} s, de ${MAX_FIRST_DAY_SECONDS}: ${verdict}`);
}

try {
  if (!isClientAlone) await measureMonday(product.url);
  await measureFirstDays(product.url);
} finally {
  await browser.close();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}
