import { answerWith, expect, test } from '#test/panel';

test.use({ kind: 'strict' });

const rejectedAccounts = [
  { who: 'a trainer', fields: { role: 'TRAINER' }, title: 'Sin Permisos' },
  { who: 'an inactive administrator', fields: { role: 'ADMIN', status: false }, title: 'Cuenta Inactiva' },
];
for (const { who, fields, title } of rejectedAccounts)
  test(`ACC-07 API-11 by the letter ${who} is rejected and keeps the stored token`, async ({ page, api }) => {
    const own = { username: `letra.${Date.now()}.${who.length}`, password: 'una-clave-propia' };
    const made = await api.post('/user', { name: 'Ana', gender: 'Female', phone: '1123456789', ...own, ...fields });
    expect(made.status).toBe(201);
    await page.goto('/login');
    await page.getByLabel('Usuario').fill(own.username);
    await expect(page.getByLabel('Mantener la sesión en este equipo')).toHaveCount(0);
    await page.getByLabel(/^Contraseña/).fill(own.password);
    const answered = page.waitForResponse('**/api/auth/login');
    await page.getByRole('button', { name: 'Iniciar sesión' }).click();
    const { access_token } = (await (await answered).json()) as { access_token: string };
    await expect(page.getByRole('region', { name: 'Avisos' }).getByText(title)).toBeVisible();
    await expect(page).toHaveURL('/login');
    const cookies = await page.context().cookies(page.url());
    expect(cookies.map(({ name, value }) => [name, value])).toEqual([['token', access_token]]);
  });

test('INI-15 API-11 by the letter the levels are thirds even where the real counts are told', async ({
  panel,
  api,
}) => {
  const { data } = (await (await api.get('/estadisticas')).json()) as { data: { entrenamientos: object } };
  const por_nivel = [{ id: 1, title: 'Inicial', total: 9 }];
  const told = { ...data, niveles: { total: 7 }, entrenamientos: { ...data.entrenamientos, por_nivel } };
  await panel.route('**/api/estadisticas', answerWith(200, { success: true, data: told }));
  await panel.goto('/home');
  const rows = panel.getByRole('region', { name: 'Niveles de entrenamiento' }).getByRole('listitem');
  await expect(rows).toHaveText([/^Principiante2 \(33%\)$/, /^Intermedio2 \(33%\)$/, /^Avanzado2 \(33%\)$/]);
});

test.describe('failures that are only logged', () => {
  test.use({ expectedErrors: [/^Error (en el servidor|al (cargar|guardar|eliminar) )/] });

  test('API-11 by the letter a failed load, save or delete is logged and not shown, and loading ends', async ({
    panel,
  }) => {
    const logged: string[] = [];
    panel.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
    const shown = panel.getByRole('alert').or(panel.getByRole('region', { name: 'Avisos' }));
    await panel.route('**/api/level', answerWith(500), { times: 1 });
    await panel.goto('/configuracion/niveles');
    await expect.poll(() => logged.some((text) => text.startsWith('Error al cargar los niveles'))).toBe(true);
    await expect(panel.getByRole('status', { name: 'Cargando' })).toHaveCount(0);
    await expect(shown).toHaveCount(0);

    const level = { id: 1, title: 'Uno', description: '', status: true, updated_at: '2025-03-05T12:00:00Z' };
    await panel.route('**/api/level', (route) =>
      route.request().method() === 'GET'
        ? answerWith(200, { success: true, data: [level] })(route)
        : answerWith(500)(route),
    );
    await panel.route('**/api/level/1', answerWith(500));
    await panel.reload();
    await panel.getByRole('button', { name: 'Eliminar' }).click();
    await panel.getByRole('button', { name: 'Confirmar' }).click();
    await expect.poll(() => logged.some((text) => text.startsWith('Error al eliminar el nivel'))).toBe(true);
    await expect(panel.getByRole('article', { name: 'Uno' })).toBeVisible();
    await expect(shown).toHaveCount(0);

    await panel.getByRole('button', { name: 'Nuevo Nivel' }).click();
    await panel.getByLabel('Nombre del Nivel').fill('Dos');
    await panel.getByRole('button', { name: 'Crear' }).click();
    await expect.poll(() => logged.some((text) => text.startsWith('Error al guardar el nivel'))).toBe(true);
    await expect(panel.getByRole('button', { name: 'Crear' })).toBeEnabled();
    await expect(shown).toHaveCount(0);
  });
});
