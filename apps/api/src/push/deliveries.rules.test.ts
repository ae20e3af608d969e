import { describe, expect, it } from 'vitest';
import { readRetryAfter, retryDelay } from '#push/deliveries.rules';
import { openPace } from '#push/rate-limiter';

describe('the next try', () => {
  it('O4 comes after twice as long each time, up to a quarter of an hour, and not at the same moment for all', () => {
    const within = (attempts: number) => [
      retryDelay(attempts, { firstSeconds: 2, random: 0 }),
      retryDelay(attempts, { firstSeconds: 2, random: 1 }),
    ];
    expect([1, 2, 3, 4].map(within)).toEqual([
      [1, 2],
      [2, 4],
      [4, 8],
      [8, 16],
    ]);
    expect(within(10)).toEqual([450, 900]);
    expect(within(1_000)).toEqual([450, 900]);
  });

  it('O5 never comes before the provider said', () => {
    for (const random of [0, 0.5, 1])
      for (const attempts of [1, 5, 50])
        expect(retryDelay(attempts, { firstSeconds: 2, afterSeconds: 120, random })).toBeGreaterThanOrEqual(120);
    expect(retryDelay(1, { firstSeconds: 2, afterSeconds: 120, random: 1 })).toBe(130);
  });
});

it.each([
  [null, undefined],
  ['0', 0],
  ['120', 120],
  [' 7 ', 7],
  ['999999999', 86_400],
  ['Thu, 01 Jan 2026 00:01:30 GMT', 90],
  ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
  ['Fri, 01 Jan 2027 00:00:00 GMT', 86_400],
  ['pronto', undefined],
  ['-5', undefined],
])('O5 reads Retry-After %s as %s seconds', (header, seconds) => {
  expect(readRetryAfter(header, Date.parse('2026-01-01T00:00:00Z'))).toBe(seconds);
});

it('the pace lets so many go in a second, one after the other, and no more', () => {
  let now = 0;
  const pace = openPace(100, { now: () => now });
  let gone = 0;
  for (; now < 10_000; now += 7) {
    const taken = pace.take(64);
    expect(taken).toBeLessThanOrEqual(1);
    gone += taken;
  }
  expect(gone).toBeGreaterThan(990);
  expect(gone).toBeLessThanOrEqual(1_001);
  // A quiet second is not made up for.
  now += 1_000;
  expect([pace.take(1), pace.take(64), pace.take(64)]).toEqual([1, 2, 0]);
  expect(pace.pause()).toBe(10);
  now += pace.pause();
  expect(pace.take(64)).toBe(1);
});

describe('O12 the pace gives way', () => {
  const inASecond = (pace: ReturnType<typeof openPace>, clock: { now: number }) => {
    let gone = 0;
    for (const end = clock.now + 1_000; clock.now < end; clock.now += 10) gone += pace.take(64);
    return gone;
  };

  it('while the machine is behind, and comes back afterwards', () => {
    const clock = { now: 0 };
    const pace = openPace(100, { now: () => clock.now });
    inASecond(pace, clock);
    for (let late = 0; late < 20; late += 1) pace.heed(200);
    expect(inASecond(pace, clock)).toBeLessThanOrEqual(10);
    for (let early = 0; early < 200; early += 1) pace.heed(2);
    expect(inASecond(pace, clock)).toBeGreaterThan(90);
  });

  it('the more, the more calls come from outside, and never stands still', () => {
    const clock = { now: 0 };
    let callsPerSecond = 0;
    const pace = openPace(100, { now: () => clock.now, calls: () => (clock.now * callsPerSecond) / 1_000 });
    inASecond(pace, clock);
    expect(inASecond(pace, clock)).toBeGreaterThan(90);
    const during = [10, 30, 10_000].map((calls) => {
      callsPerSecond = calls;
      inASecond(pace, clock);
      return inASecond(pace, clock);
    });
    expect(during).toEqual([50, 25, 5]);
    callsPerSecond = 0;
    inASecond(pace, clock);
    expect(inASecond(pace, clock)).toBeGreaterThan(90);
  });

  it('and is never faster than it was told to be', () => {
    const clock = { now: 0 };
    const pace = openPace(1, { now: () => clock.now });
    pace.heed(200);
    inASecond(pace, clock);
    expect(inASecond(pace, clock)).toBe(1);
  });
});
