import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Follower } from '@pulso/contract/coaching/courses';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { ADMIN, logIn, startProduct } from '@pulso/testing/product';
import sharp from 'sharp';
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './build.mjs';
import { ROOT } from './steps.mjs';

/** Takes the pictures of README and guide anew, from the demonstration business: `npm run pictures`, or some by their names. */

const PICTURES_FOLDER = join(ROOT, 'docs/pictures');
const MAX_BYTES = 60_000;
/** The best that stays below that is taken: text stays sharp without loss, photographs are smaller with some. */
const WEBP_OPTIONS = [
  { nearLossless: true, quality: 60 },
  { nearLossless: true, quality: 20 },
  { quality: 75 },
  { quality: 50 },
];
const DESKTOP = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

type Row = Record<string, unknown> & { id: number };
type Shot = {
  path: string;
  /** A word that is there once the screen is. */
  shown: string | RegExp;
  on?: typeof PHONE;
  /** Both themes; the guide's own pictures are light. */
  dark?: true;
  act?: (page: Page) => Promise<void>;
  /** True if the picture shows the dialog alone. */
  dialog?: true;
};

const clickButton = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

type Rows = { client: Row; training: Row; exercise: Row };

async function openRenewal(page: Page) {
  await page.getByRole('button', { name: 'Acciones', exact: true }).first().click();
  await page.getByRole('menuitem', { name: 'Renovar', exact: true }).click();
}

function shotsOf(
  { client, training, exercise }: Rows,
  followerId: number,
  giveAccess: () => Promise<string>,
): Record<string, Shot> {
  const entrance: Shot = { path: '/mi/', shown: /^Entra con tu código$|^Hola/, on: PHONE };
  const enter = async (page: Page) => {
    // A picture before this one may have entered.
    if (await page.getByRole('heading', { name: /^Hola/ }).isVisible()) return;
    await page.goto(await giveAccess());
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByRole('link', { name: 'Ver el día' }).waitFor();
  };
  const enterProgress = async (page: Page, part: string) => {
    await enter(page);
    await page.getByRole('link', { name: 'Progreso' }).click();
    await page.getByRole('link', { name: part, exact: true }).click();
  };
  const detail = `/usuarios/${client.id}`;
  return {
    inicio: { path: '/home', shown: 'Total de usuarios', dark: true },
    cliente: { path: detail, shown: 'Métricas físicas', dark: true },
    entrenamiento: {
      path: `/entrenamientos/form/${training.id}`,
      shown: 'Días de entrenamiento',
      dark: true,
      act: (page) =>
        page.getByRole('heading', { name: 'Días de entrenamiento' }).evaluate((heading) => heading.scrollIntoView()),
    },
    cobranzas: {
      path: '/cobranzas',
      shown: 'Vencen hoy',
      dark: true,
      act: (page) => page.getByRole('tab', { name: /^Vencen en 7 días/ }).click(),
    },
    telefono: { path: detail, shown: 'Acciones', on: PHONE, dark: true },
    app: { ...entrance, dark: true, act: enter },
    serie: {
      ...entrance,
      act: async (page) => {
        await enter(page);
        await page.getByRole('button', { name: 'Empezar', exact: true }).click();
        await page.getByRole('button', { name: 'Hecho', exact: true }).click();
        await page.getByRole('button', { name: 'Saltar descanso' }).waitFor();
      },
    },
    progreso: {
      ...entrance,
      act: async (page) => {
        await enterProgress(page, 'Ejercicios');
        await page.getByRole('main').getByRole('link').filter({ hasText: 'kg' }).first().click();
        await page.getByRole('slider').waitFor();
      },
    },
    medidas: {
      ...entrance,
      act: async (page) => {
        await enterProgress(page, 'Medidas');
        await page
          .getByRole('link', { name: /^Mi peso/ })
          .filter({ hasText: 'kg' })
          .waitFor();
      },
    },
    seguimiento: {
      path: `/usuarios/${followerId}?pestana=entrenamiento`,
      shown: 'Sesiones',
      act: (page) => page.getByRole('heading', { name: 'Semanas' }).evaluate((heading) => heading.scrollIntoView()),
    },
    usuarios: { path: '/usuarios', shown: 'Nuevo Usuario', act: clickButton(/^Filtros/) },
    link: {
      path: detail,
      shown: 'Acciones',
      act: async (page) => {
        await openRenewal(page);
        for (const _dialog of ['Renovar suscripción', 'Generar link'])
          await page.getByRole('dialog').getByRole('button', { name: 'Generar link' }).click();
        await page.getByRole('img', { name: /^Código QR/ }).waitFor();
      },
      dialog: true,
    },
    renovar: { path: detail, shown: 'Acciones', act: openRenewal, dialog: true },
    ejercicio: {
      path: `/ejercicios/editar/${exercise.id}`,
      shown: 'Agregar set',
      act: (page) => page.getByRole('button', { name: 'Agregar set' }).scrollIntoViewIfNeeded(),
    },
    caja: { path: '/caja', shown: 'Cerrar caja' },
    aumento: {
      path: '/precios/aumentos/nuevo',
      shown: 'Programar aumento',
      act: async (page) => {
        // Beyond the rise that the demonstration has announced.
        const day = new Date(Date.now() + 60 * 86_400_000);
        await page
          .getByLabel(/^Desde/)
          .fill(day.toLocaleDateString('es-AR', { day: '2-digit', month: '2-digit', year: 'numeric' }));
        await page.getByRole('checkbox', { name: 'Todos: Planes' }).check();
        await page.getByLabel(/^Cuánto/).fill('12,5');
        await page.getByLabel('Redondeo').selectOption({ label: '$ 100' });
      },
    },
    notificaciones: {
      path: '/configuracion/notificaciones',
      shown: 'Enviar a todos',
      act: async (page) => {
        await page.getByLabel('Título').fill('Feriado del lunes');
        await page.getByLabel('Mensaje').fill('El lunes abrimos de 9 a 13. ¡Te esperamos!');
      },
    },
    copias: {
      path: '/configuracion/copias',
      shown: 'Hacer una ahora',
      act: async (page) => {
        await clickButton('Hacer una ahora')(page);
        await page.getByText('Comprobada').first().waitFor({ timeout: 120_000 });
      },
    },
    paleta: {
      path: '/home',
      shown: 'Total de usuarios',
      act: async (page) => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox').fill('mar');
        await page.getByRole('group', { name: 'Usuarios' }).waitFor();
      },
      dialog: true,
    },
  };
}

