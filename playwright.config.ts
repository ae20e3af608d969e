import { defineConfig } from '@playwright/test';
import { findBrowser } from './tools/browser.mjs';

const STRICT = ['**/*-strict.spec.ts', '**/ui/controls/parts.spec.ts'];
const EXTRAS_OFF = ['**/*-extras-off.spec.ts'];
const DAYS = ['e2e/**/*.spec.ts'];

export default defineConfig({
  testDir: '.',
  globalSetup: './testing/browser-setup.ts',
  testMatch: [...DAYS, 'apps/{panel,client}/src/**/*.spec.ts'],
  // The few files of another kind have one worker, or each worker would start a product of each kind; they are first, or all
  // the others would wait for them at the end.
  projects: [
    { name: 'strict', testMatch: STRICT, workers: 1 },
    { name: 'extras-off', testMatch: EXTRAS_OFF, workers: 1 },
    // The longest tests, which would otherwise begin last and run alone.
    { name: 'days', testMatch: DAYS },
    { name: 'usual', testIgnore: [...STRICT, ...EXTRAS_OFF, ...DAYS] },
  ],
  fullyParallel: true,
  // One more than two cores: a test waits now and then, for a page or for a server.
  workers: 3,
  // How long a test may wait on a busy machine; what the product promises is bounded in the tests themselves.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  outputDir: 'test-results',
  reporter: 'list',
  use: {
    // A page for all tests of a worker, emptied of storage, routes, scripts and clock in between: a new one costs as much as a load.
    reuseContext: true,
    locale: 'es-AR',
    // Its requests are seen by no route of a test; the one that is about it lets it in.
    serviceWorkers: 'block',
    // Nobody watches: what would slide in is there at once.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // A page lives for seconds: compiling its code better costs more than it saves.
        '--js-flags=--no-opt --no-maglev',
        // Chromium's sandbox refuses to run as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
});
