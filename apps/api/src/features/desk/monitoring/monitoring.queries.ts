import { backupTroubles } from '@pulso/contract/desk/backups';
import { sql } from 'kysely';
import type { Db } from '#db/schema/database';
import { findBackupTrouble, type BackupPlace } from '#features/desk/backups/backup-trouble.queries';
import { seriesOf, type Snapshot } from '#metrics/metrics.rules';

type StoredState = { migrations: number; last: string; pending: number; checked_age: number | null };

/** Figures that only the database knows. */
export async function readStoredMetrics(db: Db, backups: BackupPlace): Promise<Snapshot> {
  const { rows } = await sql<StoredState>`
    select (select count(*)::int from schema_migrations) as migrations,
      (select max(name) from schema_migrations) as last,
      (select count(*)::int from deliveries)
        + (select coalesce(sum(recipients - queued), 0)::int from notifications where last_device < up_to_device) as pending,
      (select extract(epoch from now() - max(started_at))::float8 from backups
       where state = 'done' and not elsewhere and verified_at is not null) as checked_age`.execute(db);
  const { migrations, last, pending, checked_age } = rows[0]!;
  const { trouble, secondsSinceGood } = await findBackupTrouble(db, backups);
  return {
    [seriesOf('pulso_migrations', { last })]: migrations,
    pulso_push_pending: Math.max(pending, 0),
    pulso_backup_age_seconds: secondsSinceGood,
    ...(checked_age !== null && { pulso_backup_checked_age_seconds: checked_age }),
    ...Object.fromEntries(
      backupTroubles.map((one) => [seriesOf('pulso_backup_trouble', { trouble: one }), Number(one === trouble)]),
    ),
  };
}
