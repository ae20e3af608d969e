import { backupMakers } from '@pulso/contract/desk/backups';
import { addDays, dateOfInstant, type DateText } from '@pulso/contract/kit/dates';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { surplusOf } from '#features/desk/backups/backups.rules';

type BackupEntry = Parameters<typeof surplusOf>[0][number] & { id: number };

const HOUR_MS = 3_600_000;
const START = Date.parse('2026-03-02T12:00:00Z');

/** Made one after the other, from minutes to weeks apart, in the order in which they were made. */
const histories = fc
  .array(
    fc.record({
      pause: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 40 * 24 })),
      made_by: fc.constantFrom(...backupMakers),
      verified: fc.boolean(),
      pinned: fc.boolean(),
    }),
    { maxLength: 80 },
  )
  .map((made) => {
    let at = START;
    return made.map(({ pause, ...rest }, index): BackupEntry => {
      at += pause * HOUR_MS;
      return { id: index + 1, started_at: new Date(at).toISOString(), ...rest };
    });
  });
const keepCounts = fc.integer({ min: 1, max: 10 });

/** The files that are left, the newest first, when the rule is applied after each new one. */
function remainingFiles(history: BackupEntry[], keep: number): BackupEntry[] {
  let kept: BackupEntry[] = [];
  for (const file of history) {
    const all = [file, ...kept];
    const gone = new Set(surplusOf(all, keep));
    kept = all.filter((one) => !gone.has(one));
  }
  return kept;
}

const scheduledOf = (files: BackupEntry[]) => files.filter(({ made_by }) => made_by === 'schedule');
const manualOf = (files: BackupEntry[]) => files.filter(({ made_by }) => made_by !== 'schedule');
const assertForHistories = (check: (history: BackupEntry[], keep: number) => void) =>
  fc.assert(fc.property(histories, keepCounts, check));

/** Made once a day at noon in Buenos Aires, until this one. */
const dailyFiles = (days: number, last: DateText): BackupEntry[] =>
  Array.from({ length: days }, (_, index) => ({
    id: index + 1,
    started_at: `${addDays(last, index + 1 - days)}T15:00:00.000Z`,
    made_by: 'schedule',
    verified: true,
    pinned: false,
  }));

describe('X15 which backups stay', () => {
  it('of a scheduled one each day: those of seven days, and the last of each of four weeks', () => {
    // A Thursday.
    const days = remainingFiles(dailyFiles(60, '2026-03-05'), 7).map(({ started_at }) => dateOfInstant(started_at));
    const week = [5, 4, 3, 2, 1].map((day) => `2026-03-0${day}`);
    expect(days).toEqual([...week, '2026-02-28', '2026-02-27', '2026-02-22', '2026-02-15']);
  });

  it('of many in a day: the newest, and the last of each day as it is counted in Buenos Aires', () => {
    const hourly = Array.from({ length: 60 }, (_, index): BackupEntry => ({
      ...dailyFiles(1, '2026-03-05')[0]!,
      id: index + 1,
      started_at: new Date(Date.parse('2026-03-03T00:30:00Z') + index * HOUR_MS).toISOString(),
    }));
    const kept = remainingFiles(hourly, 3).map(({ started_at }) => started_at.slice(0, 13));
    expect(kept).toEqual(['2026-03-05T11', '2026-03-05T10', '2026-03-05T09', '2026-03-05T02', '2026-03-04T02']);
  });

  it('whatever is made by hand changes nothing of which scheduled ones do', () => {
    assertForHistories((history, keep) => {
      expect(scheduledOf(remainingFiles(history, keep))).toEqual(remainingFiles(scheduledOf(history), keep));
    });
  });

  it('the newest that was checked does, scheduled or by hand, and so do the newest and every pinned one', () => {
    assertForHistories((history, keep) => {
      const kept = remainingFiles(history, keep);
      for (const some of [scheduledOf, manualOf]) {
        const newest = some(history).reverse();
        expect(kept).toEqual(expect.arrayContaining(newest.filter(({ verified }) => verified).slice(0, 1)));
        expect(kept).toEqual(expect.arrayContaining(newest.slice(0, 1)));
      }
      expect(kept).toEqual(expect.arrayContaining(history.filter(({ pinned }) => pinned)));
    });
  });

  it('no day of the last ones that have a scheduled one is left without, and what goes does not depend on when one looks', () => {
    assertForHistories((history, keep) => {
      const kept = remainingFiles(history, keep);
      const days = (files: BackupEntry[]) => [
        ...new Set(scheduledOf(files).map(({ started_at }) => dateOfInstant(started_at))),
      ];
      expect(days(kept)).toEqual(expect.arrayContaining(days([...history].reverse()).slice(0, keep)));
      const gone = surplusOf([...history].reverse(), keep);
      expect(kept).toEqual([...history].reverse().filter((file) => !gone.includes(file)));
    });
  });

  it('are a bounded number', () => {
    assertForHistories((history, keep) => {
      const unpinned = remainingFiles(history, keep).filter(({ pinned }) => !pinned);
      expect(scheduledOf(unpinned).length).toBeLessThanOrEqual(2 * keep + 4);
      expect(manualOf(unpinned).length).toBeLessThanOrEqual(7 + 1);
    });
  });
});
