import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The time zone database of a year in which the law moves the clocks, as it does in Chile. */
function simulateLawChange() {
  const { DateTimeFormat } = Intl;
  function Changed(locale: string, options: Intl.DateTimeFormatOptions) {
    const timeZone = options.timeZone?.includes('Buenos_Aires') ? 'America/Santiago' : options.timeZone;
    return new DateTimeFormat(locale, { ...options, timeZone });
  }
  vi.stubGlobal('Intl', { ...Intl, DateTimeFormat: Changed });
  vi.resetModules();
  return import('./dates');
}

it('D13 follows the time zone database when the law brings daylight saving back', async () => {
  const { dateOfInstant, formatClock, today } = await simulateLawChange();
  // The changed law has UTC−4 in winter and UTC−3 in summer.
  expect(dateOfInstant('2026-07-01T03:30:00Z')).toBe('2026-06-30');
  expect(formatClock(new Date('2026-07-01T03:30:00Z'))).toBe('23:30');
  expect(dateOfInstant('2026-12-01T03:30:00Z')).toBe('2026-12-01');
  expect(today(new Date('2026-12-01T03:30:00Z'))).toBe('2026-12-01');
});
