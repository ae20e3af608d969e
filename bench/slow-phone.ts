import type { CDPSession } from '@playwright/test';

/** The network that Chromium's tools call 'Fast 3G'. */
export const FAST_3G = { latency: 562, bytesPerSecond: (1.44 * 1024 * 1024) / 8 };
/** The network that LNK-14 and PWA-05 name. */
export const SLOW_4G = { latency: 150, bytesPerSecond: 1_600_000 / 8 };
export type SlowNetwork = typeof FAST_3G;

/** Gives a page a slow network and a quarter of the processor. */
export async function slowDown(page: CDPSession, { latency, bytesPerSecond }: SlowNetwork) {
  await page.send('Network.enable');
  await page.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}
