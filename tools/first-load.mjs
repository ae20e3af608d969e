import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ROOT } from './steps.mjs';

const ASSETS = join(ROOT, 'apps/panel/dist/assets');

/**
 * Every script that a screen needs before it shows: the page's own and the screen's, with all that they import.
 * @param {string} screen the name of its file in the source
 */
export function firstLoad(screen) {
  const files = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  const page = readFileSync(join(ROOT, 'apps/panel/dist/index.html'), 'utf8');
  const entries = [...page.matchAll(/\/assets\/([\w.-]+\.js)/g)].map(([, name]) => String(name));
  const own = files.find((name) => name.startsWith(`${screen}-`));
  if (!own) throw new Error(`${screen} has no chunk of its own`);
  /** @type {Set<string>} */
  const needed = new Set();
  const waiting = [...entries, own];
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    if (needed.has(name)) continue;
    needed.add(name);
    const code = readFileSync(join(ASSETS, name), 'utf8');
    // Static imports only: `import(` is what comes later.
    for (const [, other] of code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) waiting.push(String(other));
  }
  const sizes = [...needed].map((name) => ({ name, bytes: gzipSync(readFileSync(join(ASSETS, name))).length }));
  return { sizes, bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0) };
}
