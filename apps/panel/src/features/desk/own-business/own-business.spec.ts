import { logInByForm, startBrowserProduct } from '@pulso/testing/browser-product';
import { ADMIN, logIn } from '@pulso/testing/product';
import pg from 'pg';
import { expectFitsPhone, expectAccessible, axeTestOptions, MODAL_SELECTOR, PHONE_SIZE } from '#test/accessibility';
import { expect, test } from '#test/panel';

test.use(axeTestOptions);

/** Says of an empty database what the filler says of a whole business: what comes later is people's. */
async function markAsDemo({ DATABASE_URL }: Record<string, string>) {
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  await client.query(`update own_business set stage = 'demo', filled_at = now()`);
  await client.end();
}

test('X16 from the demonstration to one’s own business: a line that says so, what stays and what goes, the password, a copy first, and the first steps', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const product = await startBrowserProduct({}, markAsDemo);
  try {
    const api = await logIn(product.url);
    const person = { gender: 'Female', countryCode: 'AR', countryCodeT: '+54', phone: '1155550003', password: 'clave' };
    await api.post('/user', { ...person, name: 'Inventada', username: 'inventada', role: 'CLIENT' });
    await api.post('/suscriptions', { title: 'Pase', description: 'Libre', duration: 1, amount: 10, status: 1 });

    await page.goto(`${product.url}/login`);
    await logInByForm(page);
    // The first screen of a server that has just started.
    await expect(page.getByText('Estás viendo un negocio de demostración')).toBeVisible({ timeout: 15_000 });
    await expect(page.getByRole('region', { name: 'Primeros pasos' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Empezar con mi negocio' }).click();

    const going = page.getByRole('region', { name: 'Qué se va' });
    await expect(going).toContainText('1 persona: todas menos los administradores');
    await expect(going).toContainText('También se va lo que no es de la demostración: 1 persona.');
    await expect(going).toContainText('planes de suscripción (1)');
    const box = (name: RegExp) => page.getByRole('checkbox', { name });
    await box(/^Ejercicios/).uncheck();
    for (const name of [/^Entrenamientos/, /^Paquetes/]) await expect(box(name)).not.toBeChecked();
    for (const name of [/^Catálogos/, /^Dietas/]) await expect(box(name)).toBeChecked();
    await box(/^Paquetes/).check();
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(7);
    await box(/^Planes/).uncheck();
    await expect(going).toContainText('Planes de suscripción: 1');
    await expectAccessible(page, 'own business');
    await page.setViewportSize(PHONE_SIZE);
    await expectFitsPhone(page, 'own business');

    await page.getByRole('button', { name: 'Borrar y empezar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Borrar y empezar' });
    const password = dialog.getByLabel('Tu contraseña');
    const start = dialog.getByRole('button', { name: 'Borrar y empezar' });
    await expect(dialog).toContainText('hay 1 persona que no es de la demostración');
    await expect(password).toHaveAttribute('autocomplete', 'current-password');
    await start.click();
    const own = dialog.getByRole('checkbox', { name: 'Borrar también 1 persona' });
    await expect(own).toBeFocused();
    await expect(dialog.getByRole('alert')).toHaveText([
      'Márcalo solo si también eso se puede borrar',
      'La contraseña es obligatoria',
    ]);
    await expectAccessible(page, 'the question', MODAL_SELECTOR);
    await expectFitsPhone(page, 'the question');
    await own.check();
    await password.fill(ADMIN.password);

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
    await expect(dialog.getByRole('alert')).toHaveText(
      'La copia de seguridad falló. No hay espacio. No se borró nada.',
    );
    await page.unroute('**/api/backups');
    expect((await (await api.get('/user')).json()) as object).toMatchObject({ data: { length: 2 } });

    // A wrong password is told at its field, and what was ticked stays; the copy of a moment ago does for the next try.
    await expect(own).toBeChecked();
    await password.fill('otra-clave');
    await start.click();
    await expect(dialog.getByRole('progressbar', { name: 'Copia de seguridad' })).toBeVisible();
    await expect(dialog.getByRole('alert')).toHaveText('La contraseña no es correcta', { timeout: 120_000 });
    await expect(password).toBeFocused();
    await expect(own).toBeChecked();
    await password.fill(ADMIN.password);
    await password.press('Enter');
    const steps = page.getByRole('region', { name: 'Primeros pasos' });
    await expect(steps).toContainText('0 de 4', { timeout: 120_000 });
    await expect(page.getByText('de demostración')).toHaveCount(0);
    await expectAccessible(page, 'the first steps');
    await expectFitsPhone(page, 'the first steps');
    // Every session of an administrator goes on.
    expect((await api.get('/user')).status).toBe(200);
    await page.reload();
    await expect(steps).toContainText('0 de 4');
    await expect(page.getByRole('region', { name: 'Total de usuarios' })).toContainText('1');
  } finally {
    // An open page would complain of a server that is gone.
    await page.close();
    await product.stop();
  }
});
