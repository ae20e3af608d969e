import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, uniqueTag, test } from '#test/builders';
import { columnCells } from '#test/page';
import { answerWith } from '#test/panel';

const HEADER = 'ID;Nombre;Género;Usuario;Teléfono;Rol;Estado;Suscripción;Fecha Registro';
const exportButton = (page: Page) => page.getByRole('button', { name: 'Exportar', exact: true });

async function exportCsv(page: Page, button = exportButton(page)) {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('USU-22 USU-23 A21 C1 C2 C3 C5 C8 the file holds whom the filters leave, one line each, in the words and the order of the screen, for Excel or another program', async ({
  panel,
  add,
}) => {
  const word = uniqueTag();
  const common = { suscription_status: true, suscription_init: '2026-01-01' };
  const names = [`=1+1 ${word}`, `Paz, "Ñ" ${word}`, `Leo ${word}`, `Otro ${word}`];
  const ids: number[] = [];
  const people = [
    { gender: 'Male', username: `${word}.a`, phone: '1166600001', ...common, suscription_end: '2026-03-13' },
    { gender: 'Female', username: `${word}.b`, phone: '1166600002', role: 'TRAINER' },
    { gender: 'Unisex', username: `${word}.c`, phone: '1166600003', role: 'ADMIN' },
    { status: false },
  ];
  for (const [index, values] of people.entries()) ids.push((await add('/user', { name: names[index], ...values })).id);
  // Late in the evening there it is still the 5th, though UTC says the 6th.
  await panel.clock.install({ time: '2026-03-06T02:00:00Z' });
  await panel.goto(`/usuarios?buscar=${word}&estado=active&orden=name&sentido=desc`);
  await expect(columnCells(panel, 2)).toHaveCount(3);
  const [one = ''] = await columnCells(panel, 8).allTextContents();
  const { name, text } = await exportCsv(panel);
  expect(name).toBe('usuarios_2026-03-05.csv');
  expect(text).toBe(
    [
      `\uFEFF${HEADER}`,
      `${ids[1]};"Paz, ""Ñ"" ${word}";Femenino;${word}.b;(+54) 1166600002;Entrenador;Activo;;${one}`,
      `${ids[2]};Leo ${word};Otro;${word}.c;(+54) 1166600003;Administrador;Activo;;${one}`,
      `${ids[0]};"'=1+1 ${word}";Masculino;${word}.a;(+54) 1166600001;Cliente;Activo;Activa (8 días);${one}`,
      '',
    ].join('\r\n'),
  );
  await expect(panel.getByText('Se exportaron 3 usuarios')).toBeVisible();

  await panel.getByRole('button', { name: 'Formato del archivo' }).click();
  const standard = await exportCsv(panel, panel.getByRole('menuitem', { name: 'Estándar (comas)' }));
  expect(standard.text).toBe(text.replaceAll(';', ','));
});

test.describe('a long export', () => {
  test.use({ expectedErrors: [/^Error (al exportar|en el servidor)/] });

  const person = (id: number) => ({
    id,
    name: `Persona ${id}`,
    username: `p${id}`,
    gender: 'Male',
    countryCodeT: '+54',
    phone: '1155500000',
    role: 'CLIENT',
    status: true,
    suscription_status: false,
    suscription_end: null,
    created_at: '2026-01-01T12:00:00.000Z',
  });

  test('a search that more than a thousand match says so, goes on beyond them, and is exported whole', async ({
    panel,
  }) => {
    const people = Array.from({ length: 1_200 }, (_, index) => person(index + 1));
    await panel.route(/\/api\/user(\?|$)/, async (route) => {
      const asked = new URL(route.request().url()).searchParams;
      const [page, limit] = [Number(asked.get('page')), Number(asked.get('limit'))];
      if (page === 0) return route.fulfill({ json: { success: true, data: people } });
      const data = people.slice((page - 1) * limit, page * limit);
      return route.fulfill({ json: { success: true, data, meta: { total: 1_000, page, limit, more: true } } });
    });
    await panel.goto('/usuarios?buscar=persona&pagina=20');
    await expect(panel.getByText('Más de 1.000 usuarios', { exact: true })).toBeVisible();
    const pages = panel.getByRole('navigation', { name: 'Páginas' });
    await expect(pages).toContainText('951–1.000 de más de 1.000');
    await expect(pages).toContainText('20 / más de 20');
    await pages.getByRole('button', { name: 'Siguiente' }).click();
    await expect(pages).toContainText('1.001–1.050 de más de 1.000');
    const { text } = await exportCsv(panel);
    expect(text.split('\r\n')).toHaveLength(1_202);
  });

  test('USU-22 all pages are read, with progress, called off, restarted when somebody goes, and never half', async ({
    panel,
  }) => {
    // A thousand users would take a minute to make; their pages are what counts here.
    let total = 1_000;
    const hold = { from: 11, free: () => {}, until: Promise.resolve() };
    await panel.route(/\/api\/user\?.*limit=100/, async (route) => {
      const page = Number(new URL(route.request().url()).searchParams.get('page'));
      if (page >= hold.from) await hold.until;
      const ids = Array.from({ length: 100 }, (_, index) => (page - 1) * 100 + index + 1);
      const data = ids.filter((id) => id <= total).map(person);
      await route.fulfill({ json: { success: true, data, meta: { total, page, limit: 100 } } }).catch(() => undefined);
    });
    await panel.goto('/usuarios');
    const { text } = await exportCsv(panel);
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(1_002);
    expect(lines.slice(1, -1).map((line) => Number(line.split(';')[0]))).toEqual(
      Array.from({ length: 1_000 }, (_, index) => index + 1),
    );

    const downloads: unknown[] = [];
    panel.on('download', (file) => downloads.push(file));
    Object.assign(hold, { from: 5, until: new Promise<void>((resolve) => (hold.free = resolve)) });
    await exportButton(panel).click();
    await expect(panel.getByRole('button', { name: 'Exportando… 400 de 1.000' })).toBeDisabled();
    await panel.getByRole('button', { name: 'Cancelar' }).click();
    await expect(exportButton(panel)).toBeEnabled();

    // Somebody is deleted half-way: from the start again, so that nobody is passed over.
    await exportButton(panel).click();
    await expect(panel.getByRole('button', { name: 'Exportando… 400 de 1.000' })).toBeVisible();
    total = 950;
    Object.assign(hold, { from: 99 });
    const again = panel.waitForEvent('download');
    hold.free();
    expect((await readFile(await (await again).path(), 'utf8')).split('\r\n')).toHaveLength(952);

    downloads.length = 0;
    await panel.route(/\/api\/user\?.*page=7&limit=100/, answerWith(500));
    await exportButton(panel).click();
    await expect(
      panel.getByRole('region', { name: 'Avisos' }).getByText('Error al exportar los usuarios'),
    ).toBeVisible();
    await expect(exportButton(panel)).toBeEnabled();
    expect(downloads).toEqual([]);
  });
});
