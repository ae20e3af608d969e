import type { Page, Route } from '@playwright/test';
import { addDays, formatShortDate, today } from '@pulso/contract/kit/dates';
import { expect, PICTURE, test, uniqueName } from '#test/builders';
import { goToScreen, waitForWrite, toasts, visit, recordWrites } from '#test/page';
import { answerWith, createGate, fetchAnswer } from '#test/panel';

test.use({ expectedErrors: [/Error en el servidor|No se pudo conectar|El recurso solicitado no existe/] });

const profile = (page: Page) => page.getByRole('region', { name: 'Perfil' });
const section = (page: Page, title: string) =>
  page
    .getByRole('main')
    .locator('section:not([aria-label])')
    .filter({ has: page.getByRole('button', { name: title, exact: true }) });
const fact = (page: Page, title: string, name: string) =>
  section(page, title)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition');

/** The real answer, changed as another server might answer it. */
const changeAnswer = (change: (data: Record<string, unknown>) => void) => async (route: Route) => {
  const answer = await fetchAnswer(route);
  const body = (await answer.json()) as { data: Record<string, unknown> };
  change(body.data);
  await route.fulfill({ response: answer, json: body });
};

test.describe('with the browser in Tokyo, an hour before midnight in Buenos Aires', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('A3 A23 USD-30 USD-31 FMT-10 D6 the badge tells how much of the subscription is left', async ({
    panel,
    add,
  }) => {
    await panel.clock.install({ time: '2026-03-01T02:00:00Z' });
    const end = (suscription_end: string | null, suscription_status = true) =>
      changeAnswer((data) => Object.assign(data, { suscription_end, suscription_status }));
    for (const [words, tone, answer] of [
      ['Desactivada', 'grey', end('2026-06-01', false)],
      ['Sin suscripción', 'red', end(null)],
      ['Activa (8 días)', 'green', end('2026-03-08')],
      ['Por expirar (7 días)', 'yellow', end('2026-03-07')],
      ['Vence hoy', 'yellow', end('2026-02-28')],
      ['Expirada', 'red', end('2026-02-27')],
    ] as const) {
      // A new person each time, so that nothing is cached.
      const person = await add('/user', { suscription_status: true, suscription_end: '2026-02-28' });
      await panel.route(`**/api/user/${person.id}`, answer);
      await visit(panel, `/usuarios/${person.id}`);
      await expect(profile(panel).getByText(words, { exact: true })).toHaveClass(new RegExp(`text-${tone}\\b`));
      await panel.unrouteAll();
    }
  });
});

test("USD-04 USD-05 USD-06 USD-07 'Eliminar' asks for a second click within three seconds and says what failed", async ({
  panel,
  add,
}) => {
  const person = await add('/user');
  await panel.clock.install();
  const sent = recordWrites(panel);
  await panel.goto(`/usuarios/${person.id}`);
  const remove = panel.getByRole('button', { name: 'Eliminar', exact: true });
  const confirm = panel.getByRole('button', { name: 'Confirmar', exact: true });
  await remove.click();
  await expect(confirm).toBeVisible();
  await panel.clock.runFor(3_000);
  await expect(remove).toBeVisible();
  expect(sent).toEqual([]);

  await panel.route(`**/api/user/${person.id}`, (route) =>
    route.request().method() === 'DELETE'
      ? answerWith(409, { success: false, message: 'Es el último administrador' })(route)
      : route.fallback(),
  );
  await remove.click();
  await confirm.click();
  const alert = panel.getByRole('main').getByRole('alert');
  await expect(alert.getByText('Error al eliminar el usuario', { exact: true })).toBeVisible();
  await expect(alert.getByText('Es el último administrador')).toBeVisible();
  await panel.unrouteAll();
  await remove.click();
  await confirm.click();
  await expect(panel).toHaveURL('/usuarios');
  expect(sent).toEqual([`DELETE /user/${person.id}`, `DELETE /user/${person.id}`]);

  // Personal data can be erased too, if the server offers it; an erasure that got halfway is tried again.
  const other = await add('/user');
  await panel.goto(`/usuarios/${other.id}`);
  await expect(remove).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Borrar datos personales' })).toHaveCount(0);
  await panel.evaluate(() => localStorage.setItem('pulso-extras', JSON.stringify(['erase-user'])));
  await panel.reload();
  await panel.route('**/erase', answerWith(500), { times: 1 });
  sent.length = 0;
  for (const outcome of ['refused', 'done']) {
    await panel.getByRole('button', { name: 'Borrar datos personales' }).click();
    expect(sent).toHaveLength(outcome === 'done' ? 2 : 0);
    await confirm.click();
    if (outcome === 'refused') await expect(alert).toContainText('Error al borrar los datos personales');
  }
  await expect(panel).toHaveURL('/usuarios');
  await expect(toasts(panel)).toContainText('Datos personales borrados');
  const calls = [`DELETE /user/${other.id}`, `POST /user/${other.id}/erase`];
  expect(sent).toEqual([...calls, ...calls]);
});

