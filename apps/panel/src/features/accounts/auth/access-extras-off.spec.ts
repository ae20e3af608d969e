import type { Request } from '@playwright/test';
import { ADMIN } from '@pulso/testing/product';
import { expect, test } from '#test/panel';

test.use({ kind: 'extras-off' });

/** Calls of this journey that the first document specifies. */
const SPECIFIED_CALLS =
  /^(POST \/auth\/login|GET \/(estadisticas|level|product|category-product)|POST \/level|(PATCH|DELETE) \/level\/\d+|POST \/notifications\/send-to-all)$/;
const SPECIFIED_FIELDS: Record<string, string[]> = {
  '/auth/login': ['password', 'username'],
  '/notifications/send-to-all': ['body', 'title'],
};

test('API-13 INI-15 ACC-12 a day with a server that has the two documents alone', async ({ page }) => {
  const calls: Request[] = [];
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request));
  await page.goto('/login');
  await page.getByLabel('Usuario').fill(ADMIN.username);
  await expect(page.getByLabel('Mantener la sesión en este equipo')).toHaveCount(0);
  await page.getByLabel(/^Contraseña/).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page).toHaveURL('/home');
  const levels = page.getByRole('region', { name: 'Niveles de entrenamiento' });
  await expect(levels.getByRole('listitem')).toHaveText([/^Principiante/, /^Intermedio/, /^Avanzado/]);

  await page.getByRole('button', { name: 'Configuración' }).click();
  await page.getByRole('link', { name: 'Niveles', exact: true }).click();
  await page.getByRole('button', { name: 'Nuevo Nivel' }).click();
  await page.getByLabel('Nombre del Nivel').fill('Sin extras');
  await page.getByRole('button', { name: 'Crear', exact: true }).click();
  const level = page.getByRole('article', { name: 'Sin extras', exact: true });
  await level.getByRole('button', { name: 'Editar' }).click();
  await page.getByLabel('Nombre del Nivel').fill('Cambiado');
  await page.getByRole('button', { name: 'Actualizar' }).click();
  const changed = page.getByRole('article', { name: 'Cambiado', exact: true });
  await expect(level).toHaveCount(0);
  await changed.getByRole('button', { name: 'Eliminar' }).click();
  await changed.getByRole('button', { name: 'Confirmar' }).click();
  await expect(changed).toHaveCount(0);

  await page.getByRole('link', { name: 'Notificaciones' }).click();
  await page.getByLabel('Título').fill('Hola');
  await page.getByLabel('Mensaje').fill('a todos');
  await page.getByRole('button', { name: 'Enviar a todos' }).click();
  await expect(page.getByText('¡Notificación enviada con éxito!')).toBeVisible();
  await page.getByRole('link', { name: 'Productos', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Productos');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).toHaveURL('/login');
  expect(await page.context().cookies()).toEqual([]);

  const browsers =
    /^(:|accept|content-length|host|connection|origin|referer|sec-|user-agent|cookie|cache-control|pragma)/;
  for (const call of calls) {
    const path = new URL(call.url()).pathname.replace('/api', '');
    expect(`${call.method()} ${path}`).toMatch(SPECIFIED_CALLS);
    const own = Object.keys(await call.allHeaders()).filter((name) => !browsers.test(name));
    expect(own.filter((name) => !['authorization', 'content-type'].includes(name))).toEqual([]);
    if (SPECIFIED_FIELDS[path])
      expect(Object.keys(call.postDataJSON() as object).sort()).toEqual(SPECIFIED_FIELDS[path]);
  }
  expect(new Set(calls.map((call) => call.method()))).toEqual(new Set(['GET', 'POST', 'PATCH', 'DELETE']));
});
