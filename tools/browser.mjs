import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ROOT, run, runStep } from './steps.mjs';

/** The same engine without windows takes half of the processor's time; a whole browser does as well. */
const SHELL_PATH = '/usr/bin/chromium-headless-shell';
const BROWSER_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/**
 * The Chromium to test in, if there is one: the named one, else the system's or Playwright's own, the lightest first.
 * @returns {string | undefined}
 */
export function findBrowser() {
  const { chromium } = createRequire(`${ROOT}/package.json`)('@playwright/test');
  const bundledPath = chromium.executablePath();
  const ownShell = bundledPath.replace(
    /chromium-(\d+)\/chrome-([^/]+)\/.*$/,
    'chromium_headless_shell-$1/chrome-headless-shell-$2/chrome-headless-shell',
  );
  const candidates = [process.env.CHROMIUM_PATH, SHELL_PATH, ownShell, ...BROWSER_PATHS, bundledPath];
  return candidates.find((path) => path && existsSync(path));
}

/** Finds a Chromium or installs one: Playwright's where its downloads can be reached, else the distribution's. */
export async function ensureBrowser() {
  const browserPath = findBrowser();
  if (browserPath) return browserPath;
  return runStep('Instalando un navegador para las pruebas', async () => {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    /** @type {[string, string[]][]} */
    const installers = [['npx', ['playwright', 'install', '--only-shell', 'chromium']]];
    if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
      installers.push(
        ['apt-get', ['update', '-qq']],
        ['apt-get', ['install', '-y', '-qq', 'chromium-headless-shell']],
        ['apt-get', ['install', '-y', '-qq', 'chromium']],
      );
    const output = [];
    for (const [command, args] of installers) {
      output.push((await run(command, args, { env })).output);
      const installed = findBrowser();
      if (installed) return installed;
    }
    throw new Error(
      `No se pudo instalar Chromium. Instálalo e indica dónde está con CHROMIUM_PATH.\n${output.join('\n')}`,
    );
  });
}
