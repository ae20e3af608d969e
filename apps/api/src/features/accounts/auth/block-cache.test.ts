import { describe, expect, it } from 'vitest';
import { openBlockCache } from '#features/accounts/auth/block-cache';

const MAX_ENTRIES = 10_000;

/** A cache whose clock the test turns. */
function openCacheWithClock() {
  let time = Date.now();
  const blocked = openBlockCache(() => new Date(time));
  return { blocked, wait: (ms: number) => (time += ms) };
}

describe('a cached block', () => {
  it('X2 says how long it is blocked for, until it runs out, is forgotten or has to be asked about again', () => {
    const { blocked, wait } = openCacheWithClock();
    blocked.block(['address', 'x'], 900);
    expect([blocked.secondsLeft(['address', 'x']), blocked.secondsLeft(['address', 'y'])]).toEqual([900, 0]);
    wait(4_000);
    expect(blocked.secondsLeft(['address', 'x'])).toBe(896);
    wait(2_000);
    expect(blocked.secondsLeft(['address', 'x'])).toBe(0);

    blocked.block(['address', 'x'], 2);
    wait(3_000);
    expect(blocked.secondsLeft(['address', 'x'])).toBe(0);

    blocked.block(['address', 'x'], 900);
    blocked.unblock(['address', 'x']);
    expect(blocked.secondsLeft(['address', 'x'])).toBe(0);
  });

  it('is not blocked for longer by a clock that is put back', () => {
    const { blocked, wait } = openCacheWithClock();
    blocked.block(['address', 'x'], 900);
    wait(-3_600_000);
    expect(blocked.secondsLeft(['address', 'x'])).toBe(0);
  });

  it('X2 is one of so many: the oldest makes room', () => {
    const { blocked } = openCacheWithClock();
    for (let index = 0; index <= MAX_ENTRIES; index += 1) blocked.block(['address', `${index}`], 900);
    expect(blocked.secondsLeft(['address', '0'])).toBe(0);
    expect(blocked.secondsLeft(['address', '1'])).toBe(900);
    expect(blocked.secondsLeft(['address', `${MAX_ENTRIES}`])).toBe(900);
  });
});
