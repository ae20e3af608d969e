import type { Page } from '@playwright/test';
import { expect, test } from '#test/app';

const MAX_CODE_BYTES = 85_000;

/** Leaves for a page that asks for nothing, with nothing cached: the one that the entrance led to may still be asking. */
async function forgetLoads(page: Page) {
  await page.goto('about:blank');
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.clearBrowserCache');
  return network;
}

test('PWA-04 a first visit shows Hoy after at most 85 kB of compressed code, and asks once for its answer', async ({
  page,
  seed,
  enter,
}) => {
  const { client } = await seed.addFollower();
  await enter(client);
  const network = await forgetLoads(page);
  const code = new Set<string>();
  const asked: string[] = [];
  let bytes = 0;
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || type === 'Stylesheet') code.add(requestId);
    if (response.url.includes('/api/')) asked.push(new URL(response.url).pathname);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (code.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto('/mi/', { waitUntil: 'networkidle' });
  await expect(page.getByRole('link', { name: 'Ver el día' })).toBeVisible();
  expect(code.size).toBeGreaterThan(1);
  expect(bytes).toBeGreaterThan(60_000);
  expect(bytes).toBeLessThanOrEqual(MAX_CODE_BYTES);
  expect(asked.filter((path) => path === '/api/my/today')).toHaveLength(1);
});

test('PWA-05 Hoy shows after two round trips: the page, then its code and its answer side by side', async ({
  page,
  seed,
  enter,
}) => {
  const { client } = await seed.addFollower();
  await enter(client);
  await forgetLoads(page);
  const asked: string[] = [];
  let answerAll = () => undefined as void;
  const answered = new Promise<void>((resolve) => (answerAll = resolve));
  let isSecondOver = false;
  await page.route(/\/mi\/assets\/|\/api\/|\/uploads\//, async (route) => {
    if (isSecondOver) return route.abort();
    asked.push(new URL(route.request().url()).pathname);
    await answered;
    await route.continue();
  });
  const html = await (await page.request.get('/mi/')).text();
  const code = [...html.matchAll(/(?:src|href)="(\/mi\/assets\/[^"]+)"/g)].map(([, path]) => path!);
  await page.goto('/mi/', { waitUntil: 'commit' });
  await expect.poll(() => asked.toSorted()).toEqual([...code, '/api/my/today'].toSorted());
  isSecondOver = true;
  answerAll();
  await expect(page.getByRole('link', { name: 'Ver el día' })).toBeVisible();
});
