import type { Backup, BackupsReport } from '@pulso/contract/desk/backups';
import { dateOfInstant, daysBetween } from '@pulso/contract/kit/dates';

/** Maximum age of the last good backup, in intervals. */
const MAX_AGE_INTERVALS = 2;

/** One that cannot be checked may be an accident, several in a row are a machine on which none ever is. */
const MAX_UNCHECKED = 1;

export const areUnchecked = (inARow: number) => inARow > MAX_UNCHECKED;

type BackupStatus = {
  newest: Pick<Backup, 'state'> | undefined;
  /** True if this machine made the last good one and has no file of it. */
  isFileGone: boolean;
  uncheckedInARow: number;
  secondsSinceGood: number;
  intervalSeconds: number;
};

/** A trouble that the owner has to know about. An attempt under way is none yet, but does not end one either. */
export function troubleOf(status: BackupStatus): BackupsReport['trouble'] {
  const { newest, isFileGone, uncheckedInARow, secondsSinceGood, intervalSeconds } = status;
  if (newest?.state === 'failed') return 'failed';
  if (isFileGone) return 'missing';
  if (areUnchecked(uncheckedInARow)) return 'unchecked';
  return intervalSeconds > 0 && secondsSinceGood > MAX_AGE_INTERVALS * intervalSeconds ? 'overdue' : null;
}

const RETAINED_WEEKS = 4;
const RETAINED_MANUAL = 7;
const REFERENCE_MONDAY = '2024-01-01';

type BackupEntry = Pick<Backup, 'started_at' | 'made_by' | 'pinned'> & { verified: boolean };

const dayOf = ({ started_at }: BackupEntry) => dateOfInstant(started_at);
const weekOf = (file: BackupEntry) => Math.floor(daysBetween(REFERENCE_MONDAY, dayOf(file)) / 7);

/** The newest file of each of the newest `count` groups; the files are given the newest first. */
function newestOfEach<T>(files: T[], groupOf: (file: T) => unknown, count: number): T[] {
  const newest = new Map<unknown, T>();
  for (const file of files) if (!newest.has(groupOf(file))) newest.set(groupOf(file), file);
  return [...newest.values()].slice(0, count);
}

/**
 * The files that go, of all that there are, which are given the newest first. Of the scheduled ones the newest `keepCount` stay, the
 * last of each of the last `keepCount` days and the last of each of the last four weeks that have one; of those by hand the newest
 * seven, whose number is nothing to the scheduled ones; of both the newest that was checked; and every pinned one.
 */
export function surplusOf<T extends BackupEntry>(files: T[], keepCount: number): T[] {
  const scheduled = files.filter(({ made_by }) => made_by === 'schedule');
  const byHand = files.filter(({ made_by }) => made_by !== 'schedule');
  const retained = new Set([
    ...scheduled.slice(0, keepCount),
    ...newestOfEach(scheduled, dayOf, keepCount),
    ...newestOfEach(scheduled, weekOf, RETAINED_WEEKS),
    ...byHand.slice(0, RETAINED_MANUAL),
    ...[scheduled, byHand].flatMap((some) => some.find(({ verified }) => verified) ?? []),
    ...files.filter(({ pinned }) => pinned),
  ]);
  return files.filter((file) => !retained.has(file));
}
