import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as askServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { swapName } from '@pulso/contract/coaching/session';
import type { MyToday } from '@pulso/contract/coaching/courses';
import type { Workout, WorkoutRow } from '@pulso/contract/coaching/workouts';
import { chromium, type Page, type TestInfo } from '@playwright/test';
import { enterBy, expect, test } from '#test/app';

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

const PUTS = '**/api/my/workouts/*';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: RegExp) => page.getByRole('heading', { level: 1, name });
const chip = (page: Page, name: RegExp) => page.getByRole('button', { name });

/** The app is on the phone: it opens without a network. Its clock has been installed. */
async function keepApp(page: Page) {
  await page.clock.fastForward('00:05');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.scriptURL.endsWith('/mi/sw.js'));
}

const dataOf = async <Data>(page: Page, address: string) =>
  ((await (await page.request.get(address)).json()) as { data: Data }).data;
/** Sessions of who is inside, as the server has them. */
const sentSessions = (page: Page) => dataOf<WorkoutRow[]>(page, '/api/my/workouts');

async function finish(page: Page, effort: string, note?: string) {
  await button(page, 'Terminar').click();
  await button(page, 'Terminar igual').click();
  if (note) await page.getByRole('textbox', { name: 'Nota para tu entrenador (opcional)' }).fill(note);
  await button(page, effort).click();
  await page.getByRole('link', { name: 'Ir a Hoy' }).click();
}

test('SYN-03 a whole session in flight mode, begun from Hoy, swapped, noted and ended, and another of the next turn are on the server within 10 s of the signal, without a touch', async ({
  page,
  context,
  seed,
  enter,
}) => {
  const { client } = await seed.addFollower();
  await page.clock.install();
  await enter(client);
  await keepApp(page);
  // The training was never opened: it has been fetched behind Hoy.
  const { courses } = await dataOf<MyToday>(page, '/api/my/today');
  const course = `/mi/entrenamiento/${courses[0]!.course}`;
  await page.waitForFunction(async () =>
    (await (await caches.open('pulso-mi-visto')).keys()).some(({ url }) => url.includes('/my/training/')),
  );

  await context.setOffline(true);
  await page.goto('/mi/');
  await button(page, 'Empezar').click();
  await expect(heading(page, /^Sentadilla/)).toBeVisible();
  await button(page, 'Cambiar').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Press/ })
    .click();
  await expect(heading(page, /^Press/)).toBeVisible();
  await button(page, 'Hecho').click();
  await expect(chip(page, /^Press.*serie 1, hecha/)).toBeVisible();
  await expect(page.getByText('Sin conexión: se guarda en este teléfono.')).toBeVisible();
  await finish(page, 'Justo', 'Me sentí bien.');
  await expect(page.getByText('Lo próximo: Día 2 · Torso')).toBeVisible();
  await page.goto(`${course}?dia=2`);
  await page.getByRole('region', { name: 'Día 2 · Torso' }).getByRole('button', { name: 'Empezar' }).click();
  await button(page, 'Hecho').click();
  await expect(chip(page, /^Press.*serie 1, hecha/)).toBeVisible();
  await finish(page, 'Omitir');
  await expect(page.getByText('Sin enviar: 2 entrenamientos')).toBeVisible();
  expect(await sentSessions(page)).toEqual([]);

  await context.setOffline(false);
  const within = { timeout: 10_000 };
  await expect.poll(async () => (await sentSessions(page)).length, within).toBe(2);
  await expect(page.getByText(/^Sin enviar/)).toHaveCount(0);
  const [second, first] = await Promise.all(
    (await sentSessions(page)).map(({ id }) => dataOf<Workout>(page, `/api/my/workouts/${id}`)),
  );
  const [squat, press] = first!.places;
  expect(first).toMatchObject({ turn: 1, day_number: 1 });
  expect(first!.cells).toMatchObject({
    [swapName(squat!.key)]: { exercise_id: press!.exercise_id },
    [`s:${squat!.key}.1`]: { state: 'done', exercise_id: press!.exercise_id },
    note: { text: 'Me sentí bien.' },
    end: { effort: 2, gone: false },
  });
  expect(second).toMatchObject({ turn: 2, day_number: 2, cells: { end: { effort: null, gone: false } } });
});

