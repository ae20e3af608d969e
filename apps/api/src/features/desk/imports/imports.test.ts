import { importRow, importSummary, type Import, type ImportChange } from '@pulso/contract/desk/imports';
import { addDays, formatDate, today } from '@pulso/contract/kit/dates';
import { manyClients } from '@pulso/testing/untidy-files';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { removeOldImports } from '#features/desk/imports/imports.queries';
import { findBrokenInvariants } from '#test/broken-invariants';
import { addPlan, createUser, expectAnswer, quickPasswords } from '#test/people';
import { testApp, type TestApp } from '#test/test-app';

const bytesOf = (lines: string[][]) => Buffer.from(lines.map((cells) => `${cells.join(';')}\r\n`).join(''));
const send = (app: TestApp, bytes: Buffer, name = 'clientes.csv') =>
  app.form('POST', '/api/import', { file: { name, type: 'text/csv', bytes } });
const upload = async (app: TestApp, lines: string[][] | Buffer) =>
  expectAnswer(await send(app, Buffer.isBuffer(lines) ? lines : bytesOf(lines)), importRow, 201);
const change = async (app: TestApp, { id }: { id: number }, body: ImportChange) =>
  expectAnswer(await app.json('PATCH', `/api/import/${id}`, body), importRow);
const read = async (app: TestApp, { id }: { id: number }) =>
  expectAnswer(await app.get(`/api/import/${id}`), importRow);
const run = (app: TestApp, id: number, ready: number) => app.json('POST', `/api/import/${id}/run`, { ready });
const undo = (app: TestApp, id: number) => app.send('POST', `/api/import/${id}/undo`, { token: app.token });

async function runAll(app: TestApp, { id, counts }: Pick<Import, 'id' | 'counts'>) {
  for (let { ready } = counts; ready > 0;) ({ ready } = expectAnswer(await run(app, id, ready), importSummary).counts);
}

const DAY = today(new Date());
const HEADINGS = ['Nombre', 'Teléfono', 'Plan', 'Vence', 'Deuda', 'Etiquetas', 'Usuario'];

/** Rows of every table that an import may write, but what tells of it. */
async function dump(app: TestApp) {
  const tables = [
    'users',
    'user_subscriptions',
    'debts',
    'client_accounts',
    'tags',
    'user_tags',
    'client_milestones',
    'payments',
  ];
  const found: Record<string, unknown> = {};
  for (const table of tables)
    found[table] = (await sql`select * from ${sql.table(table)} t order by to_jsonb(t)::text`.execute(app.db)).rows;
  const { rows } = await sql`
    select (select sum(change)::int from user_tally) as users, (select coalesce(sum(clients), 0)::int from debt_tally) as debtors,
      (select coalesce(sum(owed), 0) from debt_tally) as owed, (select coalesce(sum(periods), 0)::int from milestone_tally) as periods`.execute(
    app.db,
  );
  return { ...found, tallies: rows[0] };
}

