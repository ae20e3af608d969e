import type { Page } from '@playwright/test';
import { answerWith, expect, createGate, test } from '#test/panel';

const SEND_CALL = '**/api/notifications/send-to-all';
const DATA_HINT = 'Opcional. Por ejemplo: {"pantalla": "promociones"}';
const INVALID_DATA_ERROR = 'El formato JSON de los datos adicionales es inválido';
const FAILURE_MESSAGE = 'Error al enviar la notificación';
const SENT_MESSAGE = '¡Notificación enviada con éxito!';

const fieldsOf = (page: Page) => ({
  title: page.getByLabel('Título'),
  body: page.getByLabel('Mensaje'),
  data: page.getByLabel('Datos adicionales (JSON)'),
  /** The data are folded. */
  unfold: () => page.locator('summary', { hasText: 'Datos adicionales (JSON)' }).click(),
  send: page.getByRole('button', { name: 'Enviar a todos' }),
});

async function openNotifications(page: Page) {
  await page.goto('/configuracion/notificaciones');
  return fieldsOf(page);
}

test('NOT-01 NOT-02 NOT-03 the form has its three fields and an information box, and Limpiar empties it', async ({
  panel,
}) => {
  const { title, body, data, unfold } = await openNotifications(panel);
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Enviar Notificaciones');
  await expect(panel.getByRole('complementary', { name: 'Información' })).toContainText(
    'La notificación llega a todos los usuarios de la app',
  );
  await expect(title).toHaveAttribute('required');
  await expect(body).toHaveAttribute('required');
  await expect(panel.getByText('Datos adicionales (JSON)').first()).toBeVisible();
  await expect(data).toBeHidden();
  await expect(data).not.toHaveAttribute('required');
  await unfold();
  await expect(data).toHaveAccessibleDescription(DATA_HINT);
  await title.fill('Uno');
  await body.fill('Dos');
  await data.fill('{');
  await unfold();
  await expect(data).toBeHidden();
  await panel.getByRole('button', { name: 'Enviar a todos' }).click();
  // A folded field unfolds to show its error.
  await expect(data).toHaveAccessibleDescription(`${INVALID_DATA_ERROR} ${DATA_HINT}`);
  await expect(data).toBeFocused();
  await panel.getByRole('button', { name: 'Limpiar' }).click();
  for (const field of [title, body, data]) await expect(field).toHaveValue('');
  await expect(panel.getByText(INVALID_DATA_ERROR)).toHaveCount(0);
  await expect(data).toBeHidden();
});

test('NOT-04 NOT-05 NOT-09 the real server takes what is sent as JSON, without data when there is none', async ({
  panel,
}) => {
  const { title, body, data, send, unfold } = await openNotifications(panel);
  await title.fill('Promoción {{name}}');
  await body.fill('Mañana cerramos <b>temprano</b>');
  const [request] = await Promise.all([panel.waitForRequest(SEND_CALL), send.click()]);
  expect(request.method()).toBe('POST');
  expect(await request.headerValue('content-type')).toBe('application/json');
  expect(request.postDataJSON()).toEqual({
    title: 'Promoción {{name}}',
    body: 'Mañana cerramos <b>temprano</b>',
  });
  const banner = panel.getByRole('status').filter({ hasText: SENT_MESSAGE });
  await expect(banner).toContainText('La notificación ha sido enviada a todos los usuarios.');
  expect((await request.response())?.ok()).toBe(true);

  await title.fill('Otra');
  await body.fill('Con datos');
  await unfold();
  await data.fill('  {"pantalla": "promo", "orden": [1, {"a": null}]}  ');
  const [second] = await Promise.all([panel.waitForRequest(SEND_CALL), send.click()]);
  expect(second.postDataJSON()).toEqual({
    title: 'Otra',
    body: 'Con datos',
    data: { pantalla: 'promo', orden: [1, { a: null }] },
  });
  expect((await second.response())?.ok()).toBe(true);
});

test('NOT-06 NOT-07 nothing is sent without title or body, or with data that is no JSON object', async ({ panel }) => {
  let calls = 0;
  await panel.route(SEND_CALL, (route) => {
    calls += 1;
    return answerWith(200)(route);
  });
  const { title, body, data, send, unfold } = await openNotifications(panel);
  await title.fill('   ');
  await body.fill('Texto');
  await send.click();
  await expect(panel.getByText('El título es obligatorio')).toBeVisible();
  await expect(title).toBeFocused();
  await title.fill('Título');
  await expect(panel.getByText('El título es obligatorio')).toHaveCount(0);
  await body.fill(' ');
  await send.click();
  await expect(panel.getByText('El mensaje es obligatorio')).toBeVisible();
  await body.fill('Texto');

  await unfold();
  for (const wrong of ['{bad', '[]', '"x"', 'null', '123', "{'a': 1}"]) {
    await data.fill(wrong);
    await send.click();
    await expect(panel.getByText(INVALID_DATA_ERROR), wrong).toBeVisible();
    await expect(data, wrong).toHaveAccessibleDescription(`${INVALID_DATA_ERROR} ${DATA_HINT}`);
  }
  await expect(title).toHaveValue('Título');
  expect(calls).toBe(0);
  await data.fill('{}');
  await send.click();
  await expect(panel.getByText(SENT_MESSAGE)).toBeVisible();
  expect(calls).toBe(1);
});