test('USD-08 USD-09 USD-10 USD-11 USD-01 USD-02 USD-03 USD-12 USD-14 USD-15 USD-16 USD-17 USD-19 USD-20 USD-21 USD-13 USD-18 USD-22 USD-23 USD-57 USD-58 USD-60 USD-61 USD-62 USD-59 USD-63 a person is loaded, or what failed is told; shown, bare and measured; and the subscription is managed', async ({
  panel,
  add,
  write,
}) => {
  test.setTimeout(90_000);
  await test.step('the skeleton gives way to the person or to what failed, with the way back', async () => {
    const person = await add('/user');
    const path = `**/api/user/${person.id}`;
    const [held, answer] = createGate();
    await panel.route(path, async (route) => {
      await held;
      await answerWith(500)(route);
    });
    await panel.goto(`/usuarios/${person.id}`);
    await expect(panel.getByRole('status', { name: 'Cargando' })).toHaveAttribute('aria-busy', 'true');
    answer();
    const alert = panel.getByRole('alert');
    await expect(alert.getByText('Error al cargar los detalles del usuario', { exact: true })).toBeVisible();
    await expect(panel.getByRole('status', { name: 'Cargando' })).toHaveCount(0);
    await expect(panel.getByRole('link', { name: 'Volver a la lista' })).toHaveAttribute('href', '/usuarios');
    for (const [body, reason] of [
      [{ success: true, data: [] }, 'Formato de respuesta inesperado'],
      [{ success: true }, 'Formato de respuesta inesperado'],
      [{ success: false, message: 'No disponible' }, 'No disponible'],
      [{ data: { id: person.id } }, 'Error al cargar los detalles del usuario'],
    ] as const) {
      await panel.unrouteAll();
      await panel.route(path, answerWith(200, body));
      await panel.getByRole('button', { name: 'Reintentar' }).click();
      await expect(alert.getByText(reason, { exact: true })).toBeVisible();
    }
    await panel.unrouteAll();
    await panel.getByRole('button', { name: 'Reintentar' }).click();
    await expect(panel.getByRole('heading', { name: person.name })).toBeVisible();
  });

  await test.step('a person is shown with everything that is known', async () => {
    await panel.unrouteAll();
    const username = uniqueName('ana');
    const { cover_image: picture } = await add('/level', { title: uniqueName('Nivel'), status: true }, PICTURE);
    const person = await add('/user', {
      name: 'Ana María Gómez',
      username,
      email: 'ana@example.com',
      phone: '3514567890',
      role: 'TRAINER',
      status: false,
      gender: 'Unisex',
      birth_date: '1990-02-05',
      height: 170.5,
      weight: 65,
      notes: 'Lesión de rodilla\nprefiere la mañana',
      suscription_init: '2025-01-03',
      suscription_end: '2025-04-03',
    });
    // Uploaded pictures come with the coaching app; the panel shows them.
    await panel.route(
      `**/api/user/${person.id}`,
      changeAnswer((data) => (data.profile_image = picture)),
    );
    await goToScreen(panel, `/usuarios/${person.id}`);
    await expect(profile(panel).getByRole('heading', { name: 'Ana María Gómez', level: 1 })).toBeVisible();
    await expect(profile(panel).getByText('ana@example.com', { exact: true })).toBeVisible();
    // A user name that is no e-mail address is not called one.
    await expect(fact(panel, 'Información Personal', 'Usuario')).toHaveText(username);
    await expect(section(panel, 'Información Personal').getByText('Correo electrónico')).toHaveCount(0);
    await expect(profile(panel).getByRole('link', { name: '+54 3514567890' })).toHaveAttribute(
      'href',
      'tel:+543514567890',
    );
    await expect(profile(panel).getByText('Entrenador', { exact: true })).toBeVisible();
    await expect(profile(panel).getByText('Inactivo', { exact: true })).toBeVisible();
    await expect(fact(panel, 'Información Personal', 'Rol')).toHaveText('Entrenador');
    await expect(fact(panel, 'Información Personal', 'Estado')).toHaveText('Inactivo');
    await expect(fact(panel, 'Información Personal', 'Registro')).toHaveText(
      formatShortDate(String(person.created_at)),
    );
    await expect(fact(panel, 'Información Física', 'Altura')).toHaveText('170,5 cm');
    await expect(fact(panel, 'Información Física', 'Género')).toHaveText('Otro');
    await expect(fact(panel, 'Información Física', 'Fecha de nacimiento')).toHaveText('5 feb 1990');
    await expect(fact(panel, 'Suscripción', 'Inicio')).toHaveText('3 ene 2025');
    await expect(fact(panel, 'Suscripción', 'Fin')).toHaveText('3 abr 2025');
    await expect(section(panel, 'Notas').getByText('Lesión de rodilla\nprefiere la mañana')).toBeVisible();

    await expect(panel.getByRole('link', { name: 'Editar' })).toHaveAttribute('href', `/usuarios/editar/${person.id}`);
    await expect(panel.getByRole('link', { name: 'Volver a la lista' })).toHaveAttribute('href', '/usuarios');
    await expect(profile(panel).locator('img')).toHaveAttribute('src', /^\/uploads\/.+\.webp$/);
  });

  await test.step('a bare person reads well, and every part folds', async () => {
    await panel.unrouteAll();
    const bare = await add('/user');
    await goToScreen(panel, `/usuarios/${bare.id}`);
    await expect(profile(panel).getByText('Sin correo', { exact: true })).toBeVisible();
    const metrics = section(panel, 'Métricas físicas');
    await expect(metrics.getByText('N/A')).toHaveCount(2);
    for (const [title, inside] of [
      ['Información Personal', 'Rol'],
      ['Información Física', 'Altura'],
      ['Suscripción', 'Inicio'],
      ['Métricas físicas', 'Peso ideal'],
    ] as const) {
      const heading = panel.getByRole('button', { name: title, exact: true });
      const content = section(panel, title).getByText(inside, { exact: true });
      await expect(content).toBeVisible();
      await heading.click();
      await expect(content).toBeHidden();
      await heading.click();
      await expect(content).toBeVisible();
    }
    // Nothing to read in it, so it is folded at first.
    const notes = section(panel, 'Notas').getByText('Sin notas');
    await expect(notes).toBeHidden();
    await panel.getByRole('button', { name: 'Notas', exact: true }).click();
    await expect(notes).toBeVisible();

    const measured = await add('/user', { gender: 'Male', height: 175, weight: 70 });
    await goToScreen(panel, `/usuarios/${measured.id}`);
    await expect(metrics.getByText('22,9', { exact: true })).toBeVisible();
    await expect(metrics.getByText('Normal', { exact: true })).toBeVisible();
    await expect(metrics.getByText('70,5 kg', { exact: true })).toBeVisible();
  });

  await test.step('a subscription is paused, resumed and removed', async () => {
    await panel.unrouteAll();
    const [person, plan] = [await add('/user'), await add('/suscriptions')];
    const activation = { user_id: person.id, subscription_id: plan.id, payment_method: 'efectivo', payment_amount: 0 };
    await write('/user/activate-suscription', activation);
    await goToScreen(panel, `/usuarios/${person.id}`);
    const open = panel.getByRole('button', { name: 'Gestionar suscripción' });
    const dialog = panel.getByRole('dialog', { name: 'Gestionar suscripción' });
    const button = (name: string) => dialog.getByRole('button', { name, exact: true });
    await open.click();
    await expect(dialog.getByText(/temporal y reversible/)).toBeVisible();
    await expect(dialog.getByText(/permanente/)).toBeVisible();
    await expect(button('Activar')).toHaveCount(0);
    const paused = waitForWrite(panel, 'PATCH', `/user/${person.id}/subscription-status`);
    await button('Desactivar').click();
    expect((await paused).postDataJSON()).toEqual({
      active: false,
      notes: 'Cambiado desde el panel de administración',
    });
    await expect(dialog).toHaveCount(0);
    await expect(profile(panel).getByText('Desactivada')).toBeVisible();
    await expect(panel.getByRole('table').getByText('Desactivada')).toBeVisible();

    // Before another is sold, it says that this one can be activated again.
    await panel.getByRole('button', { name: 'Activar suscripción' }).click();
    const selling = panel.getByRole('dialog', { name: 'Activar suscripción' });
    await expect(selling).toContainText('Tiene una suscripción desactivada hasta el');
    await selling.getByRole('button', { name: 'Gestionar suscripción' }).click();
    await expect(button('Desactivar')).toHaveCount(0);
    await dialog.getByLabel('Notas (opcional)').fill('Volvió de vacaciones');
    const resumed = waitForWrite(panel, 'PATCH', `/user/${person.id}/subscription-status`);
    await button('Activar').click();
    expect((await resumed).postDataJSON()).toEqual({ active: true, notes: 'Volvió de vacaciones' });
    await expect(profile(panel).getByText(/^(Activa|Por expirar) \(\d+ días\)$/)).toBeVisible();

    await open.click();
    const removed = waitForWrite(panel, 'DELETE', `/user/${person.id}/subscription`);
    await button('Eliminar').dblclick();
    await button('Confirmar').click();
    expect((await removed).postData()).toBeNull();
    await expect(profile(panel).getByText('Sin suscripción', { exact: true })).toBeVisible();
    await expect(fact(panel, 'Suscripción', 'Inicio')).toHaveText('—');
  });

  await test.step('managing says what is missing and what failed', async () => {
    await panel.unrouteAll();
    const [person, plan] = [await add('/user'), await add('/suscriptions')];
    const sent = recordWrites(panel);
    await goToScreen(panel, `/usuarios/${person.id}`);
    // Nothing to manage.
    const open = panel.getByRole('button', { name: 'Gestionar suscripción' });
    await expect(open).toBeDisabled();
    await expect(open).toHaveAccessibleDescription('Todavía no tiene un plan.');
    // A server that says there is one, and not which.
    const gap = { ...person, suscription_status: true, suscription_end: '2030-01-01', suscriptionId: null };
    await panel.route(`**/api/user/${person.id}`, answerWith(200, { success: true, data: gap }));
    await panel.reload();
    await open.click();
    const dialog = panel.getByRole('dialog', { name: 'Gestionar suscripción' });
    await expect(dialog.getByText('Información de suscripción no disponible', { exact: true })).toBeVisible();
    await expect(dialog.getByRole('button')).toHaveText(['', 'Cancelar']);
    expect(sent).toEqual([]);
    await panel.unrouteAll();

    const activation = { user_id: person.id, subscription_id: plan.id, payment_method: 'efectivo', payment_amount: 0 };
    await write('/user/activate-suscription', activation);
    await panel.reload();
    await panel.route(/\/api\/user\/\d+\/subscription/, answerWith(500));
    await open.click();
    await dialog.getByLabel('Notas (opcional)').fill('Pausa');
    for (const [names, action] of [
      [['Desactivar'], 'desactivar'],
      [['Eliminar', 'Confirmar'], 'eliminar'],
    ] as const) {
      for (const name of names) await dialog.getByRole('button', { name, exact: true }).click();
      const words = `Error al ${action} la suscripción. Por favor intenta de nuevo.`;
      await expect(dialog.getByText(words, { exact: true })).toBeVisible();
    }
    await expect(dialog.getByLabel('Notas (opcional)')).toHaveValue('Pausa');
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
    await panel
      .getByRole('alertdialog', { name: '¿Descartar los cambios?' })
      .getByRole('button', { name: 'Seguir editando' })
      .click();
    await expect(dialog.getByLabel('Notas (opcional)')).toHaveValue('Pausa');
  });
});

