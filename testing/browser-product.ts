import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import type { ClientConfig } from 'pg';
import { copyDatabase, type TestServer } from './database';
import { ADMIN, startProduct } from './product';

function addressOf({ connectionString, host, port, user, password, database }: ClientConfig): string {
  if (connectionString) return connectionString;
  // A socket's folder does not fit where an address has its host.
  const address = new URL(`postgres://${user}@socket/${database}?host=${host}&port=${port}`);
  if (typeof password === 'string') address.password = password;
  return address.href;
}

/** The built product for browser tests: on a copy of the run's migrated database, which goes with it. */
export async function startBrowserProduct(
  env: Record<string, string> = {},
  /** Fills the database before the product starts. */
  fill?: (env: Record<string, string>) => Promise<unknown>,
) {
  const server = JSON.parse(process.env.BROWSER_TEST_SERVER ?? '') as TestServer;
  const database = await copyDatabase(server);
  const folder = await mkdtemp(join(tmpdir(), 'pulso-browser-'));
  const tidyUp = async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const place = { DATABASE_URL: addressOf(database.connection), ...env };
    await fill?.({ DATA_DIR: folder, ...place });
    let product = await startProduct(folder, place);
    const { url } = product;
    return {
      url,
      /** Ends the process, and starts another one in its place when `meanwhile` is done. */
      restart: async (meanwhile: () => Promise<unknown>) => {
        await product.stop();
        await meanwhile();
        product = await startProduct(folder, { ...place, PORT: new URL(url).port });
      },
      stop: () => product.stop().then(tidyUp),
    };
  } catch (error) {
    await tidyUp();
    throw error;
  }
}

/** Logs in as the first administrator, on the page of the login. */
export async function logInByForm(page: Page) {
  await page.getByLabel('Usuario').fill(ADMIN.username);
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
}

/** The server's answer to a call that a test holds; again if the server was just closing the idle connection. */
export const fetchAnswer = (route: Route) => route.fetch({ maxRetries: 2 });

/** Searches texts only where they are visible, not in the live region, which repeats them a moment later. */
export function searchVisibleText(page: Page) {
  const getByText = page.getByText.bind(page);
  page.getByText = (...args) => getByText(...args).and(page.locator(':not(#voz)'));
}
