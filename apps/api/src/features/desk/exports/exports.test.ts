import { csvFile } from '@pulso/contract/kit/csv';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readZip } from '#archive/zip';
import { OMITTED_TABLES } from '#features/desk/exports/exported-tables.queries';
import { png } from '#test/content';
import { addPlan, createUser, quickPasswords } from '#test/people';
import { testApp, type TestApp } from '#test/test-app';

const MAX_BYTES = 50_000_000;

async function download(app: TestApp, wanted: object = {}) {
  const asked = await app.json('POST', '/api/download', { what: 'everything', query: wanted });
  expect(asked.status, asked.raw).toBe(201);
  const { url } = asked.body.data;
  const { statusCode, rawPayload, headers } = await app.http.inject({ method: 'GET', url });
  expect(statusCode).toBe(200);
  const zip = readZip(rawPayload, MAX_BYTES);
  const read = async (name: string) => {
    const chunks: Buffer[] = [];
    for await (const chunk of zip.read(name)) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  return { url, zip, headers, read, text: async (name: string) => (await read(name)).toString() };
}

it('EXP-01 everything is a zip with a CSV of each table, also of one that is new, and the images, without what opens anything', async () => {
  const app = await testApp({ passwords: quickPasswords });
  await addPlan(app, { title: '=1+1' });
  const { id } = await createUser(app, { name: 'Ana; López', notes: 'Lesión de rodilla' });
  expect((await app.form('PATCH', `/api/user/${id}`, { image: png })).status).toBe(200);
  await sql`insert into ipc (month, percent, source) select '2020-01-01'::date + make_interval(months => n), -1.5, 'typed' from generate_series(0, 2_400) n`.execute(
    app.db,
  );
  await sql`create table brand_new (id integer primary key, word text, secret_hash text, file bytea)`.execute(app.db);
  await sql`insert into brand_new values (1, 'nueva', 'clave', 'x')`.execute(app.db);

  const { zip, headers, read, text } = await download(app);
  expect(headers['content-type']).toBe('application/zip');
  expect(await text('LEEME.txt')).toContain('No están las contraseñas, las sesiones ni otras claves, ni las notas');
  expect(await text('tablas/brand_new.csv')).toBe(csvFile(['id;word', '1;nueva']));
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not exists (select from pg_description d where d.objoid = c.oid and description = 'Sum of a tally.')`.execute(
    app.db,
  );
  const missing = tables.map(({ name }) => name).filter((name) => !zip.has(`tablas/${name}.csv`));
  expect(missing.toSorted()).toEqual(Object.keys(OMITTED_TABLES).toSorted());
  expect((await text('tablas/plans.csv')).split('\r\n')[1]).toContain(`"'=1+1"`);
  const months = (await text('tablas/ipc.csv')).split('\r\n');
  expect([months.length, months[1]?.split(';').slice(0, 2)]).toEqual([2_403, ['2020-01-01', '-1,5']]);
  const users = await text('tablas/users.csv');
  expect(users).toContain('"Ana; López"');
  expect(users).not.toContain('Lesión');
  const { rows } = await sql<{ password_hash: string; picture: string }>`
    select password_hash, profile_image as picture from users where id = ${id}`.execute(app.db);
  const picture = rows[0]!.picture.split('/')[2]!;
  expect((await read(`imagenes/${picture}.webp`)).subarray(0, 4).toString()).toBe('RIFF');
  for (const { name } of tables.filter(({ name: one }) => zip.has(`tablas/${one}.csv`))) {
    const csv = await text(`tablas/${name}.csv`);
    expect(csv.split('\r\n')[0], name).not.toMatch(/hash|secret|token|salt|digest/);
    expect(csv, name).not.toContain(rows[0]!.password_hash);
  }

  const withNotes = await download(app, { notes: true });
  expect(await withNotes.text('tablas/users.csv')).toContain('Lesión de rodilla');
});

it('EXP-02 its address works once, and who asked for it is in the audit', async () => {
  const app = await testApp({ passwords: quickPasswords });
  const { url } = await download(app);
  expect((await app.get(url)).status).toBe(404);
  const { body } = await app.get('/api/event?entity=download');
  expect(body.data).toMatchObject([{ action: 'everything', actor: { name: 'Persona 1' } }]);
});