it('IMP-02 IMP-03 a file is rehearsed with a reason for each row and writes nothing; the ready rows alone are imported, the others come back', async () => {
  const app = await testApp({ passwords: quickPasswords });
  await createUser(app, { name: 'Ana Pérez', phone: '1123456789', username: 'ana.perez' });
  const before = await dump(app);
  const found = await upload(app, [
    HEADINGS,
    ['Ána PÉREZ', '11 2345-6789'],
    ['Ana Pérez', '1155550001'],
    ['Luis', 'no tiene'],
    ['', '1155550002'],
    ['=Marta', '1155550003', '', '', '', '', 'ana.perez'],
    ['Ana Pérez', '11 5555-0001'],
    ['Otra', '1155550004', '', '', '', '', 'ANA.PEREZ'],
  ]);
  expect(found.counts).toEqual({ ready: 1, wrong: 4, existing: 2, imported: 0, undone: 0, kept: 0 });
  expect(
    found.rows.map(({ row, state, problems }) => [row, state, problems.map(({ message }) => message).join('. ')]),
  ).toEqual([
    [2, 'existing', 'Ya existe Ána PÉREZ con ese teléfono'],
    [3, 'ready', ''],
    [4, 'wrong', 'El teléfono es obligatorio'],
    [5, 'wrong', 'El nombre completo es obligatorio'],
    [6, 'wrong', 'La celda tiene una fórmula: hace falta su valor'],
    [7, 'existing', 'Repite la fila 3'],
    [8, 'wrong', 'El nombre de usuario ya está en uso'],
  ]);
  expect(await dump(app)).toEqual(before);

  expect((await run(app, found.id, 2)).body).toMatchObject({
    code: 'stale',
    message: 'Ahora hay 1 fila lista, no 2. Revisa y confirma otra vez.',
  });
  await runAll(app, found);
  const { rows } = await sql`select name, username, role, password_hash from users where phone = '1155550001'`.execute(
    app.db,
  );
  expect(rows).toEqual([{ name: 'Ana Pérez', username: 'ana.perez2', role: 'CLIENT', password_hash: '' }]);
  const errors = await app.get(`/api/import/${found.id}/errors`);
  expect(errors.headers['content-disposition']).toBe('attachment; filename="clientes_con_errores.csv"');
  expect(errors.raw.split('\r\n')).toEqual([
    '\ufeffFila;Motivo;Nombre;Teléfono;Plan;Vence;Deuda;Etiquetas;Usuario',
    '4;El teléfono es obligatorio;Luis;no tiene;;;;;',
    '5;El nombre completo es obligatorio;;1155550002;;;;;',
    `6;La celda tiene una fórmula: hace falta su valor;"'=Marta";1155550003;;;;;ana.perez`,
    '8;El nombre de usuario ya está en uso;Otra;1155550004;;;;;ANA.PEREZ',
    '',
  ]);
});

it('IMP-05 IMP-06 plan and end make a period without money that Cobranzas has the same day, a debt is owed, tags are found or made, and nobody logs in', async () => {
  const app = await testApp({ passwords: quickPasswords });
  const plan = await addPlan(app, { title: 'Mensual' });
  await app.json('POST', '/api/tag', { name: 'VIP', colour: 'red' });
  const found = await upload(app, [
    HEADINGS,
    ['Hoy', '1155550001', 'mensual', formatDate(DAY), '', 'vip, Mañana', 'hoy'],
    ['Después', '1155550002', 'Mensual', formatDate(addDays(DAY, 60)), '1.250,50', ''],
    ['Nunca', '1155550003', '', '', '', 'mañana'],
  ]);
  expect(found.counts.ready).toBe(3);
  await runAll(app, found);
  const due = (await app.get('/api/collection?list=due_today')).body;
  expect(due.data.map(({ user }: { user: { name: string } }) => user.name)).toEqual(['Hoy']);
  const { rows } = await sql`
    select u.name, h.start_date, h.end_date, h.payment_amount, h.price, h.notes, "suscriptionId" as plan, suscription_status as on,
      suscription_init as since, suscription_end as until, (select count(*)::int from payments) as payments
    from users u left join user_subscriptions h on h.user_id = u.id where phone like '115555000%' order by phone`.execute(
    app.db,
  );
  const period = { payment_amount: 0, price: null, notes: 'Importado', plan, on: true, payments: 0 };
  expect(rows).toMatchObject([
    { ...period, name: 'Hoy', end_date: DAY, until: DAY },
    { ...period, name: 'Después', start_date: DAY, since: DAY, end_date: addDays(DAY, 60), until: addDays(DAY, 60) },
    { name: 'Nunca', start_date: null, plan: null, on: false, until: null },
  ]);
  const { rows: debts } = await sql`select type, amount, owed, note from debts`.execute(app.db);
  expect(debts).toEqual([{ type: 'other', amount: 1_250.5, owed: 1_250.5, note: 'Deuda importada' }]);
  const { rows: tags } = await sql`
    select t.name, array_agg(u.name order by u.phone) as users from user_tags k join tags t on t.id = k.tag_id
    join users u on u.id = k.user_id group by t.name order by 1`.execute(app.db);
  expect(tags).toEqual([
    { name: 'Mañana', users: ['Hoy', 'Nunca'] },
    { name: 'VIP', users: ['Hoy'] },
  ]);
  expect(await findBrokenInvariants(app.db)).toEqual([]);
  const login = (password: string) => app.json('POST', '/api/auth/login', { username: 'hoy', password }, { token: '' });
  for (const password of ['clave', 'hoy', ' ']) expect((await login(password)).status).not.toBe(200);
  const { rows: hoy } = await sql<{ id: number }>`select id from users where username = 'hoy'`.execute(app.db);
  await app.json('PATCH', `/api/user/${hoy[0]!.id}`, { password: 'clave-nueva' });
  expect((await login('clave-nueva')).status).toBe(200);
});

