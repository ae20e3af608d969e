import { userListRow } from '@pulso/contract/accounts/users';
import { afterEach, expect, it, vi } from 'vitest';
import { usersCsv } from '#features/accounts/users/list/users-csv';
import { whole } from '#test/gaps';

const USERS = 100_000;
const MOST_CPU_MS = 3_000;

afterEach(() => vi.unstubAllGlobals());

it('C6 a hundred thousand users are exported within three seconds of work, in turns with the page', async () => {
  const sample = whole(userListRow);
  const data = Array.from({ length: USERS }, (_, index) => ({ ...sample, id: index + 1, name: `Ñandú ${index} 🏋️` }));
  const body = JSON.stringify({ success: true, data });
  vi.stubGlobal('document', { cookie: '', querySelector: () => null });
  vi.stubGlobal('fetch', () => Promise.resolve({ status: 200, text: () => Promise.resolve(body) }));
  let turns = 0;
  const beat = setInterval(() => (turns += 1));
  const done: number[] = [];
  const { signal } = new AbortController();
  const onProgress = (progress: { done: number }) => done.push(progress.done);
  const before = process.cpuUsage();
  const { text, count } = await usersCsv({ query: {}, today: '2026-03-05', signal, onProgress });
  const { user, system } = process.cpuUsage(before);
  clearInterval(beat);
  expect((user + system) / 1_000).toBeLessThan(MOST_CPU_MS);
  expect(count).toBe(USERS);
  expect(text.endsWith('\r\n') && text.includes(`${USERS},Ñandú ${USERS - 1} 🏋️,`)).toBe(true);
  // Whoever waits sees how far it is, and can click in between.
  expect(turns).toBeGreaterThan(20);
  expect(done).toEqual(done.toSorted((one, other) => one - other));
  expect(new Set(done).size).toBeGreaterThan(20);
}, 30_000);