test('USD-26 USD-67 USD-68 USD-69 USD-70 USD-71 USD-72 USD-73 USD-78 USD-79 USD-80 USD-81 USD-64 USD-65 USD-66 the tabs list what a person has had and paid, say what failed, page through ten years, and a package is taken away', async ({
  panel,
  add,
  write,
}) => {
  test.setTimeout(90_000);
  await test.step('the tabs list what the person has had and paid', async () => {
    const [person, plan, bundle] = [
      await add('/user'),
      await add('/suscriptions', { duration: 2 }),
      await add('/package'),
    ];
    const day = today();
    await write('/user/activate-suscription', {
      user_id: person.id,
      subscription_id: plan.id,
      payment_method: 'transferencia',
      payment_amount: 45_000.5,
      transaction_id: 'TR-77',
      notes: 'Promoción',
    });
    await write('/user/activate-package', { user_id: person.id, package_id: bundle.id, status: true });
    await write('/payment', {
      user_id: person.id,
      type: 'product',
      item_id: 0,
      amount: 1500,
      payment_method: 'mercadopago',
      status: 'failed',
      transaction_id: 'MP-1',
      payment_url: 'https://pagos.example.com/1',
    });
    const twice = <T>(rows: T[], changes: object[]) =>
      changes.map((change, index) => ({ ...rows[0], id: 900 + index, ...change }));
    await panel.route(`**/api/user/${person.id}/subscription-history`, async (route) => {
      const answer = await fetchAnswer(route);
      const { data } = (await answer.json()) as { data: object[] };
      const statuses = ['completed', 'expired', 'canceled', 'pending'].map((status) => ({
        status,
        transaction_id: null,
        notes: null,
      }));
      await route.fulfill({ json: { success: true, data: [...data, ...twice(data, statuses)] } });
    });
    await panel.route('**/api/payment?*', async (route) => {
      const answer = await fetchAnswer(route);
      const { data } = (await answer.json()) as { data: object[] };
      const others = [
        { status: 'pending', type: 'package' },
        { status: 'processing', type: 'rifa', payment_url: 'javascript:alert(1)' },
      ];
      await route.fulfill({ json: { success: true, data: [...data, ...twice(data, others)] } });
    });
    await panel.goto(`/usuarios/${person.id}`);
    await expect(panel.getByRole('tab')).toHaveText(['Suscripciones', 'Paquetes', 'Pagos']);
    const table = panel.getByRole('table');
    const active = table.getByRole('row').filter({ hasText: 'Activa' });
    await expect(active).toContainText(plan.title);
    await expect(active).toContainText(`${formatShortDate(day)} – `);
    await expect(active).toContainText('2 meses');
    await expect(active).toContainText('Transferencia');
    await expect(active).toContainText('ARS 45.000,50');
    await expect(active).toContainText('Transacción: TR-77');
    await expect(active).toContainText('Promoción');
    await expect(table.getByText('Terminada', { exact: true })).toHaveCount(2);
    for (const status of ['Cancelada', 'Pendiente'])
      await expect(table.getByText(status, { exact: true })).toBeVisible();

    await panel.getByRole('tab', { name: 'Paquetes' }).click();
    const held = table.getByRole('row').filter({ hasText: bundle.title });
    await expect(held).toContainText(`${formatShortDate(day)} – ${formatShortDate(addDays(day, 30))}`);
    await expect(held).toContainText('30 días');
    await expect(held.getByText('Activo', { exact: true })).toBeVisible();

    await panel.getByRole('tab', { name: 'Pagos' }).click();
    await expect(panel).toHaveURL(/pestana=pagos/);
    const paid = table.getByRole('row').filter({ hasText: 'Completado' });
    await expect(paid).toContainText('Suscripción');
    await expect(paid).toContainText('Transferencia');
    await expect(paid).toContainText('ARS 45.000,50');
    await expect(paid).toContainText(formatShortDate(day));
    const failed = table.getByRole('row').filter({ hasText: 'Fallido' });
    await expect(failed).toContainText('Producto');
    await expect(failed).toContainText('Transacción: MP-1');
    await expect(failed.getByRole('link')).toHaveAttribute('href', 'https://pagos.example.com/1');
    await expect(table.getByRole('row').filter({ hasText: 'Pendiente' })).toContainText('Paquete');
    const strange = table.getByRole('row').filter({ hasText: 'Procesando' });
    await expect(strange).toContainText('Otro');
    await expect(strange.getByRole('link')).toHaveCount(0);
  });

  await test.step('each history says when it could not be brought, and keeps what the detail told', async () => {
    await panel.unrouteAll();
    const [person, plan] = [await add('/user'), await add('/suscriptions')];
    const activation = { user_id: person.id, subscription_id: plan.id, payment_method: 'efectivo', payment_amount: 10 };
    await write('/user/activate-suscription', activation);
    const histories = /\/api\/(user\/\d+\/(subscription-history|packages)|payment\?user_id=\d+)$/;
    await panel.route(histories, answerWith(500));
    await goToScreen(panel, `/usuarios/${person.id}`);
    for (const [tab, words] of [
      ['Suscripciones', 'Error al cargar el historial de suscripciones'],
      ['Paquetes', 'Error al cargar el historial de paquetes'],
      ['Pagos', 'Error al cargar el historial de pagos'],
    ] as const) {
      await panel.getByRole('tab', { name: tab }).click();
      await expect(panel.getByRole('tabpanel').getByText(words, { exact: true })).toBeVisible();
    }
    await expect(panel.getByRole('table')).toContainText('ARS 10,00');
    await panel.unrouteAll();
    await panel.getByRole('button', { name: 'Reintentar' }).click();
    await expect(panel.getByRole('tabpanel').getByRole('alert')).toHaveCount(0);
    // A server without these calls has told everything in the detail.
    await panel.route(histories, answerWith(404, { success: false, message: 'No existe' }));
    await panel.reload();
    await expect(panel.getByRole('table')).toContainText('ARS 10,00');
    await panel.getByRole('tab', { name: 'Suscripciones' }).click();
    await expect(panel.getByRole('table')).toContainText(plan.title);
    await expect(panel.getByRole('main').getByRole('alert')).toHaveCount(0);
  });

  await test.step('a history of ten years is read a page at a time, the newest first', async () => {
    await panel.unrouteAll();
    const person = await add('/user');
    const data = Array.from({ length: 450 }, (_, index) => ({
      ...{
        id: index + 1,
        type: 'other',
        item_id: 0,
        amount: index + 1,
        payment_method: 'efectivo',
        status: 'completed',
      },
      created_at: new Date(Date.UTC(2016, 0, 1 + index * 8)).toISOString(),
    }));
    await panel.route('**/api/payment?*', answerWith(200, { success: true, data }));
    await goToScreen(panel, `/usuarios/${person.id}?pestana=pagos`);
    const shown = panel.getByRole('table').locator('tbody tr');
    await expect(shown).toHaveCount(20);
    await expect(shown.first()).toContainText('ARS 450,00');
    await panel.getByRole('button', { name: 'Siguiente' }).click();
    await expect(shown.first()).toContainText('ARS 430,00');
  });

  await test.step('a package is taken away through its dialog', async () => {
    await panel.unrouteAll();
    const [person, bundle] = [await add('/user'), await add('/package')];
    await write('/user/activate-package', { user_id: person.id, package_id: bundle.id, status: true });
    await goToScreen(panel, `/usuarios/${person.id}?pestana=paquetes`);
    const row = panel.getByRole('row').filter({ hasText: bundle.title });
    const dialog = panel.getByRole('dialog', { name: 'Eliminar paquete' });
    const remove = dialog.getByRole('button', { name: 'Eliminar', exact: true });
    await row.getByRole('button', { name: 'Eliminar paquete' }).click();
    await expect(dialog).toContainText(bundle.title);
    await panel.route(`**/api/user/${person.id}/package`, answerWith(500));
    await remove.click();
    await expect(
      dialog.getByText('Error al eliminar el paquete. Por favor intenta de nuevo.', { exact: true }),
    ).toBeVisible();
    await panel.unrouteAll();
    const removed = waitForWrite(panel, 'DELETE', `/user/${person.id}/package`);
    await remove.click();
    expect((await removed).postDataJSON()).toEqual({ package_id: bundle.id });
    await expect(row).toHaveCount(0);
    await expect(panel.getByText('Todavía no tiene ningún paquete.')).toBeVisible();

    // A server that does not say which package it is leaves nothing to send.
    const nameless = {
      id: 1,
      start_date: '2026-01-01',
      end_date: '2026-02-01',
      status: true,
      created_at: '2026-01-01T00:00:00Z',
    };
    // The call removes the latest of two equal packages, so only that row has the button.
    const twice = [3, 2].map((id) => ({ ...nameless, id, package_id: bundle.id }));
    const data = [...twice, nameless];
    await panel.route(`**/api/user/${person.id}/packages`, answerWith(200, { success: true, data }));
    await panel.reload();
    const sent = recordWrites(panel);
    await expect(row).toHaveCount(2);
    await expect(row.getByRole('button')).toHaveCount(1);
    await expect(row.first().getByRole('button')).toHaveCount(1);
    await panel.getByRole('row').last().getByRole('button', { name: 'Eliminar paquete' }).click();
    await expect(dialog.getByText('Información del paquete no disponible', { exact: true })).toBeVisible();
    await expect(remove).toHaveCount(0);
    expect(sent).toEqual([]);
  });
});

