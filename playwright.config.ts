import { defineConfig } from '@playwright/test';
import { findBrowser } from './tools/browser.mjs';

export default defineConfig({
  testDir: '.',
  globalSetup: './e2e/browser-setup.ts',
  testMatch: ['e2e/**/*.spec.ts', 'apps/panel/src/**/*.spec.ts'],
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  outputDir: 'test-results',
  reporter: 'list',
  use: {
    locale: 'es-AR',
    // Nobody watches: what would slide in is there at once.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Chromium's sandbox refuses to run as root.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
});
