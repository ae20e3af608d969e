import { describe, expect, it } from 'vitest';
import { openCircuitBreaker } from '#push/circuit-breaker.rules';
import type { Outcome } from '#push/deliveries.rules';

const TRUST_MS = 1_000;

/** The circuit breaker of a service with a clock of its own. */
function openService() {
  const record = openCircuitBreaker(TRUST_MS);
  let now = 0;
  return {
    wait: (ms: number) => (now += ms),
    now: () => now,
    meet: (kind: Outcome['kind'], user: number, { isFirstRefusal = true, startedAt = now } = {}) => {
      now += 1;
      return record({ kind, user, isFirstRefusal, startedAt, endedAt: now });
    },
  };
}
const times = <T>(count: number, act: (index: number) => T) => Array.from({ length: count }, (_, index) => act(index));

describe('credentials are refused', () => {
  it('X5 when several users are, however few devices they have; and not when one is, however many he has', () => {
    const service = openService();
    expect(times(100, () => service.meet('refused', 1))).toEqual(times(100, () => undefined));
    expect(service.meet('refused', 2)).toBeUndefined();
    expect(service.meet('refused', 3)).toBe('credentials');
  });

  it('X5 anew after that only when several are refused anew', () => {
    const service = openService();
    expect(times(3, (user) => service.meet('refused', user))).toEqual([undefined, undefined, 'credentials']);
    expect(times(50, () => service.meet('refused', 0))).toEqual(times(50, () => undefined));
    expect(service.meet('refused', 1)).toBeUndefined();
    expect(service.meet('refused', 2)).toBe('credentials');
  });

  it('X5 only by a service that has not accepted anything since, nor just before', () => {
    const service = openService();
    times(2, (user) => service.meet('refused', user));
    service.meet('delivered', 9);
    expect(times(20, (user) => service.meet('refused', user))).toEqual(times(20, () => undefined));
    service.wait(TRUST_MS);
    // Even a repeated refusal opens it then, because nobody was accepted meanwhile.
    expect(service.meet('refused', 1, { isFirstRefusal: false })).toBe('credentials');
  });

  it('X5 not when those who were refused before are refused again, and nobody else is left', () => {
    const service = openService();
    times(20, (user) => service.meet('refused', user % 2));
    service.meet('delivered', 9);
    service.wait(2 * TRUST_MS);
    const again = times(40, (user) => service.meet('refused', user, { isFirstRefusal: false }));
    expect(again).toEqual(times(40, () => undefined));
  });

  it('O11 also when other answers come in between, and at once when the service says so itself', () => {
    const service = openService();
    const met = (['refused', 'gone', 'later', 'failed'] as const).map((kind, user) => service.meet(kind, user));
    expect(met).toEqual(times(4, () => undefined));
    times(1, () => service.meet('refused', 5));
    expect(service.meet('refused', 6)).toBe('credentials');
    expect(service.meet('credentials', 6)).toBe('credentials');
  });
});

describe('a service does not answer', () => {
  it('X5 when several users get no answer, and not when one does not', () => {
    const service = openService();
    expect(times(100, () => service.meet('unreachable', 1))).toEqual(times(100, () => undefined));
    expect(service.meet('unreachable', 2)).toBeUndefined();
    expect(service.meet('unreachable', 3)).toBe('unreachable');
    expect(service.meet('unreachable', 4)).toBeUndefined();
  });

  it('O4 when connections break all the time, and not when some break at once', () => {
    const service = openService();
    expect(times(9, (user) => service.meet('unreachable', user))).toEqual(times(9, () => undefined));
    service.meet('later', 1);
    expect(times(9, (user) => service.meet('unreachable', user))).toEqual(times(9, () => undefined));
    expect(service.meet('unreachable', 9)).toBe('unreachable');
  });

  it('O4 unless others were answered while it was silent to some', () => {
    const service = openService();
    const startedAt = service.now();
    service.meet('delivered', 1);
    const late = times(50, (user) => service.meet('unreachable', user, { startedAt }));
    expect(late).toEqual(times(50, () => undefined));
  });
});
