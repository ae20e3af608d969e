import type { Page } from '@playwright/test';
import { EXTRAS } from '@pulso/contract/accounts/extras';
import { newWorkout, withCells, type CellValue } from '@pulso/contract/coaching/session';
import { addDays, formatDate, today } from '@pulso/contract/kit/dates';
import { logIn } from '@pulso/testing/product';
import { axeTestOptions, expectAccessible } from '#test/accessibility';
import { expect, test, uniqueTag } from '#test/builders';
import { toasts } from '#test/page';
import { answerWith } from '#test/panel';

test.use({ ...axeTestOptions, expectedErrors: [/Error en el servidor/] });

const day = today();
const now = () => new Date().toISOString();

type OpenedChats = { opened: string[] };
const readOpenedChats = (page: Page) => page.evaluate(() => (window as unknown as OpenedChats).opened);

/** A server with everything, and a browser that notes which chats are opened. */
test.beforeEach(({ panel }) =>
  panel.addInitScript((announced) => {
    localStorage.setItem('pulso-extras', JSON.stringify(announced));
    // The frame that opens the chats has a window of its own.
    const noted = window.top as unknown as OpenedChats;
    noted.opened ??= [];
    window.open = (address = '') => {
      noted.opened.push(String(address));
      return window;
    };
  }, EXTRAS),
);

let nextId = 0;
const set = (reps: number, weight: number | null) => ({ reps, reps_max: null, seconds: null, weight, rest: 60 });
const done = (exercise_id: number, reps: number, weight: number): CellValue => ({
  ...{ state: 'done', exercise_id, reps, seconds: null, weight, at: now() },
});

/** A session as a phone sends it. */
function session(cells: Record<string, CellValue>) {
  nextId += 1;
  const random = crypto.randomUUID().slice(-12);
  const workout = newWorkout({
    id: `0199b2a4-${String(nextId).padStart(4, '0')}-7000-8000-${random}`,
    ...{ course: null, turn: null, training_id: null, day_number: 3, title: 'Fuerza base', day },
    ...{ started_at: now(), offset: 0 },
    places: [
      {
        key: '1-1',
        exercise_id: 1,
        title: 'Sentadilla',
        superset: false,
        note: '',
        targets: [set(10, 60), set(8, 65)],
      },
      { key: '2-2', exercise_id: 2, title: 'Press de banca', superset: false, note: '', targets: [set(12, 40)] },
      { key: '3-3', exercise_id: 3, title: 'Plancha', superset: false, note: '', targets: [set(15, null)] },
    ],
  });
  const ended: CellValue = { ended_at: now(), effort: 3, gone: false };
  return withCells(workout, { end: ended, ...cells }, 'telefono');
}

