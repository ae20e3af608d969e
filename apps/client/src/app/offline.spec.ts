import type { Page } from '@playwright/test';
import { everythingKept, expect, foot, leaveApp, test } from '#test/app';

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

/** The manifest as this browser has read it, and its reasons not to offer installing. */
async function expectInstallable(page: Page, origin: string) {
  const browser = await page.context().newCDPSession(page);
  const { url, errors, manifest } = await browser.send('Page.getAppManifest');
  expect([url, errors]).toEqual([`${origin}/mi/manifest.webmanifest`, []]);
  expect(manifest).toMatchObject({ startUrl: `${origin}/mi/`, scope: `${origin}/mi/`, display: 'kStandalone' });
  const icons = await page.evaluate(
    (declared) =>
      Promise.all(
        declared.map(async (address) => {
          const { naturalWidth, naturalHeight } = await new Promise<HTMLImageElement>((done, fail) => {
            const image = new Image();
            image.addEventListener('load', () => done(image));
            image.addEventListener('error', fail);
            image.src = address;
          });
          return `${naturalWidth}x${naturalHeight}`;
        }),
      ),
    (manifest.icons ?? []).map((icon) => icon.url),
  );
  expect(icons).toEqual(['192x192', '512x512', '512x512']);
  expect(icons).toEqual((manifest.icons ?? []).map(({ sizes }) => sizes));
  // A whole browser says here what it lacks, also that the window of a test is a private one; a shell always answers none.
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
}

test('HOY-10 PWA-01 PWA-02 a browser can install the app; without network the four places and a course open as last seen, saying how old that is, also beside the panel’s worker; what was never seen says so with Reintentar', async ({
  page,
  context,
  product,
  seed,
  enter,
}) => {
  test.slow();
  // The panel's own worker answers for every place of the origin but this one.
  await page.goto('/login');
  await page.evaluate(async () => {
    const policy = { createScriptURL: (address: string) => address };
    type Types = { createPolicy: (name: string, rules: typeof policy) => typeof policy };
    const { trustedTypes } = globalThis as unknown as { trustedTypes: Types };
    await navigator.serviceWorker.register(trustedTypes.createPolicy('prueba', policy).createScriptURL('/sw.js'));
    await navigator.serviceWorker.ready;
  });
  const { client, training, diets } = await seed.addFollower();
  await page.clock.install();
  await enter(client);
  await expect(page.getByText('Comidas de hoy')).toBeVisible();
  const title = (name: string) => page.getByRole('heading', { level: 1, name });
  const open = (place: string) => foot(page).getByRole('link', { name: place }).click();
  await page.clock.fastForward('00:05');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.scriptURL.endsWith('/mi/sw.js'));
  await expectInstallable(page, product.url);
  await page.reload();
  await page.getByRole('link', { name: 'Ver el día' }).click();
  await expect(title(training.title)).toBeVisible();
  await open('Comida');
  await expect(page.getByText(diets[0]!.title)).toBeVisible();
  await open('Mi plan');
  await expect(page.getByText('Todavía no tienes un plan.')).toBeVisible();

  await page.clock.fastForward('10:00');
  await context.setOffline(true);
  const age = page.getByText('Datos de hace 10 minutos');
  for (const [path, shown] of [
    ['/mi/', training.title],
    ['/mi/comida', diets[0]!.title],
    [`/mi/comida/${diets[2]!.id}`, diets[2]!.title],
    ['/mi/plan', 'Todavía no tienes un plan.'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(shown).first(), path).toBeVisible();
    await expect(age, path).toBeVisible();
  }
  await page.goto('/mi/');
  await page.getByRole('link', { name: 'Ver el día' }).click();
  await expect(page.getByText('Próximo')).toBeVisible();
  await expect(age).toBeVisible();
  // It is kept for later, and what comes next is known all the same.
  await page.getByRole('button', { name: 'Ya lo hice' }).click();
  await expect(page.getByRole('heading', { name: 'Hecho por hoy' })).toBeVisible();
  await expect(page.getByText('Lo próximo: Día 2 · Torso')).toBeVisible();
  await expect(page.getByText('Sin conexión: se guarda en este teléfono.')).toBeVisible();
  await expect(page.getByText('Sin enviar: 1 entrenamiento')).toBeVisible();
  await page.goto('/mi/entrenamiento/a999999');
  await expect(page.getByRole('alert')).toContainText('Error al cargar tu entrenamiento');
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible();

  await context.setOffline(false);
  await page.goto('/mi/');
  await expect(page.getByText('Comidas de hoy')).toBeVisible();
  await page.clock.fastForward('00:10');
  await expect(page.getByRole('heading', { name: 'Hecho por hoy' })).toBeVisible();
  await expect(page.getByText(/^Sin enviar/)).toHaveCount(0);
  await expect(page.getByText(/^Datos de/)).toHaveCount(0);
  // Nothing of the person stays on the phone.
  await leaveApp(page);
  const left = await everythingKept(page);
  for (const text of [client.name, training.title, diets[0]!.title, '/uploads/']) expect(left).not.toContain(text);
});
