import type { Backup, BackupsReport } from '@pulso/contract/desk/backups';
import { dateOfInstant, daysBetween } from '@pulso/contract/kit/dates';
import type { BackupRow } from '#features/desk/backups/backups.queries';

/** Maximum age of the last good backup, in intervals. */
const MAX_MISSED = 2;

type Known = { newest: BackupRow | undefined; secondsSinceGood: number; intervalSeconds: number };

/** A trouble that the owner has to know about. An attempt under way is none yet, but does not end one either. */
export function troubleOf({ newest, secondsSinceGood, intervalSeconds }: Known): BackupsReport['trouble'] {
  if (newest?.state === 'failed') return 'failed';
  return intervalSeconds > 0 && secondsSinceGood > MAX_MISSED * intervalSeconds ? 'overdue' : null;
}

const KEPT_WEEKS = 4;
const KEPT_BY_HAND = 7;
const SOME_MONDAY = '2024-01-01';

type File = Pick<Backup, 'started_at' | 'made_by' | 'pinned'> & { verified: boolean };

const dayOf = ({ started_at }: File) => dateOfInstant(started_at);
const weekOf = (file: File) => Math.floor(daysBetween(SOME_MONDAY, dayOf(file)) / 7);

/** The newest file of each of the newest `count` groups; the files are given the newest first. */
function newestOfEach<T>(files: T[], groupOf: (file: T) => unknown, count: number): T[] {
  const newest = new Map<unknown, T>();
  for (const file of files) if (!newest.has(groupOf(file))) newest.set(groupOf(file), file);
  return [...newest.values()].slice(0, count);
}

/**
 * The files that go, of all that there are, which are given the newest first. Of the scheduled ones the newest `keep` stay, the
 * last of each of the last `keep` days and the last of each of the last four weeks that have one; of those by hand the newest
 * seven, whose number is nothing to the scheduled ones; of both the newest that was checked; and every pinned one.
 */
export function surplusOf<T extends File>(files: T[], keep: number): T[] {
  const scheduled = files.filter(({ made_by }) => made_by === 'schedule');
  const byHand = files.filter(({ made_by }) => made_by !== 'schedule');
  const kept = new Set([
    ...scheduled.slice(0, keep),
    ...newestOfEach(scheduled, dayOf, keep),
    ...newestOfEach(scheduled, weekOf, KEPT_WEEKS),
    ...byHand.slice(0, KEPT_BY_HAND),
    ...[scheduled, byHand].flatMap((some) => some.find(({ verified }) => verified) ?? []),
    ...files.filter(({ pinned }) => pinned),
  ]);
  return files.filter((file) => !kept.has(file));
}
