import * as z from 'zod/mini';
import { id, timestamp } from '../kit/fields';

export const backupStates = ['copying', 'checking', 'done', 'failed'] as const;

const count = z.int().check(z.nonnegative());

/** One backup, or the attempt to make it. */
export const backupRow = z.object({
  id,
  state: z.enum(backupStates),
  /** In percent, while it is made. */
  progress: count,
  started_at: timestamp,
  finished_at: z.nullable(timestamp),
  /** The name of its file. */
  file: z.nullable(z.string()),
  /** In bytes. */
  size: count,
  rows: count,
  images: count,
  /** Images that something names and the server did not have. */
  missing_images: count,
  /** When it was restored on trial and was found to be the same. */
  verified_at: z.nullable(timestamp),
  /** Why it failed, or could not be checked. */
  problem: z.nullable(z.string()),
  /** Whether this server can give its file. */
  available: z.boolean(),
});
export type Backup = z.infer<typeof backupRow>;

/** `failed`: the last attempt. `overdue`: the last good one is older than twice the interval. */
export const backupTroubles = ['failed', 'overdue'] as const;

export const backupsReport = z.object({
  /** 0: none are made by themselves. */
  interval_seconds: count,
  last_good: z.nullable(backupRow),
  trouble: z.nullable(z.enum(backupTroubles)),
  /** The newest first. */
  backups: z.array(backupRow),
});
export type BackupsReport = z.infer<typeof backupsReport>;

/** For one download within a minute. */
export const backupTicket = z.object({ ticket: z.string() });
export const TICKET_SECONDS = 60;
export const downloadQuery = z.strictObject({ ticket: z.string() });

export const ALREADY_RUNNING = 'Ya se está haciendo una copia de seguridad.';
