import type { BackupsReport } from '@pulso/contract/desk/backups';
import type { BackupRow } from '#features/desk/backups/backups.queries';

/** How many intervals the last good backup may be old. */
const MAX_MISSED = 2;

type Known = { newest: BackupRow | undefined; secondsSinceGood: number; intervalSeconds: number };

/** What an owner has to know about. An attempt under way is no trouble yet, but does not end one either. */
export function troubleOf({ newest, secondsSinceGood, intervalSeconds }: Known): BackupsReport['trouble'] {
  if (newest?.state === 'failed') return 'failed';
  return intervalSeconds > 0 && secondsSinceGood > MAX_MISSED * intervalSeconds ? 'overdue' : null;
}

type File = { id: number; file: string; verified: boolean };

/** The files beyond the newest ones, which are given first; the newest that was checked is never among them. */
export function surplusOf<T extends File>(files: T[], keep: number): T[] {
  const lastVerified = files.find(({ verified }) => verified);
  return files.slice(keep).filter((file) => file !== lastVerified);
}