it('IMP-09 a rule over a column, a cell typed over and a row that exists are judged again', async () => {
  const app = await testApp({ passwords: quickPasswords });
  await addPlan(app, { title: 'Mensual' });
  await createUser(app, { name: 'Ya Está', phone: '1155550009' });
  const found = await upload(app, [
    HEADINGS,
    ['Uno', '1155550001', 'Pase libre', '1/4/2027'],
    ['Dos', '1155550002', 'pase LIBRE', '12/31/2026'],
    ['Tres', '123', 'Mensual', '12/30/2026'],
    ['Ya Está', '1155550009'],
  ]);
  const groups = ({ groups: all }: Import) =>
    all.map(({ field, code, value, count, rows }) => [field, code, value, count, rows.map(({ row }) => row)]);
  expect(groups(found)).toEqual([
    ['ends', 'unreadable', null, 2, [3, 4]],
    ['plan', 'unknown', 'Pase libre', 2, [2, 3]],
    ['name', 'taken', null, 1, [5]],
    ['phone', 'invalid', null, 1, [4]],
  ]);
  const ruled = await change(app, found, {
    rules: [
      { field: 'ends', month_first: true },
      { field: 'plan', from: 'pase libre', to: 'Mensual' },
    ],
  });
  expect(ruled.counts).toMatchObject({ ready: 2, wrong: 1, existing: 1 });
  const typed = await change(app, found, {
    cells: [{ row: 4, field: 'phone', value: '11 5555 0003' }],
    include: [{ row: 5, include: true }],
  });
  expect(typed.counts).toMatchObject({ ready: 4, wrong: 0, existing: 0 });
  expect(typed.rows[2]!.cells).toMatchObject({ name: 'Tres', phone: '11 5555 0003' });
  expect((await change(app, found, { cells: [{ row: 4, field: 'phone', value: null }] })).counts.wrong).toBe(1);
  expect(
    (await app.json('PATCH', `/api/import/${found.id}`, { cells: [{ row: 99, field: 'phone', value: 'x' }] })).status,
  ).toBe(409);
  expect((await app.json('PATCH', `/api/import/${found.id}`, { mapping: ['name', 'name'] })).status).toBe(400);
});

it('IMP-10 the mapping of the same headings is offered again, and the same file again is the same import', async () => {
  const app = await testApp({ passwords: quickPasswords });
  const lines = (phone: string) => [
    ['Quién', 'Número raro', 'Otra'],
    ['Ana López', phone, 'algo'],
  ];
  const first = await upload(app, lines('1155550001'));
  await change(app, first, { mapping: ['name', 'phone', 'notes'] });
  await runAll(app, await read(app, first));
  const again = await upload(app, lines('1155550001'));
  expect([again.id, again.again, again.counts.imported]).toEqual([first.id, true, 1]);
  const other = await upload(app, lines('1155550002'));
  expect([other.remembered, other.mapping, other.counts.ready]).toEqual([true, ['name', 'phone', 'notes'], 1]);
  expect((await app.get('/api/import')).body.data.map(({ id }: { id: number }) => id)).toEqual([other.id, first.id]);
});