async function logInByForm(context: BrowserContext, url: string) {
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByLabel('Usuario').fill(ADMIN.username);
  await page.getByLabel(/^Contraseña/).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.waitForURL('**/home');
  // Hides the note that this is a demonstration, which is no news in a picture.
  await page.getByRole('button', { name: 'Ocultar por ahora' }).click();
  await page.close();
}

async function compressPicture(png: Buffer): Promise<Buffer> {
  for (const look of WEBP_OPTIONS) {
    const bytes = await sharp(png)
      .webp({ ...look, effort: 6, smartSubsample: true })
      .toBuffer();
    if (bytes.length <= MAX_BYTES) return bytes;
  }
  throw new Error(`More than ${MAX_BYTES} bytes even at the lowest quality`);
}

async function takeShot(context: BrowserContext, url: string, { path, shown, act, dialog }: Shot): Promise<Buffer> {
  const page = await context.newPage();
  await page.goto(url + path, { waitUntil: 'networkidle' });
  await page.getByText(shown).first().waitFor();
  await act?.(page);
  await page.waitForLoadState('networkidle');
  const part = dialog ? page.getByRole('dialog') : page;
  const png = await part.screenshot({ animations: 'disabled' });
  await page.close();
  return compressPicture(png);
}

await ensureBuilt();
const folder = await mkdtemp(join(tmpdir(), 'pulso-pictures-'));
// A link that is practised leads to the product's own address.
const product = await startProduct(folder, { DEMO: '1', PORT: '3457' });
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] });
try {
  const { get, post } = await logIn(product.url);
  const read = async (path: string) => ((await (await get(path)).json()) as { data: Row[] }).data;
  const first = async (path: string, fits: (row: Row) => boolean = () => true) => {
    const row = (await read(path)).find(fits);
    if (!row) throw new Error(`The demonstration has nothing in ${path} to show`);
    return row;
  };
  const day = new Date().toISOString().slice(0, 10);
  const client = await first(
    '/user',
    ({ role, status, suscription_end: end }) => role === 'CLIENT' && status === true && String(end) > day,
  );
  const training = await first('/training');
  // Somebody who trains today.
  const findFollower = async () => {
    for (const { id } of await read('/training')) {
      const followers = (await read(`/training/${id}/followers`)) as unknown as Follower[];
      const follower = followers.find(({ next }) => next?.state === 'train');
      if (follower) return follower.user.id;
    }
    throw new Error('Nobody of the demonstration trains today');
  };
  const followerId = await findFollower();
  // A link enters once, and a picture is taken in both themes.
  const giveAccess = async () => {
    const { data } = (await (await post(`/user/${followerId}/access`, {})).json()) as { data: { secret: string } };
    return `${product.url}/mi/entrar#${data.secret}`;
  };
  const shots = shotsOf({ client, training, exercise: await first('/exercise') }, followerId, giveAccess);
  const wanted = process.argv.slice(2);
  await mkdir(PICTURES_FOLDER, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const)
    for (const device of [DESKTOP, PHONE]) {
      const context = await browser.newContext({ ...device, colorScheme, locale: 'es-AR' });
      await logInByForm(context, product.url);
      for (const [name, shot] of Object.entries(shots)) {
        if ((shot.on ?? DESKTOP) !== device || (colorScheme === 'dark' && !shot.dark)) continue;
        if (wanted.length > 0 && !wanted.includes(name)) continue;
        const file = colorScheme === 'dark' ? `${name}-dark.webp` : `${name}.webp`;
        const bytes = await takeShot(context, product.url, shot);
        await writeFile(join(PICTURES_FOLDER, file), bytes);
        console.log(`${file} ${(bytes.length / 1_000).toFixed(1)} kB`);
      }
      await context.close();
    }
} finally {
  await browser.close();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
}
