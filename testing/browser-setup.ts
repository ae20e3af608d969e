import { startTestServer } from './database';

/** Playwright's global set-up: one PostgreSQL for all the products that the browser tests start. */
// oxlint-disable-next-line no-restricted-exports -- Playwright asks for it so.
export default async function setUp() {
  const { server, stop } = await startTestServer();
  // The workers inherit it.
  process.env.BROWSER_TEST_SERVER = JSON.stringify(server);
  return stop;
}
