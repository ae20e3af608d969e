import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const readText = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The requirements of level 1 and 2 in each section of ASVS 5.0.0; what is missing between is level 3. */
const REQUIREMENTS_BY_SECTION: Record<string, number[]> = {
  '1.1': [1, 2],
  '1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  '1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '1.4': [1, 2, 3],
  '1.5': [1, 2],
  '2.1': [1, 2, 3],
  '2.2': [1, 2, 3],
  '2.3': [1, 2, 3, 4],
  '2.4': [1],
  '3.2': [1, 2],
  '3.3': [1, 2, 3, 4],
  '3.4': [1, 2, 3, 4, 5, 6],
  '3.5': [1, 2, 3, 4, 5],
  '3.7': [1, 2],
  '4.1': [1, 2, 3],
  '4.2': [1],
  '4.3': [1, 2],
  '4.4': [1, 2, 3, 4],
  '5.1': [1],
  '5.2': [1, 2, 3],
  '5.3': [1, 2],
  '5.4': [1, 2, 3],
  '6.1': [1, 2, 3],
  '6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  '6.3': [1, 2, 3, 4],
  '6.4': [1, 2, 3, 4],
  '6.5': [1, 2, 3, 4, 5],
  '6.6': [1, 2, 3],
  '6.8': [1, 2, 3, 4],
  '7.1': [1, 2, 3],
  '7.2': [1, 2, 3, 4],
  '7.3': [1, 2],
  '7.4': [1, 2, 3, 4, 5],
  '7.5': [1, 2],
  '7.6': [1, 2],
  '8.1': [1, 2],
  '8.2': [1, 2, 3],
  '8.3': [1],
  '8.4': [1],
  '9.1': [1, 2, 3],
  '9.2': [1, 2, 3, 4],
  '10.1': [1, 2],
  '10.2': [1, 2],
  '10.3': [1, 2, 3, 4],
  '10.4': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  '10.5': [1, 2, 3, 4, 5],
  '10.6': [1, 2],
  '10.7': [1, 2, 3],
  '11.1': [1, 2],
  '11.2': [1, 2, 3],
  '11.3': [1, 2, 3],
  '11.4': [1, 2, 3, 4],
  '11.5': [1],
  '11.6': [1],
  '12.1': [1, 2, 3],
  '12.2': [1, 2],
  '12.3': [1, 2, 3, 4],
  '13.1': [1],
  '13.2': [1, 2, 3, 4, 5],
  '13.3': [1, 2],
  '13.4': [1, 2, 3, 4, 5],
  '14.1': [1, 2],
  '14.2': [1, 2, 3, 4],
  '14.3': [1, 2, 3],
  '15.1': [1, 2, 3],
  '15.2': [1, 2, 3],
  '15.3': [1, 2, 3, 4, 5, 6, 7],
  '16.1': [1],
  '16.2': [1, 2, 3, 4, 5],
  '16.3': [1, 2, 3, 4],
  '16.4': [1, 2, 3],
  '16.5': [1, 2, 3],
  '17.1': [1],
  '17.2': [1, 2, 3, 4],
  '17.3': [1, 2],
};

const CASE_PATTERN = /\b([A-DF-HK-RT-Z]|[A-Z]{3}-)\d{1,2}\b/g;

/** A title begins with its cases: 'FMT-11 P28 ends every…'. */
const TITLE_PATTERN = /['"`](?:[A-Z]{1,3}-?\d{1,3} )+(?=\S)/g;

/** Every case that some test has in its title. */
function casesInTitles(): Set<string> {
  const files = ['apps', 'packages', 'testing', 'tools', 'e2e'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(test|spec)\.tsx?$/.test(path) && !path.includes('node_modules'))
      .map((path) => join(folder, path)),
  );
  const titles = files
    .filter((path) => path !== 'tools/asvs.test.ts')
    .flatMap((path) => readText(path).match(TITLE_PATTERN) ?? []);
  return new Set(titles.flatMap((title) => title.match(CASE_PATTERN) ?? []));
}

type Row = { numbers: string[]; state: string; how: string };

const rowsOf = (text: string): Row[] =>
  text
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, first = '']) => /^\d+\.\d/.test(first))
    .map(([, first = '', state = '', how = '']) => ({ numbers: first.split(' '), state, how }));

const documentPathsIn = (how: string) =>
  [...how.matchAll(/`((?:docs|packages|tools|apps)\/[^`]+)`/g)].map(([, path = '']) => path);

it('P9 every requirement of levels 1 and 2 is met by a test or a document, or says why not', () => {
  const rows = rowsOf(readText('docs/asvs.md'));
  const wanted = Object.entries(REQUIREMENTS_BY_SECTION).flatMap(([section, numbers]) =>
    numbers.map((number) => `${section}.${number}`),
  );
  expect(wanted).toHaveLength(253);
  expect(rows.flatMap(({ numbers }) => numbers).sort()).toEqual(wanted.sort());

  const named = casesInTitles();
  for (const { numbers, state, how } of rows) {
    const row = `${numbers.join(' ')} ${how}`;
    expect(['met', 'not applicable', 'deviation'], row).toContain(state);
    expect(how.length, row).toBeGreaterThan(0);
    const cases = how.match(CASE_PATTERN) ?? [];
    expect(
      cases.filter((one) => !named.has(one)),
      row,
    ).toEqual([]);
    expect(
      documentPathsIn(how).filter((path) => !existsSync(join(ROOT, path))),
      row,
    ).toEqual([]);
    if (state === 'met') expect(cases.length + documentPathsIn(how).length, row).toBeGreaterThan(0);
  }
});

/** The document says why, and what stands instead. */
const CASES_WITHOUT_TEST = ['L6'];

it('every case that docs/security.md names has its test, or a reason to have none', () => {
  const named = casesInTitles();
  const cases = readText('docs/security.md').match(/\b[A-DF-HK-RT-Z]\d{1,2}\b/g) ?? [];
  expect(cases.length).toBeGreaterThan(50);
  expect([...new Set(cases)].filter((one) => !named.has(one))).toEqual(CASES_WITHOUT_TEST);
});
