import { expect, foot, test } from '#test/app';

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } });

test('HOY-10 PWA-01 without network the four places and a course open as last seen, saying how old that is, also beside the panel’s worker; what was never seen says so with Reintentar', async ({
  page,
  context,
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
  // It is told, not stored for later: the words say that it was not.
  await page.getByRole('button', { name: 'Ya lo hice' }).click();
  await expect(page.getByRole('alert')).toContainText('Error al guardar el entrenamiento. Por favor intenta de nuevo.');
  await page.goto('/mi/entrenamiento/a999999');
  await expect(page.getByRole('alert')).toContainText('Error al cargar tu entrenamiento');
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible();

  await context.setOffline(false);
  await page.goto('/mi/');
  await expect(page.getByText('Comidas de hoy')).toBeVisible();
  await expect(page.getByText(/^Datos de/)).toHaveCount(0);
  // Nothing of the person stays on the phone.
  await open('Mi plan');
  await page.getByRole('button', { name: 'Salir de este teléfono' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Salir' }).click();
  await expect(page.getByRole('heading', { name: 'Entra con tu código' })).toBeVisible();
  const left = await page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage)];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return texts.join('\n');
  });
  for (const text of [client.name, training.title, diets[0]!.title, '/uploads/']) expect(left).not.toContain(text);
});
