import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ROOT, run, step } from './steps.mjs';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];

/** The Chromium to test in, if there is one: the named one, the system's, or Playwright's own. */
export function findBrowser() {
  const { chromium } = createRequire(`${ROOT}/package.json`)('@playwright/test');
  const candidates = [process.env.CHROMIUM_PATH, ...INSTALLED, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path));
}

/** Finds a Chromium or installs one: Playwright's where its downloads can be reached, else the distribution's. */
export async function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  return step('Instalando un navegador para las pruebas', async () => {
    const tries = [await run('npx', ['playwright', 'install', 'chromium'])];
    if (!findBrowser() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
      tries.push(await run('apt-get', ['update', '-qq']));
      tries.push(
        await run('apt-get', ['install', '-y', '-qq', 'chromium'], { env: { DEBIAN_FRONTEND: 'noninteractive' } }),
      );
    }
    const installed = findBrowser();
    if (installed) return installed;
    const output = tries.map((result) => result.output).join('\n');
    throw new Error(`No se pudo instalar Chromium. Instálalo e indica dónde está con CHROMIUM_PATH.\n${output}`);
  });
}