test('USD-74 USD-75 USD-76 USD-77 payments are narrowed by time and type, and summed up', async ({ panel, add }) => {
  const person = await add('/user');
  await panel.clock.install({ time: '2026-05-31T15:00:00Z' });
  const row = (id: number, created_at: string, type: string, status: string, amount: number) => ({
    ...{ id, created_at, type, status, amount, item_id: 0, payment_method: 'efectivo' },
    ...{ transaction_id: null, payment_url: null },
  });
  const payments = [
    row(1, '2026-05-31T12:00:00Z', 'subscription', 'completed', 0.1),
    row(2, '2026-05-01T12:00:00Z', 'package', 'pending', 500),
    row(3, '2026-04-30T12:00:00Z', 'product', 'completed', 0.2),
    // Still 28 February in Buenos Aires: the first day of the quarter.
    row(4, '2026-03-01T02:00:00Z', 'subscription', 'failed', 700),
    row(5, '2025-05-31T12:00:00Z', 'other', 'processing', 900),
    row(6, '2025-05-30T12:00:00Z', 'subscription', 'completed', 1_000_000),
  ];
  await panel.route('**/api/payment?*', answerWith(200, { success: true, data: payments }));
  await panel.goto(`/usuarios/${person.id}?pestana=pagos`);
  const figures = panel.locator('dl[aria-label="Resumen de pagos"]').getByRole('definition');
  const shown = panel.getByRole('table').locator('tbody tr');
  const time = panel.getByLabel('Período');
  const type = panel.getByLabel('Tipo', { exact: true });
  await expect(time.getByRole('option')).toHaveText(['Todo el tiempo', 'Último mes', 'Último trimestre', 'Último año']);
  await expect(type.getByRole('option')).toHaveText(['Todos los tipos', 'Suscripción', 'Paquete', 'Producto']);
  await expect(figures).toHaveText(['6', '3', '1', '1', 'ARS 1.000.000,30']);
  for (const [words, count, sums] of [
    ['Último mes', 3, ['3', '2', '1', '0', 'ARS 0,30']],
    ['Último trimestre', 4, ['4', '2', '1', '1', 'ARS 0,30']],
    ['Último año', 5, ['5', '2', '1', '1', 'ARS 0,30']],
  ] as const) {
    await time.selectOption(words);
    await expect(shown).toHaveCount(count);
    await expect(figures).toHaveText(sums);
  }
  await type.selectOption('Suscripción');
  await expect(figures).toHaveText(['2', '1', '0', '1', 'ARS 0,10']);
  await panel.reload();
  await expect(type).toHaveValue('subscription');
  await expect(shown).toHaveCount(2);
  await type.selectOption('Paquete');
  await expect(shown).toHaveCount(1);
  await type.selectOption('Producto');
  await expect(figures).toHaveText(['1', '1', '0', '0', 'ARS 0,20']);
});
