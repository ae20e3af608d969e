import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests that put something else in the place of a module, where it would stay for the files that follow. */
const mocking = readdirSync('apps/api/src', { recursive: true, encoding: 'utf8' })
  .map((path) => join('apps/api/src', path))
  .filter((path) => path.endsWith('.test.ts') && readFileSync(path, 'utf8').includes('vi.mock('));

const api = { globalSetup: ['testing/database.ts'] };
/** These wait for processes to start and to end. */
const processes = { testTimeout: 480_000, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // By default a second, which a busy machine may take for anything.
    expect: { poll: { timeout: 60_000 } },
    // One less than there are cores by default; but a fourth of the time goes by waiting, for a disk or a database.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { extends: true, test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'], isolate: false } },
      {
        extends: true,
        test: { name: 'web', include: ['packages/web/src/**/*.test.ts'], isolate: false },
      },
      {
        extends: './apps/panel/vite.config.ts',
        test: { name: 'panel', include: ['apps/panel/src/**/*.test.ts'], isolate: false },
      },
      {
        extends: './apps/client/vite.config.ts',
        test: { name: 'client', include: ['apps/client/src/**/*.test.ts'], isolate: false },
      },
      { extends: true, test: { name: 'tools', include: ['tools/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...api,
          name: 'api',
          include: ['apps/api/src/**/*.test.ts'],
          exclude: ['apps/api/src/db/embedded/embedded.test.ts', ...mocking],
          // Loading the app anew for every file would take half of the time; it keeps nothing in its modules.
          isolate: false,
        },
      },
      { extends: true, test: { ...api, name: 'api-mocking', include: mocking } },
      {
        extends: true,
        test: { ...processes, name: 'processes-embedded', include: ['apps/api/src/db/embedded/embedded.test.ts'] },
      },
      {
        extends: true,
        test: {
          ...processes,
          name: 'processes-e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/installation.ts'],
        },
      },
    ],
  },
});