/** A browser of its own with what it kept in a folder, which can be killed as a phone kills it. */
async function startPhone(folder: string, { project }: TestInfo) {
  const { executablePath, args = [] } = project.use.launchOptions ?? {};
  const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`];
  const phone = spawn(executablePath!, [...args, ...own], { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const ended = once(phone, 'exit');
  let told = '';
  const address = await new Promise<string>((resolve, reject) => {
    phone.stderr.on('data', (more: Buffer) => {
      const [, found] = /DevTools listening on (\S+)/.exec((told += more.toString())) ?? [];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error(told)));
  });
  const browser = await chromium.connectOverCDP(address);
  const page = await browser.contexts()[0]!.newPage();
  // What is there afterwards comes from the phone.
  await page.route(PUTS, (route) => route.abort());
  return {
    page,
    /** Ends it as a person would, and what it writes at leisure is written. */
    close: async () => {
      await (await browser.newBrowserCDPSession()).send('Browser.close').catch(() => undefined);
      await ended;
    },
    kill: async () => {
      // A distribution's browser is the child of a script: all of its group are killed at once.
      if (phone.exitCode === null && phone.signalCode === null) process.kill(-phone.pid!, 'SIGKILL');
      await ended;
    },
  };
}

test('SYN-04 a browser killed right after a tick was seen has that set, and opens at the same one', async ({
  product,
  seed,
}, info) => {
  const { client } = await seed.addFollower();
  const folder = await mkdtemp(join(tmpdir(), 'pulso-phone-'));
  let phone = await startPhone(folder, info);
  try {
    await enterBy(phone.page, (await seed.giveAccess(client)).link);
    await phone.close();
    phone = await startPhone(folder, info);
    await phone.page.goto(`${product.url}/mi/`);
    await button(phone.page, 'Empezar').click();
    await chip(phone.page, /^Press.*0 de 3 series$/).click();
    await button(phone.page, 'Hecho').click();
    await expect(chip(phone.page, /^Press.*serie 1, hecha: 10 × 40 kg$/)).toBeVisible();
    await phone.kill();

    phone = await startPhone(folder, info);
    await phone.page.goto(`${product.url}/mi/entrenar`);
    await expect(heading(phone.page, /^Press/)).toBeVisible();
    await expect(phone.page.getByText('Serie 2 de 3')).toBeVisible();
    await expect(chip(phone.page, /^Press.*serie 1, hecha: 10 × 40 kg$/)).toBeVisible();
    expect(await dataOf<WorkoutRow[]>(phone.page, `${product.url}/api/my/workouts`)).toEqual([]);
  } finally {
    await phone.kill();
    await rm(folder, { recursive: true, force: true });
  }
});

/** The product with another version of the app from a moment on, which its page says. */
async function startDeployment(url: string) {
  let isNew = false;
  const server = createServer((request, response) => {
    const { 'if-none-match': _tag, ...headers } = request.headers;
    const asked = { method: request.method, headers: { ...headers, 'accept-encoding': 'identity' } };
    const passed = askServer(url + request.url, asked, (answer) => {
      const { 'content-length': _length, ...answered } = answer.headers;
      response.writeHead(answer.statusCode!, answered);
      if (!isNew || !/^\/mi\/(?:sw\.js|entrenar|)$/.test(request.url!)) return void answer.pipe(response);
      void text(answer).then((own) =>
        response.end(own.replace('<html', '<html data-new').replace(/(?<=["'`])[\da-f]{16}(?=["'`])/, 'otra')),
      );
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: () => (isNew = true),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test('SYN-14 a new version waits for the end of an open session, then takes over', async ({ page, product, seed }) => {
  const { client } = await seed.addFollower();
  const deployment = await startDeployment(product.url);
  try {
    await page.clock.install();
    await enterBy(page, (await seed.giveAccess(client)).link.replace(product.url, deployment.url));
    await keepApp(page);
    await button(page, 'Empezar').click();
    await expect(heading(page, /^Sentadilla/)).toBeVisible();

    deployment.deploy();
    const waiting = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state);
    const isNewPage = page.locator('html[data-new]');
    await page.reload();
    await expect(heading(page, /^Sentadilla/)).toBeVisible();
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect.poll(waiting).toBe('installed');
    await page.reload();
    await button(page, 'Hecho').click();
    await expect(chip(page, /serie 1, hecha/)).toBeVisible();
    await expect(isNewPage).toHaveCount(0);
    expect(await waiting()).toBe('installed');

    await finish(page, 'Omitir');
    await expect.poll(waiting).toBeUndefined();
    await page.reload();
    await expect(page.getByText('Hecho por hoy')).toBeVisible();
    await expect(isNewPage).toHaveCount(1);
  } finally {
    await deployment.stop();
  }
});

test('SYN-03 what waits is sent without its page, where the browser lets the worker do so', async ({
  page,
  seed,
  enter,
}) => {
  const { client } = await seed.addFollower();
  await page.clock.install();
  // The browser's own part, to hold what was asked for until there is a connection, is done here: some builds have it turned off.
  await page.addInitScript(() => {
    // A blank page has no workers.
    if (!('ServiceWorkerRegistration' in window)) return;
    Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', {
      get: () => ({ register: async (tag: string) => sessionStorage.setItem('asked', tag) }),
    });
  });
  const browser = await page.context().newCDPSession(page);
  let registrationId = '';
  browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.find(({ scopeURL }) => scopeURL.endsWith('/mi/'))?.registrationId ?? registrationId;
  });
  await browser.send('ServiceWorker.enable');
  await enter(client);
  await keepApp(page);
  // The page itself cannot send: requests of the worker pass by this.
  await page.route(PUTS, (route) => route.abort());
  await button(page, 'Ya lo hice').click();
  await expect(page.getByText('Sin enviar: 1 entrenamiento')).toBeVisible();
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  const asked = () => page.evaluate(() => sessionStorage.getItem('asked'));
  await expect.poll(asked).not.toBeNull();
  await browser.send('ServiceWorker.dispatchSyncEvent', {
    origin: new URL(page.url()).origin,
    registrationId,
    tag: (await asked())!,
    lastChance: false,
  });
  await expect.poll(async () => (await sentSessions(page)).length).toBe(1);
  // It learns of it.
  await expect(page.getByText(/^Sin enviar/)).toHaveCount(0);
});
