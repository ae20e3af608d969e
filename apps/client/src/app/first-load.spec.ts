import { expect, test } from '#test/app';

const MAX_CODE_BYTES = 85_000;

test('PWA-04 a first visit shows Hoy after at most 85 kB of compressed code, and asks once for its answer', async ({
  page,
  seed,
  enter,
}) => {
  const { client } = await seed.addFollower();
  await enter(client);
  // The page that the entrance led to may still be asking.
  await page.goto('about:blank');
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.clearBrowserCache');
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