it('IMP-11 taking it back leaves every table as before, but for the rows that somebody touched, which are named', async () => {
  const app = await testApp({ passwords: quickPasswords });
  await addPlan(app, { title: 'Mensual' });
  const before = await dump(app);
  const lines = [
    HEADINGS,
    ...['1', '2', '3'].map((n) => [
      `Cliente ${n}`,
      `115555000${n}`,
      'Mensual',
      formatDate(addDays(DAY, 9)),
      '100',
      'Nueva',
    ]),
  ];
  const found = await upload(app, lines);
  await runAll(app, found);
  expect(expectAnswer(await undo(app, found.id), importSummary).counts).toMatchObject({ imported: 0, undone: 3 });
  expect(await dump(app)).toEqual(before);
  expect(await findBrokenInvariants(app.db)).toEqual([]);
  expect((await undo(app, found.id)).body.message).toBe('No queda nada por deshacer de esta importación');
  expect((await run(app, found.id, 0)).status).toBe(409);

  const second = await upload(app, lines);
  expect(second.id).not.toBe(found.id);
  await runAll(app, second);
  const { rows } = await sql<{ id: number }>`select id from users where phone = '1155550002'`.execute(app.db);
  await app.json('POST', `/api/user/${rows[0]!.id}/contact`, { channel: 'whatsapp' });
  expect(expectAnswer(await undo(app, second.id), importSummary).counts).toMatchObject({ undone: 2, kept: 1 });
  expect((await read(app, second)).left).toMatchObject([
    { user_id: rows[0]!.id, name: 'Cliente 2', entity: 'client', action: 'contact', by: 'Persona 1' },
  ]);
  await sql`update imports set created_at = now() - interval '8 days'`.execute(app.db);
  await removeOldImports(app.db);
  expect((await app.get(`/api/import/${second.id}`)).status).toBe(404);
});

describe('of thousands of rows', () => {
  it('IMP-04 two at once, and one that is cut half-way: every ready row once, in pieces that are told of', async () => {
    const app = await testApp({ passwords: quickPasswords });
    await addPlan(app, { title: 'Mensual' });
    const { id, counts } = await upload(app, manyClients(1_200));
    expect(counts.ready).toBe(1_200);
    const statuses = (await Promise.all([run(app, id, 1_200), run(app, id, 1_200)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    // A piece that fails after it has written all of its clients leaves none of them.
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'cut'; end $$`.execute(app.db);
    await sql`create trigger cut before update on imports for each row execute function fail()`.execute(app.db);
    expect((await run(app, id, 700)).status).toBe(500);
    await sql`drop trigger cut on imports`.execute(app.db);
    const left = await read(app, { id });
    expect(left.counts).toMatchObject({ ready: 700, imported: 500 });
    await runAll(app, left);
    const { rows } = await sql`
      select count(*)::int as clients, count(distinct phone)::int as phones, (select count(*)::int from user_subscriptions) as periods,
        (select array_agg((data ->> 'rows')::int order by id) from events where entity = 'import' and action = 'run') as pieces
      from users where role = 'CLIENT'`.execute(app.db);
    expect(rows).toEqual([{ clients: 1_200, phones: 1_200, periods: 1_200, pieces: [500, 500, 200] }]);
  });
});

describe('IMP-07', () => {
  it('a file that is too large, or is none, is refused in Spanish', async () => {
    const app = await testApp({ passwords: quickPasswords });
    const answer = await send(app, Buffer.alloc(8 * 1_048_576 + 1, 'a'));
    expect([answer.status, answer.body.message]).toEqual([413, 'El archivo no puede pesar más de 8 MB']);
    const none = await app.form('POST', '/api/import', {});
    expect([none.status, none.body.errors]).toEqual([400, { file: 'Elige un archivo' }]);
    const picture = await send(app, Buffer.from('\x89PNG\r\n\0\0'));
    expect([picture.status, picture.body.errors]).toEqual([
      400,
      { file: 'El archivo no es una planilla: sube un CSV o un Excel (.xlsx)' },
    ]);
  });
});
