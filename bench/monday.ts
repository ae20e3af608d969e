import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, devices, type Browser, type Locator, type Page } from '@playwright/test';
import { addDays, addMonths, formatDate, today } from '@pulso/contract/kit/dates';
import { ADMIN, logIn, startProduct } from '@pulso/testing/product';
import { openSeed } from '../apps/client/test/app';
import { findBrowser } from '../tools/browser.mjs';
import { ensureBuilt } from '../tools/build.mjs';
import { SLOW_4G, slowDown } from './slow-phone';

/**
 * An owner's Monday with a stopwatch, on the demonstration with five hundred clients, at a person's pace: pointing at
 * something takes 0.6 to 1.3 s, a key 130 ms, reading a dialog 1 to 3 s. What is written in WhatsApp itself is not measured.
 * Then a routine of four days that is pasted and saved (`npm run bench:monday -- rutina` is that alone), 200 clients who are brought
 * from an untidy spreadsheet into Cobranzas (`-- importar`), and a client's first day on a slow phone (`-- cliente`).
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

/** Four days of 24 exercises as they were copied from a spreadsheet, pasted, looked over and saved. */
const MAX_ROUTINE_SECONDS = 120;
const ROUTINE = `Día 1 - Piernas
Sentadilla\t4x8\t60\t120"
Prensa\t4x12\t120\t90"
Estocadas\t3x12\t10kg\t60"
Sillón de cuádriceps\t3x15\t30\t60"
Camilla de isquios\t3x12\t25\t60"
Gemelos\t4x20\t\t45"
Día 2 - Empuje
Press plano\t4x8\t50\t120"
Press inclinado con mancuernas\t3x10\t16\t90"
Press militar\t3x10\t25\t90"
Vuelos laterales\t3x15\t6\t45"
Tríceps con soga\t3x15\t15\t45"
Plancha\t3x40"\t\t30"
Día 3 - Tirón
Dominadas\t4x6\tpc\t120"
Remo con barra\t4x10\t40\t90"
Dorsalera\t3x12\t45\t60"
Face pull\t3x15\t15\t45"
Curl con barra\t3x10\t20\t60"
Martillo\t3x12\t10\t45"
Día 4 - Glúteos
Hip thrust\t4x10\t80\t120"
Peso muerto rumano\t4x8\t60\t90"
Búlgaras\t3x10\t8\t90"
Patada de glúteo\t3x15\t10\t45"
Abductores\t3x20\t40\t45"
Clamshell con banda\t3x20\t\t30"`;

async function pasteRoutine(page: Page, url: string): Promise<number> {
  const { point, read, press, type, choose } = hands(page);
  const dialog = page.getByRole('dialog');
  await page.goto(`${url}/entrenamientos`);
  const paste = page.getByRole('main').getByRole('link', { name: 'Pegar una rutina' });
  await paste.waitFor();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), ROUTINE);
  const started = performance.now();
  await point(paste);
  await point(dialog.getByRole('textbox', { name: 'Rutina' }));
  await press('ControlOrMeta+v');
  // Each day is read over.
  for (let day = 0; day < 4; day += 1) await read();
  await choose(dialog.getByLabel('Parte del cuerpo del ejercicio nuevo'), 'Glúteos');
  await point(dialog.getByRole('button', { name: 'Usar', exact: true }));
  await read();
  await type(page.getByLabel('Título *'), 'Cuatro días');
  await choose(page.getByLabel('Nivel'), 'Intermedio');
  await choose(page.getByLabel('Tipo de entrenamiento'), 'Fuerza');
  await choose(page.getByLabel('Género'), 'Unisex');
  await point(page.getByRole('button', { name: 'Crear Entrenamiento' }));
  await page.waitForURL('**/entrenamientos');
  return (performance.now() - started) / 1_000;
}

const MAX_IMPORT_SECONDS = 300;
/** A title above the headings, a plan by another name, a phone that is none and a broken address. */
const SPREADSHEET = [
  ['Socios del gimnasio'],
  [],
  ['Socio', 'Tel.', 'Abono', 'Vto', 'Mail'],
  ...Array.from({ length: 200 }, (_, at) => [
    `Recién llegado ${at}`,
    at === 7 ? 'no sé' : `11 15-${5_000 + at}-1234`,
    'Pase libre',
    formatDate(addDays(today(), at % 5)),
    at === 9 ? 'mal@' : '',
  ]),
]
  .map((cells) => cells.join(';'))
  .join('\r\n');

