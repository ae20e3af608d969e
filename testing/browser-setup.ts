import { startTestServer } from './database';
import { readScreens } from './screen-paths';

/** Playwright's global set-up: one PostgreSQL for all the products that the browser tests start, and the panel's list of its screens. */
// oxlint-disable-next-line no-restricted-exports -- Playwright asks for it so.
export default async function setUp() {
  const { server, stop } = await startTestServer();
  // The workers inherit both.
  process.env.BROWSER_TEST_SERVER = JSON.stringify(server);
  process.env.PANEL_SCREENS = JSON.stringify(await readScreens());
  return stop;
}
