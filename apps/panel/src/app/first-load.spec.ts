import type { Page } from '@playwright/test';
import { EXTRAS } from '@pulso/contract/accounts/extras';
import { expect, test } from '#test/panel';

// A phone on a weak connection is a normal user.
const MAX_LOGIN_BYTES = 75_000;
const MAX_SCREEN_BYTES = 130_000;
/** With what the extras add to a screen: badges, 'Asignar', tags, the strip of the day. */
const MAX_EXTRAS_BYTES = 140_000;

/** Drops the work that the panel defers until after the start: it would count only on a slow machine. */
function dropDeferredWork() {
  const start = window.setTimeout;
  window.setTimeout = ((work: TimerHandler, ms = 0) => (ms >= 3_000 ? 0 : start(work, ms))) as typeof setTimeout;
}

/** Bytes of scripts, headers included, sent over the wire by the time the screen is shown. */
async function measureScriptBytes(page: Page, address: string, shown: string): Promise<number> {
  await page.addInitScript(dropDeferredWork);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const scripts = new Set<string>();
  let bytes = 0;
  network.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  await expect(page.getByText(shown).first()).toBeVisible();
  expect(scripts.size).toBeGreaterThan(1);
  return bytes;
}

test('the login shows after at most 75 kB of scripts on the wire', async ({ page }) => {
  expect(await measureScriptBytes(page, '/login', 'Iniciar sesión')).toBeLessThanOrEqual(MAX_LOGIN_BYTES);
});

/** Fields of a row of users that a server with the documents alone does not answer; users of other tests have them here. */
const EXTRA_FIELDS = ['profile_image', 'plan', 'owed', 'tags', 'pause'];
const withoutExtras = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !EXTRA_FIELDS.includes(name)));

for (const [address, shown] of [
  ['/home', 'Total de usuarios'],
  ['/usuarios', 'Nuevo Usuario'],
] as const) {
  test(`${address} shows after at most 130 kB of scripts on the wire`, async ({ panel }) => {
    await panel.route('**/api/user?*', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: object[] };
      await route.fulfill({ response, json: { ...body, data: body.data.map(withoutExtras) } });
    });
    expect(await measureScriptBytes(panel, address, shown)).toBeLessThanOrEqual(MAX_SCREEN_BYTES);
  });

  test(`${address} shows after at most 140 kB where the server has the extras`, async ({ panel }) => {
    await panel.addInitScript((names) => localStorage.setItem('pulso-extras', JSON.stringify(names)), EXTRAS);
    expect(await measureScriptBytes(panel, address, shown)).toBeLessThanOrEqual(MAX_EXTRAS_BYTES);
  });
}
