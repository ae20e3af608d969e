import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal, SESSION_ENDED } from '#db/writes/refusal';
import { readStoredMetrics } from '#features/desk/monitoring/monitoring.queries';
import { readDisk } from '#files/disk-space';
import type { Dependencies } from '#http/routes/dependencies';
import { formatMetrics, METRICS_TYPE, seriesOf, type Snapshot } from '#metrics/metrics.rules';
import { readVersion } from '#version';

const CACHE_TTL_MS = 5_000;
const DATABASE_TIMEOUT_MS = 2_000;

async function diskMetrics(folders: Record<string, string>): Promise<Snapshot> {
  const snapshot: Snapshot = {};
  for (const [folder, path] of Object.entries(folders)) {
    // The folder of backups is made with the first one.
    const disk = await readDisk(path);
    if (!disk) continue;
    snapshot[seriesOf('pulso_disk_free_bytes', { folder })] = disk.free;
    snapshot[seriesOf('pulso_disk_size_bytes', { folder })] = disk.size;
  }
  return snapshot;
}

/** Metrics for a scraper. They never fail because of a database that is away. */
export function metricsRoutes(
  app: FastifyInstance,
  { db, backups, metrics }: Dependencies,
  mayScrape: (request: FastifyRequest) => boolean,
) {
  const readDatabase = async (): Promise<Snapshot> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(reject, DATABASE_TIMEOUT_MS);
    });
    const stored = readStoredMetrics(db, backups).then((snapshot) => ({
      pulso_database_up: 1,
      ...snapshot,
    }));
    return Promise.race([stored, late])
      .catch(() => ({ pulso_database_up: 0 }))
      .finally(() => clearTimeout(timer));
  };
  let last: { at: number; stored: Promise<Snapshot> } | undefined;
  const cachedDatabase = () => {
    const now = performance.now();
    if (!last || now - last.at >= CACHE_TTL_MS) last = { at: now, stored: readDatabase() };
    return last.stored;
  };

  const { version, commit = '' } = readVersion();
  const config = {
    permission: 'public',
    extra: true,
    file: 'text/plain',
    checksCaller: true,
    summary: 'Métricas: para Prometheus, con METRICS_TOKEN o desde la misma máquina',
  } as const;
  app.get('/metrics', { config }, async (request, reply) => {
    // In the words of an unknown address.
    if (!mayScrape(request)) throw new Refusal(SESSION_ENDED, 'unauthorized');
    const snapshots = await Promise.all([cachedDatabase(), metrics.collect(), diskMetrics(metrics.folders)]);
    const info: Snapshot = { [seriesOf('pulso_info', { version, commit })]: 1 };
    return reply.type(METRICS_TYPE).send(formatMetrics(Object.assign(info, ...snapshots)));
  });
}
