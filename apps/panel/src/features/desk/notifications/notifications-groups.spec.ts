import type { Page } from '@playwright/test';
import { expect, test, uniqueTag } from '#test/builders';
import { rowOf } from '#test/page';

const PATH = '/configuracion/notificaciones';
test.use({ expectedErrors: [/Ahora (es|son)/] });

const enableExtras = (page: Page) =>
  page.addInitScript(
    (extras) => localStorage.setItem('pulso-extras', JSON.stringify(extras)),
    ['segments', 'audiences', 'notifications', 'idempotency-key', 'version'],
  );
const section = (page: Page, name: string) => page.getByRole('region', { name });
const item = (page: Page, list: string, title: string) =>
  section(page, list).getByRole('listitem').filter({ hasText: title });

async function write(page: Page, title: string) {
  await page.getByLabel('Título').fill(title);
  await page.getByLabel('Mensaje').fill('El sábado a las 10.');
}

test('FIL-09 FIL-10 a group is chosen with the filters and counted, sent to or scheduled, and a scheduled one is cancelled in two steps', async ({
  panel,
  add,
  write: post,
}) => {
  await enableExtras(panel);
  const word = uniqueTag();
  for (const name of ['Ana', 'Beto']) await add('/user', { name: `${name} ${word}` });
  await post('/segment', { name: `Los de ${word}`, query: { search: word } });
  await panel.goto(`${PATH}?pestana=grupo`);
  const submit = panel.getByRole('button', { name: 'Enviar', exact: true });
  await expect(submit).toBeDisabled();
  await expect(panel.getByText('Elige a quiénes con un filtro o una búsqueda.')).toBeVisible();
  await panel.getByLabel('Buscar por nombre, usuario o teléfono...').fill(`beto ${word}`);
  await expect(panel.getByText('1 usuario · 0 teléfonos')).toBeVisible();
  await panel.getByRole('button', { name: 'Filtros' }).click();
  await panel.getByLabel('Filtro guardado').selectOption(`Los de ${word}`);
  await expect(panel.getByText('2 usuarios · 0 teléfonos')).toBeVisible();

  await write(panel, `Torneo ${word}`);
  // What is typed is kept over a look at the other tab.
  await panel.getByRole('tab', { name: 'A todos' }).click();
  await expect(panel.getByLabel('Título')).toHaveValue('');
  await panel.getByRole('tab', { name: 'A un grupo' }).click();
  await panel.getByRole('button', { name: 'Seguir con lo que escribiste' }).click();
  await expect(panel.getByLabel('Título')).toHaveValue(`Torneo ${word}`);
  await panel.getByRole('radio', { name: 'Programar' }).check();
  await panel.getByLabel('Día').fill('01/01/2020');
  await panel.getByRole('button', { name: 'Programar', exact: true }).click();
  await expect(panel.getByText('Elige una hora desde dentro de 1 minuto hasta dentro de 90 días')).toBeVisible();
  const tomorrow = new Date(Date.now() + 86_400_000);
  const day = new Intl.DateTimeFormat('es-AR', {
    ...{ day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'America/Argentina/Buenos_Aires' },
  }).format(tomorrow);
  await panel.getByLabel('Día').fill(day);
  await panel.getByLabel(/^Hora/).fill('09:30');
  const [request] = await Promise.all([
    panel.waitForRequest('**/api/notifications/send'),
    panel.getByRole('button', { name: 'Programar', exact: true }).click(),
  ]);
  const [date, month, year] = day.split('/');
  expect(request.postDataJSON()).toEqual({
    ...{ title: `Torneo ${word}`, body: 'El sábado a las 10.' },
    audience: { segment_id: expect.any(Number) },
    send_at: `${year}-${month}-${date}T12:30:00.000Z`,
  });
  const waiting = item(panel, 'Programadas', `Torneo ${word}`);
  await expect(waiting).toContainText(`Los de ${word}`);
  await expect(waiting).toContainText(', 09:30');
  await expect(panel.getByLabel('Título')).toHaveValue('');
  await waiting.getByRole('button', { name: 'Cancelar' }).click();
  await waiting.getByRole('button', { name: 'Confirmar' }).click();
  await expect(waiting).toHaveCount(0);
  await expect(item(panel, 'Enviadas a grupos', `Torneo ${word}`)).toContainText('Cancelada');

  await write(panel, `Ya ${word}`);
  await panel.getByRole('button', { name: 'Enviar a 2 usuarios' }).click();
  await expect(item(panel, 'Enviadas a grupos', `Ya ${word}`)).toContainText(`Los de ${word} · 2 usuarios`);
});

