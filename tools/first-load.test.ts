import { beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from './build.mjs';
import { firstLoad } from './first-load.mjs';

const LARGEST_BYTES = 130_000;

beforeAll(ensureBuilt, 300_000);

// A phone on a weak connection is a normal user.
it.each(['login-screen', 'dashboard-screen'])('%s shows after less than 130 kB of scripts, gzipped', (screen) => {
  const { bytes, sizes } = firstLoad(screen);
  expect(sizes.length).toBeGreaterThan(1);
  expect(bytes).toBeLessThan(LARGEST_BYTES);
});
