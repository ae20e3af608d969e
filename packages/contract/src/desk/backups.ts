import * as z from 'zod/mini';
import { id, timestamp } from '../kit/fields';

export const backupStates = ['copying', 'checking', 'done', 'failed'] as const;

/** Origin of a backup: the schedule, the button of the panel, or the command. */
export const backupMakers = ['schedule', 'panel', 'command'] as const;

const count = z.int().check(z.nonnegative());

/** One backup, or the attempt to make it. */
export const backupRow = z.object({
  id,
  state: z.enum(backupStates),
  made_by: z.enum(backupMakers),
  /** Pinned backups are kept for good, whatever newer ones there are. */
  pinned: z.boolean(),
  /** Percent done, while the backup is made. */
  progress: count,
  started_at: timestamp,
  finished_at: z.nullable(timestamp),
  file: z.nullable(z.string()),
  /** Bytes. */
  size: count,
  rows: count,
  images: count,
  /** Images that a row names and the server did not have. */
  missing_images: count,
  /** Time at which a trial restore was found to be the same. */
  verified_at: z.nullable(timestamp),
  /** Reason why the backup failed, or could not be checked. */
  problem: z.nullable(z.string()),
  /** True if this server has the backup's file. */
  available: z.boolean(),
});
export type Backup = z.infer<typeof backupRow>;

/**
 * `failed`: the last attempt. `missing`: the file of the last good one is gone. `unchecked`: several in a row could not be checked.
 * `overdue`: the last good one is older than twice the interval.
 */
export const backupTroubles = ['failed', 'missing', 'unchecked', 'overdue'] as const;

export const backupsReport = z.object({
  /** 0 if scheduled backups are off. */
  interval_seconds: count,
  last_good: z.nullable(backupRow),
  trouble: z.nullable(z.enum(backupTroubles)),
  /** Newest first. */
  backups: z.array(backupRow),
});
export type BackupsReport = z.infer<typeof backupsReport>;

export const backupTicket = z.object({ ticket: z.string() });
export const downloadQuery = z.strictObject({ ticket: z.string() });

export const ALREADY_RUNNING = 'Ya se está haciendo una copia de seguridad.';
/** Refusal of another backup from the panel too soon. */
export const tooSoonMessage = (secondsLeft: number) =>
  `Ya hay una copia de hace un momento. Podrás hacer otra en ${Math.ceil(secondsLeft / 60)} min.`;

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** '13,3 MB'. */
export function sizeInWords(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const value = bytes / 1_000 ** power;
  return `${(power === 0 || value >= 100 ? value.toFixed(0) : value.toFixed(1)).replace('.', ',')} ${UNITS[power]}`;
}

/** '6 horas'; configured intervals are in whole minutes. */
export function intervalInWords(seconds: number): string {
  const [size, one, many] =
    seconds % 86_400 === 0
      ? ([86_400, 'día', 'días'] as const)
      : seconds % 3_600 === 0
        ? ([3_600, 'hora', 'horas'] as const)
        : ([60, 'minuto', 'minutos'] as const);
  const count = Math.round(seconds / size);
  return count === 1 ? one : `${count} ${many}`;
}
