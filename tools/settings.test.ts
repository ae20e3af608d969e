import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { environmentSchema, readConfig } from '../apps/api/src/config';
import { ROOT } from './steps.mjs';

const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name).sort();

/** Settings that an operator has: one is for tests. */
const settings = Object.keys(environmentSchema.shape).filter((name) => name !== 'SHOWCASE');
/** Of `compose.yaml` itself. */
const COMPOSE_SETTINGS = ['POSTGRES_PASSWORD', 'PULSO_DB_PASSWORD', 'PULSO_PORT'];

it('M8 every setting stands in a table of the documents, and no other does', () => {
  const rows = ['README.md', 'docs/operations.md'].flatMap((path) =>
    // The first cell of a row may name several.
    namesIn(readText(path), /^\| (`[A-Z].*?) *\|/gm).flatMap((cell) => namesIn(cell, /`([A-Z][A-Z\d_]+)`/g)),
  );
  expect([...new Set(rows)].sort()).toEqual([...settings].sort());
});

it('M8 the example has every setting with its default, and what Compose needs besides', () => {
  const example = readText('deploy/env.example');
  expect(namesIn(example, /^#?([A-Z][A-Z\d_]*)=/gm)).toEqual([...settings, ...COMPOSE_SETTINGS].sort());
  const values = [...example.matchAll(/^#?([A-Z][A-Z\d_]*)=(.*)$/gm)].map(([, name, value]) => [name, value]);
  expect(readConfig(Object.fromEntries(values))).toEqual(readConfig({}));
});

it('M8 Compose passes on every setting that the image does not fix', () => {
  const compose = readText('compose.yaml');
  const pulso = compose.slice(compose.indexOf('\n  pulso:'), compose.indexOf('\n  postgres:'));
  const ownNames = ['DATABASE_URL', 'FCM_SERVICE_ACCOUNT'];
  const passed = namesIn(pulso, /^ {6}([A-Z][A-Z\d_]*): \S/gm);
  const fixed = namesIn(/^ENV NODE_ENV=.*$/m.exec(readText('Dockerfile'))![0], /([A-Z][A-Z_]*)=/g);
  // With DATABASE_URL no PostgreSQL is started.
  const unused = ['POSTGRES_BIN'];
  expect([...passed, ...settings.filter((name) => fixed.includes(name)), ...unused].sort()).toEqual(
    [...settings].sort(),
  );
  const renamed = passed.filter((name) => !ownNames.includes(name) && !pulso.includes(`${name}: \${${name}:-`));
  expect(renamed).toEqual([]);
  // Settings read from .env are in the example; the commit is of the moment.
  const read = new Set(namesIn(compose, /\$\{([A-Z\d_]+)/g));
  read.delete('PULSO_COMMIT');
  expect([...read].filter((name) => ![...settings, ...COMPOSE_SETTINGS].includes(name))).toEqual([]);
});
