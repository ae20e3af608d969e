import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createDatabase } from '@pulso/testing/database';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openPool } from '#db/connection/connect';
import { LOAD_LINE, migrate } from '#db/schema/migrate';

const readAll = (folder: string) =>
  readdirSync(new URL(folder, import.meta.url))
    .sort()
    .map((name) => ({
      path: `${folder}/${name}`,
      text: readFileSync(new URL(`${folder}/${name}`, import.meta.url), 'utf8'),
    }));
const FILES = readAll('functions');

it('the last migration that loads a function file was written for its present content', () => {
  const loaded = new Map<string, string>();
  for (const { text } of readAll('migrations'))
    for (const [, path, hash] of text.matchAll(LOAD_LINE)) loaded.set(path!, hash!);
  // A changed function reaches a database that exists only by a new migration with the line `-- load FILE HASH`.
  const present = FILES.map(({ path, text }) => [path, createHash('sha256').update(text).digest('hex').slice(0, 12)]);
  expect([...loaded].sort()).toEqual(present);
});

it('the function files define every function of the schema as it is, and no other', async () => {
  const { connection, drop } = await createDatabase(inject('server'));
  const pool = openPool(connection, 1);
  onTestFinished(async () => {
    await pool.end();
    await drop();
  });
  await migrate(pool);
  // Functions of extensions are not ours, and a tally's trigger function, which has its name, comes from its declaration.
  const stored = async () => {
    const { rows } = await pool.query<{ name: string; text: string }>(`
      select proname as name, pg_get_functiondef(oid) as text from pg_proc p
      where pronamespace = 'public'::regnamespace and to_regclass(format('public.%I', proname)) is null
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e') order by 1`);
    return rows;
  };
  const before = await stored();
  const defined = FILES.flatMap(({ text }) =>
    [...text.matchAll(/^create or replace function (\w+)/gm)].map(([, name]) => name),
  );
  expect(before.map(({ name }) => name)).toEqual(defined.sort());
  for (const { text } of FILES) await pool.query(text);
  expect(await stored()).toEqual(before);
});
