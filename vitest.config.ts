import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'] } },
      { extends: './apps/panel/vite.config.ts', test: { name: 'panel', include: ['apps/panel/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'tools', include: ['tools/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['apps/api/src/**/*.test.ts'],
          exclude: ['apps/api/src/db/embedded.test.ts'],
          globalSetup: ['apps/api/test/database.ts'],
        },
      },
      { extends: true, test: { name: 'server', include: ['apps/api/src/db/embedded.test.ts', 'e2e/**/*.test.ts'] } },
    ],
  },
});