test('SEG-01 SEG-03 SEG-04 PGR-06 a client’s tab has his sessions set by set, his notes, which are answered once, and his measures', async ({
  panel,
  add,
  product,
}) => {
  const client = await add('/user', { name: 'Mora Paz', phone: '1123456789', weight: 70 });
  const ana = await add('/user', { name: 'Ana Gómez', role: 'ADMIN', password: 'clave-segura' });
  const phone = await logIn(product.url, { username: client.username, password: 'clave' });
  const first = session({
    's:1-1.1': done(1, 10, 60),
    's:2-2.1': done(9, 11, 17.5),
    'x:2-2': { exercise_id: 9, title: 'Press con mancuernas' },
    'k:3-3': { reason: 'pain', text: 'La espalda' },
    note: { text: '¿Bajo el peso?' },
  });
  const second = session({ 's:1-1.1': done(1, 10, 60), note: { text: 'Todo bien' } });
  for (const one of [first, second]) expect((await phone.put(`/my/workouts/${one.id}`, one)).status).toBe(200);
  const weight = { kind: 'weight', day, value: 72.4, v: 1, by: 'telefono' };
  expect((await phone.put('/my/measures', { cells: [weight] })).status).toBe(200);

  const parts = [`**/api/user/${client.id}/workouts?*`, `**/api/user/${client.id}/measures`];
  for (const part of parts)
    await panel.route(part, answerWith(500, { success: false, message: 'Error en el servidor' }));
  await panel.goto(`/usuarios/${client.id}?pestana=entrenamiento`);
  const [sessions, notes, measures] = ['Sesiones', 'Notas por responder', 'Peso y medidas'].map((name) =>
    panel.getByRole('region', { name }),
  ) as [ReturnType<Page['getByRole']>, ReturnType<Page['getByRole']>, ReturnType<Page['getByRole']>];
  const failure = panel.getByText('Error al cargar el entrenamiento del cliente');
  const retry = () => panel.getByRole('button', { name: 'Reintentar' }).click();
  // Three parts fail, and it is told once; of one alone it stands in its place.
  await expect(failure).toBeVisible();
  await expect(sessions.or(notes).or(measures)).toHaveCount(0);
  await panel.unroute(parts[0]!);
  await retry();
  await expect(measures.getByText('Error al cargar el entrenamiento del cliente')).toBeVisible();
  await expect(failure).toHaveCount(1);
  await panel.unroute(parts[1]!);
  await retry();

  await expect(sessions.getByRole('button', { name: /Fuerza base · Día 3/ })).toHaveCount(2);
  const row = sessions.getByRole('listitem').filter({ hasText: '¿Bajo el peso?' });
  await expect(row).toContainText(`${formatDate(day)}Fuerza base · Día 32 de 4 series · Duro`);
  await expect(row).toContainText('Saltado: Molestia o dolorPlancha: La espalda');
  await expect(row).toContainText('Cambió Press de banca por Press con mancuernas');
  await row.getByRole('button').click();
  await expect(row.getByRole('table', { name: 'Sentadilla' }).getByRole('row')).toHaveText([
    'SeriePlaneadoHecho',
    '110 × 60 kg10 × 60 kg',
    '28 × 65 kgNo hecha',
  ]);
  await expect(row.getByRole('table', { name: 'Press con mancuernas' }).getByRole('row').last()).toHaveText(
    '112 × 40 kg11 × 17,5 kg',
  );
  await expect(measures.getByRole('row').last()).toHaveText(`${formatDate(day)}72,4 kg`);
  await expectAccessible(panel, 'sessions, notes and measures of a client', '[role="tabpanel"]');

  // Another administrator answers while the note is still open here.
  const other = await logIn(product.url, { username: ana.username, password: 'clave-segura' });
  expect((await other.post(`/workout/${first.id}/answer`, { after: null })).status).toBe(200);
  const note = notes.getByRole('listitem').filter({ hasText: '¿Bajo el peso?' });
  await note.getByRole('button', { name: 'Responder' }).click();
  await expect(note.getByRole('alert')).toContainText('Ana Gómez le respondió hace un momento.');
  await expect(row).toContainText('Respondida por Ana Gómez hace un momento');
  expect(await readOpenedChats(panel)).toEqual([]);
  await note.getByRole('button', { name: 'Escribir igual' }).click();
  await expect(note).toHaveCount(0);
  await expect(row).toContainText('Respondida por Administrador hace un momento');
  const [chat = '', ...more] = await readOpenedChats(panel);
  expect(more).toEqual([]);
  expect(new URL(chat).searchParams.get('text')).toBe(`Hola Mora, sobre tu nota del ${formatDate(day)}: `);
  await notes.getByRole('button', { name: 'Marcar como respondida' }).click();
  await expect(notes.getByText('No hay notas por responder.')).toBeVisible();
  await expect(toasts(panel)).toContainText('Nota marcada como respondida');

  await panel.getByRole('link', { name: 'Editar', exact: true }).click();
  await expect(panel.getByLabel('Peso (kg)')).toHaveValue('70');
  await expect(panel.getByText(`Último peso que anotó: 72,4 kg (${formatDate(day)})`)).toBeVisible();
  await panel.getByRole('button', { name: 'Usar', exact: true }).click();
  await expect(panel.getByLabel('Peso (kg)')).toHaveValue('72,4');
});

test('SEG-06 who has not trained, and who wrote a note, stand in Inicio and in the list with the same number', async ({
  panel,
  add,
  product,
}) => {
  const tag = uniqueTag();
  const plan = { suscription_status: true, suscription_init: addDays(day, -12), suscription_end: addDays(day, 18) };
  await add('/user', { ...plan, name: `${tag} Quieta` });
  const active = await add('/user', { ...plan, name: `${tag} Activa` });
  const phone = await logIn(product.url, { username: active.username, password: 'clave' });
  const trained = session({ 's:1-1.1': done(1, 10, 60), note: { text: 'Todo bien' } });
  expect((await phone.put(`/my/workouts/${trained.id}`, trained)).status).toBe(200);
  const strip = panel.getByRole('region', { name: 'Para hoy' });
  const filter = panel.getByLabel('Entrenamiento', { exact: true });
  for (const { link, address, option, found } of [
    {
      link: 'Sin entrenar hace 10 días',
      address: /sin_entrenar=10/,
      option: 'Sin entrenar hace 10 días',
      found: 'Quieta',
    },
    { link: 'Notas por responder', address: /nota=open/, option: 'Con nota sin responder', found: 'Activa' },
  ]) {
    await panel.goto('/home');
    const counted = strip.getByRole('link', { name: link });
    await expect(counted).toContainText(/\d+clientes?/);
    const count = /(\d+)cliente/.exec((await counted.textContent())!.replace(link, ''))![1];
    await counted.click();
    await expect(panel).toHaveURL(address);
    await expect(panel.getByText(new RegExp(`^${count} usuarios?$`))).toBeVisible();
    await expect(filter.locator('option:checked')).toHaveText(option);
    await panel.getByRole('searchbox').fill(tag);
    await expect(panel.getByText('1 usuario', { exact: true })).toBeVisible();
    await expect(panel.getByRole('link', { name: `${tag} ${found}` })).toBeVisible();
  }
  await filter.selectOption('Sin entrenar hace 14 días');
  await expect(panel).toHaveURL(/sin_entrenar=14/);
  await expect(panel).not.toHaveURL(/nota=/);
  await expect(panel.getByText('No se encontraron usuarios')).toBeVisible();
});
