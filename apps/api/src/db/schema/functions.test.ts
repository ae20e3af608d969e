import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LOAD_LINE } from '#db/schema/migrate';

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
