import { describe, expect, it } from 'vitest';
import { openRateLimiter } from '#push/rate-limiter';

it('the rate limiter lets so many go in a second, one after the other, and no more', () => {
  let now = 0;
  const limiter = openRateLimiter(100, { now: () => now });
  let gone = 0;
  for (; now < 10_000; now += 7) {
    const taken = limiter.take(64);
    expect(taken).toBeLessThanOrEqual(1);
    gone += taken;
  }
  expect(gone).toBeGreaterThan(990);
  expect(gone).toBeLessThanOrEqual(1_001);
  // A quiet second allows no burst afterwards.
  now += 1_000;
  expect([limiter.take(1), limiter.take(64), limiter.take(64)]).toEqual([1, 2, 0]);
  expect(limiter.pause()).toBe(10);
  now += limiter.pause();
  expect(limiter.take(64)).toBe(1);
});

describe('O12 the rate limiter gives way', () => {
  const inASecond = (limiter: ReturnType<typeof openRateLimiter>, clock: { now: number }) => {
    let gone = 0;
    for (const end = clock.now + 1_000; clock.now < end; clock.now += 10) gone += limiter.take(64);
    return gone;
  };

  it('while the machine is behind, and comes back afterwards', () => {
    const clock = { now: 0 };
    const limiter = openRateLimiter(100, { now: () => clock.now });
    inASecond(limiter, clock);
    for (let late = 0; late < 20; late += 1) limiter.noteTimerDelay(200);
    expect(inASecond(limiter, clock)).toBeLessThanOrEqual(10);
    for (let early = 0; early < 200; early += 1) limiter.noteTimerDelay(2);
    expect(inASecond(limiter, clock)).toBeGreaterThan(90);
  });

  it('the more, the more calls come from outside, and never stands still', () => {
    const clock = { now: 0 };
    let callsPerSecond = 0;
    const limiter = openRateLimiter(100, {
      now: () => clock.now,
      apiCalls: () => (clock.now * callsPerSecond) / 1_000,
    });
    inASecond(limiter, clock);
    expect(inASecond(limiter, clock)).toBeGreaterThan(90);
    const during = [10, 30, 10_000].map((calls) => {
      callsPerSecond = calls;
      inASecond(limiter, clock);
      return inASecond(limiter, clock);
    });
    expect(during).toEqual([50, 25, 5]);
    callsPerSecond = 0;
    inASecond(limiter, clock);
    expect(inASecond(limiter, clock)).toBeGreaterThan(90);
  });

  it('and is never faster than it was told to be', () => {
    const clock = { now: 0 };
    const limiter = openRateLimiter(1, { now: () => clock.now });
    limiter.noteTimerDelay(200);
    inASecond(limiter, clock);
    expect(inASecond(limiter, clock)).toBe(1);
  });
});
