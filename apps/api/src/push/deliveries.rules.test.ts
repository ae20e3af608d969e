import { describe, expect, it } from 'vitest';
import { readRetryAfter, retryDelay } from '#push/deliveries.rules';

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
