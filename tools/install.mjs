import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, runNpm, ROOT, runOrThrow, runStep } from './steps.mjs';

const STAMP_FILE = join(ROOT, 'node_modules/.pulso-installed');
const [MAJOR = 0, MINOR = 0] = process.versions.node.split('.').map(Number);

const wantedStamp = () => `${hashOf(['package-lock.json'])} ${process.platform}-${process.arch}`;

export const isInstalled = () => existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, 'utf8') === wantedStamp();

/** Installs what the lock file says, unless that is already there. */
export async function ensureInstalled() {
  if (MAJOR < 20 || (MAJOR === 20 && MINOR < 19)) {
    console.error(`Pulso necesita Node 20.19 o posterior; este es ${process.versions.node}.`);
    process.exit(1);
  }
  if (isInstalled()) return;
  await runStep('Instalando dependencias', () => runOrThrow(...runNpm(['ci', '--no-audit', '--no-fund'])));
  writeFileSync(STAMP_FILE, wantedStamp());
}
