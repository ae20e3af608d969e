import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './steps.mjs';

const MAX_BYTES = 60_000;
const MAX_TOTAL_BYTES = 1_200_000;

const markdownFilesIn = (folder: string, recursive = false) =>
  readdirSync(join(ROOT, folder), { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const documents = [...markdownFilesIn('.'), ...markdownFilesIn('docs', true)];

/** Targets of a document's links and pictures, as written. */
function linkTargetsOf(text: string): string[] {
  // Examples are not links.
  const prose = text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  const found = [...prose.matchAll(/\]\(([^)\s]+)\)/g), ...prose.matchAll(/(?:src|srcset|href)="([^"]+)"/g)];
  return found.map(([, target = '']) => target).filter((target) => !/^[a-z]+:/.test(target));
}

/** Anchors of the headings, as GitHub names them. */
const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  );

it('every link and picture of the documents leads to something that is there', () => {
  expect(documents).toEqual(expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/guia/README.md']));
  const broken = documents.flatMap((document) =>
    linkTargetsOf(readFileSync(join(ROOT, document), 'utf8'))
      .filter((target) => {
        const [path = '', heading] = target.split('#');
        const file = path === '' ? join(ROOT, document) : join(ROOT, dirname(document), path);
        if (!existsSync(file)) return true;
        return heading !== undefined && !headingsOf(readFileSync(file, 'utf8')).includes(decodeURIComponent(heading));
      })
      .map((target) => `${document}: ${target}`),
  );
  expect(broken).toEqual([]);
});

it('the pictures are small, and each is shown somewhere', () => {
  const all = documents.map((document) => readFileSync(join(ROOT, document), 'utf8')).join('');
  const pictures = readdirSync(join(ROOT, 'docs/pictures')).map((name) => ({
    name,
    bytes: statSync(join(ROOT, 'docs/pictures', name)).size,
  }));
  expect(pictures.filter(({ bytes }) => bytes > MAX_BYTES)).toEqual([]);
  expect(pictures.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(MAX_TOTAL_BYTES);
  expect(pictures.filter(({ name }) => !all.includes(`pictures/${name}`))).toEqual([]);
});
