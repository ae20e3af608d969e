import { expect, uniqueTag, test } from '#test/builders';
import { columnCells, rowOf, tableRows, toneOf, recordUserCalls } from '#test/page';
import { answerWith } from '#test/panel';

const HEADINGS = ['ID', 'Nombre', 'Usuario', 'Teléfono', 'Rol', 'Estado', 'Suscripción', 'Registro', 'Acciones'];

test('USU-01 USU-02 USU-03 USU-04 USU-06 USU-07 USU-11 USU-12 USU-15 each user stands in the table with badges and actions', async ({
  panel,
  add,
}) => {
  const word = uniqueTag();
  const people = [
    { name: `Ana ${word}`, role: 'ADMIN', phone: '1155501234' },
    { name: `Beto ${word}`, role: 'TRAINER', status: false },
    { name: `Caro ${word}`, role: 'CLIENT' },
  ];
  const [ana] = [await add('/user', people[0]), await add('/user', people[1]), await add('/user', people[2])];
  await panel.goto(`/usuarios?buscar=${word}`);
  await expect(panel.getByRole('heading', { name: 'Usuarios', level: 1, exact: true })).toBeVisible();
  await expect(panel.getByRole('columnheader')).toHaveText(HEADINGS);
  await expect(columnCells(panel, 2)).toHaveText(people.map(({ name }) => name));
  await expect(panel.getByText('3 usuarios', { exact: true })).toBeVisible();

  const created = new Intl.DateTimeFormat('es-AR', {
    timeZone: 'America/Argentina/Buenos_Aires',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date(String(ana.created_at)));
  const first = rowOf(panel, `Ana ${word}`).getByRole('cell');
  const expected = [ana.id, ana.name, ana.username, '+54 1155501234', 'Administrador', 'Activo', '—', created];
  for (const [index, text] of expected.entries())
    await expect(first.nth(index).locator('> span').last()).toHaveText(String(text));
  // The date stays on one line: broken in the middle it is hard to read.
  const lines = await first.getByText(created, { exact: true }).evaluate((date) => date.getClientRects().length);
  expect(lines).toBe(1);

  const looks = [
    ['Administrador', 'purple'],
    ['Entrenador', 'blue'],
    ['Cliente', 'green'],
    ['Inactivo', 'grey'],
    ['Sin suscripción', 'red'],
  ] as const;
  for (const [text, tone] of looks)
    expect([text, await toneOf(tableRows(panel).getByText(text, { exact: true }).first())]).toEqual([text, tone]);

  const actions = rowOf(panel, `Ana ${word}`);
  await expect(actions.getByRole('link', { name: 'Ver detalles' })).toHaveAttribute('href', `/usuarios/${ana.id}`);
  await expect(actions.getByRole('link', { name: 'Editar' })).toHaveAttribute('href', `/usuarios/editar/${ana.id}`);
  await panel.getByRole('link', { name: 'Nuevo Usuario' }).first().click();
  await expect(panel).toHaveURL(/\/usuarios\/nuevo$/);
});

test('USU-05 USU-29 roles by any of their names have one badge and one filter, on a server that sends everybody', async ({
  panel,
}) => {
  const names = ['ADMIN', 'administrador', 'admin', 'TRAINER', 'entrenador', 'trainer', 'CLIENT', 'cliente', 'client'];
  const data = names.map((role, index) => ({
    id: index + 1,
    name: `Persona ${index + 1}`,
    username: `p${index + 1}`,
    gender: 'Unisex',
    countryCodeT: '+54',
    phone: '1155500000',
    role,
    status: true,
    suscription_status: false,
    suscription_end: null,
    created_at: '2026-01-01T12:00:00.000Z',
  }));
  await panel.route(/\/api\/user(\?|$)/, answerWith(200, { success: true, data }));
  await panel.goto('/usuarios');
  const labels = ['Administrador', 'Entrenador', 'Cliente'];
  await expect(columnCells(panel, 5)).toHaveText(labels.flatMap((label) => [label, label, label]));
  const badges = await tableRows(panel).locator('td:nth-child(5) span span:not([data-none])').all();
  expect(await Promise.all(badges.map(toneOf))).toEqual(
    ['purple', 'blue', 'green'].flatMap((tone) => [tone, tone, tone]),
  );
  await panel.getByRole('button', { name: 'Filtros' }).click();
  for (const label of labels) {
    await panel.getByLabel('Rol').selectOption(label);
    await expect(columnCells(panel, 5)).toHaveText([label, label, label]);
  }
});

test('USU-16 USU-17 USU-18 USU-19 USU-20 USU-21 search and filters narrow the list, live in the address and are taken back', async ({
  panel,
  add,
}) => {
  const word = uniqueTag();
  const active = { suscription_status: true, suscription_init: '2026-01-01', suscription_end: '2190-01-01' };
  await add('/user', { name: `Ñandú ${word}`, username: `${word}.uno`, phone: '1177700011', role: 'ADMIN', ...active });
  await add('/user', {
    name: `Dos ${word}`,
    username: `${word}.dos`,
    phone: '1177700022',
    role: 'TRAINER',
    status: false,
  });
  await add('/user', {
    name: `Tres ${word}`,
    username: `${word}.tres`,
    role: 'CLIENT',
    ...active,
    suscription_end: '2026-02-01',
  });
  await panel.goto('/usuarios');
  const search = panel.getByRole('searchbox', { name: 'Buscar por nombre, usuario o teléfono...' });
  const expectNames = (...names: string[]) =>
    expect(columnCells(panel, 2)).toHaveText(names.map((name) => `${name} ${word}`));
  for (const [typed, name] of [
    [`nandu ${word}`, 'Ñandú'],
    [`${word}.DOS`, 'Dos'],
    ['+54 11 7770-0022', 'Dos'],
  ] as const) {
    await search.fill(typed);
    await expectNames(name);
  }
  await search.fill(`${word}.`);
  await expectNames('Ñandú', 'Dos', 'Tres');

  const filters = panel.getByRole('button', { name: /^Filtros/ });
  await expect(panel.getByLabel('Estado')).toBeHidden();
  await filters.click();
  const options = (label: string) => panel.getByLabel(label, { exact: true }).getByRole('option');
  await expect(options('Estado')).toHaveText(['Todos', 'Activo', 'Inactivo']);
  await expect(options('Suscripción')).toHaveText(['Todas', 'Activa', 'Inactiva']);
  await expect(options('Rol')).toHaveText(['Todos', 'Administrador', 'Entrenador', 'Cliente']);
  const narrow = async (label: string, option: string, ...names: string[]) => {
    await panel.getByLabel(label, { exact: true }).selectOption(option);
    await expectNames(...names);
  };
  await narrow('Estado', 'Activo', 'Ñandú', 'Tres');
  await narrow('Estado', 'Inactivo', 'Dos');
  await narrow('Estado', 'Todos', 'Ñandú', 'Dos', 'Tres');
  await narrow('Suscripción', 'Inactiva', 'Dos', 'Tres');
  await narrow('Suscripción', 'Activa', 'Ñandú');
  await narrow('Suscripción', 'Todas', 'Ñandú', 'Dos', 'Tres');
  await narrow('Rol', 'Administrador', 'Ñandú');
  await narrow('Rol', 'Entrenador', 'Dos');
  await narrow('Rol', 'Cliente', 'Tres');
  await narrow('Estado', 'Activo', 'Tres');

  await panel.reload();
  await expect(search).toHaveValue(`${word}.`);
  await expect(panel.getByLabel('Rol')).toHaveValue('CLIENT');
  await expectNames('Tres');
  await panel.getByLabel('Estado').selectOption('Inactivo');
  await expect(panel.getByText('No se encontraron usuarios', { exact: true })).toBeVisible();
  await panel.getByRole('button', { name: 'Limpiar Filtros' }).click();
  for (const label of ['Estado', 'Suscripción', 'Rol'])
    await expect(panel.getByLabel(label, { exact: true })).toHaveValue('todos');
  await expect(panel).toHaveURL(/\/usuarios$/);
  await filters.click();
  await expect(panel.getByLabel('Estado')).toBeHidden();
});

test('USU-13 USU-14 USU-29 pages, order and a delete in two steps: the page stays full and the address tells all', async ({
  panel,
  add,
}) => {
  test.slow();
  const word = uniqueTag();
  const name = (number: number) => `Persona ${String(number).padStart(2, '0')} ${word}`;
  for (let number = 1; number <= 52; number++) await add('/user', { name: name(number) });
  await panel.goto(`/usuarios?buscar=${word}`);
  await expect(tableRows(panel)).toHaveCount(50);
  const calls = recordUserCalls(panel);
  await panel.getByRole('button', { name: 'Siguiente' }).click();
  await expect(columnCells(panel, 2)).toHaveText([name(51), name(52)]);
  expect(calls).toEqual([`GET /user?search=${word}&page=2&limit=50`]);
  await panel.reload();
  await expect(panel.getByText('51–52 de 52')).toBeVisible();

  await panel.getByRole('button', { name: 'Nombre' }).click();
  await expect(columnCells(panel, 2).first()).toHaveText(name(1));
  await panel.getByRole('button', { name: 'Nombre' }).click();
  await expect(columnCells(panel, 2).first()).toHaveText(name(52));
  await expect(panel.getByRole('columnheader', { name: 'Nombre' })).toHaveAttribute('aria-sort', 'descending');
  await expect(panel).toHaveURL(`/usuarios?buscar=${word}&orden=name&sentido=desc`);

  await panel.clock.install();
  calls.length = 0;
  const first = rowOf(panel, name(52));
  await first.getByRole('button', { name: 'Eliminar' }).click();
  await expect(first.getByRole('button', { name: 'Confirmar' })).toBeVisible();
  await panel.clock.fastForward(3_000);
  await expect(first.getByRole('button', { name: 'Eliminar' })).toBeVisible();
  await first.getByRole('button', { name: 'Eliminar' }).click();
  await rowOf(panel, name(51)).getByRole('button', { name: 'Eliminar' }).click();
  await expect(rowOf(panel, name(51)).getByRole('button', { name: 'Confirmar' })).toBeVisible();
  expect(calls).toEqual([]);
  await first.getByRole('button', { name: 'Eliminar' }).click();
  await first.getByRole('button', { name: 'Confirmar' }).dblclick();
  await expect(first).toHaveCount(0);
  await expect(panel.getByText('51 usuarios', { exact: true })).toBeVisible();
  await expect(tableRows(panel)).toHaveCount(50);
  await expect(columnCells(panel, 2).last()).toHaveText(name(2));
  expect(calls.filter((call) => call.startsWith('DELETE'))).toHaveLength(1);

  // A page that is no more leads to the last one.
  await panel.goto(`/usuarios?buscar=${word}&pagina=9`);
  await expect(panel.getByText('51–51 de 51')).toBeVisible();
  await expect(panel).toHaveURL(`/usuarios?buscar=${word}&pagina=2`);
});

test.describe('around midnight in Buenos Aires', () => {
  for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Honolulu'])
    test.describe(`with the browser in ${timezoneId}`, () => {
      test.use({ timezoneId });

      test('A3 USU-09 USU-10 FMT-08 FMT-09 FMT-10 the subscription counts the days of Buenos Aires and rolls over at its midnight', async ({
        panel,
        add,
      }) => {
        const word = uniqueTag();
        const common = { suscription_status: true, suscription_init: '2026-01-01' };
        // The evening of 5 March there: in UTC, and on one of the two browsers' clocks, it is another day.
        const cases = [
          ['2026-03-04', 'Expirada', 'Expirada'],
          ['2026-03-05', 'Vence hoy', 'Expirada'],
          ['2026-03-06', 'Por expirar (1 día)', 'Vence hoy'],
          ['2026-03-12', 'Por expirar (7 días)', 'Por expirar (6 días)'],
          ['2026-03-13', 'Activa (8 días)', 'Por expirar (7 días)'],
        ] as const;
        for (const [end] of cases) await add('/user', { name: `${end} ${word}`, ...common, suscription_end: end });
        await add('/user', {
          name: `apagada ${word}`,
          ...common,
          suscription_status: false,
          suscription_end: '2026-03-13',
        });
        await panel.clock.install({ time: '2026-03-06T02:59:30Z' });
        await panel.goto(`/usuarios?buscar=${word}`);
        await expect(columnCells(panel, 7)).toHaveText([...cases.map(([, before]) => before), 'Desactivada']);
        const tones = await tableRows(panel).locator('td:nth-child(7) > span > span > span').all();
        expect(await Promise.all(tones.map(toneOf))).toEqual(['red', 'yellow', 'yellow', 'yellow', 'green', 'grey']);
        await panel.clock.fastForward(60_000);
        await expect(columnCells(panel, 7)).toHaveText([...cases.map(([, , after]) => after), 'Desactivada']);
      });
    });
});

test.describe('with a failing server', () => {
  test.use({ expectedErrors: [/^Error (al (cargar|eliminar)|en el servidor)/] });

  test('USU-24 API-12 a list of another shape is logged and told, and comes with the next try', async ({ panel }) => {
    const logged: string[] = [];
    panel.on('console', (message) => logged.push(message.text()));
    const again = panel.getByRole('button', { name: 'Reintentar' });
    for (const [index, body] of [
      { success: true, data: {} },
      { data: [] },
      { success: false, message: 'No' },
    ].entries()) {
      await panel.route(/\/api\/user\?/, answerWith(200, body), { times: 1 });
      if (index === 0) await panel.goto('/usuarios');
      else await again.click();
      await expect
        .poll(() => logged.filter((text) => text.startsWith('Error al cargar los usuarios')))
        .toHaveLength(index + 1);
      await expect(panel.getByRole('alert')).toContainText('Error al cargar los usuarios');
      await expect(panel.getByRole('main').locator('[aria-busy]')).toHaveCount(0);
    }
    await again.click();
    await expect(tableRows(panel).first()).toBeVisible();
    await expect(panel.getByRole('alert')).toHaveCount(0);
  });

  test('W1 a page that does not come leaves what was there, and a refused delete says why', async ({ panel, add }) => {
    const word = uniqueTag();
    await add('/user', { name: `Eva ${word}` });
    await panel.goto(`/usuarios?buscar=${word}`);
    await expect(rowOf(panel, `Eva ${word}`)).toBeVisible();
    await panel.route(/\/api\/user\?/, answerWith(500), { times: 1 });
    await panel.getByRole('button', { name: 'Nombre' }).click();
    await expect(panel.getByRole('alert')).toContainText('Error al cargar los usuarios');
    await expect(rowOf(panel, `Eva ${word}`)).toBeVisible();
    await panel.getByRole('button', { name: 'Reintentar' }).click();
    await expect(panel.getByRole('alert')).toHaveCount(0);

    await panel.getByRole('searchbox').fill('admin');
    const own = rowOf(panel, 'Administrador').first();
    await own.getByRole('button', { name: 'Eliminar' }).click();
    await own.getByRole('button', { name: 'Confirmar' }).click();
    const told = panel.getByRole('region', { name: 'Avisos' });
    await expect(told.getByText('Error al eliminar el usuario')).toBeVisible();
    await expect(told.getByText('No puedes eliminar tu propio usuario')).toBeVisible();
    await expect(own).toBeVisible();
  });
});
