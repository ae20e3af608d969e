import pg from 'pg';
import { expectFitsPhone, expectSound, looking, PHONE } from '#test/accessibility';
import { expect, test } from '#test/panel';
import { enter, startForBrowser } from '../../../../../../e2e/browser-product';
import { logIn } from '../../../../../../e2e/product';

test.use(looking);

/** Says of the little that a test adds what the filler says of a whole business. */
async function markDemo({ DATABASE_URL }: Record<string, string>) {
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  await client.query(`update own_business set stage = 'demo'`);
  await client.end();
}

test('from the demonstration to one’s own business: a line that says so, what stays and what goes, a copy first, and the first steps', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const product = await startForBrowser({}, markDemo);
  try {
    const api = await logIn(product.url);
    const person = { gender: 'Female', countryCode: 'AR', countryCodeT: '+54', phone: '1155550003', password: 'clave' };
    await api.post('/user', { ...person, name: 'Inventada', username: 'inventada', role: 'CLIENT' });
    await api.post('/suscriptions', { title: 'Pase', description: 'Libre', duration: 1, amount: 10, status: 1 });

    await page.goto(`${product.url}/login`);
    await enter(page);
    // The first screen of a server that has just started.
    await expect(page.getByText('Estás viendo un negocio de demostración')).toBeVisible({ timeout: 15_000 });
    await expect(page.getByRole('region', { name: 'Primeros pasos' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Empezar con mi negocio' }).click();

    const going = page.getByRole('region', { name: 'Qué se va' });
    await expect(going).toContainText('1 persona: todas menos tu cuenta');
    await expect(going).toContainText('También se va lo que hayas cargado tú');
    await expect(going).toContainText('planes de suscripción (1)');
    const box = (name: RegExp) => page.getByRole('checkbox', { name });
    await box(/^Ejercicios/).uncheck();
    for (const name of [/^Entrenamientos/, /^Paquetes/]) await expect(box(name)).not.toBeChecked();
    for (const name of [/^Catálogos/, /^Dietas/]) await expect(box(name)).toBeChecked();
    await box(/^Paquetes/).check();
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(7);
    await box(/^Planes/).uncheck();
    await expect(going).toContainText('Planes de suscripción: 1');
    await expectSound(page, 'own business');
    await page.setViewportSize(PHONE);
    await expectFitsPhone(page, 'own business');

    const start = page.getByRole('button', { name: 'Borrar y empezar' });
    // A copy that fails leaves everything as it is.
    const failed = {
      ...{ id: 1, state: 'failed', progress: 0, started_at: '2026-03-05T17:00:00.000Z', finished_at: null, file: null },
      ...{
        size: 0,
        rows: 0,
        images: 0,
        missing_images: 0,
        verified_at: null,
        problem: 'No hay espacio.',
        available: false,
      },
    };
    await page.route('**/api/backups', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 202, json: { success: true, data: failed } })
        : route.continue(),
    );
    await start.click();
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await expect(page.getByRole('alert')).toHaveText('La copia de seguridad falló. No hay espacio. No se borró nada.');
    await page.unroute('**/api/backups');
    expect((await (await api.get('/user')).json()) as object).toMatchObject({ data: { length: 2 } });

    await start.click();
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await expect(page.getByRole('progressbar', { name: 'Copia de seguridad' })).toBeVisible();
    const steps = page.getByRole('region', { name: 'Primeros pasos' });
    await expect(steps).toContainText('0 de 4', { timeout: 120_000 });
    await expect(page.getByText('de demostración')).toHaveCount(0);
    await expectSound(page, 'the first steps');
    await expectFitsPhone(page, 'the first steps');
    // The other session has ended, this one goes on.
    expect((await api.get('/user')).status).toBe(401);
    await page.reload();
    await expect(steps).toContainText('0 de 4');
    await expect(page.getByRole('region', { name: 'Total de usuarios' })).toContainText('1');
  } finally {
    // It would complain of a server that is gone.
    await page.close();
    await product.stop();
  }
});