test('FIL-06 FIL-09 those who were ticked in Usuarios are notified, and nobody where others match by now', async ({
  panel,
  add,
  write: post,
}) => {
  await enableExtras(panel);
  const word = uniqueTag();
  const ids: unknown[] = [];
  for (const name of ['Ana', 'Beto', 'Caro']) ids.push((await add('/user', { name: `${name} ${word}` })).id);
  await panel.goto(`/usuarios?buscar=${word}`);
  await panel.getByRole('button', { name: 'Elegir', exact: true }).click();
  for (const name of ['Ana', 'Caro']) await rowOf(panel, `${name} ${word}`).getByRole('checkbox').check();
  await panel.getByRole('button', { name: 'Acciones' }).click();
  await panel.getByRole('menuitem', { name: 'Notificar' }).click();
  await expect(panel.getByText('Los 2 que elegiste en Usuarios')).toBeVisible();
  await expect(panel.getByText('2 usuarios · 0 teléfonos')).toBeVisible();
  await write(panel, `Elegidos ${word}`);
  await panel.getByRole('button', { name: 'Enviar a 2 usuarios' }).click();
  await expect(item(panel, 'Enviadas a grupos', `Elegidos ${word}`)).toContainText('2 personas elegidas');

  const query = JSON.stringify({ query: { search: word } });
  await panel.goto(`${PATH}?pestana=grupo&consulta=${encodeURIComponent(query)}`);
  await expect(panel.getByText('3 usuarios · 0 teléfonos')).toBeVisible();
  await write(panel, `Otros ${word}`);
  const tag = await post('/tag', { name: `T ${word}`, colour: 'red' });
  await post('/user/bulk', { ids, action: 'add_tag', tag_id: tag.id, count: 3 });
  await add('/user', { name: `Dora ${word}` });
  await panel.getByRole('button', { name: 'Enviar a 3 usuarios' }).click();
  const told = 'Ahora son 4 usuarios, no 3. Revisa y confirma otra vez.';
  await expect(panel.getByRole('alert').filter({ hasText: told })).toBeVisible();
  await expect(panel.getByLabel('Título')).toHaveValue(`Otros ${word}`);
  await panel.getByRole('button', { name: 'Enviar a 4 usuarios' }).click();
  await expect(item(panel, 'Enviadas a grupos', `Otros ${word}`)).toContainText(`«${word}»`);
});

test('FIL-11 EXT-03 the form to all and its banners are what they were, and without the extra there is nothing else', async ({
  panel,
}) => {
  const asked: string[] = [];
  panel.on('request', (request) => request.url().includes('/api/notifications') && asked.push(request.url()));
  await panel.goto(`${PATH}?pestana=grupo`);
  await expect(panel.getByRole('button', { name: 'Enviar a todos' })).toBeVisible();
  await expect(panel.getByRole('tab')).toHaveCount(0);
  expect(asked).toEqual([]);

  await enableExtras(panel);
  await panel.goto(PATH);
  await expect(panel.getByRole('heading', { level: 1 })).toHaveText('Enviar Notificaciones');
  await expect(panel.getByRole('tab', { selected: true })).toHaveText('A todos');
  for (const label of ['Título', 'Mensaje']) await expect(panel.getByLabel(label)).toHaveAttribute('required');
  await panel.locator('summary', { hasText: 'Datos adicionales (JSON)' }).click();
  await panel.getByLabel('Datos adicionales (JSON)').fill('{"a":1}');
  const word = uniqueTag();
  await write(panel, `Todos ${word}`);
  const [request] = await Promise.all([
    panel.waitForRequest('**/api/notifications/send-to-all'),
    panel.getByRole('button', { name: 'Enviar a todos' }).click(),
  ]);
  expect(request.postDataJSON()).toEqual({ title: `Todos ${word}`, body: 'El sábado a las 10.', data: { a: 1 } });
  const banner = panel.getByRole('status').filter({ hasText: '¡Notificación enviada con éxito!' });
  await expect(banner).toContainText('La notificación ha sido enviada a todos los usuarios.');
  await expect(item(panel, 'Historial', `Todos ${word}`)).toHaveCount(1);
});
