import './check-node.mjs';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, runNpm, ROOT, runOrThrow, runStep } from './steps.mjs';

const STAMP_FILE = join(ROOT, 'node_modules/.pulso-installed');

const wantedStamp = () => `${hashOf(['package-lock.json'])} ${process.platform}-${process.arch}`;

export const isInstalled = () => existsSync(STAMP_FILE) && readFileSync(STAMP_FILE, 'utf8') === wantedStamp();

/** Installs what the lock file says, unless that is already there. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await runStep('Instalando dependencias', () => runOrThrow(...runNpm(['ci', '--no-audit', '--no-fund'])));
  writeFileSync(STAMP_FILE, wantedStamp());
}
