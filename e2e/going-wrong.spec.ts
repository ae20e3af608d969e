import { expect as soon, test } from '@playwright/test';
import { logInByForm, startBrowserProduct } from '@pulso/testing/browser-product';
import { logIn } from '@pulso/testing/product';

/** A bad morning on a phone: the server goes away over a form, then the session, and somebody else saves meanwhile. */

/** A product is starting or stopping beside it. */
const expect = soon.configure({ timeout: 60_000 });

test.use({ actionTimeout: 60_000, viewport: { width: 390, height: 844 } });

type ListedUser = { id: number; name: string; phone: string; weight: number | null };

test('things going wrong: a server that restarts and a session that is ended take nothing that was typed, and nothing is saved twice', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const product = await startBrowserProduct();
  try {
    await page.goto(`${product.url}/login`);
    await logInByForm(page);
    await expect(page.getByRole('region', { name: 'Total de usuarios' })).toBeVisible();
    const other = await logIn(product.url);
    const people = async () => ((await (await other.get('/user')).json()) as { data: ListedUser[] }).data;
    const clients = async () => (await people()).filter(({ id }) => id !== other.userId);

    await test.step('the server restarts over a half-filled form', async () => {
      await page.goto(`${product.url}/usuarios/nuevo`);
      await page.getByLabel('Nombre completo').fill('Bruno Paciente');
      await page.getByLabel('Teléfono').fill('1155550002');
      await product.restart(async () => {
        await page.getByLabel('Género').selectOption('Masculino');
        await page.getByLabel('Nombre de usuario').fill('bruno');
        await page.getByRole('textbox', { name: /^Contraseña/ }).fill('bruno-1234');
        await page.getByRole('textbox', { name: /^Confirmar contraseña/ }).fill('bruno-1234');
        await page.getByRole('button', { name: 'Crear Usuario' }).click();
        await expect(page.getByRole('alert').filter({ hasText: 'No se pudo conectar con el servidor' })).toBeVisible();
        await expect(page.getByLabel('Nombre completo')).toHaveValue('Bruno Paciente');
      });
      expect(await clients()).toEqual([]);
      await page.getByRole('alert').getByRole('button', { name: 'Reintentar' }).click();
      await expect(page).toHaveURL(/\/usuarios\/\d+$/);
      expect(await clients()).toMatchObject([{ name: 'Bruno Paciente' }]);
    });

    await test.step('the session is ended elsewhere, and somebody else saves the same person', async () => {
      const [{ id } = { id: 0 }] = await clients();
      await page.goto(`${product.url}/usuarios/editar/${id}`);
      await page.getByLabel('Peso (kg)').fill('81,5');
      await expect(page.getByLabel('Peso (kg)')).toHaveValue('81,5');
      await other.post('/auth/logout-all', {});
      // The menu's counters may have noticed the ended session first.
      const save = page.getByRole('button', { name: 'Actualizar Usuario' });
      await save
        .or(page.getByRole('button', { name: 'Iniciar sesión' }))
        .first()
        .click();
      await expect(page.getByText('Tu sesión venció').first()).toBeVisible();
      const second = await logIn(product.url);
      await fetch(`${product.url}/api/user/${id}`, {
        method: 'PATCH',
        headers: { Authorization: `Bearer ${second.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ phone: '1155559999' }),
      });
      await logInByForm(page);
      await expect(page).toHaveURL(new RegExp(`/usuarios/editar/${id}$`));
      await expect(page.getByText('Esto es lo que habías escrito')).toBeVisible();
      await expect(page.getByLabel('Peso (kg)')).toHaveValue('81,5');
      await page.getByRole('button', { name: 'Actualizar Usuario' }).click();
      await expect(page).toHaveURL(/\/usuarios$/);
      const saved = (await (await second.get(`/user/${id}`)).json()) as { data: ListedUser };
      expect(saved.data).toMatchObject({ weight: 81.5, phone: '1155559999' });
    });
  } finally {
    await product.stop();
  }
});