async function importClients(page: Page, url: string): Promise<number> {
  const { point, read, press, write, choose } = hands(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto(`${url}/home`);
  await page.getByRole('region', { name: 'Para hoy' }).waitFor();
  const started = performance.now();
  const settings = page.getByRole('navigation').getByRole('button', { name: 'Configuración' });
  if ((await settings.getAttribute('aria-expanded')) !== 'true') await point(settings);
  await point(page.getByRole('navigation').getByRole('link', { name: 'Importar y exportar' }));
  const chooser = page.waitForEvent('filechooser');
  await point(button('Elegir archivo'));
  // The file is found in the window of the system.
  await read();
  await (
    await chooser
  ).setFiles({ name: 'socios.csv', mimeType: 'text/csv', buffer: Buffer.from(SPREADSHEET, 'latin1') });
  await page.getByRole('heading', { level: 1, name: 'Ensayo' }).waitFor();
  // The columns, the rows and the errors are read over.
  for (let part = 0; part < 4; part += 1) await read();
  await choose(page.getByLabel('Es el plan'), 'Mensual');
  await point(button('Usar este'));
  await page.getByText('198 listas, 2 con errores', { exact: true }).waitFor();
  await read();
  const phone = page.getByLabel('Teléfono de la fila 11');
  await point(phone);
  await press('ControlOrMeta+a');
  await write('11 5007-1234');
  await press('Enter');
  await page.getByText('199 listas, 1 con errores', { exact: true }).waitFor();
  await read();
  await point(button('Dejarlas vacías'));
  await point(button('Importar 200 listas'));
  await page.getByText('200 importadas', { exact: true }).waitFor();
  await read();
  await point(page.getByRole('navigation').getByRole('link', { name: /^Cobranzas/ }));
  await page.locator('[data-row]').first().waitFor();
  return (performance.now() - started) / 1_000;
}

const only = process.argv[2];
const isMeasured = (name: string) => only === undefined || only === name;
await ensureBuilt();
const folder = await mkdtemp(join(tmpdir(), 'pulso-monday-'));
if (only === undefined)
  await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', SEED_SCRIPT, '--users', String(CLIENT_COUNT - DEMO_CLIENT_COUNT)],
    { env: { ...process.env, DATA_DIR: folder, DEMO: '1' } },
  );
const product = await startProduct(folder, { DEMO: only === 'cliente' ? '0' : '1' });
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

type Alone = { words: string; act: (page: Page, url: string) => Promise<number>; limit: number };
const routine: Alone = { words: 'Una rutina de 4 días y 24 ejercicios', act: pasteRoutine, limit: MAX_ROUTINE_SECONDS };
const clients: Alone = { words: '200 clientes de una planilla', act: importClients, limit: MAX_IMPORT_SECONDS };

/** Something that is done once, at a person's pace. */
async function measureAlone(url: string, { words, act, limit }: Alone) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'es-AR' });
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel('Usuario').fill(ADMIN.username);
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.getByRole('region', { name: 'Para hoy' }).waitFor();
  const seconds = await act(page, url);
  await context.close();
  printLine(`${words}: ${seconds.toFixed(1)} s, de ${limit}: ${seconds <= limit ? 'bien' : 'DEMASIADO'}`);
}

async function measureFirstDays(url: string) {
  const taken: number[] = [];
  for (let time = 0; time < FIRST_DAYS; time += 1) taken.push(await openFirstDay(browser, url));
  const verdict = Math.max(...taken) <= MAX_FIRST_DAY_SECONDS ? 'bien' : 'DEMASIADO';
  const words = taken.map((seconds) => seconds.toFixed(1)).join(', ');
  printLine(`Del enlace a los ejercicios del día: ${words} s, de ${MAX_FIRST_DAY_SECONDS}: ${verdict}`);
}

try {
  if (only === undefined) await measureMonday(product.url);
  if (isMeasured('rutina')) await measureAlone(product.url, routine);
  if (isMeasured('importar')) await measureAlone(product.url, clients);
  if (isMeasured('cliente')) await measureFirstDays(product.url);
} finally {
  await browser.close();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}
