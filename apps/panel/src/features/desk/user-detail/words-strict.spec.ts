import { addDays, today } from '@pulso/contract/kit/dates';
import { expect, test, uniqueTag } from '#test/builders';
import { columnCells } from '#test/page';

test.use({ kind: 'strict' });

const day = today();

test('USU-06 USU-07 USU-08 USD-14 USD-27 USD-28 USD-29 USD-59 by the letter each screen has its own words for a state', async ({
  panel,
  add,
}) => {
  const make = (suscription_end: string | null, suscription_status = true) =>
    add('/user', { suscription_end, suscription_status });
  const none = await make(null, false);
  for (const [person, list, detail] of [
    [await make(day), 'Expirada', 'Vence hoy'],
    [await make(addDays(day, 5)), 'Por expirar (5 días)', 'Activa (5 días restantes)'],
    [await make(addDays(day, 20)), 'Activa (20 días)', 'Activa (20 días restantes)'],
    [none, 'Sin suscripción', 'Sin suscripción activa'],
  ] as const) {
    await panel.goto(`/usuarios?buscar=${person.username}`);
    await expect(columnCells(panel, 6)).toHaveText(['Activo']);
    await expect(columnCells(panel, 7)).toHaveText([list]);
    await panel.goto(`/usuarios/${person.id}`);
    const profile = panel.getByRole('region', { name: 'Perfil' });
    await expect(profile.getByText(detail, { exact: true })).toBeVisible();
    await expect(profile.getByText('Activo', { exact: true })).toBeVisible();
    const data = panel.getByRole('region', { name: 'Datos' });
    await expect(data.locator('dl > div').filter({ hasText: 'Correo electrónico' })).toContainText(person.username);
  }
  await expect(panel.getByRole('button', { name: 'Gestionar suscripción' })).toHaveAccessibleDescription(
    'Información de suscripción no disponible',
  );
});

test('USD-24 by the letter a client has the button of the specification, and the dialog for everything stands in Acciones', async ({
  panel,
  add,
}) => {
  await panel.addInitScript(() => localStorage.setItem('pulso-extras', JSON.stringify(['renew', 'ledger'])));
  const person = await add('/user');
  await panel.goto(`/usuarios/${person.id}?pestana=pagos`);
  const payment = panel.getByRole('dialog', { name: 'Registrar pago', exact: true });
  for (const name of ['Registrar pago', 'Registrar el primer pago']) {
    await panel.getByRole('button', { name, exact: true }).click();
    await expect(payment).toBeVisible();
    await payment.getByRole('button', { name: 'Cancelar' }).click();
  }
  await panel.getByRole('button', { name: 'Cobrar', exact: true }).click();
  await expect(panel.getByRole('dialog', { name: 'Cobrar', exact: true })).toBeVisible();
});

test('A8 by the letter a search that finds nothing shows nothing similar, not even what the server finds', async ({
  panel,
  add,
}) => {
  const mark = uniqueTag();
  await add('/user', { name: `Gonzalez ${mark}` });
  await add('/exercise', { title: `Sentadilla ${mark}` });
  await panel.goto(`/usuarios?buscar=gonsales%20${mark}`);
  await expect(panel.getByText('No se encontraron usuarios')).toBeVisible();
  await panel.goto(`/ejercicios?buscar=sentadila%20${mark}`);
  await expect(panel.getByText('No se encontraron ejercicios')).toBeVisible();
});

test('USF-14 USF-33 by the letter a saved user leads to the list, and the form proposes nothing', async ({
  panel,
  add,
}) => {
  const person = await add('/user');
  await panel.goto(`/usuarios/${person.id}`);
  await panel.getByRole('link', { name: 'Editar' }).click();
  await expect(panel.getByLabel('ID de suscripción')).toBeVisible();
  await panel.getByRole('button', { name: 'Actualizar Usuario' }).click();
  await expect(panel).toHaveURL('/usuarios');
  await panel.getByRole('link', { name: 'Nuevo Usuario' }).click();
  await panel.getByLabel('Nombre completo').fill('Ana Pérez');
  await panel.getByLabel('Teléfono').fill('1155501234');
  await expect(panel.getByLabel('Nombre de usuario')).toHaveValue('');
});

test('PLA-01 PLA-02 PLA-08 PLA-09 LAY-03 by the letter the plans on sale are called subscriptions', async ({
  panel,
}) => {
  await panel.route('**/api/suscriptions', (route) => route.fulfill({ json: { success: true, data: [] } }));
  await panel.goto('/no-existe');
  await expect(panel).toHaveURL('/home');
  await panel.getByRole('navigation').getByRole('link', { name: 'Suscripciones' }).click();
  await expect(panel.getByRole('heading', { name: 'Suscripciones', level: 1, exact: true })).toBeVisible();
  await expect(panel.getByPlaceholder('Buscar suscripciones...', { exact: true })).toBeVisible();
  await expect(panel.getByText('No hay suscripciones', { exact: true })).toBeVisible();
  await expect(panel.getByText('No se encontraron suscripciones. ¡Crea la primera!')).toBeVisible();
  await panel.getByRole('button', { name: 'Nueva Suscripción' }).click();
  await expect(panel.getByRole('dialog', { name: 'Nueva Suscripción' })).toBeVisible();
});
