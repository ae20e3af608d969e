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

/** A row of the table in operations.md, and the constants that it tells, with their units. */
const RETENTION = [
  ['sessions', 'packages/contract/src/accounts/session.ts', /SESSION_HOURS = (\d+)/, 'hours'],
  ['sessions', 'packages/contract/src/accounts/session.ts', /KEPT_SESSION_DAYS = (\d+)/, 'days'],
  [
    'sessions',
    'apps/api/src/features/accounts/auth/auth.queries.ts',
    /expires_at < now\(\) - interval '(\d+) day'/,
    'day',
  ],
  ['failed logins', 'apps/api/src/features/accounts/auth/login-throttle.ts', /WINDOW_MINUTES = (\d+)/, 'minutes'],
  ['addresses that', 'apps/api/src/features/accounts/auth/auth.queries.ts', /KNOWN_ADDRESS_DAYS = (\d+)/, 'days'],
  ['browsers that', 'apps/api/src/features/accounts/auth/auth.queries.ts', /KNOWN_DEVICE_DAYS = (\d+)/, 'days'],
  ['browsers that', 'apps/api/src/features/accounts/auth/auth.queries.ts', /MAX_DEVICES = (\d+)/, 'of one account'],
  ['devices for', 'apps/api/src/features/accounts/devices/devices.queries.ts', /MAX_SILENCE_DAYS = (\d+)/, 'days'],
  ['devices for', 'apps/api/src/features/accounts/devices/devices.queries.ts', /MAX_DEVICES = (\d+)/, 'of one account'],
  ['notifications', 'apps/api/src/push/deliveries.rules.ts', /MAX_AGE_HOURS = (\d+)/, 'hours'],
  ['answers for', 'apps/api/src/db/writes/idempotency.ts', /interval '(\d+) days'/, 'days'],
  ['tickets', 'apps/api/src/db/writes/downloads.ts', /TICKET_SECONDS = (\d+)/, 'seconds'],
  ['what was deleted', 'packages/contract/src/kit/kept-days.ts', /KEPT_DAYS = (\d+)/, 'days'],
  ['pictures', 'apps/api/src/files/sweep-uploads.ts', /QUARANTINE_DAYS = (\d+)/, 'days'],
  ['receipts', 'apps/api/src/features/billing/payments/receipts.queries.ts', /interval '(\d+) days'/, 'days'],
  ['lines about', 'apps/api/src/features/desk/backups/backups.queries.ts', /MAX_ROWS = (\d+)/, ''],
  ['the log of', 'apps/api/src/db/embedded/log.ts', /MAX_LOG_BYTES = (\d+) \* 1024 \* 1024/, 'MB'],
  ['in a browser', 'apps/panel/src/forms/drafts.ts', /CATALOGUE_DRAFT_MS = (\d+) \*/, 'days'],
] as const;

it('L12 the table of what is kept how long has the numbers of the code', () => {
  const table = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').split('**What is kept how long**')[1] ?? '';
  const wrong = RETENTION.filter(([what, path, constant, unit]) => {
    const [, number] = constant.exec(readFileSync(join(ROOT, path), 'utf8')) ?? [];
    const row = table.split('\n').find((line) => line.startsWith(`| ${what}`));
    return number === undefined || !row?.match(new RegExp(`\\b${number} ${unit}`));
  });
  expect(wrong).toEqual([]);
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
