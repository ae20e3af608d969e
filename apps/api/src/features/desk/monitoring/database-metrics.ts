import type { BackupPlace } from '#features/desk/backups/backup-trouble.queries';
import type { Db } from '#db/schema/database';
import { readStoredMetrics } from '#features/desk/monitoring/monitoring.queries';
import type { Snapshot } from '#metrics/metrics.rules';

const CACHE_TTL_MS = 5_000;
const TIMEOUT_MS = 2_000;

type Options = { db: Db; backups: BackupPlace };

/** Figures of the database, asked every few seconds at most; while it is away, that alone. */
export function openDatabaseMetrics({ db, backups }: Options): () => Promise<Snapshot> {
  const read = async (): Promise<Snapshot> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(reject, TIMEOUT_MS);
    });
    const stored = readStoredMetrics(db, backups).then((snapshot) => ({ pulso_database_up: 1, ...snapshot }));
    return Promise.race([stored, late])
      .catch(() => ({ pulso_database_up: 0 }))
      .finally(() => clearTimeout(timer));
  };
  let last: { at: number; snapshot: Promise<Snapshot> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at >= CACHE_TTL_MS) last = { at: now, snapshot: read() };
    return last.snapshot;
  };
}
