import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';

try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exit(1);
}
// In this very process: signals need no middleman, and nothing can be left behind.
await import(new URL('../apps/api/dist/server.js', import.meta.url).href);
