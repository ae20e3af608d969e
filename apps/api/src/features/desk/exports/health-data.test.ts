import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { readZip } from '#archive/zip';
import { addClient, doneWorkout, sendWorkout, setCell } from '#test/courses';
import { today } from '@pulso/contract/kit/dates';
import { quickPasswords } from '#test/people';
import { testApp } from '#test/test-app';

const MAX_BYTES = 50_000_000;
const TODAY = today();
/** A weight lifted, a note, the words of a skip, and a measure: in the forms that files and texts have. */
const MARKS = ['7777.25', '7777,25', 'marca', '387.65', '387,65'];

it('PRV-06 no file, event, log line, search or notification holds a set, an effort, a note or a measure', async () => {
  const lines: string[] = [];
  const app = await testApp({ passwords: quickPasswords, log: (line) => lines.push(line) });
  const client = await addClient(app, { name: 'Ana Suya' });
  const workout = doneWorkout(null, { day: TODAY });
  await sendWorkout(app, client, {
    ...workout,
    title: 'marca del título',
    places: [{ key: '1-7', exercise_id: 7, title: 'marca del ejercicio', targets: [], superset: false, note: '' }],
    cells: {
      end: { ended_at: `${TODAY}T12:00:00.000Z`, effort: 3, gone: false, v: 1, by: 'marca' },
      note: { text: 'marca de la nota', v: 1, by: 'marca' },
      'k:1-7': { reason: 'pain', text: 'marca del dolor', v: 1, by: 'marca' },
      's:1-7.1': { ...setCell('done', null), weight: 7_777.25 },
    },
  });
  const cells = [{ kind: 'weight', day: TODAY, value: 387.65, v: 1, by: 'marca' }];
  expect((await app.json('PUT', '/api/my/measures', { cells }, { token: client.token })).status).toBe(200);
  const headers = { 'idempotency-key': 'responder-una-vez' };
  const answered = await app.json('POST', `/api/workout/${workout.id}/answer`, { after: null }, { headers });
  expect(answered.status, answered.raw).toBe(200);

  const download = async (what: string, query: object) => {
    const asked = await app.json('POST', '/api/download', { what, query });
    expect(asked.status, asked.raw).toBe(201);
    return (await app.http.inject({ method: 'GET', url: asked.body.data.url })).rawPayload;
  };
  const zip = readZip(await download('everything', { notes: true, receipts: true }), MAX_BYTES);
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(app.db);
  const files = tables.map(({ name }) => `tablas/${name}.csv`).filter((name) => zip.has(name));
  expect(files.length).toBeGreaterThan(30);
  const held: Record<string, string> = { payments: (await download('payments', {})).toString(), log: lines.join('\n') };
  for (const name of files) {
    const chunks: Buffer[] = [];
    for await (const chunk of zip.read(name)) chunks.push(chunk);
    held[name] = Buffer.concat(chunks).toString();
  }
  for (const table of ['events', 'notifications', 'deleted_rows', 'idempotent_answers'])
    held[table] = JSON.stringify(
      (await sql`select to_jsonb(t)::text as row from ${sql.table(table)} t`.execute(app.db)).rows,
    );
  for (const path of ['user?limit=100', 'user?search=del%20dolor', 'event?limit=200', 'training', 'collection'])
    held[path] = (await app.get(`/api/${path}`)).raw;
  expect(held['idempotent_answers']).toContain('responder-una-vez');
  for (const [where, text] of Object.entries(held)) {
    for (const mark of MARKS) expect(text, where).not.toContain(mark);
    if (where.startsWith('tablas/')) expect(text.split('\n')[0], where).not.toMatch(/effort|best_|open_notes/);
  }
  const { rows: told } = await sql`select from events where entity in ('workout', 'measure')`.execute(app.db);
  expect(told).toEqual([]);
});