test('NOT-08 while it is sent the form says so and cannot be sent twice', async ({ panel }) => {
  let calls = 0;
  const [held, answer] = createGate();
  await panel.route(SEND_CALL, async (route) => {
    calls += 1;
    await held;
    await answerWith(201, { success: true, data: {} })(route);
  });
  const { title, body, send } = await openNotifications(panel);
  await title.fill('Una');
  await body.fill('sola vez');
  await send.dblclick();
  await expect(panel.getByRole('button', { name: 'Enviando...' })).toBeDisabled();
  await title.press('Enter');
  answer();
  await expect(panel.getByText(SENT_MESSAGE)).toBeVisible();
  await expect(send).toBeEnabled();
  expect(calls).toBe(1);
});

test('NOT-10 an empty answer, a plain text or one that says nothing of success is a success, whose result is not shown', async ({
  panel,
}) => {
  await panel.clock.install();
  const { title, body, send } = await openNotifications(panel);
  for (const answer of [
    { status: 204 },
    { status: 200, body: 'OK' },
    { status: 202, contentType: 'application/json', body: '{"enviadas":987}' },
  ])
    await test.step(`${answer.status} ${answer.body ?? 'without a body'}`, async () => {
      await panel.route(SEND_CALL, (route) => route.fulfill(answer), { times: 1 });
      await title.fill('Hola');
      await body.fill('a todos');
      await send.click();
      await expect(panel.getByText(SENT_MESSAGE)).toBeVisible();
      await expect(panel.getByText(FAILURE_MESSAGE)).toHaveCount(0);
      await expect(panel.getByRole('main')).not.toContainText('987');
      // The banner goes, so that the next one is its own.
      await panel.clock.fastForward(6_000);
      await expect(panel.getByText(SENT_MESSAGE)).toHaveCount(0);
    });
});

test('NOT-11 the success banner goes after five seconds', async ({ panel }) => {
  await panel.clock.install();
  await panel.route(SEND_CALL, answerWith(200, { success: true }));
  const { title, body, send } = await openNotifications(panel);
  await title.fill('Hola');
  await body.fill('a todos');
  await panel.clock.pauseAt(Date.now() + 60_000);
  await send.click();
  await expect(panel.getByText(SENT_MESSAGE)).toBeVisible();
  await panel.clock.runFor(4_900);
  await expect(panel.getByText(SENT_MESSAGE)).toBeVisible();
  await panel.clock.runFor(200);
  await expect(panel.getByText(SENT_MESSAGE)).toHaveCount(0);
});

test.describe('when it cannot be sent', () => {
  test.use({ expectedErrors: [/^(No se pudo conectar con el|Error en el) servidor/] });

  test('NOT-12 NOT-13 X5 the banner says why, as text, in the server’s words or its own, and the form keeps what was typed', async ({
    panel,
  }) => {
    const { title, body, data, send, unfold } = await openNotifications(panel);
    await title.fill('Hola');
    await body.fill('a todos');
    await unfold();
    await data.fill('{"a":1}');
    const banner = panel.getByRole('alert').filter({ hasText: FAILURE_MESSAGE });
    const told = 'El proveedor <b>no responde</b>';
    await panel.route(SEND_CALL, answerWith(503, { success: false, message: told }), { times: 1 });
    await send.click();
    await expect(banner.getByText(told)).toBeVisible();

    const own = 'Ha ocurrido un error al enviar la notificación';
    for (const status of [500, 0]) {
      await panel.route(SEND_CALL, (route) => (status ? route.fulfill({ status, body: '' }) : route.abort()), {
        times: 1,
      });
      await send.click();
      await expect(banner.getByText(own, { exact: true })).toBeVisible();
      await expect(banner.getByText(told)).toHaveCount(0);
    }
    await expect(title).toHaveValue('Hola');
    await expect(body).toHaveValue('a todos');
    await expect(data).toHaveValue('{"a":1}');
    await send.click();
    await expect(panel.getByText(SENT_MESSAGE)).toBeVisible();
    await expect(banner).toHaveCount(0);
  });

  test('NOT-12 what the server finds wrong stands under its field', async ({ panel }) => {
    const refusal = { success: false, message: 'Revisa los datos', errors: { title: 'El título es muy largo' } };
    await panel.route(SEND_CALL, answerWith(400, refusal));
    const { title, body, send } = await openNotifications(panel);
    await title.fill('Hola');
    await body.fill('a todos');
    await send.click();
    await expect(panel.getByRole('alert').filter({ hasText: FAILURE_MESSAGE })).toContainText('Revisa los datos');
    await expect(title).toHaveAccessibleDescription('El título es muy largo');
  });
});
